package app

import (
	"context"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/budget"
	"galley/engine/token"
	"galley/ui/dialog"
)

// verified is a provider's own count of the prompt, and what galley counted for
// the same text: together they give a better number for what the text is now.
type verified struct {
	answer token.Verified
	family string // the gauge it belongs to
	text   string
	then   token.Count
}

// verifiedMsg brings a provider's count, or why there is none.
type verifiedMsg struct {
	verified
	err error
}

// askVerify asks before anything leaves the machine.
func (w *Workbench) askVerify() {
	if w.result == nil || w.result.Text.Len() == 0 {
		w.say("There is no prompt to count")
		return
	}
	provider, model := w.result.Provider, w.result.Model
	if provider == "" {
		provider = token.Means("", model).Vendor
	}
	if model == "" || !w.verifier().Available(provider) {
		w.warn("A provider counts for a model (" + w.keys.Hint("choose-model") + ") whose key is in the environment: ANTHROPIC_API_KEY, GEMINI_API_KEY or OPENAI_API_KEY")
		return
	}
	w.dialog = dialog.NewQuestion("Ask the provider to count", fmt.Sprintf("The prompt, %s, would be sent to %s.", plural(w.result.Length.Bytes, "byte"), provider),
		dialog.Answer{Key: "y", Label: "Send it and show the exact number", Do: func() tea.Cmd { return w.verify(provider, model) }},
	)
}

func (w *Workbench) verifier() *token.Verifier {
	return &token.Verifier{Env: w.o.World.LookupEnv, Store: token.NewStore(w.o.StateDir), Now: w.o.Clock}
}

func (w *Workbench) verify(provider, model string) tea.Cmd {
	v, text, family := w.verifier(), w.result.System.String(), budget.Family(provider)
	then, ok := w.counted(family)
	if !ok {
		return nil
	}
	w.say("Asking " + provider + "…")
	return func() tea.Msg {
		answer, err := v.System(context.Background(), provider, model, text)
		if err != nil && answer.Tokens > 0 {
			err = nil // the answer is right; only keeping it failed
		}
		return verifiedMsg{verified{answer, family, text, then}, err}
	}
}

// counted returns galley's own count for a provider's gauge.
func (w *Workbench) counted(family string) (token.Count, bool) {
	for _, g := range w.result.Budgets {
		if g.Provider == family {
			return g.Count, true
		}
	}
	return token.Count{}, false
}

func (w *Workbench) tookVerified(msg verifiedMsg) {
	if msg.err != nil {
		if !errors.Is(msg.err, context.Canceled) {
			w.warn("Not counted: " + msg.err.Error())
		}
		return
	}
	w.verifiedCount = &msg.verified
	w.say(fmt.Sprintf("%s counts %s for this prompt", msg.answer.Provider, plural(msg.answer.Tokens, "token")))
}

// gauges are the result's, with a provider's own count, brought up to date by what
// changed since, in the place of galley's.
func (w *Workbench) gauges() []budget.Gauge {
	v := w.verifiedCount
	if v == nil {
		return w.result.Budgets
	}
	gauges := append([]budget.Gauge(nil), w.result.Budgets...)
	for i := range gauges {
		if gauges[i].Provider == v.family {
			now := v.answer.Since(v.then, gauges[i].Count, v.text == w.result.System.String())
			gauges[i] = gauges[i].With(now)
		}
	}
	return gauges
}
