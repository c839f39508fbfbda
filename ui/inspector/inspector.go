// Package inspector is the view of the variables: the value of each tag of the
// template, its source, how often it is used and what is wrong with it. It can
// override values and reset them.
package inspector

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/source"
	"galley/engine/textutil"
	"galley/engine/variable"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/list"
	"galley/ui/view"
	"galley/ui/words"
)

// Options are the actions of the view.
type Options struct {
	// Override replaces a variable's value.
	Override func(o variable.Override) tea.Cmd
	// Clear removes the override of a variable; false means that it has none.
	Clear func(key string) (tea.Cmd, bool)
	// Insert inserts a variable's tag at the editor's caret.
	Insert func(key string) tea.Cmd
	// Offer shows a list of all variables, from which the user can insert one.
	Offer func()
	// Hint returns the label of an action's key, for messages.
	Hint func(keymap.Action) string
}

// View is the list of variables. It is made by [New].
type View struct {
	host     view.Host
	o        Options
	all      []engine.ValueUse
	shown    []int // indexes of the items that pass the filter
	filter   string
	list     list.List
	widest   int            // the width of the widest key shown
	template string         // the text of the template, in which the lines of the uses are counted
	lines    map[int]int    // the line numbers computed so far, by the offsets of uses
	uses     map[string]int // for each key, the use that Enter last visited
}

// New returns the view before it has any values.
func New(host view.Host, o Options) *View {
	return &View{host: host, o: o, lines: map[int]int{}, uses: map[string]int{}}
}

// Title implements [view.View].
func (v *View) Title() string { return "VARIABLES" }

// Keys implements [view.View].
func (v *View) Keys() []keymap.Action {
	return []keymap.Action{keymap.Jump, keymap.InsertVariable, keymap.OverrideValue, keymap.UnsetValue, keymap.ClearOverride, keymap.Filter}
}

// Hints implements [view.View].
func (v *View) Hints() []view.Hint {
	return []view.Hint{
		{Action: keymap.Jump, Word: "to use"}, {Action: keymap.OverrideValue, Word: "set"}, {Action: keymap.UnsetValue, Word: "unset"},
		{Action: keymap.ClearOverride, Word: "clear"}, {Action: keymap.Filter, Word: "filter"},
	}
}

// Crumb implements [view.View].
func (v *View) Crumb() string { return v.list.Place() }

// Extent implements [view.View].
func (v *View) Extent() view.Extent { return view.ListExtent(&v.list) }

// Selected implements [view.View]: the value of the variable under the bar.
func (v *View) Selected() (text, what string) {
	u, _ := v.selected()
	return u.Text, "the value of " + u.Key
}

// Search implements [view.View]. It searches the keys and the text beside them.
func (v *View) Search(m *search.Matcher) []view.Match {
	return view.SearchRows(m, len(v.shown), func(row int) string {
		u := v.all[v.shown[row]]
		return u.Key + " " + Describe(u)
	})
}

// Update implements [view.View].
func (v *View) Update(msg tea.Msg) (view.View, tea.Cmd) {
	switch msg := msg.(type) {
	case view.Result:
		u, _ := v.selected()
		v.all, v.template = msg.Values, msg.Tree.Text
		clear(v.lines)
		v.refresh(u.Key)
	case view.Click:
		if v.list.Click(msg.Y) && msg.Count == 2 {
			return v, v.nextUse()
		}
	case keymap.Action:
		return v, v.do(msg)
	default:
		view.ReadList(&v.list, msg)
	}
	return v, nil
}

func (v *View) do(action keymap.Action) tea.Cmd {
	u, ok := v.selected()
	switch action {
	case keymap.Filter:
		v.openFilter()
	case keymap.InsertVariable:
		if ok {
			return v.o.Insert(u.Key)
		}
		v.o.Offer()
	case keymap.Jump:
		return v.nextUse()
	case keymap.OverrideValue:
		if !ok {
			v.host.Say("No variable is selected")
			return nil
		}
		v.openOverride(u)
	case keymap.UnsetValue:
		if ok {
			v.host.Say(u.Key + " is treated as missing")
			return v.o.Override(variable.Override{Key: u.Key, Unset: true})
		}
	case keymap.ClearOverride:
		cmd, cleared := v.o.Clear(u.Key)
		if !ok || !cleared {
			v.host.Say("No value is set by hand here")
			return nil
		}
		v.host.Say(u.Key + " has its own value again")
		return cmd
	}
	return nil
}

