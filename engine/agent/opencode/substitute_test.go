package opencode

import (
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/secret"
)

func TestReferencesToTheEnvironmentEndWithTheBudget(t *testing.T) {
	t.Parallel()
	const text = "{env:KEY} {env:NONE}{env:EMPTY} $KEY {env:KEY}"
	for _, c := range []struct {
		output int64
		want   string
	}{{18, "swordfish  $KEY swordfish"}, {17, ""}, {8, ""}} {
		limits := facts.DefaultLimits
		limits.Output = c.output
		f := &discovery.Finder{World: facts.NewMemory().Env("KEY", "swordfish").Env("EMPTY", ""), Budget: facts.NewBudget(limits),
			Trace: &discovery.Trace{Secrets: new(secret.Values)}}
		if got := EnvValues(f, text, "/p/opencode.json"); got != c.want {
			t.Errorf("with %d bytes of output: %q, want %q", c.output, got, c.want)
		}
		if got := f.Mask("a swordfish"); got != "a {env:KEY}" {
			t.Errorf("with %d bytes of output the value is masked as %q", c.output, got)
		}
		if over := f.Budget.Over(); (over != nil) != (c.want == "") || over != nil && over.Place != "/p/opencode.json" {
			t.Errorf("with %d bytes of output: %v", c.output, over)
		}
	}
}
