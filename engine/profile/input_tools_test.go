package profile

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/scenario"
	"galley/engine/tool"
)

// toolsOf prints the names of the tools that are sent for a scenario, and the problems with them.
// The agent declares read, write and a tool without a definition.
func toolsOf(t *testing.T, toml string) string {
	t.Helper()
	s, problems := scenario.Parse("s.toml", toml)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	defined := tool.Read("", `[{"name":"read","description":"Reads.","inputSchema":{"type":"object"}},{"name":"write","description":"Writes.","inputSchema":{"type":"object"}}]`).Tools
	tools, problems := Input{Scenario: s}.Tools([]string{"read", "gone", "write"}, defined)
	var all []string
	for _, one := range tools {
		all = append(all, one.Named())
	}
	for _, p := range problems {
		all = append(all, fmt.Sprintf("[%s %s: %s; %s]", p.Severity, p.Code, p.Message, p.Hint))
	}
	return strings.Join(all, " ")
}

func TestWhichToolsAreSent(t *testing.T) {
	const gone = "[warning undefined-tool: the tool gone is declared but not defined; it is left out: define it in the scenario's tools]"
	const own = `{name = "own", description = "Owns.", parameters = {type = "object"}}`
	for _, c := range []struct{ name, scenario, want string }{
		{"the agent's", "", "read write " + gone},
		{"one by its name", `tools = ["write"]`, "write"},
		{"one without a definition", `tools = ["gone", "read"]`, "read " + gone},
		{"one of the user's own beside it", `tools = ["read", ` + own + `]`, "read own"},
		{"none", `tools = []`, ""},
		{"only the allowed ones", `allowed_tools = ["write"]`, "write " + gone},
		{"none is allowed", `allowed_tools = []`, gone},
		{"one that is allowed and is not there", `tools = ["read"]` + "\n" + `allowed_tools = ["read", "raed"]`, "read [warning unknown-word: the tool raed is allowed but not among the tools; did you mean read?]"},
	} {
		if got := toolsOf(t, c.scenario); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// If a provider accepts a tool only with changes, the problem names the provider, the first change
// and the number of the others. The scenario must give the provider or the model.
func TestAToolThatAProviderRefusesIsReported(t *testing.T) {
	const odd = `tools = [{name = "a b", description = "D.", parameters = {type = "object", oneOf = [{type = "object"}]}}]` + "\n"
	if got := toolsOf(t, odd); got != "a b" {
		t.Errorf("without a model: %s", got)
	}
	for by, to := range map[string]string{`provider = "anthropic"`: "claude", `model = "claude-sonnet-4-5"`: "claude"} {
		want := "a b [info bad-tool: the tool a b is not in the form that " + to + " accepts: at /name, "
		if got := toolsOf(t, odd+by); !strings.HasPrefix(got, want) || !strings.Contains(got, " (and 1 more); `galley tools FILE --to "+to+"` shows each change]") {
			t.Errorf("%s: %s", by, got)
		}
	}
	if got := toolsOf(t, `tools = ["read"]`+"\n"+`provider = "google"`); got != "read" {
		t.Errorf("a good tool: %s", got)
	}
	if got := toolsOf(t, `provider = "google"`); strings.Contains(got, string(diag.BadTool)) {
		t.Errorf("the agent's own tools are blamed on the scenario: %s", got)
	}
}

func TestChangesToDeclarationsAreNoted(t *testing.T) {
	if tools, notes := (Input{}).DeclaredTo(TargetOf("google", ""), nil); tools != nil || notes != nil {
		t.Errorf("%v, %q", tools, notes)
	}
	one := tool.Read("", `[{"name":"a b","description":"D.","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}}]`).Tools
	tools, notes := Input{}.DeclaredTo(TargetOf("anthropic", ""), one)
	if len(tools) != 1 || len(notes) == 0 || !strings.HasPrefix(notes[0], "the tool a b") || !strings.Contains(notes[0], " for ") {
		t.Errorf("%v, %q", tools, notes)
	}
}
