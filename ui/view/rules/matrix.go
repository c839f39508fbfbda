package rules

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/words"
)

// columnWidth is the least width of an agent's column. The other constant is the width of a
// column if there is room.
const (
	columnWidth = 2
	columnRoomy = 3
)

// namesLeast is the least width of the file names.
const namesLeast = 16

// The number of letters that the matrix shows of an agent's name. A high pane shows all
// letters, and a low pane enough to distinguish the agents.
const (
	nameRows = 6
	nameMost = 12
)

// leastBelow is the least number of files below the head of the matrix.
const leastBelow = 3

// headHeight returns the number of rows of the matrix's head: the chosen agent, the meaning of the
// signs, and the agents' names from top to bottom. In a low pane the names are shortened, so that
// files remain visible below them.
func (v *View) headHeight(height int) int {
	var longest int
	for _, t := range v.traces {
		longest = max(longest, len(t.Agent))
	}
	return headRows + min(max(height/4, nameRows), longest, nameMost, max(height-headRows-leastBelow, 0))
}

// columns returns the first agent that is shown, how many agents fit beside names of a useful
// width, the width of the names, and the width of each column. The chosen agent is always shown.
func (v *View) columns(width int) (first, count, names, each int) {
	each = columnRoomy
	if width-namesLeast*2 < len(v.traces)*each {
		each = columnWidth
	}
	count = min(len(v.traces), max((width-namesLeast-2)/each, 1))
	names = max(width-count*each-2, 4)
	first = min(max(v.agent-count/2, 0), len(v.traces)-count)
	return first, count, names, each
}

// columnAt returns the agent whose column is at x in the matrix.
func (v *View) columnAt(x int) (int, bool) {
	first, count, names, each := v.columns(v.at.files.w)
	i := (x - names) / each
	return first + i, v.matrix && x >= names && i < count
}

// drawMatrix draws the head and returns a function that draws a row. The agents' names run
// downwards above their columns, and the name of the chosen agent is also written out above.
func (v *View) drawMatrix(a cell.Area, t *discovery.Trace, head int, st *style.Styles) func(a cell.Area, y, i int) {
	a.Sub(0, 0, a.W, head).Fill(st.Base)
	at := a.Put(1, 0, report.AgentName(t), st.Accent)
	text := fmt.Sprintf("agent %d of %d (←/→)   %s at launch, %s", v.agent+1, len(v.traces), words.Plural(len(t.Loaded), "file"), report.LoadedSize(t))
	a.Put(at+2, 0, cell.Shorten(text, max(a.W-at-3, 0)), st.Muted)
	a.Put(1, 1, signsIn(a.W-2), st.Muted)
	first, count, names, each := v.columns(a.W)
	if first > 0 {
		drawRightAligned(a, names-1, head-1, fmt.Sprintf("‹ %d more", first), st.Warning)
	}
	if rest := len(v.traces) - first - count; rest > 0 {
		drawRightAligned(a, names-1, head-2, fmt.Sprintf("%d more ›", rest), st.Warning)
	}
	letters := head - headRows
	for i := range count {
		look := st.Muted
		if first+i == v.agent {
			look = st.Accent
		}
		name := []rune(v.traces[first+i].Agent)
		name = name[:min(len(name), letters)]
		for j, r := range name {
			a.Rune(names+i*each, headRows+letters-len(name)+j, r, look)
		}
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
			a.Put(names+i*each, y, sign, look)
			if first+i == v.agent {
				a.Underlay(names+i*each, y, 1, 1, st.RowBlurred)
			}
		}
	}
}

// signs has the meaning of the matrix's signs, from the longest form to the shortest.
var signs = []string{
	"● at launch  ○ on demand  ? not known  ✗ not loaded  · not looked for",
	"● launch  ○ later  ? not known  ✗ not loaded  · not asked",
	"●launch ○later ?unknown ✗not loaded ·not asked",
}

// signsIn returns the longest form of signs that fits into a width.
func signsIn(width int) string {
	for _, text := range signs {
		if cell.Width(text) <= width {
			return text
		}
	}
	return cell.Shorten(signs[len(signs)-1], width)
}

// drawSigns draws the meaning of the signs after the agent's name in the first row.
func (v *View) drawSigns(a cell.Area, y int, t *discovery.Trace, st *style.Styles) {
	line := a.Sub(0, y, a.W, 1)
	line.Fill(st.Base)
	at := line.Put(1, 0, report.AgentName(t), st.Accent) + 2
	line.Put(at, 0, signsIn(a.W-at-1), st.Muted)
}

func cellMark(c discovery.Cell, st *style.Styles) (string, cell.Style) {
	if c.Candidate == nil {
		return "·", st.Faint
	}
	switch c.Verdict {
	case discovery.Loaded:
		return "●", st.Good
	case discovery.Later:
		return "○", st.Info
	case discovery.Unknown:
		return "?", st.Warning
	}
	return "✗", st.Warning
}

// cellEntry returns the entry under the bar: the candidate of the chosen agent or, if that agent
// never looks at the file, of another agent.
func (v *View) cellEntry(row int) (entry, bool) {
	r := &v.table.Rows[row]
	if c := r.Cells[v.agent].Candidate; c != nil {
		return entry{Candidate: *c}, true
	}
	return someEntry(r)
}

// someEntry returns the candidate of any agent that has the file.
func someEntry(r *discovery.Row) (entry, bool) {
	i := slices.IndexFunc(r.Cells, func(c discovery.Cell) bool { return c.Candidate != nil })
	if i < 0 {
		return entry{}, false
	}
	return entry{Candidate: *r.Cells[i].Candidate}, true
}

// cellSentence says what the chosen agent does with the file under the bar, and which other
// agents load it.
func (v *View) cellSentence(t *discovery.Trace, r *discovery.Row) string {
	of := r.Cells[v.agent]
	c := of.Candidate
	switch {
	case of.Through != nil: // the file is in the prompt under another name or through an import
		return nameIn(t, r.Shown()) + " in " + t.Agent + ": " + report.NearbyIn(of.By, t.Cwd) + "." + v.users(r) + " " + v.host.Short(r.Shown())
	case c == nil:
		return v.elsewhereSentence(t, r)
	}
	text := nameIn(t, r.Shown()) + " in " + t.Agent + ": " + report.NearbyIn(report.Why(*c), t.Cwd)
	if remedy := t.Remedy(c); remedy != "" && c.Verdict == discovery.NotLoaded {
		text += ". What to do: " + report.NearbyIn(remedy, t.Cwd)
	}
	return keyed(text, v.o.Hint) + "." + v.users(r) + " " + v.host.Short(r.Shown())
}

// users says which agents load a file at launch and which on demand.
func (v *View) users(r *discovery.Row) (text string) {
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
		text += " Loaded at launch by " + strings.Join(launch, ", ") + "."
	}
	if later != nil {
		text += " Loaded on demand by " + strings.Join(later, ", ") + "."
	}
	return text
}