// openOverride asks for a value that overrides a variable. It opens a field of one line, or an area
// if the current value has several lines.
func (v *View) openOverride(u engine.ValueUse) {
	const note = "for this preview only; the file or fact itself does not change"
	title := "Value of " + u.Key
	take := func(text string) tea.Cmd { return v.o.Override(variable.Override{Key: u.Key, Text: text}) }
	switch several := strings.ContainsAny(u.Text, "\n"); {
	case oneLine(u.Text):
		v.host.Open(dialog.NewField(title, note, u.Text, take).More(func(text string) { v.host.Open(dialog.NewArea(title, note, text, take)) }))
	case several && len(u.Text) <= mostArea && utf8.ValidString(u.Text):
		v.host.Open(dialog.NewArea(title, note, u.Text, take))
	default:
		note := fmt.Sprintf("instead of %s, for this preview only", words.Plural(len(u.Text), "byte"))
		v.host.Open(dialog.NewArea(title, note, "", take))
	}
}

// mostArea is the greatest length, in bytes, of a value that can be edited.
const mostArea = 256 << 10

// mostOverride is the greatest length, in bytes, of a value that openOverride puts into the field
// of one line.
const mostOverride = 2000

// oneLine reports whether the field can show a text unchanged: it has one line and no
// control characters.
func oneLine(text string) bool {
	return len(text) <= mostOverride && utf8.ValidString(text) && strings.IndexFunc(text, unicode.IsControl) < 0
}

// openFilter opens the field for the filter and narrows the list while the user types.
func (v *View) openFilter() {
	before := v.filter
	v.host.Open(dialog.NewField("Filter variables", "words in the key, value or state; empty shows all", before,
		func(string) tea.Cmd { return nil }).OnChange(v.SetFilter, func() { v.SetFilter(before) }))
}

// SetFilter shows the variables whose key or value contains the words of the filter,
// ignoring case.
func (v *View) SetFilter(filter string) {
	u, _ := v.selected()
	v.filter = filter
	v.refresh(u.Key)
	v.list.Move(0)
}

// Filter returns the filter.
func (v *View) Filter() string { return v.filter }

// refresh makes the rows again, and puts the bar on the variable with the key, or on the first row.
func (v *View) refresh(key string) {
	v.shown, v.widest = v.shown[:0], 8
	filter, bar := strings.Fields(strings.ToLower(v.filter)), 0
	for i, w := range v.all {
		if !matches(w, filter) {
			continue
		}
		if w.Key == key {
			bar = len(v.shown)
		}
		v.shown = append(v.shown, i)
		v.widest = max(v.widest, cell.Width(cell.Visible(w.Key)))
	}
	v.list.SetRows(len(v.shown), bar)
}

func matches(u engine.ValueUse, words []string) bool {
	if len(words) == 0 {
		return true
	}
	hay := strings.ToLower(u.Key + " " + string(u.State) + " " + textutil.Clip(u.Text, 200))
	for _, w := range words {
		if !strings.Contains(hay, w) {
			return false
		}
	}
	return true
}

// selected returns the variable under the bar.
func (v *View) selected() (engine.ValueUse, bool) {
	row, ok := v.list.Bar()
	if !ok {
		return engine.ValueUse{}, false
	}
	return v.all[v.shown[row]], true
}

// nextUse selects the next use of the variable under the bar in the template, and wraps around.
func (v *View) nextUse() tea.Cmd {
	u, ok := v.selected()
	switch {
	case !ok:
	case len(u.Uses) == 0:
		v.host.Say(u.Key + " is not used: " + v.o.Hint(keymap.InsertVariable) + " inserts it at the caret")
	default:
		n := v.uses[u.Key] % len(u.Uses)
		v.uses[u.Key] = n + 1
		return v.host.GoTo(view.Place{In: view.Template, Span: u.Uses[n]})
	}
	return nil
}

// Details implements [view.Detailer].
func (v *View) Details() string {
	u, ok := v.selected()
	if !ok {
		return ""
	}
	told := u.Key + ": " + Describe(u)
	if u.Exists() && u.Source != "" {
		told += ", from " + v.host.Short(u.Source)
	}
	return told
}

// line returns the line number of a use. It counts lines on demand, because only the rows on the
// screen show it.
func (v *View) line(span source.Span) int {
	n, ok := v.lines[span.Start]
	if !ok {
		n = source.LineOf(v.template, span.Start)
		v.lines[span.Start] = n
	}
	return n
}
