// Package budgetbar draws the bar at the bottom of the screen: how much of the model's context
// window the request uses, then the limits of providers, each in the provider's own unit. It does
// not measure anything.
package budgetbar

import (
	"slices"
	"strconv"
	"strings"

	"galley/engine/budget"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/words"
)

// The window's bar has one of these widths, in cells: the widest that fits.
const (
	barWidth  = 12
	barNarrow = 6
	mostModel = 24 // mostModel is the most cells of a model's name
	gap       = 3
)

// Window is a request's use of the context window of its model.
type Window struct {
	Model  string // "" if none is chosen
	Choose string // the key that chooses one, or ""
	Max    int    // Max is the window's size in tokens; 0 if unknown
	Like   string // Like is the model whose window is assumed because the model's own is unknown, or ""
	Used   token.Count
	Parts  []Part // Parts make up Used
	// Counting reports that Used is a first estimate, until the model's vocabulary is loaded.
	Counting bool
	// StandIns reports that the request contains stand-ins for the agent's own words. AtLeast
	// reports that the size of some of these words is unknown, so that more than Used is sent.
	StandIns, AtLeast bool
	// Price is what the provider charges for the request's input without a cache, or "" if that is
	// not known.
	Price string
}

// Part is the share of one kind of text in a request.
type Part struct {
	Name  string
	Count token.Count
}

// Strip is the content of the bar.
type Strip struct {
	Window    Window
	Limits    []budget.Gauge // of providers, besides the window
	Note      string         // Note is shown at the right end
	NoteStyle cell.Style
	Stale     bool
}

// form says which details of the bar are drawn.
type form struct {
	bar   int  // bar is the width in columns of the bar that shows the use of the window
	brief bool // brief shortens the notes or leaves them out, and shows limits as percentages
	short bool // short uses the shortest names for the numbers
	tight bool // tight leaves out everything but the numbers
	close bool // close makes the space between the numbers as small as possible
	free  bool // free leaves out the price
}

// gap returns the space between the numbers, in columns.
func (f form) gap() int {
	if f.close {
		return 2
	}
	return gap
}

// forms has the forms of the bar for a request without providers' limits, and limitsForms those
// for a request with limits. The widest form of each list is first.
var (
	forms = []form{{bar: barWidth}, {bar: barNarrow}, {bar: barNarrow, brief: true}, {brief: true}, {brief: true, short: true},
		{brief: true, short: true, tight: true}, {brief: true, short: true, tight: true, close: true}}
	limitsForms = []form{{bar: barWidth}, {bar: barWidth, brief: true}, {bar: barNarrow, brief: true}, {brief: true}}
	// ownForms are the forms with a limit that the user typed, which must be visible.
	ownForms = append(slices.Clone(limitsForms), form{brief: true, short: true}, form{brief: true, short: true, tight: true, close: true, free: true})
	// overForms are the forms of the window if limits are exceeded: the window is beside the
	// names of their providers.
	overForms = []form{{bar: barNarrow, brief: true}, {brief: true}, {brief: true, short: true}, {brief: true, short: true, tight: true, close: true}}
)

// Draw paints the use of the model's window. To its right it paints the providers' limits or,
// if no budgets are set, the parts of the request. If not all of this fits, Draw first shortens
// the bar, and then leaves out numbers and draws an ellipsis in their place. Limits that are
// exceeded come before all other numbers.
func Draw(a cell.Area, st *style.Styles, s Strip) {
	right := a.W
	if w := cell.Width(s.Note); s.Note != "" && w+2 < a.W {
		right = a.W - w - 1
		a.Put(right, 0, s.Note, s.NoteStyle)
		right -= 2
	}
	all := forms
	if len(s.Limits) > 0 {
		all = limitsForms
		if s.Limits[0].Source == budget.Typed {
			all = ownForms
		}
	}
	for _, f := range all {
		if window, rest, gap := s.window(st, right, f), s.rest(st, f), f.gap(); 1+window.width()+gap+rest.width(gap) <= right {
			rest.draw(a, window.draw(a, 1)+gap, gap)
			return
		}
	}
	last := all[len(all)-1]
	if over, n := s.exceeded(st); n > 0 && !s.rest(st, last).fit(n, s.window(st, right, last), last.gap(), right) {
		for _, f := range overForms {
			if window := s.window(st, right, f); 1+window.width()+f.gap()+over.width() <= right {
				over.draw(a, window.draw(a, 1)+f.gap())
				return
			}
		}
	}
	s.drawCut(a, st, right, all)
}

// drawCut draws the window and what fits beside it. Without limits, the window has its shortest
// form, so that many parts fit. With limits, it has the widest form that leaves room for the
// exceeded limits or, if no limit is exceeded, for the limit with the largest use. If nothing
// fits beside the window, drawCut draws the widest form that fits alone.
func (s Strip) drawCut(a cell.Area, st *style.Styles, right int, all []form) {
	last := all[len(all)-1]
	rest, window, gap := s.rest(st, last), s.window(st, right, last), last.gap()
	_, n := s.exceeded(st)
	first := func(w item) bool { return rest.fit(max(n, 1), w, gap, right) }
	for _, f := range all {
		if w := s.window(st, right, f); len(s.Limits) > 0 && first(w) {
			window = w
			break
		}
	}
	if !first(window) {
		for _, f := range forms {
			if window = s.window(st, right, f); 1+window.width() <= right {
				break
			}
		}
	}
	for len(window) > 1 && 1+window.width() > right {
		window = window[:len(window)-1]
	}
	x := window.draw(a, 1)
	for i, r := range rest {
		more := 0
		if i+1 < len(rest) {
			more = 2 // room for the ellipsis if the next item does not fit
		}
		if x+gap+r.width()+more > right {
			if x+2 <= right && (i > 0 || len(s.Limits) > 0) {
				a.Put(x+1, 0, "…", st.Muted)
			}
			return
		}
		x = r.draw(a, x+gap)
	}
}

