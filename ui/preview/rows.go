package preview

import (
	"strings"

	"galley/ui/cell"
	"galley/ui/editor/rows"
)

// row is one row of the screen: a range of the text.
type row struct {
	start, end int // byte offsets; end excludes the line end
	col        int // the column of the line that it starts in
	line       int // where its line starts
}

// spot is a row by its line, as the offset of the line's first byte, and its
// number in the line.
type spot struct{ line, row int }

// line is a line that was laid out: who it is to the layouts, and where it ends.
type line struct {
	id  uint64
	end int // the offset of its line feed, or the text's length
}

// layouts holds the layouts of the lines that were looked at since the text
// changed. Those of long lines live on when the text changes elsewhere.
type layouts struct {
	cache *rows.Cache
	lines map[int]line // by where they start
	last  uint64
}

// longLine is how many bytes of a line are worth keeping its layout for.
const longLine = 4 << 10

func newLayouts() layouts {
	return layouts{cache: rows.NewCache(rows.Options{Width: 1}), lines: map[int]line{}}
}

// lineAt describes the line that starts at an offset.
func (p *Pane) lineAt(start int) line {
	l, ok := p.layouts.lines[start]
	if !ok {
		p.layouts.last++
		l = line{p.layouts.last, lineEnd(p.text, start)}
		p.layouts.lines[start] = l
	}
	return l
}

// layoutOf returns the rows of the line that starts at an offset.
func (p *Pane) layoutOf(start int) *rows.Layout {
	l := p.lineAt(start)
	return p.layouts.cache.Get(l.id, body(p.text[start:l.end]))
}

// body is a line without the carriage return of its line end.
func body(s string) string { return strings.TrimSuffix(s, "\r") }

// setRows lets the lines be laid out anew where that comes out otherwise.
func (p *Pane) setRows() {
	p.layouts.cache.SetOptions(rows.Options{Width: p.width, Wrap: p.wrap, Cell: p.options, Flush: true})
}

// relayout follows a change of the text: the bytes up to head are as before, and
// the last tail bytes.
func (p *Pane) relayout(before string, head, tail int) {
	shift := len(p.text) - len(before)
	kept := map[int]line{}
	var ids []uint64
	for start, l := range p.layouts.lines {
		if l.end-start < longLine {
			continue
		}
		edited := false
		switch {
		case l.end < head:
		case start >= len(before)-tail:
			start += shift
		case start <= head:
			edited = true
		default:
			continue
		}
		l.end = lineEnd(p.text, start)
		text := body(p.text[start:l.end])
		if edited {
			p.layouts.cache.Edited(l.id, text, head-start)
		}
		p.layouts.cache.Get(l.id, text) // which lets go of the former text
		kept[start] = l
		ids = append(ids, l.id)
	}
	p.layouts.lines = kept
	p.layouts.cache.Keep(ids)
}

// spotOf returns the row that holds offset.
func (p *Pane) spotOf(offset int) spot {
	offset = min(max(offset, 0), len(p.text))
	start := lineStart(p.text, offset)
	return spot{start, p.layoutOf(start).RowOf(offset - start)}
}

// startOf returns the offset of a row's first byte.
func (p *Pane) startOf(s spot) int {
	r, _ := p.layoutOf(s.line).Row(s.row)
	return s.line + r.Start
}

// rowStart returns the start of the row that holds offset.
func (p *Pane) rowStart(offset int) int { return p.startOf(p.spotOf(offset)) }

// rowAt describes a row: the part of it that is on the screen.
func (p *Pane) rowAt(s spot) row {
	lay := p.layoutOf(s.line)
	r, _ := lay.Row(s.row)
	if !p.wrap {
		r = lay.From(0, p.width)
	}
	return row{start: s.line + r.Start, end: s.line + r.End, col: r.Col, line: s.line}
}

// after returns the row after s; false at the end.
func (p *Pane) after(s spot) (spot, bool) {
	if _, ok := p.layoutOf(s.line).Row(s.row + 1); ok {
		return spot{s.line, s.row + 1}, true
	}
	end := p.lineAt(s.line).end
	if end >= len(p.text) {
		return s, false
	}
	return spot{end + 1, 0}, true
}

// before returns the row before s; false at the top.
func (p *Pane) before(s spot) (spot, bool) {
	if s.row > 0 {
		return spot{s.line, s.row - 1}, true
	}
	if s.line == 0 {
		return s, false
	}
	start := lineStart(p.text, s.line-1)
	return spot{start, p.layoutOf(start).Count() - 1}, true
}

// Scroll moves the window by rows, down when positive.
func (p *Pane) Scroll(rows int) {
	if p.width > 0 {
		p.top = p.startOf(p.step(p.spotOf(p.top), rows))
	}
}

// step returns the row that lies rows away from s.
func (p *Pane) step(s spot, rows int) spot {
	ok := true
	for ; rows > 0 && ok; rows-- {
		s, ok = p.after(s)
	}
	for ; rows < 0 && ok; rows++ {
		s, ok = p.before(s)
	}
	return s
}

// Move moves the reader's place by rows and keeps it on the screen.
func (p *Pane) Move(rows int) {
	if p.width <= 0 {
		return
	}
	p.cursor = p.startOf(p.step(p.spotOf(p.cursor), rows))
	p.reveal(p.cursor)
}

// Page moves by screens.
func (p *Pane) Page(pages int) { p.Move(pages * max(p.height-1, 1)) }

// reveal scrolls as little as brings offset onto the screen.
func (p *Pane) reveal(offset int) {
	if p.height <= 0 || p.width <= 0 {
		return
	}
	target := p.spotOf(offset)
	start := p.startOf(target)
	margin := min(2, p.height/3)
	if start < p.top {
		p.top = p.startOf(p.step(target, -margin))
		return
	}
	at, ok := p.spotOf(p.top), true
	for i := 0; i < p.height && ok; i++ {
		if at == target {
			return
		}
		at, ok = p.after(at)
	}
	p.top = p.startOf(p.step(target, -max(p.height-1-margin, 0)))
}

// Click puts the reader's place at a cell of the text, whose top left is 0, 0.
func (p *Pane) Click(x, y int) bool {
	if y < 0 || y >= len(p.rows) {
		return false
	}
	r := p.rows[y]
	x -= p.barWidth()
	p.cursor = r.start
	p.scratch = cell.Cells(p.scratch[:0], p.text[r.start:r.end], r.start, r.col, p.options)
	col := 0
	for _, c := range p.scratch {
		if x < col+c.Width {
			break
		}
		col += c.Width
		p.cursor = c.End
	}
	return true
}
