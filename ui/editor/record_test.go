package editor

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"galley/ui/cell"
	"galley/ui/style"
)

// record collects what a test compares with a recorded file. -update records it, and a person
// checks the difference.
type record struct {
	b     strings.Builder
	looks map[string]string // a number for each look
	st    *style.Styles
}

// say adds a line of text.
func (r *record) say(format string, args ...any) { fmt.Fprintf(&r.b, format+"\n", args...) }

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// frame adds what is drawn on w by h cells. A number in ⟨⟩ begins each look; the last lines of the file explain it.
func (r *record) frame(title string, w, h int, draw func(a cell.Area, st *style.Styles)) {
	if r.st == nil {
		r.st, r.looks = load("dark"), map[string]string{"\x1b[m": "⟨⟩"}
	}
	r.say("== %s, %d by %d", title, w, h)
	g := cell.NewGrid(w, h)
	draw(g.Area(0, 0, w, h), r.st)
	for _, line := range g.Lines() {
		r.say("|%s", strings.TrimRight(escape.ReplaceAllStringFunc(line, func(look string) string {
			if r.looks[look] == "" {
				r.looks[look] = fmt.Sprintf("⟨%d⟩", len(r.looks))
				r.say("look %s is %q", r.looks[look], look)
			}
			return r.looks[look]
		}), " "))
	}
}

func (r *record) compare(t *testing.T, name string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(r.b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, got := strings.Split(string(text), "\n"), strings.Split(r.b.String(), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("%s differs from line %d:\n%.300q, recorded is\n%.300q; -update records it", name, i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
}
