package variable

import (
	"context"
	"testing"

	"galley/engine/facts"
	"galley/engine/tool"
)

// The type tool is an extension of the language. If it is off, it is an unknown type. If it is on,
// [tool:NAME] becomes the agent's own name for the tool.
func TestToolNamesAreTheAgentsOwn(t *testing.T) {
	names := tool.Names{"edit": "replace", "ls": "LS"}
	for _, c := range []struct {
		tools      bool
		agent, key string
		state      State
		text       string
	}{
		{false, "gemini-cli", "tool:read_file", Unknown, ""},
		{true, "gemini-cli@0.61.0", "tool:edit", Present, "replace"},
		{true, "yume-gemini", "tool:ls", Present, "LS"},
		{true, "codebolt", "tool:memory", Missing, ""},
		{true, "gemini-cli", "tool:reed_file", Unknown, ""},
	} {
		v := Resolve(context.Background(), facts.NewMemory(), Context{Tools: c.tools, Agent: c.agent, ToolNames: &names}, []string{c.key}, nil).Lookup(c.key)
		if v.State != c.state || v.Text != c.text {
			t.Errorf("%s for %s: %s %q, want %s %q", c.key, c.agent, v.State, v.Text, c.state, c.text)
		}
	}
	for _, row := range Catalogue() {
		if row.Type == TypeTool {
			t.Error("the published catalogue contains the extension")
		}
	}
}
