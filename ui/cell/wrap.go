package cell

import "strings"

// noStart are wide characters that no row should start with.
const noStart = "、。，．・：；？！）」』】〕〉》”’ー々"

// Wrap divides a line's cells into rows of width columns and returns the index of each row's first
// cell; the first index is always 0. Rows after the first are hangIndent columns narrower. A row
// ends after a space, or next to a wide character. Where a row has neither, it ends where it is
// full. A cell that is wider than a row gets a row of its own. A blank after a full row stays on
// that row, past its right edge, so that no row starts with it.
func Wrap(cells []Cell, width, hangIndent int) []int {
	return AppendWrap(nil, cells, width, hangIndent)
}

// AppendWrap does the same as [Wrap], but appends the indexes to dst.
func AppendWrap(dst []int, cells []Cell, width, hangIndent int) []int {
	dst = append(dst, 0)
	room := max(width, 1)
	start, used, stop := 0, 0, 0 // stop is the last position at which this row may end
	for i := 0; i < len(cells); i++ {
		if i > start && mayBreak(&cells[i-1], &cells[i]) {
			stop = i
		}
		w := cells[i].Width
		if used+w <= room || i == start {
			used += w
			continue
		}
		if used <= room && cells[i].blank() && !cells[i-1].blank() {
			used, stop = room+1, i+1
			continue
		}
		if stop <= start {
			stop = i
		}
		dst = append(dst, stop)
		start, used = stop, 0
		room = max(width-hangIndent, 1)
		i = stop - 1 // measure again the cells that moved to the next row, which may be narrower
	}
	return dst
}

// mayBreak reports whether a row may end between the neighbours a and b.
func mayBreak(a, b *Cell) bool {
	if b.blank() {
		return false
	}
	if a.blank() {
		return true
	}
	if b.Width == 2 && b.Kind == Plain {
		return !strings.Contains(noStart, b.Text)
	}
	return a.Width == 2 && a.Kind == Plain
}

// WrapText divides a text into rows of width columns and makes hidden characters visible. It
// indents rows after the first by hangIndent blanks.
func WrapText(text string, width, hangIndent int) []string {
	text = Visible(text)
	width = max(width, 1)
	if Width(text) <= width {
		return []string{text}
	}
	cells := Cells(make([]Cell, 0, len(text)), text, 0, 0, Options{})
	starts := Wrap(cells, width, hangIndent)
	rows := make([]string, len(starts))
	for i, from := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = cells[starts[i+1]].Start
		}
		rows[i] = text[cells[from].Start:end]
		if i > 0 {
			rows[i] = strings.Repeat(" ", hangIndent) + rows[i]
		}
	}
	return rows
}
