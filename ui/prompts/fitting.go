package prompts

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/report"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/words"
)

// ToggleFit switches between the full prompt and the prompt that is shortened to its agent's limit.
func (p *Prompts) ToggleFit() tea.Cmd {
	if p.result == nil {
		return nil
	}
	if !p.request.Fit && !p.fits() {
		p.screen.Say(unlimited(p.result, p.Limits(), p.o.Hint(keymap.ChooseModel)))
		return nil
	}
	p.request.Fit = !p.request.Fit
	p.toCut = p.request.Fit
	if !p.request.Fit { // if fitting is turned on, a message with the result says what was cut
		p.screen.Say("The prompt is shown as it is")
	}
	return p.Render()
}

// fitted says what fitting did to the prompt. key is the key that lists the cuts, or "".
func fitted(f *budget.Fitted, key string) string {
	unit := string(f.Limit.Unit)
	if f.Limit.Unit == budget.UTF16 {
		unit = "UTF-16 units"
	}
	limit := fmt.Sprintf("%s's limit of %s %s", f.Limit.Provider, words.Rounded(f.Limit.Max), unit)
	if len(f.Steps) == 0 {
		return fmt.Sprintf("Nothing is cut: the prompt has %s of %s; [budgets] in .galley/config.toml sets another limit", words.Rounded(f.Used), limit)
	}
	text := fmt.Sprintf("The prompt is fitted to %s: %s before, %s now", limit, words.Rounded(f.Before), words.Rounded(f.Used))
	if !f.Fits() {
		text = fmt.Sprintf("The prompt does not fit in %s: %s before, still %s with everything cut that may be", limit, words.Rounded(f.Before), words.Rounded(f.Used))
	}
	if key != "" {
		text += "; " + key + " lists the cuts"
	}
	return text
}

// unlimited says why a prompt cannot be fitted to a limit. If providers have limits, it says
// that the user must choose a model of one of them. chooseModel is the key that lists the
// models, or "".
func unlimited(r *engine.Result, limits []budget.Gauge, chooseModel string) string {
	if r.Sent != nil {
		return "This prompt was captured: it is shown as it was sent"
	}
	var providers []string
	for _, g := range limits {
		providers = append(providers, g.Provider)
	}
	if len(providers) == 0 {
		return r.Profile + " has no limit of its own, and no model is chosen whose provider has one"
	}
	of := providers[0]
	if last := len(providers) - 1; last > 0 {
		of = strings.Join(providers[:last], ", ") + " or " + providers[last]
	}
	text := "To fit the prompt to a limit, choose a model of " + of
	if chooseModel != "" {
		text += " (" + chooseModel + ")"
	}
	return text
}

// linesMsg carries lines for a dialog that waits for them.
type linesMsg struct {
	reader *dialog.Reader
	lines  []dialog.Line
}

// withFitting opens the dialog of the budgets with the log of the prompt's shortening below. If the
// shown prompt is not shortened, it shortens a copy in the background, to show what would be cut.
func (p *Prompts) withFitting(lines []dialog.Line) tea.Cmd {
	log := func(r *engine.Result) []dialog.Line {
		all := append([]dialog.Line{}, lines...)
		all = append(all, nil, dialog.Text("Fitting", dialog.Accent))
		for _, line := range report.FitLines(r.Fit) {
			all = append(all, dialog.Text(line, dialog.Base))
		}
		return all
	}
	if p.result.Fit != nil {
		p.screen.Open(dialog.NewReader("Budgets", log(p.result)).Hanging())
		return nil
	}
	reader := dialog.NewReader("Budgets", lines).Hanging()
	p.screen.Open(reader)
	if !p.fits() {
		return nil
	}
	request, bench := p.rendering.request, p.patient()
	request.Fit = true
	hint := p.o.Hint(keymap.ToggleFit)
	return func() tea.Msg {
		r, err := bench.Render(context.Background(), request)
		if err != nil || r.Fit == nil || len(r.Fit.Steps) == 0 { // the prompt fits, as the numbers above say
			return nil
		}
		all := log(r)
		if hint != "" {
			all = append(all, dialog.Text(hint+" shows the prompt fitted", dialog.Muted))
		}
		return linesMsg{reader, all}
	}
}
