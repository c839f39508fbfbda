package cell

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// ranges has the first and the last character of each range, and what a function returns for it.
type ranges [][3]int

func (all ranges) of(r rune) int {
	for _, one := range all {
		if one[0] <= int(r) && int(r) <= one[1] {
			return one[2]
		}
	}
	return 0
}

// The short cuts apply to the characters in these ranges only.
func TestTheRangesOfTheShortCuts(t *testing.T) {
	calm := ranges{
		{0x20, 0x7e, 1}, {0xa0, 0xac, 1}, {0xae, 0x2ff, 1}, {0x370, 0x482, 1}, {0x48a, 0x58f, 1}, {0x2010, 0x2027, 1}, {0x2030, 0x205f, 1}, {0x20a0, 0x20cf, 1}, {0x2100, 0x27ff, 1}, {0x2801, 0x2cee, 1},
		{0x3001, 0x3029, 1}, {0x3041, 0x3096, 1}, {0x30a0, 0x30ff, 1}, {0x3400, 0x9fff, 1}, {0xac00, 0xd7a3, 1}, {0xff01, 0xff9d, 1}, {0x1f300, 0x1f3fa, 1}, {0x1f400, 0x1faff, 1},
	}
	widths := ranges{{0, 0x58f, 1}, {0x2010, 0x2027, 1}, {0x2500, 0x259f, 1}, {0x3041, 0x30ff, 2}, {0x4e00, 0x9fff, 2}, {0xac00, 0xd7a3, 2}}
	for r := rune(0); r < 0x20000; r++ {
		if got, want := inert(r), calm.of(r) == 1; got != want {
			t.Errorf("inert(%U) is %v", r, got)
		}
		if got, want := inertWidth(r), widths.of(r); got != want {
			t.Errorf("inertWidth(%U) is %d, want %d", r, got, want)
		}
	}
	for r, want := range map[rune]int{0x2ff: 1, 0x300: 0, 0x115f: 2, 0x1160: 0, 0x11ff: 0, 0x1200: 1, 0xd7af: 1, 0xd7b0: 0, 0xd7ff: 0, 0xf900: 2, 0x1f1e5: 1, 0x1f1e6: 1, 0x1f1ff: 1, 0x1f200: 2, 0x200d: 0, 0x20dd: 0, 0x4e00: 2} {
		if got := runeWidth(r); got != want {
			t.Errorf("runeWidth(%U) is %d, want %d", r, got, want)
		}
	}
}

// picture returns the rows of a grid, and below each row the digit of each cell's style: its
// foreground, or its background if it has no foreground.
func picture(g *Grid) string {
	var rows []string
	for y, line := range g.plain() {
		looks := ""
		for _, c := range g.cells[y*g.w : (y+1)*g.w] {
			n := c.st.Fg
			if n == NoColor {
				n = c.st.Bg
			}
			looks += fmt.Sprint(int(n & 0xf))
		}
		rows = append(rows, line, looks)
	}
	return strings.Join(rows, "\n")
}

