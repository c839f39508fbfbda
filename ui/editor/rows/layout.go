package rows

import (
	"sort"
	"unicode/utf8"

	"galley/ui/cell"
	"galley/ui/editor/buffer"
)

// Layout has the rows of one line, as far as they are known. Without wrapping the line has one
// row, and the marks are positions in the row whose columns are known.
type Layout struct {
	c    *Cache
	text string
	hang int
	rows []mark
	done bool // whether all rows are known
}

// mark is where a row starts: in bytes, and in columns of the unwrapped line.
type mark struct{ at, col int32 }

// piece is the number of bytes that are divided into cells at once.
const piece = 1024

// slack is larger than the number of bytes of any cell. Cells that are closer than slack to the end
// of a piece may differ from those of the whole line.
const slack = 80

// Count returns the number of rows. It lays out the whole line.
func (l *Layout) Count() int {
	if !l.c.o.Wrap {
		return 1
	}
	for !l.done {
		l.extend()
	}
	return len(l.rows)
}

// Row returns row i; ok is false after the last one.
func (l *Layout) Row(i int) (r Row, ok bool) {
	if !l.c.o.Wrap {
		return Row{0, len(l.text), 0, 0}, i == 0
	}
	for !l.done && i+1 >= len(l.rows) {
		l.extend()
	}
	if i < 0 || i >= len(l.rows) {
		return Row{}, false
	}
	m := l.rows[i]
	r = Row{int(m.at), len(l.text), int(m.col), 0}
	if i+1 < len(l.rows) {
		r.End = int(l.rows[i+1].at)
	}
	if i > 0 {
		r.X = l.hang
	}
	return r, true
}

// RowOf returns the number of the row that contains the byte at off. A position between two
// rows belongs to the second.
func (l *Layout) RowOf(off int) int {
	if !l.c.o.Wrap {
		return 0
	}
	for !l.done && int(l.rows[len(l.rows)-1].at) <= off {
		l.extend()
	}
	return sort.Search(len(l.rows), func(i int) bool { return int(l.rows[i].at) > off }) - 1
}

// Cells appends the cells of row r to dst. Their Start and End are offsets in the
// line plus base.
func (l *Layout) Cells(dst []cell.Cell, r Row, base int) []cell.Cell {
	return cell.Cells(dst, l.text[r.Start:r.End], base+r.Start, r.Col, l.c.o.Cell)
}

// Column returns the column of the byte at off in the unwrapped line.
func (l *Layout) Column(off int) int {
	i := l.known(func(m mark) bool { return int(m.at) > off })
	col := int(l.rows[i].col)
	for _, c := range l.between(i, i+1) {
		if c.End > off {
			break
		}
		col += c.Width
	}
	return col
}

// From returns a part of an unwrapped line as a row: it begins at column col and is width
// columns wide. X is the column of its first cell minus col. X is negative if that cell begins
// before col.
func (l *Layout) From(col, width int) Row {
	i := l.known(func(m mark) bool { return int(m.col) > col })
	j := l.known(func(m mark) bool { return int(m.col) >= col+width })
	at, x := int(l.rows[i].at), int(l.rows[i].col)
	r := Row{Start: -1}
	for _, c := range l.between(i, j+1) {
		if r.Start < 0 && x+c.Width > col {
			r.Start, r.Col = at, x
		}
		at, x = c.End, x+c.Width
		if x >= col+width {
			break
		}
	}
	if r.Start < 0 { // the line ends before the column
		r.Start, r.Col = at, x
	}
	r.End, r.X = at, r.Col-col
	return r
}

// known returns the index of the last mark for which beyond is false. It first lays out as much of
// the line as it needs to find that mark.
func (l *Layout) known(beyond func(mark) bool) int {
	for !l.done && !beyond(l.rows[len(l.rows)-1]) {
		l.extend()
	}
	return sort.Search(len(l.rows)-1, func(i int) bool { return beyond(l.rows[i+1]) })
}

// between returns the cells of an unwrapped line from mark i to mark j, or to the end of the line if j
// is beyond the last mark.
func (l *Layout) between(i, j int) []cell.Cell {
	m, end := l.rows[i], len(l.text)
	if j < len(l.rows) {
		end = int(l.rows[j].at)
	}
	l.c.cells = cell.Cells(l.c.cells[:0], l.text[m.at:end], int(m.at), int(m.col), l.c.o.Cell)
	return l.c.cells
}

// edited updates the layout after a change that begins at byte at. It discards more than the rows
// after this byte: where a row ends depends on the first cell that did not fit, and a cell depends
// on a few bytes around it.
func (l *Layout) edited(text string, at int) {
	l.text = text
	if hang := l.c.hang(text); hang != l.hang {
		l.hang, at = hang, 0
	}
	i := sort.Search(len(l.rows), func(i int) bool { return int(l.rows[i].at) >= at-slack })
	l.rows = l.rows[:max(i-2, 1)]
	l.done = text == ""
}

// cut returns the end of a piece of the line: end, or slightly less, so that no character is
// divided.
func (l *Layout) cut(end int) int {
	if end >= len(l.text) {
		return len(l.text)
	}
	for i := end; i > end-utf8.UTFMax && i > 0; i-- {
		if utf8.RuneStart(l.text[i]) {
			return i
		}
	}
	return end
}

