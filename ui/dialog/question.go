package dialog

import (
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
