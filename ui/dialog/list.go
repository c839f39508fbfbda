package dialog

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"

	"galley/ui/cell"
	"galley/ui/style"
)

// Item is a row of a list.
type Item struct {
	Label  string // what is chosen; the filter looks at it
	Detail string // said beside it, faintly
	Key    string // shown at the right end
	Value  any    // what the opener knows the row by
}

// List is a list with a filter: the palette, the problems, the catalogue.
type List struct {
	title string
	empty string // said when there is nothing to choose
	pick  func(Item) tea.Cmd
	free  func(text string) tea.Cmd // takes what was typed when no row is chosen
	query func(text string) []Item  // makes the rows anew from what is typed
	tell  bool                      // the chosen row is told in full below the rows

	items []Item
	shown []match
	field textinput.Model
	bar   int
	top   int
	rows  int
	box   box
}

type match struct {
	item  int
	marks []int // byte indexes of the label that the filter found
}

// NewList returns a list over items. pick runs when a row is chosen.
func NewList(title, empty string, items []Item, pick func(Item) tea.Cmd) *List {
	l := &List{title: title, empty: empty, items: items, pick: pick, field: newField("")}
	l.filter()
	return l
}

// Free lets the user enter text that is no row of the list.
func (l *List) Free(take func(text string) tea.Cmd) *List {
	l.free = take
	return l
}

// Query makes the rows from what is typed, instead of filtering a fixed set.
func (l *List) Query(rows func(text string) []Item) *List {
	l.query = rows
	l.filter()
	return l
}

// Telling shows the chosen row's label and detail in full below the rows, which
// themselves are cut at the list's edge.
func (l *List) Telling() *List {
	l.tell = true
	return l
}

// SetText fills in the filter.
func (l *List) SetText(text string) *List {
	l.field.SetValue(text)
	l.field.CursorEnd()
	l.filter()
	return l
}

// Append adds rows that were not known when the list opened. The bar stays on its
// row.
func (l *List) Append(items ...Item) {
	at := -1
	if len(l.shown) > 0 {
		at = l.shown[l.bar].item
	}
	l.items = append(l.items, items...)
	l.filter()
	for i, m := range l.shown {
		if m.item == at {
			l.bar = i
		}
	}
}

func (l *List) filter() {
	text := l.field.Value()
	l.shown = l.shown[:0]
	l.bar, l.top = 0, 0
	if l.query != nil {
		l.items = l.query(text)
		text = ""
	}
	if text == "" {
		for i := range l.items {
			l.shown = append(l.shown, match{item: i})
		}
		return
	}
	found := fuzzy.FindFrom(text, labels(l.items))
	slices.SortStableFunc(found, func(a, b fuzzy.Match) int {
		return cmp.Or(closeness(b)-closeness(a), a.Index-b.Index)
	})
	for _, m := range found {
		l.shown = append(l.shown, match{m.Index, m.MatchedIndexes})
	}
}

// closeness is a match's score without what it lost for the length of the label:
// of rows that match alike the list's first comes first, such as the version of
// an agent that is meant when none is named.
func closeness(m fuzzy.Match) int { return m.Score + len(m.Str) - len(m.MatchedIndexes) }

type labels []Item

func (l labels) String(i int) string { return l[i].Label }
func (l labels) Len() int            { return len(l) }

// Key implements [Dialog].
func (l *List) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	switch key.String() {
	case "esc", "ctrl+c":
		return true, nil
	case "enter":
		return l.choose()
	case "up", "ctrl+p":
		l.move(-1)
	case "down", "ctrl+n":
		l.move(1)
	case "pgup":
		l.move(-max(l.rows-1, 1))
	case "pgdown":
		l.move(max(l.rows-1, 1))
	case "home":
		l.move(-len(l.shown))
	case "end":
		l.move(len(l.shown))
	case "tab":
		if l.query != nil && len(l.shown) > 0 {
			l.SetText(l.items[l.shown[l.bar].item].Label)
		}
	default:
		before := l.field.Value()
		var cmd tea.Cmd
		l.field, cmd = typed(l.field, key)
		if l.field.Value() != before {
			l.filter()
		}
		return false, cmd
	}
	return false, nil
}

func (l *List) choose() (bool, tea.Cmd) {
	if len(l.shown) > 0 {
		return true, l.pick(l.items[l.shown[l.bar].item])
	}
	if l.free != nil && l.field.Value() != "" {
		return true, l.free(l.field.Value())
	}
	return false, nil
}

