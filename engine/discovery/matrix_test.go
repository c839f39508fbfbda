package discovery

import (
	"fmt"
	"strings"
	"testing"
)

// cells prints a matrix, one row per line.
func cells(m Matrix) string {
	var b strings.Builder
	for i := range m.Rows {
		r := &m.Rows[i]
		fmt.Fprintf(&b, "%s", r.Shown())
		if r.RealPath != "" {
			fmt.Fprintf(&b, " -> %s", r.RealPath)
		}
		for _, c := range r.Cells {
			fmt.Fprintf(&b, " | %s", c.Verdict)
			if c.Reason() != "" {
				fmt.Fprintf(&b, " %s", c.Reason())
			}
			if c.Through != nil {
				fmt.Fprintf(&b, ", %s: %s", c.Through.Path, c.By)
			}
		}
		fmt.Fprintf(&b, " | used %v\n", r.Used())
	}
	return b.String()
}

// dishes are the traces of three made-up agents about one project.
func dishes() []*Trace {
	cook := &Trace{Agent: "cook", Version: "1", Cwd: "/p", Root: "/p", RuleNames: RuleNames{Names: []string{"A.md"}}, Candidates: []Candidate{
		{Path: "/h/A.md", Verdict: NotLoaded, Reason: Disabled},
		{Path: "/p/A.md", RealPath: "/p/A.md", Verdict: Loaded, Imports: []Import{{Path: "/p/in.md", Verdict: Loaded, Imports: []Import{{Path: "/p/deep.md", Verdict: Loaded}, {Path: "/p/dead.md", Verdict: NotLoaded, Reason: ImportRefused}}}}},
		{Path: "/p/none.md", Verdict: NotLoaded, Reason: Missing}, {Path: "/p/lost.md", Verdict: NotLoaded, Reason: DanglingLink}, {Path: "/p/*.md", Verdict: NotLoaded, Reason: NoMatch}, {Path: "x.md", Verdict: NotLoaded, Reason: RelativeNowhere},
		{Path: "/p/skill.md", Kind: Skill, Verdict: Listed},
		{Path: "/p/twice.md", Verdict: NotLoaded, Reason: Disabled}, {Path: "/p/twice.md", Verdict: Later, Reason: "", Detail: "later"}, {Path: "/p/twice.md", Verdict: Unknown, Reason: NotKnown},
		{Path: "/p/link.md", RealPath: "/p/real.md", Verdict: Later},
	}}
	baker := &Trace{Agent: "baker", Version: "2", Cwd: "/p", Root: "/p", Candidates: []Candidate{
		{Path: "/p/in.md", RealPath: "/p/in.md", Verdict: NotLoaded, Reason: NotLookedFor},
		{Path: "/p/real.md", RealPath: "/p/real.md", Verdict: Loaded},
		{Path: "/p/deep.md", RealPath: "/p/deep.md", Verdict: NotLoaded, Reason: BelowCwd},
	}}
	waiter := &Trace{Agent: "waiter", Version: "3", Cwd: "/p", Candidates: []Candidate{
		{Path: "/p/L.md", RealPath: "/p/A.md", Verdict: Loaded}, {Path: "/p/late.md", RealPath: "/p/late.md", Verdict: Later, Imports: []Import{{Path: "/p/in.md", Verdict: Loaded}}},
		{Path: "/p/off.md", RealPath: "/p/off.md", Verdict: NotLoaded, Imports: []Import{{Path: "/p/deep.md", Verdict: Loaded}}},
	}}
	traces := []*Trace{cook, baker, waiter}
	for _, t := range traces {
		for i := range t.Candidates {
			t.Candidates[i].Shown = t.Candidates[i].Path
		}
	}
	return traces
}

func TestMatrixOfThreeAgents(t *testing.T) {
	m := NewMatrix(dishes())
	same(t, "matrix", cells(m), `
/p/A.md | loaded | not loaded not-looked-for | loaded, /p/L.md: loaded as L.md, which is a link to it | used true
/p/L.md -> /p/A.md | loaded, /p/A.md: loaded as A.md, which is the same file | not loaded not-looked-for | loaded | used true
/p/deep.md | loaded, /p/A.md: imported by A.md | not loaded below-cwd | not loaded not-looked-for | used true
/p/in.md | loaded, /p/A.md: imported by A.md | not loaded not-looked-for | on demand, /p/late.md: imported by late.md | used true
/p/late.md | not loaded not-looked-for | not loaded not-looked-for | on demand | used true
/p/link.md -> /p/real.md | on demand | loaded, /p/real.md: loaded as real.md, which is the same file | not loaded not-looked-for | used true
/p/off.md | not loaded not-looked-for | not loaded not-looked-for | not loaded | used false
/p/real.md | on demand, /p/link.md: on demand as link.md, which is a link to it | loaded | not loaded not-looked-for | used true
/p/twice.md | on demand | not loaded not-looked-for | not loaded not-looked-for | used true
/h/A.md | not loaded disabled | not loaded not-looked-for | not loaded not-looked-for | used false`)
	if m := NewMatrix(nil); len(m.Rows) != 0 {
		t.Errorf("without traces: %+v", m)
	}
	if got := (&Row{Path: "/x", Cells: make([]Cell, 1)}).Shown(); got != "/x" {
		t.Errorf("a row without a candidate is shown as %q", got)
	}
}

