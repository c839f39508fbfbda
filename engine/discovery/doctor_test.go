package discovery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/hidden"
	"galley/engine/secret"
	"galley/engine/source"
)

// complaints prints problems, one per line.
func complaints(problems []diag.Problem) string {
	var lines []string
	for _, p := range problems {
		place := ""
		if p.Start.Line > 0 {
			place = fmt.Sprintf(":%d:%d", p.Start.Line, p.Start.Column)
			if p.Span.Start != p.Start.Offset || p.End != p.Start || p.Span.Len() != 0 {
				place = fmt.Sprintf(":%v %v %v", p.Span, p.Start, p.End)
			}
		}
		lines = append(lines, fmt.Sprintf("%s %s %s%s: %s; %s", p.Code, p.Severity, p.File, place, p.Message, p.Hint))
	}
	return strings.Join(lines, "\n")
}

// checked prints doctor's problems with the traces of agents that look for no file names.
func checked(w facts.World, traces ...*Trace) string {
	for i, t := range traces {
		if t.Agent == "" {
			t.Agent = []string{"cook", "baker", "waiter"}[i]
		}
		if t.Cwd == "" {
			t.Cwd, t.Root = "/p", "/p"
		}
		for i := range t.Candidates {
			if t.Candidates[i].Shown == "" {
				t.Candidates[i].Shown = t.Candidates[i].Path
			}
		}
	}
	return complaints(Doctor(context.Background(), w, traces))
}

func TestEachFaultOfACandidateHasItsProblem(t *testing.T) {
	const shorter = "make it shorter, or move parts of it into files that are read on demand"
	for _, tt := range []struct {
		c    Candidate
		want string
	}{
		{Candidate{Reason: DanglingLink, Detail: "it leads to x"}, "dangling-link warning /p/x.md: the target of this link does not exist: it leads to x; fix the link or remove it"},
		{Candidate{Reason: TooLarge}, "over-cap warning /p/x.md: it is too large for galley to read; " + shorter},
		{Candidate{Reason: Cut, Detail: "40 lines"}, "over-cap warning /p/x.md: the agent uses only its beginning: 40 lines; " + shorter},
		{Candidate{Reason: OverBudget}, "over-cap warning /p/x.md: earlier files use up the limit for such files; " + shorter},
		{Candidate{Reason: OverLimit}, "over-cap warning /p/x.md: it is longer than the agent allows or advises; " + shorter},
		{Candidate{Reason: Unreadable, Detail: "denied"}, "unreadable warning /p/x.md: it exists but cannot be read: denied; "},
		{Candidate{Reason: NotRegular}, "unreadable warning /p/x.md: it is not a regular file; "},
		{Candidate{Reason: NoMatch}, `dead-entry warning /p/x.md: "/p/x.md": the pattern matches no file; correct the entry or remove it`},
		{Candidate{Reason: RelativeNowhere}, `dead-entry warning /p/x.md: "/p/x.md": it is a relative path, and the agent has no directory to resolve it against; correct the entry or remove it`},
		{Candidate{Reason: ScanFailed, Detail: "d"}, `dead-entry warning /p/x.md: "/p/x.md": the agent's search for the pattern fails, so it finds no file: d; correct the entry or remove it`},
		{Candidate{Reason: Empty}, ""},
		{Candidate{Reason: Missing}, ""},
		{Candidate{Verdict: Loaded, Remarks: []Remark{{AlreadyLoaded, "it is a copy"}}}, "loaded-twice info /p/x.md: it is a copy; remove one of them: each is sent and counted"},
		{Candidate{Verdict: Loaded, Remarks: []Remark{{LinkAsText, "to x"}}}, "dangling-link warning /p/x.md: it contains only a path: git checked out a symbolic link as a plain file: to x; turn on symbolic links in git and check it out again, or import the file"},
		{Candidate{Verdict: Loaded, Remarks: []Remark{{FrontMatter, "odd"}}}, "front-matter warning /p/x.md: its front matter is not what the agent expects: odd; correct its front matter"},
		{Candidate{Verdict: Loaded, Remarks: []Remark{{Cut, "a"}, {OverBudget, "b"}, {TooLarge, "c"}, {OverLimit, "d"}, {LinkOutside, "e"}}}, "over-cap warning /p/x.md: d; " + shorter + `
over-cap warning /p/x.md: earlier files use up the limit for such files: b; shorten the files that come before it
over-cap warning /p/x.md: it is too large for galley to read: c; make it smaller
over-cap warning /p/x.md: the agent uses only its beginning: a; shorten it, or move the important part to its beginning`},
		{Candidate{Verdict: Loaded, Hidden: hidden.Scan("ab\u202e")}, "hidden-text warning /p/x.md:1:3: 1 character that turns the writing direction (U+202E) from line 1; models read this text, but people cannot see it; open the file in galley to see where it is"},
		{Candidate{Verdict: Loaded, Hidden: []hidden.Finding{{Kind: hidden.Scan("ab\u202e")[0].Kind, Level: hidden.Low, Count: 2, Offset: 3, InName: true}}}, "hidden-text info /p/x.md: 2 characters that turn the writing direction in its name; models read this text, but people cannot see it; open the file in galley to see where it is"},
	} {
		tt.c.Path = "/p/x.md"
		if tt.c.Verdict == "" {
			tt.c.Verdict = NotLoaded
		}
		w := facts.NewMemory().File("/p/x.md", "abc\n").Dir("/p/.git")
		trace := &Trace{Candidates: []Candidate{tt.c}}
		same(t, fmt.Sprint(tt.c.Reason, tt.c.Remarks), checked(w, trace), tt.want)
	}
}

