package report_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/report"
)

// What sessions of the programs showed, that were compacted because their context was full.
func TestWhatSurvivesACompaction(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "Do so.\n").File("/p/CLAUDE.md", "Do so.\n").File("/p/QWEN.md", "Do so.\n").
		File("/p/src/AGENTS.md", "And so.\n").File("/p/src/CLAUDE.md", "And so.\n")
	for _, tt := range []struct{ agent, what, want string }{
		{"claude-code", "rule files at launch", "read again and sent"},
		{"claude-code", "rule files below the directory", "gone until a tool reaches its files again"},
		{"codex", "rule files at launch", "read again and sent"},
		{"opencode", "rule files at launch", "read again and sent"},
		{"opencode", "rule files below the directory", "gone until a tool reaches its files again"},
		{"qwen-code", "rule files at launch", "not known"},
	} {
		agents := agent.Known()
		found, version, err := agents.Lookup(tt.agent)
		if err != nil {
			t.Fatal(err)
		}
		traces, _, err := discovery.Survey(context.Background(), w, []discovery.Asked{found.Asked(version)}, discovery.Options{Cwd: "/p"})
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
					got = fmt.Sprint(row)
				}
			}
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s, %s: %q, want %q\n%s", tt.agent, tt.what, got, tt.want, b.String())
		}
	}
}
