package dialog

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"galley/ui/cell"
	"galley/ui/style"
)

// Look is the style of a piece of text.
type Look = func(*style.Styles) cell.Style

// The looks of the parts of a text.
var (
	Base    Look = func(*style.Styles) cell.Style { return cell.Style{} } // the style of the dialog itself
	Muted   Look = func(st *style.Styles) cell.Style { return st.Muted }
	Accent  Look = func(st *style.Styles) cell.Style { return st.Accent }
	Warning Look = func(st *style.Styles) cell.Style { return st.Warning }
	Key     Look = func(st *style.Styles) cell.Style { return st.Key }
	Good    Look = func(st *style.Styles) cell.Style { return st.Good }
	Info    Look = func(st *style.Styles) cell.Style { return st.Info }
	Error   Look = func(st *style.Styles) cell.Style { return st.Error }
)

// Text returns a line in one style.
func Text(text string, look Look) Line { return Line{{text, look}} }

// PlainLines splits a text into lines in the ordinary style.
func PlainLines(text string) []Line {
	var lines []Line
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		lines = append(lines, Plain(strings.TrimSuffix(line, "\r")))
	}
	return lines
}

// indent returns the column to which the later rows of a line are indented. In this column the
// text of the line's last part begins, after the blanks and the number at the start of the
// part.
func (line Line) indent() (n int) {
	if len(line) == 0 {
		return 0
	}
	for _, part := range line[:len(line)-1] {
		n += cell.Width(cell.Visible(part.Text))
	}
	text := line[len(line)-1].Text
	rest := strings.TrimLeft(text, " ")
	if number, after, ok := strings.Cut(rest, ". "); ok && strings.Trim(number, "0123456789") == "" {
		rest = after
	}
	return n + len(text) - len(rest)
}

// Hang wraps a line to a width. It indents the rows after the first by indent blanks, so that a
// name at the line's start stands alone in its column. If the width has no room for that many
// blanks, it uses fewer.
func (line Line) Hang(indent, width int) []Line {
	var text strings.Builder
	for _, part := range line {
		text.WriteString(cell.Visible(part.Text))
	}
	if indent > width/2 && len(line) > 1 {
		indent = cell.Width(cell.Visible(line[0].Text))
	}
	if indent > width/2 {
		indent = 0
	}
	var lines []Line
	at, used := 0, 0 // at is the index of a part, and used how many bytes of it are in earlier rows
	for i, row := range cell.WrapText(text.String(), width, indent) {
		var wrapped Line
		if i > 0 && indent > 0 {
			wrapped, row = Text(row[:indent], Base), row[indent:]
		}
		for row != "" && at < len(line) {
			rest := cell.Visible(line[at].Text)[used:]
			n := min(len(rest), len(row))
			wrapped = append(wrapped, Part{Text: row[:n], Look: line[at].Look})
			if row, used = row[n:], used+n; n == len(rest) {
				at, used = at+1, 0
			}
		}
		lines = append(lines, wrapped)
	}
	return lines
}

// NewDiff returns a reader that shows how after differs from before, as a unified diff.
func NewDiff(title, before, after string) *Reader {
	text := udiff.Unified("-", "+", before, after)
	if text == "" {
		return NewReader(title, []Line{Plain("They are the same.")})
	}
	// Leave out the first two lines, which name the files, because the title names them too.
	return NewReader(title, DiffLines(text)[2:])
}

// DiffLines styles the lines of a unified diff.
func DiffLines(diff string) []Line {
	lines := PlainLines(diff)
	for _, line := range lines {
		line[0].Look = DiffLook(line[0].Text)
	}
	return lines
}

// DiffLook returns the style for a line of a unified diff.
func DiffLook(line string) Look {
	switch {
	case strings.HasPrefix(line, "+"):
		return func(st *style.Styles) cell.Style { return st.Added }
	case strings.HasPrefix(line, "-"):
		return func(st *style.Styles) cell.Style { return st.Removed }
	case strings.HasPrefix(line, "@@"):
		return Accent
	default:
		return Base
	}
}