func TestHeaderOfABorrowedRule(t *testing.T) {
	own := RuleNames{Folders: []Folder{{Dir: ".other/rules", Borrowed: true}, {Dir: ".cook/rules"}, {Dir: ".cook/more"}}}
	for _, tt := range []struct {
		names      RuleNames
		file, want string
	}{
		{own, "/p/.other/rules/x.md", "write the rule into .cook/rules too, with a header that this agent reads"}, {own, "/p/.cook/rules/x.md", ""}, {own, "/p/x.md", ""}, {RuleNames{Folders: own.Folders[:1]}, "/p/.other/rules/x.md", ""},
	} {
		if got := (&Trace{RuleNames: tt.names}).ownForm(tt.file); got != tt.want {
			t.Errorf("%s: %q", tt.file, got)
		}
	}
}

func TestEntryOfAListIsPlacedInItsSettingsFile(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git").File("/p/a.json", "{}").File("/p/b.json", "{\n\"x\": [\"docs/*.md\"]}").File("/p/c.json", `"docs/*.md"`)
	settings := []Setting{{Path: "VARIABLE", Found: true}, {Path: "/p/c.json"}, {Path: "/p/a.json", Found: true}, {Path: "/p/none.json", Found: true}, {Path: "/p/b.json", Found: true}}
	entry := func(path, tier string) *Trace {
		return &Trace{Settings: settings, Candidates: []Candidate{{Path: path, Tier: tier, Verdict: NotLoaded, Reason: NoMatch}}}
	}
	for _, tt := range []struct {
		trace *Trace
		want  string
	}{
		{entry("docs/*.md", "instructions"), `dead-entry warning /p/b.json:2:7: "docs/*.md": the pattern matches no file; correct the entry or remove it`},
		{entry("/p/*.md", "local"), `dead-entry warning /p/*.md: "/p/*.md": the pattern matches no file; correct the entry or remove it`},
		{entry("/p/*.md", "instructions"), `dead-entry warning : "/p/*.md": the pattern matches no file; correct the entry or remove it`},
		{entry("/p/*.md", "option"), `dead-entry warning : "/p/*.md": the pattern matches no file; correct the entry or remove it`},
	} {
		same(t, tt.trace.Candidates[0].Path, checked(w, tt.trace), tt.want)
	}
}

