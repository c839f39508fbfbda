// Package rulesview is the preview's tab of rule discovery: for one agent, every
// place that it looks at from here, in its order, with what became of it and why.
package rulesview

import (
	"galley/engine/discovery"
	"galley/engine/report"
)

// Pane is the list of candidates of one agent at a time. The zero value is ready
// to use.
type Pane struct {
	traces   []*discovery.Trace
	rows     []row // of the agent on screen
	matrix   bool  // all agents side by side, in place of the rows
	table    discovery.Matrix
	agent    int
	selected int
	top      int
	height   int
}

// row is a candidate, one of the references in it, or a note at the end.
type row struct {
	candidate *discovery.Candidate
	reference *report.ImportRow // nil: the candidate itself
	note      string
}

// arrange makes the rows of the agent on screen.
func (p *Pane) arrange() {
	p.rows, p.table = nil, discovery.Matrix{}
	t := p.Trace()
	if t == nil {
		return
	}
	if p.matrix {
		p.table = discovery.NewMatrix(p.traces)
		return
	}
	for i := range t.Candidates {
		c := &t.Candidates[i]
		p.rows = append(p.rows, row{candidate: c})
		for _, r := range report.ImportRows(c.Imports) {
			p.rows = append(p.rows, row{candidate: c, reference: &r})
		}
	}
	for _, note := range t.Notes {
		p.rows = append(p.rows, row{note: note})
	}
}

// length is how many rows there are.
func (p *Pane) length() int {
	if p.matrix {
		return len(p.table.Rows)
	}
	return len(p.rows)
}

// goFirst puts the bar on what is loaded first, else on the first row.
func (p *Pane) goFirst() {
	p.selected, p.top = 0, 0
	for i, r := range p.rows {
		if r.candidate != nil && r.candidate.Verdict == discovery.Loaded {
			p.selected = i
			return
		}
	}
}

// SetTraces shows what the agents found; the agent and the bar stay where they
// are.
func (p *Pane) SetTraces(traces []*discovery.Trace) {
	name, first := "", p.Empty()
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
	p.arrange()
	if p.Move(0); first {
		p.goFirst()
	}
}

// Empty reports whether nothing has been found out yet.
func (p *Pane) Empty() bool { return len(p.traces) == 0 }

// Trace returns the trace on screen, nil when there is none.
func (p *Pane) Trace() *discovery.Trace {
	if p.agent >= len(p.traces) {
		return nil
	}
	return p.traces[p.agent]
}

// NextAgent shows another agent.
func (p *Pane) NextAgent(step int) {
	if n := len(p.traces); n > 0 {
		p.agent = (p.agent + step + n) % n
		if p.matrix {
			return // another column of the same rows
		}
		p.arrange()
		p.goFirst()
	}
}

// Show puts an agent on the screen by its name.
func (p *Pane) Show(name string) {
	for i, t := range p.traces {
		if t.Agent == name {
			p.agent = i
			p.arrange()
			p.goFirst()
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
	p.selected = min(max(p.selected+rows, 0), max(p.length()-1, 0))
}

// Page moves the bar by screens.
func (p *Pane) Page(pages int) { p.Move(pages * max((p.height-headRows-1)/2, 1)) }

// Scroll moves the window without the bar.
func (p *Pane) Scroll(rows int) { p.Move(rows) }

// Click puts the bar on the row at y; false when there is none.
func (p *Pane) Click(y int) bool {
	i := p.top + (y - headRows)
	if y < headRows || i >= p.length() {
		return false
	}
	p.selected = i
	return true
}

// Entry is what the bar stands on: a candidate, or one of the references in it.
type Entry struct {
	Candidate discovery.Candidate
	Import    *discovery.Import // nil: the candidate itself
}

// Selected returns the entry under the bar; false on a note.
func (p *Pane) Selected() (Entry, bool) {
	if p.matrix {
		return p.cellEntry()
	}
	if p.selected >= len(p.rows) || p.rows[p.selected].candidate == nil {
		return Entry{}, false
	}
	at := p.rows[p.selected]
	e := Entry{Candidate: *at.candidate}
	if at.reference != nil {
		e.Import = &at.reference.Import
	}
	return e, true
}
