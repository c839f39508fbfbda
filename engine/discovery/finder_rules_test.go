package discovery

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/glob"
)

func TestDiscoveryStartsInTheRealDirectory(t *testing.T) {
	w := kitchen().Link("/l", "p/d")
	for o, want := range map[[3]string]string{
		{"/l", "", ""}: "/p/d /p/d /h 1.0", {"/p//d/", "/home", "1"}: "/p/d /p/d /home 1.0", {"/none/x", "", "1.0"}: "/none/x /none/x /h 1.0",
	} {
		find := By("cook", []Version{{Name: "1.0"}}, Executed, func(ctx context.Context, f *Finder) (*Trace, error) {
			if got := strings.Join([]string{f.Trace.Cwd, f.Trace.Root, f.Home, f.Trace.Version}, " "); got != want || f.Trace.Agent != "cook" {
				t.Errorf("%v: %s, want %s", o, got, want)
			}
			if f.Options.Limits != DefaultLimits {
				t.Errorf("the limits are %v", f.Options.Limits)
			}
			return f.Done("")
		})
		if _, err := find(context.Background(), w, Options{Cwd: o[0], Home: o[1], Version: o[2]}); err != nil {
			t.Error(err)
		}
	}
	homeless := facts.NewMemory().Dir("/p")
	if got := cook(t, homeless, Options{Cwd: "/p"}, func(_ context.Context, f *Finder) { f.Note("home %s", f.Home) }).Notes; fmt.Sprint(got) != "[home /]" {
		t.Errorf("without a home: %s", got)
	}
	find := By("cook", []Version{{Name: "1.0"}}, Executed, func(ctx context.Context, f *Finder) (*Trace, error) { return nil, errors.New("broken") })
	if _, err := find(context.Background(), w, Options{Version: "2"}); err == nil || err.Error() != "galley does not know cook 2" {
		t.Errorf("another version: %v", err)
	}
	if _, err := find(context.Background(), w, Options{}); err == nil || err.Error() != "broken" {
		t.Errorf("an error of the rules is lost: %v", err)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	find = By("cook", []Version{{Name: "1.0"}}, Executed, func(ctx context.Context, f *Finder) (*Trace, error) { return f.Done("") })
	if _, err := find(done, w, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled discovery: %v", err)
	}
}

func TestVariablesOfTheEnvironment(t *testing.T) {
	w := kitchen().Env("SET", "s").Env("EMPTY", "").Env("DIR", "/x/").Env("REL", "x")
	cook(t, w, Options{}, func(_ context.Context, f *Finder) {
		for key, want := range map[string]string{"SET": "s other", "EMPTY": "other other", "NONE": "other other", "DIR": "/x/ /x/"} {
			if got := f.EnvOr(key, "other"); !strings.HasPrefix(want, got+" ") {
				t.Errorf("%s is %q", key, got)
			}
		}
		if got := f.PathOr("DIR", "/y"); got != "/x/" && got != "/x" {
			t.Errorf("DIR is the path %q", got)
		}
		if got := f.PathOr("NONE", "/y"); got != "/y" {
			t.Errorf("NONE is the path %q", got)
		}
	})
}

func TestSearchThatIsCutIsNoted(t *testing.T) {
	w := kitchen().Dir("/h/x").Dir("/p/d/x")
	visit := func(tree *glob.Tree, dir string) { tree.Files(dir, func(string) {}) }
	for name, tt := range map[string]struct {
		rules func(f *Finder)
		want  string
	}{
		"whole":   {func(f *Finder) {}, ""},
		"project": {func(f *Finder) { visit(f.Tree, "/p/d") }, "the search was stopped at 1 directories; the agent itself would search further"},
		"outside": {func(f *Finder) { visit(f.Outside, "/h") }, "outside the project the search was stopped at 1 directories; the agent itself would search further"},
		"both":    {func(f *Finder) { visit(f.Outside, "/h"); visit(f.Tree, "/p/d") }, "the search was stopped at 1 directories; the agent itself would search further"},
	} {
		trace := cook(t, w, Options{Limits: glob.Limits{Dirs: 1, Names: 1000}}, func(_ context.Context, f *Finder) { tt.rules(f) })
		same(t, name, strings.Join(trace.Notes, "\n"), tt.want)
	}
	for _, limits := range []glob.Limits{{Dirs: 10, Names: 1}, {Dirs: 2_001, Names: 100_001}} {
		cook(t, w, Options{Limits: limits}, func(_ context.Context, f *Finder) {
			for range 3 {
				visit(f.Outside, "/")
			}
			if got, want := f.Stopped() != "", limits.Names == 1; got != want {
				t.Errorf("%v: stopped %v", limits, got)
			}
		})
	}
}

func TestSearchesOutsideTheProjectHaveTheSmallerLimits(t *testing.T) {
	w := facts.NewMemory().Dir("/p/.git").Dir("/p/d").Dir("/p/home/x").Dir("/h/x").Dir("/q")
	for _, tt := range []struct {
		cwd, home, dir string
		git, project   bool
	}{
		{"/p/d", "/h", "/p/d/x", true, true}, {"/p/d", "/h", "/p/x", true, true}, {"/p/d", "/h", "/p", true, true}, {"/p/d", "/h", "/q", true, false}, {"/p/d", "/h", "/", true, false},
		{"/p/d", "/p/home", "/p", true, false}, {"/p/d", "/p/home", "/p/home", true, false}, {"/p/d", "/p/home", "/p/home/x", true, true},
		{"/q", "/h", "/q/x", false, true}, {"/", "/h", "/q", false, true}, {"/", "/h", "/", false, false}, {"/q", "/h", "/p", false, false},
	} {
		cook(t, w, Options{Cwd: tt.cwd, Home: tt.home}, func(_ context.Context, f *Finder) {
			if tt.git {
				f.FindGit()
			}
			if got := f.TreeFor(tt.dir) == f.Tree; got != tt.project {
				t.Errorf("from %s, below %s: the project's tree %v", tt.cwd, tt.dir, got)
			}
		})
	}
}

// galley never fetches a URL that contains a value of the environment.
func TestTaintedEntryIsNotFetched(t *testing.T) {
	w := kitchen().URL("https://a/x", facts.Response{Status: 200, Body: "X"}).URL("https://a/key", facts.Response{Status: 200, Body: "K"}).URL("https://a/404", facts.Response{Status: 404, Body: "No"})
	trace := cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		f.Taint([]string{"https://a/x", "https://a/key"}, []string{"https://a/x", "https://a/{env:K}"})
		for _, url := range []string{"https://a/x", "https://a/key", "https://a/404"} {
			if body, ok := f.Fetched(ctx, &Candidate{Path: url}, url, true); ok != (body == "X") {
				t.Errorf("%s: %q, %v", url, body, ok)
			}
		}
		f.Fetched(ctx, &Candidate{Path: "https://a/x"}, "https://a/x", false)
	})
	same(t, "report", report(trace), `
https://a/key , not known, not-fetched
https://a/404 , not loaded, fetch-failed: the server answered with status 404
https://a/x , not known, would-fetch`)
	if got := trace.Candidates[1].Bytes; got != 2 {
		t.Errorf("the refused document has %d bytes", got)
	}
}