func TestFaultsOfImportsAndSettings(t *testing.T) {
	const back = "correct the path, or put it between back-ticks if it is not an import"
	w := facts.NewMemory().Dir("/p/.git").File("/p/A.md", "@a\n@b @c @d\n").File("/p/in.md", "\n@e").File("/p/s.json", "{\n\"a\": 1}")
	imports := []Import{{Ref: "@a", Reason: Missing, Detail: "gone"}, {Ref: "@b", Reason: ImportDepth, Offset: 3}, {Ref: "@c", Reason: Cut, Offset: 6}, {Ref: "@d", Reason: TooLarge, Offset: 9}}
	for _, quiet := range []Reason{AlreadyLoaded, NotKnown, WouldFetch, NotFetched} {
		imports = append(imports, Import{Ref: "@q", Reason: quiet})
	}
	imports = append(imports, Import{Ref: "@in.md", Path: "/p/in.md", Verdict: Loaded, Hidden: hidden.Scan("\u202e"), Imports: []Import{{Ref: "@e", Reason: ImportRefused, Offset: 1}}})
	imports = append(imports, Import{Ref: "@off.md", Path: "/p/off.md", Reason: AlreadyLoaded, Imports: []Import{{Ref: "@f", Reason: ImportRefused, Offset: 1}}})
	located := diag.New(diag.DeadKey, source.Span{Start: 1, End: 1}, "a is not read", "remove it")
	located.File, located.Start = "/p/s.json", source.Position{Offset: 1, Line: 1, Column: 2}
	whole := diag.New(diag.BadFile, source.Span{Start: 2, End: 5}, "it is broken", "mend it")
	whole.File = "/p/s.json"
	trace := &Trace{Problems: []diag.Problem{located, whole}, Failure: &Failure{Path: "/p/s.json", Message: "/p/s.json: no"}, Candidates: []Candidate{
		{Path: "/p/A.md", Verdict: Loaded, Imports: imports}, {Path: "/p/B.md", Verdict: NotLoaded, Reason: Disabled, Imports: imports[:1]},
	}}
	same(t, "problems", checked(w, trace, &Trace{}), `
dead-import warning /p/A.md:1:1: the import @a has no effect: it does not exist: gone (cook); `+back+`
dead-import warning /p/A.md:2:1: the import @b has no effect: imports are nested too deeply (cook); import it from a file closer to the first one
over-cap warning /p/A.md:2:4: the import @c has no effect: the agent uses only its beginning (cook); make it shorter
over-cap warning /p/A.md:2:7: the import @d has no effect: it is too large for galley to read (cook); make it shorter
hidden-text warning /p/in.md:1:1: 1 character that turns the writing direction (U+202E) from line 1; models read this text, but people cannot see it; open the file in galley to see where it is
dead-import warning /p/in.md:2:1: the import @e has no effect: the agent refuses the import (cook); `+back+`
agent-refuses error /p/s.json: no (cook); fix it: until then the agent loads nothing at all
dead-key warning /p/s.json:1:2: a is not read (cook); remove it
bad-file warning /p/s.json: it is broken (cook); mend it`)
}

func TestOneProblemOfSeveralAgents(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git").File("/p/A.md", "x")
	bad := func() *Trace {
		return &Trace{Candidates: []Candidate{{Path: "/p/A.md", Verdict: NotLoaded, Reason: Unreadable}, {Path: "/p/A.md", Verdict: NotLoaded, Reason: Unreadable}}}
	}
	const message = "unreadable warning /p/A.md: it exists but cannot be read"
	same(t, "of all", checked(w, bad(), bad()), message+"; ")
	same(t, "of two", checked(w, bad(), bad(), &Trace{}), message+" (cook, baker); ")
	same(t, "of one", checked(w, &Trace{}, bad(), &Trace{}), message+" (baker); ")
	secrets := new(secret.Values)
	secrets.AddEnv("API_KEY", "sk-verysecretvalue1234", "{env:API_KEY}")
	hides := bad()
	hides.Secrets, hides.Candidates[0].Detail = secrets, "sk-verysecretvalue1234"
	same(t, "a secret", checked(w, &Trace{}, hides), message+" (baker); \n"+message+": {env:API_KEY} (baker); ")
}

