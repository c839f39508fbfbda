// Package rulesview is the preview's tab of rule discovery: for one agent, every
// place that it looks at from here, in its order, with what became of it and why.
package rulesview

import (
	"fmt"
	"path"
	"strings"

	"galley/engine/report"
	"galley/engine/rules"
	"galley/ui/cell"
	"galley/ui/style"
)

// Pane is the list of candidates of one agent at a time. The zero value is ready
// to use.
type Pane struct {
	traces   []*rules.Trace
	agent    int
	selected int
	top      int
	height   int
}

// SetTraces shows what the agents found; the agent and the bar stay where they
// are.
func (p *Pane) SetTraces(traces []*rules.Trace) {
	name := ""
	if t := p.Trace(); t != nil {
		name = t.Agent
	}
	p.traces = traces
	p.agent = 0
	for i, t := range traces {
		if t.Agent == name {
			p.agent = i
		}
	}
	p.Move(0)
}

// Empty reports whether nothing has been found out yet.
func (p *Pane) Empty() bool { return len(p.traces) == 0 }

// Trace returns the trace on screen, nil when there is none.
func (p *Pane) Trace() *rules.Trace {
	if p.agent >= len(p.traces) {
		return nil
	}
	return p.traces[p.agent]
}

// NextAgent shows another agent.
func (p *Pane) NextAgent(step int) {
	if n := len(p.traces); n > 0 {
		p.agent = (p.agent + step + n) % n
		p.selected, p.top = 0, 0
	}
}

// Show puts an agent on the screen by its name.
func (p *Pane) Show(name string) {
	for i, t := range p.traces {
		if t.Agent == name {
			p.agent, p.selected, p.top = i, 0, 0
		}
	}
}

// Agents names the agents that were asked, as NAME@VERSION.
func (p *Pane) Agents() []string {
	names := make([]string, len(p.traces))
	for i, t := range p.traces {
		names[i] = report.AgentName(t)
	}
	return names
}

// Move moves the bar by rows.
func (p *Pane) Move(rows int) {
	if t := p.Trace(); t != nil {
		p.selected = min(max(p.selected+rows, 0), max(len(t.Candidates)-1, 0))
	}
}

// Page moves the bar by screens.
func (p *Pane) Page(pages int) { p.Move(pages * max((p.height-headRows-1)/2, 1)) }

// Scroll moves the window without the bar.
func (p *Pane) Scroll(rows int) { p.Move(rows) }

// Click puts the bar on the row at y; false when there is none.
func (p *Pane) Click(y int) bool {
	t := p.Trace()
	i := p.top + (y - headRows)
	if t == nil || y < headRows || i >= len(t.Candidates) {
		return false
	}
	p.selected = i
	return true
}

// Selected returns the candidate under the bar.
func (p *Pane) Selected() (rules.Candidate, bool) {
	t := p.Trace()
	if t == nil || p.selected >= len(t.Candidates) {
		return rules.Candidate{}, false
	}
	return t.Candidates[p.selected], true
}

// headRows are the agent's line and the summary's; footRows the sentence about
// the candidate under the bar.
const (
	headRows = 2
	footRows = 3
)

// Draw paints the list.
func (p *Pane) Draw(a cell.Area, st *style.Styles, focused bool) (x, y int, visible bool) {
	p.height = a.H
	t := p.Trace()
	if t == nil {
		a.Put(1, 0, "Asking what each agent would load from here…", st.Muted)
		return 0, 0, false
	}
	p.drawHead(a, t, st)
	body := a.H - headRows
	foot := 0
	if body >= footRows+4 {
		foot = footRows
		body -= foot
	}
	p.top = max(min(p.top, p.selected), p.selected-body+1, 0)
	for i := 0; i < body && p.top+i < len(t.Candidates); i++ {
		row := headRows + i
		p.drawRow(a, row, t, t.Candidates[p.top+i], st)
		if p.top+i == p.selected {
			if focused {
				a.Overlay(0, row, a.W, 1, st.Row)
				x, y, visible = 0, row, true
			} else {
				a.Underlay(0, row, a.W, 1, st.RowBlurred)
			}
		}
	}
	if foot > 0 {
		p.drawFoot(a.Sub(0, a.H-foot, a.W, foot), t, st)
	}
	return x, y, visible
}

