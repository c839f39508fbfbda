package dialog

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/style"
	"galley/ui/viewer"
)

// Line is a line of a text to read, divided into parts of different styles.
type Line []Part

// Part is a part of a line in one style.
type Part struct {
	Text string
	Look Look
}

// Plain returns a line in the ordinary style.
func Plain(text string) Line {
	return Text(text, Base)
}

// Reader is a dialog that shows a text to read: help, a diff, a full message. Long lines wrap or
// can be scrolled sideways. The key / starts a search.
type Reader struct {
	title  string
	lines  map[int]Line           // the lines by the offset at which they start in the text
	flow   func(width int) []Line // builds the lines for a width; may be nil
	plain  []Line                 // after a call of Hanging, the lines before they were wrapped
	hangs  bool
	flown  int // the width for which the lines were built
	widest int // the width of the widest line
	viewer *viewer.Viewer
	rows   int
	wrap   bool
	box    box

	told     bool // whether the keys are shown on the lower edge
	dragging bool // whether the mouse holds the scroll bar
	typing   bool // whether the user is typing the text to find
	input    textinput.Model
	query    search.Query
	wrong    string // what is wrong with the search expression, or ""
	found    []source.Span
	at       int // the index of the shown match
}

// NewReader returns a reader of lines.
func NewReader(title string, lines []Line) *Reader {
	r := &Reader{title: title, wrap: true, input: newField("")}
	r.viewer = viewer.New(viewer.Options{
		Ground: func(st *style.Styles) cell.Style { return st.Popup },
		Runs:   r.runs,
	})
	r.SetLines(lines)
	return r
}

// Hanging indents the rows of a wrapped line after the first row: they begin below the line's last
// part, or below its text after blanks and a number. Copied text contains these line breaks, so
// Hanging is for reports and not for the texts of files.
func (r *Reader) Hanging() *Reader {
	r.hangs = true
	r.Flow(func(width int) (lines []Line) {
		for _, line := range r.plain {
			lines = append(lines, line.Hang(line.indent(), width)...)
		}
		return lines
	})
	return r
}

// SetLines replaces the lines.
func (r *Reader) SetLines(lines []Line) {
	if r.plain = lines; r.hangs {
		r.flown = -1
		return
	}
	r.setLines(lines)
}

func (r *Reader) setLines(lines []Line) {
	var text strings.Builder
	r.lines, r.widest = map[int]Line{}, 0
	for i, line := range lines {
		if i > 0 {
			text.WriteByte('\n')
		}
		r.lines[text.Len()] = line
		width := 0
		for _, part := range line {
			// A line feed in a part would split the line.
			text.WriteString(strings.ReplaceAll(part.Text, "\n", " "))
			width += cell.Width(cell.Visible(part.Text))
		}
		r.widest = max(r.widest, width)
	}
	r.viewer.SetText(source.Literal(text.String()))
}

// runs returns the styles of the line that starts at an offset.
func (r *Reader) runs(start int, st *style.Styles) []viewer.Run {
	var runs []viewer.Run
	at := 0
	for _, part := range r.lines[start] {
		runs = append(runs, viewer.Run{Start: at, End: at + len(part.Text), Look: part.Look(st)})
		at += len(part.Text)
	}
	return runs
}

// Flow sets a function that builds the lines for a width in columns.
func (r *Reader) Flow(lines func(width int) []Line) { r.flow, r.flown = lines, -1 }