// An import without effect is one problem, whatever reasons agents give and under whatever path they
// read the file.
func TestADeadImportIsOneProblemForAllAgents(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git").File("/p/A.md", "@a @b\n@a\n").Link("/p/B.md", "A.md")
	reads := func(path string, imports ...Import) *Trace {
		return &Trace{Candidates: []Candidate{{Path: path, RealPath: "/p/A.md", Verdict: Loaded, Imports: imports}}}
	}
	a := func(reason Reason, detail string) Import { return Import{Ref: "@a", Reason: reason, Detail: detail} }
	const hint = "; correct the path, or put it between back-ticks if it is not an import"
	same(t, "different details", checked(w, reads("/p/A.md", a(Missing, "gone")), reads("/p/B.md", a(Missing, "ENOENT")), &Trace{}), "dead-import warning /p/A.md:1:1: the import @a has no effect: it does not exist (cook, baker)"+hint)
	same(t, "different reasons", checked(w, reads("/p/A.md", a(Missing, "gone")), reads("/p/A.md", a(ImportRefused, "")), reads("/p/A.md", a(Missing, ""))), "dead-import warning /p/A.md:1:1: the import @a has no effect: it does not exist (cook, waiter); the agent refuses the import (baker)"+hint)
	same(t, "one detail", checked(w, reads("/p/A.md", a(Missing, "gone")), reads("/p/B.md", a(Missing, "gone"))), "dead-import warning /p/A.md:1:1: the import @a has no effect: it does not exist: gone"+hint)
	again := Import{Ref: "@a", Reason: Missing, Detail: "ENOENT", Offset: 6}
	same(t, "other places", checked(w, reads("/p/A.md", a(Missing, "gone"), Import{Ref: "@b", Reason: Missing, Offset: 3}, again), &Trace{}), `
dead-import warning /p/A.md:1:1: the import @a has no effect: it does not exist: gone (cook)`+hint+`
dead-import warning /p/A.md:1:4: the import @b has no effect: it does not exist (cook)`+hint+`
dead-import warning /p/A.md:2:1: the import @a has no effect: it does not exist: ENOENT (cook)`+hint)
}

func TestFileThatIsReadIsNoNearMiss(t *testing.T) {
	near := Candidate{Path: "/p/a.md", Verdict: NotLoaded, Reason: WrongCase, Detail: "the agent looks for A.md", RealPath: "/p/real.md"}
	w := facts.NewMemory().Dir("/p/.git").File("/p/a.md", "x").File("/p/real.md", "x").Link("/p/to.md", "real.md").File("/p/other.md", "x").Link("/p/linked.md", "a.md")
	for name, tt := range map[string]struct {
		other Candidate
		read  bool
	}{
		"not at all":              {Candidate{Path: "/p/other.md", Verdict: Loaded}, false},
		"loaded":                  {Candidate{Path: "/p/a.md", Verdict: Loaded}, true},
		"read by its real path":   {Candidate{Path: "/p/x.md", RealPath: "/p/real.md", Verdict: Later}, true},
		"loaded already":          {Candidate{Path: "/p/a.md", Verdict: NotLoaded, Reason: AlreadyLoaded}, true},
		"for other files":         {Candidate{Path: "/p/a.md", Verdict: NotLoaded, Reason: OtherFiles}, true},
		"disabled":                {Candidate{Path: "/p/a.md", Verdict: NotLoaded, Reason: Disabled, Imports: []Import{{Path: "/p/a.md", Verdict: Loaded}}}, false},
		"imported":                {Candidate{Path: "/p/other.md", Verdict: Loaded, Imports: []Import{{Path: "/p/x.md", Reason: AlreadyLoaded, Imports: []Import{{Path: "/p/a.md", Verdict: Loaded}}}}}, true},
		"imported through a link": {Candidate{Path: "/p/other.md", Verdict: Loaded, Imports: []Import{{Path: "/p/linked.md", Verdict: Loaded}}}, true},
		"imported in vain":        {Candidate{Path: "/p/other.md", Verdict: Loaded, Imports: []Import{{Path: "/p/a.md", Verdict: NotLoaded, Reason: AlreadyLoaded}}}, false},
	} {
		want := ""
		if !tt.read {
			want = "near-miss warning /p/a.md: no agent reads a file of this name: the agent looks for A.md (cook); rename it to A.md"
		}
		same(t, name, checked(w, &Trace{Candidates: []Candidate{near}}, &Trace{Candidates: []Candidate{tt.other}}), want)
	}
}

