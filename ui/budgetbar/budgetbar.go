// Package budgetbar draws the bar at the bottom: the request's share of its model's
// context window, then the limits of providers, each in the provider's own unit. It
// only draws; others measure.
package budgetbar

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galley/engine/budget"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/words"
)

// The widths of the window's bar, in cells; the widest that fits is used.
const (
	barWidth    = 12
	barNarrow   = 6
	mostModel   = 24 // cells of a model's name
	gap         = 3
	percentRoom = 6
)

// Window is a request's use of the context window of its model.
type Window struct {
	Model  string // "" if none is chosen
	Choose string // the key that chooses one, or ""
	Max    int    // tokens; 0 if unknown
	Used   token.Count
	Parts  []Part // of Used
	// StandIns reports that the request contains stand-ins for the agent's own words;
	// AtLeast that some of these words have an unknown size, so that more than Used
	// is sent.
	StandIns, AtLeast bool
}

// Part is what one kind of text in a request uses.
type Part struct {
	Name  string
	Count token.Count
}

// Strip is what [Draw] shows.
type Strip struct {
	Window    Window
	Limits    []budget.Gauge // of providers, besides the window
	Note      string         // at the right end
	NoteStyle cell.Style
	Stale     bool
}

// Draw paints the model's window first. Then it paints as many providers' limits as
// fit, or if no budgets are set, what the request is made of.
func Draw(a cell.Area, st *style.Styles, s Strip) {
	if a.H <= 0 || a.W <= 0 {
		return
	}
	right := a.W
	if w := cell.Width(s.Note); s.Note != "" && w+2 < a.W {
		right = a.W - w - 1
		a.Put(right, 0, s.Note, s.NoteStyle)
		right -= 2
	}
	x := drawStandIns(a, drawWindow(a, right, st, s), right, st, s.Window)
	if len(s.Limits) == 0 {
		drawParts(a, x, right, st, s)
		return
	}
	drawLimits(a, x, right, st, s)
}

// gauge returns the window as a gauge, for its state and sign.
func (w Window) gauge() budget.Gauge {
	return budget.Gauge{Limit: budget.Limit{Unit: budget.Tokens, Max: max(w.Max, 1)}}.With(w.Used)
}

func drawWindow(a cell.Area, right int, st *style.Styles, s Strip) int {
	w, g := s.Window, s.Window.gauge()
	used := w.Used.Basis.Sign() + words.Rounded(w.Used.Tokens)
	full := look(g, st)
	switch {
	case s.Stale:
		full = st.Stale
	case w.Max == 0:
		full = st.Gauge
	}
	switch {
	case w.Model == "":
		text := "no model: choose one"
		if w.Choose != "" {
			text += " (" + w.Choose + ")"
		}
		return a.Put(1, 0, cell.Shorten(used+" tokens, "+text, max(right-1, 0)), st.Warning) + gap
	case w.Max == 0:
		text := cell.Shorten(cell.Visible(w.Model), mostModel) + " " + used + " tokens, window unknown"
		return a.Put(1, 0, cell.Shorten(text, max(right-1, 0)), full) + gap
	}
	name, text := cell.Shorten(cell.Visible(w.Model), mostModel), used+"/"+words.Rounded(w.Max)+" tokens"+mark(g)
	if cell.Width(name)+cell.Width(text)+2 > right {
		return a.Put(1, 0, cell.Shorten(text, max(right-1, 0)), full) + gap
	}
	x := a.Put(1, 0, name, st.Title) + 1
	x = a.Put(x, 0, text, full)
	for _, width := range []int{barWidth, barNarrow, 0} {
		if width > 0 && x+1+width+percentRoom > right {
			continue
		}
		if width > 0 {
			bar := bar(g.Share(), width)
			x = a.Put(x+1, 0, bar, full)
			x = a.Put(x, 0, strings.Repeat("·", width-cell.Width(bar)), st.GaugeEmpty)
		}
		if p := words.Percent(g.Share()); x+1+len(p) <= right {
			x = a.Put(x+1, 0, p, full)
		}
		break
	}
	return x + gap
}

