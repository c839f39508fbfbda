package prompts

import (
	"galley/engine/budget"
	"galley/engine/report"
	"galley/engine/token"
	"galley/ui/budgetbar"
	"galley/ui/keymap"
)

// Window compares the whole request, including tools, with its model's context window. A stand-in
// counts with the measured size of the words that it replaces.
func (p *Prompts) Window() budgetbar.Window {
	r := p.result
	all := r.Whole
	most, like := r.Means.Window()
	w := budgetbar.Window{
		Model: r.Model, Choose: p.o.Hint(keymap.ChooseModel), Max: most, Like: like, Used: all.All().Tokens,
		Counting: p.counting(), StandIns: all.StandIns.There(), AtLeast: all.StandIns.Unknown > 0,
	}
	if system, ok := p.systemTokens(); ok {
		w.Used = budget.Sum(system, all.Messages.Tokens, all.Tools.Tokens)
	}
	if _, _, ok := r.Means.Cost(w.Used.Tokens); ok && w.Used.Tokens > 0 {
		w.Price = report.PriceText(r.Means, w.Used.Tokens)
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

// counting reports whether the tokens are still estimates because the vocabulary of the model is
// being loaded.
func (p *Prompts) counting() bool {
	own, estimate := p.result.Means.Counter, token.Estimator{}.Method()
	return p.o.Loaded != nil && own != nil && own.Method() != estimate && p.result.Whole.All().Tokens.Method == estimate
}

// systemTokens returns the tokens of the system messages as the model's own provider counted
// them. The second result is false if the provider has not counted. It is also false if the
// messages contain stand-ins, because the agent then sends another text.
func (p *Prompts) systemTokens() (token.Count, bool) {
	v, all := p.counted, p.result.Whole
	if v == nil || all.StandIns.There() || v.family != budget.Family(p.result.Provider) {
		return token.Count{}, false
	}
	return v.answer.Since(v.system, all.System.Tokens, v.text == p.result.System.String()), true
}

// Limits returns the limits for the bar: the one that the user typed, if there is one, otherwise
// the providers'.
func (p *Prompts) Limits() []budget.Gauge {
	if f := p.result.Fit; f != nil && f.Limit.Provider == budget.User {
		own := f.Limit
		own.Provider = own.Owner()
		return []budget.Gauge{budget.Gauge{Limit: own}.With(p.result.Whole.All().Tokens)}
	}
	return p.Fitting().providers()
}

// providers returns the providers' limits for the profiles to which they apply: galley's own, and
// those that shorten a prompt to a limit. Other agents' prompts are limited only by the model's
// context window.
func (p Fitting) providers() []budget.Gauge {
	if p.result.Sent != nil || !p.result.Limited {
		return nil
	}
	return p.Gauges()
}
