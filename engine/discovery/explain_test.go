package discovery

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
)

// serve returns a made-up agent whose discovery is rules.
func serve(name string, looks RuleNames, rules func(context.Context, *Finder)) SurveyAgent {
	return SurveyAgent{Agent: name, Looks: looks, Discover: By(name, []Version{{Name: "1"}}, Executed, func(ctx context.Context, f *Finder) (*Trace, error) {
		f.FindGit()
		rules(ctx, f)
		return f.Done("\n")
	})}
}

// explained prints the answers of Explain, one per line.
func explained(t *testing.T, w facts.World, a SurveyAgent, o Options, file string) string {
	t.Helper()
	if o.Cwd == "" {
		o.Cwd = "/p/d"
	}
	answers, err := Explain(context.Background(), w, []SurveyAgent{a}, o, file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, x := range answers {
		s := string(x.Verdict)
		if x.Candidate != nil {
			s += fmt.Sprintf(", %s %s: %s", x.Candidate.Path, x.Candidate.Reason, x.Candidate.Detail)
		}
		lines = append(lines, s+"; "+x.Why+"; "+x.Remedy+"; "+x.Meant)
	}
	return strings.Join(lines, "\n")
}

// loading returns a discovery that loads A.md from each directory of the chain and also adds the
// given candidates.
func loading(more ...*Candidate) func(context.Context, *Finder) {
	return func(_ context.Context, f *Finder) {
		for _, dir := range f.Chain() {
			f.Always(facts.Join(dir, "A.md"), "local")
		}
		for _, c := range more {
			c := *c
			c.Shown = c.Path
			f.Add(&c)
		}
	}
}

func TestEachCandidateOfTheFileIsExplained(t *testing.T) {
	w := kitchen().File("/p/A.md", "A").File("/p/d/x.md", "x").File("/p/d/in.md", "x").Link("/p/d/to.md", "in.md")
	off := &Candidate{Path: "/p/d/x.md", RealPath: "/p/d/x.md", Verdict: NotLoaded, Reason: BelowCwd}
	late := &Candidate{Path: "/p/d/l.md", RealPath: "/p/d/x.md", Verdict: Later, Detail: "later"}
	imports := &Candidate{Path: "/p/d/i.md", Verdict: Loaded, Imports: []Import{{Path: "/p/d/x.md", Verdict: Loaded}, {Path: "/p/d/in.md", Verdict: Loaded}, {Path: "/p/d/no.md", Verdict: NotLoaded, Reason: ImportDepth, Detail: "6"}}}
	lateImports := &Candidate{Path: "/p/d/i.md", Verdict: Later, Imports: imports.Imports}
	for _, tt := range []struct {
		name, file string
		more       []*Candidate
		want       string
	}{
		{"two", "/p/d/x.md", []*Candidate{off, late}, "on demand, /p/d/l.md : later; ; ; \nnot loaded, /p/d/x.md below-cwd: ; ; start the agent in /p/d; "},
		{"one that an import brings", "/p/d/x.md", []*Candidate{off, imports}, "loaded; imported by i.md; ; \nnot loaded, /p/d/x.md below-cwd: ; ; ; "},
		{"one that an import brings later", "/p/d/x.md", []*Candidate{off, lateImports}, "on demand; imported by i.md; ; \nnot loaded, /p/d/x.md below-cwd: ; ; start the agent in /p/d; "},
		{"one that is better than the import", "/p/d/x.md", []*Candidate{late, lateImports}, "on demand, /p/d/l.md : later; ; ; "},
		{"an import alone", "/p/d/in.md", []*Candidate{imports}, "loaded; imported by i.md; ; "},
		{"a link to an import", "/p/d/to.md", []*Candidate{imports}, "loaded; imported by i.md; ; "},
		{"an import in vain", "/p/d/no.md", []*Candidate{imports}, "not loaded; the import in i.md has no effect: imports are nested too deeply: 6; ; "},
		{"the loaded one", "/p/A.md", nil, "loaded, /p/A.md : ; ; ; "},
	} {
		same(t, tt.name, explained(t, w, serve("cook", RuleNames{Names: []string{"A.md"}}, loading(tt.more...)), Options{}, tt.file), tt.want)
	}
}

func TestFileThatIsNoCandidateIsExplained(t *testing.T) {
	w := kitchen().File("/p/A.md", "A").File("/p/s.json", "{}").File("/p/shape", "x").File("/p/d/sub/A.md", "x").File("/p/e/A.md", "x").File("/q/A.md", "x").File("/A.md", "x").File("/p/d/a.md", "x").File("/p/d/A.local.md", "x").File("/p/d/sub/a.md", "x").File("/p/d/else.md", "x").File("/p/e/a.md", "x").File("/p/d/A.mdx", "x")
	rules := func(ctx context.Context, f *Finder) {
		loading()(ctx, f)
		f.AddSetting("/p/s.json", "project", "it has keys")
		f.Trace.Settings = append(f.Trace.Settings, Setting{Path: "/p/no.json"}, Setting{Path: "/p/off.json", Found: true, Unused: true, Detail: "it does not count"})
		f.World.ReadFile("/p/shape")
		f.World.ReadHead("/p/d/head", 10)
		f.World.Stat("/p/d/stat")
	}
	names := RuleNames{Names: []string{"A.md", "sub/B.md"}, Remedy: "name {name} with {path}"}
	for _, tt := range []struct {
		file  string
		looks RuleNames
		want  string
	}{
		{"/p/s.json", names, "read; for its settings: it has keys; ; "},
		{"/p/off.json", names, "not loaded; it does not count; ; "},
		{"/p/no.json", names, "not loaded; the agent reads A.md and sub/B.md; name no.json with /p/no.json; "},
		{"/p/shape", names, "read; its content affects the request; ; "},
		{"/p/d/head", names, "read; its content affects the request; ; "},
		{"/p/d/stat", names, "not loaded; the agent reads A.md and sub/B.md; name stat with stat; "},
		{"/p/d/sub/A.md", names, "not loaded; it is below the working directory, where the agent does not look; start the agent in /p/d/sub; "},
		{"/p/e/A.md", names, "not loaded; the agent looks only in the directories from the root down to the working directory; start the agent in /p/e; "},
		{"/A.md", names, "not loaded; it is above the directories where the agent looks; start the agent in /; "},
		{"/q/A.md", names, "not loaded; the agent reads files of this name, but does not look in /q; ; "},
		{"/q/sub/B.md", names, "not loaded; the agent reads files of this name, but does not look in /q/sub; ; "},
		{"/q/xA.md", names, "not loaded; the agent reads A.md and sub/B.md; name xA.md with /q/xA.md; "},
		{"/p/d/a.md", names, "not loaded; the agent looks for A.md; rename it to A.md; /p/d/A.md"},
		{"/p/d/sub/a.md", names, "not loaded; the agent looks for A.md; copy its text into /p/d/sub/A.md, which already exists; /p/d/sub/A.md"},
		{"/p/e/a.md", names, "not loaded; the agent looks for A.md; copy its text into /p/e/A.md, which already exists; /p/e/A.md"},
		{"/p/d/A.local.md", names, "not loaded; its name marks it as private, and the agent reads only A.md, which is shared; put it where the agent reads private rules, to keep it out of the shared file; "},
		{"/p/d/else.md", names, "not loaded; the agent reads A.md and sub/B.md; name else.md with else.md; "},
		{"/p/d/else.md", RuleNames{Names: []string{"A.md"}}, "not loaded; the agent reads A.md; copy its text into A.md; "},
		{"/p/e/else.md", RuleNames{Names: []string{"A.md"}, RemedyOnWay: true, Remedy: "x"}, "not loaded; the agent reads A.md; copy its text into A.md; "},
		{"/p/e/else.md", RuleNames{Names: []string{"A.md", "AGENTS.md"}, RemedyOnWay: true, Remedy: "x"}, "not loaded; the agent reads A.md and AGENTS.md; copy its text into AGENTS.md; "},
		{"/p/else.md", RuleNames{Names: []string{"A.md"}, RemedyOnWay: true, Remedy: "x"}, "not loaded; the agent reads A.md; x; "},
		{"/p/else.md", RuleNames{Names: []string{"A.md"}, OneADirectory: true, Remedy: "x"}, "not loaded; the agent reads A.md; copy its text into /p/A.md, which is loaded: the agent uses only one file per directory, so renaming this one does not help; "},
		{"/p/d/else.md", RuleNames{Names: []string{"A.md"}, OneADirectory: true, Remedy: "x"}, "not loaded; the agent reads A.md; x; "},
		{"/p/d/else.md", RuleNames{Folders: []Folder{{Dir: ".x", Ends: []string{".md"}}}}, "not loaded; the agent reads .x/*.md; ; "},
		{"/p/d/else.md", RuleNames{Remedy: "put {name} there"}, "not loaded; the agent does not look for rule files by name; put else.md there; "},
		{"/p/d/.cok/r/a.md", RuleNames{Folders: []Folder{{Dir: ".cook/r"}}}, "not loaded; the agent looks for .cook/r, not .cok/r; move it to /p/d/.cook/r/a.md; /p/d/.cook/r/a.md"},
		{"/p/d/sub/.cok/r/a.md", RuleNames{Folders: []Folder{{Dir: ".cook/r"}}}, "not loaded; the agent looks for .cook/r, not .cok/r; move it to /p/d/sub/.cook/r/a.md; /p/d/sub/.cook/r/a.md"},
		{"/p/d/skill.md", RuleNames{Skills: []string{".cook/s"}, Remedy: "x", Names: []string{"A.md"}}, "not loaded; a skill is a directory that contains a SKILL.md, in a directory of skills; move it to /p/d/.cook/s/NAME/SKILL.md; /p/d/.cook/s/NAME/SKILL.md"},
		{"/p/d/sub/skill.md", RuleNames{Skills: []string{".cook/s"}, Remedy: "x", Names: []string{"A.md"}}, "not loaded; the agent reads A.md; x; "},
	} {
		same(t, tt.file, explained(t, w, serve("cook", tt.looks, rules), Options{}, tt.file), tt.want)
	}
}

func TestAgentThatWouldNotStartExplainsNothingElse(t *testing.T) {
	a := serve("cook", RuleNames{Names: []string{"A.md"}}, func(_ context.Context, f *Finder) { f.Trace.Failure = &Failure{Message: "it is broken"} })
	same(t, "failure", explained(t, kitchen(), a, Options{}, "/p/d/a.md"), "not loaded; the agent would not start: it is broken; fix that first; ")
	trusting := serve("cook", RuleNames{Names: []string{"A.md"}, Remedy: "name it"}, func(_ context.Context, f *Finder) { f.Trace.Trust = TrustBy("/trust") })
	for file, want := range map[string]string{
		"/p/d/a.md":    "not loaded; the agent looks for A.md; trust the folder (/trust), and rename it to A.md; /p/d/A.md",
		"/p/d/else.md": "not loaded; the agent reads A.md; trust the folder (/trust), and name it; ",
	} {
		same(t, file, explained(t, kitchen(), trusting, Options{}, file), want)
	}
	nameless := serve("cook", RuleNames{Remedy: "name it"}, func(_ context.Context, f *Finder) { f.Trace.Trust = TrustInScenario })
	same(t, "without names", explained(t, kitchen(), nameless, Options{}, "/p/d/x"), "not loaded; the agent does not look for rule files by name; set trusted = true in the scenario, and name it; ")
}

func TestRemedyOfACandidate(t *testing.T) {
	w := kitchen().File("/p/A.md", "A").File("/p/d/A.md", "B").File("/h/A.md", "H").File("/p/d/B.md", "x")
	names := RuleNames{Names: []string{"A.md"}, Remedy: "name it"}
	imports := RuleNames{Names: []string{"A.md"}, Imports: true}
	global := &Candidate{Path: "/h/A.md", Tier: "global", Verdict: Loaded}
	for _, tt := range []struct {
		name  string
		c     Candidate
		looks RuleNames
		want  string
	}{
		{"below", Candidate{Path: "/p/d/s/A.md", Reason: BelowCwd}, names, "start the agent in /p/d/s; "},
		{"above", Candidate{Path: "/A.md", Reason: AboveRoot}, names, "start the agent in /; "},
		{"outside", Candidate{Path: "/q/A.md", Reason: OutsideRoot}, names, "start the agent in /q; "},
		{"shadowed", Candidate{Path: "/p/d/B.md", Reason: ShadowedByKind}, names, "copy its text into A.md, which is loaded; "},
		{"shadowed above", Candidate{Path: "/p/B.md", Reason: ShadowedByNear}, names, "copy its text into /p/A.md, which is loaded; "},
		{"shadowed below", Candidate{Path: "/p/d/s/t/B.md", Reason: ShadowedByName}, imports, "import it from /p/A.md with @d/s/t/B.md; "},
		{"shadowed elsewhere", Candidate{Path: "/q/B.md", Reason: ShadowedByKind}, imports, "import it from /p/A.md with @../q/B.md; "},
		{"shadowed of another kind", Candidate{Path: "/p/d/B.md", Kind: Skill, Name: "b", Reason: ShadowedByName}, names, "give it another name; "},
		{"shadowed globally", Candidate{Path: "/h/B.md", Tier: "global", Reason: ShadowedGlobal}, names, "copy its text into /h/A.md, which is loaded; "},
		{"shadowed in another tier", Candidate{Path: "/h/B.md", Tier: "else", Reason: ShadowedGlobal}, names, "move its text into the earlier global file, or remove that file; "},
		{"not looked for", Candidate{Path: "/p/d/B.md", Reason: NotLookedFor}, names, "name it; "},
		{"not looked for, a near miss", Candidate{Path: "/p/a.md", Reason: NotLookedFor}, names, "copy its text into /p/A.md, which already exists; /p/A.md"},
		{"not looked for, private", Candidate{Path: "/p/d/A.local.md", Reason: NotLookedFor}, names, "name it; "},
		{"in another case", Candidate{Path: "/p/d/b.md", Reason: WrongCase, Detail: "the agent looks for C.md"}, names, "rename it to C.md; /p/d/C.md"},
		{"a near miss", Candidate{Path: "/p/d/b.md", Reason: NearMiss, Detail: "the agent looks for B.md; x"}, names, "copy its text into /p/d/B.md, which already exists; /p/d/B.md"},
		{"a near miss that is private", Candidate{Path: "/p/d/b.md", Reason: NearMiss, Detail: "private"}, names, "put it where the agent reads private rules, to keep it out of the shared file; "},
		{"disabled", Candidate{Path: "/p/d/B.md", Reason: Disabled, Detail: "the agent looks for C.md"}, names, "change the flag or the setting; "},
		{"later", Candidate{Path: "/p/d/B.md", Verdict: Later, Reason: BelowCwd}, names, "; "},
		{"unknown", Candidate{Path: "/p/d/B.md", Verdict: Unknown, Reason: FetchRefused}, names, "; "},
	} {
		if tt.c.Verdict == "" {
			tt.c.Verdict = NotLoaded
		}
		got := explained(t, w, serve("cook", tt.looks, loading(global, &tt.c)), Options{}, tt.c.Path)
		_, rest, _ := strings.Cut(got, "; ; ")
		same(t, tt.name, rest, tt.want)
	}
}

func TestNearestLoadedFileIsUsedInstead(t *testing.T) {
	c := Candidate{Path: "/p/d/B.md", Reason: ShadowedByKind}
	for want, loaded := range map[string][]string{"/p/d/s/A.md": {"/q/A.md", "/p/A.md", "/p/d/s/A.md", "/p/d/A.md"}, "/p/A.md": {"/q/A.md", "/p/A.md", "/A.md"}, "/q/A.md": {"/q/A.md", "/r/A.md"}, "": {"-/p/d/A.md", "!/p/d/A.md"}} {
		trace := &Trace{}
		for _, path := range loaded {
			l := Candidate{Path: strings.TrimLeft(path, "-!"), Verdict: Loaded, ByImport: path[0] == '-'}
			if path[0] == '!' {
				l.Verdict = Later
			}
			trace.Candidates = append(trace.Candidates, l)
		}
		got := ""
		if l := (&explainer{trace: trace}).before(&c); l != nil {
			got = l.Path
		}
		if got != want {
			t.Errorf("of %s: %s, want %s", loaded, got, want)
		}
	}
}

func TestRemedyOfATraceWithoutAWorld(t *testing.T) {
	trace := &Trace{Agent: "cook", Cwd: "/p", Trust: "trust it", RuleNames: RuleNames{Folders: []Folder{{Dir: ".x/rules"}, {Dir: ".cursor/rules", Ends: []string{".mdc"}, Borrowed: true}, {Dir: ".clinerules"}}, Remedy: "name it"}}
	for _, tt := range []struct {
		c    Candidate
		want string
	}{
		{Candidate{Verdict: NotLoaded, Reason: Untrusted}, "trust it"},
		{Candidate{Verdict: NotLoaded, Reason: Missing}, "trust it, and create the file"},
		{Candidate{Verdict: NotLoaded, Reason: NoMatch, Tier: "global"}, "correct the pattern, or create a file that it matches"},
		{Candidate{Verdict: NotLoaded, Reason: NoMatch}, "trust it, and correct the pattern, or create a file that it matches"},
		{Candidate{Verdict: NotLoaded, Reason: Empty}, "write something into it"},
		{Candidate{Verdict: NotLoaded, Reason: PeopleOnly}, ""},
		{Candidate{Verdict: Unknown, Reason: FetchRefused}, "allow it in galley's configuration, or put the document into a file"},
		{Candidate{Verdict: Unknown, Reason: WrongCase}, "trust it, and rename it to the name that the agent looks for"},
		{Candidate{Verdict: Later, Reason: NearMiss}, "trust it, and rename it to the name that the agent looks for"},
		{Candidate{Verdict: Later, Reason: NotLookedFor}, ""},
		{Candidate{Verdict: NotLoaded, Reason: NotLookedFor}, "trust it, and name it"},
		{Candidate{Path: "/p/.cursor/rules/a.instructions.md", Verdict: NotLoaded, Reason: NotLookedFor, Patterns: []string{"*.go"}}, "trust it, and make .clinerules/a.md with the same patterns (galley transfer .cursor/rules/a.instructions.md --to cook, or Transfer in the workbench)"},
	} {
		if got := trace.Remedy(&tt.c); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.c, got, tt.want)
		}
	}
	x := ExplainUnlisted(&Trace{Cwd: "/p", RuleNames: RuleNames{Names: []string{"A.md"}}}, "/p/d/a.md")
	same(t, "unlisted", fmt.Sprintf("%s; %s; %s; %s", x.Verdict, x.Why, x.Remedy, x.Meant), "not loaded; the agent looks for A.md; rename it to A.md; /p/d/A.md")
	if got := (&Trace{}).Remedy(&Candidate{Verdict: NotLoaded, Reason: Untrusted}); got != "trust the folder in the agent" {
		t.Errorf("without a way to trust: %q", got)
	}
	if got := Reason("odd").Text(); got != "odd" {
		t.Errorf("an unknown reason reads %q", got)
	}
}

