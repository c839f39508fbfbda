package cell

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"galley/engine/hidden"

	"github.com/charmbracelet/x/ansi"
)

func TestHostileCharactersShowAsMarks(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a\x1b[31mb", "a␛[31mb"},
		{"\x00\x07\x7f", "␀␇␡"},
		{"\r\n", "␍␊"},
		{"\u0085\u009b", "‹U+0085›‹U+009B›"},
		{"a\u202eb\u2066c", "a‹U+202E›b‹U+2066›c"},
		{"a\u200bb\u2060\ufeff\u00ad", "a‹U+200B›b‹U+2060›‹U+FEFF›‹U+00AD›"},
		{"x\U000e0041\U000e007f", "x‹U+E0041›‹U+E007F›"},
		{"\u2028\u2029", "‹U+2028›‹U+2029›"},
		{"\ufff9", "‹U+FFF9›"},
		{"\u3164", "‹U+3164›"},
		{"\xff\xc3(", "‹FF›‹C3›("},
		{"e\u0301\xff", "e\u0301‹FF›"},
		{"\u0301x", "‹U+0301›x"},
		{"a\u200db", "a‹U+200D›b"},
		{"a\ufe0fb", "a‹U+FE0F›b"},
		{"😀\ufe0f\ufe0f", "😀\ufe0f‹U+FE0F›"},
		{"a\U000e0100", "a‹U+E0100›"},
		{"👨\u200da", "👨‹U+200D›a"},
		{"🏴\U000e0067", "🏴‹U+E0067›"},
	} {
		if got := Visible(c.in); got != c.want {
			t.Errorf("%q shows as %q, want %q", c.in, got, c.want)
		}
	}
}

func TestNormalTextIsNotMarked(t *testing.T) {
	for _, s := range []string{
		"plain ~", "naïve café", "e\u0301", "漢字", "한국어", "العربية", "می\u200cخواهم", "שלום", "क्\u200dष", "ශ්\u200dරී",
		"👨‍👩‍👧‍👦", "👩🏽‍💻", "🏳️‍🌈", "🏴‍☠️", "❤️‍🔥", "🇩🇪", "1️⃣", "⚠️", "☺︎", "©️", "葛\U000e0100", "≨︀", "ᠠ᠋",
		"🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "╭─▌…“”", "\ue0b0", "กำ",
	} {
		if got := Visible(s); got != s {
			t.Errorf("%q shows as %q", s, got)
		}
	}
}

// The first combining character joins the character before it, also one for which there is a short
// cut.
func TestTheFirstCombiningCharacterJoins(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{" \u0300": 1, "!\u0300": 1, "~\u0300": 1, "\x7f\u0300": 2, "é\u0300": 1, "\u02ff\u0300": 1, "漢\u0300": 1, "é\u02ff": 2, "漢é": 2} {
		if got := Cells(nil, text, 0, 0, Options{}); len(got) != want {
			t.Errorf("%q has the cells %+v, want %d", text, got, want)
		}
	}
}

// The fast paths must agree with the tables that they bypass.
func TestShortCutsAgreeWithTheTables(t *testing.T) {
	for r := rune(0x20); r <= 0x1ffff; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := string(r)
		if w := inertWidth(r); inert(r) && w != 0 {
			if got := textWidth(s, false); got != w {
				t.Errorf("%U is %d wide, not %d", r, got, w)
			}
		}
		if inert(r) {
			if _, _, hide := hidden.At(s, 0); hide {
				t.Errorf("%U is both inert and hidden", r)
			}
			for _, n := range []rune{'a', 'é', '漢', '각', '😀', 'д'} {
				if first, _ := ansi.FirstGraphemeCluster(s+string(n), ansi.GraphemeWidth); len(first) > len(s) {
					t.Errorf("%U joins with %U", r, n)
				}
				if first, _ := ansi.FirstGraphemeCluster(string(n)+s, ansi.GraphemeWidth); len(first) > len(string(n)) {
					t.Errorf("%U joins with %U", n, r)
				}
			}
		}
	}
}

func TestTabsReachTheNextStop(t *testing.T) {
	for _, c := range []struct {
		line     string
		col, tab int
		want     []int
	}{
		{"\ta", 0, 4, []int{4, 1}},
		{"ab\tc", 0, 4, []int{1, 1, 2, 1}},
		{"漢\tc", 0, 8, []int{2, 6, 1}},
		{"\t", 3, 4, []int{1}},
		{"\t", 4, 0, []int{4}},
	} {
		var got []int
		for _, cell := range Cells(nil, c.line, 0, c.col, Options{Tab: c.tab}) {
			got = append(got, cell.Width)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q from column %d: widths %v, want %v", c.line, c.col, got, c.want)
		}
	}
}

