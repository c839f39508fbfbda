package prompts

import (
	"context"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/budget"
	"galley/engine/token"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/screen"
	"galley/ui/words"
)

// verified has a provider's own count of the prompt and galley's count of the same text. The
// two counts together make galley's count of the current text more exact.
type verified struct {
	answer token.Verified
	family string // the family of the limit to which the count belongs
	text   string
	then   token.Count // galley's count of the text that the provider counted
	system token.Count // galley's count of the system messages alone, which the provider counted
}

// availableMsg says whether a provider can be asked for a count.
type availableMsg struct {
	provider, model string
	ok              bool
	asked           screen.Ticket
}

// Verify asks the user for consent that a provider counts the prompt, before anything is sent.
func (p *Prompts) Verify() tea.Cmd {
	if p.result == nil || p.result.Text.Len() == 0 {
		p.screen.Say("No prompt to count")
		return nil
	}
	msg := availableMsg{provider: p.result.Provider, model: p.result.Model, asked: p.screen.Ticket()}
	if msg.provider == "" {
		msg.provider = token.Means("", msg.model).Vendor
	}
	v := p.verifier()
	return func() tea.Msg {
		msg.ok = msg.model != "" && v.Available(msg.provider)
		return msg
	}
}

func (p *Prompts) askVerify(msg availableMsg) tea.Cmd {
	if !msg.ok {
		p.screen.Warn("To count, galley needs a model (" + p.o.Hint(keymap.ChooseModel) + ") and the key of its provider in the environment: ANTHROPIC_API_KEY, GEMINI_API_KEY or OPENAI_API_KEY")
		return nil
	}
	return p.screen.Answer(msg.asked, "counting", func() tea.Cmd {
		p.screen.Open(dialog.NewQuestion("Ask the provider to count", fmt.Sprintf("The prompt, %s, would be sent to %s.", words.Plural(p.result.Length.Bytes, "byte"), msg.provider),
			dialog.Answer{Key: "y", Label: "Send it and show the exact number", Do: func() tea.Cmd { return p.verify(msg.provider, msg.model) }},
		))
		return nil
	})
}

func (p *Prompts) verifier() *token.Verifier {
	return &token.Verifier{Env: p.o.World.LookupEnv, Store: token.NewStore(p.o.StateDir), Now: p.o.Clock}
}

// verifiedMsg carries a provider's count, or the error of the request.
type verifiedMsg struct {
	verified
	err error
}

func (p *Prompts) verify(provider, model string) tea.Cmd {
	v, text, family := p.verifier(), p.result.System.String(), budget.Family(provider)
	then, ok := p.countOf(family)
	if !ok {
		return nil
	}
	system := p.result.Whole.System.Tokens
	p.screen.Say("Asking " + provider + "…")
	return func() tea.Msg {
		answer, err := v.System(context.Background(), provider, model, text)
		if err != nil && answer.Tokens > 0 {
			err = nil // the count is correct; only storing it failed
		}
		return verifiedMsg{verified{answer, family, text, then, system}, err}
	}
}

// countOf returns galley's own count for the limit of a provider.
func (p *Prompts) countOf(family string) (token.Count, bool) {
	for _, g := range p.result.Budgets {
		if g.Provider == family {
			return g.Count, true
		}
	}
	return token.Count{}, false
}

func (p *Prompts) tookVerified(msg verifiedMsg) {
	if msg.err != nil {
		if !errors.Is(msg.err, context.Canceled) {
			p.screen.Warn("Not counted: " + words.Reason(msg.err))
		}
		return
	}
	p.counted = &msg.verified
	p.screen.Say(fmt.Sprintf("%s counts %s for this prompt", msg.answer.Provider, words.Plural(msg.answer.Tokens, "token")))
}

// Gauges returns the limits of the result and how much of them is used. A provider's own count,
// adjusted for changes since then, replaces galley's.
func (p *Prompts) Gauges() []budget.Gauge {
	v := p.counted
	if v == nil {
		return p.result.Budgets
	}
	gauges := append([]budget.Gauge(nil), p.result.Budgets...)
	for i := range gauges {
		if gauges[i].Provider == v.family {
			now := v.answer.Since(v.then, gauges[i].Count, v.text == p.result.System.String())
			gauges[i] = gauges[i].With(now)
		}
	}
	return gauges
}
