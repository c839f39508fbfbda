package prompts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/token"
	"galley/ui/view/viewtest"
)

// counter is a provider that counts 10 tokens for a system text and 7 for the rest of a request.
func counter(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		n := 7
		if strings.Contains(string(body), "the prompt") {
			n += 10
		}
		fmt.Fprintf(w, `{"input_tokens":%d}`, n)
	}))
	t.Cleanup(s.Close)
	return s
}

// The provider's count replaces that of its gauge and of the system messages in the window. A
// count that cannot be stored is used too.
func TestAProvidersCountIsTaken(t *testing.T) {
	t.Parallel()
	count := func(n int) token.Count {
		return token.Count{Tokens: n, Basis: token.Estimate, Low: n, High: n, Method: "claude-v3"}
	}
	for name, state := range map[string]string{"kept": t.TempDir(), "not kept": filepath.Join(t.TempDir(), "a\x00b")} {
		w := facts.NewMemory().Env("ANTHROPIC_API_KEY", "k").Env("ANTHROPIC_BASE_URL", counter(t).URL)
		p := New(Options{World: w, StateDir: state, Clock: time.Now, Screen: viewtest.NewScreen(time.Now)})
		p.result = &engine.Result{Provider: "anthropic", Model: "claude-sonnet-4-5", System: source.Literal("the prompt"), Budgets: []budget.Gauge{
			budget.Gauge{Limit: budget.Limit{Provider: "gemini", Unit: budget.Tokens, Max: 100}}.With(count(3)), budget.Gauge{Limit: budget.Limit{Provider: "claude", Unit: budget.Tokens, Max: 100}}.With(count(20))}}
		p.result.Whole.System.Tokens = count(12)
		ask := p.verify("anthropic", "claude-sonnet-4-5")
		if text, bad := p.screen.News(); text != "Asking anthropic…" || bad {
			t.Errorf("%s: said %q", name, text)
		}
		p.Update(ask())
		if text, bad := p.screen.News(); text != "anthropic counts 10 tokens for this prompt" || bad {
			t.Errorf("%s: said %q", name, text)
		}
		v := p.counted
		if v == nil || v.family != "claude" || v.text != "the prompt" || v.then.Tokens != 20 || v.system.Tokens != 12 {
			t.Fatalf("%s: taken is %+v", name, v)
		}
		if g := p.Gauges(); g[0].Used != 3 || g[1].Used != 10 {
			t.Errorf("%s: the gauges show %d and %d", name, g[0].Used, g[1].Used)
		}
		if p.result.Budgets[1].Used != 20 {
			t.Errorf("%s: the result itself was changed", name)
		}
		if p.verify("openai", "gpt-5") != nil {
			t.Errorf("%s: a provider without a gauge is asked", name)
		}
	}
}

// If a provider cannot be asked, a message says so, unless galley itself has cancelled the
// request.
func TestAProviderThatCannotBeAsked(t *testing.T) {
	t.Parallel()
	p := New(Options{World: facts.NewMemory(), Clock: time.Now, Screen: viewtest.NewScreen(time.Now)})
	p.result = &engine.Result{System: source.Literal("x"), Budgets: []budget.Gauge{{Limit: budget.Limit{Provider: "claude"}}}}
	p.Update(p.verify("anthropic", "claude-sonnet-4-5")())
	if text, bad := p.screen.News(); !strings.HasPrefix(text, "Not counted: no key for ") || !bad || p.counted != nil {
		t.Errorf("said %q, %v", text, bad)
	}
	p.screen.ClearNews()
	p.tookVerified(verifiedMsg{err: fmt.Errorf("asking: %w", context.Canceled)})
	if text, _ := p.screen.News(); text != "" || p.counted != nil {
		t.Errorf("of a question that was ended it says %q", text)
	}
	p.tookVerified(verifiedMsg{err: errors.New("broken")})
	if text, bad := p.screen.News(); text != "Not counted: broken" || !bad {
		t.Errorf("said %q, %v", text, bad)
	}
}

// If no provider is named, galley asks the provider of the model. It asks the user for consent
// only if there is a key.
func TestTheProviderFollowsFromTheModel(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", model("", "claude-sonnet-4-5"), func(b *bench) {
		b.result.Provider = ""
		b.world.Env("ANTHROPIC_API_KEY", "k").Env("ANTHROPIC_BASE_URL", "http://example.com") // galley refuses this address
		b.Does(b.Verify).Sees("would be sent to anthropic.").Press("y").Warned("Not counted: ANTHROPIC_BASE_URL is not https")
		b.result.Model = ""
		b.Does(b.Verify).Warned("To count, galley needs a model")
	})
}
