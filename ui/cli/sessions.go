package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/logs/replay"
	"galley/engine/logs/store"
	"galley/engine/report"
	"galley/ui/launch"
)

// mostSessions is the most sessions of each agent that the list has.
const mostSessions = 200

func newSessions(env Env, f *flags) *cobra.Command {
	var agents []string
	var everywhere bool
	list := func(cmd *cobra.Command, _ []string) error {
		s, err := f.settings(env)
		if err != nil {
			return err
		}
		found, err := sessionsFound(cmd.Context(), s, agents)
		if err != nil {
			return err
		}
		if !everywhere {
			project := launch.Project(s.World, s.Request.Cwd)
			found.Sessions = slices.DeleteFunc(found.Sessions, func(x logs.Session) bool { return !facts.Within(x.Cwd, project) })
		}
		shape := report.SessionsOf(found.Sessions, found.Notes)
		if f.json {
			return env.encode(shape)
		}
		for _, note := range shape.Notes {
			fmt.Fprintln(env.Stderr, report.Safe("note: "+note))
		}
		if len(shape.Sessions) == 0 {
			if everywhere {
				fmt.Fprintln(env.Stderr, "no agent has logged a session")
			} else {
				fmt.Fprintln(env.Stderr, "no sessions of this project; --everywhere includes those of other projects")
			}
		}
		return report.SessionsText(env.Stdout, shape)
	}
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "List, show and compare the sessions that agents logged here",
		Long: `List the logs that agents keep of their sessions: Claude Code, Codex, OpenCode, Gemini CLI
and Qwen Code. show prints what a session contained, turn by turn: which rule files were
loaded, what each request cost by the provider's own count, and where a prompt cache was
missed. diff compares two sessions. galley never writes the logs, and masks values that look
like keys.`,
		Args: cobra.NoArgs,
		RunE: list,
	}
	where := func(c *cobra.Command) *cobra.Command {
		c.Flags().Var((*repeated)(&agents), "agent", "only sessions of this `agent`: "+strings.Join(store.Agents, ", "))
		return c
	}
	listed := where(&cobra.Command{Use: "list", Short: "List the sessions of this project, the newest first", Args: cobra.NoArgs, RunE: list})
	for _, c := range []*cobra.Command{cmd, listed} {
		c.Flags().BoolVar(&everywhere, "everywhere", false, "include sessions of other projects")
	}
	cmd.AddCommand(listed, where(newSessionsShow(env, f, &agents)), where(newSessionsDiff(env, f, &agents)))
	return where(cmd)
}

// readable replaces other names of agents by galley's, and returns an error if galley does not read
// the logs of one of the agents.
func (s *Session) readable(agents []string) error {
	for i, name := range agents {
		agents[i] = s.agents.Called(name)
		if !slices.Contains(store.Agents, agents[i]) {
			return usage("--agent %s: %s", name, meant(name, store.Agents, "galley reads the logs of "+strings.Join(store.Agents, ", ")))
		}
	}
	return nil
}

func sessionsFound(ctx context.Context, s *Session, agents []string) (store.Sessions, error) {
	if err := s.readable(agents); err != nil {
		return store.Sessions{}, err
	}
	found, err := store.List(ctx, s.World, agents, mostSessions)
	if err != nil {
		return found, failed(err)
	}
	return found, nil
}

