package transfer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestAConditionIsWrittenInTheFormOfEachFolder(t *testing.T) {
	t.Parallel()
	const lostCase = "Claude Code matches without regard to case, and this agent may not"
	patterns := loadCondition{patterns: []string{"*.ts", "src/**"}}
	claude := loadCondition{patterns: []string{"*.ts", "src/**"}, anyCase: true}
	described, manual, always := loadCondition{description: "for tests"}, loadCondition{manual: true}, loadCondition{anyCase: true}
	for _, c := range []struct {
		dir  string
		s    loadCondition
		head string // "-" if the rule files of the folder cannot state the condition
		lost []string
	}{
		{".claude/rules", patterns, "---\npaths:\n  - \"*.ts\"\n  - \"src/**\"\n---\n", nil},
		{".claude/rules", claude, "---\npaths:\n  - \"*.ts\"\n  - \"src/**\"\n---\n", nil},
		{".claude/rules", described, "-", nil},
		{".claude/rules", always, "", nil},
		{".clinerules", claude, "---\npaths:\n  - \"**/*.ts\"\n  - \"src/**\"\n---\n", []string{lostCase}},
		{".clinerules", always, "", nil},
		{".qwen/rules", patterns, "---\npaths:\n  - *.ts\n  - src/**\n---\n", nil},
		{".qwen/rules", always, "", nil},
		{".continue/rules", patterns, "---\nglobs:\n  - \"*.ts\"\n  - \"src/**\"\n---\n", nil},
		{".continue/rules", always, "", nil},
		{".continue/rules", manual, "-", nil},
		{".github/instructions", patterns, "---\napplyTo: \"*.ts,src/**\"\n---\n", nil},
		{".github/instructions", always, "---\napplyTo: \"**\"\n---\n", nil},
		{".cursor/rules", patterns, "---\ndescription:\nglobs: *.ts,src/**\nalwaysApply: false\n---\n", nil},
		{".cursor/rules", described, "---\ndescription: for tests\nglobs:\nalwaysApply: false\n---\n", nil},
		{".cursor/rules", always, "---\ndescription:\nglobs:\nalwaysApply: true\n---\n", nil},
		{".windsurf/rules", patterns, "---\ntrigger: glob\nglobs: *.ts,src/**\n---\n", nil},
		{".windsurf/rules", described, "---\ntrigger: model_decision\ndescription: for tests\n---\n", nil},
		{".windsurf/rules", manual, "---\ntrigger: manual\n---\n", nil},
		{".devin/rules", always, "---\ntrigger: always_on\n---\n", nil},
		{".devin/rules", manual, "---\ntrigger: manual\n---\n", nil},
		{".roo/rules", patterns, "-", nil},
		{".roo/rules", always, "", nil},
		{".roo/rules", described, "-", nil},
	} {
		head, got, lost, ok := c.s.head(c.dir)
		if !ok {
			head = "-"
			if got != nil || lost != nil {
				t.Errorf("%s, %+v: %q, %q", c.dir, c.s, got, lost)
			}
		} else if want := c.s.patterns; len(c.lost) == 0 && !slices.Equal(got, want) || len(c.lost) > 0 && !slices.Equal(got, []string{"**/*.ts", "src/**"}) {
			t.Errorf("%s, %+v: the patterns are %q", c.dir, c.s, got)
		}
		if head != c.head || !slices.Equal(lost, c.lost) {
			t.Errorf("%s, %+v:\n got %q, lost %q\nwant %q, lost %q", c.dir, c.s, head, lost, c.head, c.lost)
		}
	}
}

func TestTheConditionOfARuleFileIsRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, text string
		want       loadCondition
		occasion   string // "" if the rule does not wait for anything
	}{
		{"/p/AGENTS.md", "One.\n", loadCondition{name: "project", body: "One.\n"}, ""},
		{"/p/.rules", "One.\n", loadCondition{name: "project", body: "One.\n"}, ""},
		{"/p/docs/style.md", "---\nglobs: a\n---\nOne.\n", loadCondition{name: "style", body: "---\nglobs: a\n---\nOne.\n"}, ""},
		{"/p/.github/instructions/a.instructions.md", "---\napplyTo: 'src/**'\n---\nOne.\n", loadCondition{name: "a", body: "One.\n", patterns: []string{"src/**"}}, "for some files"},
		{"/p/.github/instructions/b.instructions.md", "---\napplyTo: '**'\n---\nOne.\n", loadCondition{name: "b", body: "One.\n"}, ""},
		{"/p/.claude/rules/A.md", "---\npaths: '*.ts'\n---\nOne.\n", loadCondition{name: "A", body: "One.\n", patterns: []string{"*.ts"}, anyCase: true}, "for some files"},
		{"/p/.claude/rules/b.md", "---\ndescription: d\n---\nOne.\n", loadCondition{name: "b", body: "One.\n", anyCase: true}, ""},
		{"/p/.cursor/rules/a.mdc", "---\ndescription: d\n---\nOne.\n", loadCondition{name: "a", body: "One.\n", description: "d"}, "when their description fits the task"},
		{"/p/.cursor/rules/b.mdc", "One.\n", loadCondition{name: "b", body: "One.\n", manual: true}, "when the user names them"},
		{"/p/.cursor/rules/c.mdc", "---\ndescription: d\nglobs: a.ts\n---\nOne.\n", loadCondition{name: "c", body: "One.\n", patterns: []string{"a.ts"}}, "for some files"},
		{"/p/.windsurf/rules/a.md", "---\ntrigger: manual\n---\nOne.\n", loadCondition{name: "a", body: "One.\n", manual: true}, "when the user names them"},
		{"/p/.devin/rules/a.md", "---\ndescription: d\n---\nOne.\n", loadCondition{name: "a", body: "One.\n", description: "d"}, "when their description fits the task"},
		{"/p/.cursor/rules/d.mdc", "---\nalwaysApply: true\ndescription: d\n---\nOne.\n", loadCondition{name: "d", body: "One.\n"}, ""},
	} {
		got := loadConditionOf(c.file, c.text)
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) || got.waits() != (c.occasion != "") || got.waits() && got.occasion() != c.occasion {
			t.Errorf("%s:\n got %+v, %s\nwant %+v, %s", c.file, got, got.occasion(), c.want, c.occasion)
		}
	}
}

