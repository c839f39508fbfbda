package launch

import (
	"context"
	"fmt"
	"slices"

	"galley/engine/capture"
	"galley/engine/capture/endpoint"
	"galley/engine/prompt"
	"galley/engine/secret"
	"galley/engine/textutil"
)

// awaits returns a function that reports whether all requests for which the run waits have
// arrived. These are the requests with the results of the tool calls that galley answered with,
// or the first request of a sub-agent. The function is nil if the run waits only for the first
// main request.
func (o Options) awaits(end *endpoint.Endpoint) func() bool {
	switch {
	case o.Subagent != "":
		return func() bool {
			n := 0
			for _, x := range end.Exchanges() {
				if x.Main && startsConversation(x) {
					n++
				}
			}
			return n > 1 // the first such request is the agent's own
		}
	case len(o.Calls) > 0:
		return func() bool { return countMain(end) > len(o.Calls) } // the agent sends the result of each call in one more request
	}
	return nil
}

// startsConversation reports whether a main request begins a conversation. Such a request does
// not contain a result of a tool. The agent's own next request contains a result, because
// galley answered the first request with a call.
func startsConversation(x endpoint.Exchange) bool {
	return !slices.ContainsFunc(x.Request.Prompt.Messages, func(m prompt.Message) bool { return m.Role == prompt.ToolResult })
}

// delegate returns the request of the sub-agent that was started by the answer to the main request.
// later are the main requests after main.
func delegate(o Options, main *capture.Capture, later []endpoint.Exchange) (*capture.Capture, error) {
	i := slices.IndexFunc(later, startsConversation)
	if i < 0 {
		return nil, fmt.Errorf("%s started no sub-agent %q%s", o.Agent, o.Subagent, refusal(later))
	}
	c := captureOf(later[i])
	c.Agent, c.Version, c.Mode, c.Project, c.Cwd, c.Prompt = main.Agent, main.Version, main.Mode, main.Project, main.Cwd, main.Prompt
	c.Args, c.Substitutions, c.Subagent = main.Args, main.Substitutions, o.Subagent
	c.Notes = append(c.Notes, "the request of the sub-agent "+o.Subagent+"; galley's made-up answer started it")
	return c, nil
}

// refusal returns what the agent told its model about a call that it did not carry out, or "".
func refusal(later []endpoint.Exchange) string {
	for _, x := range later {
		for _, m := range x.Request.Prompt.Messages {
			if m.Role == prompt.ToolResult {
				return ": it answered its model " + textutil.Shorten(textutil.FirstLine(secret.MaskKeys(m.Text().String())), 300)
			}
		}
	}
	return ""
}

// MakeDelegate captures the agent and the sub-agent o.Subagent, and finds out where the bytes of
// both requests come from. It does not store the captures.
func MakeDelegate(ctx context.Context, o Options) (main, sub *capture.Capture, err error) {
	r, err := Capture(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	if err := Understand(ctx, o, r.Capture); err != nil {
		return nil, nil, err
	}
	return r.Capture, r.Delegate, capture.Understand(ctx, r.Delegate, Discover(ctx, o, r.Delegate.Version), o.World, o.facts())
}
