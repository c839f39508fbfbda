package walk

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// told describes a walk: what each step loads, which rules miss their files, what may load, and
// which files are passed over.
func told(w Walk) string {
	var lines []string
	for i, loads := range w.Loads {
		for _, a := range loads {
			lines = append(lines, fmt.Sprintf("%d %s %q because %q, framed %v, act %v, sure %v, latest %v", i, a.Path, a.Text, a.Why, a.Framed, a.Act, a.Sure, a.Latest))
		}
	}
	for _, m := range w.Missed {
		lines = append(lines, fmt.Sprintf("missed %s at %s: %s", m.Rule.Path, m.File, m.Mended))
	}
	for _, c := range w.May {
		lines = append(lines, fmt.Sprintf("may %s: %s", c.Path, c.Detail))
	}
	for _, p := range w.Passed {
		lines = append(lines, fmt.Sprintf("passed %s %s %s: %s", p.Path, p.Verdict, p.Reason, p.Detail))
	}
	return strings.Join(lines, "\n")
}

// waiting returns a candidate that loads later: for files with these patterns, for files below
// dir, or without such a condition.
func waiting(path, dir string, patterns ...string) discovery.Candidate {
	c := discovery.Candidate{Path: path}
	f := &discovery.Finder{Trace: &discovery.Trace{}}
	switch {
	case patterns != nil:
		f.ForFile(&c, "/p", patterns, "for", discovery.Picomatch)
	case dir != "":
		f.ForDir(&c, dir, "when it gets there")
	default:
		c.Later("when somebody asks")
	}
	return c
}

func with(c discovery.Candidate, text string) discovery.Candidate {
	c.Text = source.Literal(text)
	return c
}

func TestWhatATouchBrings(t *testing.T) {
	w := facts.NewMemory().File("/p/d/A.md", "file A").File("/p/d/B.md", "file B").File("/p/d/C.md", "file C")
	candidates := []discovery.Candidate{waiting("/p/d/A.md", "/p/d"), waiting("/p/d/B.md", ""), with(waiting("/p/r.md", "", "*.go"), "r"), waiting("/p/d/A.md", "", "*.none")}
	step := Step{Act: discovery.ReadAct, Path: "/p/d/x"}
	for _, tt := range []struct {
		name  string
		touch discovery.Touch
		want  string
	}{
		{"files without a frame", discovery.Touch{New: []string{"/p/d/A.md", "/p/d/B.md", "/p/d/C.md", "/p/r.md", "/p/none.md"}}, `
0 /p/d/A.md "file A" because "it applies to files below /p/d", framed false, act true, sure true, latest false
0 /p/d/B.md "file B" because "when somebody asks", framed false, act true, sure true, latest false
0 /p/d/C.md "file C" because "", framed false, act true, sure true, latest false
0 /p/r.md "r" because "for *.go", framed false, act true, sure true, latest false
0 /p/none.md "" because "", framed false, act true, sure true, latest false`},
		{"one file in a frame", discovery.Touch{New: []string{"/p/d/A.md"}, Appended: source.Literal("<file A>")}, `
0 /p/d/A.md "<file A>" because "it applies to files below /p/d", framed true, act true, sure true, latest false`},
		{"one file without a frame", discovery.Touch{New: []string{"/p/d/A.md"}}, `
0 /p/d/A.md "file A" because "it applies to files below /p/d", framed false, act true, sure true, latest false`},
		{"two files in a frame", discovery.Touch{New: []string{"/p/d/A.md", "/p/d/B.md", "/p/none.md"}, Appended: source.Literal("<file A>|<file B>|file A")}, `
0 /p/d/A.md "file A<>|<>|file A" because "it applies to files below /p/d", framed false, act true, sure true, latest false
0 /p/d/B.md "file B" because "when somebody asks", framed false, act true, sure true, latest false
0 /p/none.md "" because "", framed false, act true, sure true, latest false`},
		{"parts of files", discovery.Touch{New: []string{"/p/d/A.md", "/p/d/C.md"}, Added: []discovery.Part{{Name: "/p/d/A.md", Text: source.Literal("part A")}}}, `
0 /p/d/A.md "part A" because "it applies to files below /p/d", framed true, act true, sure true, latest false
0 /p/d/C.md "" because "", framed true, act true, sure true, latest false`},
		{"a part that holds files", discovery.Touch{New: []string{"/p/d/A.md", "/p/r.md", "/p/d/B.md", "/p/none.md"}, Added: []discovery.Part{{Name: "rules", Text: source.Literal("[r;file A]")}, {Name: "/p/d/B.md", Text: source.Literal("part B")}}}, `
0 /p/d/A.md "file A[;]" because "it applies to files below /p/d", framed true, act true, sure true, latest false
0 /p/r.md "r" because "for *.go", framed true, act true, sure true, latest false
0 /p/d/B.md "part B" because "when somebody asks", framed true, act true, sure true, latest false
0 /p/none.md "" because "", framed true, act true, sure true, latest false`},
		{"a part that holds the text of a file with a part of its own", discovery.Touch{New: []string{"/p/d/B.md", "/p/d/A.md"}, Added: []discovery.Part{{Name: "rules", Text: source.Literal("[file A;file B]")}, {Name: "/p/d/B.md", Text: source.Literal("part B")}}}, `
0 /p/d/A.md "file A[;file B]" because "it applies to files below /p/d", framed true, act true, sure true, latest false
0 /p/d/B.md "part B" because "when somebody asks", framed true, act true, sure true, latest false`},
		{"a part of a file with the text of another", discovery.Touch{New: []string{"/p/d/A.md", "/p/d/B.md"}, Added: []discovery.Part{{Name: "/p/d/A.md", Text: source.Literal("part A, file B")}}}, `
0 /p/d/A.md "part A, file B" because "it applies to files below /p/d", framed true, act true, sure true, latest false
0 /p/d/B.md "" because "when somebody asks", framed true, act true, sure true, latest false`},
		{"a part that holds none", discovery.Touch{New: []string{"/p/d/A.md"}, Added: []discovery.Part{{Name: "rules", Text: source.Literal("nothing")}}}, `
0 rules "nothing" because "", framed true, act true, sure true, latest false
0 /p/d/A.md "" because "it applies to files below /p/d", framed true, act true, sure true, latest false`},
		{"nothing", discovery.Touch{}, ""},
	} {
		trace := &discovery.Trace{Cwd: "/p", Candidates: candidates, Touched: []discovery.Touch{tt.touch}, Acts: map[discovery.Act]bool{discovery.ReadAct: true}}
		got := Of(w, []*discovery.Trace{trace}, []Step{step})[0]
		got.May, got.Missed, got.Passed = nil, nil, nil
		if text := told(got); text != strings.TrimSpace(tt.want) {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, text, strings.TrimSpace(tt.want))
		}
	}
}

