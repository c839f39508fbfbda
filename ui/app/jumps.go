package app

import (
	"galley/engine/source"
	"galley/ui/layout"
	"galley/ui/view"
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

// leave notes a place that a jump leaves.
func (j *jumps) leave(p place) {
	j.places = append(j.places[:j.at], p)
	if len(j.places) > mostJumps {
		j.places = j.places[1:]
	}
	j.at = len(j.places)
}

// back returns the place before and notes the present one in its stead.
func (j *jumps) back(here place) (place, bool) {
	if j.at == 0 {
		return place{}, false
	}
	j.at--
	target := j.places[j.at]
	j.places[j.at] = here
	return target, true
}

// forward returns the place ahead and notes the present one in its stead.
func (j *jumps) forward(here place) (place, bool) {
	if j.at >= len(j.places) {
		return place{}, false
	}
	target := j.places[j.at]
	j.places[j.at] = here
	j.at++
	return target, true
}

func (m *Model) here() place {
	if m.screen.Focus() == layout.Preview {
		return place{layout.Preview, m.tabs.text.Cursor()}
	}
	return place{layout.Template, m.editor().Caret()}
}

// remember notes the place that a jump leaves.
func (m *Model) remember() { m.jumps.leave(m.here()) }

func (m *Model) jumpBack() {
	if p, ok := m.jumps.back(m.here()); ok {
		m.goTo(p)
	} else {
		m.screen.Say("No place to go back to")
	}
}

func (m *Model) jumpForward() {
	if p, ok := m.jumps.forward(m.here()); ok {
		m.goTo(p)
	} else {
		m.screen.Say("No place to go forward to")
	}
}

func (m *Model) goTo(p place) {
	m.setFocus(p.pane)
	if p.pane == layout.Preview {
		m.tabs.show(m.tabs.text.Title())
		m.tabs.text.GoTo(p.offset)
	} else {
		m.editor().SetCaret(p.offset)
	}
}

// jumpTo goes to a place, from which the user can go back.
func (m *Model) jumpTo(p view.Place) {
	switch {
	case p.In == view.Prompt:
		m.remember()
		m.goTo(place{layout.Preview, p.Span.Start})
	case p.Span.Len() == 0:
		m.remember()
		m.goTo(place{layout.Template, p.Span.Start})
	default:
		m.selectSpan(p.Span)
	}
}

// jumpToPreview goes from the template to what the caret's place became.
func (m *Model) jumpToPreview() {
	m.matchPreview()
	span, ok := m.tabs.text.Matched()
	if !ok {
		m.screen.Say("Nothing of this place is in the prompt")
		return
	}
	m.jumpTo(view.Place{In: view.Prompt, Span: span})
}

// matchPreview marks in the preview what stands under the editor's caret.
func (m *Model) matchPreview() {
	if m.screen.Focus() != layout.Preview {
		m.tabs.text.Match(m.editor().Caret())
	}
}

// nextProblem puts the caret on the next problem of the template, or the one
// before when step is -1; after the last comes the first.
func (m *Model) nextProblem(step int) {
	if m.prompts.Result() == nil {
		return
	}
	var spans []source.Span
	var messages []string
	for _, p := range m.prompts.Problems() {
		if p.File == "" && p.Start.Line > 0 {
			spans, messages = append(spans, p.Span), append(messages, p.Message)
		}
	}
	if len(spans) == 0 {
		m.screen.Say("No problems in the template")
		return
	}
	caret, pick := m.editor().Caret(), -1
	for i, s := range spans {
		if step > 0 && s.Start > caret && pick < 0 || step < 0 && s.Start < caret {
			pick = i
		}
	}
	if pick < 0 && step < 0 {
		pick = len(spans) - 1
	}
	pick = max(pick, 0)
	m.jumpTo(view.Place{Span: source.Span{Start: spans[pick].Start, End: spans[pick].Start}})
	m.screen.Say(messages[pick])
}