func TestRuleForSomeFilesOfAnotherAgent(t *testing.T) {
	w := kitchen().File("/p/d/.cursor/rules/go.mdc", "---\nglobs: '*.go'\n---\n").File("/p/d/.cursor/rules/all.mdc", "---\nalwaysApply: true\nglobs: '*.go'\n---\n").File("/p/d/x.mdc", "---\nglobs: '*.go'\n---\n").File("/p/d/.cursor/rules/shut.mdc", "---\nglobs: '*.go'\n---\n").Mode("/p/d/.cursor/rules/shut.mdc", 0)
	looks := RuleNames{Names: []string{"A.md"}, Folders: []Folder{{Dir: ".claude/rules", Ends: []string{".md"}}}, Remedy: "name it"}
	for file, want := range map[string]string{"go": "make .claude/rules/go.md with the same patterns (galley transfer .cursor/rules/go.mdc --to cook, or Transfer in the workbench)", "all": "name it", "shut": "name it", "../../x": "name it"} {
		full := facts.Clean("/p/d/.cursor/rules/" + file + ".mdc")
		same(t, file, explained(t, w, serve("cook", looks, loading()), Options{}, full), "not loaded; the agent reads A.md and .claude/rules/*.md; "+want+"; ")
	}
}

func TestExplainStopsAtAnError(t *testing.T) {
	broken := SurveyAgent{Agent: "cook", Discover: func(context.Context, facts.World, Options) (*Trace, error) { return nil, errors.New("broken") }}
	good := serve("cook", RuleNames{Names: []string{"A.md"}}, loading())
	later := SurveyAgent{Agent: "cook", Discover: func(ctx context.Context, w facts.World, o Options) (*Trace, error) {
		if len(o.Touched) > 0 {
			return nil, errors.New("broken later")
		}
		return good.Discover(ctx, w, o)
	}}
	for want, agents := range map[string][]SurveyAgent{"cook: broken": {good, broken}, "cook: broken later": {later}} {
		if _, err := Explain(context.Background(), kitchen(), agents, Options{Cwd: "/p/d"}, "/p/d/sub/x.md"); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	all, err := Explain(context.Background(), kitchen(), []SurveyAgent{good, good}, Options{Cwd: "/p/d"}, "/p/d/x.md")
	if err != nil || len(all) != 2 {
		t.Errorf("two agents: %d answers, %v", len(all), err)
	}
}

// An agent may load a file when its work reaches the file's directory. Explain must know this even
// if a search below the session's directory does not find the file.
func TestFileThatLoadsOnDemandIsFoundByATouch(t *testing.T) {
	w := kitchen().File("/p/d/node_modules/x/A.md", "x").File("/p/e/A.md", "x").File("/p/d/made/A.md", "x").File("/p/d/never/A.md", "x").File("/q/A.md", "x").File("/p/d/node_modules/x/read.md", "x")
	var asked []string
	a := serve("cook", RuleNames{Names: []string{"A.md"}}, func(_ context.Context, f *Finder) {
		f.World.ReadFile("/p/d/node_modules/x/read.md")
		for i, on := range f.Options.Touched {
			dir := facts.Dir(on)
			asked = append(asked, on)
			touch := Touch{Path: on}
			switch {
			case strings.HasSuffix(dir, "never"):
				f.Add(f.At(dir+"/A.md", "").Never(NotLookedFor, "never there"))
				f.Add(f.At("/p/d/never/off.md", "").Never(Disabled, "off"))
			case strings.HasSuffix(dir, "made") == (f.Options.ActOf(i) == CreateAct):
				touch.New = []string{dir + "/A.md"}
			}
			f.Trace.Touched = append(f.Trace.Touched, touch)
		}
	})
	for _, tt := range []struct {
		file string
		o    Options
		want string
	}{
		{"/p/d/node_modules/x/A.md", Options{}, "on demand; when a file in /p/d/node_modules/x is read; ; "},
		{"/p/d/made/A.md", Options{}, "on demand; when a file in /p/d/made is written, not when one is read; ; "},
		{"/p/e/A.md", Options{}, "on demand; when a file in /p/e is read; ; "},
		{"/p/d/never/A.md", Options{}, "not loaded; the agent does not look for a file of this name here: never there; ; "},
		{"/p/d/never/off.md", Options{}, "not loaded; the agent reads A.md; copy its text into A.md; "},
		{"/q/A.md", Options{}, "not loaded; the agent reads files of this name, but does not look in /q; ; "},
		{"/p/d/A.md", Options{}, "not loaded; it is above the directories where the agent looks; start the agent in /p/d; "},
		{"/p/d/node_modules/x/read.md", Options{}, "read; its content affects the request; ; "},
		{"/p/d/made/A.md", Options{Touched: []string{"/p/d/x"}, Acts: []Act{EditAct}}, "not loaded; it is below the working directory, where the agent does not look; start the agent in /p/d/made; "},
	} {
		same(t, tt.file, explained(t, w, a, tt.o, tt.file), tt.want)
	}
	for _, on := range asked {
		if strings.HasPrefix(on, "/q/") || strings.HasPrefix(on, "/p/d/a-file") {
			t.Errorf("the agent's work cannot reach %s", on)
		}
	}
}

func TestTheImportThatLoadsAFileIsFound(t *testing.T) {
	in := func(path string, verdict Verdict, more ...Import) Import {
		return Import{Ref: path, Path: path, Verdict: verdict, Imports: more}
	}
	all := []Candidate{
		{Path: "/off", Verdict: NotLoaded, Imports: []Import{in("/a", Loaded)}}, {Path: "/unknown", Verdict: Unknown, Imports: []Import{in("/a", Loaded)}},
		{Path: "/one", Verdict: Later, Imports: []Import{in("/a", NotLoaded), in("/x", Loaded, in("/b", NotLoaded), in("/c", NotLoaded), in("/c", Loaded))}},
		{Path: "/two", Verdict: Loaded, Imports: []Import{in("/y", NotLoaded, in("/a", Loaded)), in("/b", NotLoaded), in("/c", Loaded), in("/d", Loaded), in("/d", NotLoaded)}},
		{Path: "/three", Verdict: Loaded, Imports: []Import{in("/a", Loaded), in("/d", NotLoaded)}},
	}
	for file, want := range map[string]string{"/a": "/two loaded", "/b": "/one not loaded", "/c": "/one loaded", "/d": "/two loaded", "/none": ""} {
		got := ""
		if by, i := importer(all, file); i != nil {
			got = by.Path + " " + string(i.Verdict)
		}
		if got != want {
			t.Errorf("%s: imported by %s, want %s", file, got, want)
		}
	}
}