// drawStandIns says that the preceding number includes stand-ins.
func drawStandIns(a cell.Area, x, right int, st *style.Styles, w Window) int {
	text := "with stand-ins"
	switch {
	case !w.StandIns:
		return x
	case w.AtLeast:
		text = "at least, with stand-ins"
	}
	for _, form := range []string{text, "stand-in"} {
		if x+cell.Width(form) <= right {
			return a.Put(x, 0, form, st.Info) + gap
		}
	}
	return x
}

func drawParts(a cell.Area, x, right int, st *style.Styles, s Strip) {
	for _, p := range s.Window.Parts {
		number := p.Count.Basis.Sign() + words.Rounded(p.Count.Tokens)
		if x+cell.Width(p.Name)+1+cell.Width(number) > right {
			return
		}
		x = a.Put(x, 0, p.Name, st.Muted) + 1
		x = a.Put(x, 0, number, st.Base) + 2
	}
}

// drawLimits draws each limit with its name. If not all have room, the ones nearest
// to their limit come first.
func drawLimits(a cell.Area, x, right int, st *style.Styles, s Strip) {
	limits := slices.Clone(s.Limits)
	form, total := limit, 0
	for _, g := range limits {
		total += cell.Width(limit(g)) + gap
	}
	if x+total-gap > right {
		form = shortLimit
		slices.SortStableFunc(limits, func(a, b budget.Gauge) int { return -cmp.Compare(a.Share(), b.Share()) })
	}
	for _, g := range limits {
		text := form(g)
		if x+cell.Width(text) > right {
			return
		}
		full := look(g, st)
		if s.Stale {
			full = st.Stale
		}
		x = a.Put(x, 0, text, full) + gap
	}
}

// limit returns a provider's limit and how much of it is used: "claude ≈82/200k
// tokens <1%".
func limit(g budget.Gauge) string {
	return g.Provider + " " + sign(g) + words.Rounded(g.Used) + "/" + words.Rounded(g.Max) + " " + unit(g.Unit) + mark(g) + " " + words.Percent(g.Share())
}

// shortLimit returns a shorter form of limit: "claude <1% of 200k tokens".
func shortLimit(g budget.Gauge) string {
	return g.Provider + " " + words.Percent(g.Share()) + " of " + words.Rounded(g.Max) + " " + unit(g.Unit) + mark(g)
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

// eighths are the blocks that fill a cell from the left.
var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// bar draws a share of width cells, and at least a thin line if the share is not 0.
func bar(share float64, width int) string {
	n := int(min(max(share, 0), 1)*float64(width*8) + 0.5)
	if share > 0 {
		n = max(n, 1)
	}
	return strings.Repeat("█", n/8) + eighths[n%8]
}

// Full returns a gauge's numbers in full: "18/32 000 characters".
func Full(g budget.Gauge) string {
	return sign(g) + strconv.Itoa(g.Used) + "/" + strconv.Itoa(g.Max) + " " + unit(g.Unit) + mark(g)
}

// sign returns the mark of a number that is not exact.
func sign(g budget.Gauge) string {
	if g.Unit != budget.Tokens {
		return ""
	}
	return g.Count.Basis.Sign()
}

// mark returns a character for the state that the colour also shows.
func mark(g budget.Gauge) string {
	return map[budget.State]string{budget.Over: " OVER", budget.Warning: " !"}[g.State]
}

// unit returns a limit's unit for people. Gemini's characters are UTF-16 units.
func unit(u budget.Unit) string {
	switch u {
	case budget.Tokens:
		return "tokens"
	case budget.UTF16:
		return "characters"
	case budget.Bytes:
		return "bytes"
	case budget.Runes:
		return "code points"
	default:
		return string(u)
	}
}
