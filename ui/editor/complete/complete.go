// Package complete completes a tag while the user types it. It finds the part of the line to
// replace, ranks the candidates that match the typed text, and draws the menu. The caller supplies
// the candidates.
package complete

import (
	"sort"
	"strings"

	"github.com/sahilm/fuzzy"

	"galley/ui/cell"
	"galley/ui/style"
)

// Candidate is a text that can be inserted.
type Candidate struct {
	Text   string // the text to insert: "git:branch", "if ", "endif"
	Detail string // a short description for people
	// Open is true if more text follows inside the tag, as after "file:" or "if ". Accepting such a
	// candidate does not close the bracket.
	Open bool
}

// Item is a matching candidate and the bytes of its text that match.
type Item struct {
	Candidate
	Matched []int
}

// Target is the part of a line that a completion replaces.
type Target struct {
	Start, End int    // the range of bytes of the line that is replaced
	Typed      string // the text between the bracket and the caret, to match candidates with
	Closed     bool   // whether the closing bracket already exists, at End
}

// reach is a number of bytes: an open bracket is looked for only this far before the caret.
const reach = 400

// At returns the target of a completion with the caret at byte caret of a line. ok is false outside
// of an open tag.
func At(line string, caret int) (t Target, ok bool) {
	floor := max(0, caret-reach)
	open := strings.LastIndexByte(line[floor:caret], '[')
	if open < 0 || strings.Contains(line[floor+open:caret], "]") {
		return Target{}, false
	}
	start := floor + open + 1
	rest := line[start:caret]
	start += len(rest) - len(strings.TrimLeft(rest, " \t"))
	t = Target{Start: start, End: caret, Typed: line[start:caret]}
	if !tagLike(t.Typed) {
		return Target{}, false
	}
	// Replace the rest of the key after the caret too.
	end := caret
	for end < len(line) && keyByte(line[end]) {
		end++
	}
	if end < len(line) && line[end] == ']' {
		t.End, t.Closed = end, true
	}
	return t, true
}

// tagLike reports whether the typed text may become a tag. Such a text may begin with "if"; the
// rest is a word, or a type, a colon and any text. For other text, such as a checkbox or a
// link, no menu opens.
func tagLike(s string) bool {
	if key, ok := strings.CutPrefix(s, "if "); ok {
		s = strings.TrimPrefix(strings.TrimLeft(key, " \t"), "!")
	}
	for i := 0; i < len(s); i++ {
		if s[i] == ':' {
			return i > 0
		}
		if !keyByte(s[i]) || s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func keyByte(b byte) bool {
	switch {
	case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9', b >= 0x80:
		return true
	}
	return strings.IndexByte("_:./-~@+", b) >= 0
}

// Rank returns the candidates that match the typed text, the best first: an exact match, then
// candidates that begin with the text, then the others by how well they match. Equally good
// candidates keep their order.
func Rank(typed string, candidates []Candidate) []Item {
	if typed == "" {
		out := make([]Item, len(candidates))
		for i, c := range candidates {
			out[i] = Item{Candidate: c}
		}
		return out
	}
	var start []int // the bytes to mark in a candidate that begins with the typed text
	for i := range len(typed) {
		start = append(start, i)
	}
	var exact, begins []Item
	var others fuzzy.Matches
	for _, m := range fuzzy.FindFromNoSort(typed, texts(candidates)) {
		c := candidates[m.Index]
		switch {
		case c.Text == typed && !c.Open:
			exact = append(exact, Item{c, start})
		case len(c.Text) >= len(typed) && strings.EqualFold(c.Text[:len(typed)], typed):
			begins = append(begins, Item{c, start})
		default:
			others = append(others, m)
		}
	}
	sort.Stable(others) // by the score
	out := append(exact, begins...)
	for _, m := range others {
		out = append(out, Item{candidates[m.Index], m.MatchedIndexes})
	}
	return out
}

type texts []Candidate

func (t texts) String(i int) string { return t[i].Text }
func (t texts) Len() int            { return len(t) }

// Menu is a list of items, one of which is chosen.
type Menu struct {
	Items  []Item
	Chosen int
	top    int
}

// Move chooses the item that is n rows further down, and wraps around.
func (m *Menu) Move(n int) {
	if len(m.Items) == 0 {
		return
	}
	m.Chosen = ((m.Chosen+n)%len(m.Items) + len(m.Items)) % len(m.Items)
}

const (
	mostRows  = 8
	mostWidth = 60
	minWidth  = 12
)

// ChooseAt chooses the item at a row of the menu as it was last drawn. It returns false if the row
// has no item.
func (m *Menu) ChooseAt(row int) bool {
	if row < 0 || m.top+row >= len(m.Items) {
		return false
	}
	m.Chosen = m.top + row
	return true
}

// Draw draws the menu into a, below the position x, y of the caret, or above it if the room below
// is too small. It returns the rectangle of the menu; h is 0 if the menu does not fit.
func (m *Menu) Draw(a cell.Area, st *style.Styles, x, y int) (left, top, w, h int) {
	if a.W < minWidth {
		return 0, 0, 0, 0
	}
	h = min(len(m.Items), mostRows)
	below, above := a.H-y-1, y
	top = y + 1
	if below < h && above > below {
		h = min(h, above)
		top = y - h
	} else {
		h = min(h, below)
	}
	if h <= 0 {
		return 0, 0, 0, 0
	}
	m.top = min(max(m.top, m.Chosen-h+1), m.Chosen)
	m.top = min(m.top, len(m.Items)-h)
	var text, detail int
	for _, it := range m.Items[m.top : m.top+h] {
		text, detail = max(text, cell.Width(it.Text)), max(detail, cell.Width(it.Detail))
	}
	w = text + 2
	if detail > 0 {
		w += detail + 2
	}
	w = min(max(w, minWidth), mostWidth, a.W)
	left = max(min(x, a.W-w), 0)
	box := a.Sub(left, top, w, h)
	for i := range h {
		m.drawItem(box, i, text+3, m.Items[m.top+i], m.top+i == m.Chosen, st)
	}
	return left, top, w, h
}

// drawItem draws an item on row y of box. column is where the details of all rows begin.
func (m *Menu) drawItem(box cell.Area, y, column int, it Item, chosen bool, st *style.Styles) {
	base := st.Popup
	if chosen {
		base = base.Over(st.PopupSelected)
	}
	box.Sub(0, y, box.W, 1).Fill(base)
	if chosen {
		box.Put(0, y, "›", base)
	}
	hit := map[int]bool{}
	for _, i := range it.Matched {
		hit[i] = true
	}
	text := cell.Shorten(it.Text, box.W-2)
	cells := cell.Cells(nil, text, 0, 0, cell.Options{})
	x := box.PutCells(1, y, cells, func(i int) cell.Style {
		if hit[cells[i].Start] {
			return base.With(cell.Bold | cell.Underline)
		}
		return base
	})
	x = max(x+2, min(column, box.W/2))
	if room := box.W - x - 1; it.Detail != "" && room >= 4 {
		d := cell.Shorten(it.Detail, room)
		look := base.Over(st.Muted)
		if chosen {
			look = base
		}
		box.Put(x, y, d, look)
	}
}
