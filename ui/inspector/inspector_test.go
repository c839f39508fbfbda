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
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// shown returns a view of some values.
func shown(host *viewtest.Host, values ...engine.ValueUse) *View {
	v := New(host, Options{
		Override: func(variable.Override) tea.Cmd { return nil }, Clear: func(string) (tea.Cmd, bool) { return nil, false },
		Insert: func(string) tea.Cmd { return nil }, Offer: func() {}, Hint: func(keymap.Action) string { return "^T" },
	})
	v.Update(view.Result{Result: &engine.Result{Values: values, Tree: template.Parse("one\ntwo\nthree\n")}})
	return v
}

func value(key string, state variable.State, text string, uses ...int) engine.ValueUse {
	typ, name, _ := strings.Cut(key, ":")
	u := engine.ValueUse{Value: variable.Value{Key: key, Type: typ, Name: name, State: state, Text: text}}
	for _, at := range uses {
		u.Uses = append(u.Uses, source.Span{Start: at, End: at + 1})
	}
	return u
}

func TestEachStateHasASignOfItsOwn(t *testing.T) {
	unused := value("prompt:os", variable.Present, "linux")
	overridden := value("prompt:cwd", variable.Present, "/p", 0)
	overridden.Overridden = true
	rows := viewtest.Rows(shown(&viewtest.Host{},
		value("a:present", variable.Present, "x", 0), value("b:missing", variable.Missing, "", 0),
		value("c:unreadable", variable.Unreadable, "", 0), value("d:unknown", variable.Unknown, "", 0), unused, overridden,
	), 80, 10)
	for i, sign := range []string{"✓", "–", "!", "✗", "○", "●"} {
		if !strings.HasPrefix(rows[i], " "+sign+" ") {
			t.Errorf("row %d is %q, want the sign %s", i, rows[i], sign)
		}
	}
}

func TestAValueOfSeveralLinesSaysHowMany(t *testing.T) {
	for _, c := range []struct {
		text, want string
	}{
		{"one\ntwo", "one ⏎ +1 line"},
		{"one\ntwo\n", "one ⏎ +1 line"},
		{"one\n", "one"},
		{strings.Repeat("line of some length\n", 101), "line of some length ⏎ +100 lines"},
		{"\n\n", " ⏎ +1 line"},
		{"", "(empty)"},
	} {
		if got := Describe(value("git:status", variable.Present, c.text)); got != c.want {
			t.Errorf("%.20q: %q, want %q", c.text, got, c.want)
		}
	}
}

// A long value is cut between characters, never inside one.
func TestALongValueIsCutBetweenCharacters(t *testing.T) {
	for shift := range 4 {
		text := strings.Repeat("x", shift) + strings.Repeat("日", 400)
		if got := Describe(value("prompt:x", variable.Present, text)); strings.Contains(got, "‹") {
			t.Errorf("shift %d: a character is cut: %q", shift, got[len(got)-20:])
		}
	}
}

// Only 400 bytes of a long value are shown, and the filter searches only 200.
func TestHowMuchOfALongValueCounts(t *testing.T) {
	for n, want := range map[int]int{399: 400, 400: 400, 401: 400} {
		if got := len(Describe(value("prompt:x", variable.Present, strings.Repeat("x", n)+"y"))); got != want {
			t.Errorf("of %d bytes %d are shown", n+1, got)
		}
	}
	for at, want := range map[int]int{198: 1, 199: 0} {
		v := shown(&viewtest.Host{}, value("a:a", variable.Present, strings.Repeat("x", at)+"zz", 0))
		if v.SetFilter("zz"); len(v.shown) != want {
			t.Errorf("behind %d bytes the filter finds %d", at, len(v.shown))
		}
	}
}

// Without variables nothing is overridden, and no dialog opens.
func TestNothingIsOverriddenWithoutVariables(t *testing.T) {
	t.Parallel()
	host := &viewtest.Host{}
	v := shown(host)
	if cmd := v.do(keymap.OverrideValue); cmd != nil || host.Said != "No variable is selected" || host.Dialog != nil {
		t.Errorf("said %q, open is %T", host.Said, host.Dialog)
	}
}

