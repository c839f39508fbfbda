// Package viewtest has helpers for the tests of views: a host that records what a view asks of it,
// and a screen to draw on. With them a view is tested without the workbench.
package viewtest

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"galley/engine/textutil"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/style"
	"galley/ui/view"
)

// Host records the calls of a view.
type Host struct {
	Said, Warned string // the last message and the last warning
	Dialog       dialog.Dialog
	Place        view.Place // the place to which the view last went
	Went         int        // how many times it went to a place
	Shown        string     // the title of the view that was last shown
	Opened       string     // the path that was last opened in the editor pane
	At           view.FilePlace
	Edited       string // the path that was last opened in the user's editor
	Line, Column int    // the place where it was opened
	Copied       string // the text that was last copied
	CopiedText   string
	Asked        string // the title of the last question for a path
	Late         string // what the last call of Answer was about
}

// Say implements [view.Host].
func (h *Host) Say(text string) { h.Said = text }

// Warn implements [view.Host].
func (h *Host) Warn(text string) { h.Warned = text }

// Open implements [view.Host].
func (h *Host) Open(d dialog.Dialog) { h.Dialog = d }

// Ticket implements [view.Host].
func (h *Host) Ticket() screen.Ticket { return screen.Ticket{} }

// Answer implements [view.Host].
func (h *Host) Answer(_ screen.Ticket, about string, open func() tea.Cmd) tea.Cmd {
	h.Late = about
	return open()
}

// GoTo implements [view.Host].
func (h *Host) GoTo(p view.Place) tea.Cmd {
	h.Place, h.Went = p, h.Went+1
	return nil
}

// OpenFile implements [view.Host].
func (h *Host) OpenFile(path string, at view.FilePlace) tea.Cmd {
	h.Opened, h.At = path, at
	return nil
}

// Show implements [view.Host].
func (h *Host) Show(title string) tea.Cmd { h.Shown = title; return nil }

// Edit implements [view.Host].
func (h *Host) Edit(path string, line, column int) tea.Cmd {
	h.Edited, h.Line, h.Column = path, line, column
	return nil
}

// Copy implements [view.Host].
func (h *Host) Copy(what, text string) tea.Cmd {
	h.Copied, h.CopiedText = what, text
	return nil
}

// Short implements [view.Host].
func (h *Host) Short(path string) string { return path }

// AskPath implements [view.Host].
func (h *Host) AskPath(title, _ string, _ func(string) tea.Cmd) tea.Cmd {
	h.Asked = title
	return nil
}

// AskFile implements [view.Host].
func (h *Host) AskFile(string, func(string) tea.Cmd) tea.Cmd { return nil }

var escape = textutil.LazyRegexp("\x1b\\[[0-9;]*m")

// Styles returns the styles of a built-in theme.
func Styles() *style.Styles {
	t, err := style.Builtin("dark")
	if err != nil {
		panic(err)
	}
	return style.Load(t, termenv.TrueColor)
}

// Draw calls draw on a screen of w by h cells and returns its rows without trailing
// blanks.
func Draw(w, h int, draw func(a cell.Area)) []string {
	g := cell.NewGrid(w, h)
	draw(g.Area(0, 0, w, h))
	rows := strings.Split(escape().ReplaceAllString(g.String(), ""), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " \r")
	}
	return rows
}

// Rows draws a view that has the focus and returns its rows.
func Rows(v view.View, w, h int) []string {
	return Draw(w, h, func(a cell.Area) { v.Draw(a, view.Frame{Styles: Styles(), Focused: true}) })
}

// Bar returns the row of the screen with the terminal's cursor, or -1.
func Bar(v view.View, w, h int) (row int) {
	row = -1
	Draw(w, h, func(a cell.Area) {
		if _, y, visible := v.Draw(a, view.Frame{Styles: Styles(), Focused: true}); visible {
			row = y
		}
	})
	return row
}
