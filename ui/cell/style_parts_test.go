package cell

import (
	"slices"
	"testing"
)

// A line switches the style where it changes, and ends without one.
func TestALineSwitchesStyles(t *testing.T) {
	g := NewGrid(6, 3)
	a := g.Area(0, 0, 6, 3)
	a.Put(0, 0, "ab", Style{Fg: ANSI(1)})
	a.Put(2, 0, "c", Style{Bg: Indexed(200), Attr: Bold | Underline})
	a.Put(3, 0, "d", Style{Fg: RGB(1, 2, 3), Attr: Strike})
	a.Put(4, 1, "漢", Style{Fg: ANSI(9), Bg: ANSI(12), Attr: Faint | Italic | Reverse})
	want := []string{
		"\x1b[0;31mab\x1b[0;1;4;48;5;200mc\x1b[0;9;38;2;1;2;3md\x1b[m  ",
		"    \x1b[0;2;3;7;91;104m漢\x1b[m",
		"      ",
	}
	if got := g.Lines(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestATrueColourHasItsParts(t *testing.T) {
	if r, g, b, ok := RGB(1, 200, 255).RGB(); r != 1 || g != 200 || b != 255 || !ok {
		t.Errorf("%d %d %d %v", r, g, b, ok)
	}
	for _, c := range []Color{NoColor, ANSI(9), Indexed(200)} {
		if _, _, _, ok := c.RGB(); ok {
			t.Errorf("%v has the parts of a true colour", c)
		}
	}
	if ANSI(17) != ANSI(1) || Indexed(3) == ANSI(3) {
		t.Error("a colour of the terminal equals one of the palette")
	}
}
