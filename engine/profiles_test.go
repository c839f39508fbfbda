package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/scenario"
	"galley/engine/source"
	"galley/engine/template"
)

// session returns a scenario with something for every feature of the profiles.
func session(t *testing.T, more string) scenario.Scenario {
	t.Helper()
	s, problems := scenario.Parse("/p/s.toml", `
model = "openai/gpt-5"
directories = ["/more"]
node = "v22.0.0"
append_prompt = "the end"
capabilities = {webAccess = true, subagents = true}
mcp = [{name = "zeta", instructions = "Z"}, {name = "alpha", instructions = "A"}]
commands = [{name = "go", hint = "<where>", description = "Go"}]
skills = [{name = "cook", description = "Cook"}]
`+more)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return s
}

func TestEveryProfileWithAndWithoutATemplateInEachOfItsPlaces(t *testing.T) {
	world := project().Dir("/more").File("/p/CLAUDE.md", "# Project\nrules of the project\n")
	const mine = "My own words in [prompt:cwd].\n"
	for _, p := range agent.Known().Profiles() {
		ways := append([]string{""}, p.TemplateAs()...)
		for _, as := range ways {
			for _, builtIn := range []bool{false, true} {
				name := fmt.Sprintf("%s as %q, built in %v", profile.FullName(p), as, builtIn)
				r := request(mine)
				if builtIn {
					r.Template.Text, r.Template.BuiltIn, r.Template.Path = template.Default, true, ""
				}
				r.Profile, r.Scenario = profile.FullName(p), session(t, "")
				r.Scenario.TemplateAs = as
				res := render(t, New(world), r)
				if res.Profile != profile.FullName(p) {
					t.Fatalf("%s: %s was used", name, res.Profile)
				}
				everyByteHasAnOrigin(t, name, res)
				there := strings.Contains(res.Text.String(), "My own words in /p.")
				none := as == "none" || profile.Makes(p, as) || as == "" && p.TemplateAs()[0] == "none"
				switch {
				case p.Name() == profile.Default:
				case builtIn && strings.Contains(res.Text.String(), "You are a helpful coding assistant."):
					t.Errorf("%s: the built-in template was written for no other agent", name)
				case !builtIn && there == none:
					t.Errorf("%s: template present: %v", name, there)
				}
				for _, pr := range res.Problems {
					if pr.Code == diag.UnknownWord {
						t.Errorf("%s: %s", name, pr.Message)
					}
				}
			}
		}
	}
}

// everyByteHasAnOrigin checks that the pieces of each message cover every byte, and that all of
// them except structure and the template name their source.
func everyByteHasAnOrigin(t *testing.T, name string, res *Result) {
	t.Helper()
	for _, m := range res.Prompt.Messages {
		at := 0
		for _, piece := range m.Text().Pieces() {
			o := piece.Origin
			if o.Source == "" && o.Kind != source.Structure && o.Kind != source.Template || o.Span.Len() < 0 || piece.Text == "" {
				t.Errorf("%s: at byte %d: %+v", name, at, piece)
			}
			at += len(piece.Text)
		}
		if at != m.Text().Len() {
			t.Errorf("%s: %d bytes of %d", name, at, m.Text().Len())
		}
	}
}

func TestInvalidUseOfTheTemplateIsReported(t *testing.T) {
	r := request("x")
	r.Profile = "pilotdeck"
	r.Scenario = session(t, "")
	r.Scenario.TemplateAs = "costum"
	res := render(t, New(project()), r)
	i := slices.IndexFunc(res.Problems, func(p diag.Problem) bool { return p.Code == diag.UnknownWord })
	if i < 0 || res.Problems[i].Hint != "did you mean custom?" || !strings.HasPrefix(res.System.String(), "x\n\n") {
		t.Errorf("%+v\n%s", res.Problems, res.System)
	}
}

