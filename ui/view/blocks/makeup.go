package blocks

import (
	"fmt"

	"galley/engine/report"
	"galley/engine/source"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/words"
)

// leastMakeup is the least height of a pane that shows what the request consists of.
const leastMakeup = 10

// looks maps each kind of share of the request to the origin whose colour its part of the bar has.
// Only the colour is taken: the share need not come from that origin.
var looks = map[string]source.Kind{
	report.ShareAgent: source.Pack, report.ShareTemplate: source.Template, report.ShareRules: source.File, report.ShareSkills: source.Import,
	report.ShareEnvironment: source.Variable, report.ShareMessages: source.Override, report.ShareTools: source.Tool,
}

// fills has a different character for each share, for themes without colours.
var fills = map[string]string{
	report.ShareAgent: "▓", report.ShareTemplate: "█", report.ShareRules: "▒", report.ShareSkills: "░",
	report.ShareEnvironment: "▚", report.ShareMessages: "▞", report.ShareTools: "▥",
}

// drawMakeup draws a bar of what the request consists of, with numbers, and returns how many rows
// it used.
func (v *View) drawMakeup(a cell.Area, st *style.Styles) int {
	total := 0
	for _, s := range v.shares {
		total += s.Tokens
	}
	if a.H < leastMakeup || a.W < 30 || total == 0 {
		return 0
	}
	x, sum, room := 1, 0, a.W-2
	for _, s := range v.shares {
		sum += s.Tokens
		end := 1 + room*sum/total
		if s.Tokens > 0 && end == x && x < a.W-1 {
			end = x + 1
		}
		_, look := st.Origin(looks[s.Kind])
		for ; x < end; x++ {
			a.Put(x, 0, fills[s.Kind], look)
		}
	}
	y, x := 1, 1
	put := func(text, fill string, look cell.Style) {
		w := cell.Width(text)
		if fill != "" {
			w += 2
		}
		if x > 1 && x+w > a.W-1 {
			y, x = y+1, 1
		}
		if y > a.H/4 {
			return
		}
		if fill != "" {
			x = a.Put(x, y, fill+" ", look)
		}
		x = a.Put(x, y, cell.Shorten(text, a.W-1-x), st.Muted) + 2
	}
	for _, s := range v.shares {
		_, look := st.Origin(looks[s.Kind])
		put(fmt.Sprintf("%s %s%s %s", s.Name, token.Basis(s.Basis).Sign(), words.Rounded(s.Tokens), v.share(s.Tokens)), fills[s.Kind], look)
	}
	if v.result.Model != "" {
		put(cell.Visible(report.PriceLine(v.result.Means, total)), "", st.Muted)
	}
	return y + 1
}
