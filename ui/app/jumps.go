package app

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/ui/keymap"
	"galley/ui/layout"
)

// jumps is the list of places that were left by a jump, as browsers have it.
type jumps struct {
	places []place
	at     int // places[at:] lie ahead
}

// place is a pane and an offset in it.
type place struct {
	pane   layout.Pane
	offset int
}

// mostJumps bounds the list; the oldest places fall off.
const mostJumps = 200

func (w *Workbench) here() place {
	if w.focus == layout.Preview {
		return place{layout.Preview, w.preview.Cursor()}
	}
	return place{layout.Template, w.editor.Caret()}
}

// remember notes the place that a jump leaves.
func (w *Workbench) remember() {
	j := &w.jumps
	j.places = append(j.places[:j.at], w.here())
	if len(j.places) > mostJumps {
		j.places = j.places[1:]
	}
	j.at = len(j.places)
}

func (w *Workbench) jumpBack() {
	j := &w.jumps
	if j.at == 0 {
		w.say("No place to go back to")
		return
	}
	here := w.here()
	j.at--
	target := j.places[j.at]
	j.places[j.at] = here
	w.goTo(target)
}

func (w *Workbench) jumpForward() {
	j := &w.jumps
	if j.at >= len(j.places) {
		w.say("No place to go forward to")
		return
	}
	here := w.here()
	target := j.places[j.at]
	j.places[j.at] = here
	j.at++
	w.goTo(target)
}

func (w *Workbench) goTo(p place) {
	w.setFocus(p.pane)
	if p.pane == layout.Preview {
		w.tab = tabText
		w.preview.GoTo(p.offset)
	} else {
		w.editor.SetCaret(p.offset)
	}
}

// jump goes from the template to what the caret's place became, and from the
// preview to the tag or the text that made the reader's place.
func (w *Workbench) jump() tea.Cmd {
	switch w.focus {
	case layout.Preview:
		return w.jumpFromView()
	case layout.Variables:
		return w.jumpToUse()
	default:
		w.jumpToPreview()
		return nil
	}
}

func (w *Workbench) jumpToPreview() {
	w.matchPreview()
	span, ok := w.preview.Matched()
	if !ok {
		w.say("Nothing of this place is in the prompt")
		return
	}
	w.remember()
	w.tab = tabText
	w.setFocus(layout.Preview)
	w.preview.GoTo(span.Start)
}

func (w *Workbench) jumpToTemplate() tea.Cmd {
	origin, ok := w.preview.Origin()
	if !ok || origin.Tag == source.NoSpan {
		w.say("This text comes from no place of the template")
		return nil
	}
	if origin.Kind == source.Template {
		w.remember()
		w.setFocus(layout.Template)
		w.editor.SetCaret(origin.Tag.Start)
		return nil
	}
	w.selectSpan(origin.Tag)
	w.say(w.describe(origin))
	return nil
}

// describe says where a piece comes from, in one line.
func (w *Workbench) describe(o source.Origin) string {
	switch o.Kind {
	case source.File, source.Import:
		return fmt.Sprintf("%s, line %d", w.shorten(o.Source), o.Line)
	case source.Override:
		return o.Source + ", overridden here"
	default:
		return o.Source
	}
}

func (w *Workbench) jumpToUse() tea.Cmd {
	if span, ok := w.inspector.NextUse(); ok {
		w.selectSpan(span)
		return nil
	}
	if v, ok := w.inspector.Selected(); ok {
		w.say(v.Key + " is not used: " + w.keys.Hint(keymap.InsertVariable) + " inserts it at the caret")
	}
	return nil
}

// matchPreview marks in the preview what stands under the editor's caret.
func (w *Workbench) matchPreview() {
	if w.focus == layout.Preview || w.result == nil {
		return
	}
	if caret := w.editor.Caret(); caret != w.matched {
		w.matched = caret
		w.preview.Match(caret)
	}
}

// nextProblem puts the caret on the next problem of the template, or the one
// before when step is -1; after the last comes the first.
func (w *Workbench) nextProblem(step int) {
	if w.result == nil {
		return
	}
	var spots []int
	for i, p := range w.result.Problems {
		if p.File == "" && p.Start.Line > 0 {
			spots = append(spots, i)
		}
	}
	if len(spots) == 0 {
		w.say("No problems in the template")
		return
	}
	caret, pick := w.editor.Caret(), -1
	for n, i := range spots {
		start := w.result.Problems[i].Span.Start
		if step > 0 && start > caret && pick < 0 || step < 0 && start < caret {
			pick = n
		}
	}
	if pick < 0 && step < 0 {
		pick = len(spots) - 1
	}
	p := w.result.Problems[spots[max(pick, 0)]]
	w.remember()
	w.setFocus(layout.Template)
	w.editor.SetCaret(p.Span.Start)
	w.say(p.Message)
}
