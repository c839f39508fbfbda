package cell

import (
	"fmt"
	"strings"
	"testing"
)

// drawScreen fills a screen with text in several styles, much as the workbench does.
func drawScreen(g *Grid, w, h int, line string, shift int) {
	g.Reset(w, h, Style{})
	a := g.Area(0, 0, w, h)
	for y := range h {
		st := Style{Fg: RGB(uint8(y), 200, uint8(shift))}
		x := a.Put(0, y, "12 ", Style{Fg: ANSI(8)})
		a.Put(x, y, line, st)
		a.Rune(w-1, y, '│', Style{Fg: ANSI(4)})
	}
}

func benchmarkScreen(b *testing.B, line string, change bool) {
	g := NewGrid(200, 60)
	b.ReportAllocs()
	shift := 0
	for b.Loop() {
		if change {
			shift++
		}
		drawScreen(g, 200, 60, line, shift)
		g.Lines()
	}
}

func BenchmarkScreen(b *testing.B) {
	for _, c := range []struct{ name, line string }{
		{"ascii", strings.Repeat("The quick brown fox. ", 10)},
		{"han", strings.Repeat("漢字かな交じり文", 13)},
		{"hangul", strings.Repeat("한국어 텍스트", 15)},
		{"emoji", strings.Repeat("👩🏽‍💻🏳️‍🌈🇩🇪", 33)},
		{"devanagari", strings.Repeat("नमस्ते स्ते", 40)},
		{"hostile", strings.Repeat("\x1b\u202e\xff", 20)},
	} {
		for _, change := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/changed=%v", c.name, change), func(b *testing.B) { benchmarkScreen(b, c.line, change) })
		}
	}
}

func BenchmarkCells(b *testing.B) {
	for _, c := range []struct{ name, line string }{
		{"ascii", strings.Repeat("The quick brown fox. ", 50)},
		{"han", strings.Repeat("漢字かな交じり文", 50)},
		{"emoji", strings.Repeat("👩🏽‍💻🏳️‍🌈🇩🇪", 50)},
	} {
		b.Run(c.name, func(b *testing.B) {
			var dst []Cell
			b.SetBytes(int64(len(c.line)))
			b.ReportAllocs()
			for b.Loop() {
				dst = Cells(dst[:0], c.line, 0, 0, Options{})
			}
		})
	}
}

func BenchmarkWrap(b *testing.B) {
	cells := Cells(nil, strings.Repeat("The quick brown fox. ", 500), 0, 0, Options{})
	var rows []int
	b.ReportAllocs()
	for b.Loop() {
		rows = AppendWrap(rows[:0], cells, 80, 4)
	}
}
