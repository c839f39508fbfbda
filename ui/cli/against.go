package cli

import (
	"context"
	"io"

	"galley/engine"
	"galley/engine/branch"
	"galley/engine/check"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
)

// against prints what the branch changes in each agent's prompt since the revision rev. The exit
// status is 1 if the change breaks a limit.
func (f *flags) against(ctx context.Context, env Env, agents []string, rev, format string) error {
	s, asked, o, err := f.surveyed(env, agents)
	if err != nil {
		return err
	}
	writers := map[string]func(io.Writer, report.Branch) error{
		"": report.BranchText, "text": report.BranchText, "markdown": report.BranchMarkdown, "github": report.BranchGitHub,
		"json": func(_ io.Writer, b report.Branch) error { return env.encode(b) },
	}
	write := writers[format]
	if write == nil {
		return usage("check: unknown format %q; the formats are text, markdown, json and github", format)
	}
	past, err := facts.PastOf(ctx, s.World, s.Request.Cwd, rev)
	if err != nil {
		return failed(err)
	}
	var traces [2][]*discovery.Trace // the traces at the revision and those of today
	for i, w := range []facts.World{past.World, s.World} {
		if traces[i], _, err = discovery.Survey(ctx, w, asked, o); err != nil {
			return failed(err)
		}
	}
	counts := report.AgentCounter(env.Agents, s.Request.Means())
	count := func(agent, text string) int { return counts(agent, text).Tokens }
	changes := branch.Compare(past.World, s.World, traces[0], traces[1], count)
	if err := s.requests(ctx, env, past.World, changes, count); err != nil {
		return err
	}
	limits := s.limits()
	problems := append(limits.Unknown(env.agentNames()), limits.Broken(changes)...)
	shape := report.BranchOf(past.Top, rev, past.Commit, past.Base, changes, limits, problems, counts)
	if err := write(env.Stdout, shape); err != nil {
		return failed(err)
	}
	if check.Fails(problems) {
		return problemsFound
	}
	return nil
}

// limits returns the limits of the configuration.
func (s *Session) limits() branch.Limits {
	rules := s.Request.Config.Check
	return branch.Limits{Tokens: rules.Tokens, Growth: rules.Growth, Places: s.places}
}

// agentNames returns the names of the agents whose rule files galley can find.
func (e Env) agentNames() (names []string) {
	for _, a := range e.Agents.Discoverers() {
		names = append(names, a.Name)
	}
	return names
}

// requests adds the size of the whole request, before and after the change, and the changed
// declarations of tools. It does so for the agent of the captured request, if the command has one.
func (s *Session) requests(ctx context.Context, env Env, past facts.World, changes []branch.Agent, count branch.Counter) error {
	c := s.Request.Capture
	if c == nil {
		return nil
	}
	for i := range changes {
		if changes[i].After.Agent != c.Agent {
			continue
		}
		render := func(w facts.World) (*engine.Result, error) {
			return env.engine(w, engine.WithVocabularies()).Render(ctx, s.Request)
		}
		if err := changes[i].Weigh(past, s.World, render, count); err != nil {
			return failed(err)
		}
	}
	return nil
}

// weights reports the agents whose files on disk add more tokens than the configured limits allow,
// and names in the limits that are not agents.
func (f *flags) weights(ctx context.Context, env Env, s *Session) ([]diag.Problem, error) {
	limits := s.limits()
	if len(limits.Tokens) == 0 {
		return nil, nil
	}
	limits.Growth = nil
	traces, _, err := discovery.Survey(ctx, s.World, f.listed(s).SurveyAgents(), s.Request.Discovery())
	if err != nil {
		return nil, failed(err)
	}
	counts := report.AgentCounter(env.Agents, s.Request.Means())
	changes := branch.Compare(s.World, s.World, traces, traces, func(agent, text string) int { return counts(agent, text).Tokens })
	return append(limits.Unknown(env.agentNames()), limits.Broken(changes)...), nil
}