func TestValuesOfAHeaderAreQuotedIfNeeded(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "for tests": "for tests", "a: b": `"a: b"`, "true": `"true"`, "a # b": `"a # b"`, "[": `"["`} {
		if got := plain(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for name, want := range map[string]string{"docs/a-b_9.md": "docs/a-b_9.md", "-a.md": `"-a.md"`, "a b.md": `"a b.md"`} {
		if got := item(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

func TestALineOfItsOwnAndARelativePath(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "l\n", "a": "a\nl\n", "a\n": "a\nl\n"} {
		if got := withLine(text, "l"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, c := range [][3]string{{"/p", "/p/a.md", "a.md"}, {"/p/x/y", "/p/a.md", "../../a.md"}, {"/p", "/q/a.md", "../q/a.md"}, {"C:/p", "D:/a.md", "D:/a.md"}} {
		if got := relative(c[0], c[1]); got != c[2] {
			t.Errorf("%s from %s: %s, want %s", c[1], c[0], got, c[2])
		}
	}
}

// plannerOf returns a planner for a file of /p.
func plannerOf(w facts.World, file string, all ...discovery.SurveyAgent) *planner {
	text, _ := w.ReadFile(file)
	o := Options{File: file, Project: "/p", All: all, Options: discovery.Options{Cwd: "/p"}}
	return &planner{asker: newAsker(context.Background(), w, o.Options), o: o, text: text, scope: loadConditionOf(file, text), plan: &Plan{File: file}}
}

func TestAnAgentReadsAFileUnderOneOfItsPaths(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/p/real.md", "One.\n").Link("/p/A.md", "real.md")
	p := plannerOf(w, "/p/A.md")
	rule := func(c discovery.Candidate) *discovery.Trace {
		return &discovery.Trace{Candidates: []discovery.Candidate{{}, c}}
	}
	imported := []discovery.Import{{Path: "/p/x.md", Verdict: discovery.Loaded, Imports: []discovery.Import{{Path: "/p/real.md", Verdict: discovery.Loaded}}}}
	made := &Change{Kind: Rule, Path: "/p/new.md"}
	for _, c := range []struct {
		name  string
		trace *discovery.Trace
		made  *Change
		waits bool
		want  bool
	}{
		{"its path", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Path: "/p/A.md"}), nil, false, true},
		{"its real path", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Path: "/p/B.md", RealPath: "/p/real.md"}), nil, false, true},
		{"an import", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Path: "/p/B.md", Imports: imported}), nil, false, true},
		{"an import that is not followed", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Imports: []discovery.Import{{Path: "/p/real.md", Verdict: discovery.NotLoaded}}}), nil, false, false},
		{"the copy", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Path: "/p/new.md"}), made, false, true},
		{"a copy of nobody", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Path: "/p/new.md"}), nil, false, false},
		{"a link to it", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Path: "/p/new.md"}), &Change{Kind: Link, Path: "/p/new.md"}, false, false},
		{"a skill", rule(discovery.Candidate{Kind: discovery.Skill, Verdict: discovery.Loaded, Path: "/p/A.md"}), nil, false, false},
		{"on demand", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Later, Path: "/p/A.md"}), nil, false, false},
		{"on demand for a rule that waits", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Later, Path: "/p/A.md"}), nil, true, true},
		{"not loaded although it waits", rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.NotLoaded, Path: "/p/A.md"}), nil, true, false},
		{"an agent that does not start", &discovery.Trace{Failure: &discovery.Failure{}, Candidates: rule(discovery.Candidate{Kind: discovery.Rule, Verdict: discovery.Loaded, Path: "/p/A.md"}).Candidates}, nil, false, false},
	} {
		p.scope.manual = c.waits
		if got := p.reads(c.trace, c.made); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestACopyIsAnotherRuleFileWithTheSameText(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/p/A.md", "One.\n").File("/p/B.md", "\nOne.").File("/p/C.md", "Two.\n")
	p := plannerOf(w, "/p/A.md")
	p.plan.Changes = []Change{{Path: "/p/made.md"}}
	w.File("/p/made.md", "One.\n")
	of := func(kind discovery.Kind, v discovery.Verdict, paths ...string) *discovery.Trace {
		t := &discovery.Trace{}
		for _, path := range paths {
			t.Candidates = append(t.Candidates, discovery.Candidate{Path: path, Kind: kind, Verdict: v})
		}
		return t
	}
	refused := of(discovery.Rule, discovery.Loaded, "/p/B.md")
	refused.Failure = &discovery.Failure{}
	for _, c := range []struct {
		name, want string
		waits      bool
		trace      *discovery.Trace
	}{
		{"a copy behind others", "/p/B.md", false, of(discovery.Rule, discovery.Loaded, "/p/gone.md", "/p/A.md", "/p/C.md", "/p/made.md", "/p/B.md")},
		{"no copy", "", false, of(discovery.Rule, discovery.Loaded, "/p/A.md", "/p/made.md", "/p/C.md")},
		{"a skill", "", false, of(discovery.Skill, discovery.Loaded, "/p/B.md")},
		{"on demand", "", false, of(discovery.Rule, discovery.Later, "/p/B.md")},
		{"on demand for a rule that waits", "/p/B.md", true, of(discovery.Rule, discovery.Later, "/p/B.md")},
		{"not loaded", "", true, of(discovery.Rule, discovery.NotLoaded, "/p/B.md")},
		{"an agent that does not start", "", false, refused},
	} {
		p.scope.manual = c.waits
		if got := p.copyRead(c.trace); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

func TestWhatANewRuleFileLoses(t *testing.T) {
	t.Parallel()
	p := &planner{scope: loadCondition{patterns: []string{"a/**"}}}
	c := &Change{Kind: Rule, Path: "/p/x.md", patterns: []string{"a/**"}}
	found := func(kind discovery.Kind, v discovery.Verdict, patterns ...string) *discovery.Trace {
		return &discovery.Trace{Candidates: []discovery.Candidate{{Path: "/p/x.md", Kind: kind, Verdict: v, Patterns: patterns}, {Path: "/p/y.md", Kind: discovery.Rule, Verdict: discovery.Loaded}}}
	}
	manual := &planner{scope: loadCondition{manual: true}}
	for _, tt := range []struct {
		name string
		p    *planner
		c    *Change
		t    *discovery.Trace
		want []string
	}{
		{"nothing", p, c, found(discovery.Rule, discovery.Later, "a/**"), nil},
		{"its condition", p, c, found(discovery.Rule, discovery.Loaded), []string{"x always sends it, whatever its header says"}},
		{"a pattern", p, c, found(discovery.Rule, discovery.Loaded, "b"), []string{`x reads its patterns as ["b"]`}},
		{"all patterns, on demand", p, c, found(discovery.Rule, discovery.Later), []string{`x reads its patterns as []`}},
		{"of a skill", p, c, found(discovery.Skill, discovery.Loaded), nil},
		{"of a link", p, &Change{Kind: Link, Path: "/p/x.md"}, found(discovery.Rule, discovery.Loaded), nil},
		{"a rule that has no patterns", manual, c, found(discovery.Rule, discovery.Later), nil},
		{"a rule for all files", &planner{}, c, found(discovery.Rule, discovery.Loaded), nil},
	} {
		if got := tt.p.lostBy("x", tt.t, tt.c); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	c.lose("a", "b", "a")
	if c.lose("b"); !slices.Equal(c.Lost, []string{"a", "b"}) {
		t.Errorf("lost %q", c.Lost)
	}
}

func TestWhyAChangeDoesNotHelp(t *testing.T) {
	t.Parallel()
	p := plannerOf(facts.NewMemory(), "/p/A.md")
	c := &Change{Path: "/p/x.md"}
	for want, trace := range map[string]*discovery.Trace{
		"the agent stops": {Failure: &discovery.Failure{Message: "the agent stops"}},
		"":                {Candidates: []discovery.Candidate{{Path: "/p/x.md", Kind: discovery.Skill, Reason: discovery.Missing}, {Path: "/p/x.md", Kind: discovery.Rule}, {Path: "/p/y.md", Kind: discovery.Rule, Reason: discovery.Missing}}},
		discovery.Sentence("with x.md in place "+discovery.Missing.Text(), "so"): {Candidates: []discovery.Candidate{{Path: "/p/x.md", Kind: discovery.Rule, Reason: discovery.Missing, Detail: "so"}}},
	} {
		if got := p.reasonNotLoaded(trace, c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	candidates := []discovery.Candidate{
		{Path: "/p/s.md", Kind: discovery.Skill, Verdict: discovery.Loaded}, {Path: "/p/l.md", Kind: discovery.Rule, Verdict: discovery.Later},
		{Path: "/h/a.md", Kind: discovery.Rule, Verdict: discovery.Loaded}, {Path: "/p/in/a.md", Kind: discovery.Rule, Verdict: discovery.Loaded},
	}
	names := discovery.SurveyAgent{Looks: discovery.RuleNames{Names: []string{"A.local.md", "A.override.md", ".pi/SYSTEM.md", "B.md"}}}
	const none = "no import, link or setting makes it read this file"
	for _, tt := range []struct {
		want  string
		asked discovery.SurveyAgent
		all   []discovery.Candidate
		waits bool
	}{
		{none + "; copy its text into in/a.md", names, candidates, false},
		{none + "; copy its text into B.md", names, candidates[:3], false},
		{none, discovery.SurveyAgent{}, candidates[:3], false},
		{"it has no rules that are loaded only when the user names them; copy its text into B.md, which is always loaded", names, nil, true},
		{"it has no rules that are loaded only when the user names them", discovery.SurveyAgent{}, nil, true},
	} {
		p.scope.manual = tt.waits
		if got := p.noWay(tt.asked, &discovery.Trace{Candidates: tt.all}); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestAgentsThatBorrowAFolderComeLast(t *testing.T) {
	t.Parallel()
	own, borrowed := discovery.Folder{Dir: "a"}, discovery.Folder{Dir: "b", Borrowed: true}
	of := func(name string, folders ...discovery.Folder) discovery.SurveyAgent {
		return discovery.SurveyAgent{Agent: name, Looks: discovery.RuleNames{Folders: folders}}
	}
	p := &planner{o: Options{All: []discovery.SurveyAgent{of("none"), of("own", borrowed, own), of("borrows", borrowed)}}}
	for _, waits := range []bool{true, false} {
		p.scope.manual = waits
		for name, want := range map[string]int{"none": 0, "own": 0, "borrows": 1, "nobody": 0} {
			if got := p.borrows(name); got != want && waits || got != 0 && !waits {
				t.Errorf("%s, a rule that waits %v: %d", name, waits, got)
			}
		}
	}
}

func TestImportsByAPathAreFound(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/p/d/A.md", "").File("/p/d/b.md", "").File("/p/c.md", "")
	p := plannerOf(w, "/p/d/A.md")
	for text, want := range map[string]bool{
		"see @b.md": true, "see (@b.md), @x": false, "see @b.md.": true, "@../c.md": true, "@/p/c.md": false, "b.md @": false, "@x/y": false,
		strings.Repeat("@x ", mostWords) + "@b.md": true, strings.Repeat("@x ", mostWords): false, strings.Repeat("@x ", mostWords+1): true,
	} {
		p.scope.body = text
		if got := p.importsByPath(); got != want {
			t.Errorf("%.40q: %v", text, got)
		}
	}
}

func TestOtherPromptsThatChangeAreNamed(t *testing.T) {
	t.Parallel()
	of := func(name, path string, kind discovery.Kind, v discovery.Verdict) *discovery.Trace {
		return &discovery.Trace{Agent: name, Candidates: []discovery.Candidate{{Path: path, Kind: kind, Verdict: v}}}
	}
	before := []*discovery.Trace{of("same", "/a", discovery.Rule, discovery.Later), of("waits", "/a", discovery.Rule, discovery.Later), of("skill", "/a", discovery.Skill, discovery.Later), of("gone", "/a", discovery.Rule, discovery.NotLoaded)}
	after := []*discovery.Trace{of("same", "/a", discovery.Rule, discovery.Later), of("waits", "/b", discovery.Rule, discovery.Later), of("skill", "/b", discovery.Skill, discovery.Later), of("gone", "/b", discovery.Rule, discovery.NotLoaded)}
	if got := changed(before, after); !slices.Equal(got, []string{"waits"}) {
		t.Errorf("%q", got)
	}
}

// The result of a discovery depends on the paths that it asked for, on the links on the way to
// them, and on the directories that it listed. Only changes of these are seen.
func TestOnlyChangesInSightAreSeen(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/p/asked.md", "").File("/p/list/a.md", "").Dir("/p/other").Dir("/real").Link("/p/linked", "/real").Link("/p/dangling", "to/b.md")
	ask := func(op string, names ...string) (all []facts.Question) {
		for _, name := range names {
			all = append(all, facts.Question{Op: op, Arg: name})
		}
		return all
	}
	s := newFootprint(w, append(ask(facts.OpReadFile, "/p/asked.md", "/p/new/x.md", "/p/linked/y.md", "/p/dangling", "/p/asked.md"), ask(facts.OpReadDir, "/p/list", "/p/linked")...))
	if want := []string{"/p/asked.md", "/p/dangling", "/p/linked", "/p/linked/y.md", "/p/list", "/p/new/x.md", "/p/to/b.md", "/real", "/real/y.md"}; !slices.Equal(s.paths, want) || s.far {
		t.Errorf("%q, more %v", s.paths, s.far)
	}
	for name, want := range map[string]bool{
		"/p/asked.md": true, "/p/new": true, "/p/new/x.md": true, "/p/new/z.md": false, "/p/other/a.md": false, "/p/list/b.md": true, "/p/list/a.md": false,
		"/p/list/sub/b.md": true, "/p/to/b.md": true, "/real/y.md": true, "/real/z.md": true, "/p/askedmore": false, "/q/a.md": false, "/p/new/x.md/deep": true,
	} {
		if got := s.sees(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	changes := []Change{{Path: "/p/other/a.md", After: "1"}, {Path: "/p/asked.md", After: "2"}, {Path: "/p/new", Link: "l"}}
	if got, want := s.key(changes), "\"/p/asked.md\" \"\" \"2\"\n\"/p/new\" \"l\" \"\"\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for n, far := range map[int]bool{discovery.BelowWatched - 1: false, discovery.BelowWatched: true} {
		if many := newFootprint(w, ask(facts.OpReadDir, slices.Repeat([]string{"/p/list"}, n)...)); many.far != far || strings.HasPrefix(many.key(changes), `"/p/other`) != far {
			t.Errorf("%d directories: %v, %q", n, many.far, many.key(changes))
		}
	}
}

// If a request ends while an agent is asked, the result is an error, whichever question that is.
func TestAnEndedRequestIsAnError(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/AGENTS.md", "One.\n").File("/h/.gemini/trustedFolders.json", `{"/p":"TRUST_FOLDER"}`)
	for most := 0; ; most++ {
		ctx, cancel := context.WithCancel(t.Context())
		asked := 0
		all := []discovery.SurveyAgent{agent.Known().Ask("claude-code", ""), agent.Known().Ask("codex", ""), agent.Known().Ask("gemini-cli", "")}
		for i := range all {
			ask := all[i].Discover
			all[i].Discover = func(ctx context.Context, w facts.World, o discovery.Options) (*discovery.Trace, error) {
				if asked++; asked > most {
					cancel()
				}
				return ask(ctx, w, o)
			}
		}
		plan, err := Make(ctx, w, Options{File: "/p/AGENTS.md", Project: "/p", To: []string{"gemini-cli"}, All: all, Options: discovery.Options{Cwd: "/p"}})
		cancel()
		if asked <= most {
			if err != nil || len(plan.Changes) != 1 || asked < 4 {
				t.Errorf("%d questions: %v", asked, err)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ended at question %d: %v", asked, err)
		}
	}
	for want, o := range map[string]Options{
		"galley does not know the rule files of nobody": {File: "/p/AGENTS.md", Project: "/p", To: []string{"nobody"}},
		"/p/gone.md": {File: "/p/gone.md"},
	} {
		if plan, err := Make(t.Context(), w, o); plan != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v; want %s", plan, err, want)
		}
	}
}
