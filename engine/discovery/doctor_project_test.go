package discovery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/source"
)

func TestRulesForFilesThatTheProjectLacks(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git").File("/p/d/src/x.go", "x").File("/p/d/node_modules/m/y.ts", "x").Dir("/p/shut").Mode("/p/shut", 0).File("/p/real/z.css", "x").Link("/p/d/lib", "../real").File("/p/c/src/x.go", "x")
	for _, tt := range []struct {
		patterns, base string
		by             *Dialect
		dead           bool
	}{
		{"src/*.go", "/p/c", Picomatch, false}, {"src/*.rs", "/p/c", Picomatch, true}, {"*.rs src/*.go", "/p/c", Picomatch, false}, {"*.rs *.cc", "/p/c", Picomatch, true}, {"*.go", "/p/c", Picomatch, true}, {"*.go", "/p/c", docDialect, false}, {"*.rs", "/p/c", docDialect, true},
		{"src/*.rs", "/p/c", docDialect, true}, {"/src/*.rs", "/p/c", docDialect, false}, {"/src/*.rs", "/p/c", Picomatch, true}, {"c/*.go", "/p", docDialect, true},
		{"!*.rs", "/p/c", ClaudeGlobs, false}, {"@(a).rs", "/p/c", Picomatch, false}, {"../*.rs", "/p/c", Picomatch, false}, {"[[:alpha:]].rs", "/p/c", Picomatch, false}, {`a\b.rs`, "/p/c", Picomatch, true},
		{"node_modules/**/*.ts", "/p/d", Picomatch, false}, {"a/.git/*.rs", "/p/c", Picomatch, false}, {"xnode_modules/*.ts", "/p/c", Picomatch, true},
		{"*.rs", "/p/d", docDialect, false}, {"*.rs", "/p/d", Picomatch, false}, {"lic", "/p/d", docDialect, false}, {"lic", "/p/d", Picomatch, true},
		{"lib/*.css", "/p/d", Picomatch, false}, {"lib/a/b.css", "/p/d", Picomatch, false}, {"l*/x.css", "/p/d", Picomatch, false}, {"lab/*.css", "/p/d", Picomatch, true}, {"li/x", "/p/d", Picomatch, true}, {"./lib/*.css", "/p/d", Picomatch, false}, {"liby/*.css", "/p/d", Picomatch, true},
		{"**/*.css", "/p/d", Picomatch, false}, {"{lib,x}/*.css", "/p/d", Picomatch, false}, {"[l]ib/*.css", "/p/d", Picomatch, false}, {"l?b/*.css", "/p/d", Picomatch, false}, {`l\ib/*.css`, "/p/d", Picomatch, false},
		{strings.Repeat("{a,b}", 10), "/p/c", Picomatch, false}, {strings.Repeat("{a,b}", 9), "/p/c", Picomatch, true}, {"{a,b}{a,b}{a,b}" + strings.Repeat("{a,b,c,d,e}", 3), "/p/c", Picomatch, true},
		{"shut/*.rs", "/p", Picomatch, false}, {"*.rs", "/p/shut", Picomatch, false}, {"*.rs", "/p/shut/x", Picomatch, false}, {"*.rs", "/q", Picomatch, false},
	} {
		rule := Candidate{Path: tt.base + "/rule.md", LoadType: OnDemand, Verdict: Later, Patterns: strings.Fields(tt.patterns), base: tt.base, dialect: tt.by}
		want := ""
		if tt.dead {
			want = "dead-pattern warning " + rule.Path + ": no file of the project matches its pattern: " + strings.Join(rule.Patterns, ", ") + "; correct it (patterns are relative to " + tt.base + "), or remove the rule"
		}
		same(t, tt.patterns+" in "+tt.base, checked(w, &Trace{Cwd: "/p", Root: "/p", Candidates: []Candidate{rule}}), want)
	}
	outside := Candidate{Path: "/h/rule.md", LoadType: OnDemand, Verdict: Later, Patterns: []string{"*.rs"}, base: "/p/d", dialect: Picomatch}
	same(t, "a rule of the user", checked(w, &Trace{Candidates: []Candidate{outside}}), "")
	windows := Candidate{Path: "/p/d/r.md", LoadType: OnDemand, Verdict: Later, Patterns: []string{`a\b.rs`}, base: "/p/d", dialect: Picomatch}
	same(t, "on Windows", checked(facts.NewMemory().Dir("/p/.git").Dir("/p/d").SetPlatform("win32"), &Trace{Candidates: []Candidate{windows}}), "")
}

