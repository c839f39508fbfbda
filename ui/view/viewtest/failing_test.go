package viewtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/view"
)

// failing is a test whose failures are recorded.
type failing struct {
	testing.TB
	said []string
}

func (f *failing) Helper() {}

func (f *failing) Fatal(args ...any) {
	f.said = append(f.said, fmt.Sprint(args...))
	runtime.Goexit()
}

func (f *failing) Fatalf(format string, args ...any) { f.Fatal(fmt.Sprintf(format, args...)) }

// failures runs a test that may end early and returns what it said.
func failures(run func(t testing.TB)) []string {
	f := new(failing)
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(f)
	}()
	<-done
	return f.said
}

func TestABenchFailsForWhatIsNotThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			do   func(b *bench)
			want string // "" if it does not fail
		}{
			"a text of the dialog":        {func(b *bench) { b.Sees("Title") }, ""},
			"a text that is missing":      {func(b *bench) { b.Sees("Title", "other") }, `"other" is not in the dialog`},
			"a text that should not be":   {func(b *bench) { b.Misses("other", "Title") }, `"Title" is in the dialog`},
			"no such text":                {func(b *bench) { b.Misses("other") }, ""},
			"good news":                   {func(b *bench) { b.Screen.Say("done so"); b.Hears("done") }, ""},
			"other news":                  {func(b *bench) { b.Screen.Say("done so"); b.Hears("else") }, `the news is "done so"`},
			"bad news taken as good":      {func(b *bench) { b.Screen.Warn("failed"); b.Hears("failed") }, "(bad: true)"},
			"good news taken as bad":      {func(b *bench) { b.Screen.Say("done"); b.Warned("done") }, "(bad: false)"},
			"news where none is expected": {func(b *bench) { b.Screen.Say("done"); b.Hears("") }, `want ""`},
			"none where it is expected":   {func(b *bench) { b.Warned("failed") }, `want "failed"`},
			"news that was heard":         {func(b *bench) { b.Screen.Say("done"); b.Hears("done"); b.Hears("") }, ""},
			"a key that no dialog awaits": {func(b *bench) { b.Press("esc", "x") }, "no dialog is open for x"},
			"keys that the dialog awaits": {func(b *bench) { b.Press("a", "b", "esc") }, ""},
		} {
			said := failures(func(f testing.TB) {
				b := &bench{}
				b.Bench = Bench[*bench]{T: f, Screen: NewScreen(time.Now), Self: b, Update: func(tea.Msg) (tea.Cmd, bool) { return nil, false }}
				b.Does(func() tea.Cmd {
					b.Screen.Open(dialog.NewField("Title", "", "", nil))
					return nil
				})
				c.do(b)
			})
			if (len(said) > 0) != (c.want != "") || c.want != "" && !strings.Contains(said[0], c.want) {
				t.Errorf("%s: said %q", name, said)
			}
		}
	})
}

// A second passes before each key, so that a question that came up by itself accepts the key.
func TestTimePassesBeforeAKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &bench{}
		b.Bench = Bench[*bench]{T: t, Screen: NewScreen(time.Now), Self: b, Update: func(tea.Msg) (tea.Cmd, bool) { return nil, false }}
		if w, h := b.Screen.Size(); w != 120 || h != 40 {
			t.Errorf("the screen is %d by %d", w, h)
		}
		answered := false
		b.Does(func() tea.Cmd {
			b.Screen.Ask("about", func() tea.Cmd {
				b.Screen.Open(dialog.NewQuestion("Late", "Really?", dialog.Answer{Key: "y", Label: "Yes", Do: func() tea.Cmd { answered = true; return nil }}))
				return nil
			})
			return nil
		})
		began := time.Now()
		if b.Press("y"); !answered {
			t.Error("the question does not take the key")
		}
		if took := time.Since(began); took != time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// looking is a view that records its messages and sends one more after each key.
type looking struct {
	drawn
	got []string
}

