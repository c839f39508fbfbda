package prompts

import (
	"testing"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/source"
	"galley/engine/token"
	"galley/ui/keymap"
)

// The count that a provider returned replaces the gauge's own. Later edits add galley's own count
// of the change.
func TestVerifiedCountFollowsWhatIsTypedAfterwards(t *testing.T) {
	estimate := func(n int) token.Count {
		return token.Count{Tokens: n, Basis: token.Estimate, Low: n - 10, High: n + 10, Method: "claude-v3"}
	}
	limit := budget.Limit{Provider: "claude", Unit: budget.Tokens, Max: 130}
	p := &Prompts{
		result: &engine.Result{System: source.Literal("sent"), Budgets: []budget.Gauge{budget.Gauge{Limit: limit}.With(estimate(100))}},
		counted: &verified{
			answer: token.Verified{Tokens: 120, Provider: "anthropic"}, family: "claude", text: "sent", then: estimate(100),
		},
	}
	if g := p.Gauges()[0]; g.Used != 120 || g.Count.Basis != token.Exact || g.State != budget.Warning {
		t.Errorf("for the same text: %+v", g)
	}
	p.result.System = source.Literal("sent and more")
	p.result.Budgets[0] = p.result.Budgets[0].With(estimate(115))
	if g := p.Gauges()[0]; g.Used != 135 || g.Count.Basis == token.Exact || g.State != budget.Over {
		t.Errorf("15 more: %+v", g)
	}
}

// A provider counts only the system prompt. The window adds messages and tools to that number
// exactly once.
func TestProvidersCountPlusMessagesAndTools(t *testing.T) {
	count := func(n int) token.Count {
		return token.Count{Tokens: n, Basis: token.Estimate, Low: n, High: n, Method: "claude-v3"}
	}
	size := func(n int) budget.Size { return budget.Size{Tokens: count(n)} }
	p := &Prompts{
		o:      Options{Hint: func(keymap.Action) string { return "" }},
		result: &engine.Result{Provider: "anthropic", System: source.Literal("sent"), Whole: budget.Whole{System: size(100), Messages: size(30), Tools: size(500)}},
		counted: &verified{
			answer: token.Verified{Tokens: 120, Provider: "anthropic"}, family: "claude", text: "sent", then: count(630), system: count(100),
		},
	}
	if got := p.Window().Used.Tokens; got != 650 {
		t.Errorf("%d tokens, not 120 and 30 and 500", got)
	}
	p.result.System, p.result.Whole.System = source.Literal("sent and more"), size(115)
	if got := p.Window().Used.Tokens; got != 665 {
		t.Errorf("%d tokens, not 15 more", got)
	}
	p.result.Whole.StandIns.Blocks = 1
	if got := p.Window().Used.Tokens; got != 645 {
		t.Errorf("%d tokens: a provider counted stand-ins, but galley must use the measured size", got)
	}
}
