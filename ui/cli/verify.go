package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"galley/engine/report"
	"galley/ui/launch"
)

func newVerify(env Env, f *flags) *cobra.Command {
	var c starting
	var all bool
	printed := ""
	cmd := &cobra.Command{
		Use:   "verify AGENT... | --all",
		Short: "Capture installed agents again and compare what they send with what galley predicts",
		Long: `verify captures each agent again and compares its request with the one predicted from the
newest capture and the current files, or, without a capture, with galley's model of the agent.
It prints that they are the same, or where they first differ and the text there. Values that
vary with each run, such as ids and dates, are made equal first; verify lists them.

Exit status: 0 the same, 1 different, 3 an agent could not be compared; the highest counts.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case printed != "":
				return runCrossCheck(cmd.Context(), env, f, printed)
			case all == (len(args) > 0):
				return usage("verify: name agents, or use --all for all that are installed: %s", startable(env))
			}
			if err := c.check(env); err != nil {
				return err
			}
			return c.verify(cmd.Context(), env, f, args)
		},
	}
	c.register(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "compare all installed agents")
	cmd.Flags().StringVar(&printed, "agent", "", "an agent that prints its input, as `NAME[@VERSION]`")
	_ = cmd.Flags().MarkHidden("agent") // this cannot fail, because the flag exists
	return cmd
}

// verify compares galley's prompts of the named agents with the requests that the agents send.
// Without names it does so for all installed agents.
func (c *starting) verify(ctx context.Context, env Env, f *flags, names []string) error {
	modes, err := c.modes()
	if err != nil {
		return err
	}
	s, at, err := f.captures(env)
	if err != nil {
		return err
	}
	every := len(names) == 0
	if every {
		for _, n := range env.Agents.Startable() {
			names = append(names, n.Name)
		}
	}
	var ready []launch.Options
	worst := exitFine
	cannot := func(name, version string, err error) error {
		worst = exitFailed
		return s.printVerified(env, report.Verified{Schema: report.Schema, Agent: name, Version: version, Normalised: []string{}, Error: err.Error()})
	}
	for _, name := range names {
		o, err := c.options(env, f, s, at, name, nil)
		if err != nil {
			return err
		}
		var missing *launch.NotInstalled
		switch _, err := launch.Ask(o, at.consents); {
		case errors.As(err, &missing) && every:
		case err != nil:
			if err := cannot(o.Agent, "", err); err != nil {
				return err
			}
		default:
			ready = append(ready, o)
		}
	}
	if every && len(ready) == 0 {
		return failed(errors.New("galley cannot start any agent here: none is on the PATH"))
	}
	if err := c.agree(env, s, at, ready...); err != nil {
		return err
	}
	for _, o := range ready {
		for _, o.Mode = range possible(env, o, modes, "compared") {
			old := at.store.NewestIn(o.Agent, o.Project, o.Cwd, o.Mode)
			v, err := launch.Verify(ctx, o, old)
			if err != nil {
				if err := cannot(o.Agent, "", longer(err)); err != nil {
					return err
				}
				continue
			}
			if err := at.store.Save(v.Fresh); err != nil {
				return failed(err)
			}
			if !v.Same {
				worst = max(worst, exitProblems)
			}
			if err := s.printVerified(env, report.VerifiedOf(v.Fresh, v.Basis, v.Result)); err != nil {
				return err
			}
			if !s.json {
				for _, d := range v.Disagree {
					fmt.Fprintln(env.Stderr, "  "+report.Safe(report.DisagreeText(d)))
				}
			}
		}
	}
	if worst != exitFine {
		return &statusError{status: worst}
	}
	return nil
}

func (s *Session) printVerified(env Env, v report.Verified) error {
	if s.json {
		return env.encode(v)
	}
	return report.VerifiedText(env.Stdout, v)
}
