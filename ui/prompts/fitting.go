package prompts

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/words"
)

// ToggleFit switches between the full prompt and the prompt that is shortened to its agent's limit.
func (p *Prompts) ToggleFit() tea.Cmd {
	if p.result == nil {
		return nil
	}
	if !p.request.Fit && !p.Fitting().fits() {
		p.screen.Say(unlimited(p.result, p.Fitting().providers(), p.o.Hint(keymap.ChooseModel)))
		return nil
	}
	p.request.Fit, p.request.FitTo = !p.request.Fit, 0
	p.toCut = p.request.Fit
	if !p.request.Fit { // if fitting is turned on, a message with the result says what was cut
		p.screen.Say("The prompt is shown as it is")
	}
	return p.Render()
}

// Fitting has the methods about a limit that the user types.
type Fitting struct{ *Prompts }

// Fitting returns these methods.
func (p *Prompts) Fitting() Fitting { return Fitting{p} }

// Ask asks for a limit in tokens, and shows what galley would cut so that the request fits in it.
// An empty answer removes the limit.
func (p Fitting) Ask() {
	if p.result == nil {
		return
	}
	if p.result.Sent != nil {
		p.screen.Say(unlimited(p.result, nil, ""))
		return
	}
	now := ""
	if p.request.FitTo > 0 {
		now = strconv.Itoa(p.request.FitTo)
	}
	note := fmt.Sprintf("The request has %s tokens with its tools. galley shows what it would cut; the agent itself may do something else. Empty: no limit", tokens(p.Window().Used))
	p.screen.Open(dialog.NewField("A limit of your own, in tokens (8000, 32k)", note, now, p.take))
}

// take fits the prompt to the limit that the user typed, or removes the limit.
func (p Fitting) take(text string) tea.Cmd {
	if strings.TrimSpace(text) == "" {
		if p.request.FitTo == 0 {
			return nil
		}
		return p.ToggleFit()
	}
	most, ok := budget.ParseTokens(text)
	if !ok {
		p.screen.Warn(fmt.Sprintf("%q is not a number of tokens: write 8000 or 32k", cell.Visible(text)))
		return nil
	}
	p.request.Fit, p.request.FitTo, p.toCut = true, most, true
	return p.Render()
}

// Title says for a title that the prompt is fitted, and to which limit if the user typed one. It
// returns "" if the prompt is shown as it is.
func (p Fitting) Title() string {
	switch f := p.result.Fit; {
	case f == nil:
		return ""
	case f.Limit.Provider == budget.User && !f.Fits():
		return "fitted: too large for your limit of " + words.Rounded(f.Limit.Max)
	case f.Limit.Provider == budget.User:
		return "fitted: your limit of " + words.Rounded(f.Limit.Max)
	}
	return "fitted"
}

// fitted says what fitting did to the prompt. key is the key that lists the cuts, or "".
func fitted(f *budget.Fitted, key string) string {
	owner := f.Limit.Owner()
	if f.Limit.Provider != budget.User {
		owner += "'s limit"
	}
	limit := fmt.Sprintf("%s of %s %s", owner, words.Rounded(f.Limit.Max), f.Limit.Unit.Words())
	if len(f.Steps) == 0 && f.Limit.Provider == budget.User {
		return fmt.Sprintf("Nothing is cut: the request has %s of %s", words.Rounded(f.Used), limit)
	}
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
	if !p.Fitting().fits() {
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
