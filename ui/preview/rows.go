package preview

import "galley/ui/cell"

// row is one row of the screen: a range of the text, with its cells.
type row struct {
	start, end int // byte offsets; end excludes the line feed
	first      bool
	last       bool // the line ends here
}

// layoutCache holds the row starts of the lines that were laid out since the
// text or the width changed.
type layoutCache struct {
	width int
	lines map[int][]int // line start -> offsets of its rows, the first one included
}

func (c *layoutCache) reset() { c.lines = nil }

// window is how many bytes are laid out at a time: several rows of the widest
// screen, so that a line of any length is never laid out as a whole.
const window = 4 << 10

// lineRows returns the offsets at which the rows of the line at start begin.
func (p *Pane) lineRows(start int) []int {
	if p.layout.width != p.width || p.layout.lines == nil {
		p.layout = layoutCache{width: p.width, lines: map[int][]int{}}
	}
	if rows, ok := p.layout.lines[start]; ok {
		return rows
	}
	end := lineEnd(p.text, start)
	rows := []int{start}
	if p.wrap && p.width > 0 {
		for at := start; at < end; {
			next := p.nextRow(at, end)
			if next >= end {
				break
			}
			rows = append(rows, next)
			at = next
		}
	}
	p.layout.lines[start] = rows
	return rows
}

// nextRow returns where the row that begins at from ends, within a line that
// ends at end.
func (p *Pane) nextRow(from, end int) int {
	if end-from <= p.width && isASCII(p.text[from:end]) {
		return end
	}
	upto := min(end, from+window)
	p.scratch = cell.Cells(p.scratch[:0], p.text[from:upto], from, 0, p.options)
	starts := cell.Wrap(p.scratch, p.width, 0)
	if len(starts) < 2 {
		return upto
	}
	return p.scratch[starts[1]].Start
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// rowStart returns the start of the row that holds offset.
func (p *Pane) rowStart(offset int) int {
	offset = min(max(offset, 0), len(p.text))
	rows := p.lineRows(lineStart(p.text, offset))
	for i := len(rows) - 1; i > 0; i-- {
		if rows[i] <= offset {
			return rows[i]
		}
	}
	return rows[0]
}

// after returns the start of the row after the one at start; false at the end.
func (p *Pane) after(start int) (int, bool) {
	line := lineStart(p.text, start)
	for _, r := range p.lineRows(line) {
		if r > start {
			return r, true
		}
	}
	end := lineEnd(p.text, start)
	if end >= len(p.text) {
		return start, false
	}
	return end + 1, true
}

// before returns the start of the row before the one at start; false at the top.
func (p *Pane) before(start int) (int, bool) {
	line := lineStart(p.text, start)
	rows := p.lineRows(line)
	for i, r := range rows {
		if r == start && i > 0 {
			return rows[i-1], true
		}
	}
	if line == 0 {
		return start, false
	}
	rows = p.lineRows(lineStart(p.text, line-1))
	return rows[len(rows)-1], true
}

// Scroll moves the window by rows, down when positive.
func (p *Pane) Scroll(rows int) { p.top = p.step(p.top, rows) }

// step returns the row start that lies rows away from the one at start.
func (p *Pane) step(start, rows int) int {
	ok := true
	for ; rows > 0 && ok; rows-- {
		start, ok = p.after(start)
	}
	for ; rows < 0 && ok; rows++ {
		start, ok = p.before(start)
	}
	return start
}

// Move moves the reader's place by rows and keeps it on the screen.
func (p *Pane) Move(rows int) {
	p.cursor = p.step(p.rowStart(p.cursor), rows)
	p.reveal(p.cursor)
}

// Page moves by screens.
func (p *Pane) Page(pages int) { p.Move(pages * max(p.height-1, 1)) }

// reveal scrolls as little as brings offset onto the screen.
func (p *Pane) reveal(offset int) {
	if p.height <= 0 || p.width <= 0 {
		return
	}
	target := p.rowStart(offset)
	if target < p.top {
		p.top = p.step(target, -min(2, p.height/3))
		return
	}
	at, ok := p.top, true
	for i := 0; i < p.height && ok; i++ {
		if at == target {
			return
		}
		at, ok = p.after(at)
	}
	if target == p.top {
		return
	}
	p.top = p.step(target, -max(p.height-1-min(2, p.height/3), 0))
}

// Click puts the reader's place at a cell of the text, whose top left is 0, 0.
func (p *Pane) Click(x, y int) bool {
	if y < 0 || y >= len(p.rows) {
		return false
	}
	r := p.rows[y]
	if p.bar {
		x--
	}
	p.cursor = r.start
	p.scratch = cell.Cells(p.scratch[:0], p.text[r.start:r.end], r.start, 0, p.options)
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
