package app

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/layout"
	"galley/ui/view"
)

// finding holds the last search and the pane that was searched.
type finding struct {
	m     *Model
	query search.Query
	files filesSearch
	group together

	in      view.View // in is the searched view; nil means the template
	pane    layout.Pane
	matches []view.Match
	at      int // at is the index of the shown match
}

// openFind opens a search in the pane with the focus. The search updates while the user types.
func (f *finding) openFind() {
	if v := f.m.focused(); v != nil {
		f.in, f.pane, f.matches = v, f.m.screen.Focus(), nil
		f.m.send(f.pane, view.Keep{})
		f.m.screen.Open(dialog.NewFind(f.query, dialog.Finder{
			Change: f.setFindInView, Next: f.nextInView, Count: f.noteInView, Cancel: f.giveUp, Pager: true,
		}))
		f.setFindInView(f.query)
		return
	}
	f.openFindInTemplate()
}

// openFindInTemplate opens a search in the template. It searches only the selection if that spans
// several lines; a shorter selection is usually the last match.
func (f *finding) openFindInTemplate() {
	f.in = nil
	e := f.m.editor()
	e.BeginFind(strings.ContainsAny(e.Selected(), "\r\n"))
	f.m.screen.Open(dialog.NewFind(f.query, f.finder()))
	f.setFind(f.query)
}

// setFindInView searches the view with the focus and shows the first match. It returns the error in
// an invalid regular expression, or "".
func (f *finding) setFindInView(q search.Query) string {
	f.query, f.matches, f.at = q, nil, 0
	matcher, err := search.Compile(q)
	if err != nil {
		return err.Error()
	}
	f.matches = f.in.Search(matcher)
	f.mark()
	f.reveal()
	return ""
}

// mark marks all matches in the view that was searched.
func (f *finding) mark() { f.m.send(f.pane, view.Found{Matches: f.matches}) }

// giveUp ends a search in a view: it returns to the place where the search began and clears the
// marks.
func (f *finding) giveUp() {
	f.end()
	f.m.send(f.pane, view.Return{})
}

// end clears the marks of a search in a view and reports whether there were any.
func (f *finding) end() bool {
	if f.in == nil || len(f.matches) == 0 || f.m.viewIn(f.pane) != f.in {
		return false
	}
	f.matches = nil
	f.mark()
	return true
}

// matchCount says which match of a view is shown and how many there are, or "".
func (f *finding) matchCount(v view.View) string {
	if v == nil || f.in != v || len(f.matches) == 0 {
		return ""
	}
	return matchCount(f.at+1, len(f.matches), false)
}

func (f *finding) reveal() {
	if len(f.matches) > 0 {
		f.m.send(f.pane, view.Reveal{Match: f.matches[f.at]})
	}
}

// warnNone shows a warning that nothing matches, unless the search has no text yet.
func (f *finding) warnNone() {
	if f.query.Text != "" {
		f.m.screen.Warn(fmt.Sprintf("No match for %q", f.query.Text))
	}
}

// nextInView shows the next match in the view, or the previous one if step is -1. It wraps around.
func (f *finding) nextInView(step int) tea.Cmd {
	n := len(f.matches)
	if n == 0 {
		f.warnNone()
		return nil
	}
	to := f.at + step
	if f.at = (to + n) % n; f.at != to {
		f.m.screen.Say("Continued from the other end")
	}
	f.reveal()
	return nil
}

func (f *finding) noteInView() string {
	if f.query.Text == "" {
		return ""
	}
	return matchCount(min(f.at+1, len(f.matches)), len(f.matches), false)
}

func (f *finding) setFind(q search.Query) string {
	f.query = q
	if _, err := f.m.editor().SetFind(q); err != nil {
		return err.Error()
	}
	f.files.count(f)
	return ""
}

func (f *finding) findNote() string {
	if f.query.Text == "" {
		return "" // no search yet
	}
	return matchCount(f.m.editor().FindCount()) + f.files.note()
}

// findNext moves to the next match in the pane with the focus.
func (f *finding) findNext(step int) tea.Cmd {
	v := f.m.focused()
	switch {
	case f.query.Text == "":
		f.openFind()
	case v == nil:
		return f.nextInTemplate(step)
	case f.in == v:
		// The view's content may have changed.
		if matcher, err := search.Compile(f.query); err == nil {
			f.matches = v.Search(matcher)
			f.at = min(f.at, max(len(f.matches)-1, 0))
			f.mark()
		}
		return f.nextInView(step)
	default:
		f.in, f.pane = v, f.m.screen.Focus()
		if wrong := f.setFindInView(f.query); wrong != "" || len(f.matches) == 0 {
			f.warnNone()
		}
	}
	return nil
}

// nextInTemplate selects the next match in the editor pane. If all files are searched, it continues
// in the next open file.
func (f *finding) nextInTemplate(step int) tea.Cmd {
	e := f.m.editor()
	if !e.Finding() {
		e.BeginFind(false)
		f.setFind(f.query)
	}
	next := e.FindNext
	if step < 0 {
		next = e.FindPrev
	}
	ok, wrapped := next()
	if !ok || wrapped {
		if cmd, shown := f.nextFile(step); shown {
			return cmd
		}
	}
	switch {
	case !ok:
		f.warnNone()
	case wrapped:
		f.m.screen.Say("Continued from the other end")
	}
	return nil
}

// openReplace asks for the text to find in the template and for its replacement.
func (f *finding) openReplace() {
	f.m.setFocus(layout.Template)
	f.in = nil
	e := f.m.editor()
	e.BeginFind(strings.ContainsAny(e.Selected(), "\r\n"))
	f.m.screen.Open(dialog.NewReplace(f.query, dialog.Replacer{
		Finder: f.finder(), One: f.replaceOne, All: f.replaceAll,
	}))
	f.setFind(f.query)
}
