package cell

import "testing"

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
