package prompts

import (
	"testing"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/source"
	"galley/engine/token"
)

// A provider's count stands in the gauge's place, and follows what is typed
// afterwards by galley's own count of the change.
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
		t.Errorf("the same text: %+v", g)
	}
	p.result.System = source.Literal("sent and more")
	p.result.Budgets[0] = p.result.Budgets[0].With(estimate(115))
	if g := p.Gauges()[0]; g.Used != 135 || g.Count.Basis == token.Exact || g.State != budget.Over {
		t.Errorf("15 more: %+v", g)
	}
}
