package rows

import (
	"slices"
	"strings"
	"testing"

	"galley/ui/cell"
)

// whole returns the specified layout: [cell.Wrap] applied to the whole line at once.
func whole(c *Cache, text string) []int {
	cells := cell.Cells(nil, text, 0, 0, c.o.Cell)
	var out []int
	for _, i := range cell.Wrap(cells, c.o.Width, c.hang(text)) {
		at := len(text)
		if i < len(cells) {
			at = cells[i].Start
		}
		out = append(out, at)
	}
	return out
}

func starts(l *Layout) (out []int) {
	for i := 0; ; i++ {
		r, ok := l.Row(i)
		if !ok {
			return out
		}
		out = append(out, r.Start)
	}
}

var lines = []string{
	"", " ", "a", "The quick brown fox jumps over the lazy dog.", "  - a list item that goes on for a while",
	"12. numbered item that wraps", strings.Repeat("x", 50), strings.Repeat("ab ", 900), strings.Repeat("長い行", 700),
	strings.Repeat("a\tb\t", 600), strings.Repeat("👨‍👩‍👧 ", 300), strings.Repeat("e\u0301", 800), "two  blanks   and    more     between      words",
	strings.Repeat("\x1b[31m\xff", 200), "a" + strings.Repeat("\u0301", 500) + "b", "한글 文字 mixed ｆｕｌｌ words、。end", strings.Repeat(" ", 100),
}

// manyBytes are lines whose rows have more bytes than a piece.
var manyBytes = []string{
	strings.Repeat("e"+strings.Repeat("\u0301", 20), 200), "- " + strings.Repeat("e"+strings.Repeat("\u0301", 10), 200),
}

func TestRowsAreThoseOfTheWholeLine(t *testing.T) {
	for _, width := range []int{1, 2, 3, 7, 20, 79} {
		c := NewCache(Options{Width: width, Wrap: true})
		for i, text := range slices.Concat(lines, manyBytes) {
			if got, want := starts(c.Get(uint64(i), text)), whole(c, text); !slices.Equal(got, want) {
				t.Errorf("width %d, line %.30q: rows at %v, want %v", width, text, got, want)
			}
		}
	}
}

func FuzzALayoutCarriedOnAfterEditsIsAFreshOne(f *testing.F) {
	for i, text := range lines {
		f.Add(text, uint8(i*3), []byte{10, 3, 1, 200, 0, 2, 255, 9, 3})
	}
	inserts := []string{"", "x", " ", "\t", "- ", "漢", "\u0301", "\u200d", "\xff", "word word word ", strings.Repeat("y", 60)}
	f.Fuzz(func(t *testing.T, text string, width uint8, script []byte) {
		text = strings.NewReplacer("\n", "", "\r", "").Replace(text)
		c := NewCache(Options{Width: int(width), Wrap: true})
		for len(script) >= 3 {
			l := c.Get(1, text)
			l.Row(int(script[1]))
			at := int(script[0]) * (len(text) + 1) / 256
			to := min(at+int(script[1])%8, len(text))
			text = text[:at] + inserts[int(script[2])%len(inserts)] + text[to:]
			c.Edited(1, text, at)
			script = script[3:]
		}
		if got, want := starts(c.Get(1, text)), whole(c, text); !slices.Equal(got, want) {
			t.Fatalf("rows of %q at width %d start at %v, want %v", text, width, got, want)
		}
	})
}

func TestPlacesAndColumnsAgree(t *testing.T) {
	for _, wrap := range []bool{true, false} {
		c := NewCache(Options{Width: 12, Wrap: wrap})
		for i, text := range lines {
			l := c.Get(uint64(i), text)
			for n := 0; ; n++ {
				r, ok := l.Row(n)
				if !ok {
					break
				}
				if r.End-r.Start > 2000 {
					continue
				}
				cells := l.Cells(nil, r, 0)
				x := r.X
				for _, cl := range cells {
					if got := l.X(r, cl.Start); got != x {
						t.Fatalf("wrap %v, %.20q: byte %d of row %d is at column %d, want %d", wrap, text, cl.Start, n, got, x)
					}
					if got := l.RowOf(cl.Start); got != n {
						t.Fatalf("wrap %v, %.20q: byte %d is in row %d, want %d", wrap, text, cl.Start, got, n)
					}
					x += cl.Width
				}
			}
		}
	}
}

