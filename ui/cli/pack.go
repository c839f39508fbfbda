package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/report"
	"galley/engine/source"
)

func newPack(env Env, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pack",
		Short: "List, show and import the agents' own sentences",
		Long: `galley does not include the agents' own sentences. It puts texts of its own in their place,
and marks them as stand-ins. To make a prompt exact, put the real texts into files
DIR/FAMILY/ENTRY.txt, and name DIR with --pack or packs.FAMILY in the configuration.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newPackList(env, f), newPackShow(env, f), newPackImport(env, f))
	return cmd
}

// pack returns the packs that the settings name. Entries that are missing in these packs get
// the stand-ins of every agent.
func (s *Session) pack() *pack.Pack {
	return pack.New(engine.PackWorld(s.World, s.Request), s.Request.Pack, s.Request.Config.Packs).Before(s.agents.StandIns()...)
}

func newPackList(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "list [FAMILY]",
		Short: "List the entries and the text used for each",
		Args:  cobra.MaximumNArgs(1),
		RunE: f.withSettings(env, func(_ context.Context, s *Session, args []string) error {
			rows := s.pack().List()
			if len(args) > 0 {
				if families := s.pack().Families(); !slices.Contains(families, args[0]) {
					return usage("unknown pack family %s; %s", args[0], meant(args[0], families, "the families are "+strings.Join(families, ", ")))
				}
				rows = slices.DeleteFunc(rows, func(r pack.Row) bool { return r.Family != args[0] })
			}
			if s.json {
				return env.encode(report.PacksOf(rows, s.pack().Check()))
			}
			s.say(env, s.Request.Problems)
			t := columns(env.Stdout)
			fmt.Fprintln(t, "ENTRY\tBYTES\tFROM")
			for _, r := range rows {
				from := "stand-in"
				if r.Kind != source.StandIn {
					from = report.Safe(r.Path)
				}
				fmt.Fprintf(t, "%s/%s\t%d\t%s\n", r.Family, r.Name, len(r.Text), from)
			}
			return t.Flush()
		}),
	}
}

func newPackShow(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "show FAMILY/ENTRY",
		Short: "Print an entry's text",
		Args:  cobra.ExactArgs(1),
		RunE: f.withSettings(env, func(_ context.Context, s *Session, args []string) error {
			family, name, ok := strings.Cut(args[0], "/")
			if !ok {
				return usage("pack show: name an entry as FAMILY/ENTRY; `galley pack list` lists them")
			}
			e, found := s.pack().Find(family, name)
			if !found {
				return usage("the pack %s has no entry %s; `galley pack list` lists its entries", family, name)
			}
			if e.Kind == source.StandIn {
				fmt.Fprintln(env.Stderr, "note: this is a stand-in: galley's words instead of the agent's")
			}
			return env.print(e.Text)
		}),
	}
}

func newPackImport(env Env, f *flags) *cobra.Command {
	var entry, to string
	var replace bool
	cmd := &cobra.Command{
		Use:   "import FAMILY FROM",
		Short: "Copy an agent's own sentences from its files",
		Long: `Copy texts from FROM into a pack. FROM is a directory of files named like the family's
entries; with --entry it is one file. Existing entries that differ are overwritten only with
--replace.`,
		Args: cobra.ExactArgs(2),
		RunE: f.withSettings(env, func(_ context.Context, s *Session, args []string) error {
			dir := s.Request.Pack
			if to != "" {
				dir = absolute(env.Dir, to)
			}
			if dir == "" {
				if dir = config.UserDir(s.World); dir == "" {
					return usage("pack import: the home directory is not known; name a directory with --to DIR")
				}
				dir = facts.Join(dir, "packs")
			}
			taken, err := pack.Import{Pack: s.pack(), Family: args[0], Name: entry, From: absolute(env.Dir, args[1]), To: dir, Replace: replace, Now: time.Now()}.Run(s.World)
			for _, one := range taken {
				fmt.Fprintf(env.Stdout, "%-8s %s/%s, %d bytes\n", one.State, args[0], one.Name, one.Bytes)
			}
			if err != nil {
				return failed(err)
			}
			at, key := facts.Join(facts.Slash(dir), args[0]), args[0]
			if strings.ContainsAny(key, "@.") {
				key = strconv.Quote(key) // TOML requires quotes here
			}
			if s.Request.Pack != facts.Slash(dir) && s.Request.Config.Packs[args[0]] != at {
				fmt.Fprintf(env.Stderr, "note: to use it, say --pack %s, or in the configuration packs.%s = %q\n", dir, key, at)
			}
			return nil
		}),
	}
	cmd.Flags().StringVar(&entry, "entry", "", "the `entry` to set from the file FROM")
	cmd.Flags().StringVar(&to, "to", "", "the pack's `directory` (default: packs in the user's configuration directory)")
	cmd.Flags().BoolVar(&replace, "replace", false, "overwrite entries that differ")
	return cmd
}
