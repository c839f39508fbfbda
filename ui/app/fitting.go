package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/ui/dialog"
	"galley/ui/keymap"
)

// toggleFit shows the prompt as it is fitted to its agent's limit, or as it is.
func (w *Workbench) toggleFit() tea.Cmd {
	if w.result == nil {
		return nil
	}
	if !w.request.Fit && !w.fits() {
		w.say(w.result.Profile + " has no way to fit a prompt: it is shown as it is")
		return nil
	}
	w.request.Fit = !w.request.Fit
	w.toCut = w.request.Fit
	w.say(onOff("The prompt is fitted to its limit", "The prompt is shown as it is", w.request.Fit))
	return w.render()
}

// fits reports whether the agent has a way to fit its prompt.
func (w *Workbench) fits() bool {
	agent, _ := profile.Lookup(w.result.Profile)
	_, ok := agent.(profile.Fitter)
	return ok
}

// showCut puts the reader's place where the text was cut, once the prompt that was
// asked to be fitted is there.
func (w *Workbench) showCut() {
	if !w.toCut || !w.rendering.request.Fit {
		return
	}
	w.toCut = false
	if offset, ok := report.FirstCut(w.result); ok {
		w.preview.GoTo(offset)
	}
}

// withFitting opens the budgets with the log of the prompt's fitting below them. A
// prompt that is shown as it is is fitted off the key path, to tell what would be
// taken from it.
func (w *Workbench) withFitting(lines []dialog.Line) tea.Cmd {
	log := func(r *engine.Result) []dialog.Line {
		all := append([]dialog.Line{}, lines...)
		all = append(all, nil, dialog.Line{part("Fitting", title)})
		for _, line := range report.FitLines(r.Fit) {
			all = append(all, dialog.Line{part(line, base)})
		}
		return all
	}
	if w.result.Fit != nil {
		w.dialog = dialog.NewReader("Budgets", log(w.result))
		return nil
	}
	reader := dialog.NewReader("Budgets", lines)
	w.dialog = reader
	if !w.fits() {
		return nil
	}
	request, bench := w.shownRequest(), engine.New(w.o.World, w.o.Counting...)
	request.Fit = true
	hint := w.keys.Hint(keymap.ToggleFit)
	return func() tea.Msg {
		r, err := bench.Render(context.Background(), request)
		if err != nil || r.Fit == nil {
			return nil
		}
		all := log(r)
		if len(r.Fit.Steps) > 0 && hint != "" {
			all = append(all, dialog.Line{part(hint+" shows the prompt fitted", muted)})
		}
		return linesMsg{reader, all}
	}
}