func TestPatternsOfALongSearch(t *testing.T) {
	w := facts.NewMemory().File("/p/.git/x", "").File("/p/r.md", "x")
	d := &doctor{ctx: context.Background(), w: w, traces: []*Trace{{Cwd: "/p"}}, at: map[string]int{}, scoped: []scoped{{"cook", &Candidate{Path: "/p/r.md", Patterns: []string{"*.rs"}, base: "/p", dialect: Picomatch}}}, top: "/p", walk: &Search{cut: "it was cut"}}
	if d.patterns(); d.found != nil {
		t.Errorf("after a search that was cut: %+v", d.found)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for n, ctx := range map[int]context.Context{0: context.Background(), 1: done} {
		for _, files := range [][]string{nil, {"/p/x.go"}, slices.Repeat([]string{"/p/x.go"}, 300)} {
			s := scopes{ctx: ctx, walk: &Search{every: files}, known: map[scopeKey]bool{}}
			if got := s.covers(scopeKey{"/p", Picomatch, "*.rs"}); got != (n == 1) {
				t.Errorf("cancelled %d, %d files: may cover %v", n, len(files), got)
			}
		}
	}
	asked := 0
	count := &Dialect{match: func(string, string) bool { asked++; return false }}
	s := scopes{ctx: context.Background(), walk: &Search{every: []string{"/p/x", "/q/x"}}, known: map[scopeKey]bool{}}
	for range 3 {
		s.mayCover(scopeKey{"/p", count, "x"})
	}
	if asked != 1 {
		t.Errorf("a pattern was tried %d times", asked)
	}
}

func TestPlaceOfAPatternInItsFile(t *testing.T) {
	rule := func(path string) Candidate {
		return Candidate{Path: path, LoadType: OnDemand, Verdict: Later, Patterns: []string{"*.rs", "*.cc", "a", "b"}, base: "/p", dialect: Picomatch}
	}
	for text, want := range map[string]string{
		"---\nname: x\nglobs: \"*.rs, *.cc\"\n---\n":  ":3:1: no file of the project matches globs",
		"---\napplyTo:\n  - \"*.rs\"\n---\n":          ":2:1: no file of the project matches applyTo",
		"---\nglobs: '*.rs'\npaths: '*.rs'\n---\n":    ":3:1: no file of the project matches paths",
		"---\nglobs: '*.rs'\nname: '*.rs'\n---\n":     ":2:1: no file of the project matches globs",
		"---\nglobs:\nname:\n - '*.rs'\n---\n":        ": no file of the project matches its pattern",
		"---\nglobs:\n  key: '*.rs'\n---\n":           ":2:1: no file of the project matches globs",
		"---\nglobs:\n#  name: x\n- x: '*.rs'\n---\n": ":2:1: no file of the project matches globs",
		"---\nglobs : '*.rs'\n---\nglobs: '*.rs'\n":   ":2:1: no file of the project matches globs",
		"---\nglobs: x\n---\nglobs: '*.rs'\n":         ": no file of the project matches its pattern",
		"globs: '*.rs'\n":                             ": no file of the project matches its pattern",
	} {
		w := facts.NewMemory().Dir("/p/.git").File("/p/r.md", text)
		same(t, text, checked(w, &Trace{Candidates: []Candidate{rule("/p/r.md")}}), "dead-pattern warning /p/r.md"+want+": *.rs, *.cc, a and 1 more; correct it (patterns are relative to /p), or remove the rule")
	}
	w := facts.NewMemory().Dir("/p/.git").File("/p/r.md", "---\npaths: '*.rs'\n---\n").Mode("/p/r.md", 0)
	same(t, "of a file that cannot be read", checked(w, &Trace{Candidates: []Candidate{rule("/p/r.md")}}), "dead-pattern warning /p/r.md: no file of the project matches its pattern: *.rs, *.cc, a and 1 more; correct it (patterns are relative to /p), or remove the rule")
	w.Mode("/p/r.md", 0o644)
	three := rule("/p/r.md")
	three.Patterns = three.Patterns[:3]
	same(t, "three patterns", checked(w, &Trace{Candidates: []Candidate{three}}), "dead-pattern warning /p/r.md:2:1: no file of the project matches paths: *.rs, *.cc, a; correct it (patterns are relative to /p), or remove the rule")
	other := rule("/p/r.md")
	other.Patterns = []string{"*.rs"}
	same(t, "as two agents read it", checked(w, &Trace{Candidates: []Candidate{rule("/p/r.md")}}, &Trace{Candidates: []Candidate{other}}, &Trace{}), "dead-pattern warning /p/r.md:2:1: no file of the project matches paths: *.rs, *.cc, a and 1 more (cook, baker); correct it (patterns are relative to /p), or remove the rule")
}

func TestFilesInRuleDirectoriesThatAreNoRules(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git").File("/p/.cook/rules/a.txt", "x").File("/p/.cok/rules/b.md", "x").File("/p/sub/.cook/rules/c.txt", "x").File("/p/sub/.x/.cook/rules/d.txt", "x").File("/p/.cook/rules/e.txt", "x").File("/p/.cook/rules/e.md", "x").
		File("/p/skill.md", "x").File("/p/recipe.md", "x").File("/p/sub/skill.md", "x").File("/p/copilot-instructions.md", "x").File("/p/.cook/rules/read.txt", "x")
	names := RuleNames{Names: []string{".github/copilot-instructions.md", ".cook/recipe.md"}, Folders: []Folder{{Dir: ".cook/rules", Ends: []string{".md"}}}, Skills: []string{".cook/skills"}}
	reads := &Trace{Candidates: []Candidate{{Path: "/p/.cook/rules/read.txt", Verdict: Loaded}}}
	same(t, "one agent", checked(w, &Trace{RuleNames: names, Candidates: []Candidate{{Path: "/p/.cook/rules/e.md", Verdict: Loaded}}}, reads), `
near-miss warning /p/.cok/rules/b.md: the agent looks for .cook/rules, not .cok/rules (cook); move it to /p/.cook/rules/b.md
near-miss warning /p/.cook/rules/a.txt: only .md files are rules in .cook/rules (cook); rename it to a.md
near-miss warning /p/.cook/rules/e.txt: only .md files are rules in .cook/rules (cook); copy its text into /p/.cook/rules/e.md, which already exists
near-miss info /p/.cook/rules/read.txt: only .md files are rules in .cook/rules; another agent reads it (cook); rename it to read.md
near-miss warning /p/copilot-instructions.md: the agent looks for .github/copilot-instructions.md (cook); move it to /p/.github/copilot-instructions.md
near-miss info /p/skill.md: a skill is a directory that contains a SKILL.md, in a directory of skills (cook); move it to /p/.cook/skills/NAME/SKILL.md
near-miss warning /p/sub/.cook/rules/c.txt: only .md files are rules in .cook/rules (cook); rename it to c.md
near-miss warning /p/sub/.x/.cook/rules/d.txt: only .md files are rules in .cook/rules (cook); rename it to d.md`)
	for _, looks := range []RuleNames{{Folders: names.Folders}, {Skills: names.Skills}, {Subagents: []string{"x"}}, {Commands: names.Folders}} {
		if !(&Trace{RuleNames: looks}).looksInFolders() {
			t.Errorf("%+v looks in no directory", looks)
		}
	}
	if (&Trace{RuleNames: RuleNames{Names: names.Names}}).looksInFolders() {
		t.Error("an agent looks in directories for names alone")
	}
}

func TestOnlySomeMisplacedFilesAreListed(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git")
	for i := range BelowShown + 2 {
		w.File(fmt.Sprintf("/p/.cook/rules/%03d.txt", i), "x")
	}
	got := strings.Split(checked(w, &Trace{RuleNames: RuleNames{Folders: []Folder{{Dir: ".cook/rules", Ends: []string{".md"}}}}}), "\n")
	if len(got) != BelowShown || !strings.Contains(got[BelowShown-1], "/199.txt") {
		t.Errorf("%d files, the last %s", len(got), got[len(got)-1])
	}
}

func TestRuleFilesThatNoAgentReads(t *testing.T) {
	const none = ": none of the agents reads it when started here"
	w := facts.NewMemory().Dir("/p/.git").File("/p/CLAUDE.md", "x").File("/p/d/CLAUDE.md", "x").File("/p/d/sub/CLAUDE.md", "x").File("/p/read.d/CLAUDE.md", "x").Link("/p/link.d/CLAUDE.md", "../read.d/CLAUDE.md").
		File("/p/placed.d/GEMINI.md", "x").File("/p/own.d/RECIPE.md", "x").File("/p/xCLAUDE.md", "x").File("/p/d/.junie/guidelines.md", "x").File("/p/d/sub/.junie/guidelines.md", "x").File("/p/d/.github/copilot-instructions.md", "x").Dir("/out").File("/out/CLAUDE.md", "x")
	var met []Candidate
	for _, r := range []Reason{WrongCase, NearMiss, DanglingLink, Unreadable, NotRegular} {
		w.File("/p/"+string(r)+"/CLAUDE.md", "x")
		met = append(met, Candidate{Path: "/p/" + string(r) + "/CLAUDE.md", LoadType: Never, Verdict: NotLoaded, Reason: r, RealPath: "/p/read.d/CLAUDE.md"})
	}
	cook := &Trace{Cwd: "/p/d", Root: "/p", RuleNames: RuleNames{Names: []string{"RECIPE.md", ".junie/guidelines.md"}}, Names: []string{"CLAUDE.md"}, Candidates: append(met,
		Candidate{Path: "/p/x.d/y.md", RealPath: "/p/read.d/CLAUDE.md", Verdict: Later},
		Candidate{Path: "/p/CLAUDE.md", LoadType: Never, Verdict: NotLoaded, Reason: AboveRoot, Detail: "far"},
		Candidate{Path: "/out/CLAUDE.md", LoadType: Never, Verdict: NotLoaded, Reason: NotLookedFor},
		Candidate{Path: "/out/odd.md", LoadType: Never, Verdict: NotLoaded, Reason: AboveRoot},
		Candidate{Path: "/p/odd.md", LoadType: Never, Verdict: NotLoaded, Reason: AboveRoot},
		Candidate{Path: "/p/empty.md", LoadType: Never, Verdict: NotLoaded, Reason: Empty},
		Candidate{Path: "/p/launch.md", LoadType: AtLaunch, Verdict: NotLoaded, Reason: AboveRoot},
		Candidate{Path: "/p/skill.md", Kind: Skill, LoadType: Never, Verdict: NotLoaded, Reason: AboveRoot},
		Candidate{Path: "/p/twin.md", RealPath: "/p/read.d/CLAUDE.md", LoadType: Never, Verdict: NotLoaded, Reason: AboveRoot},
	)}
	baker := &Trace{Cwd: "/p/d", Root: "/p", Candidates: []Candidate{{Path: "/p/CLAUDE.md", LoadType: Never, Verdict: NotLoaded, Reason: AboveRoot}, {Path: "/out/odd.md", LoadType: Never, Verdict: Loaded}}}
	got := checked(w, cook, baker)
	same(t, "problems", got, `
unread-file info /out/CLAUDE.md`+none+` (cook: the agent does not look for a file of this name here); 
unread-file info /p/CLAUDE.md`+none+` (cook: it is above the project's root, where the agent's search ends: far; baker: it is above the project's root, where the agent's search ends); 
unread-file info /p/d/.github/copilot-instructions.md`+none+`; refer to it from a file that is read
unread-file info /p/d/.junie/guidelines.md`+none+`; refer to it from a file that is read
unread-file info /p/d/CLAUDE.md`+none+`; 
unread-file info /p/d/sub/.junie/guidelines.md`+none+`; start the agent in /p/d/sub, or refer to it from a file that is read
unread-file info /p/d/sub/CLAUDE.md`+none+`; start the agent in /p/d/sub, or refer to it from a file that is read
dangling-link warning /p/dangling-link/CLAUDE.md: the target of this link does not exist:  (cook); fix the link or remove it
unreadable warning /p/not-regular/CLAUDE.md: it is not a regular file (cook); 
unread-file info /p/odd.md`+none+` (cook: it is above the project's root, where the agent's search ends); 
unread-file info /p/own.d/RECIPE.md`+none+`; 
unread-file info /p/placed.d/GEMINI.md`+none+`; 
unreadable warning /p/unreadable/CLAUDE.md: it exists but cannot be read (cook);`)
	got = checked(w, &Trace{Agent: "cook", Cwd: "/p/d", Root: "/p", Candidates: []Candidate{{Path: "/out/CLAUDE.md", LoadType: Never, Verdict: NotLoaded, Reason: NotLookedFor}}})
	if want := "unread-file info /out/CLAUDE.md: cook does not read it when started here (the agent does not look for a file of this name here); "; !strings.Contains(got, want) {
		t.Errorf("with one agent:\n%s\nwithout\n%s", got, want)
	}
	left := Candidate{Path: "/p/d/sub/CLAUDE.md", LoadType: Never, Verdict: NotLoaded, Reason: ShadowedByName}
	shadowed := func() *Trace {
		return &Trace{Agent: "cook", Cwd: "/p/d", Root: "/p", RuleNames: RuleNames{Names: []string{"CLAUDE.md"}, Imports: true},
			Candidates: []Candidate{{Path: "/p/CLAUDE.md", Shown: "/p/CLAUDE.md", Kind: Rule, Verdict: Loaded}, left}}
	}
	if got, refer := checked(w, shadowed(), &Trace{Cwd: "/p/d", Root: "/p"}), "; refer to it from a file that is read\n"; !strings.Contains(got, "/p/d/sub/CLAUDE.md"+none+" (cook: "+ShadowedByName.Text()+")"+refer) {
		t.Errorf("starting in the directory of a file that another one displaces does not help:\n%s", got)
	}
	if got, want := checked(w, shadowed()), ShadowedByName.Text()+"); import it from /p/CLAUDE.md with @d/sub/CLAUDE.md\n"; !strings.Contains(got, want) {
		t.Errorf("one agent's advice is not that of explain, %q:\n%s", want, got)
	}
	if got := Doctor(context.Background(), w, nil); len(got) != 0 {
		t.Errorf("without an agent: %v", got)
	}
}

func TestReasonsOfManyAgentsAreCut(t *testing.T) {
	d := &doctor{}
	for i := range 5 {
		d.traces = append(d.traces, &Trace{Agent: fmt.Sprint("a", i), Candidates: []Candidate{{Path: "/x", Reason: Empty}, {Path: "/y", Reason: Empty}, {Path: "/z"}}})
	}
	d.traces[4].Candidates = nil
	if got := d.why("/x"); got != "none of the agents reads it when started here (a0: it is empty; a1: it is empty; a2: it is empty; and 1 more)" {
		t.Errorf("four reasons: %s", got)
	}
	d.traces = d.traces[:3]
	if got := d.why("/x"); got != "none of the agents reads it when started here (a0: it is empty; a1: it is empty; a2: it is empty)" {
		t.Errorf("three reasons: %s", got)
	}
	if got := d.why("/z"); got != "none of the agents reads it when started here" {
		t.Errorf("no reason: %s", got)
	}
}

func TestOnlySomeUnreadFilesAreListed(t *testing.T) {
	for n, more := range map[int]bool{BelowShown - 1: false, BelowShown: true} {
		w := facts.NewMemory().Dir("/p/.git")
		for i := range n {
			w.File(fmt.Sprintf("/p/%03d/CLAUDE.md", i), "x")
		}
		passed := &Trace{Candidates: []Candidate{{Path: "/CLAUDE.md", LoadType: Never, Verdict: NotLoaded, Reason: AboveRoot}}}
		got := strings.Split(checked(w, passed), "\n")
		last := got[len(got)-1]
		if cut := slices.Contains(got, "unread-file info /p: no agent reads more than 200 rule files below here; only these are listed; "); cut != more || len(got) != n+1 {
			t.Errorf("%d files: %d problems, the last %s", n, len(got), last)
		}
	}
	passed := &Trace{}
	for i := range BelowShown + 1 {
		passed.Candidates = append(passed.Candidates, Candidate{Path: fmt.Sprintf("/out/%03d.md", i), LoadType: Never, Verdict: NotLoaded, Reason: AboveRoot})
	}
	if got := strings.Split(checked(facts.NewMemory().Dir("/p/.git"), passed), "\n"); len(got) != BelowShown || !strings.Contains(got[BelowShown-1], "/out/199.md") {
		t.Errorf("%d files are passed over, the last %s", len(got), got[len(got)-1])
	}
	d := &doctor{ctx: context.Background(), traces: []*Trace{{Cwd: "/p"}}, at: map[string]int{}, lines: map[string]*source.Lines{}, top: "/p", walk: &Search{cut: "it was cut"}, only: []string{"/p"}, w: facts.NewMemory()}
	d.unread()
	var cut []string
	for _, f := range d.found {
		cut = append(cut, f.problem.Message)
	}
	same(t, "a search that was cut", strings.Join(cut, "\n"), "it was cut; rule files further down are missing from this list")
}
