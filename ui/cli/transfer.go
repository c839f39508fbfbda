package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine/branch"
	"galley/engine/report"
	"galley/engine/transfer"
	"galley/ui/launch"
	"galley/ui/writing"
)

func newTransfer(env Env, f *flags) *cobra.Command {
	var to []string
	var write, undo, yes bool
	cmd := &cobra.Command{
		Use:   "transfer FILE --to AGENT...",
		Short: "Find the smallest change that makes other agents read a rule file too",
		Long: `Find for each agent the smallest change to this project that makes it read a rule file too:
an import, a link, a key in its settings, or a rule converted to its own form. Each change
is tested with the agent's rules before it is shown. transfer shows what changes in files
and in every agent's prompt, and what is lost. --write makes the changes after asking, or with
--yes without asking; --undo undoes the last ones.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, asked, o, err := f.surveyed(env, nil)
			if err != nil {
				return err
			}
			project := launch.Project(s.World, s.Request.Cwd)
			if undo {
				if len(args) > 0 || len(to) > 0 || write || yes {
					return usage("transfer: --undo takes no other argument")
				}
				names, err := writing.UndoTransfer(s.World, project)
				for _, name := range names {
					done := "restored"
					if _, err := s.World.Lstat(absolute(project, name)); err != nil {
						done = "removed" // the transfer had created it
					}
					fmt.Fprintf(env.Stderr, "%s %s\n", report.Safe(name), done)
				}
				if err != nil {
					return failed(err)
				}
				return nil
			}
			if len(args) == 0 || len(to) == 0 {
				return usage("transfer: name a rule file, and the agents that should read it with --to")
			}
			names, err := env.transferTo(to)
			if err != nil {
				return err
			}
			file := absolute(s.Request.Cwd, args[0])
			plan, err := transfer.Make(cmd.Context(), s.World, transfer.Options{File: file, Project: project, To: names, All: asked, Options: o})
			if err != nil {
				return failed(fmt.Errorf("%s: %s", args[0], s.fileReason(file, err)))
			}
			counts := report.AgentCounter(env.Agents, s.Request.Means())
			changes := branch.Compare(s.World, plan.World, plan.Before, plan.After, func(agent, text string) int { return counts(agent, text).Tokens })
			shape := report.TransferOf(project, plan, changes, counts)
			if err := f.transfer(env, shape, write, yes, func() error { return writing.Transfer(s.World, project, plan) }); err != nil {
				return failed(err)
			}
			if len(plan.Without) > 0 {
				return problemsFound
			}
			return nil
		},
	}
	cmd.Flags().StringSliceVar(&to, "to", nil, "the `agents` that should read it, separated by commas, or \"all\"")
	cmd.Flags().BoolVar(&write, "write", false, "make the changes that are shown")
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "with --write: make the changes without asking")
	cmd.Flags().BoolVar(&undo, "undo", false, "undo the last --write in this project")
	return cmd
}

// transfer prints a plan. If write is set, it then asks for consent and calls the function do to
// make the changes. If yes is set, the user has agreed beforehand and is not asked.
func (f *flags) transfer(env Env, shape report.Transfer, write, yes bool, do func() error) error {
	write = write && len(shape.Changes) > 0
	shown := !f.json || write && !yes
	if shown {
		out := env.Stdout
		if f.json {
			out = env.Stderr
		}
		if err := report.TransferText(out, shape); err != nil {
			return err
		}
	}
	if write {
		if !yes {
			fmt.Fprintln(env.Stderr)
			if err := env.agree("Write these changes?", "nothing is written"); err != nil {
				return err
			}
		}
		if err := do(); err != nil {
			return err
		}
		shape.Written = true
	}
	switch {
	case f.json:
		return env.encode(shape)
	case shape.Written:
		fmt.Fprintln(env.Stdout, "\nwritten; `galley transfer --undo` undoes it")
	case len(shape.Changes) > 0:
		fmt.Fprintln(env.Stdout, "\nnothing is written yet; --write makes the changes")
	}
	return nil
}

// transferTo returns the names of the agents that the values of the flag --to select.
func (e Env) transferTo(to []string) (names []string, err error) {
	for _, name := range to {
		if name = strings.TrimSpace(name); name == "all" {
			return e.agentNames(), nil
		}
		a, _, err := e.Agents.Lookup(name)
		if err != nil {
			return nil, usage("--to: %w", err)
		}
		if !slices.Contains(names, a.Name) {
			names = append(names, a.Name)
		}
	}
	return names, nil
}
