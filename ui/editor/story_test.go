package editor

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"galley/engine/source"
	"galley/engine/template"
	"galley/ui/cell"
	"galley/ui/style"
)

var update = flag.Bool("update", false, "write the golden screens")

// story is an editor and its user: it presses keys and checks the screen.
type story struct {
	*Editor
	t    *testing.T
	time time.Time
	w, h int
}

// begin opens a text in an area of w by h cells. A "|" in the text marks the caret.
func begin(t *testing.T, w, h int, text string) *story {
	t.Helper()
	s := &story{New(), t, time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC), w, h}
	text, caret := unmark(text)
	s.SetText(text)
	s.Resize(w, h)
	s.SetCaret(caret)
	s.retag()
	return s
}

// unmark removes the caret's mark from a text and returns its offset.
func unmark(text string) (string, int) {
	i := strings.Index(text, "|")
	if i < 0 {
		return text, 0
	}
	return text[:i] + text[i+1:], i
}

// retag parses the text as the engine would.
func (s *story) retag() { s.SetTagsAt(s.Revision(), template.Parse(s.Text()).Tags()) }

var keys = map[string]func(*Editor){
	"backspace": (*Editor).Backspace, "delete": (*Editor).Delete, "enter": (*Editor).Newline, "tab": (*Editor).Indent,
	"shift+tab": (*Editor).Outdent, "undo": func(e *Editor) { e.Undo() }, "redo": func(e *Editor) { e.Redo() },
	"ctrl+backspace": (*Editor).DeleteWordLeft, "ctrl+delete": (*Editor).DeleteWordRight,
	"cut": func(e *Editor) { e.Cut() }, "copy": func(e *Editor) { e.Copy() }, "paste": func(e *Editor) { e.Paste(e.clip) },
	"all":       (*Editor).SelectAll,
	"duplicate": (*Editor).DuplicateLines, "move-up": (*Editor).MoveLinesUp, "move-down": (*Editor).MoveLinesDown,
	"join": (*Editor).JoinLines, "delete-line": (*Editor).DeleteLines, "match": func(e *Editor) { e.MoveToMatch() },
	"fold": func(e *Editor) { e.ToggleFold() },
}

var moves = map[string]func(*Editor, bool){
	"left": (*Editor).MoveLeft, "right": (*Editor).MoveRight, "up": (*Editor).MoveUp, "down": (*Editor).MoveDown,
	"ctrl+left": (*Editor).MoveWordLeft, "ctrl+right": (*Editor).MoveWordRight, "home": (*Editor).MoveLineStart,
	"end": (*Editor).MoveLineEnd, "pgup": (*Editor).MovePageUp, "pgdown": (*Editor).MovePageDown,
	"ctrl+home": (*Editor).MoveDocStart, "ctrl+end": (*Editor).MoveDocEnd,
}

// press presses keys by name. An argument that begins with ":" is typed. A number before a name
// repeats it: "3*left".
func (s *story) press(names ...string) *story {
	s.t.Helper()
	for _, name := range names {
		n := 1
		if times, rest, ok := strings.Cut(name, "*"); ok && len(times) == 1 {
			n, name = int(times[0]-'0'), rest
		}
		for range n {
			s.SetTime(s.time)
			s.one(name)
		}
	}
	return s
}

func (s *story) one(name string) {
	s.t.Helper()
	if typed, ok := strings.CutPrefix(name, ":"); ok {
		for _, r := range typed {
			s.Insert(string(r))
		}
		return
	}
	if f := keys[name]; f != nil {
		f(s.Editor)
		return
	}
	plain, extend := strings.CutPrefix(name, "shift+")
	if f := moves[plain]; f != nil {
		f(s.Editor, extend)
		return
	}
	s.t.Fatalf("no key %q", name)
}

// wait lets time pass.
func (s *story) wait(d time.Duration) *story {
	s.time = s.time.Add(d)
	return s
}

// want compares the text, with "|" at the caret and "¦" at the other end of the selection.
func (s *story) want(text string) *story {
	s.t.Helper()
	got := s.Text()
	caret, span := s.Caret(), s.Selection()
	switch {
	case span.Len() == 0:
		got = got[:caret] + "|" + got[caret:]
	case span.Start == caret:
		got = got[:caret] + "|" + got[caret:span.End] + "¦" + got[span.End:]
	default:
		got = got[:span.Start] + "¦" + got[span.Start:caret] + "|" + got[caret:]
	}
	if got != text {
		s.t.Fatalf("the text is\n%q, want\n%q", got, text)
	}
	return s
}

var plainStyles = load("mono")

func load(theme string) *style.Styles {
	t, err := style.Builtin(theme)
	if err != nil {
		panic(err)
	}
	return style.Load(t, termenv.TrueColor)
}

// screen draws the editor. It returns the rows as text and the position of the caret.
func (s *story) screen() (rows []string, x, y int, visible bool) {
	g := cell.NewGrid(s.w, s.h)
	x, y, visible = s.Draw(g.Area(0, 0, s.w, s.h), plainStyles, true)
	for _, l := range g.Lines() {
		if w := ansi.StringWidth(l); w != s.w {
			s.t.Errorf("row %q is %d wide, want %d", l, w, s.w)
		}
	}
	rows = visibleRows(g)
	if len(rows) != s.h {
		s.t.Errorf("%d rows, want %d", len(rows), s.h)
	}
	return rows, x, y, visible
}

// visibleRows returns a grid as text.
func visibleRows(g *cell.Grid) (rows []string) {
	for _, l := range g.Lines() {
		rows = append(rows, strings.TrimRight(ansi.Strip(l), " "))
	}
	return rows
}

// sees compares the rows on the screen.
func (s *story) sees(rows ...string) *story {
	s.t.Helper()
	got, _, _, _ := s.screen()
	for i := range got {
		want := ""
		if i < len(rows) {
			want = rows[i]
		}
		if got[i] != want {
			s.t.Fatalf("screen is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(rows, "\n"))
		}
	}
	return s
}

// caretAt compares the position of the caret on the screen.
func (s *story) caretAt(x, y int) *story {
	s.t.Helper()
	rows, gx, gy, visible := s.screen()
	if gx != x || gy != y || !visible {
		s.t.Fatalf("caret at %d,%d (visible %v), want %d,%d in\n%s", gx, gy, visible, x, y, strings.Join(rows, "\n"))
	}
	return s
}

// golden compares the screen with a file.
func (s *story) golden(name string) {
	s.t.Helper()
	rows, x, y, visible := s.screen()
	var b strings.Builder
	for i, r := range rows {
		if visible && i == y {
			r += strings.Repeat(" ", max(0, s.w-ansi.StringWidth(r))) + "  <- caret in column " + strconv.Itoa(x)
		}
		b.WriteString(r + "\n")
	}
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			s.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	if b.String() != string(want) {
		s.t.Errorf("screen %s is\n%s\nwant\n%s", name, b.String(), want)
	}
}

func span(text, part string) source.Span {
	i := strings.Index(text, part)
	return source.Span{Start: i, End: i + len(part)}
}
