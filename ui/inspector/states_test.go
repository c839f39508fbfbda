package inspector

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/source"
	"galley/engine/template"
	"galley/engine/variable"
	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// values is one variable in each state and form that a row can have.
func values() []engine.ValueUse {
	use := func(key string, state variable.State, text, detail string, uses ...source.Span) engine.ValueUse {
		var u engine.ValueUse
		u.Key, u.State, u.Text, u.Detail, u.Uses = key, state, text, detail, uses
		u.Type, _, _ = strings.Cut(key, ":")
		return u
	}
	span := func(at int) source.Span { return source.Span{Start: at, End: at + 3} }
	all := []engine.ValueUse{
		use("git:branch", variable.Present, "main", "of the repository", span(0)),
		use("file:a.md", variable.Present, "text of a file", "", span(4), span(8)),
		use("prompt:cwd", variable.Present, "", ""),
		use("env:LONG", variable.Present, strings.Repeat("v", 39), "short enough for it", span(12)),
		use("env:LONGER", variable.Present, strings.Repeat("w", 40), "not shown", span(12)),
		use("env:LINES", variable.Present, "first\nsecond\nthird\n", "", span(8)),
		use("env:ONE", variable.Present, "only\n", "", span(8)),
		use("file:none", variable.Missing, "", "", span(8)),
		use("file:gone", variable.Missing, "", "no such\x1b file", span(8)),
		use("file:dir", variable.Unreadable, "", "is a directory", span(8)),
		use("no:such", variable.Unknown, "", "", span(8)),
		use("file:漢字漢字漢字漢字", variable.Present, "x", "", span(8)),
	}
	all[0].Overridden = true
	all[1].Outside, all[1].Source = true, "/q/a.md"
	all[3].Dynamic = true
	over := all[2]
	over.Key, over.Overridden = "prompt:over", true
	return append(all, over)
}

func filled(host view.Host, o Options) *View {
	v := New(host, o)
	v.Update(view.Result{Result: &engine.Result{Values: values(), Tree: template.Parse("a\nb c\nd e f\ng h i j\n")}})
	return v
}

func TestRowsOfEveryStateAtEveryWidthAreAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	for w := 12; w <= 84; w += 4 {
		v := filled(&viewtest.Host{}, Options{})
		p.Add("every state", w, 15, func(a cell.Area) { v.Draw(a, view.Frame{Styles: viewtest.Styles()}) })
	}
	for _, w := range []int{21, 22, 23, 29, 30, 31, 32, 33} { // the end of a row fits into some of these widths only
		v := filled(&viewtest.Host{}, Options{})
		p.Add("near a limit", w, 14, func(a cell.Area) { v.Draw(a, view.Frame{Styles: viewtest.Styles()}) })
	}
	v := filled(&viewtest.Host{}, Options{})
	for range values() {
		p.Say("details %q", v.Details())
		text, what := v.Selected()
		p.Say("selected %q as %q, %s", text, what, v.Crumb())
		v.Update(view.Move{Rows: 1})
	}
	p.View("with the focus", v, 60, 18)
	for _, filter := range []string{"file", "FILE gone", "present", "second", "no such words", ""} {
		v.SetFilter(filter)
		p.View("filter "+filter, v, 50, 15)
	}
	p.Compare(t, "states.txt")
}

func TestHowAValueIsAskedFor(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"short", "Field short"}, {"", "Field "}, {strings.Repeat("x", mostOverride), "Field xxx"}, {strings.Repeat("x", mostOverride+1), "Area -"},
		{"two\nlines", "Area two"}, {"a\tb", "Area -"}, {"\tab", "Area -"}, {"bad \xff", "Area -"}, {"bad\n\xff", "Area -"},
		{"a\n" + strings.Repeat("y", mostArea-2), "Area line 2 of 2"}, {"a\n" + strings.Repeat("y", mostArea-1), "Area -"},
	} {
		host := &viewtest.Host{}
		v := New(host, Options{})
		v.openOverride(engine.ValueUse{Value: variable.Value{Key: "k", Text: c.text}})
		kind, text, _ := strings.Cut(c.want, " ")
		got := strings.Join(viewtest.Draw(100, 30, func(a cell.Area) { host.Dialog.Draw(a, viewtest.Styles()) }), "\n")
		holds := strings.Contains(got, text)
		if text == "-" { // an empty area
			holds = !strings.Contains(got, c.text[:2])
		}
		if !strings.Contains(fmt.Sprintf("%T", host.Dialog), kind) || !holds || !strings.Contains(got, "Value of k") {
			t.Errorf("%.20q: %T\n%s", c.text, host.Dialog, got)
		}
	}
}

func TestActionsWithoutAVariable(t *testing.T) {
	var done []string
	host := &viewtest.Host{}
	note := func(what string) tea.Cmd { return func() tea.Msg { done = append(done, what); return nil } }
	o := Options{
		Override: func(o variable.Override) tea.Cmd { return note(fmt.Sprintf("override %s %v", o.Key, o.Unset)) },
		Clear:    func(key string) (tea.Cmd, bool) { return note("clear " + key), key == "git:branch" },
		Insert:   func(key string) tea.Cmd { return note("insert " + key) },
		Offer:    func() { done = append(done, "offer") },
		Hint:     func(a keymap.Action) string { return "^" + string(a) },
	}
	do := func(v *View, action keymap.Action, said string, want ...string) {
		t.Helper()
		done, host.Said, host.Dialog = nil, "", nil
		viewtest.Send(v, action)
		if host.Said != said || strings.Join(done, ", ") != strings.Join(want, ", ") {
			t.Errorf("%s: said %q, done %q; want %q, %q", action, host.Said, done, said, want)
		}
	}
	empty := New(host, o)
	do(empty, keymap.InsertVariable, "", "offer")
	do(empty, keymap.OverrideValue, "No variable is selected")
	do(empty, keymap.UnsetValue, "")
	do(empty, keymap.ClearOverride, "No value is set by hand here")
	do(empty, keymap.Jump, "")
	viewtest.Draw(40, 3, func(a cell.Area) {
		if x, y, visible := empty.Draw(a, view.Frame{Styles: viewtest.Styles(), Focused: true}); x != 0 || y != 0 || visible {
			t.Errorf("without variables the cursor is at %d, %d", x, y)
		}
	})
	if empty.Details() != "" || host.Dialog != nil {
		t.Errorf("without variables: %q", empty.Details())
	}
	v := filled(host, o)
	do(v, keymap.InsertVariable, "", "insert git:branch")
	do(v, keymap.UnsetValue, "git:branch is treated as missing", "override git:branch true")
	do(v, keymap.ClearOverride, "git:branch has its own value again", "clear git:branch")
	viewtest.Send(v, view.Move{Rows: 2})
	do(v, keymap.ClearOverride, "No value is set by hand here")
	do(v, keymap.Jump, "prompt:cwd is not used: ^insert-variable inserts it at the caret")
	v.SetFilter("file:")
	do(v, keymap.Filter, "")
	host.Dialog.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("zz")})
	if v.Filter() != "file:zz" || len(v.shown) != 0 {
		t.Errorf("while typing the filter is %q, %d rows", v.Filter(), len(v.shown))
	}
	host.Dialog.Key(tea.KeyMsg{Type: tea.KeyEsc})
	if v.Filter() != "file:" || len(v.shown) != 5 {
		t.Errorf("after Esc the filter is %q, %d rows", v.Filter(), len(v.shown))
	}
}