// plain returns the rows without their styles.
func (g *Grid) plain() (rows []string) {
	for y := range g.h {
		row := ""
		for _, c := range g.cells[y*g.w : (y+1)*g.w] {
			switch {
			case c.g.width() == 0:
			case c.g&glyphCluster != 0:
				row += g.clusters[c.g&glyphText]
			default:
				row += string(rune(c.g & glyphText))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// What is drawn stays inside its area and takes the area's style.
func TestDrawingInAPartOfAGrid(t *testing.T) {
	one, two := Style{Fg: ANSI(1)}, Style{Fg: ANSI(2)}
	for _, c := range []struct {
		what string
		draw func(a Area)
		want string // the picture of a grid of 8 by 3 cells, after drawing in the area of 5 by 2 cells at column 2, row 1
	}{
		{"a text", func(a Area) { a.Put(0, 0, "abcdefg", one) }, "abcde\n11111\n.....\n00000"},
		{"a text before the left edge", func(a Area) { a.Put(-2, 1, "abcd", one) }, ".....\n00000\ncd...\n11000"},
		{"a text on another row", func(a Area) { a.Put(0, 2, "ab", one); a.Put(0, -1, "漢", one) }, ".....\n00000\n.....\n00000"},
		{"a wide character over the right edge", func(a Area) { a.Put(3, 0, "a漢", one) }, "...a \n00011\n.....\n00000"},
		{"a wide character over the left edge", func(a Area) { a.Put(-1, 0, "漢b", one) }, " b...\n11000\n.....\n00000"},
		{"a wide character at both edges", func(a Area) { a.Put(0, 0, "漢", one); a.Put(3, 0, "字", two) }, "漢.字\n11022\n.....\n00000"},
		{"marks", func(a Area) { a.Put(0, 0, "\x01\x02", one); a.Put(-1, 1, "\x01\xff", one) }, "␁␂...\n11000\n‹FF›.\n11110"},
		{"a tab", func(a Area) { a.Put(3, 0, "\tx", one) }, "... x\n00011\n.....\n00000"},
		{"a tab over the edge", func(a Area) { a.Put(4, 1, "\tx", one) }, ".....\n00000\n.... \n00001"},
		{"blanks", func(a Area) { a.Sub(1, 0, 3, 1).Fill(two) }, ".   .\n02220\n.....\n00000"},
		{"blanks over half of wide characters", func(a Area) { a.Put(0, 0, "漢字x", one); a.Sub(1, 0, 2, 1).Fill(two) }, "    x\n12211\n.....\n00000"},
		{"blanks on both rows", func(a Area) { a.Sub(3, -1, 9, 9).Fill(two) }, "...  \n00022\n...  \n00022"},
		{"blanks in no part", func(a Area) { a.Sub(5, 0, 2, 2).Fill(two); a.Sub(0, 2, 2, 2).Fill(two) }, ".....\n00000\n.....\n00000"},
		{"lines", func(a Area) { a.HLine(1, 0, 9, one); a.VLine(0, 0, 9, two) }, "│────\n21111\n│....\n20000"},
		{"characters", func(a Area) {
			a.Rune(4, 1, 'x', one)
			a.Rune(5, 1, 'x', one)
			a.Rune(-1, 0, 'x', one)
			a.Rune(0, 2, 'x', one)
		}, ".....\n00000\n....x\n00001"},
		{"a style over a part", func(a Area) { a.Overlay(1, 0, 2, 1, one) }, ".....\n01100\n.....\n00000"},
		{"a style over the last row", func(a Area) { a.Overlay(3, 1, 9, 9, one) }, ".....\n00000\n.....\n00011"},
		{"a style under the last row", func(a Area) { a.Underlay(3, 1, 9, 9, one) }, ".....\n00000\n.....\n00011"},
		{"blanks beside a wide character", func(a Area) { a.Put(1, 0, "漢", one); a.Sub(2, 0, 0, 1).Fill(two) }, ".漢..\n01100\n.....\n00000"},
		{"a style under a part", func(a Area) { a.Put(1, 0, "x", one); a.Underlay(0, 0, 3, 1, two) }, ".x...\n21200\n.....\n00000"},
		{"another ground", func(a Area) {
			a.On(two, func(a Area) { a.Put(0, 0, "x", Style{}); a.Put(1, 0, "y", one) })
			a.Put(2, 0, "z", Style{})
		}, "xyz..\n21000\n.....\n00000"},
		{"a box in the smallest area", func(a Area) { a.Sub(0, 0, 2, 2).Box("t", one, two) }, "┌┐...\n11000\n└┘...\n11000"},
		{"a box in too low an area", func(a Area) { a.Sub(0, 0, 3, 1).Box("t", one, two) }, ".....\n00000\n.....\n00000"},
		{"a box in too narrow an area", func(a Area) { a.Sub(0, 0, 1, 2).Box("t", one, two) }, ".....\n00000\n.....\n00000"},
		{"a box too narrow for a title", func(a Area) { a.Box("t", one, two) }, "┌───┐\n11111\n└───┘\n11111"},
	} {
		g := NewGrid(8, 3)
		for i := range g.cells {
			g.cells[i].g = glyph('.') | 1<<glyphShift
		}
		c.draw(g.Area(2, 1, 5, 2))
		lines := strings.Split(c.want, "\n")
		want := fmt.Sprintf("........\n00000000\n..%s.\n00%s0\n..%s.\n00%s0", lines[0], lines[1], lines[2], lines[3])
		if got := picture(g); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, got, want)
		}
	}
}

// A title needs six columns, and leaves two at each side.
func TestTheTitleOfABox(t *testing.T) {
	for w, want := range map[int]string{5: "┌───┐", 6: "┌─  ─┐", 7: "┌─ … ─┐", 8: "┌─ l… ─┐", 9: "┌─ lo… ─┐", 10: "┌─ long ─┐", 11: "┌─ long ──┐"} {
		g := NewGrid(w, 3)
		in := g.Area(0, 0, w, 3).Box("long", Style{}, Style{})
		if rows := g.plain(); rows[0] != want || in.W != w-2 || in.H != 1 {
			t.Errorf("in %d columns: %q, the inside is %d by %d", w, rows[0], in.W, in.H)
		}
	}
	g := NewGrid(7, 2)
	g.Area(0, 0, 7, 2).Box("", Style{}, Style{})
	if rows := g.plain(); rows[0] != "┌─────┐" {
		t.Errorf("without a title: %q", rows[0])
	}
}

// Drawing returns the column after what was drawn, also where nothing is drawn.
func TestDrawingReturnsTheNextColumn(t *testing.T) {
	g := NewGrid(8, 2)
	a := g.Area(0, 0, 6, 2)
	cells := Cells(nil, "a漢b", 0, 0, Options{})
	plain := func(int) Style { return Style{} }
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"a text", a.Put(1, 0, "ab", Style{}), 3}, {"a text on another row", a.Put(1, 2, "a漢", Style{}), 4}, {"a text over the edge", a.Put(4, 0, "abcd", Style{}), 8}, {"a wide text", a.Put(1, 0, "漢b", Style{}), 4}, {"a text before the edge", a.Put(-3, 0, "漢b", Style{}), 0},
		{"cells", a.PutCells(1, 0, cells, plain), 5}, {"cells over the edge", a.PutCells(4, 0, cells, plain), 7}, {"cells beyond the edge", a.PutCells(6, 0, cells, plain), 6}, {"cells on another row", a.PutCells(1, 2, cells, plain), 1}, {"no cells", a.PutCells(3, 0, nil, plain), 3},
	} {
		if c.got != c.want {
			t.Errorf("%s: column %d, want %d", c.what, c.got, c.want)
		}
	}
}

