package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/report"
)

// explained runs a command in a project whose directory sub has rule files of its own. It returns
// both outputs and the exit status.
func explained(t *testing.T, line string) (out, said string, status int) {
	t.Helper()
	var stdout, stderr strings.Builder
	world := facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git").Dir("/q").
		File("/p/AGENTS.md", "Use tabs.\n").File("/p/agent.md", "old\n").File("/p/.cursor/rule/x.mdc", "x\n").File("/p/sub/AGENTS.md", "Sub.\n")
	env := Env{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, World: world, Dir: "/q"}
	status = Run(context.Background(), env, strings.Fields(line))
	return stdout.String(), stderr.String(), status
}

func TestExplainStartsWithTheVerdictAndRemedy(t *testing.T) {
	out, said, status := explained(t, "explain AGENTS.md --cwd /p --agent gemini --agent opencode@1.18.33")
	want := "AGENTS.md: loaded by 1, not loaded by 1 of 2 agents\n\n" +
		"loaded      opencode@1.18.33   10 bytes; [local]; measured on 1.18.33\n" +
		"not loaded  gemini-cli@0.61.0  the agent reads GEMINI.md\n" +
		"                               to change that: trust the folder (agree when Gemini CLI asks at its start), and add \"AGENTS.md\" to context.fileName in .gemini/settings.json, or import it from GEMINI.md with @AGENTS.md\n"
	if status != exitFine || said != "" || out != want {
		t.Errorf("status %d, errors %q, output\n%s\nwant\n%s", status, said, out, want)
	}
}

func TestExplainSuggestsAnotherName(t *testing.T) {
	out, _, _ := explained(t, "explain .cursor/rule/x.mdc --cwd /p --agent cursor")
	if !strings.HasPrefix(out, ".cursor/rule/x.mdc: not loaded; did you mean .cursor/rules/x.mdc?\n") {
		t.Error(out)
	}
}

func TestExplainJSON(t *testing.T) {
	out, _, _ := explained(t, "explain agent.md --cwd /p --agent codex --json")
	var found report.Scan
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		t.Fatal(err)
	}
	if a := found.Agents[0].Answer; a == nil || a.Verdict != "not loaded" || a.Meant != "/p/AGENTS.md" || !strings.Contains(a.Remedy, "already") {
		t.Errorf("%+v", a)
	}
}

func TestAgentsAreFoundByCommonNames(t *testing.T) {
	for called, name := range map[string]string{"claude": "claude-code@", "Gemini CLI": "gemini-cli@", "qwen": "qwen-code@", "copilot": "copilot-cli@", "vscode": "vscode@"} {
		var out strings.Builder
		world := facts.NewMemory().Env("HOME", "/h").Dir("/p")
		if status := Run(context.Background(), Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &strings.Builder{}, World: world, Dir: "/p"}, []string{"scan", "--agent", called}); status != exitFine || !strings.HasPrefix(out.String(), name) {
			t.Errorf("%s: status %d, %s", called, status, out.String())
		}
	}
	if _, said, status := explained(t, "explain AGENTS.md --cwd /p --agent clade"); status != exitUsage || !strings.Contains(said, "did you mean claude-code?") {
		t.Errorf("status %d, said %q", status, said)
	}
}
