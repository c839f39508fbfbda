package prompts

import (
	"galley/engine/budget"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/token"
	"galley/ui/budgetbar"
	"galley/ui/keymap"
)

// Window holds the whole request, tools included, against the context window of the
// model that it is for.
func (p *Prompts) Window() budgetbar.Window {
	r := p.result
	w := budgetbar.Window{Model: r.Model, Choose: p.o.Hint(keymap.ChooseModel), Max: r.Means.Row.ContextWindow}
	var system, others []token.Count
	for i, b := range r.Blocks {
		if role := r.Prompt.Messages[b.Message].Role; role == prompt.System || role == prompt.Instructions || role == prompt.Developer {
			system = append(system, r.Blocks[i].Tokens)
		} else {
			others = append(others, r.Blocks[i].Tokens)
		}
	}
	messages := p.messageTokens()
	w.Used = budget.Sum(messages, r.Tools.Tokens)
	for _, part := range []budgetbar.Part{
		{Name: "system", Count: budget.Sum(system...)},
		{Name: "messages", Count: budget.Sum(others...)},
		{Name: "tools", Count: r.Tools.Tokens},
	} {
		if part.Count.Tokens > 0 {
			w.Parts = append(w.Parts, part)
		}
	}
	return w
}

// messageTokens are the tokens of all messages by the model's own provider where that
// was asked, else by galley.
func (p *Prompts) messageTokens() token.Count {
	if v := p.counted; v != nil && v.family == budget.Family(p.result.Provider) {
		for _, g := range p.Gauges() {
			if g.Provider == v.family {
				return g.Count
			}
		}
	}
	return p.result.Tokens.Tokens
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