// Key implements [Dialog].
func (r *Reader) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	if r.typing {
		return false, r.typed(key)
	}
	switch key.String() {
	case "ctrl+c", "alt+c", "c", "y":
		if text := r.viewer.Selected(); text != "" {
			return false, copied("the selection", text)
		}
		if key.Type == tea.KeyCtrlC {
			return true, nil
		}
		return false, copied("the whole text", r.viewer.Text())
	case "esc":
		return !r.unmark(), nil
	case "q", "enter", "f1":
		return true, nil
	case "up", "k", "ctrl+p":
		r.Scroll(-1)
	case "down", "j", "ctrl+n":
		r.Scroll(1)
	case "left", "h":
		r.viewer.Sideways(-8)
	case "right", "l":
		r.viewer.Sideways(8)
	case "pgup", "b":
		r.Scroll(-max(r.rows-1, 1))
	case "pgdown", " ":
		r.Scroll(max(r.rows-1, 1))
	case "home", "g":
		r.viewer.GoTo(0)
	case "end", "G":
		r.viewer.GoTo(len(r.viewer.Text()))
		r.viewer.FillWindow()
	case "w":
		r.wrap = !r.wrap
		r.viewer.SetWrap(r.wrap)
	case "/", "ctrl+f":
		r.typing = true
		r.viewer.Keep()
	case "?":
		r.told = !r.told
	case "n", "f3":
		r.next(1)
	case "N", "alt+f3":
		r.next(-1)
	}
	return false, nil
}

// typed handles a key while the user types the text to find.
func (r *Reader) typed(key tea.KeyMsg) (cmd tea.Cmd) {
	switch key.String() {
	case "esc", "ctrl+c":
		r.unmark()
		r.viewer.Return()
	case "enter":
		r.typing = false
	case "down", "f3":
		r.next(1)
	case "up", "alt+f3":
		r.next(-1)
	default:
		if !r.query.Toggle(key.String()) {
			r.input, cmd = typed(r.input, key)
		}
		r.find()
	}
	return cmd
}

// unmark clears the selection and the marks of the search. It reports whether there was
// something to clear.
func (r *Reader) unmark() bool {
	was := r.typing || len(r.found) > 0
	r.typing, r.found = false, nil
	r.input.SetValue("")
	r.viewer.Mark(source.NoSpan)
	r.viewer.SetFound(nil)
	return r.viewer.Unselect() || was
}

// copied returns a command that requests a copy of a text. what describes the text in messages.
func copied(what, text string) tea.Cmd {
	return func() tea.Msg { return CopyMsg{what, text} }
}

// find searches for the typed text and shows the first match.
func (r *Reader) find() {
	r.found, r.at, r.wrong = nil, 0, ""
	r.query.Text = r.input.Value()
	if m, err := search.Compile(r.query); err == nil {
		r.found = r.viewer.Search(m)
	} else {
		r.wrong = err.Error()
	}
	r.viewer.SetFound(r.found)
	r.next(0)
}

// next shows the next match, or the previous one if step is -1, and wraps around.
func (r *Reader) next(step int) {
	n := len(r.found)
	if n == 0 {
		r.viewer.Mark(source.NoSpan)
		return
	}
	r.at = (r.at + step + n) % n
	r.viewer.Mark(r.found[r.at])
}

// Paste implements [Dialog]. It searches for the pasted text.
func (r *Reader) Paste(text string) tea.Cmd {
	if r.typing {
		r.input = pasted(r.input, text)
		r.find()
	}
	return nil
}

// Click implements [Dialog].
func (r *Reader) Click(x, y int) (bool, tea.Cmd) {
	if key, ok := r.box.hintAt(x, y); ok {
		return r.Key(key)
	}
	return !r.box.contains(x, y), nil
}

// Press implements [Selecting].
func (r *Reader) Press(x, y, count int) bool {
	if _, hinted := r.box.hintAt(x, y); hinted || !r.box.contains(x, y) {
		return false
	}
	r.dragging = x == r.box.x+r.box.w-1
	if r.dragging {
		r.Drag(x, y)
	} else {
		r.viewer.Press(x-r.box.x-2, y-r.box.y-1, count)
	}
	return true
}

// Drag implements [Selecting].
func (r *Reader) Drag(x, y int) {
	if r.dragging {
		r.viewer.ScrollTo(float64(y-r.box.y-1) / float64(max(r.rows-1, 1)))
		return
	}
	r.viewer.Drag(x-r.box.x-2, y-r.box.y-1)
}

// Scroll implements [Dialog].
func (r *Reader) Scroll(rows int) {
	r.viewer.Scroll(rows)
	r.viewer.FillWindow()
}

// frameWidth is the number of columns around the text: the frame, the blank columns, and a column
// for the scroll bar.
const frameWidth = 5

