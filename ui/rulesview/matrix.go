package rulesview

import (
	"fmt"
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/style"
)

// ToggleMatrix puts all agents side by side, a row for each file and a column
// for each agent, or goes back to one agent.
func (p *Pane) ToggleMatrix() {
	p.matrix = !p.matrix
	p.arrange()
	p.goFirst()
}

// columnWidth is the width of an agent's column.
const columnWidth = 3

// columns is how many agents fit beside names of a useful width, and the first
// of them: the agent under the bar is always among them.
func (p *Pane) columns(width int) (first, count, names int) {
	count = min(len(p.traces), max((width-nameAt-16)/columnWidth, 1))
	names = max(width-count*columnWidth-2, 4)
	first = min(max(p.agent-count/2, 0), len(p.traces)-count)
	return first, count, names
}

// drawMatrix paints the columns' heads and the rows. An agent has its number over
// its column; the one that ←/→ chose is named above.
func (p *Pane) drawMatrix(a cell.Area, t *discovery.Trace, body int, st *style.Styles) {
	at := a.Put(1, 0, report.AgentName(t), st.Accent)
	a.Put(at+2, 0, fmt.Sprintf("agent %d of %d: ←/→   %d at launch, %d bytes", p.agent+1, len(p.traces), len(t.Loaded), t.Text.Len()), st.Muted)
	first, count, names := p.columns(a.W)
	a.Put(1, 1, cell.Shorten("number: at launch  +: on demand  ?: not known", names-1), st.Muted)
	for i := range count {
		look := st.Muted
		if first+i == p.agent {
			look = st.Accent
		}
		a.Put(names+i*columnWidth, 1, fmt.Sprintf("%2d", first+i+1), look)
	}
	for y := 0; y < body && p.top+y < len(p.table.Rows); y++ {
		r := &p.table.Rows[p.top+y]
		look := st.Muted
		if r.Used() {
			look = st.Base
		}
		a.Put(1, headRows+y, cell.ShortenStart(cell.Visible(report.Nearby(r.Shown(), t.Cwd)), names-2), look)
		for i := range count {
			sign, look := cellMark(r.Cells[first+i], st)
			a.Put(names+i*columnWidth, headRows+y, sign, look)
			if first+i == p.agent {
				a.Underlay(names+i*columnWidth, headRows+y, columnWidth-1, 1, st.RowBlurred)
			}
		}
	}
}

func cellMark(c discovery.Cell, st *style.Styles) (string, cell.Style) {
	if c.Candidate == nil {
		return " ·", st.Faint
	}
	return mark(*c.Candidate, st)
}

// cellEntry is what the bar stands on: the chosen agent's candidate, or the file
// that it never looks at.
func (p *Pane) cellEntry() (Entry, bool) {
	if p.selected >= len(p.table.Rows) {
		return Entry{}, false
	}
	r := &p.table.Rows[p.selected]
	if c := r.Cells[p.agent].Candidate; c != nil {
		return Entry{Candidate: *c}, true
	}
	for _, c := range r.Cells {
		if c.Candidate != nil {
			return Entry{Candidate: *c.Candidate}, true
		}
	}
	return Entry{}, false
}

// cellSentence says what the chosen agent does with the file under the bar, and
// who else has it.
func (p *Pane) cellSentence(t *discovery.Trace) string {
	r := &p.table.Rows[p.selected]
	text := path.Base(r.Shown()) + ": "
	if c := r.Cells[p.agent].Candidate; c != nil {
		text += report.AgentName(t) + ": " + report.Why(*c)
	} else {
		text += report.AgentName(t) + " never looks at it from here"
	}
	var launch, later []string
	for i, c := range r.Cells {
		switch c.Verdict {
		case discovery.Loaded:
			launch = append(launch, p.table.Traces[i].Agent)
		case discovery.Later:
			later = append(later, p.table.Traces[i].Agent)
		}
	}
	if launch != nil {
		text += ". At launch: " + strings.Join(launch, ", ")
	}
	if later != nil {
		text += ". On demand: " + strings.Join(later, ", ")
	}
	return text
}
