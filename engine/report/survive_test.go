package report_test

import (
	"context"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/report"
)

// Each row was observed in sessions of the agents in which files were changed.
func TestWhatSurvives(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "Do so.\n").File("/p/CLAUDE.md", "Do so.\n").File("/p/QWEN.md", "Do so.\n").
		File("/p/src/AGENTS.md", "And so.\n").File("/p/src/CLAUDE.md", "And so.\n")
	for _, tt := range []struct{ agent, what, want string }{
		{"claude-code", "rule files at launch", "compaction: read again and sent; clear: read again and sent; resume: kept as it was (a file that changed is sent again after the history)"},
		{"claude-code", "rule files below the directory", "compaction: gone until a tool reaches its files again (if it is among the five files read last and the same process compacts, it is read again and sent); clear: gone until a tool reaches its files again; resume: kept as it was (when a tool reaches its files again, it is sent again with its current text)"},
		{"claude-code", "memory", "compaction: read again and sent; clear: read again and sent; resume: kept as it was (a file that changed is sent again after the history)"},
		{"gemini-cli", "rule files at launch", "compaction: sent again as it was read first; clear: sent again as it was read first (the file in the home folder is read again); resume: read again and sent"},
		{"gemini-cli", "rule files below the directory", "compaction: gone for the rest of the session (/clear lets it load again); clear: gone until a tool reaches its files again; resume: kept as it was (when a tool reaches its files again, it is sent again with its current text)"},
		{"qwen-code", "rules for some files", "compaction: gone for the rest of the session; clear: gone for the rest of the session; resume: kept as it was (when a tool reaches its files again, it is sent again with its current text)"},
		{"opencode", "rule files at launch", "compaction: read again and sent; clear: read again and sent; resume: read again and sent"},
		{"opencode", "rule files below the directory", "compaction: gone until a tool reaches its files again; clear: not known; resume: kept as it was"},
		{"codex", "list of skills", "compaction: read again and sent; clear: not known; resume: kept as it was (a list that changed is sent again after the history)"},
		{"pi", "rule files at launch", "compaction: sent again as it was read first; clear: read again and sent; resume: read again and sent"},
		{"copilot-cli", "rules for some files", "compaction: gone for the rest of the session; clear: gone until a tool reaches its files again; resume: gone until a tool reaches its files again"},
		{"continue", "rule files at launch", "compaction: not known; clear: not known; resume: read again and sent"},
		{"aider", "rule files at launch", "compaction: not known; clear: not known; resume: not known"},
	} {
		agents := agent.Known()
		found, version, err := agents.Lookup(tt.agent)
		if err != nil {
			t.Fatal(err)
		}
		traces, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{found.Asked(version)}, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		shape := report.SurviveOf(traces, agents)
		if err := report.SurviveText(&b, shape); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, a := range shape.Agents {
			for _, row := range a.Rows {
				if row.What == tt.what {
					got = outcomes(row)
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s, %s: %q, want %q\n%s", tt.agent, tt.what, got, tt.want, b.String())
		}
	}
}

// outcomes prints on one line what happens to a kind of text.
func outcomes(row report.SurviveRow) string {
	var all []string
	for _, e := range row.Outcomes {
		outcome := e.At + ": " + e.Outcome
		if e.Note != "" {
			outcome += " (" + e.Note + ")"
		}
		all = append(all, outcome)
	}
	return strings.Join(all, "; ")
}
