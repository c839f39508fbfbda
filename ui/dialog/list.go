package dialog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/list"
	"galley/ui/style"
)

// Item is a row of a list.
type Item struct {
	Label  string // Label is the row's name, which the filter searches
	Also   string // Also has other names that the filter searches too
	Detail string // Detail is shown beside the label, faintly
	Key    string // Key is shown at the right end
	Value  any    // Value identifies the row for the caller
	Faint  bool   // Faint draws the row faintly, because choosing it has no effect here
	Meant  bool   // Meant is for a row made from the typed text; see Offer
}

// List is a list with a filter: the palette, the problems, the catalogue.
type List struct {
	title string
	empty string // empty is shown if the list has no rows
	pick  func(Item) tea.Cmd
	free  func(text string) tea.Cmd // free is called with the typed text if no row is chosen
	ask   func(text string) tea.Cmd // ask requests the rows that match the typed text; see Found
	make  func(text string) (Item, bool)
	made  *Item // made is the row made from the typed text, or nil
	even  bool  // even means that details are shown on all rows or on none
	tell  bool  // tell means that the chosen row is always shown in full below the rows
	cut   bool  // cut is true if a row is cut at the list's edge, so that the chosen row is shown in full

	items []Item
	shown []list.Match
	field textinput.Model
	list  list.List
	rows  int
	box   box

	dragging bool // dragging is true while the mouse holds the scroll bar
}

// NewList returns a list of items. It shows the text empty if it has no rows, and calls pick when
// the user chooses a row.
func NewList(title, empty string, items []Item, pick func(Item) tea.Cmd) *List {
	l := &List{title: title, empty: empty, items: items, pick: pick, field: newField("")}
	l.filter()
	return l
}

// Free lets the user accept a typed text that is not a row of the list; take is called with it.
func (l *List) Free(take func(text string) tea.Cmd) *List {
	l.free = take
	return l
}

// Offer makes the list call item with the typed text and add the row that item returns, if any.
// That row comes after the rows that match; if it is Meant, it comes before those that only contain
// the letters of the text.
func (l *List) Offer(item func(text string) (Item, bool)) *List {
	l.make = item
	return l
}

// row returns the item of a row. The row after the last item is the one made from the typed text.
func (l *List) row(i int) Item {
	if i == len(l.items) && l.made != nil {
		return *l.made
	}
	return l.items[i]
}

// Query makes the list call ask for the rows that match the typed text, instead of filtering fixed
// rows. [List.Found] delivers these rows. The returned command requests the first ones.
func (l *List) Query(ask func(text string) tea.Cmd) tea.Cmd {
	l.ask = ask
	return l.filter()
}

// Found sets the rows that were requested for a text. It does nothing if the typed text has changed
// since.
func (l *List) Found(text string, items []Item) {
	if text == l.field.Value() {
		l.items = items
		l.show("")
	}
}

// Telling makes the list show the chosen row's label and detail in full below the rows, which are
// cut at the list's edge.
func (l *List) Telling() *List {
	l.tell = true
	return l
}

// Begin puts the bar on a row at the start: the one whose value is in use.
func (l *List) Begin(row int) *List {
	l.list.GoTo(row)
	return l
}

// SetText fills in the filter. The returned command requests rows, like that of Query.
func (l *List) SetText(text string) tea.Cmd {
	l.field.SetValue(text)
	l.field.CursorEnd()
	return l.filter()
}

// Append adds rows that were found after the list opened. The bar stays on its row.
func (l *List) Append(items ...Item) {
	at := -1
	if row, ok := l.list.Bar(); ok {
		at = l.shown[row].Row
	}
	l.items = append(l.items, items...)
	l.filter()
	for i, m := range l.shown {
		if m.Row == at {
			l.list.GoTo(i)
		}
	}
}

// Refresh replaces the rows and the text of an empty list. The typed text stays, and the bar stays
// on its row if the row is among the new ones.
func (l *List) Refresh(empty string, items []Item) {
	was, ok := l.chosen()
	l.empty, l.items = empty, items
	l.show(l.field.Value())
	for i, m := range l.shown {
		if now := l.row(m.Row); ok && now.Label == was.Label && now.Key == was.Key {
			l.list.GoTo(i)
			return
		}
	}
}

