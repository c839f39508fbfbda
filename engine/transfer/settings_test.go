package transfer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestSettingsAreExtended(t *testing.T) {
	t.Parallel()
	list := key{keys: []string{"read"}}
	for _, c := range []struct{ file, text, want, err string }{
		{"a.toml", "b = 1\n", "read = [\"x\"]\nb = 1\n", ""}, {"a.toml", "read = []\n", "", "it is written in a form that galley does not change"},
		{"a.toml", "=", "", "it cannot be read: "}, {"a.yml", "b: 1", "b: 1\nread:\n  - x\n", ""}, {"a.yml", "read: [a]\n", "", "it is written in a form that galley does not change"},
		{"a.yml", " {b: 1}", "", "it is written in a form that galley does not change"}, {"a.yml", "b: 1\n...\n", "", "it is written in a form that galley does not change"},
		{"a.yml", "a: [", "", "it cannot be read: "}, {"a.json", " \n", "{\n  \"read\": [\"f\", \"x\"]\n}\n", ""}, {"a.json", "[", "", "it cannot be read: "},
	} {
		got, err := list.add(c.file, c.text, []string{"f"}, "x")
		if got != c.want || (err != nil) != (c.err != "") || err != nil && !strings.HasPrefix(why(err), c.err) {
			t.Errorf("%s %q: %q, %v", c.file, c.text, got, err)
		}
	}
	w := facts.NewMemory().File("/p/docs/A.md", "One.\n").File("/p/A.md", "One.\n").Dir("/p/.aider.conf.yml").File("/p/opencode.jsonc", "{}").File("/p/opencode.json", "{}").File("/p/.qwen/settings.json", `{"context": {"fileName": ["docs/A.md"]}}`)
	gemini := discovery.SurveyAgent{Agent: "gemini-cli", Looks: discovery.RuleNames{Names: []string{"GEMINI.md", "x"}}}
	deep, flat := plannerOf(w, "/p/docs/A.md", gemini), plannerOf(w, "/p/A.md")
	flat.plan.Changes = []Change{{Path: "/p/kilo.json"}}
	for _, c := range []struct {
		p           *planner
		agent, want string // want is the path, whether the file is made, its text, and what is lost; "" without a change
	}{
		{deep, "claude-code", ""}, {deep, "codex", ""}, {deep, "aider", ""}, {flat, "kilo", ""}, {deep, "qwen-code", ""},
		{deep, "opencode", `/p/opencode.jsonc false "{\n  \"instructions\": [\"docs/A.md\"]\n}" []`},
		{flat, "codex", `/p/.codex/config.toml true "project_doc_fallback_filenames = [\"A.md\"]\n" ["the agent then also loads files of this name from other directories of the project that have no AGENTS.md"]`},
		{deep, "gemini-cli", `/p/.gemini/settings.json true "{\n  \"context\": {\"fileName\": [\"GEMINI.md\", \"docs/A.md\"]}\n}\n" ["the agent then also loads files of this name from other directories where it looks"]`},
	} {
		got := ""
		if change, ok := c.p.setting(c.agent); ok {
			got = fmt.Sprintf("%s %v %q %q", change.Path, change.Made, change.After, change.Lost)
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.agent, got, c.want)
		}
	}
	if !slices.Equal(deep.blocked, []string{".aider.conf.yml is not a file: move it away"}) {
		t.Errorf("blocked: %q", deep.blocked)
	}
}
