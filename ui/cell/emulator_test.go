package cell

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"
)

// A terminal must show every character in the column where it was drawn, whatever is to its left.
func TestATerminalShowsEveryCharacterInItsColumn(t *testing.T) {
	const w, h = 40, 4
	for _, s := range hostileTexts {
		g := NewGrid(w, h)
		a := g.Area(0, 0, w, h)
		in := a.Box("t", Style{Fg: ANSI(4)}, Style{Attr: Bold})
		in.Put(0, 0, s, Style{Fg: RGB(1, 2, 3)})
		in.Put(-1, 1, s+s+s+s+s, Style{})
		x := 0
		for _, c := range Cells(nil, s, 0, 0, Options{}) {
			x = in.Put(x, 1, c.Text, Style{Attr: Underline})
		}

		em := vt.NewEmulator(w, h)
		title := ""
		bells := 0
		em.SetCallbacks(vt.Callbacks{Title: func(s string) { title = s }, Bell: func() { bells++ }})
		if _, err := em.WriteString(strings.Join(g.Lines(), "\r\n") + "\x1b[m"); err != nil {
			t.Fatal(err)
		}
		if title != "" || bells > 0 {
			t.Errorf("%q reached the terminal: title %q, %d bells", s, title, bells)
		}
		for y := range h {
			for x := range w {
				sq := g.cells[y*w+x]
				if sq.g.width() == 0 {
					continue
				}
				want := string(rune(sq.g & glyphText))
				if sq.g&glyphCluster != 0 {
					want = g.clusters[sq.g&glyphText]
				}
				got := em.CellAt(x, y)
				if got == nil || got.Content != want && !(want == " " && got.Content == "") {
					t.Fatalf("%q: column %d of row %d shows %+v, want %q\n%s", s, x, y, got, want, g)
				}
			}
		}
	}
}
