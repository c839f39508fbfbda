package app

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/ui/files"
	"galley/ui/layout"
	"galley/ui/view"
)

// jumps is the history of the places from which the user jumped, like the history of a browser.
type jumps struct {
	m      *Model
	places []jumpPlace
	at     int // at is an index in places: the user can go back to the places before it, and forward to the rest
}

// jumpPlace is a pane and an offset in it. In the preview, tab names the view. Only the text view
// has offsets; the other views remember their position themselves.
type jumpPlace struct {
	pane   layout.Pane
	tab    string
	file   *files.File // the file in the editor pane
	offset int
}

// mostJumps is the most places that the history holds; the oldest are dropped.
const mostJumps = 200

// leave adds the place that a jump leaves to the history.
func (j *jumps) leave(p jumpPlace) {
	j.places = append(j.places[:j.at], p)
	if len(j.places) > mostJumps {
		j.places = j.places[1:]
	}
	j.at = len(j.places)
}

// back returns the place from which the user last jumped. here is the present place. It replaces
// the returned place in the history, so that the user can go forward again.
func (j *jumps) back(here jumpPlace) (jumpPlace, bool) {
	if j.at == 0 {
		return jumpPlace{}, false
	}
	j.at--
	target := j.places[j.at]
	j.places[j.at] = here
	return target, true
}

// forward returns the place from which the user last went back. here is the present place. It
// replaces the returned place in the history.
func (j *jumps) forward(here jumpPlace) (jumpPlace, bool) {
	if j.at >= len(j.places) {
		return jumpPlace{}, false
	}
	target := j.places[j.at]
	j.places[j.at] = here
	j.at++
	return target, true
}

func (j *jumps) current() jumpPlace {
	if j.m.screen.Focus() == layout.Preview {
		return jumpPlace{pane: layout.Preview, tab: j.m.tabs.current().Title(), offset: j.m.tabs.text.Cursor()}
	}
	return jumpPlace{pane: layout.Template, file: j.m.files.Current(), offset: j.m.editor().Caret()}
}

// remember adds the current place to the history before a jump leaves it.
func (j *jumps) remember() { j.leave(j.current()) }

func (j *jumps) jumpBack() tea.Cmd {
	if p, ok := j.back(j.current()); ok {
		return j.goTo(p)
	}
	j.m.screen.Say("No place to go back to")
	return nil
}

func (j *jumps) jumpForward() tea.Cmd {
	if p, ok := j.forward(j.current()); ok {
		return j.goTo(p)
	}
	j.m.screen.Say("No place to go forward to")
	return nil
}

func (j *jumps) goTo(p jumpPlace) tea.Cmd {
	switch {
	case p.pane == layout.Preview:
		j.m.setFocus(p.pane)
		if p.tab == j.m.tabs.text.Title() {
			j.m.tabs.text.GoToTop(p.offset)
		}
		return j.m.tabs.show(p.tab)
	case !slices.Contains(j.m.files.All(), p.file):
		return j.m.files.Open(p.file.Path(), files.Place{Offset: p.offset}) // the file has been closed
	}
	cmd := j.toFile(p.file)
	j.m.editor().SetCaret(p.offset)
	return cmd
}

// toFile shows an open file in the editor pane.
func (j *jumps) toFile(f *files.File) tea.Cmd {
	if j.m.files.Current() != f {
		return j.m.files.Show(f, files.Place{})
	}
	j.m.setFocus(layout.Template)
	return nil
}

// jumpTo goes to the start of a place, and the user can go back to the present place. jumpTo
// does not select the text of the place, because the next typed key would replace the
// selection.
func (j *jumps) jumpTo(p view.Place) tea.Cmd {
	j.remember()
	if p.In == view.Prompt {
		return j.goTo(jumpPlace{pane: layout.Preview, tab: j.m.tabs.text.Title(), offset: p.Span.Start})
	}
	cmd := j.goTo(jumpPlace{pane: layout.Template, file: j.m.files.Template(), offset: p.Span.Start})
	j.m.editor().CentreCaret()
	return cmd
}

// jumpToPreview jumps from the caret in the editor to the corresponding part of the prompt.
func (j *jumps) jumpToPreview() tea.Cmd {
	j.matchPreview()
	span, ok := j.m.tabs.text.Matched()
	if !ok {
		j.m.screen.Say("No text in the prompt comes from here")
		return nil
	}
	return j.jumpTo(view.Place{In: view.Prompt, Span: span})
}

// matchPreview marks the part of the preview that corresponds to the editor's caret.
func (j *jumps) matchPreview() {
	if j.m.screen.Focus() == layout.Preview {
		return
	}
	f := j.m.files.Current()
	if f.IsTemplate() {
		j.m.tabs.text.Match(nil, f.Editor.Caret())
		return
	}
	j.m.tabs.text.Match(f.Names(), f.Offset(f.Editor.Caret()))
}

// nextProblem moves the caret to the next problem of the text in the editor, or to the previous
// one if step is -1; it wraps around.
func (j *jumps) nextProblem(step int) tea.Cmd {
	if j.m.prompts.Result() == nil {
		return nil
	}
	var spans []source.Span
	var messages []string
	f := j.m.files.Current()
	problems, of := j.m.prompts.Problems(), "the template"
	if !f.IsTemplate() {
		problems, of = problemsOf(f, problems), "this file"
	}
	for _, p := range problems {
		if p.File == "" && p.Start.Line > 0 {
			spans, messages = append(spans, p.Span), append(messages, p.Message)
		}
	}
	if len(spans) == 0 {
		j.m.screen.Say("No problems in " + of)
		return nil
	}
	caret, pick := f.Editor.Caret(), -1
	for i, s := range spans {
		if step > 0 && s.Start > caret && pick < 0 || step < 0 && s.Start < caret {
			pick = i
		}
	}
	if pick < 0 && step < 0 {
		pick = len(spans) - 1
	}
	pick = max(pick, 0)
	if !f.IsTemplate() {
		f.Editor.Select(source.Span{Start: spans[pick].Start, End: spans[pick].Start})
		f.Editor.CentreCaret()
		j.m.screen.Say(messages[pick])
		return nil
	}
	cmd := j.jumpTo(view.Place{Span: spans[pick]})
	j.m.screen.Say(messages[pick])
	return cmd
}
