package launch

import (
	"context"
	"slices"

	"galley/engine/capture"
	"galley/engine/discovery"
	"galley/engine/prompt"
)

// withReached returns the trace, extended by the rule files that an agent loads when a tool
// reaches their directory. It does so if the request has results of tools, because these may
// contain the texts of such files. It does not change the trace t itself.
func withReached(ctx context.Context, o Options, c *capture.Capture, t *discovery.Trace) *discovery.Trace {
	asked := o.Agents.Ask(o.Agent, c.Version)
	r, err := c.Request()
	if err != nil || asked.Discover == nil || !slices.ContainsFunc(r.Prompt.Messages, func(m prompt.Message) bool { return m.Role == prompt.ToolResult }) {
		return t
	}
	traces, _, err := discovery.Survey(ctx, o.World, []discovery.SurveyAgent{asked}, o.Starter.Asked(o.Cwd, o.Mode, o.Args))
	if err != nil {
		return t
	}
	out := *t
	out.Candidates = slices.Clone(t.Candidates)
	for _, x := range traces[0].Candidates {
		if x.Verdict == discovery.Later && x.Kind == discovery.Rule && len(t.Find(x.Path)) == 0 {
			out.Candidates = append(out.Candidates, x)
		}
	}
	return &out
}
