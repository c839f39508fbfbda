package agent_test

import (
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// Files whose path is one slip off from that of a command, skill, sub-agent or rule. Doctor and
// explain say which path was meant. They say nothing if the agent accepts the path.
func TestSlipsInFolders(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ agent, file, hint string }{
		{"claude-code", ".claude/command/x.md", "move it to /p/.claude/commands/x.md"},
		{"claude-code", ".claude/commands/x.txt", "rename it to x.md"},
		{"claude-code", ".claude/commands/x.sh", ""},
		{"claude-code", ".claude/commands/README.md", ""},
		{"claude-code", ".claude/agent/x.md", "move it to /p/.claude/agents/x.md"},
		{"copilot-cli", ".claude/command/x.md", "move it to /p/.claude/commands/x.md"},
		{"copilot-cli", ".github/agent/x.agent.md", "move it to /p/.github/agents/x.agent.md"},
		{"copilot-cli", ".github/instruction/x.instructions.md", "move it to /p/.github/instructions/x.instructions.md"},
		{"copilot-cli", "copilot-instruction.md", "move it to /p/.github/copilot-instructions.md"},
		{"copilot-cli", "copilot-instructions.md", "move it to /p/.github/copilot-instructions.md"},
		{"gemini-cli", ".gemini/command/x.toml", "move it to /p/.gemini/commands/x.toml"},
		{"gemini-cli", ".gemini/command/x.md", "move it to /p/.gemini/commands/x.toml"},
		{"gemini-cli", ".gemini/commands/x.md", "rename it to x.toml"},
		{"opencode", ".opencode/command/x.md", ""},
		{"opencode", ".opencode/commands/x.md", ""},
		{"opencode", ".opencode/agent/x.md", ""},
		{"opencode", ".opencode/agents/x.md", ""},
		{"opencode", ".opencode/skill/x/SKILL.md", ""},
		{"opencode", ".opencode/comands/x.md", "move it to /p/.opencode/commands/x.md"},
		{"kilo", ".kilo/workflow/x.md", "move it to /p/.kilo/workflows/x.md"},
		{"kilo", ".kilo/commands/x.md", ""},
		{"qwen-code", ".qwen/command/x.toml", "move it to /p/.qwen/commands/x.toml"},
		{"pi", ".pi/prompt/x.md", "move it to /p/.pi/prompts/x.md"},
		{"pi", "SYSTEM.md", ""},
		{"crush", ".crush/command/x.md", "move it to /p/.crush/commands/x.md"},
		{"cline-cli", ".cline/workflow/x.md", "move it to /p/.cline/workflows/x.md"},
		{"codex", ".codex/agent/x.toml", "move it to /p/.codex/agents/x.toml"},
		{"codex", ".codex/agents/x.md", "rename it to x.toml"},
		{"codex", "Skill.md", "move it to /p/.agents/skills/NAME/SKILL.md"},
		{"claude-code", "SKILLS.md", "move it to /p/.claude/skills/NAME/SKILL.md"},
		{"claude-code", "SKILL.md", ""},
		{"codex", "docs/SKILLS.md", ""},
		{"codex", ".claude/skills/x/SKILLS.md", ""},
		{"junie", "guidelines.md", ""},
	} {
		w, hints := nearMisses(t, tt.agent, tt.file)
		if hints != tt.hint {
			t.Errorf("doctor %s, %s: %q, want %q", tt.agent, tt.file, hints, tt.hint)
		}
		for _, a := range answersFor(t, w, "/p/"+tt.file, tt.agent) {
			if tt.hint != "" && (a.Verdict != discovery.NotLoaded || !strings.HasSuffix(a.Remedy, tt.hint) || !strings.HasPrefix(a.Meant, "/p/")) {
				t.Errorf("explain %s, %s: %s, %q, meant %q, want %q", tt.agent, tt.file, a.Verdict, a.Remedy, a.Meant, tt.hint)
			}
		}
	}
}

// A file in a directory that branches off the way from the root to the session's directory is not
// said to lie above the session's directory.
func TestAFileBesideTheWayIsNotCalledAbove(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().Dir("/p/web/src").File("/p/ee/AGENTS.md", "Be brief.\n")
	a, version, err := agent.Known().Lookup("opencode")
	if err != nil {
		t.Fatal(err)
	}
	found, err := discovery.Explain(t.Context(), w, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: "/p/web/src"}, "/p/ee/AGENTS.md")
	if err != nil || len(found) != 1 || !strings.HasPrefix(found[0].Why, "the agent looks only in the directories from the root down") {
		t.Errorf("%v, %+v", err, found)
	}
}
