package layout

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/ui/cell"
)

var update = flag.Bool("update", false, "write the pictures in testdata")

// picture draws a layout: the frame, the titles by name, and every other rectangle filled with a
// letter.
func picture(l Layout) string {
	g := cell.NewGrid(l.W, l.H)
	a := g.Area(0, 0, l.W, l.H)
	l.DrawFrame(a, cell.Style{}, cell.Style{})
	fill := func(r Rect, letter string) {
		for y := range max(r.H, 0) {
			a.Put(r.X, r.Y+y, strings.Repeat(letter, max(r.W, 0)), cell.Style{})
		}
	}
	fill(l.Message, "m")
	for p, letter := range map[Pane]string{Template: "t", Variables: "v", Preview: "p", Budget: "b"} {
		fill(l.Body(p), letter)
	}
	for p, r := range l.Titles {
		if !r.Empty() {
			a.Sub(r.X, r.Y, r.W, r.H).Put(1, 0, strings.ToUpper(Pane(p).String()), cell.Style{})
		}
	}
	for _, p := range []Pane{Header, Footer} {
		r := l.Body(p)
		a.Sub(r.X, r.Y, r.W, r.H).Put(1, 0, p.String(), cell.Style{})
	}
	return g.String() + "\n"
}

func TestGoldenLayouts(t *testing.T) {
	for _, c := range []struct {
		w, h int
		o    Options
		name string
	}{
		{1, 1, Options{}, "1x1"},
		{19, 4, Options{}, "19x4"},
		{20, 5, Options{}, "20x5"},
		{39, 9, Options{Focus: Preview}, "39x9"},
		{40, 10, Options{}, "40x10"},
		{80, 24, Options{}, "80x24"},
		{80, 24, Options{Focus: Preview}, "80x24-preview"},
		{80, 24, Options{Focus: Variables, Zoom: true}, "80x24-zoom"},
		{119, 30, Options{}, "119x30"},
		{119, 30, Options{Focus: Preview}, "119x30-preview"},
		{120, 10, Options{}, "120x10"},
		{120, 40, Options{}, "120x40"},
		{120, 40, Options{Focus: Variables, Variables: 5}, "120x40-variables"},
		{120, 40, Options{Variables: 5}, "120x40-few"},
		{120, 40, Options{Focus: Preview, Zoom: true}, "120x40-zoom"},
		{200, 60, Options{}, "200x60"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := picture(Compute(c.w, c.h, c.o))
			path := filepath.Join("testdata", c.name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// At any size, no rectangle may lie outside the screen or overlap another one.
func TestRectanglesStayInsideAndApart(t *testing.T) {
	owner := make([]Pane, 220*70)
	for w := -1; w <= 220; w++ {
		for h := -1; h <= 70; h++ {
			for _, o := range []Options{{}, {Focus: Variables, Variables: 2}, {Focus: Preview}, {Focus: Preview, Zoom: true}, {Focus: Variables, Zoom: true}} {
				checkLayout(t, w, h, o, owner)
			}
		}
	}
}

func checkLayout(t *testing.T, w, h int, o Options, owner []Pane) {
	t.Helper()
	l := Compute(w, h, o)
	clear(owner)
	claim := func(what string, p Pane, r Rect) {
		t.Helper()
		if r == (Rect{}) {
			return
		}
		if r.X < 0 || r.Y < 0 || r.W < 0 || r.H < 0 || r.X+r.W > w || r.Y+r.H > h {
			t.Fatalf("%dx%d %+v: %s %+v lies outside", w, h, o, what, r)
		}
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				if q := owner[y*w+x]; q != None {
					t.Fatalf("%dx%d %+v: %s %+v lies on %v", w, h, o, what, r, q)
				}
				owner[y*w+x] = p
			}
		}
	}
	for p := Template; p < paneCount; p++ {
		claim(p.String(), p, l.Body(p))
		claim(p.String()+"'s title", p, l.Titles[p])
	}
	for _, line := range l.Lines {
		end := Rect{line.X + line.N - 1, line.Y, 1, 1}
		if line.Vertical {
			end = Rect{line.X, line.Y + line.N - 1, 1, 1}
		}
		if line.X < 0 || line.Y < 0 || end.X >= w || end.Y >= h {
			t.Fatalf("%dx%d %+v: the divider %+v is outside the screen", w, h, o, line)
		}
	}
	for p := Template; p <= Preview; p++ {
		if r := l.Body(p); r != (Rect{}) && r.Empty() {
			t.Fatalf("%dx%d %+v: %v is %+v", w, h, o, p, r)
		}
	}
	if l.Mode == Tiny {
		if l.Message != (Rect{0, 0, max(w, 0), max(h, 0)}) {
			t.Fatalf("%dx%d: the message is at %+v", w, h, l.Message)
		}
		return
	}
	if l.Body(l.Focus).Empty() || l.Titles[l.Focus].Empty() {
		t.Fatalf("%dx%d %+v: the focused pane is not visible", w, h, o)
	}
}

// A screen with a frame shows the preview whatever has the focus. Only zooming another pane hides
// it.
func TestThePreviewIsAlwaysVisible(t *testing.T) {
	for w := stackW; w <= 200; w += 4 {
		for h := stackH; h <= 60; h++ {
			for _, focus := range focusable {
				if l := Compute(w, h, Options{Focus: focus}); l.Preview.H < 2 || l.Titles[Preview].Empty() {
					t.Fatalf("%dx%d, focus on %v: the preview is %+v", w, h, focus, l.Preview)
				}
			}
		}
	}
}

func TestModesFollowTheSize(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want Mode
	}{
		{0, 0, Tiny}, {19, 50, Tiny}, {200, 4, Tiny}, {20, 5, Single}, {39, 50, Single}, {200, 9, Single},
		{40, 10, Stack}, {119, 60, Stack}, {120, 10, Wide},
	} {
		if got := Compute(c.w, c.h, Options{}).Mode; got != c.want {
			t.Errorf("%dx%d: mode %v, want %v", c.w, c.h, got, c.want)
		}
	}
}

func TestAPlaceOnTheScreenFindsItsPane(t *testing.T) {
	l := Compute(120, 40, Options{})
	for _, c := range []struct {
		x, y   int
		pane   Pane
		lx, ly int
	}{
		{1, 2, Template, 0, 0},
		{5, 1, Template, 4, -1},
		{0, 5, None, 0, 0},
		{l.Preview.X + 3, l.Preview.Y + 4, Preview, 3, 4},
		{3, l.Titles[Variables].Y, Variables, 2, -1},
		{3, l.Variables.Y, Variables, 2, 0},
		{4, 37, Budget, 3, 0}, {4, 38, Budget, 3, 1},
		{4, 39, Footer, 3, 0},
		{4, 0, Header, 3, 0},
		{-1, -1, None, 0, 0},
		{500, 500, None, 0, 0},
	} {
		if p, x, y := l.Hit(c.x, c.y); p != c.pane || x != c.lx || y != c.ly {
			t.Errorf("%d,%d: %v %d,%d, want %v %d,%d", c.x, c.y, p, x, y, c.pane, c.lx, c.ly)
		}
	}
}

func TestFocusWrapsAround(t *testing.T) {
	var trip []string
	p := Template
	for range 4 {
		trip = append(trip, p.String())
		if p.Next().Prev() != p {
			t.Errorf("%v: moving back does not return to the start", p)
		}
		p = p.Next()
	}
	if got := fmt.Sprint(trip); got != "[template variables preview template]" {
		t.Errorf("got %s", got)
	}
	if None.Next() != Template {
		t.Error("without a focus, the focus goes to the template")
	}
}

func BenchmarkCompute(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Compute(200, 60, Options{})
	}
}

// On a low screen, a focused tab with a list takes nearly all rows. A high screen shows all
// titles.
func TestATallPreviewLeavesOnlyATitleAbove(t *testing.T) {
	for _, c := range []struct {
		h, above, below int
		focus           Pane
		upper           int
	}{
		{24, 0, 17, Preview, 0}, {24, 9, 8, Template, 0}, {12, 0, 8, Preview, 0}, {24, 8, 9, Preview, 500}, {30, 7, 15, Preview, 0},
	} {
		l := Compute(80, c.h, Options{Focus: c.focus, Tall: true, Upper: c.upper})
		if l.Template.H != c.above || l.Preview.H != c.below || l.Titles[Template].Empty() {
			t.Errorf("%d rows, focus on %s: %d and %d rows", c.h, c.focus, l.Template.H, l.Preview.H)
		}
		if p, _, y := l.Hit(5, l.Titles[Template].Y); p != Template || y != -1 {
			t.Errorf("%d rows: a press on the template's title finds %s", c.h, p)
		}
	}
}