// run is a piece of the bar in one style.
type run struct {
	text string
	look cell.Style
}

// item is a group of runs that is drawn completely or not at all.
type item []run

func (it item) width() (n int) {
	for _, r := range it {
		n += cell.Width(r.text)
	}
	return n
}

func (it item) draw(a cell.Area, x int) int {
	for _, r := range it {
		x = a.Put(x, 0, r.text, r.look)
	}
	return x
}

type items []item

func (all items) width(gap int) (n int) {
	for _, it := range all {
		n += gap + it.width()
	}
	return max(n-gap, -gap)
}

// fit reports whether the first n items and an ellipsis fit beside a window.
func (all items) fit(n int, window item, gap, right int) bool {
	width := 1 + window.width() + 2
	for _, it := range all[:min(n, len(all))] {
		width += gap + it.width()
	}
	return len(all) > 0 && width <= right
}

func (all items) draw(a cell.Area, x, gap int) {
	for _, it := range all {
		x = it.draw(a, x) + gap
	}
}

// gauge returns the window as a gauge, which determines the window's state and sign.
func (w Window) gauge() budget.Gauge {
	return budget.Gauge{Limit: budget.Limit{Unit: budget.Tokens, Max: max(w.Max, 1)}}.With(w.Used)
}

// max returns the window's size as text, with the sign for assumed numbers.
func (w Window) max() string {
	if w.Like != "" {
		return token.Assumed.Sign() + words.Rounded(w.Max)
	}
	return words.Rounded(w.Max)
}

// window returns the text about the window: the model, the used part, and whether stand-ins are
// counted.
func (s Strip) window(st *style.Styles, right int, f form) item {
	w, g := s.Window, s.Window.gauge()
	used := w.Used.Basis.Sign() + words.Rounded(w.Used.Tokens)
	full := look(g, st)
	switch {
	case s.Stale:
		full = st.Stale
	case w.Max == 0:
		full = st.Gauge
	}
	name := cell.Shorten(cell.Visible(w.Model), mostModel)
	alone := func(text string, look cell.Style) item {
		return append(item{{cell.Shorten(text, max(right-1, 0)), look}}, w.standIns(st, f)...)
	}
	switch {
	case w.Model == "":
		text := "no model: choose one"
		if f.short {
			text = "no model"
		}
		if w.Choose != "" {
			text += " (" + w.Choose + ")"
		}
		return alone(used+" tokens, "+text, st.Warning)
	case w.Max == 0:
		text := name + " " + used + " tokens, window unknown"
		if w.Choose != "" && !f.brief {
			text += ": " + w.Choose + " chooses a known model"
		}
		return alone(text, full)
	}
	text := used + "/" + w.max() + " tokens" + mark(g)
	if f.short {
		text = used + "/" + w.max() + mark(g)
	}
	if cell.Width(name)+cell.Width(text)+2 > right {
		return item{{cell.Shorten(text, max(right-1, 0)), full}}
	}
	it := item{{name, st.Title}, {" ", full}, {text, full}}
	if f.bar > 0 {
		bar := bar(g.Share(), f.bar)
		it = append(it, run{" ", full}, run{bar, full}, run{strings.Repeat("·", f.bar-cell.Width(bar)), st.GaugeEmpty})
	}
	it = append(it, run{" " + words.Percent(g.Share()), full})
	if w.Counting {
		it = append(it, run{" counting…", st.Info})
	}
	if w.Like != "" && !f.brief {
		it = append(it, run{" window assumed", st.Info})
	}
	it = append(it, w.price(st, f)...)
	return append(it, w.standIns(st, f)...)
}

// price returns what one request costs, as text.
func (w Window) price(st *style.Styles, f form) item {
	switch {
	case w.Price == "", f.free:
		return nil
	case f.brief:
		return item{{"  " + w.Price, st.Base}}
	}
	return item{{"  " + w.Price + " a request", st.Base}}
}

// standIns returns the note which says that the number of tokens includes stand-ins.
func (w Window) standIns(st *style.Styles, f form) item {
	text := "with stand-ins"
	switch {
	case !w.StandIns, f.tight:
		return nil
	case f.brief:
		text = "stand-ins"
	case w.AtLeast:
		text = "at least, with stand-ins"
	}
	return item{{strings.Repeat(" ", gap), st.Info}, {text, st.Info}}
}

// rest returns what is shown beside the window: the limits, or the parts.
func (s Strip) rest(st *style.Styles, f form) (all items) {
	if len(s.Limits) > 0 {
		return s.limits(st, f)
	}
	for _, p := range s.Window.Parts {
		name := p.Name
		if short, ok := shortNames[name]; ok && f.short {
			name = short
		}
		all = append(all, item{{name, st.Muted}, {" " + p.Count.Basis.Sign() + words.Rounded(p.Count.Tokens), st.Base}})
	}
	return all
}

// shortNames has the short names of parts, for narrow bars.
var shortNames = map[string]string{"system": "sys", "messages": "msg"}

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

// eighths has the characters that fill a cell from the left by eighths.
var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// bar returns a bar of width cells of which a share is filled: at least a thin line if share is not
// 0.
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

// sign returns the mark before a number that is not exact, or "".
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

// unit returns the name of a limit's unit on the screen. Gemini's characters are UTF-16 units.
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
