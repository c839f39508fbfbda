package layout

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/ui/cell"
)

// row describes a whole layout in one line.
func row(l Layout) string {
	var b strings.Builder
	rect := func(name string, r Rect) {
		if r != (Rect{}) {
			fmt.Fprintf(&b, " %s%d,%d+%dx%d", name, r.X, r.Y, r.W, r.H)
		}
	}
	fmt.Fprintf(&b, "%d %s", l.Mode, l.Focus)
	rect("message ", l.Message)
	for p := None; p < paneCount; p++ {
		rect(p.String()+" ", l.Body(p))
		rect("title ", l.Titles[p])
		rect("border ", l.outer[p])
	}
	for d := NoDivider; d < dividerCount; d++ {
		rect(fmt.Sprintf("divider %d ", d), l.Between[d])
		if !l.Between[d].Empty() {
			r := l.Between[d]
			fmt.Fprintf(&b, " moved %d %d %d", l.Moved(d, r.X, r.Y), l.Moved(d, r.X-3, r.Y+3), l.Moved(d, r.X+500, r.Y-500))
		}
	}
	fmt.Fprintf(&b, " %d lines ", len(l.Lines))
	for _, j := range l.Joints {
		b.WriteRune(j.Rune)
	}
	return b.String()
}

// The sizes lie on both sides of each limit. -update records the layouts, which a person then reads.
func TestLayoutsAreAsRecorded(t *testing.T) {
	var b strings.Builder
	options := []struct {
		name string
		o    Options
	}{
		{"default", Options{}},
		{"variables", Options{Focus: Variables}},
		{"preview", Options{Focus: Preview}},
		{"a bar has no focus", Options{Focus: Budget, Variables: 9}},
		{"steady", Options{Focus: Variables, Steady: true, Variables: 2}},
		{"tall", Options{Focus: Preview, Tall: true, Variables: 4}},
		{"zoom", Options{Focus: Variables, Zoom: true, Upper: 300, Left: 300}},
		{"one variable", Options{Focus: Variables, Variables: 1, Left: 150}},
		{"moved up", Options{Upper: 1, Left: 149, Variables: 3}},
		{"moved down", Options{Upper: 999, Left: 851, Focus: Preview}},
		{"moved", Options{Upper: 500, Left: 850, Focus: Variables}},
	}
	for _, size := range [][2]int{
		{-1, 3}, {19, 5}, {20, 4}, {20, 5}, {21, 6}, {30, 7}, {39, 10}, {40, 9}, {40, 10}, {41, 13}, {80, 14}, {80, 15}, {80, 19}, {80, 20},
		{80, 29}, {119, 30}, {119, 31}, {120, 9}, {120, 10}, {120, 19}, {121, 20}, {160, 40}, {203, 57},
	} {
		for _, o := range options {
			fmt.Fprintf(&b, "%dx%d %s: %s\n", size[0], size[1], o.name, row(Compute(size[0], size[1], o.o)))
		}
	}
	for _, c := range []struct {
		w, h int
		o    Options
	}{{40, 10, Options{Focus: Preview}}, {60, 30, Options{Focus: Variables}}, {60, 14, Options{Zoom: true}}, {120, 12, Options{}}, {120, 12, Options{Focus: Variables}}, {120, 12, Options{Focus: Preview}}} {
		g := cell.NewGrid(c.w, c.h)
		l := Compute(c.w, c.h, c.o)
		l.DrawFrame(g.Area(0, 0, c.w, c.h), cell.Style{}, cell.Style{}.With(cell.Bold))
		fmt.Fprintf(&b, "the border around the %s\n", l.Focus)
		for _, line := range g.Lines() {
			fmt.Fprintf(&b, "%s\n", strings.ReplaceAll(line, "\x1b", "^"))
		}
	}
	path := filepath.Join("testdata", "recorded.txt")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(b.String(), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d is %q, want %q; -update records the layouts", i+1, got[min(i, len(got)-1)], line)
		}
	}
	if len(got) != strings.Count(string(want), "\n")+1 {
		t.Errorf("%d lines are not recorded", len(got))
	}
}

func TestPanesAreNamedAndFoundAtTheirEdges(t *testing.T) {
	for p, want := range map[Pane]string{None: "none", Footer: "footer", Preview: "preview"} {
		if p.String() != want {
			t.Errorf("%q, want %q", p, want)
		}
	}
	for _, c := range []struct {
		r    Rect
		want bool
	}{{Rect{0, 0, 1, 1}, false}, {Rect{0, 0, 0, 1}, true}, {Rect{0, 0, 1, 0}, true}, {Rect{3, 3, -1, 5}, true}, {Rect{3, 3, 5, -1}, true}} {
		if c.r.Empty() != c.want {
			t.Errorf("%v is empty: %v", c.r, !c.want)
		}
	}
	r := Rect{2, 3, 4, 5}
	for _, c := range []struct {
		x, y int
		want bool
	}{{2, 3, true}, {1, 3, false}, {2, 2, false}, {5, 7, true}, {6, 7, false}, {5, 8, false}} {
		if r.Contains(c.x, c.y) != c.want {
			t.Errorf("%v contains %d, %d: %v", r, c.x, c.y, !c.want)
		}
	}
	l := Compute(120, 40, Options{})
	for _, c := range []struct {
		x, y int
		want string
	}{
		{1, 0, "header 0 0"}, {0, 0, "none 0 0"}, {1, 1, "template 0 -1"}, {1, 2, "template 0 0"}, {48, 2, "template 47 0"}, {50, 2, "none 0 0"},
		{l.Preview.X, 1, "preview 0 -1"}, {118, 2, fmt.Sprintf("preview %d 0", l.Preview.W-1)}, {119, 2, "none 0 0"},
		{1, l.Variables.Y - 1, "variables 0 -1"}, {3, l.Variables.Y + 1, "variables 2 1"}, {118, 38, "budget 117 1"}, {1, 39, "footer 0 0"}, {119, 39, "none 0 0"}, {-1, -1, "none 0 0"},
	} {
		p, x, y := l.Hit(c.x, c.y)
		if got := fmt.Sprintf("%s %d %d", p, x, y); got != c.want {
			t.Errorf("at %d, %d is %s, want %s", c.x, c.y, got, c.want)
		}
	}
	if got := l.Body(None); got != (Rect{}) {
		t.Errorf("no pane has %v", got)
	}
	tiny := Compute(5, 5, Options{})
	if got := tiny.Moved(Left, 3, 0); got != 999 {
		t.Errorf("a divider on a tiny screen is at %d", got)
	}
	if got := tiny.Moved(Upper, 3, 0); got != 1 {
		t.Errorf("a divider between panes of no height is at %d", got)
	}
}