func TestSpaceIsShownOnRequest(t *testing.T) {
	g := NewGrid(8, 1)
	a := g.Area(0, 0, 8, 1)
	a.PutCells(0, 0, Cells(nil, "a b\tc", 0, 0, Options{ShowSpace: true}), func(int) Style { return Style{} })
	if got := g.String(); got != "a·b→c   " {
		t.Errorf("got %q", got)
	}
}

func TestWideCharactersCountByCodePointOnRequest(t *testing.T) {
	o := Options{Wcwidth: true}
	for _, c := range []struct {
		in   string
		want int
	}{{"⚠️", 1}, {"🇩🇪", 2}, {"👨‍👩‍👧", 6}, {"漢", 2}, {"é", 1}} {
		w := 0
		for _, cell := range Cells(nil, c.in, 0, 0, o) {
			w += cell.Width
		}
		if w != c.want {
			t.Errorf("%q is %d wide, want %d", c.in, w, c.want)
		}
	}
	// A code point that takes no column of its own, at a place where nothing precedes it, is a mark.
	if got, want := Cells(nil, "\ud7c7a", 0, 0, o)[0], (Cell{"‹U+D7C7›", 8, 0, 3, Mark}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	UseWcwidth(true)
	defer UseWcwidth(false)
	if got := Width("👨‍👩‍👧"); got != 6 {
		t.Errorf("with UseWcwidth the family is %d wide, want 6", got)
	}
}

func TestClippingNeverHalvesACharacter(t *testing.T) {
	for _, c := range []struct {
		in               string
		w                int
		clip, pad, short string
		shortStart       string
	}{
		{"hello", 3, "hel", "hel", "he…", "…lo"},
		{"hello", 5, "hello", "hello", "hello", "hello"},
		{"hi", 4, "hi", "hi  ", "hi", "hi"},
		{"漢字", 3, "漢", "漢 ", "漢…", "…字"},
		{"漢字", 1, "", " ", "…", "…"},
		{"e\u0301a", 1, "e\u0301", "e\u0301", "…", "…"},
		{"abc", 0, "", "", "", ""},
		{"abc", -1, "", "", "", ""},
		{"", 2, "", "  ", "", ""},
		{"a\x1bb", 2, "a\x1b", "a\x1b", "a…", "…b"},
		{"\u200b", 3, "", "   ", "…", "…"},
	} {
		if got := Clip(c.in, c.w); got != c.clip {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.in, c.w, got, c.clip)
		}
		if got := Pad(c.in, c.w); got != c.pad {
			t.Errorf("Pad(%q, %d) = %q, want %q", c.in, c.w, got, c.pad)
		}
		if got := Shorten(c.in, c.w); got != c.short {
			t.Errorf("Shorten(%q, %d) = %q, want %q", c.in, c.w, got, c.short)
		}
		if got := ShortenStart(c.in, c.w); got != c.shortStart {
			t.Errorf("ShortenStart(%q, %d) = %q, want %q", c.in, c.w, got, c.shortStart)
		}
	}
}