func (l *looking) Update(msg tea.Msg) (view.View, tea.Cmd) {
	l.got = append(l.got, fmt.Sprint(msg))
	if a, ok := msg.(keymap.Action); ok {
		follow := func(s string) tea.Cmd { return func() tea.Msg { return s } }
		return l, tea.Batch(follow(string(a)+" follows"), func() tea.Msg { return nil }, tea.Sequence(follow("one"), follow("two")))
	}
	if msg == "two" {
		return l, func() tea.Msg { return "three" }
	}
	return l, nil
}

func (l *looking) Title() string                 { return "Looking" }
func (l *looking) Keys() []keymap.Action         { return []keymap.Action{keymap.Jump, keymap.Back} }
func (l *looking) Hints() []view.Hint            { return nil }
func (l *looking) Crumb() string                 { return "row 1 of 2" }
func (l *looking) Extent() view.Extent           { return view.Extent{Top: 1, Shown: 2, Total: 3} }
func (l *looking) Selected() (text, what string) { return "selected", "words" }
func (l *looking) Search(m *search.Matcher) (all []view.Match) {
	m.Each("row 1", 0, 5, func(s source.Span) bool { all = append(all, view.Match{Span: s}); return true })
	return all
}

func TestSendingAMessageDoesAllThatFollows(t *testing.T) {
	l := &looking{}
	Send(l, keymap.Jump)
	if want := []string{"jump", "jump follows", "one", "two", "three"}; !slices.Equal(l.got, want) {
		t.Errorf("it got %q", l.got)
	}
}

func TestPicturesAreComparedWithWhatIsRecorded(t *testing.T) {
	t.Chdir(t.TempDir())
	make := func(text string) *Pictures {
		p := &Pictures{}
		host := &Host{}
		l := &looking{drawn: drawn{row: 1, visible: true}}
		p.Words(l)
		p.View("a view", l, 8, 3)
		host.Say("said")
		host.Open(dialog.NewQuestion("Question", "Really?"))
		p.Tour(host, l, 8, 3, Steps(view.Shown{}, keymap.Jump)...)
		p.Search(host, l, 8, 3, "row")
		p.Add("text", 12, 2, func(a cell.Area) {
			x := a.Put(0, 0, "plain ", cell.Style{})
			a.Put(x, 0, text, Styles().Error)
			a.Put(0, 1, "odd", Styles().Good.With(cell.Bold|cell.Underline))
		})
		return p
	}
	*take = true
	make("loud").Compare(t, "a.txt")
	*take = false
	make("loud").Compare(t, "a.txt")
	text, err := os.ReadFile(filepath.Join("testdata", "a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"Looking", keys [back jump], hints []`, "cursor at 0, 1\n== a view, 8 by 3\n 0|\n 1|row 1\n   0 Accent", `crumb "row 1 of 2"`, "Said:said", "Question", "Really?", "== keymap.Actionjump, 8 by 3\n", `8 bytes "selected" selected as "words"`, "extent {Top:1 Shown:2 Total:3}",
		"== text, 12 by 2\n 0|plain loud\n   6 Error=GaugeOver, 10 plain\n 1|odd\n   0 (0;1;4;", `"row" is found at [`, "the last match"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in the pictures:\n%s", want, text)
		}
	}
	if n := strings.Count(string(text), "Said:said"); n != 1 {
		t.Errorf("what was said is told %d times", n)
	}
	for name, run := range map[string]func(t testing.TB){
		"another text": func(t testing.TB) { make("other").Compare(t, "a.txt") },
		"one more":     func(t testing.TB) { p := make("loud"); p.Say("more"); p.Compare(t, "a.txt") },
		"nothing":      func(t testing.TB) { (&Pictures{}).Compare(t, "a.txt") },
		"no file":      func(t testing.TB) { make("loud").Compare(t, "b.txt") },
	} {
		if said := failures(run); len(said) != 1 {
			t.Errorf("%s: said %q", name, said)
		}
	}
	if said := failures(func(t testing.TB) { (&Pictures{}).Compare(t, "a.txt") }); !strings.Contains(said[0], "from line 1 on") {
		t.Errorf("%q", said)
	}
	if said := failures(func(t testing.TB) { make("other").Compare(t, "a.txt") }); !strings.Contains(said[0], "a.txt is drawn otherwise from line ") || !strings.Contains(said[0], "plain other") || !strings.Contains(said[0], "plain loud") {
		t.Errorf("%q", said)
	}
}

