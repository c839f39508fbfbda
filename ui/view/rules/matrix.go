package rules

import (
	"fmt"
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/style"
)

// columnWidth is the width of an agent's column.
const columnWidth = 3

// columns is how many agents fit beside names of a useful width, and the first
// of them: the agent under the bar is always among them.
func (v *View) columns(width int) (first, count, names int) {
	count = min(len(v.traces), max((width-nameAt-16)/columnWidth, 1))
	names = max(width-count*columnWidth-2, 4)
	first = min(max(v.agent-count/2, 0), len(v.traces)-count)
	return first, count, names
}

// drawMatrix paints the columns' heads and returns what draws a row. An agent has
// its number over its column; the one that ←/→ chose is named above.
func (v *View) drawMatrix(a cell.Area, t *discovery.Trace, st *style.Styles) func(a cell.Area, y, i int) {
	at := a.Put(1, 0, report.AgentName(t), st.Accent)
	a.Put(at+2, 0, fmt.Sprintf("agent %d of %d: ←/→   %d at launch, %d bytes", v.agent+1, len(v.traces), len(t.Loaded), t.Text.Len()), st.Muted)
	first, count, names := v.columns(a.W)
	a.Put(1, 1, cell.Shorten("number: at launch  +: on demand  ?: not known", names-1), st.Muted)
	for i := range count {
		look := st.Muted
		if first+i == v.agent {
			look = st.Accent
		}
		a.Put(names+i*columnWidth, 1, fmt.Sprintf("%2d", first+i+1), look)
	}
	return func(a cell.Area, y, row int) {
		r := &v.table.Rows[row]
		look := st.Muted
		if r.Used() {
			look = st.Base
		}
		a.Put(1, y, cell.ShortenStart(cell.Visible(report.Nearby(r.Shown(), t.Cwd)), names-2), look)
		for i := range count {
			sign, look := cellMark(r.Cells[first+i], st)
			a.Put(names+i*columnWidth, y, sign, look)
			if first+i == v.agent {
				a.Underlay(names+i*columnWidth, y, columnWidth-1, 1, st.RowBlurred)
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

// cellEntry is what the bar stands on in a row: the chosen agent's candidate, or
// that of another agent when the chosen one never looks at the file.
func (v *View) cellEntry(row int) (entry, bool) {
	cells := v.table.Rows[row].Cells
	if c := cells[v.agent].Candidate; c != nil {
		return entry{Candidate: *c}, true
	}
	for _, c := range cells {
		if c.Candidate != nil {
			return entry{Candidate: *c.Candidate}, true
		}
	}
	return entry{}, false
}

// cellSentence says what the chosen agent does with the file under the bar, and
// who else has it.
func (v *View) cellSentence(t *discovery.Trace, r *discovery.Row) string {
	text := path.Base(r.Shown()) + ": "
	if c := r.Cells[v.agent].Candidate; c != nil {
		text += report.AgentName(t) + ": " + report.Why(*c)
	} else {
		text += report.AgentName(t) + " never looks at it from here"
	}
	var launch, later []string
	for i, c := range r.Cells {
		switch c.Verdict {
		case discovery.Loaded:
			launch = append(launch, v.table.Traces[i].Agent)
		case discovery.Later:
			later = append(later, v.table.Traces[i].Agent)
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
