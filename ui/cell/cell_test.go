package cell

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// hostileTexts are texts that break the layout of careless programs.
var hostileTexts = []string{
	"", "plain", "tab\there\t\tx", "wide 漢字かな交じり文。", "한국어 텍스트", "e\u0301 n\u0303 a\u0302\u0301",
	"\u0301lone", "👨‍👩‍👧‍👦 family", "👩🏽‍💻", "🏳️‍🌈", "🇩🇪🇫🇷🇯", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
	"1️⃣ ⚠️ ☺️ ☺︎", "क्षि स्ते नमस्ते", "می\u200cخواهم", "שלום עולם", "\u202eevil\u202c", "zero\u200bwidth\u200d\u2060\ufeff",
	"tags\U000e0041\U000e0042", "\x1b[31mred\x1b]0;title\x07", "\x9b31m", "\u009b31m", "bad \xff\xfe\xc3", "\xe2\x80", "a\ufe0fb\ufe0f\ufe0f",
	"line\u2028sep\u2029", "\ufff9an\ufffanno\ufffb", "ｶﾞﾊﾟ half", "กำ ກຳ", "ำ", "\u0600\u0661", "ᄀ각ᆨ", "각", "🏻 tone", "x🏻",
	"Z" + strings.Repeat("\u0300", 200), strings.Repeat("\u200d", 50), "a\r\nb\nc\rd", "\x00\x7f", "\ufffd", "\U000e0001", "©️®️", "‹›",
	"\U000e0100 VS", "葛\U000e0100", "\u3164", "\u115f\u1160", "\U0001f468\u200d", "\u0e33\u0e33", "𐐷\U0010ffff",
}

func TestCellsCoverEveryByteOnce(t *testing.T) {
	for _, s := range hostileTexts {
		checkCells(t, s)
	}
}

func checkCells(t *testing.T, s string) {
	t.Helper()
	for _, o := range []Options{{}, {Tab: 8, ShowSpace: true}, {Wcwidth: true}} {
		at, col := 7, 3
		for _, c := range Cells(nil, s, 7, 3, o) {
			if c.Start != at || c.End <= c.Start {
				t.Fatalf("%q: cell %+v does not start at %d", s, c, at)
			}
			at = c.End
			if c.Width < 1 {
				t.Fatalf("%q: cell %+v has no width", s, c)
			}
			col += c.Width
			if c.Kind == Tab {
				continue
			}
			want := ansi.StringWidth(c.Text)
			if o.Wcwidth {
				want = textWidth(c.Text, true)
			}
			if want != c.Width {
				t.Fatalf("%q: cell %+v is %d wide to a terminal", s, c, want)
			}
			for _, r := range c.Text {
				if r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 {
					t.Fatalf("%q: cell %+v contains a control character", s, c)
				}
			}
		}
		if at != 7+len(s) {
			t.Fatalf("%q: cells end at %d of %d", s, at-7, len(s))
		}
	}
}

func TestGridLinesAreExactlyAsWideAsTheGrid(t *testing.T) {
	g := NewGrid(0, 0)
	for _, s := range hostileTexts {
		for w := 0; w <= 24; w++ {
			checkGrid(t, g, s, w)
		}
	}
}

// checkGrid draws s in several ways on a grid of w columns and checks the result.
func checkGrid(t *testing.T, g *Grid, s string, w int) {
	t.Helper()
	g.Reset(w, 6, Style{})
	g.SetMark(Style{Fg: ANSI(3)})
	a := g.Area(0, 0, w, 6)
	a.Put(0, 0, s, Style{})
	a.Put(-1, 1, s, Style{Attr: Bold})
	in := a.Sub(2, 2, w-4, 1)
	in.Put(-3, 0, s, Style{})
	in.Put(1, 0, s, Style{})
	a.Put(0, 3, s, Style{})
	a.Put(w/2, 3, s, Style{})
	for i, c := range Cells(nil, s, 0, 0, Options{}) {
		a.Put(i, 4, c.Text, Style{}) // each over the previous one
	}
	x := 0
	for _, r := range s {
		x = a.Put(x, 5, string(r), Style{}) // adjacent characters that could join
	}
	for y, line := range g.Lines() {
		if got := ansi.StringWidth(line); got != w {
			t.Fatalf("row %d of %q on %d columns is %d wide: %q", y, s, w, got, line)
		}
		if bad := onlySGR(line); bad != "" {
			t.Fatalf("row %d of %q: %s in %q", y, s, bad, line)
		}
	}
}

// onlySGR returns what a line contains besides text, styles and the sequences that keep a character
// of contested width in its columns.
func onlySGR(line string) string {
	for i := 0; i < len(line); i++ {
		if line[i] == 0x1b {
			end := strings.IndexAny(line[i:], "mXG") // the end of a style or a cursor movement
			if end < 2 || line[i+1] != '[' || strings.Trim(line[i+2:i+end], "0123456789;") != "" {
				return "a sequence that is not a style"
			}
			i += end
			continue
		}
		if line[i] < 0x20 || line[i] == 0x7f {
			return "a control"
		}
	}
	if strings.ToValidUTF8(line, "") != line {
		return "invalid UTF-8"
	}
	for _, r := range line {
		if r >= 0x80 && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == 0x2028 {
			return "a hostile character"
		}
	}
	return ""
}

func FuzzGrid(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s, 11)
	}
	g := NewGrid(0, 0)
	f.Fuzz(func(t *testing.T, s string, w int) {
		if w < 0 || w > 60 || len(s) > 2000 {
			t.Skip()
		}
		checkCells(t, s)
		checkGrid(t, g, s, w)
	})
}
