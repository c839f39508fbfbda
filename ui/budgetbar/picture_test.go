package budgetbar

import (
	"testing"

	"galley/engine/budget"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/view/viewtest"
)

// The pictures show what the strip shortens and leaves out at each width, and its styles at some
// widths.
func TestTheStripIsAsInItsPictures(t *testing.T) {
	st := viewtest.Styles()
	about := token.Count{Tokens: 61_200, Basis: token.Estimate, Method: "m"}
	limits := []budget.Gauge{gauge(1000, 200_000, budget.Bytes, token.Exact, budget.OK), gauge(40_000, 32_000, budget.UTF16, token.Exact, budget.Over), gauge(190, 200, budget.Tokens, token.Assumed, budget.Warning)}
	limits[1].Provider, limits[2].Provider = "gemini", "codex"
	parts := []Part{{"system", about}, {"tools", count(12_345)}}
	var p viewtest.Pictures
	for _, c := range []struct {
		title string
		s     Strip
	}{
		{"with limits", Strip{Window: Window{Model: "claude-x", Max: 200_000, Used: about}, Limits: limits, Note: "2 problems", NoteStyle: st.Error}},
		{"with parts", Strip{Window: Window{Model: "a-model-of-a-very-long-name", Max: 64_000, Used: about, Parts: parts, StandIns: true}}},
		{"over", Strip{Window: Window{Model: "m", Max: 6000, Used: about, Parts: parts, StandIns: true, AtLeast: true}}},
		{"stale", Strip{Window: Window{Model: "m", Max: 100_000, Used: count(90_000)}, Limits: limits[:1], Stale: true}},
		{"without a model", Strip{Window: Window{Used: about, Choose: "^L", StandIns: true, Parts: parts}, Note: "note"}},
		{"without a model, and no key", Strip{Window: Window{Used: about}}},
		{"of an unknown window", Strip{Window: Window{Model: "m", Used: about, Parts: parts}}},
		{"of an unknown window, with a key", Strip{Window: Window{Model: "m", Used: about, Choose: "^L", Parts: parts}}},
		{"with a price, counting", Strip{Window: Window{Model: "m", Max: 200_000, Like: "n", Used: about, Parts: parts, Price: "$0.18", Counting: true, StandIns: true}, Limits: limits}},
		{"with one limit that is near", Strip{Window: Window{Model: "m", Max: 200_000, Used: about, Price: "$0.18"}, Limits: limits[2:], Note: "n"}},
	} {
		draw := func(a cell.Area) { Draw(a, st, c.s) }
		for _, w := range []int{150, 100, 60} {
			p.Add(c.title, w, 1, draw)
		}
		p.Say("at each width:")
		last := ""
		for w := range 150 {
			if row := viewtest.Draw(w, 1, draw)[0]; row != last {
				p.Say("%4d %s", w, row)
				last = row
			}
		}
	}
	p.Compare(t, "strip.txt")
	for _, most := range []int{0, 1, 2} {
		if g := (Window{Max: most, Used: count(1)}).gauge(); g.Limit.Max != max(most, 1) {
			t.Errorf("a window of %d has a gauge of %d", most, g.Limit.Max)
		}
	}
	Draw(cell.NewGrid(10, 1).Area(0, 0, 10, 0), st, Strip{Note: "n"})
}

func TestANumberIsWrittenInFull(t *testing.T) {
	for want, g := range map[string]budget.Gauge{
		"18/32000 characters":    gauge(18, 32_000, budget.UTF16, token.Exact, budget.OK),
		"≈18/20 tokens !":        gauge(18, 20, budget.Tokens, token.Estimate, budget.Warning),
		"30/20 bytes OVER":       gauge(30, 20, budget.Bytes, token.Estimate, budget.Over),
		"30/20 code points OVER": gauge(30, 20, budget.Runes, token.Exact, budget.Over),
		"1/2 lines":              gauge(1, 2, "lines", token.Exact, budget.OK),
	} {
		if got := Full(g); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
