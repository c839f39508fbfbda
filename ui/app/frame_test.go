package app

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// checkFrame checks what must hold for every frame: it has as many lines as the screen, each as
// wide as the screen, and no control sequences except those with which galley draws.
func checkFrame(t testing.TB, frame string, w, h int) {
	t.Helper()
	checkLines(t, frame, w, h, nil)
}

// checkLines checks a frame except for the lines that were checked before at the same place, and
// returns all of its lines.
func checkLines(t testing.TB, frame string, w, h int, before []string) []string {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) != h {
		t.Fatalf("the frame has %d lines, the screen %d", len(lines), h)
	}
	for y, line := range lines {
		if y < len(before) && line == before[y] {
			continue
		}
		plain, bad := plainText(line)
		if bad != "" {
			t.Fatalf("line %d sends the terminal %q:\n%q", y, bad, line)
		}
		if got := width(plain); got != w {
			t.Fatalf("line %d is %d cells wide, the screen %d:\n%q", y, got, w, plain)
		}
	}
	return lines
}

// width returns how many columns a text takes. Most lines consist of ASCII, box drawing and a few
// signs, in which every character takes one column.
func width(s string) int {
	n := 0
	for _, r := range s {
		if r >= 0x7f && (r < 0x2500 || r > 0x25fc) && !strings.ContainsRune("…≈–·×✓✗↑↓←→", r) {
			return ansi.StringWidth(s)
		}
		n++
	}
	return n
}

// plainText removes from a line the sequences with which galley draws, and returns the first other
// control in it. galley sets colours and attributes. At a character whose width differs between
// terminals, it first blanks the cells, then draws the character, then moves the cursor to the
// column that it counted.
func plainText(line string) (plain, bad string) {
	var b strings.Builder
	b.Grow(len(line))
	for i := 0; i < len(line); {
		if line[i] != '\x1b' {
			n := strings.IndexByte(line[i:], '\x1b')
			if n < 0 {
				n = len(line) - i
			}
			part := line[i : i+n]
			if !clean(part) {
				return "", part
			}
			b.WriteString(part)
			i += n
			continue
		}
		n := strings.IndexFunc(line[i+1:], func(r rune) bool { return r != '[' && r != ';' && (r < '0' || r > '9') })
		if n < 1 || line[i+1] != '[' {
			return "", line[i:min(len(line), i+12)]
		}
		sequence := line[i : i+n+2]
		switch sequence[n+1] {
		case 'm':
		case 'X':
			if param, _ := strconv.Atoi(sequence[2 : n+1]); param < 1 || param > 2 {
				return "", sequence
			}
		case 'G':
			if param, _ := strconv.Atoi(sequence[2 : n+1]); param != width(b.String())+1 {
				return "", sequence
			}
		default:
			return "", sequence
		}
		i += n + 2
	}
	return b.String(), ""
}

// clean reports whether a text is valid UTF-8 without hidden or active characters: no C0 or C1
// control, no bidirectional override, no tag character.
func clean(s string) bool {
	for _, r := range s {
		switch {
		case r < 0x20, r >= 0x7f && r < 0xa0:
			return false
		case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c:
			return false
		case r >= 0xe0000 && r < 0xe0100, r == 0x200b, r == 0x2028, r == 0x2029, r == 0xfeff:
			return false
		}
	}
	return true
}

// terminals holds unused emulators of each size for reuse, because one takes megabytes.
var terminals sync.Map

func idle(w, h int) *sync.Pool {
	pool, _ := terminals.LoadOrStore([2]int{w, h}, &sync.Pool{})
	return pool.(*sync.Pool)
}

// show shows a frame on a terminal emulator and checks that it had no other effect.
func show(t testing.TB, frame string, w, h int) *vt.Emulator {
	t.Helper()
	em, ok := idle(w, h).Get().(*vt.Emulator)
	if !ok {
		em = vt.NewEmulator(w, h)
	}
	em.SetCallbacks(vt.Callbacks{
		Bell:             func() { t.Error("the bell rings") },
		Title:            func(s string) { t.Errorf("the window is renamed %q", s) },
		IconName:         func(s string) { t.Errorf("the icon is renamed %q", s) },
		AltScreen:        func(bool) { t.Error("the screen is switched") },
		CursorVisibility: func(bool) { t.Error("the cursor is switched") },
		WorkingDirectory: func(s string) { t.Errorf("the directory is set to %q", s) },
		EnableMode:       func(m ansi.Mode) { t.Errorf("the mode %v is set", m) },
		DisableMode:      func(m ansi.Mode) { t.Errorf("the mode %v is reset", m) },
	})
	if _, err := em.WriteString("\x1b[m\x1b[H\x1b[J" + strings.ReplaceAll(frame, "\n", "\r\n")); err != nil {
		t.Fatal(err)
	}
	return em
}

// rowsOf returns the rows that a terminal shows, without trailing blanks.
func rowsOf(em *vt.Emulator, w, h int) []string {
	rows := make([]string, h)
	for y := range h {
		var b strings.Builder
		for x := 0; x < w; {
			c := em.CellAt(x, y)
			if c == nil || c.Content == "" {
				b.WriteByte(' ')
				x++
				continue
			}
			b.WriteString(c.Content)
			x += max(c.Width, 1)
		}
		rows[y] = strings.TrimRight(b.String(), " ")
	}
	return rows
}
