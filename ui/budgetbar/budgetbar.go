// Package budgetbar is the strip at the bottom: one gauge per provider, each in
// that provider's own unit, with what the number is worth.
package budgetbar

import (
	"fmt"
	"strings"

	"galley/engine/budget"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/style"
)

// barWidth is the width of a gauge's bar, in cells.
const barWidth = 6

// Draw paints the gauges from the left and note at the right end, as many as fit.
func Draw(a cell.Area, st *style.Styles, gauges []budget.Gauge, note string, noteStyle cell.Style, stale bool) {
	if a.H <= 0 || a.W <= 0 {
		return
	}
	right := a.W
	if w := cell.Width(note); note != "" && w+2 < a.W {
		right = a.W - w - 1
		a.Put(right, 0, note, noteStyle)
		right -= 2
	}
	form := Long
	if total(gauges, form) > right-1 {
		form = Short
	}
	drawGauges(a, 1, right, st, gauges, form, stale)
}

func total(gauges []budget.Gauge, form func(budget.Gauge) string) int {
	w := 0
	for _, g := range gauges {
		w += cell.Width(g.Provider) + 1 + cell.Width(form(g)) + 1 + barWidth + 1 + 4 + 3
	}
	return w - 3
}

func drawGauges(a cell.Area, x, right int, st *style.Styles, gauges []budget.Gauge, form func(budget.Gauge) string, stale bool) {
	for _, g := range gauges {
		text := form(g)
		need := cell.Width(g.Provider) + 1 + cell.Width(text)
		if x+need > right {
			return
		}
		look := look(g, st)
		if stale {
			look = st.Stale
		}
		x = a.Put(x, 0, g.Provider, st.Muted) + 1
		x = a.Put(x, 0, text, look)
		if x+1+barWidth+5 <= right {
			x = drawBar(a, x+1, g, look, st.GaugeEmpty)
		}
		x += 3
	}
}

func drawBar(a cell.Area, x int, g budget.Gauge, full, empty cell.Style) int {
	share := g.Share()
	bar := Bar(share, barWidth)
	x = a.Put(x, 0, bar, full)
	x = a.Put(x, 0, strings.Repeat("·", barWidth-cell.Width(bar)), empty)
	return a.Put(x+1, 0, percent(share), full)
}

func look(g budget.Gauge, st *style.Styles) cell.Style {
	switch g.State {
	case budget.Over:
		return st.GaugeOver
	case budget.Warning:
		return st.GaugeWarning
	default:
		return st.Gauge
	}
}

func percent(share float64) string {
	switch p := share * 100; {
	case p > 999:
		return ">999%"
	case p > 0 && p < 1:
		return "<1%"
	default:
		return fmt.Sprintf("%d%%", int(p))
	}
}

// eighths are the blocks that fill a cell from the left.
var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Bar draws a share of width cells, at least a hairline when there is anything.
func Bar(share float64, width int) string {
	n := int(min(max(share, 0), 1)*float64(width*8) + 0.5)
	if share > 0 {
		n = max(n, 1)
	}
	return strings.Repeat("█", n/8) + eighths[n%8]
}

// Long spells a gauge's numbers in full: "≈2 034/128 000 tok".
func Long(g budget.Gauge) string {
	return sign(g) + Number(g.Used) + "/" + Number(g.Max) + " " + unit(g.Unit) + mark(g)
}

// Full spells them with the unit's own name: "18/32 000 UTF-16 units".
func Full(g budget.Gauge) string {
	name := unit(g.Unit)
	switch g.Unit {
	case budget.UTF16:
		name = "UTF-16 units"
	case budget.Runes:
		name = "code points"
	}
	return sign(g) + Number(g.Used) + "/" + Number(g.Max) + " " + name + mark(g)
}

// Short rounds them: "≈2.0k/128k tok".
func Short(g budget.Gauge) string {
	return sign(g) + Rounded(g.Used) + "/" + Rounded(g.Max) + " " + unit(g.Unit) + mark(g)
}

// sign marks a number that is not exact: ≈ before an estimate, ~ before a count
// with the vocabulary of the nearest model that is known.
func sign(g budget.Gauge) string {
	switch {
	case g.Unit != budget.Tokens || g.Count.Basis == token.Exact:
		return ""
	case g.Count.Basis == token.Assumed:
		return "~"
	default:
		return "≈"
	}
}

// mark says in a character what colour says too.
func mark(g budget.Gauge) string {
	switch g.State {
	case budget.Over:
		return " OVER"
	case budget.Warning:
		return " !"
	default:
		return ""
	}
}

func unit(u budget.Unit) string {
	switch u {
	case budget.Tokens:
		return "tok"
	case budget.UTF16:
		return "chars"
	case budget.Bytes:
		return "bytes"
	default:
		return string(u)
	}
}

// Number groups the digits of n by thin gaps.
func Number(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// Rounded spells n in three characters or so: "812", "2.1k", "128k", "1.5M".
func Rounded(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 9_950: // what rounds to 10 is written without a fraction
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	case n < 999_500:
		return fmt.Sprintf("%dk", (n+500)/1000)
	default:
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	}
}
