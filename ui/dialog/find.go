package dialog

import (
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/style"
)

// Finder is the search that a search bar controls.
type Finder struct {
	// Change searches for a new query. It returns the error in the query, or "".
	Change func(search.Query) (wrong string)
	Next   func(step int) tea.Cmd
	Count  func() string // Count returns the number of matches as text, such as "match 2 of 7"
	Cancel func()        // Cancel returns to where the search began
	// Files reports whether all open files are searched and how many files are open. If toggle
	// is true, it first switches between one text and all open files. Files is nil if only one
	// text can be searched.
	Files func(toggle bool) (all bool, n int)
	// Pager is true for texts that are only read. Enter then closes the bar at the shown match, and
	// Esc returns to where the search began. Otherwise Enter shows the next match, and Esc closes
	// the bar.
	Pager bool
}

// option is an option of the search and the key that switches it.
type option struct {
	on          bool
	key         tea.KeyMsg
	name, label string
}

func switches(q search.Query) []option {
	return []option{{q.Regexp, alt('r'), "Alt+R", "regexp"}, {q.Word, alt('w'), "Alt+W", "word"}, {q.Case, alt('c'), "Alt+C", "case"}}
}

// Find is a search bar at the bottom of the screen, so that the matches remain visible. Enter goes
// to the next match; Esc closes the bar and leaves the last match selected. [Finder.Pager] says
// what the keys do in texts that are only read.
type Find struct {
	finder Finder
	query  search.Query
	wrong  string
	input  textinput.Model
	fresh  bool // fresh means that the text is that of the last search, so that typing replaces it
	box    box
}

// NewFind returns a search bar that starts with a query.
func NewFind(q search.Query, f Finder) *Find {
	input := newField(q.Text)
	input.CursorEnd()
	return &Find{finder: f, query: q, input: input, fresh: q.Text != ""}
}

// Key implements [Dialog].
func (f *Find) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	switch key.String() {
	case "esc":
		if f.finder.Pager {
			f.finder.Cancel()
		}
		return true, nil
	case "ctrl+c":
		f.finder.Cancel()
		return true, nil
	case "enter", "down", "f3", "ctrl+n":
		if f.finder.Pager && key.Type == tea.KeyEnter {
			return true, nil
		}
		return false, f.finder.Next(1)
	case "up", "ctrl+p":
		return false, f.finder.Next(-1)
	default:
		if o, offered := f.files(); offered && key.String() == o.key.String() {
			f.finder.Files(true)
			f.change()
			return false, nil
		}
		if f.query.Toggle(key.String()) {
			f.change()
			return false, nil
		}
		if f.fresh && key.Type == tea.KeyRunes && !key.Alt {
			f.input.SetValue("")
		}
		f.fresh = false
		var cmd tea.Cmd
		f.input, cmd = typed(f.input, key)
		f.typed()
		return false, cmd
	}
}

// files returns the option that searches all open files. offered is false if only one file is open.
func (f *Find) files() (o option, offered bool) {
	if f.finder.Files == nil {
		return option{}, false
	}
	on, n := f.finder.Files(false)
	return option{on, alt('f'), "Alt+F", "all files"}, n > 1
}

func (f *Find) typed() {
	if f.input.Value() != f.query.Text {
		f.query.Text = f.input.Value()
		f.change()
	}
}

func (f *Find) change() { f.wrong = f.finder.Change(f.query) }

// Paste implements [Dialog].
func (f *Find) Paste(text string) tea.Cmd {
	if f.fresh {
		f.input.SetValue("")
		f.fresh = false
	}
	f.input = pasted(f.input, text)
	f.typed()
	return nil
}

// Scroll implements [Dialog].
func (f *Find) Scroll(int) {}

// Click implements [Dialog].
func (f *Find) Click(x, y int) (bool, tea.Cmd) {
	if key, ok := f.box.hintAt(x, y); ok {
		return f.Key(key)
	}
	return !f.box.contains(x, y), nil
}

// footBar returns the box of a bar at the bottom of the screen, within the screen's frame.
func footBar(screen cell.Area, y int) box {
	if screen.W < 40 {
		return box{y: max(y, 0), w: screen.W, h: 1}
	}
	return box{x: 1, y: max(y, 0), w: screen.W - 2, h: 1}
}

// leastField is the least width of a bar's field. fullBar is the least width of a bar in which the
// field, all options with their keys, and the count in words have room. Both are in columns.
const (
	leastField = 12
	fullBar    = 80
)

// noteGap is the number of columns between the options and the count. Without a gap, the count
// would look like a part of the last option.
const noteGap = 2

// widths returns the number of columns that the options need with their labels.
func widths(all []option, label func(option) string) (n int) {
	for _, o := range all {
		n += cell.Width(label(o)) + 5
	}
	return n
}

// Draw implements [Dialog].
func (f *Find) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	f.box = footBar(screen, screen.H-1)
	a := screen.Sub(f.box.x, f.box.y, f.box.w, 1)
	a.Fill(st.Popup)
	left := a.Put(1, 0, "Find ", st.PopupTitle)
	note, look := f.finder.Count(), st.Popup.Over(st.Muted)
	if f.wrong != "" {
		note, look = f.wrong, st.Popup.Over(st.Warning)
	}
	all := switches(f.query)
	if o, offered := f.files(); offered {
		all = append([]option{o}, all...)
	}
	if a.W-left < fullBar { // a narrow bar shortens words and keeps all options
		note = strings.TrimPrefix(note, "match ")
	}
	note = cell.Shorten(cell.Visible(note), max(a.W/3, 8))
	right := a.W - cell.Width(note) - 1
	a.Put(right, 0, note, look)
	gap := 0
	if note != "" {
		gap = noteGap
	}
	label := func(o option) string { return o.name + " " + o.label }
	if right-gap-widths(all, label) < left+leastField { // then keep the key of an option that few know from other programs
		label = func(o option) string {
			if o.name == "Alt+F" {
				return o.name + " " + o.label
			}
			return o.label
		}
	}
	if right-gap-widths(all, label) < left+leastField {
		label = func(o option) string { return o.label }
	}
	for _, o := range all {
		w := cell.Width(label(o)) + 5
		if right-gap-w < left+leastField {
			break
		}
		right, gap = right-gap-w, 0
		sign, look := "[ ] ", st.Popup.Over(st.Muted)
		if o.on {
			sign, look = "[x] ", st.Popup.Over(st.Accent)
		}
		a.Put(right, 0, sign+label(o), look)
		f.box.hints = append(f.box.hints, placed{hint{key: o.key}, f.box.x + right, f.box.y, w - 1})
	}
	field := a.Sub(left, 0, max(right-left-1, 0), 1)
	fx := drawField(field, f.input, st.Popup)
	if f.fresh {
		field.Overlay(0, 0, fx, 1, st.Selection)
	}
	return f.box.x + left + fx, f.box.y, true
}
