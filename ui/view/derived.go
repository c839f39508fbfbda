package view

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
	"galley/ui/viewer"
)

// Derived is a text made from the result, such as the JSON of the request or a diff. Lines
// above the text describe it. The text is made in the background, and only while its view is
// shown.
type Derived struct {
	Text  *viewer.Viewer
	head  []string // the lines above the text; the first of them names the text
	notes []string // all notes in full
	rows  int      // the number of rows above the text at the last draw
	work  Making[Made]
}

// Made is what the background work returns to a [Derived].
type Made struct {
	Text        string
	Head, Notes []string
	Err         error
}

// NewDerived returns a text that is not made yet.
func NewDerived(o viewer.Options) *Derived { return &Derived{Text: viewer.New(o)} }

// Make starts the making of the text, unless it was already made from the same input: see
// [Making.Make].
func (d *Derived) Make(from any, make func(ctx context.Context) Made) tea.Cmd {
	return d.work.Make(from, make)
}

// Took handles the text that was made. again is true if another text is needed by now, so that
// the view must call Make again. ok is false if the message is not for this text.
func (d *Derived) Took(msg tea.Msg) (again, ok bool) {
	m, came, again, ok := d.work.Took(msg)
	switch {
	case !came:
	case m.Err != nil:
		d.head, d.notes = []string{m.Err.Error()}, nil
		d.Text.SetText(source.Text{})
	default:
		d.head, d.notes = m.Head, m.Notes
		d.Text.SetText(source.Literal(m.Text))
	}
	return again, ok
}

// Ready reports whether the text that was last requested has been made.
func (d *Derived) Ready() bool { return len(d.head) > 0 && !d.work.Running() }

// Clear removes the text until it is made again.
func (d *Derived) Clear() {
	d.work.Forget()
	d.head, d.notes = nil, nil
	d.Text.SetText(source.Text{})
}

// Notes opens the notes about the text.
func (d *Derived) Notes(host Host) {
	if len(d.notes) == 0 {
		host.Say("No more details")
		return
	}
	var lines []dialog.Line
	for _, note := range d.notes {
		lines = append(lines, dialog.Plain(note))
	}
	host.Open(dialog.NewReader(d.head[0], lines))
}

// headRows returns how many rows of a pane the lines above its text may use: six or, in a high
// pane, a quarter of the height, but at most a third.
func headRows(height int) int { return max(min(max(6, height/4), height/3), 1) }

// Draw draws the lines above the text, and the text. If the view shows one of several texts,
// choice is the index of the shown text and of is the number of texts.
func (d *Derived) Draw(a cell.Area, f Frame, choice, of int) (x, y int, visible bool) {
	hint := ""
	if of > 1 {
		hint = fmt.Sprintf("%d of %d: ←/→", choice+1, of)
	}
	d.rows = DrawHead(a, d.head, hint, f.Styles)
	if d.Text.Text() == "" || a.H <= d.rows {
		return
	}
	d.Text.SetStale(f.Stale)
	x, y, visible = d.Text.Draw(a.Sub(1, d.rows, a.W, a.H), f.Styles, f.Focused)
	return x + 1, y + d.rows, visible
}

// DrawHead draws the lines above a text or a list, with a hint after the first line and a rule
// below them. It returns the number of rows that they use, or 0 if head is empty. If it leaves out
// lines that do not fit, the last line ends with "…".
func DrawHead(a cell.Area, head []string, hint string, st *style.Styles) int {
	if len(head) == 0 {
		a.Put(1, 0, "Working…", st.Muted)
		return 0
	}
	end := a.Put(1, 0, cell.Shorten(cell.Visible(head[0]), a.W-2), st.Accent)
	if hint != "" && end+2+cell.Width(hint) < a.W {
		a.Put(end+2, 0, hint, st.Muted)
	}
	var parts []string
	for _, line := range head[1:] {
		parts = append(parts, cell.WrapText(line, a.W-2, 2)...)
	}
	if most := headRows(a.H) - 1; len(parts) > most {
		if parts = parts[:most]; most > 0 {
			parts[most-1] = cell.Shorten(strings.TrimRight(parts[most-1], " ")+" …", a.W-2)
		}
	}
	rows := 1
	for _, part := range parts {
		a.Put(1, rows, part, st.Muted)
		rows++
	}
	a.HLine(0, rows, a.W, st.Border)
	return rows + 1
}

// Update handles a message that moves or selects in the text, or opens the notes by a double click
// above the text. ok is false for any other message.
func (d *Derived) Update(msg tea.Msg, host Host) (ok bool) {
	switch m := msg.(type) {
	case Click:
		if !d.Text.Press(m.X-1, m.Y-d.rows, m.Count) && m.Y < d.rows && m.Count == 2 {
			d.Notes(host)
		}
		return true
	case Drag:
		d.Text.Drag(m.X-1, m.Y-d.rows)
		return true
	}
	return ReadText(d.Text, msg)
}

// ReadText handles a message that moves or selects in a text. ok is false for any other message.
func ReadText(v *viewer.Viewer, msg tea.Msg) (ok bool) {
	if moves(v, msg, func() { v.GoTo(0) }, func() { v.GoTo(len(v.Text())) }) {
		return true
	}
	switch msg := msg.(type) {
	case Sideways:
		v.Sideways(msg.Columns)
	case Looks:
		v.SetWrap(msg.Wrap)
		v.SetOptions(msg.Cell)
	case Unselect:
		v.Unselect()
	case Found:
		spans := make([]source.Span, len(msg.Matches))
		for i, m := range msg.Matches {
			spans[i] = m.Span
		}
		v.SetFound(spans)
		if len(spans) == 0 {
			v.Mark(source.NoSpan)
		}
	case Reveal:
		v.GoTo(msg.Match.Span.Start)
		v.Mark(msg.Match.Span)
	default:
		return false
	}
	return true
}

// SearchText returns spans of a text, which a search has found, as matches for [View.Search].
func SearchText(spans []source.Span) []Match {
	all := make([]Match, len(spans))
	for i, s := range spans {
		all[i] = Match{Span: s}
	}
	return all
}

// ExtentOf returns the visible part of a text.
func ExtentOf(v *viewer.Viewer) Extent {
	top, shown, total := v.Extent()
	return Extent{top, shown, total}
}
