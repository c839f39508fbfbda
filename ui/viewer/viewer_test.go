package viewer

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/style"
)

var styles = func() *style.Styles {
	t, err := style.Builtin("dark")
	if err != nil {
		panic(err)
	}
	return style.Load(t, termenv.TrueColor)
}()

// piece returns a text of one piece.
func piece(text string) source.Text {
	return source.Of(text, source.Origin{Kind: source.Template, Tag: source.Span{Start: 0, End: len(text)}, Line: 1})
}

func draw(p *Viewer, w, h int) string {
	g := cell.NewGrid(w, h)
	g.Reset(w, h, styles.Base)
	p.Draw(g.Area(0, 0, w, h), styles, true)
	return g.String()
}

// After any number of changes, the viewer draws the same as a new one with the same text at the
// same place.
func TestCachedRowsEqualFreshRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"word ", "\n", "\r\n", "漢字", "👨‍👩‍👧", "\t", "```go\n", "```\n", "<!-- ", " -->", "\xff", "# title\n", strings.Repeat("long and longer ", 600), strings.Repeat("漢", 2500), "\x1b[2J", "e\u0301",
	}
	text := ""
	p := New(Options{Origins: true})
	for i := range 1200 {
		at := rng.IntN(len(text) + 1)
		switch {
		case len(text) > 40_000:
			text = text[:at]
		case rng.IntN(3) == 0:
			text = text[:at] + text[min(at+rng.IntN(40), len(text)):]
		default:
			text = text[:at] + pieces[rng.IntN(len(pieces))] + text[at:]
		}
		w, h := 30+10*(i/200), 12
		p.SetText(piece(text))
		switch rng.IntN(4) {
		case 0:
			p.Scroll(rng.IntN(41) - 20)
		case 1:
			p.GoTo(rng.IntN(len(text) + 1))
		}
		got := draw(p, w, h)
		fresh := New(Options{Origins: true})
		fresh.SetText(piece(text))
		fresh.top, fresh.cursor = p.top, p.cursor
		if want := draw(fresh, w, h); got != want {
			t.Fatalf("after %d changes the pane shows\n%s\nwant\n%s", i+1, got, want)
		}
	}
}

// Reported: the last lines of a pager cannot be reached, because wrapped lines are not counted.
func TestTheLastRowOfWrappedTextIsReached(t *testing.T) {
	p := New(Options{Origins: true})
	p.SetText(piece(strings.Repeat(strings.Repeat("many words ", 300)+"\n", 30) + "the end"))
	draw(p, 40, 10)
	p.GoTo(len(p.Text()))
	if !strings.Contains(draw(p, 40, 10), "the end") {
		t.Error("after going to the end, it is not on the screen")
	}
	p.GoTo(0)
	for range 4000 {
		p.Page(1)
	}
	if !strings.Contains(draw(p, 40, 10), "the end") {
		t.Error("after paging to the end, it is not on the screen")
	}
	p.GoTo(0)
	p.Scroll(1 << 20)
	if !strings.Contains(draw(p, 40, 10), "the end") {
		t.Error("after scrolling to the end, it is not on the screen")
	}
}

// Reported: a viewer crashes if the window is narrower than its text.
func TestAPaneOfAnySizeDraws(t *testing.T) {
	p := New(Options{Origins: true})
	p.SetText(piece("漢字 text 👨‍👩‍👧\n\ttab\n" + strings.Repeat("x", 3000)))
	for w := range 12 {
		for h := range 6 {
			draw(p, w, h)
			p.Scroll(1)
			p.Move(1)
			p.Click(w, h)
			p.Mark(source.Span{Start: 3, End: 4})
			p.GoTo(1 << 30)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for name, text := range map[string]string{
		"lines":    strings.Repeat("some **prose** of a `prompt`\n", 10_000),
		"one-line": strings.Repeat("some **prose** of a `prompt` ", 10_000),
	} {
		b.Run(name, func(b *testing.B) {
			p := New(Options{Origins: true})
			p.SetText(piece(text))
			g := cell.NewGrid(70, 36)
			p.Draw(g.Area(0, 0, 70, 36), styles, false)
			p.GoTo(len(text) / 2)
			b.ReportAllocs()
			for b.Loop() {
				g.Reset(70, 36, styles.Base)
				p.Draw(g.Area(0, 0, 70, 36), styles, false)
			}
		})
	}
}

// A match is scrolled into view, even in a line that does not wrap.
func TestMatchIsScrolledIntoView(t *testing.T) {
	v := New(Options{})
	v.SetText(piece(strings.Repeat("x\n", 500) + strings.Repeat("y", 400) + "needle\n" + strings.Repeat("x\n", 500)))
	m, err := search.Compile(search.Query{Text: "needle"})
	if err != nil {
		t.Fatal(err)
	}
	found := v.Search(m)
	if len(found) != 1 {
		t.Fatalf("found %v", found)
	}
	for _, wrap := range []bool{true, false} {
		v.SetWrap(wrap)
		draw(v, 40, 10)
		v.GoTo(0)
		if v.Mark(found[0]); !strings.Contains(draw(v, 40, 10), "needle") {
			t.Errorf("wrap %v: the match is not on the screen", wrap)
		}
	}
}

func TestASearchStopsAtManyMatches(t *testing.T) {
	v := New(Options{})
	v.SetText(piece(strings.Repeat("a ", 4*mostFound)))
	m, _ := search.Compile(search.Query{Text: "a"})
	if n := len(v.Search(m)); n != mostFound {
		t.Errorf("%d matches", n)
	}
}

func TestThePlaceIsTheReadersLine(t *testing.T) {
	v := New(Options{})
	if v.Place() != "" {
		t.Errorf("without text the place is %q", v.Place())
	}
	v.SetText(piece("one\ntwo\nthree\n"))
	for offset, want := range map[int]string{0: "line 1 of 3", 4: "line 2 of 3", 12: "line 3 of 3"} {
		if v.GoTo(offset); v.Place() != want {
			t.Errorf("at %d: %q, want %q", offset, v.Place(), want)
		}
	}
}