// filter shows the rows for the typed text. Until the requested rows arrive, it filters the present
// ones.
func (l *List) filter() tea.Cmd {
	text := l.field.Value()
	if l.ask == nil {
		l.show(text)
		return nil
	}
	var kept []Item
	for _, item := range l.items {
		if len(item.Label) >= len(text) && strings.EqualFold(item.Label[:len(text)], text) {
			kept = append(kept, item)
		}
	}
	l.items = kept
	l.show("")
	return l.ask(text)
}

// show ranks the rows by how well they match a text.
func (l *List) show(text string) {
	labels := make([]string, len(l.items))
	for i, item := range l.items {
		labels[i] = item.Label
	}
	l.shown, l.made = l.named(text, list.Rank(text, labels)), nil
	if text != "" && l.make != nil {
		if item, ok := l.make(text); ok {
			l.made = &item
			at := len(l.shown)
			for item.Meant && at > 0 && !strings.Contains(strings.ToLower(labels[l.shown[at-1].Row]), strings.ToLower(text)) {
				at--
			}
			l.shown = slices.Insert(l.shown, at, list.Match{Row: len(l.items)})
		}
	}
	l.list.SetRows(len(l.shown), 0)
	l.list.First()
}

// named puts the rows that have the text in their other names after those that have it in their
// label, and before those that have only its letters.
func (l *List) named(text string, ranked []list.Match) []list.Match {
	has := func(s string) bool { return strings.Contains(strings.ToLower(s), strings.ToLower(text)) }
	at := slices.IndexFunc(ranked, func(m list.Match) bool { return !has(l.items[m.Row].Label) })
	if at < 0 {
		at = len(ranked)
	}
	shown, letters := slices.Clone(ranked[:at]), ranked[at:]
	for i, item := range l.items {
		if item.Also != "" && has(item.Also) && !has(item.Label) {
			shown = append(shown, list.Match{Row: i})
		}
	}
	for _, m := range letters {
		if !slices.ContainsFunc(shown, func(s list.Match) bool { return s.Row == m.Row }) {
			shown = append(shown, m)
		}
	}
	return shown
}

// Key implements [Dialog].
func (l *List) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	switch key.String() {
	case "esc", "ctrl+c":
		return true, nil
	case "enter":
		return l.choose()
	case "up", "ctrl+p":
		l.list.Move(-1)
	case "down", "ctrl+n":
		l.list.Move(1)
	case "pgup":
		l.list.Page(-1)
	case "pgdown":
		l.list.Page(1)
	case "home":
		l.list.First()
	case "end":
		l.list.Move(l.list.Length())
	case "tab":
		if item, ok := l.chosen(); ok && l.ask != nil {
			return false, l.SetText(item.Label)
		}
	default:
		before := l.field.Value()
		var cmd tea.Cmd
		l.field, cmd = typed(l.field, key)
		if l.field.Value() != before {
			cmd = tea.Batch(cmd, l.filter())
		}
		return false, cmd
	}
	return false, nil
}

// chosen returns the row under the bar.
func (l *List) chosen() (Item, bool) {
	row, ok := l.list.Bar()
	if !ok {
		return Item{}, false
	}
	return l.row(l.shown[row].Row), true
}

func (l *List) choose() (bool, tea.Cmd) {
	if item, ok := l.chosen(); ok {
		return true, l.pick(item)
	}
	if l.free != nil && l.field.Value() != "" {
		return true, l.free(l.field.Value())
	}
	return false, nil
}

// Paste implements [Dialog].
func (l *List) Paste(text string) tea.Cmd {
	l.field = pasted(l.field, text)
	return l.filter()
}

// Click implements [Dialog].
func (l *List) Click(x, y int) (bool, tea.Cmd) {
	if !l.box.contains(x, y) {
		return true, nil
	}
	if key, ok := l.box.hintAt(x, y); ok {
		return l.Key(key)
	}
	if !l.list.Click(y - l.box.y - headRows) {
		return false, nil
	}
	return l.choose()
}

// Scroll implements [Dialog].
func (l *List) Scroll(rows int) { l.list.Scroll(rows) }

// headRows is the number of rows of the box above the list: the frame, the field and a line.
const headRows = 3

