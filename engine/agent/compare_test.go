package agent_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
)

// compared assembles a scenario under two profiles and compares the prompts.
func compared(t *testing.T, toml, a, b string) (profile.Comparison, profile.Side, profile.Side) {
	t.Helper()
	s, wrong := scenario.Parse("s.toml", toml)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	w := facts.NewMemory().Env("HOME", "/home/u").File("/p/a.go", "A").File("/p/GEMINI.md", "be brief").File("/p/AGENTS.md", "be kind")
	side := func(name string) profile.Side {
		p, problems := agent.Known().Profile(name)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		made, _ := p.Assemble(context.Background(), profile.Input{BuiltIn: true, Cwd: "/p", Scenario: s, World: w})
		return profile.Side{Profile: p, Prompt: made}
	}
	x, y := side(a), side(b)
	return profile.Compare(x, y), x, y
}

const comparedSession = `
model = "gemini-2.5-pro"
modifiers = ["EnvironmentContext", "DirectoryContext", "CoreSystemPrompt", "IdeContext", "Memory", "ToolInjection"]
ide = {active_file = "a.go"}
memory = {user = '{"tabs": true}'}
tools = [{name = "t", description = "d"}]
`

func row(t *testing.T, c profile.Comparison, e prompt.Element) profile.Row {
	t.Helper()
	i := slices.IndexFunc(c.Rows, func(r profile.Row) bool { return r.Element == e })
	if i < 0 {
		t.Fatalf("no row %s in %+v", e, c.Rows)
	}
	return c.Rows[i]
}

func TestEachElementNamesItsProvider(t *testing.T) {
	c, _, _ := compared(t, comparedSession, "gemini-cli@0.28", "codebolt")
	if c.A != "gemini-cli@0.28.2" || c.B != "codebolt@5.0.7" {
		t.Errorf("compared %s and %s", c.A, c.B)
	}
	for _, want := range []struct {
		element prompt.Element
		a, b    string // the blocks of each profile that contain the element
	}{
		{prompt.Date, "getInitialChatHistory", "EnvironmentContextModifier"},
		{prompt.OperatingSystem, "getInitialChatHistory", "EnvironmentContextModifier"},
		{prompt.Directory, "getInitialChatHistory", "EnvironmentContextModifier DirectoryContextModifier"},
		{prompt.Temporary, "getInitialChatHistory", ""},
		{prompt.Editor, "", "IdeContextModifier"},
		{prompt.Tools, "getFunctionDeclarations", "ToolInjectionModifier"},
		{prompt.Memory, "renderUserMemory", "GeminiMemoryModifier"},
	} {
		r := row(t, c, want.element)
		if a, b := strings.Join(r.A.From, " "), strings.Join(r.B.From, " "); a != want.a || b != want.b {
			t.Errorf("%s: %q and %q, want %q and %q", want.element, a, b, want.a, want.b)
		}
	}
	covered, of := profile.Covered(c.Context())
	if of != 6 || covered != 5 { // all but the temporary directory
		t.Errorf("%d of %d covered: %+v", covered, of, c.Context())
	}
}

func TestLifetimeOfElementsMeasuredAndDocumented(t *testing.T) {
	c, _, _ := compared(t, comparedSession, "gemini-cli@0.28", "codebolt")
	date := row(t, c, prompt.Date)
	if date.B.Lifetime != prompt.Turn || date.B.Documented != "session start (static)" || !slices.Equal(date.B.Changes, []string{"message"}) {
		t.Errorf("codebolt's date: %+v", date.B)
	}
	if date.A.Lifetime != prompt.Session {
		t.Errorf("gemini's date: %+v", date.A)
	}
	if r := row(t, c, prompt.Identity); r.B.Lifetime != prompt.Static || len(r.B.Changes) > 0 || !slices.Contains(r.A.Changes, "model") {
		t.Errorf("identity: %+v", r)
	}
	if r := row(t, c, prompt.Tools); !slices.Equal(r.A.Changes, []string{"model", "mode", "tools"}) || r.B.Documented != "when tools change" {
		t.Errorf("tools: %+v", r)
	}
}

func TestSectionsNameTheirCounterparts(t *testing.T) {
	c, a, _ := compared(t, comparedSession, "gemini-cli@0.28", "codebolt")
	blocks := 0
	for _, m := range a.Prompt.Messages {
		blocks += len(m.Blocks)
	}
	if len(c.SectionsA) != blocks {
		t.Errorf("%d sections of %d blocks", len(c.SectionsA), blocks)
	}
	at := slices.IndexFunc(c.SectionsA, func(s profile.Section) bool { return s.ID == "preamble" })
	if s := c.SectionsA[at]; s.From != "renderPreamble" || !slices.Equal(s.Other, []string{"core"}) || s.StandIn != s.Size.Bytes {
		t.Errorf("preamble: %+v", s)
	}
	at = slices.IndexFunc(c.SectionsB, func(s profile.Section) bool { return s.ID == "environment" })
	if s := c.SectionsB[at]; !slices.Contains(s.Other, "setup") || s.Role != prompt.User {
		t.Errorf("environment: %+v", s)
	}
}

func TestSizesOfThePartsSumToThePrompts(t *testing.T) {
	for _, names := range [][2]string{{"gemini-cli", "codebolt"}, {"yume-gemini", "pilotdeck"}, {"template", "codebolt"}} {
		c, a, b := compared(t, comparedSession, names[0], names[1])
		whole := func(s profile.Side) (l source.Length) {
			for _, m := range s.Prompt.Messages {
				l = l.Add(m.Text().Measure())
			}
			for _, one := range s.Prompt.Tools {
				l = l.Add(one.Declaration.Measure())
			}
			return l
		}
		total := c.Sizes[len(c.Sizes)-1]
		if total.Part != profile.Total || total.A != whole(a) || total.B != whole(b) {
			t.Errorf("%v: total %+v, want %+v and %+v", names, total, whole(a), whole(b))
		}
		var sum source.Length
		for _, s := range c.Sizes[:len(c.Sizes)-1] {
			sum = sum.Add(s.B)
		}
		if sum != total.B {
			t.Errorf("%v: the parts are %+v, the total %+v", names, sum, total.B)
		}
	}
}

func TestEveryBlockOfEveryProfileSaysWhoAddsIt(t *testing.T) {
	for _, p := range agent.Known().Profiles() {
		_, side, _ := compared(t, comparedSession+"permission_mode = 'plan'\n", profile.FullName(p), "template")
		for _, m := range side.Prompt.Messages {
			for _, b := range m.Blocks {
				if b.Maker() == "" {
					t.Errorf("%s: nobody provides %s", profile.FullName(p), b.ID)
				}
			}
		}
	}
}

// In a profile that is only a sketch, a section is attributed to its agent, and the block of a rule
// file names the file.
func TestSketchNamesItsAgentAndRuleFiles(t *testing.T) {
	c, _, _ := compared(t, "", "gemini-cli", "kilo")
	want := map[string][2]string{
		"opening": {"Kilo CLI", "identity"}, "env": {"Kilo CLI", "directory"}, "rules": {"/p/AGENTS.md", "memory"},
	}
	for _, s := range c.SectionsB {
		if w, ok := want[s.ID]; ok && w == [2]string{s.From, string(s.Element)} {
			delete(want, s.ID)
		}
	}
	if len(want) > 0 {
		t.Errorf("%v are not among %+v", want, c.SectionsB)
	}
}