func TestLinksThatAreNotFollowedAreTheReason(t *testing.T) {
	w := kitchen().File("/out/x.md", "x").Link("/p/d/l", "/out").Link("/p/d/f.md", "/out/x.md").Dir("/p/d/own")
	trace := cook(t, facts.NoFollow(w, "/p/d", "/h"), Options{}, func(_ context.Context, f *Finder) {
		f.Add(f.At("/p/d/f.md", ""))
		f.Add(f.At("/p/d/l/x.md", ""))
		f.Add(f.At("/p/d/none.md", ""))
		refused := f.At("/p/d/f.md", "").No(Disabled, "off")
		f.Add(refused)
		for _, pattern := range []string{"l/*.md", "l/x.md", "own/*.md", "*.md", "l*/x", "own/{l,m}/x"} {
			f.Add(f.Unmatched(&Candidate{Path: pattern}, pattern, "/p/d/own", "/p/d"))
		}
		f.Add(f.Unmatched(&Candidate{Path: "both"}, "l/?", "/p/d", "/p/d/own"))
	})
	same(t, "report", report(trace), `
/p/d/f.md at launch, not loaded, link-refused: it leads to /out/x.md
/p/d/l/x.md at launch, not loaded, link-refused
/p/d/none.md at launch, not loaded, missing
/p/d/f.md at launch, not loaded, disabled: off
l/*.md , not loaded, link-refused
l/x.md , not loaded, link-refused
own/*.md , not loaded, no-match
*.md , not loaded, no-match
l*/x , not loaded, no-match
own/{l,m}/x , not loaded, no-match
both , not loaded, link-refused`)
}

