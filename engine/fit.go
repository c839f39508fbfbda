package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
	"galley/engine/token"
)

// fit shortens a prompt to a limit, if the request asks for it. It first removes the sections that
// the scenario names. Then it applies the agent's own reductions to the agent's own limit, or for
// other profiles to the limit of the model's provider. The limit that the user typed comes before
// both; it applies to the whole request, as the model's window does. unread is the number of bytes
// that the agent sends and galley does not read.
func (w *Workbench) fit(ctx context.Context, r Request, agent profile.Profile, in profile.Input, made prompt.Prompt, o budget.Options, unread int) *budget.Fitted {
	if !r.Fit {
		return nil
	}
	reductions, provider := reductionsOf(ctx, agent, in, made, o)
	limits := budget.WithOverrides(r.Config.Budgets)
	used := func(p prompt.Prompt) int {
		for _, g := range w.meter.Measure(p, o).Gauges {
			if g.Provider == provider {
				return g.Used
			}
		}
		return 0
	}
	if r.FitTo > 0 {
		provider, limits = budget.User, []budget.Limit{{Provider: budget.User, Unit: budget.Tokens, Max: r.FitTo, Source: budget.Typed}}
		used = func(p prompt.Prompt) int {
			m := w.meter.Measure(p, o)
			all := whole(m, p, agent, r.Scenario.Tools.Given)
			all.Unread = m.Unread(unread)
			return all.All().Tokens.Tokens
		}
	}
	for _, l := range limits {
		if l.Provider != provider {
			continue
		}
		steps := sectionSteps(in.Scenario.Fit)
		fitted := budget.Fit(made, withSections(made, reductions, steps), l, used)
		fitted.Problems = append(fitted.Problems, absent(in, made, steps)...)
		return &fitted
	}
	return nil
}

// Fits reports whether a profile's prompt can be fitted to a limit: the agent's own, or that of the
// model's provider.
func Fits(p profile.Profile, means token.Meaning) bool {
	_, own := p.(profile.Fitter)
	return own || budget.ProviderOf(means) != ""
}

// reductionsOf returns what can be removed from a prompt, and the provider whose limit applies. o has
// the provider and the model of the prompt, also if the agent chooses them.
func reductionsOf(ctx context.Context, agent profile.Profile, in profile.Input, made prompt.Prompt, o budget.Options) (budget.Reductions, string) {
	if f, ok := agent.(profile.Fitter); ok {
		return f.Reductions(ctx, in)
	}
	rules := budget.Reduction{Name: "rule files", Make: func() (prompt.Prompt, []budget.BlockCut) { return budget.Shorter(made) }}
	return budget.Reductions{Steps: []budget.Reduction{rules}, Compress: true}, budget.ProviderOf(token.Means(o.Provider, o.Model))
}

// sectionStep is one step of the scenario's list: the headings whose sections it removes.
type sectionStep struct {
	step     int
	headings []string
}

func sectionSteps(all []scenario.FitSection) (steps []sectionStep) {
	for _, s := range all {
		n := max(s.Step, 1)
		i := slices.IndexFunc(steps, func(have sectionStep) bool { return have.step == n })
		if i < 0 {
			i = len(steps)
			steps = append(steps, sectionStep{step: n})
		}
		steps[i].headings = append(steps[i].headings, s.Heading)
	}
	slices.SortStableFunc(steps, func(a, b sectionStep) int { return cmp.Compare(a.step, b.step) })
	return steps
}

// withSections puts the steps that remove sections before an agent's own reductions, and removes
// these sections from the prompts of the later steps.
func withSections(made prompt.Prompt, own budget.Reductions, steps []sectionStep) budget.Reductions {
	out := budget.Reductions{Compress: own.Compress}
	var gone []string
	take := func(p prompt.Prompt, headings []string) (prompt.Prompt, []budget.BlockCut) {
		var all []budget.BlockCut
		for _, h := range headings {
			var cuts []budget.BlockCut
			p, cuts = budget.Without(p, h)
			all = append(all, cuts...)
		}
		return p, all
	}
	for _, s := range steps {
		gone = append(gone, s.headings...)
		headings := slices.Clone(gone)
		out.Steps = append(out.Steps, budget.Reduction{Name: sectionsName(s.headings), Make: func() (prompt.Prompt, []budget.BlockCut) { return take(made, headings) }})
	}
	for _, reduction := range own.Steps {
		make := reduction.Make
		reduction.Make = func() (prompt.Prompt, []budget.BlockCut) {
			p, cuts := make()
			p, _ = take(p, gone)
			return p, cuts
		}
		out.Steps = append(out.Steps, reduction)
	}
	return out
}

func sectionsName(headings []string) string {
	if len(headings) == 1 {
		return "the section " + headings[0]
	}
	return fmt.Sprintf("%d sections: %s", len(headings), headings)
}

// absent reports the headings of the steps that the prompt does not have.
func absent(in profile.Input, made prompt.Prompt, steps []sectionStep) (all []diag.Problem) {
	for _, s := range steps {
		for _, h := range s.headings {
			if _, cuts := budget.Without(made, h); len(cuts) == 0 {
				p := in.Problem(diag.UnknownWord, "fit: the prompt has no section under "+h, "a heading is a whole line of the prompt, such as ## Examples")
				p.Span = source.NoSpan
				all = append(all, p)
			}
		}
	}
	return all
}