// extend lays out at least one more row, or reaches the end of the line.
func (l *Layout) extend() {
	last := l.rows[len(l.rows)-1]
	room := l.c.o.Width
	if !l.c.o.Wrap {
		l.extendMarks(last)
		return
	}
	if len(l.rows) > 1 {
		room = max(room-l.hang, 1)
	}
	if next, ok := plainRow(l.text, int(last.at), room); ok {
		if next == len(l.text) {
			l.done = true
		} else {
			l.rows = append(l.rows, mark{int32(next), last.col + int32(next) - last.at})
		}
		return
	}
	for size := piece; ; size *= 4 {
		end := l.cut(int(last.at) + size)
		cells := cell.Cells(l.c.cells[:0], l.text[last.at:end], int(last.at), int(last.col), l.c.o.Cell)
		hang := 0
		if len(l.rows) == 1 {
			hang = l.hang
		}
		starts := cell.AppendWrap(l.c.starts[:0], cells, room, hang)
		l.c.cells, l.c.starts = cells, starts
		if end < len(l.text) {
			// Text after end may join the last cells. Only the cells before the index sure are
			// certain to be those of the whole line. So a row is certain if the next row begins
			// with one of these cells.
			sure := sort.Search(len(cells), func(i int) bool { return cells[i].End > end-slack })
			n := sort.SearchInts(starts, sure) - 1
			if n < 2 {
				continue
			}
			starts = starts[:n]
		} else {
			l.done = true
		}
		l.addRows(cells, starts)
		return
	}
}

// addRows appends the rows that begin at the given cells. It leaves out the first one, which is
// already known.
func (l *Layout) addRows(cells []cell.Cell, starts []int) {
	col := l.rows[len(l.rows)-1].col
	k := 1
	for i, c := range cells {
		if k < len(starts) && i == starts[k] {
			l.rows = append(l.rows, mark{int32(c.Start), col})
			k++
		}
		col += int32(c.Width)
	}
}

// extendMarks measures one more piece of an unwrapped line, from the mark last.
func (l *Layout) extendMarks(last mark) {
	end := l.cut(int(last.at) + piece)
	l.c.cells = cell.Cells(l.c.cells[:0], l.text[last.at:l.cut(end+slack)], int(last.at), int(last.col), l.c.o.Cell)
	at, col := last.at, last.col
	for _, c := range l.c.cells {
		if c.End > end {
			break
		}
		at, col = int32(c.End), col+int32(c.Width)
	}
	if end == len(l.text) {
		l.done = true
		return
	}
	l.rows = append(l.rows, mark{at, col})
}

// plainRow returns the end of a row of printable ASCII by the rule of [cell.Wrap], without dividing
// it into cells. ok is false if other text is near.
func plainRow(text string, start, room int) (next int, ok bool) {
	i := start + room
	end := min(i+2, len(text))
	for _, b := range []byte(text[start:end]) {
		if b < 0x20 || b > 0x7e {
			return 0, false
		}
	}
	if i >= len(text) {
		return len(text), true
	}
	if text[i] == ' ' && text[i-1] != ' ' {
		return i + 1, true
	}
	for j := i; j > start; j-- {
		if text[j] != ' ' && text[j-1] == ' ' {
			return j, true
		}
	}
	return i, true
}

// hang returns the hanging indent of a line in columns: the width of its leading blanks and of a
// list's bullet, but at most half of the row's width.
func (c *Cache) hang(text string) int {
	if !c.o.Wrap || c.o.Flush || text == "" {
		return 0
	}
	i := 0
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	c.cells = cell.Cells(c.cells[:0], text[:min(i, 4*c.o.Width)], 0, 0, c.o.Cell)
	indent := bullet(text[i:])
	for _, cl := range c.cells {
		indent += cl.Width
	}
	return min(indent, c.o.Width/2)
}

// bullet returns the length of the list bullet that s begins with: "- ", "* ",
// "+ ", "12. " or "3) ".
func bullet(s string) int {
	n := 0
	for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	switch {
	case n >= len(s):
		return 0
	case n == 0 && (s[0] == '-' || s[0] == '*' || s[0] == '+'), n > 0 && (s[n] == '.' || s[n] == ')'):
		n++
	default:
		return 0
	}
	if n < len(s) && s[n] == ' ' {
		return n + 1
	}
	return 0
}

// nearest returns the start of the cell of row r at column x, or the end of the row.
func (l *Layout) nearest(r Row, x int) int {
	l.c.cells = l.Cells(l.c.cells[:0], r, 0)
	at := r.X
	for _, c := range l.c.cells {
		if x < at+c.Width {
			return c.Start
		}
		at += c.Width
	}
	return r.End
}

// At returns the offset in the line of the caret position at or before column x of row r. In a row
// that wraps, the last position is before its last character, because the position after it is on
// the next row.
func (l *Layout) At(r Row, x int) int {
	off := buffer.Boundary(l.text, l.nearest(r, x))
	if off >= r.End && r.End < len(l.text) {
		off = buffer.Boundary(l.text, r.End-1)
	}
	return max(off, 0)
}

// X returns the column on the screen of the byte at off in row r.
func (l *Layout) X(r Row, off int) int {
	l.c.cells = l.Cells(l.c.cells[:0], r, 0)
	x := r.X
	for _, c := range l.c.cells {
		if c.End > off {
			break
		}
		x += c.Width
	}
	return x
}
