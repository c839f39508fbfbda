package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine/capture"
	"galley/engine/facts"
	"galley/engine/report"
)

func newCaptures(env Env, f *flags) *cobra.Command {
	with := func(do func(ctx context.Context, s *Session, at places, args []string) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, args []string) error {
			s, at, err := f.captures(env)
			if err != nil {
				return err
			}
			return do(cmd.Context(), s, at, args)
		}
	}
	cmd := &cobra.Command{
		Use:   "captures",
		Short: "List the captured requests; show, compare, export or delete them",
		Args:  cobra.NoArgs,
		RunE:  with(func(_ context.Context, s *Session, at places, _ []string) error { return listCaptures(env, s, at) }),
	}
	project := ""
	revoke := false
	consent := &cobra.Command{
		Use: "consent [AGENT]", Short: "List which agents you agreed to start, or withdraw that with --revoke",
		Args: cobra.MaximumNArgs(1),
		RunE: with(func(_ context.Context, s *Session, at places, args []string) error {
			agent := ""
			if len(args) > 0 {
				var err error
				if agent, err = agentName(env, args[0]); err != nil {
					return err
				}
			}
			if revoke {
				n, err := at.consents.Revoke(project, agent)
				if err != nil {
					return failed(err)
				}
				fmt.Fprintf(env.Stderr, "%d withdrawn\n", n)
				return nil
			}
			all := at.consents.Of(project, agent)
			if s.json {
				return env.encode(append([]capture.Consent{}, all...))
			}
			if len(all) == 0 {
				fmt.Fprintln(env.Stderr, "no consents")
			}
			w := columns(env.Stdout)
			for _, c := range all {
				fmt.Fprintf(w, "%s\t%s\t%s\n", report.Safe(c.Agent), c.Given.Local().Format("2006-01-02 15:04"), report.Safe(c.Project))
			}
			return w.Flush()
		}),
	}
	consent.Flags().BoolVar(&revoke, "revoke", false, "withdraw the consents listed: all, or those of --project and AGENT")
	consent.Flags().StringVar(&project, "project", "", "only consents for this project, given as its real path")
	raw, page := false, ""
	exported := &cobra.Command{
		Use: "export ID", Short: "Print the body as the agent sent it, with temporary paths replaced by the real ones", Args: cobra.ExactArgs(1),
		Long: `Print the body as the agent sent it, with the capture's temporary paths replaced by the real
ones. --html instead writes a page to share: what the request's parts are and how large, its
text coloured by origin, its tools by size. The page needs no network and no script, and
masks identifiers and values that look like keys.`,
		RunE: with(func(ctx context.Context, s *Session, at places, args []string) error {
			c, err := at.store.Load(args[0])
			if err != nil {
				return failed(err)
			}
			if page != "" {
				if raw {
					return usage("captures export: use either --raw or --html, not both")
				}
				s.Request.Capture = c
				r, err := s.asCaptured(ctx, env, c)
				if err != nil {
					return err
				}
				return s.page(env, r, page)
			}
			if raw {
				return env.print(string(c.Body))
			}
			return env.printJSON(string(c.Substituted()) + "\n")
		}),
	}
	exported.Flags().StringVar(&page, "html", "", "write a page to share to a `FILE` (- is standard output)")
	exported.Flags().BoolVar(&raw, "raw", false, "print what was sent, byte for byte, temporary paths included")
	cmd.AddCommand(
		&cobra.Command{
			Use: "show ID", Short: "Print what is known about a capture", Args: cobra.ExactArgs(1),
			RunE: with(func(ctx context.Context, s *Session, at places, args []string) error {
				c, err := at.store.Load(args[0])
				if err != nil {
					return failed(err)
				}
				return printCapture(ctx, env, s, c)
			}),
		},
		&cobra.Command{
			Use: "forget ID...", Short: "Delete captures", Args: cobra.MinimumNArgs(1),
			RunE: with(func(_ context.Context, _ *Session, at places, args []string) error {
				for _, id := range args {
					if err := forgetCapture(at.store, id); err != nil {
						return failed(err)
					}
				}
				return nil
			}),
		},
		&cobra.Command{
			Use: "diff A B", Short: "Compare the prompts of two captures", Args: cobra.ExactArgs(2),
			RunE: with(func(ctx context.Context, s *Session, at places, args []string) error {
				sides, err := s.sidesOf(ctx, env, at, args[0], args[1])
				if err != nil {
					return err
				}
				d := report.DiffOf(sides[0], sides[1])
				return s.printDiff(env, d)
			}),
		},
		exported,
		consent,
		newFollow(env, with),
	)
	return cmd
}

// forgetCapture deletes the capture with an id, a unique prefix of one, or "last". A damaged
// capture needs its full id.
func forgetCapture(store capture.Store, id string) error {
	c, err := store.Load(id)
	if err == nil {
		return store.Forget(c.ID)
	}
	_, damaged, _ := store.List() // Load has reported a list that cannot be read
	if slices.ContainsFunc(damaged, func(d capture.Damaged) bool { return d.ID == id }) {
		return store.Forget(id)
	}
	return err
}

func listCaptures(env Env, s *Session, at places) error {
	all, damaged, err := at.store.List()
	if err != nil {
		return failed(err)
	}
	if s.json {
		return env.encode(append([]capture.Capture{}, all...))
	}
	home := facts.Home(s.World)
	w := columns(env.Stdout)
	for _, c := range all {
		mode := string(c.Mode)
		if c.Subagent != "" {
			mode += ", sub-agent " + c.Subagent
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s ago\t%s\n", c.ID, report.Safe(c.Version), report.Safe(mode), c.Age(s.World.Now()), report.Safe(tilde(c.Cwd, home)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, d := range damaged {
		fmt.Fprintln(env.Stderr, "galley:", report.Safe(d.Err.Error()))
	}
	if len(all) == 0 && len(damaged) == 0 {
		fmt.Fprintln(env.Stderr, "no captures yet; `galley capture AGENT` makes one")
	}
	return nil
}

// tilde replaces the user's home in a path by "~".
func tilde(name, home string) string {
	if rest, ok := strings.CutPrefix(name, home); ok && home != "" && (rest == "" || rest[0] == '/') {
		return "~" + rest
	}
	return name
}