// A narrow pane shows the beginning of the value if it has a column for it.
func TestTheValueInANarrowPane(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{14: " ✓ a:a", 15: " ✓ a:a       …", 16: " ✓ a:a       x…"} {
		v := shown(&viewtest.Host{}, value("a:a", variable.Present, "xyz", 0))
		if got := strings.TrimRight(viewtest.Rows(v, width, 1)[0], " "); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}

// The column of keys is at least eight columns wide.
func TestTheColumnOfKeys(t *testing.T) {
	for key, want := range map[string]string{"a:a": " ✓ a:a       x", "a:bcdefg": " ✓ a:bcdefg  x", "a:bcdefgh": " ✓ a:bcdefgh  x"} {
		if got := viewtest.Rows(shown(&viewtest.Host{}, value(key, variable.Present, "x", 0)), 60, 1)[0]; !strings.HasPrefix(got, want+" ") {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestEnterCyclesThroughTheUses(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, value("a:a", variable.Present, "x", 2, 5, 9), value("b:b", variable.Present, "x"))
	for _, want := range []int{2, 5, 9, 2} {
		v.Update(keymap.Jump)
		if host.Place.In != view.Template || host.Place.Span.Start != want {
			t.Errorf("Enter jumps to %+v, want %d", host.Place, want)
		}
	}
	v.Update(view.Move{Rows: 1})
	if v.Update(keymap.Jump); !strings.Contains(host.Said, "b:b is not used") {
		t.Errorf("for an unused variable the message is %q", host.Said)
	}
}

// The line of a use is counted again when the template changes.
func TestTheLineOfAUseFollowsTheTemplate(t *testing.T) {
	t.Parallel()
	v := shown(&viewtest.Host{})
	for text, want := range map[string]string{"one\ntwo": "l2", "one two": "l1", "1\n2\n\n": "l4"} {
		v.Update(view.Result{Result: &engine.Result{Values: []engine.ValueUse{value("a:a", variable.Present, "x", 5)}, Tree: template.Parse(text)}})
		if got := strings.TrimSpace(viewtest.Rows(v, 40, 1)[0]); !strings.HasSuffix(got, " "+want) {
			t.Errorf("in %q: %q, want %s", text, got, want)
		}
	}
}

func TestTheBarStaysOnItsVariable(t *testing.T) {
	var all []engine.ValueUse
	for i := range 40 {
		all = append(all, value(fmt.Sprintf("t:v%02d", i), variable.Present, "x", 0))
	}
	v := shown(&viewtest.Host{}, all...)
	viewtest.Rows(v, 60, 10)
	v.Update(view.Move{Rows: 25})
	if row := viewtest.Bar(v, 60, 10); row != 6 { // the description of the chosen row follows below it
		t.Errorf("the bar is on row %d of 10", row)
	}
	v.Update(view.Result{Result: &engine.Result{Values: all[5:], Tree: template.Parse("")}})
	if u, _ := v.selected(); u.Key != "t:v25" {
		t.Errorf("the bar is on %s", u.Key)
	}
	v.SetFilter("v3")
	if u, _ := v.selected(); u.Key != "t:v30" || viewtest.Bar(v, 60, 10) != 0 {
		t.Errorf("with a filter the bar is on %s", u.Key)
	}
	v.SetFilter("")
	v.Update(view.Move{Rows: 20})
	viewtest.Rows(v, 60, 10)
	v.Update(view.Scroll{Rows: -40})
	if row := viewtest.Bar(v, 60, 10); row != -1 {
		t.Errorf("scrolled away, the bar is on row %d", row)
	}
	if v.SetFilter("t:v"); viewtest.Bar(v, 60, 10) < 0 {
		t.Error("another filter does not show the bar")
	}
	if v.SetFilter("nothing"); viewtest.Rows(v, 60, 10)[0] != ` No variable matches "nothing".` {
		t.Errorf("%q", viewtest.Rows(v, 60, 10)[0])
	}
	v.Update(keymap.OverrideValue)
	v.Update(keymap.ClearOverride)
}

func TestSearchFindsKeysAndValues(t *testing.T) {
	v := shown(&viewtest.Host{}, value("a:alpha", variable.Present, "one", 0), value("b:beta", variable.Present, "two alpha", 0), value("c:c", variable.Present, "x", 0))
	m, _ := search.Compile(search.Query{Text: "ALPHA"})
	found := v.Search(m)
	if len(found) != 2 || found[0].Row != 0 || found[1].Row != 1 {
		t.Fatalf("found %+v", found)
	}
	v.Update(view.Reveal{Match: found[1]})
	if u, _ := v.selected(); u.Key != "b:beta" {
		t.Errorf("the bar is on %s", u.Key)
	}
}

func TestTheListDrawsAtAnySize(t *testing.T) {
	v := shown(&viewtest.Host{}, value("a:日本語のとても長い名前", variable.Present, "日本", 0), value("b:b", variable.Missing, "", 0))
	for w := range 30 {
		for h := range 4 {
			viewtest.Rows(v, w, h)
			v.Update(view.Scroll{Rows: 1})
			v.Update(view.Move{Pages: 1})
			v.Update(view.Click{X: w, Y: h, Count: 1})
		}
	}
}
