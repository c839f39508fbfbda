// Package blocksview is the preview's tab of blocks: the prompt's sections in
// their order, each with its role, how often it changes, and what it costs.
package blocksview

import (
	"fmt"

	"galley/engine"
	"galley/engine/prompt"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/style"
)

// Pane is the list of blocks. The zero value is ready to use.
type Pane struct {
	result   *engine.Result
	rows     []row
	selected int
	top      int
	height   int
	width    int
}

// row is a block, or something to read when block is nil: the heading of a message,
// a note. A block without a size is one that is made and not sent.
type row struct {
	message int
	size    *engine.BlockSize
	block   *prompt.Block
	heading string // over what is no message
	note    string
}

// SetResult shows the blocks of a new result; the bar stays on the block it is on.
func (p *Pane) SetResult(r *engine.Result) {
	id, message := "", 0
	if b, m, ok := p.current(); ok {
		id, message = b.ID, m
	}
	p.result = r
	p.rows = p.rows[:0]
	last := -1
	for i := range r.Blocks {
		size := &r.Blocks[i]
		if size.Message != last {
			last = size.Message
			p.rows = append(p.rows, row{message: last})
		}
		block := &r.Prompt.Messages[size.Message].Blocks[size.Block]
		if block.ID == id && size.Message == message {
			p.selected = len(p.rows)
		}
		p.rows = append(p.rows, row{message: size.Message, size: size, block: block})
	}
	p.besides()
	p.Move(0)
}

func (p *Pane) current() (*prompt.Block, int, bool) {
	if p.selected < 0 || p.selected >= len(p.rows) || p.rows[p.selected].block == nil {
		return nil, 0, false
	}
	return p.rows[p.selected].block, p.rows[p.selected].message, true
}

// Move moves the bar by rows; what is no block is passed over.
func (p *Pane) Move(rows int) {
	if p.lastBlock() < 0 {
		p.selected = 0
		p.Scroll(rows)
		return
	}
	target := min(max(p.selected+rows, 0), max(len(p.rows)-1, 0))
	step := 1
	if rows < 0 {
		step = -1
	}
	for _, s := range []int{step, -step} {
		for i := target; i >= 0 && i < len(p.rows); i += s {
			if p.rows[i].block != nil {
				p.selected = i
				return
			}
		}
	}
}

// Page moves the bar by screens.
func (p *Pane) Page(pages int) { p.Move(pages * max(p.height-1, 1)) }

// Scroll moves the window without the bar.
func (p *Pane) Scroll(rows int) {
	p.top = min(max(p.top+rows, 0), max(len(p.rows)+headRows-p.height, 0))
}

// Click puts the bar on the row at y; false when no block is there.
func (p *Pane) Click(y int) bool {
	i := p.top + y - headRows
	if i < 0 || i >= len(p.rows) || p.rows[i].block == nil {
		return false
	}
	p.selected = i
	return true
}

// Selected returns the offset, in the result's text, at which the block under the
// bar begins.
func (p *Pane) Selected() (offset int, ok bool) {
	block, message, ok := p.current()
	if !ok || p.rows[p.selected].size == nil {
		return 0, false
	}
	for i, m := range p.result.Prompt.Messages {
		if i == message {
			break
		}
		offset += m.Text().Len() + len("\n\n") // the messages are joined by a blank line
	}
	spans := p.result.Prompt.Messages[message].Spans()
	for i := range p.result.Prompt.Messages[message].Blocks {
		if &p.result.Prompt.Messages[message].Blocks[i] == block {
			return offset + spans[i].Start, true
		}
	}
	return 0, false
}

// headRows is the heading above the list.
const headRows = 1

// Draw paints the list.
func (p *Pane) Draw(a cell.Area, st *style.Styles, focused bool) (x, y int, visible bool) {
	p.height = a.H
	if p.width != a.W && p.result != nil {
		p.width = a.W
		p.SetResult(p.result) // the notes wrap anew
	}
	if p.result == nil || a.H <= headRows {
		return 0, 0, false
	}
	if len(p.rows) == 0 {
		a.Put(1, 0, "No message is sent.", st.Muted)
		return 0, 0, false
	}
	columns := widths(a.W)
	drawHead(a, columns, st)
	body := a.H - headRows
	p.reveal(body)
	for i := 0; i < body && p.top+i < len(p.rows); i++ {
		r := p.rows[p.top+i]
		y0 := headRows + i
		if r.block == nil {
			p.drawOther(a, y0, r, st)
			continue
		}
		p.drawBlock(a, y0, columns, r, st)
		if p.top+i == p.selected {
			if focused {
				a.Overlay(0, y0, a.W, 1, st.Row)
				x, y, visible = 0, y0, true
			} else {
				a.Underlay(0, y0, a.W, 1, st.RowBlurred)
			}
		}
	}
	return x, y, visible
}