func (l *List) move(rows int) {
	l.bar = min(max(l.bar+rows, 0), max(len(l.shown)-1, 0))
}

// Paste implements [Dialog].
func (l *List) Paste(text string) {
	l.field = pasted(l.field, text)
	l.filter()
}

// Click implements [Dialog].
func (l *List) Click(x, y int) (bool, tea.Cmd) {
	if !l.box.contains(x, y) {
		return true, nil
	}
	row := l.top + y - l.box.y - 3
	if y-l.box.y < 3 || y-l.box.y >= 3+l.rows || row >= len(l.shown) {
		return false, nil
	}
	l.bar = row
	return l.choose()
}

// Scroll implements [Dialog].
func (l *List) Scroll(rows int) { l.move(rows) }

// Draw implements [Dialog].
func (l *List) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	want := min(max(len(l.shown), 1), max(screen.H*2/3, 4)) + 4
	if l.tell {
		want += toldRows + 1
	}
	in := l.box.place(screen, st, l.title, min(max(screen.W*2/3, 40), 92), want)
	if in.H < 1 {
		return 0, 0, false
	}
	base := st.Popup
	in.Put(0, 0, "› ", base.Over(st.Accent))
	fx := drawField(in.Sub(2, 0, in.W-2, 1), l.field, base)
	if in.H > 1 {
		count := fmt.Sprintf("%d/%d", len(l.shown), len(l.items))
		in.HLine(0, 1, in.W, st.PopupBorder)
		in.Put(in.W-cell.Width(count)-1, 1, count, base.Over(st.Muted))
	}
	l.rows = max(in.H-2, 0)
	if l.tell && l.rows > toldRows+1 && len(l.shown) > 0 {
		l.rows -= toldRows + 1
		l.drawTold(in.Sub(0, 2+l.rows, in.W, toldRows+1), st)
	}
	l.top = min(l.top, l.bar)
	l.top = max(l.top, l.bar-l.rows+1, 0)
	if len(l.shown) == 0 && l.rows > 0 {
		in.Put(0, 2, l.emptyNote(), base.Over(st.Muted))
	}
	for i := 0; i < l.rows && l.top+i < len(l.shown); i++ {
		l.drawRow(in, 2+i, l.shown[l.top+i], l.top+i == l.bar, st)
	}
	return l.box.x + 4 + fx, l.box.y + 1, true
}

func (l *List) emptyNote() string {
	if l.field.Value() == "" || l.query != nil {
		return l.empty
	}
	if l.free != nil {
		return "Enter takes it as typed."
	}
	return "Nothing matches."
}

func (l *List) drawRow(in cell.Area, y int, m match, selected bool, st *style.Styles) {
	item, base := l.items[m.item], st.Popup
	label := cell.Visible(item.Label)
	right := in.W
	if item.Key != "" {
		right -= cell.Width(item.Key)
		in.Put(right, y, item.Key, base.Over(st.Key))
		right -= 2
	}
	if cell.Width(label) > right {
		label = cell.Shorten(label, right)
	}
	x := in.Put(0, y, label, base)
	if label == item.Label {
		for _, i := range m.marks {
			at := cell.Width(label[:min(i, len(label))])
			in.Overlay(at, y, 1, 1, st.Match)
		}
	}
	if item.Detail != "" && x+2 < right {
		in.Put(x+2, y, cell.Shorten(cell.Visible(item.Detail), right-x-2), base.Over(st.Muted))
	}
	if selected {
		in.Overlay(-1, y, in.W+2, 1, st.PopupSelected)
	}
}

// toldRows is how many rows the chosen row has to be told in full.
const toldRows = 4

// drawTold tells the chosen row in full, under a line.
func (l *List) drawTold(a cell.Area, st *style.Styles) {
	item := l.items[l.shown[l.bar].item]
	a.HLine(0, 0, a.W, st.PopupBorder)
	text := item.Label
	if item.Detail != "" {
		text += ": " + item.Detail
	}
	cells := cell.Cells(nil, cell.Visible(text), 0, 0, cell.Options{})
	starts := cell.Wrap(cells, a.W, 0)
	for row, from := range starts {
		to := len(cells)
		if row+1 < len(starts) {
			to = starts[row+1]
		}
		if row == toldRows-1 && to < len(cells) {
			a.Put(0, row+1, cell.Shorten(cell.Visible(text[cells[from].Start:]), a.W), st.Popup)
			return
		}
		a.PutCells(0, row+1, cells[from:to], func(int) cell.Style { return st.Popup })
	}
}
