package dialog

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/style"
)

// Line is a line of a text to read, in parts that look different.
type Line []Part

// Part is a run of a line with one look.
type Part struct {
	Text string
	Look Look
}

// Plain returns a line in the ordinary look.
func Plain(text string) Line {
	return Text(text, Base)
}

// Reader shows a text to read: help, a diff, a message in full.
type Reader struct {
	title string
	lines []Line
	flow  func(width int) []Line // makes the lines anew for a width; may be nil
	flown int                    // the width that they were made for
	top   int
	rows  int
	box   box
}

// NewReader returns a reader over lines.
func NewReader(title string, lines []Line) *Reader {
	return &Reader{title: title, lines: lines}
}

// SetLines shows other lines in place of those that are there.
func (r *Reader) SetLines(lines []Line) { r.lines = lines }

// Flow shows lines that are made for the columns that there are for them.
func (r *Reader) Flow(lines func(width int) []Line) { r.flow, r.flown = lines, -1 }

// Key implements [Dialog].
func (r *Reader) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	switch key.String() {
	case "esc", "ctrl+c", "q", "enter", "f1":
		return true, nil
	case "up", "k", "ctrl+p":
		r.Scroll(-1)
	case "down", "j", "ctrl+n":
		r.Scroll(1)
	case "pgup", "b":
		r.Scroll(-max(r.rows-1, 1))
	case "pgdown", " ":
		r.Scroll(max(r.rows-1, 1))
	case "home", "g":
		r.top = 0
	case "end", "G":
		r.Scroll(len(r.lines))
	}
	return false, nil
}

// Paste implements [Dialog]; there is nothing to paste into.
func (r *Reader) Paste(string) tea.Cmd { return nil }

// Click implements [Dialog].
func (r *Reader) Click(x, y int) (bool, tea.Cmd) { return !r.box.contains(x, y), nil }

// Scroll implements [Dialog].
func (r *Reader) Scroll(rows int) {
	r.top = min(max(r.top+rows, 0), max(len(r.lines)-r.rows, 0))
}

// Draw implements [Dialog].
func (r *Reader) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	// What the frame and the blank columns leave, and a column for the bar.
	if room := max(screen.W-5, 1); r.flow != nil && r.flown != room {
		r.lines, r.flown = r.flow(room), room
	}
	width := cell.Width(r.title) + 8
	for _, line := range r.lines {
		w := 4
		for _, part := range line {
			w += cell.Width(cell.Visible(part.Text))
		}
		width = max(width, w)
	}
	in := r.box.place(screen, st, r.title, width, min(len(r.lines)+2, max(screen.H-2, 3)))
	r.rows = in.H
	r.Scroll(0)
	for i := 0; i < r.rows && r.top+i < len(r.lines); i++ {
		x := 0
		for _, part := range r.lines[r.top+i] {
			x = in.Put(x, i, cell.Visible(part.Text), st.Popup.Over(part.Look(st)))
		}
	}
	if len(r.lines) > r.rows && r.rows > 0 {
		share := r.top * (r.rows - 1) / max(len(r.lines)-r.rows, 1)
		in.Put(in.W, share, "▐", st.PopupBorder)
	}
	return r.box.x + 2, r.box.y + 1, false
}
