package dialog

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/style"
)

// Answer is a possible answer to a question.
type Answer struct {
	Key   string // the letter that chooses it
	Label string
	Do    func() tea.Cmd
}

// Question is a dialog that asks something and waits for the letter of an answer. Esc closes it
// without an answer.
type Question struct {
	title   string
	text    []string
	answers []Answer
	no      string // the label of the key that gives no answer
	byEnter bool   // whether Enter gives no answer, like Esc
	box     box
	firstY  int
}

// NewQuestion returns a question. text may have several lines.
func NewQuestion(title, text string, answers ...Answer) *Question {
	return &Question{title: title, text: strings.Split(text, "\n"), answers: answers, no: "Cancel"}
}

// OrElse sets the label of the key that gives no answer. After OrElse, Enter gives no answer
// too.
func (q *Question) OrElse(label string) *Question {
	q.no, q.byEnter = label, true
	return q
}

// Else sets the label of the key that gives no answer.
func (q *Question) Else(label string) *Question {
	q.no = label
	return q
}

// Key implements [Dialog].
func (q *Question) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	pressed := key.String()
	if pressed == "esc" || pressed == "ctrl+c" || q.byEnter && (pressed == "enter" || pressed == "n") {
		return true, nil
	}
	for _, a := range q.answers {
		if strings.EqualFold(pressed, a.Key) {
			return true, a.Do()
		}
	}
	return false, nil
}

// Paste implements [Dialog]. A question ignores pasted text.
func (q *Question) Paste(string) tea.Cmd { return nil }

// Scroll implements [Dialog]; a question does not scroll.
func (q *Question) Scroll(int) {}

// Click implements [Dialog].
func (q *Question) Click(x, y int) (bool, tea.Cmd) {
	if !q.box.contains(x, y) {
		return true, nil
	}
	i := y - q.firstY
	if i >= 0 && i < len(q.answers) {
		return true, q.answers[i].Do()
	}
	return i == len(q.answers), nil // a click on Cancel closes the dialog, a click elsewhere in the box does not
}

// widestQuestion is the largest width, in columns, of the text of a question.
const widestQuestion = 100

// wrapped divides the text into rows of a width. It returns no more rows than the number most.
// If it leaves out rows, the last returned row ends in a mark.
func (q *Question) wrapped(width, most int) (rows []string) {
	width = max(width, 1)
	for _, line := range q.text {
		rows = append(rows, cell.WrapText(cell.Visible(line), width, 0)...)
	}
	if len(rows) > most {
		rows = append(rows[:most-1], cell.Shorten(strings.Join(rows[most-1:], " "), width))
	}
	return rows
}

// Draw implements [Dialog].
func (q *Question) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	width := cell.Width(q.title) + 8
	for _, line := range q.text {
		width = max(width, min(cell.Width(cell.Visible(line))+4, widestQuestion))
	}
	for _, a := range q.answers {
		width = max(width, cell.Width(a.Label)+12)
	}
	width = max(width, cell.Width(q.no)+12)
	text := q.wrapped(min(width, roomFor(screen))-4, max(screen.H-len(q.answers)-4, 1))
	in := q.box.drawFrame(screen, st, q.title, width, len(text)+len(q.answers)+4)
	if in.H < len(text)+1+len(q.answers) {
		q.drawSmall(in, text, st)
		return q.box.x + 1, q.box.y + 1, true
	}
	for i, line := range text {
		in.Put(0, i, line, st.Popup)
	}
	q.firstY = q.box.y + 1 + len(text) + 1
	for i, a := range q.answers {
		row := len(text) + 1 + i
		in.Put(1, row, a.Key, st.Popup.Over(st.Key))
		in.Put(5, row, cell.Shorten(a.Label, max(in.W-5, 0)), st.Popup)
	}
	if n := len(text) + 1 + len(q.answers); n < in.H {
		in.Put(1, n, "esc", st.Popup.Over(st.Key))
		in.Put(5, n, cell.Shorten(q.no, max(in.W-5, 0)), st.Popup.Over(st.Muted))
	}
	return q.box.x + 3, q.firstY, true
}

// drawSmall draws the question in an area that is too low for it: the answers, as many beside each
// other as are needed to show all of their keys, and above them as much of the text as there is room
// for. A click chooses no answer.
func (q *Question) drawSmall(in cell.Area, text []string, st *style.Styles) {
	q.firstY = q.box.y + q.box.h
	answers := append(slices.Clone(q.answers), Answer{Key: "esc", Label: q.no})
	rows := beside(answers, in.W, in.W)
	for room := 8; len(rows) > in.H && room >= 0; room-- {
		rows = beside(answers, in.W, room)
	}
	above := min(max(in.H-len(rows), 0), len(text))
	for y := range above {
		line := text[y]
		if y+1 == above && above < len(text) {
			line = cell.Shorten(strings.Join(text[y:], " "), in.W)
		}
		in.Put(0, y, line, st.Popup)
	}
	for i, row := range rows {
		x := 0
		for _, a := range row {
			x = in.Put(x, above+i, a.Key, st.Popup.Over(st.Key)) + 1
			x = in.Put(x, above+i, a.Label, st.Popup) + 1
		}
	}
}

// beside puts answers into rows of a width, each label cut to a number of columns. A row of one
// answer has as much of its label as fits.
func beside(answers []Answer, width, label int) (rows [][]Answer) {
	used := width
	var whole []string // the whole label of the first answer of each row
	for _, a := range answers {
		full := a.Label
		a.Label = cell.Shorten(full, label)
		need := cell.Width(a.Key) + 1 + cell.Width(a.Label)
		if used += 1; used+need > width || label == width {
			rows, whole, used = append(rows, nil), append(whole, full), 0
		}
		used += need
		rows[len(rows)-1] = append(rows[len(rows)-1], a)
	}
	for i, row := range rows {
		if len(row) == 1 {
			row[0].Label = cell.Shorten(whole[i], max(width-cell.Width(row[0].Key)-1, 0))
		}
	}
	return rows
}
