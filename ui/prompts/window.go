package prompts

import (
	"galley/engine/budget"
	"galley/engine/token"
	"galley/ui/budgetbar"
	"galley/ui/keymap"
)

// Window holds the whole request, tools included, against the context window of the
// model that it is for. Stand-ins count at the size that was measured of the agent's own
// words.
func (p *Prompts) Window() budgetbar.Window {
	r := p.result
	all := r.Whole
	w := budgetbar.Window{
		Model: r.Model, Choose: p.o.Hint(keymap.ChooseModel), Max: r.Means.Row.ContextWindow, Used: all.All().Tokens,
		StandIns: all.StandIns.There(), AtLeast: all.StandIns.Unknown > 0,
	}
	if system, ok := p.systemTokens(); ok {
		w.Used = budget.Sum(system, all.Messages.Tokens, all.Tools.Tokens)
	}
	for _, part := range []budgetbar.Part{
		{Name: "system", Count: all.System.Tokens},
		{Name: "messages", Count: all.Messages.Tokens},
		{Name: "tools", Count: all.Tools.Tokens},
	} {
		if part.Count.Tokens > 0 {
			w.Parts = append(w.Parts, part)
		}
	}
	return w
}

// systemTokens are the tokens of the system's words by the model's own provider, if that
// was asked. Where stand-ins hold the place of the agent's words, it counted other text
// than the agent sends.
func (p *Prompts) systemTokens() (token.Count, bool) {
	v, all := p.counted, p.result.Whole
	if v == nil || all.StandIns.There() || v.family != budget.Family(p.result.Provider) {
		return token.Count{}, false
	}
	return v.answer.Since(v.system, all.System.Tokens, v.text == p.result.System.String()), true
}

// Limits are the providers' limits that hold in the world of the templates: those of
// galley's own profile and of those that fit a prompt to such a limit. Another
// agent's prompt has nothing but the window of its model.
func (p *Prompts) Limits() []budget.Gauge {
	if p.result.Sent != nil {
		return nil
	}
	if !p.result.Limited {
		return nil
	}
	return p.Gauges()
}
