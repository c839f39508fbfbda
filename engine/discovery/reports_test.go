package discovery

import (
	"fmt"
	"strings"
	"testing"
)

// What people reported of agents, each named for its fault: galley is to say
// what happened, and why.

func TestReportedOfEditors(t *testing.T) {
	t.Run("a pattern without directories", func(t *testing.T) {
		w := repo().File("/p/.github/instructions/s.instructions.md", "---\napplyTo: '*.scss'\n---\nS")
		say(t, w, "vscode", "/p", Options{File: "/p/a/b.scss"}, "/p/.github/instructions/s.instructions.md: **/*.scss surely does")
	})
	t.Run("a file without a header never applies", func(t *testing.T) {
		say(t, repo().File("/p/.github/instructions/e.instructions.md", "E"), "vscode", "/p", Options{},
			"/p/.github/instructions/e.instructions.md: no applyTo: it counts only when it is attached by hand")
	})
	t.Run("a rule that always applies is absent until it has globs", func(t *testing.T) {
		say(t, repo().File("/p/.cursor/rules/a.mdc", "---\nalwaysApply: true\n---\nA"), "cursor", "/p", Options{}, "/p/.cursor/rules/a.mdc: until it has globs")
	})
	t.Run("Zed reads the root's file alone", func(t *testing.T) {
		say(t, repo().File("/p/AGENTS.md", "a").File("/p/packages/api/AGENTS.md", "b"), "zed", "/p", Options{}, "/p/packages/api/AGENTS.md: below the directory")
	})
	t.Run("AGENTS.md comes before CLAUDE.md in Zed", func(t *testing.T) {
		say(t, repo().File("/p/AGENTS.md", "a").File("/p/CLAUDE.md", "c"), "zed", "/p", Options{}, "/p/CLAUDE.md: /p/AGENTS.md comes first")
	})
	t.Run("Goose reads no hints below", func(t *testing.T) {
		say(t, repo().File("/p/AGENTS.md", "a").File("/p/frontend/AGENTS.md", "b"), "goose", "/p", Options{}, "/p/frontend/AGENTS.md: "+gooseBelow)
	})
	t.Run("Crush swallows a directory whole", func(t *testing.T) {
		w := repo()
		for i := range 30 {
			w.File(fmt.Sprintf("/p/.cursor/rules/%d.mdc", i), strings.Repeat("x", 1000))
		}
		trace := say(t, w, "crush", "/p", Options{}, "note: all 30 files below it are loaded")
		if trace.Text.Len() < 30_000 {
			t.Error(trace.Text.Len())
		}
	})
	t.Run("AGENTS.md in Cline's global folder is seen and not active", func(t *testing.T) {
		say(t, repo().File("/h/Documents/Cline/Rules/AGENTS.md", "a"), "cline", "/p", Options{}, "note: listed, but not active")
	})
	t.Run("a pair of names for one file is taken twice", func(t *testing.T) {
		say(t, repo().File("/p/AGENTS.md", "rules").Link("/p/CLAUDE.md", "AGENTS.md"), "crush", "/p", Options{}, "/p/CLAUDE.md: loaded", "/p/CLAUDE.md: the same as in /p/AGENTS.md")
	})
	t.Run("a link that was checked out as a file", func(t *testing.T) {
		for _, agent := range []string{"crush", "claude-code"} {
			say(t, repo().File("/p/AGENTS.md", "rules").File("/p/CLAUDE.md", "AGENTS.md"), agent, "/p", Options{}, `/p/CLAUDE.md: it reads "AGENTS.md"`)
		}
	})
}
