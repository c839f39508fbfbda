package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"galley/engine/compare"
	"galley/engine/report"
	"galley/ui/launch"
)

func newSurvive(env Env, f *flags) *cobra.Command {
	var agents []string
	cmd := &cobra.Command{
		Use:   "survive",
		Short: "Show which rules survive when a session is compacted, cleared or resumed",
		Long: `Show for each agent what happens to texts that came from files when a session's history is
compacted or cleared, and when the session is resumed: rule files, rules for some files, files
below the directory, lists of skills and sub-agents. What has not been measured is "not known".`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, traces, err := f.survey(cmd.Context(), env, agents)
			if err != nil {
				return err
			}
			shape := report.SurviveOf(traces, env.Agents)
			if f.json {
				return env.encode(shape)
			}
			return report.SurviveText(env.Stdout, shape)
		},
	}
	env.agentsFlag(cmd, f, &agents)
	return cmd
}

func newSubagents(env Env, f *flags) *cobra.Command {
	var agents []string
	cmd := &cobra.Command{
		Use:   "subagents [NAME]",
		Short: "Show what each sub-agent gets: its text, what it inherits, tools, model, cost",
		Long: `Show for each sub-agent, defined in files here or built in, what its prompt contains: the text
of its file, its model and tools, and which rule files, skills and lists of the main prompt. The
size of its whole request is compared with the main one, with the agent's own words and tools at
their measured size. With NAME, the text of its file is printed. If "galley capture AGENT
--subagent NAME" has captured it here, the whole prompt and how it differs from the main one are
printed too. What has not been measured is "not known".`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, traces, err := f.survey(cmd.Context(), env, agents)
			if err != nil {
				return err
			}
			name := ""
			if len(args) > 0 {
				name = args[0]
			}
			shape := report.DelegatesOf(traces, env.Agents, name, s.World.ReadFile, report.AgentCounter(env.Agents, s.Request.Means()))
			if name != "" {
				for _, list := range [][]report.Delegate{shape.Agents, shape.BuiltIn} {
					if err := s.delegatesCaptured(cmd.Context(), env, list); err != nil {
						return err
					}
				}
			}
			switch {
			case len(shape.Agents)+len(shape.BuiltIn) == 0 && name != "":
				return failed(fmt.Errorf("no agent has a sub-agent %q here; `galley subagents` lists them", name))
			case f.json:
				return env.encode(shape)
			case len(shape.Agents) == 0 && name == "":
				fmt.Fprintln(env.Stderr, "no sub-agents are defined here")
			}
			return report.DelegatesText(env.Stdout, shape, name != "")
		},
	}
	env.agentsFlag(cmd, f, &agents)
	return cmd
}

// delegatesCaptured adds to the delegates the captured requests of sub-agents in this directory.
func (s *Session) delegatesCaptured(ctx context.Context, env Env, all []report.Delegate) error {
	at, err := capturePlaces(s)
	if err != nil {
		return nil // galley has no directory for captures, and so no captures
	}
	project := launch.Project(s.World, s.Request.Cwd)
	for i := range all {
		d := &all[i]
		newest, ok := at.store.Delegates(d.Short(), project, s.Request.Cwd)[d.Name]
		if !ok {
			continue
		}
		sides, err := s.sidesOf(ctx, env, at, newest.Main, newest.ID)
		if err != nil {
			return err
		}
		d.Captured = report.DelegateCaptureOf(sides[0], sides[1], newest.Created)
	}
	return nil
}

// sidesOf returns two captured requests, without updating them, as the sides of a comparison.
func (s *Session) sidesOf(ctx context.Context, env Env, at places, a, b string) (sides [2]compare.Side, err error) {
	for i, id := range []string{a, b} {
		c, err := at.store.Load(id)
		if err != nil {
			return sides, failed(err)
		}
		r, err := s.asCaptured(ctx, env, c)
		if err != nil {
			return sides, err
		}
		sides[i] = report.SideOf(c.ID, r)
	}
	return sides, nil
}
