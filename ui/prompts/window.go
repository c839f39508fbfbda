package prompts

import (
	"galley/engine/budget"
	"galley/engine/profile"
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
	if messages, ok := p.messageTokens(); ok {
		w.Used = budget.Sum(messages, all.Tools.Tokens)
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

// messageTokens are the tokens of all messages by the model's own provider, if that was
// asked.
func (p *Prompts) messageTokens() (token.Count, bool) {
	if v := p.counted; v != nil && v.family == budget.Family(p.result.Provider) {
		for _, g := range p.Gauges() {
			if g.Provider == v.family {
				return g.Count, true
			}
		}
	}
	return token.Count{}, false
}

// Limits are the providers' limits that hold in the world of the templates: those of
// galley's own profile and of those that fit a prompt to such a limit. Another
// agent's prompt has nothing but the window of its model.
func (p *Prompts) Limits() []budget.Gauge {
	if p.result.Sent != nil {
		return nil
	}
	shown, _ := p.o.Engine.Agents().Profile(p.result.Profile)
	_, fits := shown.(profile.Fitter)
	if shown.Name() != profile.Default && !fits {
		return nil
	}
	return p.Gauges()
}