func TestStylesAreMerged(t *testing.T) {
	base := Style{Fg: RGB(1, 2, 3), Bg: ANSI(4), Attr: Bold}
	got := base.Over(Style{Bg: Indexed(9), Attr: Underline})
	if want := (Style{RGB(1, 2, 3), Indexed(9), Bold | Underline}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, c := range []struct {
		st   Style
		want string
	}{
		{Style{}, "x"},
		{Style{Fg: ANSI(1)}, "\x1b[0;31mx\x1b[m"},
		{Style{Fg: ANSI(9), Bg: ANSI(12)}, "\x1b[0;91;104mx\x1b[m"},
		{Style{Fg: Indexed(200), Attr: Bold | Strike}, "\x1b[0;1;9;38;5;200mx\x1b[m"},
		{Style{Bg: RGB(0, 128, 255), Attr: Reverse}, "\x1b[0;7;48;2;0;128;255mx\x1b[m"},
	} {
		if got := c.st.Paint("x"); got != c.want {
			t.Errorf("%+v: %q, want %q", c.st, got, c.want)
		}
	}
}

func TestAreasKeepDrawingInside(t *testing.T) {
	g := NewGrid(10, 4)
	in := g.Area(0, 0, 10, 4).Box("漢字 long title", Style{}, Style{})
	in.Put(-2, 0, "abcdefghijklmnop", Style{})
	in.Put(0, 1, "1234567漢", Style{})
	in.Put(0, 2, "below", Style{})
	in.Put(0, -1, "above", Style{})
	want := "┌─ 漢… ──┐\n│cdefghij│\n│1234567 │\n└────────┘"
	if got := g.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if sub := in.Sub(3, 1, 100, 100); sub.W != 5 || sub.H != 1 {
		t.Errorf("a part of an area has the size %d by %d", sub.W, sub.H)
	}
	(Area{}).Put(0, 0, "x", Style{})
	(Area{}).Fill(Style{})
	(Area{}).Overlay(0, 0, 3, 3, Style{})
}

func TestOverlayAndUnderlayStyles(t *testing.T) {
	g := NewGrid(2, 1)
	a := g.Area(0, 0, 2, 1)
	a.Put(0, 0, "a", Style{Fg: ANSI(1)})
	a.Put(1, 0, "b", Style{})
	a.Underlay(0, 0, 2, 1, Style{Fg: ANSI(2), Bg: ANSI(3)})
	if a, b := g.cells[0].st, g.cells[1].st; a != (Style{Fg: ANSI(1), Bg: ANSI(3)}) || b != (Style{Fg: ANSI(2), Bg: ANSI(3)}) {
		t.Errorf("under: %+v, %+v", a, b)
	}
	a.Overlay(0, 0, 1, 1, Style{Fg: ANSI(4), Attr: Bold})
	if got := g.cells[0].st; got != (Style{Fg: ANSI(4), Bg: ANSI(3), Attr: Bold}) || g.cells[1].st.Fg != ANSI(2) {
		t.Errorf("over: %+v", got)
	}
}

// A theme may paint the background of the whole screen. That must not hide a style that is laid
// under a row.
func TestAPaintedGroundDoesNotHideWhatIsUnderlaid(t *testing.T) {
	ground := Style{Fg: RGB(250, 250, 250), Bg: RGB(1, 2, 3)}
	g := NewGrid(4, 1)
	g.Reset(4, 1, ground)
	a := g.Area(0, 0, 4, 1)
	a.Put(0, 0, "a", ground)
	a.Put(1, 0, "b", Style{Fg: ANSI(1)})
	a.Put(2, 0, "c", Style{Bg: ANSI(2)})
	a.Underlay(0, 0, 3, 1, Style{Bg: ANSI(3)})
	want := []Style{{Fg: ground.Fg, Bg: ANSI(3)}, {Fg: ANSI(1), Bg: ANSI(3)}, {Fg: ground.Fg, Bg: ANSI(2)}, ground}
	for i, w := range want {
		if got := g.cells[i].st; got != w {
			t.Errorf("cell %d: %+v, want %+v", i, got, w)
		}
	}
}

func TestDrawingOverHalfOfAWideCharacterBlanksTheOtherHalf(t *testing.T) {
	for _, c := range []struct {
		x    int
		put  string
		want string
	}{
		{0, "x", "x 字 "}, {1, "x", " x字 "}, {2, "x", "漢x "}, {1, "犬", " 犬  "}, {3, "犬", "漢 犬"},
	} {
		g := NewGrid(5, 1)
		a := g.Area(0, 0, 5, 1)
		a.Put(0, 0, "漢字", Style{})
		a.Put(c.x, 0, c.put, Style{})
		if got := strings.TrimRight(g.String(), " "); got != strings.TrimRight(c.want, " ") {
			t.Errorf("%q at %d: %q, want %q", c.put, c.x, got, c.want)
		}
	}
}

func TestUnchangedLinesAreCached(t *testing.T) {
	g := NewGrid(0, 0)
	draw := func(second string) []string {
		g.Reset(20, 2, Style{})
		a := g.Area(0, 0, 20, 2)
		a.Put(0, 0, second+" 👩🏽‍💻", Style{})
		a.Put(0, 1, "👩🏽‍💻 same", Style{})
		return g.Lines()
	}
	first := slices.Clone(draw("one"))
	if again := draw("one"); again[0] != first[0] || again[1] != first[1] {
		t.Errorf("drawing the same gives %q, then %q", first, again)
	}
	changed := draw("e\u0301e")
	if changed[0] == first[0] || !strings.HasPrefix(changed[0], "e\u0301e \x1b[2X👩🏽‍💻\x1b[6G") || changed[1] != first[1] {
		t.Errorf("after a change: %q", changed)
	}
	if n := testing.AllocsPerRun(50, func() { draw("one"); draw("one") }); n > 3 {
		t.Errorf("drawing the same again allocates %.0f times", n)
	}
}

// A terminal that counts code points shows an emoji family three times as wide as one that knows
// grapheme clusters. What is to its right must not move.
func TestContestedWidthDoesNotMoveTheRest(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"👨‍👩‍👧|", "\x1b[2X👨‍👩‍👧\x1b[3G|"},
		{"⚠️|", "\x1b[2X⚠️\x1b[3G|"},
		{"日|", "日|"},
		{"e\u0301|", "e\u0301|"},
		{"🟢|", "🟢|"},
	} {
		g := NewGrid(3, 1)
		g.Area(0, 0, 3, 1).Put(0, 0, c.text, Style{})
		if got := strings.TrimRight(g.String(), " "); got != c.want {
			t.Errorf("%q is written %q, want %q", c.text, got, c.want)
		}
	}
}
