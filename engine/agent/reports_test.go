package agent_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/goose"
	"galley/engine/discovery"
)

// Faults that users reported of agents. Each row is named after its fault; galley must say what
// happened and why.

func TestReportedOfEditors(t *testing.T) {
	t.Run("a pattern without directories", func(t *testing.T) {
		w := agenttest.Repository().File("/p/.github/instructions/s.instructions.md", "---\napplyTo: '*.scss'\n---\nS")
		agenttest.Say(t, w, "vscode", "/p", discovery.Options{File: "/p/a/b.scss"}, "/p/.github/instructions/s.instructions.md: **/*.scss does")
	})
	t.Run("a file without a header never applies", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/p/.github/instructions/e.instructions.md", "E"), "vscode", "/p", discovery.Options{},
			"/p/.github/instructions/e.instructions.md: without applyTo it is sent only when you attach it")
	})
	t.Run("a rule that always applies is absent until it also has globs", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/p/.cursor/rules/a.mdc", "---\nalwaysApply: true\n---\nA"), "cursor", "/p", discovery.Options{}, "/p/.cursor/rules/a.mdc: until it also has globs")
	})
	t.Run("Zed reads the root's file alone", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/packages/api/AGENTS.md", "b"), "zed", "/p", discovery.Options{}, "/p/packages/api/AGENTS.md: below the working directory")
	})
	t.Run("AGENTS.md comes before CLAUDE.md in Zed", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/CLAUDE.md", "c"), "zed", "/p", discovery.Options{}, "/p/CLAUDE.md: /p/AGENTS.md comes first")
	})
	t.Run("Goose reads no hints below", func(t *testing.T) {
		w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/frontend/AGENTS.md", "b")
		agenttest.Say(t, w, "goose@0086ae6", "/p", discovery.Options{}, "/p/frontend/AGENTS.md: "+goose.HintVariable)
		agenttest.Say(t, w, "goose", "/p", discovery.Options{}, "/p/frontend/AGENTS.md: when a tool reaches /p/frontend")
	})
	t.Run("Crush swallows a directory whole", func(t *testing.T) {
		w := agenttest.Repository()
		for i := range 30 {
			w.File(fmt.Sprintf("/p/.cursor/rules/%d.mdc", i), strings.Repeat("x", 1000))
		}
		trace := agenttest.Say(t, w, "crush", "/p", discovery.Options{}, "note: all 30 files below it are loaded")
		if trace.Text.Len() < 30_000 {
			t.Error(trace.Text.Len())
		}
	})
	t.Run("AGENTS.md in Cline's global folder is seen and not active", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/h/Documents/Cline/Rules/AGENTS.md", "a"), "cline", "/p", discovery.Options{}, "note: listed, but not active")
	})
	t.Run("a pair of names for one file is taken twice", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/p/AGENTS.md", "rules").Link("/p/CLAUDE.md", "AGENTS.md"), "crush", "/p", discovery.Options{}, "/p/CLAUDE.md: loaded", "/p/CLAUDE.md: the same as in /p/AGENTS.md")
	})
	t.Run("a link that was checked out as a file", func(t *testing.T) {
		for _, agent := range []string{"crush", "claude-code"} {
			agenttest.Say(t, agenttest.Repository().File("/p/AGENTS.md", "rules").File("/p/CLAUDE.md", "AGENTS.md"), agent, "/p", discovery.Options{}, `/p/CLAUDE.md: its text is only "AGENTS.md"`)
		}
	})
}