func TestColumnsOfAnUnwrappedLine(t *testing.T) {
	c := NewCache(Options{Width: 12})
	for i, text := range slices.Concat(lines, manyBytes) {
		l := c.Get(uint64(i), text)
		col := 0
		cells := cell.Cells(nil, text, 0, 0, cell.Options{})
		for j, cl := range cells {
			if j%(len(cells)/40+1) != 0 && cl.Start%piece > 1 { // some cells of a long line
				col += cl.Width
				continue
			}
			if got := l.Column(cl.Start); got != col {
				t.Fatalf("%.20q: byte %d is at column %d, want %d", text, cl.Start, got, col)
			}
			if r := l.From(col, 12); r.Start != cl.Start || r.X != 0 {
				t.Fatalf("%.20q: column %d begins at byte %d, X %d, want %d, 0", text, col, r.Start, r.X, cl.Start)
			}
			for _, width := range []int{1, 12, 70} {
				end, x := cl.End, col+cl.Width
				for _, next := range cells[j+1:] {
					if x >= col+width {
						break
					}
					end, x = next.End, x+next.Width
				}
				if r := l.From(col, width); r.End != end || r.Col != col {
					t.Fatalf("%.20q: %d columns from %d end at byte %d, column %d, want %d, %d", text, width, col, r.End, r.Col, end, col)
				}
			}
			if r := l.From(col+cl.Width-1, 12); r.Start != cl.Start || r.X != 1-cl.Width {
				t.Fatalf("%.20q: the end of column %d is byte %d, X %d", text, col, r.Start, r.X)
			}
			col += cl.Width
		}
		if got := len(l.rows); got > 1+len(text)/(piece-slack) || !l.done {
			t.Fatalf("%.20q: %d bytes have %d marks", text, len(text), got)
		}
		if got := l.Column(len(text)); got != col {
			t.Fatalf("%.20q: the end has column %d, want %d", text, got, col)
		}
		for beyond := range 3 {
			if r, want := l.From(col+beyond, 12), (Row{len(text), len(text), col, -beyond}); r != want {
				t.Fatalf("%.20q: %d columns beyond the end: %+v, want %+v", text, beyond, r, want)
			}
		}
	}
}

func TestALongLineIsLaidOutOnlyAsFarAsAsked(t *testing.T) {
	c := NewCache(Options{Width: 80, Wrap: true})
	l := c.Get(1, strings.Repeat("word ", 60_000))
	l.Row(30)
	if len(l.rows) > 100 {
		t.Errorf("%d rows were laid out for the first 30", len(l.rows))
	}
	l.Count()
	all := len(l.rows)
	text := l.text[:150_000] + "x" + l.text[150_000:]
	c.Edited(1, text, 150_000)
	if kept := len(l.rows); kept < all/2-10 || kept > all/2 {
		t.Errorf("an edit in the middle keeps %d of %d rows", kept, all)
	}
}

func TestTheCacheForgetsWhatIsNotOnScreen(t *testing.T) {
	c := NewCache(Options{Width: 80, Wrap: true})
	for id := range uint64(100_000) {
		c.Get(id, "line")
	}
	if n := len(c.young) + len(c.old); n > 2*generation {
		t.Errorf("the cache holds %d layouts", n)
	}
}

func BenchmarkLastRowOf300KB(b *testing.B) {
	for name, text := range map[string]string{"words": strings.Repeat("word ", 60_000), "solid": strings.Repeat("x", 300_000), "hangul": strings.Repeat("한글 ", 43_000)} {
		b.Run(name, func(b *testing.B) {
			c := NewCache(Options{Width: 100, Wrap: true})
			b.ReportAllocs()
			for range b.N {
				c.Clear()
				c.Get(1, text).Count()
			}
		})
	}
}
