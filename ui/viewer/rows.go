package viewer

import (
	"strings"

	"galley/ui/cell"
	"galley/ui/editor/rows"
)

// row is one row of the screen: a range of the text.
type row struct {
	start, end int // byte offsets; end excludes the line end
	col        int // the column of the line at which the row starts
	line       int // the offset at which its line starts
	x          int // the column where its first cell is drawn; negative if part of it is beyond the left edge
}

// spot identifies a row: by the offset at which its line starts, and the row's number in the line.
type spot struct{ line, row int }

// line is a line with a layout: its id in the cache of layouts, and where it ends.
type line struct {
	id  uint64
	end int // the offset of its line feed, or the text's length
}

// layouts caches the layouts of the lines that were used since the text changed. The layouts of
// long lines stay in the cache when the text changes elsewhere.
type layouts struct {
	cache *rows.Cache
	lines map[int]line // the lines by the offsets at which they start
	last  uint64
}

// longLine is a length in bytes: layouts of lines from this length on stay in the cache.
const longLine = 4 << 10

func newLayouts() layouts {
	return layouts{cache: rows.NewCache(rows.Options{}), lines: map[int]line{}}
}

// lineAt returns the line that starts at an offset.
func (v *Viewer) lineAt(start int) line {
	l, ok := v.layouts.lines[start]
	if !ok {
		v.layouts.last++
		l = line{v.layouts.last, lineEnd(v.text, start)}
		v.layouts.lines[start] = l
	}
	return l
}

// layoutOf returns the rows of the line that starts at an offset.
func (v *Viewer) layoutOf(start int) *rows.Layout {
	l := v.lineAt(start)
	return v.layouts.cache.Get(l.id, body(v.text[start:l.end]))
}

// body returns a line without the carriage return of its line end.
func body(s string) string { return strings.TrimSuffix(s, "\r") }

// setRows lays lines out again if the options have changed.
func (v *Viewer) setRows() {
	v.layouts.cache.SetOptions(rows.Options{Width: v.width, Wrap: v.wrap, Cell: v.options, Flush: true})
}

// relayout updates the layouts after a change of the text. The first head bytes and the last tail
// bytes have not changed.
func (v *Viewer) relayout(before string, head, tail int) {
	shift := len(v.text) - len(before)
	kept := map[int]line{}
	var ids []uint64
	for start, l := range v.layouts.lines {
		if l.end-start < longLine {
			continue
		}
		edited := false
		switch {
		case start >= len(before)-tail && lineStart(v.text, start+shift) == start+shift:
			start += shift
		case start <= head:
			edited = true
		default:
			continue
		}
		l.end = lineEnd(v.text, start)
		text := body(v.text[start:l.end])
		if edited {
			v.layouts.cache.Edited(l.id, text, head-start)
		}
		v.layouts.cache.Get(l.id, text) // this replaces the string in the cache, so that the previous text can be freed
		kept[start] = l
		ids = append(ids, l.id)
	}
	v.layouts.lines = kept
	v.layouts.cache.Keep(ids)
}

// spotOf returns the row that contains offset.
func (v *Viewer) spotOf(offset int) spot {
	offset = min(max(offset, 0), len(v.text))
	start := lineStart(v.text, offset)
	return spot{start, v.layoutOf(start).RowOf(offset - start)}
}

// startOf returns the offset of a row's first byte.
func (v *Viewer) startOf(s spot) int {
	r, _ := v.layoutOf(s.line).Row(s.row)
	return s.line + r.Start
}

// rowStart returns the start of the row that contains offset.
func (v *Viewer) rowStart(offset int) int { return v.startOf(v.spotOf(offset)) }

// rowAt returns the part of a row that is visible.
func (v *Viewer) rowAt(s spot) row {
	lay := v.layoutOf(s.line)
	r, _ := lay.Row(s.row)
	x := 0
	if !v.wrap {
		r = lay.From(v.left, v.width)
		x = r.X
	}
	return row{start: s.line + r.Start, end: s.line + r.End, col: r.Col, line: s.line, x: x}
}

// after returns the row after s, or false at the end of the text.
func (v *Viewer) after(s spot) (spot, bool) {
	if _, ok := v.layoutOf(s.line).Row(s.row + 1); ok {
		return spot{s.line, s.row + 1}, true
	}
	end := v.lineAt(s.line).end
	if end >= len(v.text) {
		return s, false
	}
	return spot{end + 1, 0}, true
}

// before returns the row before s, or false at the start of the text.
func (v *Viewer) before(s spot) (spot, bool) {
	if s.row > 0 {
		return spot{s.line, s.row - 1}, true
	}
	if s.line == 0 {
		return spot{}, false
	}
	start := lineStart(v.text, s.line-1)
	return spot{start, v.layoutOf(start).Count() - 1}, true
}

// Scroll moves the window down by some rows, or up if rows is negative.
func (v *Viewer) Scroll(rows int) {
	v.top = v.startOf(v.step(v.spotOf(v.top), rows))
}

// step returns the row that is a number of rows below s.
func (v *Viewer) step(s spot, rows int) spot {
	ok := true
	for ; rows > 0 && ok; rows-- {
		s, ok = v.after(s)
	}
	for ; rows < 0 && ok; rows++ {
		s, ok = v.before(s)
	}
	return s
}

// Move moves the reading position by some rows and keeps it in the window.
func (v *Viewer) Move(rows int) {
	v.cursor = v.startOf(v.step(v.spotOf(v.cursor), rows))
	v.reveal(v.cursor)
}

// Page scrolls by some windows, at most to the end of the text, and moves the reading position
// equally far.
func (v *Viewer) Page(pages int) {
	rows := pages * max(v.height-1, 1)
	v.Scroll(rows)
	v.FillWindow()
	v.Move(rows)
}

// reveal scrolls as little as possible to show offset.
func (v *Viewer) reveal(offset int) {
	v.revealed = offset
	if v.height == 0 || v.inWindow(offset) {
		return
	}
	target := v.spotOf(offset)
	margin := min(2, v.height/3)
	if v.startOf(target) >= v.top {
		margin = max(v.height-1-margin, 0)
	}
	v.top = v.startOf(v.step(target, -margin))
}

// inWindow reports whether the row that holds an offset is in the window.
func (v *Viewer) inWindow(offset int) bool {
	target := v.spotOf(offset)
	at, ok := v.spotOf(v.top), true
	for i := 0; i < v.height && ok; i++ {
		if at == target {
			return true
		}
		at, ok = v.after(at)
	}
	return false
}

// Click puts the reading position at a cell of the text, whose top left cell is 0, 0.
func (v *Viewer) Click(x, y int) bool {
	if y < 0 || y >= len(v.rows) {
		return false
	}
	r := v.rows[y]
	x -= v.BarWidth() + r.x
	v.cursor = r.start
	v.scratch = cell.Cells(v.scratch[:0], v.text[r.start:r.end], r.start, r.col, v.options)
	col := 0
	for _, c := range v.scratch {
		if x < col+c.Width {
			break
		}
		col += c.Width
		v.cursor = c.End
	}
	return true
}
