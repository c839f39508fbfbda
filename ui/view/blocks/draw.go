package blocks

import (
	"fmt"
	"strconv"

	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/view"
)

// Draw implements [view.View].
func (v *View) Draw(a cell.Area, f view.Frame) (x, y int, visible bool) {
	if v.width != a.W && v.result != nil {
		v.width = a.W
		v.arrange() // notes wrap differently in another width
	}
	if v.result == nil || a.H <= 1 {
		return
	}
	if len(v.rows) == 0 {
		a.Put(1, 0, "No message is sent.", f.Styles.Muted)
		return
	}
	columns := widths(a.W)
	head := v.drawMakeup(a, f.Styles)
	drawHead(a, head, columns, v.firstColumn(columns.name), f.Styles)
	v.at = head + 1
	told := v.Details()
	foot := view.FootHeight(a.H - v.at)
	view.DrawDetails(a.Sub(0, a.H-foot, a.W, foot), told, f.Styles)
	_, y, visible = v.list.Draw(a.Sub(0, v.at, a.W, a.H-v.at-foot), f.Styles, f.Focused, func(a cell.Area, y, i int) {
		switch r := v.rows[i]; {
		case r.section != nil:
			v.drawSection(a, y, columns, r, f.Styles)
		case r.tool != nil:
			v.drawTool(a, y, columns, r.tool, f.Styles)
		case r.block == nil:
			v.drawOther(a, y, r, f.Styles)
		default:
			v.drawBlock(a, y, columns, r, f.Styles)
		}
	})
	return 0, y + v.at, visible
}

// columns has the right end of each column of numbers. name is the width of the column of
// names.
type columns struct{ name, lifetime, bytes, chars, tokens, share int }

// roomy is the least width at which the columns of numbers have space between them.
const roomy = 84

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
	if w >= 72 && w < roomy { // names matter more than space between numbers
		c.chars = c.tokens - 9
		c.bytes = c.chars - 9
		c.lifetime = c.bytes - 16
		c.name = c.lifetime - 2
	}
	if w >= roomy {
		c.bytes = c.chars - 10
		c.lifetime = c.bytes - 18
		c.name = c.lifetime - 2
	}
	return c
}

// drawHead draws the titles of the columns. signs is the title of the first column.
func drawHead(a cell.Area, y int, c columns, signs string, st *style.Styles) {
	a.Put(1, y, signs, st.Muted)
	if c.lifetime > 0 {
		a.Put(c.lifetime, y, "lasts", st.Muted)
	}
	right(a, c.bytes, y, "bytes", st.Muted)
	right(a, c.chars, y, "chars", st.Muted)
	right(a, c.tokens, y, "tokens", st.Muted)
	right(a, c.share, y, "share", st.Muted)
}

// drawOther draws a row that is not a block.
func (v *View) drawOther(a cell.Area, y int, r row, st *style.Styles) {
	if r.note != "" {
		a.Put(3, y, r.note, st.Muted)
		return
	}
	name := r.heading
	if name == "" {
		name = string(v.result.Prompt.Messages[r.message].Role)
	}
	x := a.Put(1, y, name, st.Title)
	a.HLine(x+1, y, max(a.W-x-2, 0), st.Border)
}

// title returns the title of a block, with a number if an earlier block has the same title.
func (v *View) title(r row) string {
	n := 1
	for i := range v.result.Prompt.Messages[:r.message+1] {
		for j, b := range v.result.Prompt.Messages[i].Blocks {
			if (i < r.message || j < r.size.Block) && b.Title == r.block.Title {
				n++
			}
		}
	}
	if n == 1 {
		return r.block.Title
	}
	return fmt.Sprintf("%s #%d", r.block.Title, n)
}

func (v *View) drawBlock(a cell.Area, y int, c columns, r row, st *style.Styles) {
	glyph, look := st.Origin(mainOrigin(r.block))
	a.Put(1, y, glyph, look)
	nameAt := 3
	if r.size != nil && v.after.Known {
		nameAt = v.drawAfter(a, y, r, st)
	}
	name := v.title(r)
	switch n := r.block.StandInBytes(); {
	case n == 0:
	case n < r.block.Text.Len():
		name += "  (partly stand-in)"
	default:
		name += "  (stand-in)"
	}
	if v.twice[fileText(r.block)] > 1 {
		name += "  (sent twice)"
	}
	base := st.Base
	if r.size == nil {
		base = st.Muted
	}
	a.Put(nameAt, y, cell.Shorten(cell.Visible(name), max(c.name-nameAt, 1)), base)
	if c.lifetime > 0 {
		a.Put(c.lifetime, y, string(r.block.Lifetime), st.Muted)
	}
	if r.size == nil {
		right(a, c.bytes, y, strconv.Itoa(r.block.Text.Len()), st.Muted)
		return
	}
	right(a, c.bytes, y, strconv.Itoa(r.size.Length.Bytes), st.Base)
	right(a, c.chars, y, strconv.Itoa(r.size.Length.UTF16), st.Base)
	right(a, c.tokens, y, r.size.Tokens.Basis.Sign()+strconv.Itoa(r.size.Tokens.Tokens), st.Base)
	right(a, c.share, y, v.share(r.size.Tokens.Tokens), st.Muted)
}

// right draws a text so that it ends before the column end. If end is 0, all of the text lies
// outside the area, so nothing is drawn.
func right(a cell.Area, end, y int, text string, st cell.Style) {
	a.Put(end-cell.Width(text), y, text, st)
}

// drawSection draws a section of a block: its heading and its size. Its tokens are computed from
// those of the block in proportion to the bytes.
func (v *View) drawSection(a cell.Area, y int, c columns, r row, st *style.Styles) {
	n := r.section.Span.Len()
	indent := 5 + 2*max(r.section.Level-1, 0)
	if v.bySize {
		indent = 5
	}
	a.Put(indent, y, cell.Shorten(cell.Visible(r.section.Title), max(c.name-indent, 1)), st.Muted)
	right(a, c.bytes, y, strconv.Itoa(n), st.Muted)
	tokens := r.size.Tokens.Tokens * n / max(r.size.Length.Bytes, 1)
	right(a, c.tokens, y, "≈"+strconv.Itoa(tokens), st.Muted)
	right(a, c.share, y, v.share(tokens), st.Muted)
}