func TestCallsOfAnAgentThatDoesNotFollowThem(t *testing.T) {
	w := facts.NewMemory().File("/p/d/A.md", "file A")
	skill := waiting("/p/d/S.md", "/p/d")
	skill.Kind = discovery.Skill
	trace := &discovery.Trace{Cwd: "/p", Acts: map[discovery.Act]bool{discovery.ReadAct: true, discovery.EditAct: false}, Candidates: []discovery.Candidate{
		waiting("/p/d/A.md", "/p/d"), with(waiting("/p/r.md", "", "d/*.go"), "rule"), skill, waiting("/p/free.md", ""),
	}}
	steps := []Step{{discovery.EditAct, "/p/d/x.go"}, {discovery.WriteAct, "/p/d/x.go"}, {discovery.WriteAct, "/p/d/x.go"}, {discovery.ReadAct, "/p/d/x.go"}, {discovery.ReadAct, "/p/d/x.go"}, {discovery.ReadAct, "/p/d/A.md"}}
	want := `
1 /p/d/A.md "file A" because "it applies to files below /p/d", framed false, act false, sure true, latest false
1 /p/r.md "rule" because "d/*.go covers d/x.go", framed true, act false, sure true, latest false
3 /p/d/A.md "" because "it applies to files below /p/d", framed false, act true, sure true, latest true
3 /p/r.md "" because "d/*.go covers d/x.go", framed true, act true, sure true, latest true
may /p/free.md: when somebody asks`
	if got := told(Of(w, []*discovery.Trace{trace}, steps)[0]); got != strings.TrimSpace(want) {
		t.Errorf("told\n%s\nwant%s", got, want)
	}
}