// endless is a view that sends itself one more message after each.
type endless struct {
	looking
	n int
}

func (e *endless) Update(tea.Msg) (view.View, tea.Cmd) {
	e.n++
	return e, func() tea.Msg { return "more" }
}

func TestAViewThatNeverRestsIsLeft(t *testing.T) {
	e := new(endless)
	if Send(e, keymap.Jump); e.n != 1+mostWork {
		t.Errorf("it got %d messages", e.n)
	}
}

func TestTheDifferenceOfTwoPictures(t *testing.T) {
	for _, c := range []struct{ got, want, said string }{
		{"a\nb\nc\nd\ne", "a\nx\nc\nd\ne", "2 b c d, want x c d"}, {"a\nb", "x\nb", "1 a b, want x b"}, {"a\nb", "a", "2 b, want "}, {"a", "a\nb\nc\nd\ne", "2 , want b c d"}, {"", "a", "1 , want a"},
	} {
		line, rest, _ := strings.Cut(c.said, " ")
		got, want, _ := strings.Cut(rest, ", want ")
		said := fmt.Sprintf("from line %s on; -pictures takes it as it is:\n got %s\nwant %s", line, strings.ReplaceAll(got, " ", "\n     "), strings.ReplaceAll(want, " ", "\n     "))
		if got := difference(c.got, c.want); got != said {
			t.Errorf("%q and %q: %q, want %q", c.got, c.want, got, said)
		}
	}
}

// other is a view whose Update returns another view.
type other struct{ looking }

func (o *other) Update(tea.Msg) (view.View, tea.Cmd) { return &looking{}, nil }

func TestWhatATourCannotDo(t *testing.T) {
	func() {
		defer func() {
			if said := fmt.Sprint(recover()); !strings.HasPrefix(said, `after keymap.Actionjump the view "Looking" is another`) {
				t.Errorf("said %q", said)
			}
		}()
		Send(&other{}, keymap.Jump)
	}()
	p := &Pictures{}
	if p.Search(&Host{}, &looking{}, 8, 3, ""); p.b.String() != "\"\" is found at []\n" {
		t.Errorf("an empty search adds %q", p.b.String())
	}
	t.Chdir(t.TempDir())
	*take = true
	defer func() { *take = false }()
	if err := os.WriteFile("testdata", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if said := failures(func(t testing.TB) { p.Compare(t, "a.txt") }); len(said) != 1 || !strings.Contains(said[0], "testdata") {
		t.Errorf("where a file is in the place of the folder it says %q", said)
	}
	if err := errors.Join(os.Remove("testdata"), os.MkdirAll(filepath.Join("testdata", "a.txt"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if said := failures(func(t testing.TB) { p.Compare(t, "a.txt") }); len(said) != 1 || !strings.Contains(said[0], "a.txt") {
		t.Errorf("where a folder is in the place of the file it says %q", said)
	}
}

func TestEverywhereMovesInEveryWay(t *testing.T) {
	kinds := map[string]bool{}
	for _, s := range Everywhere() {
		kinds[fmt.Sprintf("%T", s.Msg)] = true
	}
	for _, want := range []tea.Msg{view.Move{}, view.Scroll{}, view.ScrollTo{}, view.Click{}, view.Drag{}, view.Keep{}, view.Return{}, view.Sideways{}, view.Unselect{}} {
		if !kinds[fmt.Sprintf("%T", want)] {
			t.Errorf("%T is missing", want)
		}
	}
}
