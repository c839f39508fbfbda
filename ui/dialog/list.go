package dialog

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/list"
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

// NewList returns a list of items. empty is the text that is shown while the list has no rows.
// pick is called when the user chooses a row.
func NewList(title, empty string, items []Item, pick func(Item) tea.Cmd) *List {
	l := &List{title: title, empty: empty, items: items, pick: pick, field: newField("")}
	l.filter()
	return l
}

// Free lets the user accept a typed text that is not a row of the list. take is called with the
// text.
func (l *List) Free(take func(text string) tea.Cmd) *List {
	l.free = take
	return l
}

// Offer makes the list call item with the typed text and add the row that item returns, if any.
// The added row comes after all rows that match. If its field Meant is set, it comes before the
// rows in which the letters of the text are not together.
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

// Found sets the rows that were requested for a text. It does nothing if the typed text is
// different by now.
func (l *List) Found(text string, items []Item) {
	if text == l.field.Value() {
		l.items = items
		l.show("")
	}
}

// Telling makes the list show the chosen row's label and detail in full below the rows. The
// rows themselves are cut at the list's edge.
func (l *List) Telling() *List {
	l.tell = true
	return l
}

// Begin sets the row on which the bar is when the list opens. This is usually the row whose
// value is in use.
func (l *List) Begin(row int) *List {
	l.list.GoTo(row)
	return l
}

// SetText fills in the filter. The returned command requests rows, like the command of
// [List.Query].
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

// Refresh replaces the rows, and the text that is shown while the list has no rows. The typed
// text stays, and the bar stays on its row if the row is among the new ones.
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

// named moves up the rows that have the text in one of their other names: to the place after the
// rows that have the text in their label, and before the rows in which its letters are not
// together.
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
