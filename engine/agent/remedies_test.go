package agent_test

import (
	"context"
	"slices"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/diag"
	"galley/engine/discovery"
)

// Explain and the table of all agents give the same advice about a file that is not loaded. The
// rows of the table are made from the traces alone.
func TestOneRemedyEverywhere(t *testing.T) {
	t.Parallel()
	asked := []discovery.SurveyAgent{agent.Known().Ask("cursor", ""), agent.Known().Ask("claude-code", ""), agent.Known().Ask("codex", ""), agent.Known().Ask("gemini-cli", "")}
	rule := "---\nglobs: src/*.go\nalwaysApply: false\n---\nUse tabs.\n"
	for _, tt := range []struct {
		agent, file string
		files       map[string]string
		want        string
	}{
		{"claude-code", ".cursor/rules/x.mdc", map[string]string{".cursor/rules/x.mdc": rule},
			"make .claude/rules/x.md with the same patterns (galley transfer .cursor/rules/x.mdc --to claude-code, or Transfer in the workbench)"},
		{"claude-code", ".cursor/rules/x;reboot.mdc", map[string]string{".cursor/rules/x;reboot.mdc": rule},
			"make .claude/rules/x;reboot.md with the same patterns (galley transfer '.cursor/rules/x;reboot.mdc' --to claude-code, or Transfer in the workbench)"},
		{"claude-code", ".cursor/rules/x.mdc", map[string]string{".cursor/rules/x.mdc": "---\nalwaysApply: true\n---\nUse tabs.\n"}, "import it from CLAUDE.md with @.cursor/rules/x.mdc"},
		{"codex", ".cursor/rules/x.mdc", map[string]string{".cursor/rules/x.mdc": rule}, "copy its text into AGENTS.md"},
		{"claude-code", "AGENTS.md", map[string]string{"AGENTS.md": "a", "CLAUDE.md": "@docs/style.md", "docs/style.md": "s"}, "import it from CLAUDE.md with @AGENTS.md"},
		{"claude-code", "AGENTS.md", map[string]string{"AGENTS.md": "a", ".claude/CLAUDE.md": "c"}, "import it from .claude/CLAUDE.md with @../AGENTS.md"},
		{"codex", "GEMINI.md", map[string]string{"GEMINI.md": "g", "AGENTS.md": "a"},
			"copy its text into AGENTS.md, which is loaded: the agent uses only one file per directory, so renaming this one does not help"},
		{"codex", "GEMINI.md", map[string]string{"GEMINI.md": "g"}, "name it in project_doc_fallback_filenames in ~/.codex/config.toml"},
	} {
		w := agenttest.Repository().File("/h/.claude/CLAUDE.md", "mine").File("/p/src/a.go", "")
		for name, text := range tt.files {
			w.File("/p/"+name, text)
		}
		i := slices.IndexFunc(asked, func(a discovery.SurveyAgent) bool { return a.Agent == tt.agent })
		answers, err := discovery.Explain(context.Background(), w, asked[i:i+1], discovery.Options{Cwd: "/p"}, "/p/"+tt.file)
		if err != nil || len(answers) != 1 {
			t.Fatal(answers, err)
		}
		if got := answers[0].Remedy; got != tt.want {
			t.Errorf("%s, %s: explain says %q, want %q", tt.agent, tt.file, got, tt.want)
		}
		traces, _, err := discovery.Survey(context.Background(), w, asked, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		table := discovery.NewMatrix(traces)
		r := slices.IndexFunc(table.Rows, func(r discovery.Row) bool { return r.Path == "/p/"+tt.file })
		if r < 0 {
			t.Errorf("no row of %s", tt.file)
			continue
		}
		got := ""
		if c := table.Rows[r].Cells[i].Candidate; c != nil {
			got = traces[i].Remedy(c)
		} else {
			got = discovery.ExplainRow(traces[i], &table.Rows[r]).Remedy
		}
		if got != tt.want {
			t.Errorf("%s, %s: the table says %q, want %q", tt.agent, tt.file, got, tt.want)
		}
	}
}

// Each warning about a header comes with advice.
func TestAHeaderThatTheAgentDoesNotReadHasARemedy(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/src/a.go", "").File("/p/.cursor/rules/x.mdc", "---\nglobs: src/*.go\n---\nUse tabs.\n").File("/p/.claude/rules/y.md", "---\nglobs: src/*.go\n---\nUse tabs.\n")
	for _, tt := range []struct{ agent, want string }{
		{"cline", "write the rule into .clinerules too, with a header that this agent reads"},
		{"claude-code", "correct its front matter"},
	} {
		traces, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{agent.Known().Ask(tt.agent, "")}, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		found := slices.DeleteFunc(discovery.Doctor(context.Background(), w, traces), func(p diag.Problem) bool { return p.Code != diag.FrontMatter })
		if len(found) != 1 || found[0].Hint != tt.want {
			t.Errorf("%s: %+v, want the hint %q", tt.agent, found, tt.want)
		}
	}
}
