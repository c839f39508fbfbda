// Package inspector is the pane of the variables: what each tag of the template
// stands for here, where that comes from, how often it is used and what is
// wrong with it.
package inspector

import (
	"fmt"
	"strings"

	"galley/engine"
	"galley/engine/source"
	"galley/engine/variable"
	"galley/ui/cell"
	"galley/ui/style"
)

// Pane is the list of variables. The zero value is ready to use.
type Pane struct {
	all      []engine.ValueUse
	shown    []int // indexes into all that the filter lets through
	filter   string
	selected string // the key under the bar: kept by name, so a rebuilt list keeps it
	widest   int    // the width of the widest key shown
	top      int
	height   int
	template string         // where the uses' lines are counted
	lines    map[int]int    // by offset: those that were counted
	uses     map[string]int // how far Enter has gone through a key's uses
}

// SetValues shows the values of a new result and its template's text.
func (p *Pane) SetValues(values []engine.ValueUse, template string) {
	p.all, p.template = values, template
	clear(p.lines)
	p.refresh()
}

// SetFilter shows the variables whose key or value holds the words of the
// filter, in any letter case.
func (p *Pane) SetFilter(filter string) {
	p.filter = filter
	p.refresh()
	p.reveal()
}

// Filter returns the filter in force.
func (p *Pane) Filter() string { return p.filter }

func (p *Pane) refresh() {
	p.shown, p.widest = p.shown[:0], 8
	words := strings.Fields(strings.ToLower(p.filter))
	for i, v := range p.all {
		if matches(v, words) {
			p.shown = append(p.shown, i)
			p.widest = max(p.widest, cell.Width(cell.Visible(v.Key)))
		}
	}
	if p.index() < 0 && len(p.shown) > 0 {
		p.selected = p.all[p.shown[0]].Key
	}
	p.top = min(p.top, max(len(p.shown)-1, 0))
}

func matches(v engine.ValueUse, words []string) bool {
	if len(words) == 0 {
		return true
	}
	hay := strings.ToLower(v.Key + " " + string(v.State) + " " + clip(v.Text, 200))
	for _, w := range words {
		if !strings.Contains(hay, w) {
			return false
		}
	}
	return true
}

// index returns the selected row among those shown, or -1.
func (p *Pane) index() int {
	for row, i := range p.shown {
		if p.all[i].Key == p.selected {
			return row
		}
	}
	return -1
}

// Move moves the bar by rows.
func (p *Pane) Move(rows int) {
	if len(p.shown) == 0 {
		return
	}
	row := min(max(max(p.index(), 0)+rows, 0), len(p.shown)-1)
	p.selected = p.all[p.shown[row]].Key
	p.reveal()
}

// Page moves the bar by screens.
func (p *Pane) Page(pages int) { p.Move(pages * max(p.height-1, 1)) }

// Scroll moves the window without the bar, as a wheel does.
func (p *Pane) Scroll(rows int) {
	p.top = min(max(p.top+rows, 0), max(len(p.shown)-p.height, 0))
}

// Selected returns the variable under the bar.
func (p *Pane) Selected() (engine.ValueUse, bool) {
	row := p.index()
	if row < 0 {
		return engine.ValueUse{}, false
	}
	return p.all[p.shown[row]], true
}

// Select puts the bar on a key, when it is in the list.
func (p *Pane) Select(key string) {
	for _, i := range p.shown {
		if p.all[i].Key == key {
			p.selected = key
			p.reveal()
			return
		}
	}
}

// NextUse returns the span of the selected variable's next use, in turn; false
// when the template does not use it.
func (p *Pane) NextUse() (source.Span, bool) {
	v, ok := p.Selected()
	if !ok || len(v.Uses) == 0 {
		return source.Span{}, false
	}
	if p.uses == nil {
		p.uses = map[string]int{}
	}
	n := p.uses[v.Key] % len(v.Uses)
	p.uses[v.Key] = n + 1
	return v.Uses[n], true
}

// Click puts the bar on the row at y; false when there is none.
func (p *Pane) Click(y int) bool {
	row := p.top + y
	if y < 0 || row >= len(p.shown) {
		return false
	}
	p.selected = p.all[p.shown[row]].Key
	return true
}

func (p *Pane) reveal() {
	row := p.index()
	if row < 0 || p.height <= 0 {
		return
	}
	if row < p.top {
		p.top = row
	}
	if row >= p.top+p.height {
		p.top = row - p.height + 1
	}
}