func TestUsersPackReplacesAStandIn(t *testing.T) {
	world := project().File("/packs/pilotdeck/identity.txt", "The real thing.\n").File("/house/skills-intro.txt", "Of the house.\n")
	r := request(template.Default)
	r.Template.BuiltIn, r.Profile, r.Scenario = true, "pilotdeck", session(t, "")
	before := render(t, New(world), r)
	r.Pack = "/packs"
	r.Config.Packs = map[string]string{"pilotdeck": "/house"}
	after := render(t, New(world), r)
	if !strings.HasPrefix(after.System.String(), "The real thing.\n\nPermission mode: default — ") || !strings.Contains(after.System.String(), "\nOf the house.\n- cook — Cook\n") {
		t.Errorf("got %s", after.System)
	}
	standIn := func(res *Result) (n int) {
		for _, m := range res.Prompt.Messages {
			for _, b := range m.Blocks {
				n += b.StandInBytes()
			}
		}
		return n
	}
	if a, b := standIn(before), standIn(after); b == 0 || a <= b {
		t.Errorf("%d bytes of stand-ins, then %d", a, b)
	}
	if !slices.ContainsFunc(after.Questions, func(q facts.Question) bool { return q.Path() == "/packs/pilotdeck/identity.txt" }) {
		t.Error("the watcher does not get the pack")
	}
}

func TestModelOfTheRequestOverridesTheScenario(t *testing.T) {
	r := request("x")
	r.Profile, r.Scenario, r.Provider, r.Model = "pilotdeck", session(t, ""), "p", "m/x"
	if res := render(t, New(project()), r); !strings.Contains(res.System.String(), "\nmodel: p/m/x\n") {
		t.Errorf("got %s", res.System)
	}
}

func TestFitReportsItsSteps(t *testing.T) {
	world := project().File("/p/CLAUDE.md", strings.Repeat("A rule of the project.\n", 2000))
	r := request("Who I am.")
	r.Profile, r.Scenario = "yume-gemini", session(t, "permission_mode = 'interactive'")
	bench := New(world)
	if res := render(t, bench, r); res.Fit != nil || res.Budgets[1].State != "over" {
		t.Errorf("without a request to fit: %+v, %+v", res.Fit, res.Budgets[1])
	}
	r.Fit = true
	steps := func(most int) (string, *Result) {
		r.Config.Budgets = map[string]int{"gemini": most}
		res := render(t, bench, r)
		var names []string
		for _, s := range res.Fit.Steps {
			names = append(names, s.Name)
		}
		return strings.Join(names, ", "), res
	}
	for _, c := range []struct {
		most int
		want string
	}{
		{100000, ""}, {32000, "project instructions"}, {17230, "project instructions, tool definitions, examples"},
		{6000, "project instructions, tool definitions, examples, minimal prompt"},
		{400, "project instructions, tool definitions, examples, minimal prompt, the end"},
	} {
		got, res := steps(c.most)
		if got != c.want || !res.Fit.Fits() || res.Budgets[1].Used > c.most || res.Budgets[1].Used != res.Fit.Used {
			t.Errorf("%d: %s; %d used, the gauge has %d", c.most, got, res.Fit.Used, res.Budgets[1].Used)
		}
		everyByteHasAnOrigin(t, fmt.Sprint(c.most), res)
		warned := slices.ContainsFunc(res.Problems, func(p diag.Problem) bool { return p.Code == diag.OverLimit })
		if warned != (c.most <= 6000) {
			t.Errorf("%d: warned %v", c.most, warned)
		}
		for _, s := range res.Fit.Steps {
			for _, cut := range s.Cuts {
				if s.Name != "project instructions" || c.most < 17230 {
					continue
				}
				for _, b := range res.Prompt.Messages[0].Blocks {
					if b.ID == cut.Block && (b.Text.String()[cut.At:] != cut.Mark || cut.Took.UTF16 != 46000-10000) {
						t.Errorf("%d: the cut is not at byte %d of %s: %+v", c.most, cut.At, b.ID, cut)
					}
				}
			}
		}
	}
	r.Profile = "template"
	if res := render(t, bench, r); res.Fit == nil || res.Fit.Limit.Provider != "openai" {
		t.Errorf("the profile template applies the limit of the model's provider: %+v", res.Fit)
	}
}
