package discovery

import (
	"cmp"
	"slices"
	"strings"

	"galley/engine/facts"
)

// EvidenceText says how the rule that decided about a candidate is known, for example "measured on
// 0.171.0" or "documented".
func (t *Trace) EvidenceText(c *Candidate) string {
	switch c.Evidence {
	case Executed:
		return "measured on " + t.Version
	case ReadSource:
		return "read in the source code of " + t.Version
	}
	return string(c.Evidence)
}

// Matrix compares traces. It has a row for each file that an agent loads or could be expected to
// load, and in each row a cell for each agent.
type Matrix struct {
	Traces []*Trace
	Rows   []Row
}

// Row is one file.
type Row struct {
	Path     string // absolute, or a URL
	RealPath string // where links lead; "" when that is the same
	Cells    []Cell // one for each trace
}

// Cell describes what one agent does with a file. Candidate is nil if the agent never looks for
// the file under this path. Through is another candidate that still brings the file's text into
// the prompt, because it imports the file or is a link to it. By says which of the two it does.
// Without such a candidate, Through is nil and By is "".
type Cell struct {
	Verdict   Verdict
	Candidate *Candidate
	Through   *Candidate
	By        string
}

// NewMatrix makes the matrix of the rule files of traces. Rows are sorted by path; the files of
// the session's directory come first. A path at which no file exists and a pattern that matches no
// file have no row. Secrets are masked.
func NewMatrix(traces []*Trace) Matrix {
	traces = slices.Clone(traces)
	for i, t := range traces {
		traces[i] = t.Masked()
	}
	m := Matrix{Traces: traces}
	index := map[string]int{}
	for at, t := range traces {
		for i := range t.Candidates {
			c := &t.Candidates[i]
			if c.Kind != Rule || !c.There() || c.Reason == NoMatch || c.Reason == RelativeNowhere {
				continue
			}
			row, known := index[c.Path]
			if !known {
				row = len(m.Rows)
				index[c.Path] = row
				m.Rows = append(m.Rows, Row{Path: c.Path, Cells: make([]Cell, len(traces))})
			}
			if c.RealPath != "" && c.RealPath != c.Path {
				m.Rows[row].RealPath = c.RealPath
			}
			if cell := &m.Rows[row].Cells[at]; cell.Candidate == nil || rank(c.Verdict) < rank(cell.Verdict) {
				*cell = Cell{Verdict: c.Verdict, Candidate: c}
			}
		}
	}
	for at, t := range traces {
		brought := broughtBy(t)
		for i := range m.Rows {
			r := &m.Rows[i]
			cell := &r.Cells[at]
			if cell.Candidate == nil {
				cell.Verdict = NotLoaded
			}
			for _, path := range []string{r.Path, r.RealPath} {
				if by, ok := brought[path]; ok && cell.Verdict == NotLoaded {
					cell.Verdict, cell.Through, cell.By = by.candidate.Verdict, by.candidate, by.text(t, r.Path)
				}
			}
		}
	}
	cwd := ""
	if len(traces) > 0 {
		cwd = traces[0].Cwd
	}
	slices.SortStableFunc(m.Rows, func(a, b Row) int {
		if d := cmp.Compare(btoi(!facts.Within(a.Path, cwd)), btoi(!facts.Within(b.Path, cwd))); d != 0 {
			return d
		}
		return strings.Compare(a.Path, b.Path)
	})
	return m
}

// bringer is a candidate through which a file's text reaches the prompt: the same file under
// another path, or a file that imports it.
type bringer struct {
	candidate *Candidate
	imports   bool
}

func (b bringer) text(t *Trace, file string) string {
	if b.imports {
		return "imported by " + ShortPath(b.candidate.Shown, t.Cwd)
	}
	return linked(t, b.candidate, file)
}

// broughtBy maps each real path and each path of an import to the candidate through which its text
// reaches the prompt.
func broughtBy(t *Trace) map[string]bringer {
	all := map[string]bringer{}
	add := func(path string, b bringer) {
		if have, there := all[path]; path != "" && (!there || rank(b.candidate.Verdict) < rank(have.candidate.Verdict)) {
			all[path] = b
		}
	}
	var imports func(by *Candidate, list []Import)
	imports = func(by *Candidate, list []Import) {
		for i := range list {
			if list[i].Verdict == Loaded {
				add(list[i].Path, bringer{by, true})
			}
			imports(by, list[i].Imports)
		}
	}
	for i := range t.Candidates {
		if c := &t.Candidates[i]; c.Verdict == Loaded || c.Verdict == Later {
			add(cmp.Or(c.RealPath, c.Path), bringer{c, false})
			imports(c, c.Imports)
		}
	}
	return all
}

// rank orders verdicts about one path by how much of the file they bring into the prompt.
func rank(v Verdict) int {
	return slices.Index([]Verdict{Loaded, Later, Unknown, NotLoaded}, v)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Shown is the path for screens, with secrets masked as in the candidates.
func (r *Row) Shown() string {
	for _, c := range r.Cells {
		if c.Candidate != nil {
			return c.Candidate.Shown
		}
	}
	return r.Path
}

// Used reports whether any agent has the file in its prompt, at launch or on demand.
func (r *Row) Used() bool {
	return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Verdict == Loaded || c.Verdict == Later })
}

// Reason says why the agent does not load the file at launch. It is NotLookedFor if the agent never
// looks at the file, and "" if the file is loaded through a link or an import.
func (c Cell) Reason() Reason {
	if c.By != "" {
		return ""
	}
	if c.Candidate == nil {
		return NotLookedFor
	}
	return c.Candidate.Reason
}
