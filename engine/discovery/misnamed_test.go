package discovery

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
)

// belowTrace returns the trace of an agent whose discovery is search. Besides the names in looks,
// the agent looks for RECIPE.md, MENU.md, CLAUDE.md and .cook/RECIPE.md.
func belowTrace(t *testing.T, w facts.World, looks RuleNames, search func(context.Context, *Finder)) *Trace {
	t.Helper()
	looks.Names = append(looks.Names, "RECIPE.md", "MENU.md", "CLAUDE.md", ".cook/RECIPE.md")
	traces, _, err := Survey(context.Background(), w, []SurveyAgent{serve("cook", looks, search)}, Options{Cwd: "/p/d"})
	if err != nil {
		t.Fatal(err)
	}
	return traces[0]
}

func TestMisnamedFilesBelowTheWorkingDirectory(t *testing.T) {
	w := kitchen().File("/p/d/Recipe.md", "x").File("/p/d/s/Recipe.md", "four").File("/p/d/s/recipe.md", "x").File("/p/d/s/RECIPE.markdown", "x").File("/p/d/s/RECIPE.md", "x").
		File("/p/d/t/u/RECIPS.md", "x").File("/p/d/t/Menu.md", "x").File("/p/d/t/MENU.md", "x").File("/p/d/t/RECIPE.local.md", "x").File("/p/d/t/CLAUDE.local.md", "x").File("/p/d/t/other.md", "x").
		File("/p/d/node_modules/Recipe.md", "x").File("/p/d/known/Recipe.md", "x").Link("/p/d/l/Recipe.md", "../s/RECIPE.md")
	below := func(ctx context.Context, f *Finder) {
		f.Below(ctx, "RECIPE.md", "CLAUDE.md", ".cook/RECIPE.md", "OTHER.md")
		f.Add(f.At("/p/d/known/Recipe.md", "local").Later("known"))
	}
	want := `
local: /p/d/known/Recipe.md on demand, on demand: known
below: /p/d/l/Recipe.md never, not loaded, wrong-case: the agent looks for RECIPE.md
below: /p/d/s/RECIPE.markdown never, not loaded, near-miss: the agent looks for RECIPE.md
below: /p/d/s/Recipe.md never, not loaded, wrong-case: the agent looks for RECIPE.md
below: /p/d/s/recipe.md never, not loaded, wrong-case: the agent looks for RECIPE.md
below: /p/d/t/RECIPE.local.md never, not loaded, near-miss: its name marks it as private, and the agent reads only RECIPE.md, which is shared
below: /p/d/t/u/RECIPS.md never, not loaded, near-miss: the agent looks for RECIPE.md`
	trace := belowTrace(t, w, RuleNames{}, below)
	same(t, "found", report(trace), want)
	if link, file := trace.Candidates[1], trace.Candidates[3]; link.RealPath != "/p/d/s/RECIPE.md" || file.Bytes != 4 || file.ModTime.IsZero() || file.Shown != file.Path {
		t.Errorf("%+v, %+v", link, file)
	}
	for name, tt := range map[string]struct {
		looks  RuleNames
		search func(context.Context, *Finder)
		want   string
	}{
		"an agent that does not load such files": {RuleNames{}, func(ctx context.Context, f *Finder) { f.BelowNever(ctx, "RECIPE.md") }, "below: /p/d/s/RECIPE.md never, not loaded, below-cwd"},
		"an agent that does not start": {RuleNames{}, func(ctx context.Context, f *Finder) {
			f.Below(ctx, "RECIPE.md")
			f.Trace.Failure = &Failure{Message: "no"}
		}, ""},
		"an agent that ignores case": {RuleNames{AnyCase: true}, func(ctx context.Context, f *Finder) { f.Below(ctx, "RECIPE.md") }, `
below: /p/d/s/RECIPE.markdown never, not loaded, near-miss: the agent looks for RECIPE.md
below: /p/d/t/RECIPE.local.md never, not loaded, near-miss: its name marks it as private, and the agent reads only RECIPE.md, which is shared
below: /p/d/t/u/RECIPS.md never, not loaded, near-miss: the agent looks for RECIPE.md`},
	} {
		same(t, name, report(belowTrace(t, w, tt.looks, tt.search)), tt.want)
	}
	nested := belowTrace(t, kitchen().File("/p/d/t/Menu.md", "x").File("/p/d/t/Ohter.md", "x"), RuleNames{Nested: true}, func(context.Context, *Finder) {})
	same(t, "an agent whose files below are found by asking", report(nested), "below: /p/d/t/Menu.md never, not loaded, wrong-case: the agent looks for MENU.md")
}

func TestOnlySomeMisnamedFilesBelowAreListed(t *testing.T) {
	w := kitchen()
	for i := range misnamedShown + 1 {
		w.File(fmt.Sprintf("/p/d/s%03d/Recipe.md", i), "x")
	}
	trace := belowTrace(t, w, RuleNames{}, func(ctx context.Context, f *Finder) { f.Below(ctx, "RECIPE.md") })
	if len(trace.Candidates) != misnamedShown || len(trace.Notes) != 1 || !strings.HasPrefix(trace.Notes[0], "more than 50 files below /p/d have almost the name") {
		t.Errorf("%d files, %q", len(trace.Candidates), trace.Notes)
	}
}

func TestDoctorReportsMisnamedFilesBelow(t *testing.T) {
	near := func(path string, reason Reason) *Trace {
		return &Trace{Candidates: []Candidate{{Path: path, Tier: "below", LoadType: Never, Verdict: NotLoaded, Reason: reason, Detail: "the agent looks for RECIPE.md"}}}
	}
	w := facts.NewMemory().Dir("/p/.git").File("/p/s/Recipe.md", "x").File("/p/s/recipe.md", "x").File("/p/s/RECIPS.md", "x")
	same(t, "a name with a capital", checked(w, near("/p/s/Recipe.md", WrongCase)), "near-miss warning /p/s/Recipe.md: no agent reads a file of this name: the agent looks for RECIPE.md; rename it to RECIPE.md")
	same(t, "a name that a page may have", checked(w, near("/p/s/recipe.md", WrongCase)), "near-miss info /p/s/recipe.md: no agent reads a file of this name: the agent looks for RECIPE.md; rename it to RECIPE.md if it is meant as a rule file")
	any := &Trace{RuleNames: RuleNames{Names: []string{"RECIPE.md"}, AnyCase: true}, Candidates: []Candidate{{Path: "/p/s/Recipe.md", Verdict: Later}, {Path: "/p/s/RECIPS.md", Verdict: Later}}}
	same(t, "another agent ignores case", checked(w, near("/p/s/Recipe.md", WrongCase), any), "near-miss info /p/s/Recipe.md: only an agent that ignores case reads a file of this name: the agent looks for RECIPE.md (cook); rename it to RECIPE.md")
	same(t, "another agent reads the misspelt name", checked(w, near("/p/s/RECIPS.md", NearMiss), any), "")
	any.RuleNames.Names = []string{"Recipe.md"}
	same(t, "the name is another agent's own", checked(w, near("/p/s/Recipe.md", WrongCase), any), "")
}
