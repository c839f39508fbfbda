package cell

import "testing"

func TestTextsAreFilledAndShortenedToAWidth(t *testing.T) {
	for _, c := range []struct {
		text              string
		width             int
		pad, front, start string
	}{
		{"", 0, "", "", ""},
		{"", 2, "  ", "", ""},
		{"abc", -1, "", "", ""},
		{"abc", 0, "", "", ""},
		{"abc", 1, "a", "…", "…"},
		{"abc", 2, "ab", "a…", "…c"},
		{"abc", 3, "abc", "abc", "abc"},
		{"abc", 5, "abc  ", "abc", "abc"},
		{"漢字漢", 1, " ", "…", "…"},
		{"漢字漢", 2, "漢", "…", "…"},
		{"漢字漢", 3, "漢 ", "漢…", "…漢"},
		{"漢字漢", 5, "漢字 ", "漢字…", "…字漢"},
		{"漢字漢", 6, "漢字漢", "漢字漢", "漢字漢"},
		{"a漢", 2, "a ", "a…", "…"},
	} {
		if pad, front, start := Pad(c.text, c.width), Shorten(c.text, c.width), ShortenStart(c.text, c.width); pad != c.pad || front != c.front || start != c.start {
			t.Errorf("%q in %d columns: filled %q, shortened %q and %q, want %q, %q and %q", c.text, c.width, pad, front, start, c.pad, c.front, c.start)
		}
	}
	for text, want := range map[string]string{"": "", "plain": "plain", "a\tb": "a   b", "\t": "    ", "abcd\tx": "abcd    x", "\x1b[m": "␛[m", "漢\t.": "漢  .", "~\x7f": "~␡", " ": " "} {
		if got := Visible(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// Text outside of a grid can be coloured too, and its colour ends with it.
func TestATextIsPainted(t *testing.T) {
	for _, c := range []struct {
		st         Style
		text, want string
	}{
		{Style{}, "x", "x"},
		{Style{Attr: Bold}, "", ""},
		{Style{Attr: Bold | Strike}, "x", "\x1b[0;1;9mx\x1b[m"},
		{Style{Fg: ANSI(7), Bg: ANSI(8)}, "x", "\x1b[0;37;100mx\x1b[m"},
		{Style{Fg: ANSI(15), Bg: ANSI(0)}, "x", "\x1b[0;97;40mx\x1b[m"},
		{Style{Fg: Indexed(200)}, "x", "\x1b[0;38;5;200mx\x1b[m"},
		{Style{Bg: RGB(1, 20, 255)}, "x", "\x1b[0;48;2;1;20;255mx\x1b[m"},
	} {
		if got := c.st.Paint(c.text); got != c.want {
			t.Errorf("%+v: %q, want %q", c.st, got, c.want)
		}
	}
	if w, h := NewGrid(3, 2).Size(); w != 3 || h != 2 {
		t.Errorf("a grid has %d by %d cells", w, h)
	}
}