// reveal brings the bar onto the screen, and with the last block what stands below
// it.
func (p *Pane) reveal(body int) {
	last := max(len(p.rows)-body, 0)
	if p.rows[p.selected].block == nil { // there is none
		p.top = min(p.top, last)
		return
	}
	p.top = max(min(p.top, p.selected, last), p.selected-body+1)
	if p.lastBlock() == p.selected {
		p.top = max(p.top, min(last, p.selected))
	}
}

func (p *Pane) lastBlock() int {
	for i := len(p.rows) - 1; i >= 0; i-- {
		if p.rows[i].block != nil {
			return i
		}
	}
	return -1
}

// columns are the right ends of the numbers and the width of the name.
type columns struct{ name, lifetime, bytes, chars, tokens, share int }

func widths(w int) columns {
	c := columns{name: w - 1}
	if w >= 40 {
		c.share, c.tokens = w-1, w-8
		c.name = c.tokens - 10
	}
	if w >= 56 {
		c.chars = c.tokens - 10
		c.name = c.chars - 10
	}
	if w >= 72 {
		c.bytes = c.chars - 10
		c.lifetime = c.bytes - 18
		c.name = c.lifetime - 2
	}
	return c
}

func drawHead(a cell.Area, c columns, st *style.Styles) {
	a.Put(1, 0, "block", st.Muted)
	if c.lifetime > 0 {
		a.Put(c.lifetime, 0, "lasts", st.Muted)
	}
	right(a, c.bytes, 0, "bytes", st.Muted)
	right(a, c.chars, 0, "chars", st.Muted)
	right(a, c.tokens, 0, "tokens", st.Muted)
	right(a, c.share, 0, "share", st.Muted)
}

// drawOther draws what is no block.
func (p *Pane) drawOther(a cell.Area, y int, r row, st *style.Styles) {
	if r.note != "" {
		a.Put(3, y, r.note, st.Muted)
		return
	}
	name := r.heading
	if name == "" {
		name = string(p.result.Prompt.Messages[r.message].Role)
	}
	x := a.Put(1, y, name, st.Title)
	a.HLine(x+1, y, max(a.W-x-2, 0), st.Border)
}

func (p *Pane) drawBlock(a cell.Area, y int, c columns, r row, st *style.Styles) {
	glyph, look := st.Origin(kind(r.block))
	a.Put(1, y, glyph, look)
	name := r.block.Title
	if n := r.block.StandInBytes(); n > 0 {
		name += fmt.Sprintf("  (stand-in, %d B)", n)
	}
	base := st.Base
	if r.size == nil {
		base = st.Muted
	}
	a.Put(3, y, cell.Shorten(cell.Visible(name), max(c.name-3, 1)), base)
	if c.lifetime > 0 {
		a.Put(c.lifetime, y, string(r.block.Lifetime), st.Muted)
	}
	if r.size == nil {
		right(a, c.bytes, y, fmt.Sprint(r.block.Text.Len()), st.Muted)
		return
	}
	right(a, c.bytes, y, fmt.Sprint(r.size.Length.Bytes), st.Base)
	right(a, c.chars, y, fmt.Sprint(r.size.Length.UTF16), st.Base)
	right(a, c.tokens, y, sign(r.size.Tokens)+fmt.Sprint(r.size.Tokens.Tokens), st.Base)
	if total := p.result.Length.Bytes; total > 0 {
		right(a, c.share, y, fmt.Sprintf("%d%%", r.size.Length.Bytes*100/total), st.Muted)
	}
}

// right puts text so that it ends before the column end; 0 is no column.
func right(a cell.Area, end, y int, text string, st cell.Style) {
	if end > 0 {
		a.Put(end-cell.Width(text), y, text, st)
	}
}

func sign(c token.Count) string {
	switch c.Basis {
	case token.Exact:
		return ""
	case token.Assumed:
		return "~"
	default:
		return "≈"
	}
}
