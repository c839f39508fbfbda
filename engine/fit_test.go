package engine

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/scenario"
)

// The prompt of every profile can be cut to fit the limit of its model's provider. First, the
// sections that the scenario allows to drop are dropped one by one. After them, rule files are
// cut, and last the end of the prompt.
func TestAnyProfileIsFittedToTheLimitOfItsModelsProvider(t *testing.T) {
	world := project().File("/p/LONG.md", strings.Repeat("A rule.\n", 2000))
	text := "Head.\n## Examples\n" + strings.Repeat("e", 500) + "\n## More\n" + strings.Repeat("m", 500) + "\n# Rules\n[file:LONG.md]"
	s, problems := scenario.Parse("s.toml", `fit = [{heading = "## More", step = 2}, {heading = "## Examples"}, {heading = "## Gone", step = 2}]`)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r := request(text)
	r.Fit, r.Scenario, r.Provider, r.Model = true, s, "google", "gemini-2.5-pro"
	for most, want := range map[int]string{
		20000: "", 16900: "the section ## Examples", 16200: "the section ## Examples, 2 sections: [## More ## Gone]",
		11000: "the section ## Examples, 2 sections: [## More ## Gone], rule files",
		5000:  "the section ## Examples, 2 sections: [## More ## Gone], rule files, the end",
	} {
		r.Config.Budgets = map[string]int{"gemini": most}
		res := render(t, New(world), r)
		var names []string
		for _, step := range res.Fit.Steps {
			names = append(names, step.Name)
		}
		if got := strings.Join(names, ", "); got != want || !res.Fit.Fits() {
			t.Errorf("%d: %s, %d used", most, got, res.Fit.Used)
		}
		everyByteHasAnOrigin(t, want, res)
		if got := codesWith(res, "## Gone"); got != 1 {
			t.Errorf("%d: a missing heading is reported %d times", most, got)
		}
	}
	for _, profile := range []string{"opencode", "pilotdeck", "gemini-cli", "codebolt", "openagentic", "gemini-builder"} {
		r := request("x")
		r.Profile, r.Fit, r.Provider, r.Model, r.Config.Budgets = profile, true, "openai", "gpt-5", map[string]int{"openai": 50}
		if res := render(t, New(world), r); res.Fit == nil || len(res.Fit.Steps) == 0 {
			t.Errorf("%s: %+v", profile, res.Fit)
		}
	}
	// If no model is chosen, the limit of the agent's own model applies.
	own := request("x")
	own.Profile, own.Fit, own.Config.Budgets = "claude-code", true, map[string]int{"claude": 50}
	if res := render(t, New(world), own); res.Fit == nil || len(res.Fit.Steps) == 0 || res.Fit.Limit.Provider != "claude" {
		t.Errorf("with the agent's own model: %+v", res.Fit)
	}
	r.Provider, r.Model = "", ""
	if res := render(t, New(world), r); res.Fit != nil {
		t.Error("a limit applies without a model")
	}
}

func codesWith(res *Result, text string) (n int) {
	for _, p := range res.Problems {
		if p.Code == diag.UnknownWord && strings.Contains(p.Message, text) {
			n++
		}
	}
	return n
}

// Dropped sections stay dropped in the agent's own steps, which come after them.
func TestDroppedSectionsStayDroppedInAgentsSteps(t *testing.T) {
	world := project().File("/p/CLAUDE.md", "# House\n## Examples\n"+strings.Repeat("e", 2000)+"\n## Rules\n"+strings.Repeat("r", 12000))
	s, _ := scenario.Parse("s.toml", `fit = [{heading = "## Examples", step = 1}]`)
	r := request("Me.")
	r.Profile, r.Fit, r.Scenario, r.Config.Budgets = "yume-openai", true, s, map[string]int{"openai": 2000}
	res := render(t, New(world), r)
	if strings.Contains(res.Text.String(), "eeee") || !strings.Contains(res.Text.String(), "rrrr") {
		t.Errorf("%+v", res.Fit)
	}
}

// A limit that the user typed applies to any profile and any model. It is compared with the whole
// request, tools and measured sizes included, as the window of the model is.
func TestAnyPromptIsFittedToALimitOfTheUsersOwn(t *testing.T) {
	world := project().File("/p/CLAUDE.md", strings.Repeat("A rule.\n", 3000))
	for _, profile := range []string{"claude-code", "yume-openai", "template"} {
		r := request("Me. [file:CLAUDE.md]")
		r.Profile, r.Config.Budgets = profile, map[string]int{"claude": 1, "openai": 1}
		whole := render(t, New(world), r).Whole.All().Tokens.Tokens
		r.Fit, r.FitTo = true, whole-1000
		res := render(t, New(world), r)
		f := res.Fit
		if f == nil || f.Limit != (budget.Limit{Provider: budget.User, Unit: budget.Tokens, Max: whole - 1000, Source: budget.Typed}) {
			t.Fatalf("%s: %+v", profile, f)
		}
		if f.Before != whole || f.Used != res.Whole.All().Tokens.Tokens || !f.Fits() || len(f.Steps) == 0 {
			t.Errorf("%s: %d of %d before, %d of %d now, %d steps", profile, f.Before, whole, f.Used, res.Whole.All().Tokens.Tokens, len(f.Steps))
		}
		everyByteHasAnOrigin(t, profile, res)
		r.FitTo = whole
		if f := render(t, New(world), r).Fit; len(f.Steps) != 0 || f.Used != whole {
			t.Errorf("%s: a limit that is just met: %+v", profile, f)
		}
		r.FitTo = 1
		f = render(t, New(world), r).Fit
		if f.Fits() || !slices.ContainsFunc(f.Problems, func(p diag.Problem) bool { return strings.HasSuffix(p.Message, " too many for your limit") }) {
			t.Errorf("%s: %d tokens fit in 1: %v", profile, f.Used, f.Problems)
		}
	}
}