func TestNearMissesOfSeveralAgentsAreOneProblem(t *testing.T) {
	miss := func(detail string) *Trace {
		return &Trace{Candidates: []Candidate{{Path: "/p/a.local.md", LoadType: Never, Verdict: NotLoaded, Reason: NearMiss, Detail: detail}}}
	}
	w := func() *facts.Memory { return facts.NewMemory().Dir("/p/.git").File("/p/a.local.md", "x") }
	const private = "put it where the agent reads private rules, to keep it out of the shared file"
	for _, tt := range []struct {
		name   string
		traces []*Trace
		there  string
		want   string
	}{
		{"alike", []*Trace{miss("the agent looks for A.local.md"), miss("the agent looks for A.local.md")}, "", "no agent reads a file of this name: the agent looks for A.local.md; rename it to A.local.md"},
		{"one of them", []*Trace{miss("the agent looks for A.local.md"), {}}, "", "no agent reads a file of this name: the agent looks for A.local.md (cook); rename it to A.local.md"},
		{"that is there", []*Trace{miss("the agent looks for A.local.md")}, "/p/A.local.md", "no agent reads a file of this name: the agent looks for A.local.md; copy its text into /p/A.local.md, which already exists"},
		{"for a shared file", []*Trace{miss("the agent looks for A.md")}, "", "no agent reads a file of this name: the agent looks for A.md; " + private},
		{"different", []*Trace{miss("the agent looks for A.local.md"), miss("the agent looks for B.local.md"), miss("the agent looks for B.local.md")}, "", "no agent reads a file of this name; they look for A.local.md by cook; B.local.md by baker, waiter; rename it to B.local.md"},
		{"different, of equal weight", []*Trace{miss("the agent looks for A.local.md"), miss("the agent looks for B.local.md")}, "", "no agent reads a file of this name; they look for A.local.md by cook; B.local.md by baker; rename it to A.local.md"},
		{"passed over", []*Trace{miss("it is private")}, "", "the agent ignores a file of this name: it is private; " + private},
		{"passed over by one", []*Trace{miss("it is private"), miss("the agent looks for B.local.md")}, "", "no agent reads a file of this name; they look for it is private by cook; B.local.md by baker; " + private},
	} {
		world := w()
		if tt.there != "" {
			world.File(tt.there, "x")
		}
		same(t, tt.name, checked(world, tt.traces...), "near-miss warning /p/a.local.md: "+tt.want)
	}
}