func (p *Pane) drawHead(a cell.Area, t *rules.Trace, st *style.Styles) {
	at := a.Put(1, 0, report.AgentName(t), st.Accent)
	if len(p.traces) > 1 {
		a.Put(at+2, 0, fmt.Sprintf("agent %d of %d: ←/→", p.agent+1, len(p.traces)), st.Muted)
	}
	text, look := report.Summary(t), st.Muted
	if t.Failure != nil {
		text, look = "the agent would not start: "+t.Failure.Message, st.Error
	}
	a.Put(1, 1, cell.Shorten(cell.Visible(text), a.W-2), look)
}

func (p *Pane) drawRow(a cell.Area, y int, t *rules.Trace, c rules.Candidate, st *style.Styles) {
	sign, look := mark(c, st)
	a.Put(1, y, sign, look)
	name := cell.Visible(report.Nearby(c.Shown, t.Cwd))
	half := max(a.W*2/5, 12)
	a.Put(5, y, cell.ShortenStart(name, half), nameLook(c, st))
	x := 5 + half + 2
	if x < a.W {
		a.Put(x, y, cell.Shorten(cell.Visible(short(c)), a.W-x-1), st.Muted)
	}
}

// short says in a few words what became of a candidate.
func short(c rules.Candidate) string {
	size := ""
	if c.Bytes > 0 {
		size = fmt.Sprintf("%d B", c.Bytes)
		if c.Verdict == rules.Loaded && int64(c.Used) != c.Bytes {
			size = fmt.Sprintf("%d of %d B", c.Used, c.Bytes)
		}
	}
	switch {
	case c.Verdict == rules.Loaded && len(c.Remarks) > 0:
		return size + ", " + c.Remarks[0].Reason.Text()
	case c.Verdict == rules.Loaded:
		return strings.TrimPrefix(size+", "+c.Tier, ", ")
	case c.Reason != "":
		return c.Reason.Text()
	default:
		return string(c.Verdict)
	}
}

func mark(c rules.Candidate, st *style.Styles) (string, cell.Style) {
	switch c.Verdict {
	case rules.Loaded:
		return fmt.Sprintf("%2d", c.Order), st.Good
	case rules.Later:
		return " +", st.Info
	case rules.Unknown:
		return " ?", st.Warning
	}
	switch c.Reason {
	case rules.Missing, rules.NoMatch:
		return " –", st.Muted
	default:
		return " ✗", st.Warning
	}
}

func nameLook(c rules.Candidate, st *style.Styles) cell.Style {
	if c.Verdict == rules.Loaded || c.Verdict == rules.Later {
		return st.Base
	}
	return st.Muted
}

// drawFoot says about the candidate under the bar all there is to say.
func (p *Pane) drawFoot(a cell.Area, t *rules.Trace, st *style.Styles) {
	a.HLine(0, 0, a.W, st.Border)
	c, ok := p.Selected()
	if !ok {
		return
	}
	text := report.Why(c)
	if c.RealPath != "" && c.RealPath != c.Path {
		text += "; leads to " + report.Nearby(c.RealPath, t.Cwd)
	}
	if c.Evidence != "" {
		text += "; " + string(c.Evidence)
		if t.Version != "" && c.Evidence == rules.Executed {
			text += " on " + t.Version
		}
	}
	text = cell.Visible(path.Base(c.Shown) + ": " + text)
	cells := cell.Cells(nil, text, 0, 0, cell.Options{})
	starts := cell.Wrap(cells, max(a.W-2, 1), 0)
	for i := 0; i < a.H-1 && i < len(starts); i++ {
		end := len(cells)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		a.PutCells(1, i+1, cells[starts[i]:end], func(int) cell.Style { return st.Base })
	}
}