func TestWhatDoesNotArrive(t *testing.T) {
	w := facts.NewMemory().File("/p/d/rule.md", "almost").File("/p/d/RULE.md", "met").File("/p/d/e/Rule.md", "almost").Dir("/p/d/e/rUle.md").File("/p/d/e/ruLe.md", "touched").File("/p/d/e/rulE.md", "met").File("/p/d/e/never.md", "x").File("/p/d/e/instr.md", "x").File("/p/rule.md", "x").File("/p/d/e/rule.txt", "x")
	passed := func(path string, verdict discovery.Verdict, reason discovery.Reason) discovery.Candidate {
		return discovery.Candidate{Path: path, Verdict: verdict, Reason: reason, Detail: "why"}
	}
	never := discovery.Candidate{Path: "/p/NEVER.md", LoadType: discovery.Never, Verdict: discovery.NotLoaded}
	instructions := discovery.Candidate{Path: "/p/INSTR.md", Tier: "instructions", Verdict: discovery.Loaded}
	tool := waiting("/p/tool.md", "")
	tool.Detail = "when a tool reaches it"
	silent := waiting("/p/silent.md", "")
	silent.Detail = ""
	patterned := waiting("/p/patterned.md", "")
	patterned.Patterns = []string{"x"}
	skill := passed("/p/d/S.md", discovery.NotLoaded, discovery.Disabled)
	skill.Kind = discovery.Skill
	trace := &discovery.Trace{Cwd: "/p", Nested: true, Candidates: []discovery.Candidate{
		{Path: "/p/RULE.md", Verdict: discovery.Loaded}, {Path: "/q/RULE.md", Verdict: discovery.Loaded}, {Path: "/p/d/e/rulE.md", Kind: discovery.Skill, Verdict: discovery.Listed}, never, instructions,
		waiting("/p/miss.md", "", "d/e/*.ts", "d/**.go"), waiting("/p/far.md", "", "q/**"), waiting("/p/free.md", ""), tool, silent, patterned, skill,
		passed("/p/d/off.md", discovery.NotLoaded, discovery.Disabled), passed("/p/d/unknown.md", discovery.Unknown, discovery.NotKnown), passed("/p/d/gone.md", discovery.NotLoaded, discovery.Missing), passed("/p/d/lost.md", discovery.NotLoaded, discovery.DanglingLink),
		passed("/p/off.md", discovery.NotLoaded, discovery.Disabled), passed("/p/head.md", discovery.NotLoaded, discovery.FrontMatter), passed("/p/d/late.md", discovery.Later, discovery.FrontMatter), passed("/p/d/RULE.md", discovery.Loaded, discovery.FrontMatter),
	}}
	steps := []Step{{discovery.ReadAct, "/p/d/e/x.go"}, {discovery.EditAct, "/p/d/e/ruLe.md"}, {discovery.ReadAct, "/p/d/e/x.go"}}
	want := `
missed /p/miss.md at /p/d/e/x.go: d/e/*.go
may /p/free.md: when somebody asks
may /p/d/late.md: why
passed /p/d/off.md not loaded disabled: why
passed /p/d/unknown.md not known not-known: why
passed /p/head.md not loaded front-matter: why
passed /p/d/rule.md not loaded wrong-case: the agent looks for RULE.md
passed /p/d/e/Rule.md not loaded wrong-case: the agent looks for RULE.md`
	if got := told(Of(w, []*discovery.Trace{trace}, steps)[0]); got != strings.TrimSpace(want) {
		t.Errorf("told\n%s\nwant%s", got, want)
	}
	trace.Nested = false
	if got := Of(w, []*discovery.Trace{trace}, steps)[0].Passed; len(got) != 3 {
		t.Errorf("near misses of an agent that loads nothing below: %v", got)
	}
}

func TestFileOfSeveralWalksIsReadOnce(t *testing.T) {
	budget := facts.NewBudget(facts.DefaultLimits)
	w := budget.World(facts.NewMemory().File("/p/d/A.md", "file A"))
	touch := discovery.Touch{New: []string{"/p/d/A.md", "/p/d/A.md"}}
	trace := &discovery.Trace{Cwd: "/p", Touched: []discovery.Touch{touch, touch}}
	step := Step{Act: discovery.ReadAct, Path: "/p/d/x"}
	Of(w, []*discovery.Trace{trace, trace}, []Step{step, step})
	if read := budget.Spent().Files; read != 1 {
		t.Errorf("the file is read %d times", read)
	}
}