// Only a cluster of several characters is stored as a text of its own.
func TestClustersAreStored(t *testing.T) {
	g := NewGrid(20, 1)
	for text, want := range map[string]int{"a": 0, "漢é": 0, "e\u0301": 1, "👩🏽x👩🏽": 2} {
		g.Reset(20, 1, Style{})
		if g.Area(0, 0, 20, 1).Put(0, 0, text, Style{}); len(g.clusters) != want {
			t.Errorf("%q: %q are stored", text, g.clusters)
		}
	}
}

// A cluster has at most sixteen characters. What follows is shown as marks.
func TestAClusterHasAtMostSixteenCharacters(t *testing.T) {
	for n, want := range map[int]string{14: "29", 15: "31", 16: "31 2", 18: "31 2 2 2"} {
		var got []string
		for _, c := range Cells(nil, "e"+strings.Repeat("\u0301", n), 0, 0, Options{}) {
			got = append(got, fmt.Sprint(c.End-c.Start))
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("%d accents: cells of %s bytes, want %s", n, all, want)
		}
	}
}

// A family of more emoji than a cell takes is cut before a joiner. At the end of a cell the joiner
// would draw the next emoji into it.
func TestNoCellEndsWithAJoiner(t *testing.T) {
	t.Parallel()
	for _, one := range []string{"\U0001f468", "\U0001f469\U0001f3fd", "\u2764\ufe0f", "\U0001f469\U0001f3fd\ufe0f"} {
		for n := 1; n <= 20; n++ {
			text := strings.Repeat(one+"\u200d", n-1) + one
			at := 0
			for _, c := range Cells(nil, text, 0, 0, Options{}) {
				if c.Start != at || c.Kind == Plain && (c.Text != text[c.Start:c.End] || strings.HasSuffix(c.Text, "\u200d") || utf8.RuneCountInString(c.Text) > 16) {
					t.Errorf("%d times %q: a cell of %q at %d", n, one, text[c.Start:c.End], c.Start)
				}
				at = c.End
			}
			if at != len(text) {
				t.Errorf("%d times %q: the cells have %d bytes", n, one, at)
			}
		}
	}
}

// A grid has a size, options for its texts, and a style for marks. A negative size counts as 0.
func TestAGridIsSetUp(t *testing.T) {
	g := NewGrid(4, 2)
	if w, h := g.Size(); w != 4 || h != 2 {
		t.Errorf("%d by %d", w, h)
	}
	if g.Reset(-1, -2, Style{}); len(g.cells) != 0 {
		t.Errorf("%d cells", len(g.cells))
	}
	if w, h := g.Size(); w != 0 || h != 0 {
		t.Errorf("%d by %d", w, h)
	}
	g.Reset(6, 1, Style{Bg: ANSI(3)})
	g.SetOptions(Options{Tab: 2, ShowSpace: true})
	g.SetMark(Style{Fg: ANSI(5)})
	g.Area(0, 0, 6, 1).Put(0, 0, "é\té \x01", Style{Fg: ANSI(1)}.With(Bold))
	if got, want := picture(g), "é→é·␁ \n111153"; got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	if g.cells[0].st != (Style{ANSI(1), ANSI(3), Bold}) || g.cells[5].st != (Style{Bg: ANSI(3)}) {
		t.Errorf("the styles are %+v and %+v", g.cells[0].st, g.cells[5].st)
	}
}