func TestTyposNextToWhatTheAgentLooksFor(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git").File("/p/d/RECIPES.md", "x").File("/p/recipe.md", "x").File("/p/.cok/recipe.md", "x").File("/p/.Cook/recipe.md", "x").File("/p/.cook/recip.md", "x").File("/p/.cook/recipe.local.md", "x").
		File("/p/cook/recipe.md", "x").File("/x/.cookbok/list.md", "x").Dir("/p/d/RECIPe.md").File("/p/d/RECIPE.locl.md", "x").File("/p/d/RECIPE-local.md", "x").Dir("/p/.coook/recipe.md")
	trace := func(names RuleNames) *Trace {
		return &Trace{Cwd: "/p/d", Root: "/p", RuleNames: names, Candidates: []Candidate{
			{Path: "/x/.cookbook/list.md", Verdict: NotLoaded, Reason: Missing}, {Path: "/x/*.md", Verdict: NotLoaded, Reason: Missing}, {Path: "rel.md", Verdict: NotLoaded, Reason: Missing}, {Path: "/x/.cookbok/lis.md", Kind: Skill, Verdict: NotLoaded, Reason: Missing},
		}}
	}
	const looked = ": no agent reads a file of this name: the agent looks for "
	same(t, "typos", checked(w, trace(RuleNames{Names: []string{"RECIPE.md", ".cook/recipe.md", "RECIPE.local.md"}, Remedy: "x"})), `
near-miss warning /p/.Cook/recipe.md`+looked+`.cook/recipe.md; move it to /p/.cook/recipe.md
near-miss warning /p/.cok/recipe.md`+looked+`.cook/recipe.md; move it to /p/.cook/recipe.md
near-miss warning /p/.cook/recip.md`+looked+`.cook/recipe.md; rename it to recipe.md
near-miss warning /p/cook/recipe.md`+looked+`.cook/recipe.md; move it to /p/.cook/recipe.md
near-miss warning /p/d/RECIPE-local.md`+looked+`RECIPE.local.md; rename it to RECIPE.local.md
near-miss warning /p/d/RECIPE.locl.md`+looked+`RECIPE.local.md; rename it to RECIPE.local.md
near-miss warning /p/d/RECIPES.md`+looked+`RECIPE.md; rename it to RECIPE.md
near-miss warning /p/recipe.md`+looked+`RECIPE.md; rename it to RECIPE.md
near-miss warning /x/.cookbok/list.md`+looked+`/x/.cookbook/list.md; move it to /x/.cookbook/list.md`)
	same(t, "any case", checked(w, trace(RuleNames{Names: []string{"RECIPE.md", ".cook/recipe.md"}, AnyCase: true, Remedy: "x"})), `
near-miss warning /p/.Cook/recipe.md`+looked+`.cook/recipe.md; move it to /p/.cook/recipe.md
near-miss warning /p/.cok/recipe.md`+looked+`.cook/recipe.md; move it to /p/.cook/recipe.md
near-miss warning /p/.cook/recip.md`+looked+`.cook/recipe.md; rename it to recipe.md
near-miss warning /p/cook/recipe.md`+looked+`.cook/recipe.md; move it to /p/.cook/recipe.md
near-miss warning /p/d/RECIPES.md`+looked+`RECIPE.md; rename it to RECIPE.md
near-miss warning /x/.cookbok/list.md`+looked+`/x/.cookbook/list.md; move it to /x/.cookbook/list.md`)
	met := trace(RuleNames{Names: []string{"RECIPE.md"}, Remedy: "x"})
	met.Candidates = []Candidate{{Path: "/p/recipe.md", Verdict: NotLoaded, Reason: Missing}, {Path: "/p/d/RECIPES.md", Verdict: NotLoaded, Reason: Disabled}}
	same(t, "met", checked(w, met), "near-miss warning /p/recipe.md"+looked+"RECIPE.md; rename it to RECIPE.md")
	met.Candidates = append(met.Candidates, Candidate{Path: "https://a/x", Verdict: Unknown, Reason: WouldFetch})
	same(t, "beside a document from the network", checked(w, met), "near-miss warning /p/recipe.md"+looked+"RECIPE.md; rename it to RECIPE.md")
	if got := fmt.Sprint((&Trace{Cwd: "/p/d", Root: "/p"}).searched(), (&Trace{Cwd: "/p/d"}).searched(), (&Trace{Cwd: "/p/d", Root: "/"}).searched(), (&Trace{Cwd: "/p", Root: "/p"}).searched()); got != "[/p/d /p] [/p/d] [/p/d] [/p]" {
		t.Errorf("searched are %s", got)
	}
}

// Many agents look for the same names in the same directories; each directory is listed once.
func TestDirectoriesAreListedOnce(t *testing.T) {
	budget := facts.NewBudget(facts.DefaultLimits)
	w := budget.World(facts.NewMemory().File("/p/.cok/recipe.md", "x"))
	l := &listings{w: w, kept: map[string][]facts.Entry{}, typos: map[string][]string{}}
	for range 3 {
		if got := l.near("/p/.cook/recipe.md"); !slices.Equal(got, []string{"/p/.cok/recipe.md"}) {
			t.Errorf("near are %s", got)
		}
	}
	l.near("/p/.cook/other.md")
	if looks := budget.Spent().Looks; looks != 3 || len(l.typos) != 2 {
		t.Errorf("%d looks at directories", looks)
	}
	known := map[string]string{}
	before := budget.Spent().Looks
	for range 2 {
		if top := repositoryOf(w, "/p/.cok", known); top != "" {
			t.Errorf("the repository is %s", top)
		}
	}
	if looks := budget.Spent().Looks - before; looks != 3 || len(known) != 3 {
		t.Errorf("%d looks for a repository, %v", looks, known)
	}
}
