package app

import (
	"os"
	"strings"

	"github.com/charmbracelet/x/vt"

	"galley/ui/cell"
)

// screen returns the rows of the current frame as text, without trailing blanks.
func (s *story) screen() []string {
	s.t.Helper()
	if frame := s.frame(); s.rows == nil || frame != s.shown {
		s.shown, s.rows = frame, nil
		for line := range strings.Lines(frame) {
			plain, bad := plainText(strings.TrimSuffix(line, "\n"))
			if bad != "" {
				s.t.Fatalf("a line sends the terminal %q:\n%q", bad, line)
			}
			s.rows = append(s.rows, strings.TrimRight(plain, " "))
		}
	}
	return s.rows
}

// emulated shows the current frame on a terminal emulator, and checks that it shows the rows of the
// frame and does nothing else.
func (s *story) emulated() {
	s.t.Helper()
	s.onTerminal(func(em *vt.Emulator) {
		rows := rowsOf(em, s.w, s.h)
		for y, want := range s.screen() {
			if rows[y] != want {
				s.t.Fatalf("the terminal shows in row %d\n%q, want\n%q", y, rows[y], want)
			}
		}
	})
}

// onTerminal shows the current frame on a terminal emulator, looks at it, and keeps the emulator
// for another frame.
func (s *story) onTerminal(look func(em *vt.Emulator)) {
	s.t.Helper()
	em := show(s.t, s.frame(), s.w, s.h)
	defer idle(s.w, s.h).Put(em)
	look(em)
}

// frame returns the current frame, after checking what must hold for every frame.
func (s *story) frame() string {
	s.t.Helper()
	frame := s.bench.View()
	if s.bench.quitting || frame == s.checked {
		return frame
	}
	if s.checkedAt != s.w {
		s.lines = nil
	}
	s.lines = checkLines(s.t, frame, s.w, s.h, s.lines)
	s.checked, s.checkedAt = frame, s.w
	return frame
}

// caret returns the position of the terminal's cursor.
func (s *story) caret() (x, y int, visible bool) {
	b := s.bench
	g := cell.NewGrid(s.w, s.h)
	g.Reset(s.w, s.h, b.screen.Styles().Base)
	screen := g.Area(0, 0, s.w, s.h)
	return b.paint.draw(screen)
}

// find returns the cell where text begins on the screen.
func (s *story) find(text string) (x, y int) {
	s.t.Helper()
	for y, row := range s.screen() {
		if i := strings.Index(row, text); i >= 0 {
			return cell.Width(row[:i]), y
		}
	}
	s.t.Fatalf("%q is not on the screen:\n%s", text, s)
	return 0, 0
}

// sees checks that texts are on the screen, each within one row.
func (s *story) sees(texts ...string) *story {
	s.t.Helper()
	screen := s.String()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			s.t.Fatalf("%q is not on the screen:\n%s", text, screen)
		}
	}
	return s
}

// misses checks that texts are not on the screen.
func (s *story) misses(texts ...string) *story {
	s.t.Helper()
	screen := s.String()
	for _, text := range texts {
		if strings.Contains(screen, text) {
			s.t.Fatalf("%q is on the screen:\n%s", text, screen)
		}
	}
	return s
}

// caretAt checks that the terminal's cursor is at the "|" in a piece of a row.
func (s *story) caretAt(piece string) *story {
	s.t.Helper()
	x, y, visible := s.caret()
	before, after, _ := strings.Cut(piece, "|")
	if !visible {
		s.t.Fatalf("the caret is not on the screen, want it at %q:\n%s", piece, s)
	}
	row := s.screen()[y]
	left, right := cell.Clip(row, x), strings.TrimPrefix(row, cell.Clip(row, x))
	if !strings.HasSuffix(left, before) || !strings.HasPrefix(right, after) {
		s.t.Fatalf("the caret is at column %d of row %d, %q|%q, want %q:\n%s", x, y, left, right, piece, s)
	}
	return s
}

// text checks the text of the template.
func (s *story) text(want string) *story {
	s.t.Helper()
	if got := s.bench.editor().Text(); got != want {
		s.t.Fatalf("the template is\n%q, want\n%q", got, want)
	}
	return s
}

// prompt checks the prompt that is shown.
func (s *story) prompt(want string) *story {
	s.t.Helper()
	if got := s.bench.tabs.text.Text(); got != want {
		s.t.Fatalf("the prompt is\n%q, want\n%q", got, want)
	}
	return s
}

// holds checks the bytes of a file on disk.
func (s *story) holds(name, want string) *story {
	s.t.Helper()
	got, err := os.ReadFile(s.path(name))
	if err != nil {
		s.t.Fatal(err)
	}
	if string(got) != want {
		s.t.Fatalf("%s holds\n%q, want\n%q", name, got, want)
	}
	return s
}

// runs checks that the program has not ended.
func (s *story) runs() *story {
	s.t.Helper()
	if s.quit {
		s.t.Fatal("the program has ended")
	}
	return s
}

// ended checks that the program has ended.
func (s *story) ended() *story {
	s.t.Helper()
	if !s.quit {
		s.t.Fatalf("the program has not ended:\n%s", s)
	}
	return s
}

// String returns the screen as text.
func (s *story) String() string { return strings.Join(s.screen(), "\n") }
