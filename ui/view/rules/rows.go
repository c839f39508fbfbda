package rules

import (
	"fmt"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/ui/cell"
)

// row is a heading, a candidate, a reference in a candidate, a file at which only other agents
// look, or a note.
type row struct {
	heading   string
	candidate *discovery.Candidate
	reference *report.ImportRow // nil for the candidate itself
	elsewhere *discovery.Row    // a file at which the agent never looks
	note      string
}

// text returns the part of the row that a search looks through.
func (r row) text() string {
	switch {
	case r.reference != nil:
		return r.reference.Import.Ref
	case r.candidate != nil:
		return r.candidate.Name + " " + r.candidate.Shown
	case r.elsewhere != nil:
		return r.elsewhere.Shown()
	default:
		return r.heading + r.note
	}
}

// group is a group of candidates with the same outcome, under a heading.
type group int

// The groups, in the order in which they are shown.
const (
	launched group = iota
	onDemand
	named
	passedOver
	unknown
	absent
	groupCount
)

var headings = [groupCount]string{
	"loaded at launch", "loaded on demand", "named in the request", "existing, but not loaded", "not known", "looked for, but missing",
}

func groupOf(c *discovery.Candidate) group {
	switch c.Verdict {
	case discovery.Loaded:
		return launched
	case discovery.Later:
		return onDemand
	case discovery.Listed:
		return named
	case discovery.Unknown:
		return unknown
	}
	switch c.Reason {
	case discovery.Missing, discovery.NoMatch, discovery.RelativeNowhere:
		return absent
	}
	return passedOver
}

// count has the numbers of files that an agent loads here.
type count struct{ launch, later, named int }

func counted(traces []*discovery.Trace) []count {
	out := make([]count, len(traces))
	for i, t := range traces {
		for j := range t.Candidates {
			switch t.Candidates[j].Verdict {
			case discovery.Loaded:
				out[i].launch++
			case discovery.Later:
				out[i].later++
			case discovery.Listed:
				out[i].named++
			}
		}
	}
	return out
}

// arrange makes the rows of the shown agent.
func (v *View) arrange() {
	defer func() {
		bar, _ := v.list.Bar()
		v.list.SetRows(v.length(), bar)
	}()
	v.rows, v.at.needed, v.at.names = nil, 0, 0
	t := v.trace()
	if t == nil || v.matrix {
		return
	}
	var groups [groupCount][]*discovery.Candidate
	for _, c := range t.ByKind() {
		g := groupOf(c)
		groups[g] = append(groups[g], c)
	}
	for _, c := range t.Wanted() {
		if !v.there(c.Path) {
			groups[absent] = append(groups[absent], &c)
		}
	}
	for g, all := range groups {
		if len(all) > 0 {
			v.rows = append(v.rows, row{heading: fmt.Sprintf("%s  %d", headings[g], len(all))})
		}
		for _, c := range all {
			v.rows = append(v.rows, row{candidate: c})
			if group(g) != absent || c.Detail != "" {
				v.at.names = max(v.at.names, cell.Width(cell.Visible(report.Label(*c, t.Cwd))))
			}
			for _, r := range report.ImportRows(c.Imports) {
				v.rows = append(v.rows, row{candidate: c, reference: &r})
				v.at.names = max(v.at.names, 4+2*r.Depth+cell.Width(cell.Visible(r.Import.Ref)))
			}
		}
		if group(g) == passedOver {
			v.arrangeElsewhere(t)
		}
	}
	if len(t.Notes) > 0 {
		v.rows = append(v.rows, row{heading: "notes"})
	}
	for _, note := range t.Notes {
		v.rows = append(v.rows, row{note: note})
	}
}

// there reports whether any agent found a file at a path.
func (v *View) there(path string) bool {
	for i := range v.table.Rows {
		if r := &v.table.Rows[i]; r.Path == path && r.Used() {
			return true
		}
	}
	return false
}

// arrangeElsewhere adds the files of the project at which only other agents look. It leaves out a
// file that the agent loads as an import or through a link, because that file has a row already.
func (v *View) arrangeElsewhere(t *discovery.Trace) {
	var rows []row
	for i := range v.table.Rows {
		r := &v.table.Rows[i]
		if r.Cells[v.agent].Candidate == nil && r.Used() && facts.Within(r.Path, t.Cwd) && len(t.Find(r.Path)) == 0 && discovery.ExplainRow(t, r).Verdict == discovery.NotLoaded {
			rows = append(rows, row{elsewhere: r})
		}
	}
	if len(rows) > 0 {
		v.rows = append(v.rows, row{heading: fmt.Sprintf("only for other agents  %d", len(rows))})
		v.rows = append(v.rows, rows...)
	}
}

// length returns the number of rows.
func (v *View) length() int {
	if v.matrix {
		return len(v.table.Rows)
	}
	return len(v.rows)
}

// goFirst moves the bar to the first loaded file, or to the first row.
func (v *View) goFirst() {
	v.list.First()
	for i, r := range v.rows {
		if r.candidate != nil && r.candidate.Verdict == discovery.Loaded {
			v.list.GoTo(i)
			return
		}
	}
}
