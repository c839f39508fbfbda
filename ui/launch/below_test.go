package launch

import (
	"context"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/wire"
)

// TestRuleFilesInToolResultsAreTheUsersFiles reads a request of a session in which the result of a
// read tool contains the rule file of a directory. Its bytes must count as the file's, not as the
// agent's words.
func TestRuleFilesInToolResultsAreTheUsersFiles(t *testing.T) {
	t.Parallel()
	const rule = "Tests of this directory run against the made-up database."
	w := facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git").File("/p/AGENTS.md", "Rules at the root of the project.\n").File("/p/sub/AGENTS.md", rule+"\n").File("/p/sub/x.go", "x\n")
	body := `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"You are it.\nInstructions from: /p/AGENTS.md\nRules at the root of the project."}],
"tools":[{"name":"read","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"hi"},
{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"read","input":{"filePath":"/p/sub/x.go"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x\n\n<system-reminder>\nInstructions from: /p/sub/AGENTS.md\n` + rule + `\n</system-reminder>"}]}]}`
	c := &capture.Capture{Agent: "opencode", Form: wire.Anthropic, Body: []byte(body), Cwd: "/p", Project: "/p"}
	if err := Understand(context.Background(), Options{Agent: "opencode", Agents: agent.Known(), World: w, Cwd: "/p"}, c); err != nil {
		t.Fatal(err)
	}
	r, err := c.Request()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Attribution.Map().Spans {
		if _, text := r.At(s.Place); s.Origin.Source == "/p/sub/AGENTS.md" && s.Origin.Kind == source.File && strings.Contains(text[s.Start:s.End], rule) {
			return
		}
	}
	t.Errorf("no bytes are the file's: %+v", c.Attribution.Spans)
}

// Only the rule files that an agent loads when a tool reaches their directory are added, and each
// only once.
func TestRuleFilesThatWaitAreAddedOnce(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git").File("/p/AGENTS.md", "Root.\n").File("/p/sub/AGENTS.md", "Sub.\n").File("/p/sub/CLAUDE.md", "No.\n").
		File("/p/.opencode/skills/s/SKILL.md", "---\nname: s\ndescription: d\n---\nx\n")
	o := Options{Agent: "opencode", Agents: agent.Known(), World: w, Cwd: "/p"}
	c := &capture.Capture{Agent: "opencode", Form: wire.Anthropic, Body: []byte(`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]}`)}
	first := Discover(context.Background(), o, "")
	more := withReached(context.Background(), o, c, first)
	var added []string
	for _, x := range more.Candidates[len(first.Candidates):] {
		added = append(added, x.Path)
	}
	if len(added) != 1 || added[0] != "/p/sub/AGENTS.md" {
		t.Errorf("added are %q", added)
	}
	if again := withReached(context.Background(), o, c, more); len(again.Candidates) != len(more.Candidates) {
		t.Errorf("added twice: %+v", again.Candidates[len(more.Candidates):])
	}
}