func TestRowOfTheMatrixIsExplained(t *testing.T) {
	traces := dishes()
	m := NewMatrix(traces)
	var b strings.Builder
	for i := range m.Rows {
		r := &m.Rows[i]
		for at, c := range r.Cells {
			if c.Candidate == nil {
				x := ExplainRow(m.Traces[at], r)
				fmt.Fprintf(&b, "%s %s: %s; %s; %s\n", r.Path, m.Traces[at].Agent, x.Verdict, x.Why, x.Remedy)
				if x.Candidate != nil && x.Candidate.RealPath != r.Path && x.Candidate.RealPath != r.RealPath || x.Trace != m.Traces[at] && x.Trace.Agent != m.Traces[at].Agent {
					t.Errorf("%s: explained by %+v", r.Path, x.Candidate)
				}
			}
		}
	}
	same(t, "explanations", b.String(), `
/p/A.md baker: not loaded; the agent reads in.md, real.md and deep.md; copy its text into in.md
/p/A.md waiter: loaded; loaded as L.md, which is a link to it; 
/p/L.md cook: loaded; loaded as A.md, which is the same file; 
/p/L.md baker: not loaded; the agent reads in.md, real.md and deep.md; copy its text into in.md
/p/deep.md cook: loaded; imported by A.md; 
/p/deep.md waiter: not loaded; the agent reads L.md, late.md and off.md; copy its text into L.md
/p/in.md cook: loaded; imported by A.md; 
/p/in.md waiter: on demand; imported by late.md; 
/p/late.md cook: not loaded; the agent reads A.md; copy its text into A.md
/p/late.md baker: not loaded; the agent reads in.md, real.md and deep.md; copy its text into in.md
/p/link.md baker: loaded; loaded as real.md, which is the same file; 
/p/link.md waiter: not loaded; the agent reads L.md, late.md and off.md; copy its text into L.md
/p/off.md cook: not loaded; the agent reads A.md; copy its text into A.md
/p/off.md baker: not loaded; the agent reads in.md, real.md and deep.md; copy its text into in.md
/p/real.md cook: on demand; on demand as link.md, which is a link to it; 
/p/real.md waiter: not loaded; the agent reads L.md, late.md and off.md; copy its text into L.md
/p/twice.md baker: not loaded; the agent reads in.md, real.md and deep.md; copy its text into in.md
/p/twice.md waiter: not loaded; the agent reads L.md, late.md and off.md; copy its text into L.md
/h/A.md baker: not loaded; the agent reads in.md, real.md and deep.md; copy its text into in.md
/h/A.md waiter: not loaded; the agent reads L.md, late.md and off.md; copy its text into L.md`)
}

func TestRowBehindALink(t *testing.T) {
	file := func(c Candidate) *Trace {
		c.Shown = c.Path
		return &Trace{Agent: "cook", Cwd: "/p", Root: "/p", RuleNames: RuleNames{Names: []string{"A.md"}}, Candidates: []Candidate{c}}
	}
	ruled := []Cell{{Candidate: &Candidate{Patterns: []string{"*.go"}}}}
	own := file(Candidate{Path: "/p/A.md", Verdict: Loaded})
	own.RuleNames.Folders = []Folder{{Dir: ".claude/rules", Ends: []string{".md"}}}
	for _, tt := range []struct {
		name  string
		trace *Trace
		row   Row
		want  string
	}{
		{"not loaded, without a link", file(Candidate{Path: "/p/x.md", RealPath: "/p/y.md", Verdict: NotLoaded, Reason: BelowCwd, Detail: "far"}), Row{Path: "/p/y.md"}, "not loaded; it is below the working directory, where the agent does not look: far; start the agent in /p"},
		{"not loaded, behind a link", file(Candidate{Path: "/p/x.md", RealPath: "/p/y.md", Verdict: NotLoaded, Reason: BelowCwd}), Row{Path: "/p/l.md", RealPath: "/p/y.md"}, "not loaded; the agent reads A.md; copy its text into A.md"},
		{"imported by its real path", file(Candidate{Path: "/p/A.md", Verdict: Loaded, Imports: []Import{{Path: "/p/y.md", Verdict: Loaded}}}), Row{Path: "/p/l.md", RealPath: "/p/y.md"}, "loaded; imported by A.md; "},
		{"an import that fails, by its real path", file(Candidate{Path: "/p/A.md", Verdict: Loaded, Imports: []Import{{Path: "/p/y.md", Verdict: NotLoaded, Reason: ImportDepth}}}), Row{Path: "/p/l.md", RealPath: "/p/y.md"}, "not loaded; the agent reads A.md; copy its text into A.md"},
		{"imported by both", file(Candidate{Path: "/p/A.md", Verdict: Loaded, Imports: []Import{{Path: "/p/l.md", Verdict: Loaded}, {Path: "/p/y.md", Verdict: Loaded}}}), Row{Path: "/p/l.md", RealPath: "/p/y.md"}, "loaded; imported by A.md; "},
		{"a failed import of the link, a good one of the file", file(Candidate{Path: "/p/A.md", Verdict: Loaded, Imports: []Import{{Path: "/p/l.md", Verdict: NotLoaded, Reason: ImportDepth}, {Path: "/p/y.md", Verdict: Loaded}}}), Row{Path: "/p/l.md", RealPath: "/p/y.md"}, "loaded; imported by A.md; "},
		{"a rule for some files of another agent", own, Row{Path: "/p/.cursor/rules/go.mdc", Cells: ruled}, "not loaded; the agent reads A.md and .claude/rules/*.md; make .claude/rules/go.md with the same patterns (galley transfer .cursor/rules/go.mdc --to cook, or Transfer in the workbench)"},
		{"a rule for all files of another agent", own, Row{Path: "/p/.cursor/rules/go.mdc", Cells: []Cell{{Candidate: &Candidate{}}, {}}}, "not loaded; the agent reads A.md and .claude/rules/*.md; copy its text into A.md"},
	} {
		x := ExplainRow(tt.trace, &tt.row)
		same(t, tt.name, fmt.Sprintf("%s; %s; %s", x.Verdict, x.Why, x.Remedy), tt.want)
	}
}