// Draw paints the list. The caret is where the bar is, for screen readers.
func (p *Pane) Draw(a cell.Area, st *style.Styles, focused bool) (x, y int, visible bool) {
	if a.H != p.height {
		p.height = a.H
		p.reveal()
	}
	if len(p.shown) == 0 {
		a.Put(1, 0, p.emptyNote(), st.Muted)
		return 0, 0, false
	}
	keys := p.keyWidth(a.W)
	selected := p.index()
	for i := 0; i < a.H && p.top+i < len(p.shown); i++ {
		row := p.top + i
		p.drawRow(a, i, keys, p.all[p.shown[row]], st)
		if row == selected {
			if focused {
				a.Overlay(0, i, a.W, 1, st.Row)
				x, y, visible = 0, i, true
			} else {
				a.Underlay(0, i, a.W, 1, st.RowBlurred)
			}
		}
	}
	return x, y, visible
}

func (p *Pane) emptyNote() string {
	if p.filter != "" {
		return fmt.Sprintf("No variable matches %q.", p.filter)
	}
	return "The template uses no variables."
}

// keyWidth gives the keys up to two fifths of the pane.
func (p *Pane) keyWidth(width int) int { return min(p.widest, max(width*2/5, 8)) }

func (p *Pane) drawRow(a cell.Area, y, keys int, v engine.ValueUse, st *style.Styles) {
	glyph, look := sign(v, st)
	a.Put(1, y, glyph, look)
	a.Put(3, y, cell.Shorten(cell.Visible(v.Key), keys), keyStyle(v, st))
	tail := p.tail(v)
	w := cell.Width(tail)
	x := 3 + keys + 2
	room := a.W - x - w - 3
	if room < 6 {
		room, w = a.W-x-1, 0
	}
	if room > 0 {
		a.Put(x, y, cell.Shorten(Describe(v), room), valueStyle(v, st))
	}
	if w > 0 {
		a.Put(a.W-w-1, y, tail, st.Muted)
	}
}

// tail tells where a variable is used and what is special about it.
func (p *Pane) tail(v engine.ValueUse) string {
	var parts []string
	switch {
	case v.Overridden:
		parts = append(parts, "override")
	case v.Outside:
		parts = append(parts, "outside")
	}
	switch len(v.Uses) {
	case 0:
		parts = append(parts, "unused")
	case 1:
		parts = append(parts, fmt.Sprintf("l%d", p.line(v.Uses[0])))
	default:
		parts = append(parts, fmt.Sprintf("l%d ×%d", p.line(v.Uses[0]), len(v.Uses)))
	}
	if v.Dynamic {
		parts = append(parts, "dynamic")
	}
	return strings.Join(parts, "  ")
}

// line finds the line of a use. Only rows on screen ask, so that no index of a
// large template is made for every key.
func (p *Pane) line(span source.Span) int {
	n, ok := p.lines[span.Start]
	if !ok {
		if p.lines == nil {
			p.lines = map[int]int{}
		}
		n = source.LineOf(p.template, span.Start)
		p.lines[span.Start] = n
	}
	return n
}

// Describe says a variable's value in one line: a size for a file, the value
// itself when it is short, what is wrong when there is none.
func Describe(v engine.ValueUse) string {
	switch v.State {
	case variable.Present:
		if v.Type == "file" && !v.Overridden {
			return Size(len(v.Text))
		}
		if v.Text == "" {
			return "(empty)"
		}
		first, rest, more := strings.Cut(clip(v.Text, 400), "\n")
		text := cell.Visible(first)
		if more {
			text += fmt.Sprintf(" ⏎ +%d lines", strings.Count(rest, "\n")+1)
		}
		return text
	case variable.Missing:
		if v.Detail != "" {
			return cell.Visible(v.Detail)
		}
		return "no value here"
	default:
		if v.Detail != "" {
			return cell.Visible(v.Detail)
		}
		return string(v.State)
	}
}

// Size spells a number of bytes for people.
func Size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1000*1000:
		return fmt.Sprintf("%.1f KB", float64(n)/1000)
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
}

func sign(v engine.ValueUse, st *style.Styles) (string, cell.Style) {
	switch {
	case len(v.Uses) == 0 && !v.Overridden:
		return "○", st.Muted
	case v.State == variable.Present && v.Overridden:
		return "●", st.Info
	case v.State == variable.Present:
		return "✓", st.Good
	case v.State == variable.Unreadable:
		return "!", st.Error
	case v.State == variable.Missing:
		return "–", st.Warning
	default:
		return "✗", st.Error
	}
}

func keyStyle(v engine.ValueUse, st *style.Styles) cell.Style {
	if len(v.Uses) == 0 {
		return st.Muted
	}
	return st.Base
}

func valueStyle(v engine.ValueUse, st *style.Styles) cell.Style {
	switch v.State {
	case variable.Present:
		return st.Muted
	case variable.Missing:
		return st.Muted
	default:
		return st.Warning
	}
}

func clip(s string, most int) string {
	if len(s) > most {
		return s[:most]
	}
	return s
}