func TestTooMuchInASettingsFileEndsTheDiscovery(t *testing.T) {
	w := kitchen().File("/p/deep.json", strings.Repeat("[", 300)+strings.Repeat("]", 300)).File("/p/bad.json", "{,}").File("/p/ok.json", "{\"a\": 1, // one\n}").File("/p/blank.json", " \n")
	trace := cook(t, w, Options{}, func(_ context.Context, f *Finder) {
		for name, want := range map[string]string{"ok": "map[a:1]", "blank": "map[]", "none": "map[]"} {
			if got := fmt.Sprint(f.JSONC("/p/"+name+".json", "project")); got != want || f.Budget.Over() != nil {
				t.Errorf("%s: %s", name, got)
			}
		}
		if len(f.Trace.Problems) != 0 {
			t.Errorf("problems of good files: %v", f.Trace.Problems)
		}
		f.Trace.Settings, f.Trace.Notes = nil, nil
		if got := f.JSONC("/p/bad.json", "user"); len(got) > 0 || f.Budget.Over() != nil {
			t.Errorf("a broken file holds %v", got)
		}
		f.JSONC("/p/deep.json", "user")
		if over := f.Budget.Over(); over == nil || over.Place != "/p/deep.json" || over.Limit == 0 || over.What == "" {
			t.Errorf("a file that is too deep: %+v", over)
		}
	})
	same(t, "report", report(trace), `
setting {Path:/p/bad.json Tier:user Found:true Detail: Unused:false}
setting {Path:/p/deep.json Tier:user Found:true Detail: Unused:false}
/p/bad.json: line 1, column 2: it is not JSON with comments: invalid character ',' at start of value
/p/deep.json: line 1, column 1: it is not JSON with comments: nested more than 200 deep`)
}

func TestSameTextIsRemarkedOnce(t *testing.T) {
	w := kitchen().File("/p/a.md", "A").File("/p/b.md", "A").File("/p/blank.md", " ").File("/p/blanks.md", " ")
	trace := cook(t, w, Options{}, func(_ context.Context, f *Finder) {
		for _, name := range []string{"a", "b", "blank", "blanks"} {
			c := f.At("/p/"+name+".md", "")
			f.Text(c)
			f.Add(c)
		}
	})
	same(t, "report", report(trace), `
/p/a.md at launch, not loaded
/p/b.md at launch, not loaded; already-loaded: the text is the same as in /p/a.md
/p/blank.md at launch, not loaded
/p/blanks.md at launch, not loaded`)
	if got := trace.Candidates[1].DuplicateOf; got != "/p/a.md" {
		t.Errorf("the second is a copy of %q", got)
	}
}

func TestFilesAboveTheRootAndOfAlmostTheName(t *testing.T) {
	w := kitchen().File("/A.md", "x").File("/p/RULES.md", "x").File("/RULES.md", "x").Dir("/A.md.d").File("/p/d/rules.md", "x").File("/p/d/RULE.md", "x").File("/p/d/rules.txt", "x").Dir("/p/d/Rules.md").File("/p/Rules.md", "x").
		File("/p/d/AGENT.md", "x").File("/p/d/CLAUDE.md", "x").File("/p/d/AGENTS.md", "x").File("/p/d/rules.local.md", "x").File("/rule.md", "x")
	trace := cook(t, w, Options{}, func(_ context.Context, f *Finder) {
		f.FindGit()
		f.Above([]string{"A.md", "RULES.md", "none.md"})
		f.Add(f.At("/p/d/RULE.md", ""))
		f.NearMisses([]string{"RULES.md", "AGENTS.md", "CLAUD.md"})
	})
	same(t, "report", report(trace), `
local: /A.md never, not loaded, above-root: the search ends at /p
local: /RULES.md never, not loaded, above-root: the search ends at /p
/p/d/RULE.md at launch, not loaded
local: /p/d/AGENT.md never, not loaded, near-miss: the agent looks for AGENTS.md
local: /p/d/CLAUDE.md never, not loaded, not-looked-for: another agent reads it
local: /p/d/rules.local.md never, not loaded, near-miss: its name marks it as private, and the agent reads only RULES.md, which is shared
local: /p/d/rules.md never, not loaded, wrong-case: the agent looks for RULES.md
local: /p/d/rules.txt never, not loaded, near-miss: the agent looks for RULES.md
local: /p/Rules.md never, not loaded, wrong-case: the agent looks for RULES.md`)
	if got := report(cook(t, facts.NewMemory().File("/A.md", "x"), Options{Cwd: "/"}, func(_ context.Context, f *Finder) { f.Above([]string{"A.md"}) })); got != "" {
		t.Errorf("above the root of the file system: %s", got)
	}
}

func TestNameThatIsLookedForIsInTheDetail(t *testing.T) {
	for _, tt := range []struct{ name, more, detail string }{{"A.md", "", "the agent looks for A.md"}, {"A.md", "in capitals", "the agent looks for A.md; in capitals"}} {
		detail := LookedFor(tt.name, tt.more)
		if name, ok := lookedName(detail); detail != tt.detail || name != tt.name || !ok {
			t.Errorf("%q names %q, %v", detail, name, ok)
		}
	}
	if name, ok := lookedName("else"); ok {
		t.Errorf("another detail names %q", name)
	}
}