// Draw implements [Dialog].
func (l *List) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	want := min(max(len(l.shown), 1), max(screen.H*2/3, 4)) + 4
	width := l.width(screen)
	l.cut = l.cut || l.cuts(width-4)
	if l.tells() {
		want += toldRows + 1
	}
	in := l.box.place(screen, st, l.title, width, want)
	if in.H < 1 {
		return
	}
	base := st.Popup
	in.Put(0, 0, "› ", base.Over(st.Accent))
	fx := drawField(in.Sub(2, 0, in.W-2, 1), l.field, base)
	if in.H > 1 {
		in.HLine(0, 1, in.W, st.PopupBorder)
		if l.field.Value() != "" {
			count := fmt.Sprintf(" %d of %d match ", len(l.shown), len(l.items))
			in.Put(in.W-cell.Width(count)-1, 1, count, base.Over(st.Muted))
		}
	}
	l.rows = max(in.H-2, 0)
	if item, ok := l.chosen(); ok && l.tells() && l.rows > toldRows+1 {
		l.rows -= toldRows + 1
		drawDetails(in.Sub(0, 2+l.rows, in.W, toldRows+1), item, st)
	}
	if len(l.shown) == 0 && l.rows > 0 {
		in.Put(0, 2, l.emptyNote(), base.Over(st.Muted))
	}
	chosen, _ := l.list.Bar()
	column := l.column(in.W)
	bare := l.bare(in.W, column)
	l.list.DrawRows(in.Sub(0, 2, in.W, l.rows), func(a cell.Area, y, row int) {
		l.drawRow(in, 2+y, column, bare, l.shown[row], row == chosen, st)
	})
	top, _ := l.list.Window()
	at, size := bar(top, l.rows, len(l.shown), l.rows)
	l.box.drawBar(screen, st, headRows, at, size)
	place := ""
	if len(l.shown) > 0 {
		place = fmt.Sprintf("%d of %d", chosen+1, len(l.shown))
	}
	l.box.drawFoot(screen, st, l.hints(), place)
	return l.box.x + 4 + fx, l.box.y + 1, true
}

// tells reports whether the chosen row is shown in full below the rows.
func (l *List) tells() bool { return l.tell || l.cut }

// width returns the width of the box: that of the widest row, if the screen has room.
func (l *List) width(screen cell.Area) int {
	label, rest := 0, 0
	for _, item := range l.items {
		label, rest = max(label, cell.Width(item.Label)), max(rest, afterLabel(item))
	}
	least := min(max(screen.W*2/3, 40), 92)
	if l.tell {
		least = min(max(least, min(screen.W-4, 76)), 92)
	}
	least = max(least, cell.Width(l.title)+8)
	return min(max(least, min(label+rest+6, max(screen.W*3/4, 92))), roomFor(screen))
}

// afterLabel returns the number of columns that a row's detail and key need, with the space before
// them.
func afterLabel(item Item) (n int) {
	if item.Detail != "" {
		n += cell.Width(item.Detail) + 2
	}
	if item.Key != "" {
		n += cell.Width(item.Key) + 2
	}
	return n
}

// cuts reports whether a row does not fit into a list of this width.
func (l *List) cuts(width int) bool {
	if l.tell {
		return false
	}
	for _, item := range l.items {
		if cell.Width(item.Label)+afterLabel(item) > width {
			return true
		}
	}
	return false
}

// Press implements [Selecting]. It moves the scroll bar.
func (l *List) Press(x, y, _ int) bool {
	l.dragging = len(l.shown) > l.rows && x == l.box.x+l.box.w-1 && l.box.contains(x, y)
	l.Drag(x, y)
	return l.dragging
}

// Drag implements [Selecting].
func (l *List) Drag(_, y int) {
	if l.dragging {
		l.list.ScrollTo(float64(y-l.box.y-headRows) / float64(max(l.rows-1, 1)))
	}
}

func (l *List) emptyNote() string {
	if l.field.Value() == "" || l.ask != nil {
		return l.empty
	}
	if l.free != nil {
		return "Enter takes it as typed."
	}
	return "Nothing matches."
}

// hints returns the keys shown on the lower edge of the list.
func (l *List) hints() []hint {
	var all []hint
	if l.ask != nil {
		all = append(all, hint{tea.KeyMsg{Type: tea.KeyTab}, "Tab", "complete"})
	}
	if _, ok := l.chosen(); ok {
		all = append(all, hint{enterKey, "Enter", "choose"})
	} else if l.free != nil && l.field.Value() != "" {
		all = append(all, hint{enterKey, "Enter", "take it as typed"})
	}
	return append(all, closeHint)
}