func newSessionsShow(env Env, f *flags, agents *[]string) *cobra.Command {
	var last, turn int
	var all, messages bool
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Show what a session contained, turn by turn",
		Long: `Show what a session contained: its last turn, or those of --last, --turn or --all. A rule file
that the log does not contain, but that the agent should have loaded, is marked with "?": its
text comes from git's history or from the disk, and show says from which.

ID is the session's id or the start of it, the path of its log, or "last". --messages prints
the last request of the turn, put together from the log.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if last < 1 || turn < 0 {
				return usage("sessions show: --last and --turn count from 1")
			}
			if (all || turn > 0) && cmd.Flags().Changed("last") || all && turn > 0 {
				return usage("sessions show: use only one of --last, --turn and --all")
			}
			if all || turn > 0 {
				last = 0
			}
			s, err := f.settings(env)
			if err != nil {
				return err
			}
			session, err := findSession(cmd.Context(), env, s, *agents, args[0])
			if err != nil {
				return err
			}
			log, again, err := replay.Open(cmd.Context(), s.World, session, last, store.Open, env.Agents.Ask, s.Request.Discovery())
			if err != nil {
				return failed(fmt.Errorf("%s: %s", session.Path, reason(err)))
			}
			if turn > 0 {
				if turn > len(log.Turns) {
					return failed(fmt.Errorf("the session has %d turns", len(log.Turns)))
				}
				again.Cut(log, turn-1, turn)
			}
			if messages {
				return printSent(env, log)
			}
			shape := report.SessionLogOf(log, again, report.Newer(env.Agents, log), report.AgentCounter(env.Agents, s.Request.Means()))
			delegates, err := store.Delegates(cmd.Context(), s.World, session)
			if err != nil {
				return failed(err)
			}
			shape.Delegate(delegates)
			if f.json {
				return env.encode(shape)
			}
			return report.SessionLogText(env.Stdout, shape)
		},
	}
	cmd.Flags().IntVar(&last, "last", 1, "show the last `n` turns")
	cmd.Flags().IntVar(&turn, "turn", 0, "show one turn, by its `number` from 1")
	cmd.Flags().BoolVar(&all, "all", false, "show all turns")
	cmd.Flags().BoolVar(&messages, "messages", false, "print the last request of the turns shown, as the log has it")
	return cmd
}

// printSent prints the last request that galley can assemble from the log.
func printSent(env Env, log *logs.Log) error {
	for i := len(log.Turns) - 1; i >= 0; i-- {
		for j := len(log.Turns[i].Requests) - 1; j >= 0; j-- {
			sent := log.Sent(&log.Turns[i].Requests[j])
			if sent == nil {
				continue
			}
			if sent.Lacks != "" {
				fmt.Fprintln(env.Stderr, "note: the log lacks "+sent.Lacks)
			}
			return env.print(report.SentText(sent))
		}
	}
	if !log.Whole {
		return failed(fmt.Errorf("the part of the log that was read does not contain a whole request: ask with --all"))
	}
	return failed(fmt.Errorf("the log does not contain a whole request"))
}

func newSessionsDiff(env Env, f *flags, agents *[]string) *cobra.Command {
	return &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two sessions",
		Long: `Compare two sessions: their rule files, skills, agents and tools, their system texts if the
logs have them, and what they cost. A and B are IDs as for galley sessions show.`,
		Args: cobra.ExactArgs(2),
		RunE: f.withSettings(env, func(ctx context.Context, s *Session, args []string) error {
			var both [2]*logs.Log
			for i, id := range args {
				session, err := findSession(ctx, env, s, *agents, id)
				if err != nil {
					return err
				}
				if both[i], err = store.Open(ctx, session, 0); err != nil {
					return failed(fmt.Errorf("%s: %s", session.Path, reason(err)))
				}
			}
			d := report.SessionDiffOf(both[0], both[1])
			if f.json {
				return env.encode(d)
			}
			return report.SessionDiffText(env.Stdout, d)
		}),
	}
}

// findSession finds a session by its id, the beginning of the id, its path, or
// "last".
func findSession(ctx context.Context, env Env, s *Session, agents []string, id string) (logs.Session, error) {
	if err := s.readable(agents); err != nil {
		return logs.Session{}, err
	}
	if id == "last" {
		project := launch.Project(s.World, s.Request.Cwd)
		last, ok, err := store.Last(ctx, s.World, agents, project, mostSessions)
		if err == nil && !ok {
			err = fmt.Errorf("no agent has logged a session of %s", project)
		}
		if err != nil {
			return logs.Session{}, failed(err)
		}
		return last, nil
	}
	hits, err := store.Find(ctx, s.World, agents, id, absolute(env.Dir, id))
	switch {
	case err != nil:
		return logs.Session{}, failed(err)
	case len(hits) == 1:
		return hits[0], nil
	case len(hits) == 0:
		return logs.Session{}, failed(fmt.Errorf("no session %q: `galley sessions --everywhere` lists them", id))
	}
	var names []string
	for _, x := range hits[:min(len(hits), 5)] {
		names = append(names, x.ID)
	}
	return logs.Session{}, failed(fmt.Errorf("%d sessions begin with %q: %s", len(hits), id, strings.Join(names, ", ")))
}
