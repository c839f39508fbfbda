package agent_test

import (
	"fmt"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// If the session is in the home, the folders of the project are those of the user. A file in them
// must be listed once, unless the agent sends it twice. Continue was seen to send its rules and
// skills twice.
func TestAFileInTheHomeIsListedOnce(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("HOME", "/h").Dir("/h/.git").File("/h/AGENTS.md", "top\n").Dir("/h/.clinerules")
	for _, dir := range []string{".agents", ".claude", ".cline", ".codex", ".config/crush", ".config/opencode", ".continue", ".copilot", ".crush", ".gemini", ".github", ".junie", ".kilo", ".kilocode", ".opencode", ".pi", ".qwen"} {
		for _, name := range []string{"AGENTS.md", "QWEN.md", "CRUSH.md", "agents/a.md", "commands/c.md", "hooks/h.sh", "plugins/p.js", "rules/r.md", "rules/x.mdc", "workflows/w.md"} {
			w.File("/h/"+dir+"/"+name, "---\nname: n\ndescription: d\n---\n"+dir+"\n")
		}
		w.File("/h/"+dir+"/skills/s/SKILL.md", "---\nname: s\ndescription: d\n---\nbody\n")
	}
	twice := map[string]string{
		"continue skill /h/.continue/skills/s/SKILL.md": "listed", "continue rule /h/.continue/rules/r.md": "loaded", "continue rule /h/.continue/rules/x.mdc": "not loaded", "continue agent /h/.continue/agents/a.md": "not known",
	}
	for _, a := range agent.Known().Discoverers() {
		if a.Name == "goose" { // nobody has measured whether Goose sends its own AGENTS.md again
			continue
		}
		seen := map[string]int{}
		for _, c := range agenttest.Discover(t, w, a.Name, "/h", discovery.Options{}).Candidates {
			id := fmt.Sprint(a.Name, " ", c.Kind, " ", c.Path)
			if seen[id]++; seen[id] == 2 && twice[id] != string(c.Verdict) {
				t.Errorf("%s is listed again: %s, %s", id, c.Verdict, c.Reason)
			}
		}
		for id, verdict := range twice {
			if seen[id] > 0 && seen[id] != 2 {
				t.Errorf("%s, %s: listed %d times, want 2", id, verdict, seen[id])
			}
		}
	}
}

// CODEX_HOME may be a folder of the project. Codex was seen to send its AGENTS.md once.
func TestCodexHomeInTheProject(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("HOME", "/h").Env("CODEX_HOME", "/p/.codex").Dir("/p/.git").File("/p/AGENTS.md", "project\n").File("/p/.codex/AGENTS.md", "global\n")
	trace := agenttest.Discover(t, w, "codex", "/p", discovery.Options{})
	if found := trace.Find("/p/.codex/AGENTS.md"); len(found) != 1 || found[0].Verdict != discovery.Loaded {
		t.Errorf("got %+v", found)
	}
}