// unwrapped is a width, in columns, at which no line wraps.
const unwrapped = 1 << 20

// findWidth is the least width of a reader during a search, in columns.
const findWidth = 40

// leastReader is the least width, in columns, at which a reader's keys and its position fit on its
// lower edge.
const leastReader = 56

// Draw implements [Dialog].
func (r *Reader) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	room := max(roomFor(screen)-frameWidth, 1)
	if r.hangs && !r.wrap {
		room = unwrapped
	}
	if r.flow != nil && r.flown != room {
		r.setLines(r.flow(room))
		r.flown = room
	}
	width := max(cell.Width(r.title)+8, r.widest+4, leastReader)
	finding := r.typing || len(r.found) > 0
	if finding {
		width = max(width, findWidth)
	}
	width = min(width, roomFor(screen))
	rows := r.viewer.Rows(max(width-4, 1), screen.H) // a box has fewer rows than the screen, so this shows whether the text fits
	in := r.box.drawFrame(screen, st, r.title, width, min(rows+2, max(screen.H-2, 3)))
	r.rows = in.H
	if r.viewer.Fit(in.W, in.H) {
		r.viewer.FillWindow()
	}
	r.viewer.Draw(in, st, false)
	top, shown, total := r.viewer.Extent()
	at, size := bar(top, shown, total, r.rows)
	if rows > r.rows {
		r.box.drawBar(screen, st, 1, at, size)
	}
	if !finding {
		r.drawKeys(screen, st, rows > r.rows)
		return r.box.x + 2, r.box.y + 1, false
	}
	return r.drawFind(screen, st)
}

// drawFind shows the text to find on the lower edge of the frame.
func (r *Reader) drawFind(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	y = r.box.y + r.box.h - 1
	a := screen.Sub(r.box.x+2, y, max(r.box.w-4, 0), 1)
	note := fmt.Sprintf(" %d of %d ", min(r.at+1, len(r.found)), len(r.found))
	if r.wrong != "" {
		note = " " + cell.Shorten(cell.Visible(r.wrong), a.W/2) + " "
	}
	all := switches(r.query)
	label := func(o option) string { return o.name + " " + o.label }
	if !r.typing || a.W-cell.Width(note)-widths(all, label) < leastField+noteGap {
		label = func(o option) string { return o.label }
	}
	options := ""
	for _, o := range all { // the first option is at the right, as in the search bar of a pane
		switch {
		case o.on:
			options = " [x] " + label(o) + options
		case r.typing && a.W > 70:
			options = " [ ] " + label(o) + options
		}
	}
	if options != "" {
		note = options + " " + note
	}
	right := a.W - cell.Width(note)
	a.Put(right, 0, note, st.Popup.Over(st.Muted))
	a.Put(0, 0, " / ", st.PopupTitle)
	field := a.Sub(3, 0, max(right-3, 0), 1)
	field.Fill(st.Popup)
	fx := drawField(field, r.input, st.Popup)
	return r.box.x + 5 + fx, y, r.typing
}

// drawKeys shows on the lower edge how far the text is scrolled, and the keys. long says that not
// all of the text fits.
func (r *Reader) drawKeys(screen cell.Area, st *style.Styles, long bool) {
	place := ""
	if long {
		first, last, total := r.viewer.Lines()
		place = fmt.Sprintf("%d–%d of %d", first, last, total)
	}
	hints := []hint{{letter('/'), "/", "find"}, {letter('w'), "w", "wrap"}, {letter('c'), "c", "copy"}, closeHint}
	if !r.wrap {
		hints = append([]hint{{tea.KeyMsg{Type: tea.KeyRight}, "←→", "sideways"}}, hints...)
	}
	if r.told {
		hints = []hint{
			{letter('/'), "/", "find"}, {letter('n'), "n", "next"}, {letter('N'), "N", "previous"}, {letter('w'), "w", "wrap"},
			{tea.KeyMsg{Type: tea.KeyRight}, "←→", "sideways"}, {letter('g'), "g", "first"}, {letter('G'), "G", "last"}, {letter('c'), "c", "copy"}, closeHint,
		}
	}
	r.box.drawFoot(screen, st, hints, place)
}
