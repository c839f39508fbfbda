package claudecode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestReportedOfClaude(t *testing.T) {
	t.Run("rules with paths in folders", func(t *testing.T) {
		w := agenttest.Repository().File("/p/.claude/rules/api/r.md", "---\npaths: src/api/**\n---\nR").File("/p/src/api/x.ts", "")
		agenttest.Say(t, w, "claude-code", "/p", discovery.Options{File: "/p/src/api/x.ts"}, "/p/.claude/rules/api/r.md: on demand", "/p/.claude/rules/api/r.md: src/api/** covers src/api/x.ts")
	})
	t.Run("rules with paths are not loaded at the start", func(t *testing.T) {
		trace := agenttest.Say(t, agenttest.Repository().File("/p/.claude/rules/t.md", "---\npaths: \"src/x/**\"\n---\nR"), "claude-code", "/p", discovery.Options{}, "/p/.claude/rules/t.md: on demand")
		if trace.Text.Len() != 0 {
			t.Error(trace.Text.String())
		}
	})
	t.Run("an added directory's file is left out without a sign", func(t *testing.T) {
		agenttest.Say(t, agenttest.Bare().File("/ws2/CLAUDE.md", "c"), "claude-code", "/ws1", discovery.Options{Directories: []string{"/ws2"}},
			"/ws2/CLAUDE.md: CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD")
	})
	t.Run("imports of a file above stay literal from below", func(t *testing.T) {
		w := agenttest.Repository().File("/p/CLAUDE.md", "@RULES.md").File("/p/RULES.md", "r")
		agenttest.Say(t, w, "claude-code", "/p/sub", discovery.Options{}, "/p/RULES.md: was not approved", "/p/CLAUDE.md: it is outside /p/sub")
	})
	t.Run("an import from outside stays literal", func(t *testing.T) {
		agenttest.Say(t, agenttest.Bare().File("/X.md", "x").File("/p/CLAUDE.md", "@../X.md"), "claude-code", "/p", discovery.Options{}, "/p/CLAUDE.md: Claude Code asks once")
	})
	t.Run("an import that leads nowhere fails without a sign", func(t *testing.T) {
		w := agenttest.Repository().File("/p/CLAUDE.md", "@memory/MEMORY.md").File("/p/memory/MEMORY.md", "@leaf.md").File("/p/leaf.md", "l")
		agenttest.Say(t, w, "claude-code", "/p", discovery.Options{}, "/p/memory/MEMORY.md: @leaf.md not loaded it does not exist")
	})
	t.Run("the file above a worktree of another repository", func(t *testing.T) {
		w := agenttest.Bare().Dir("/fleet/.git").File("/fleet/CLAUDE.md", "c").File("/fleet/child/.git", "gitdir: x")
		agenttest.Say(t, w, "claude-code", "/fleet/child", discovery.Options{}, "/fleet/CLAUDE.md: loaded")
	})
	t.Run("a worktree in its repository loads each file twice", func(t *testing.T) {
		w := agenttest.Repository().File("/p/CLAUDE.md", "same").File("/p/.claude/worktrees/w/CLAUDE.md", "same").File("/p/.claude/worktrees/w/.git", "gitdir: x")
		agenttest.Say(t, w, "claude-code", "/p/.claude/worktrees/w", discovery.Options{},
			"/p/.claude/worktrees/w/CLAUDE.md: loaded", "/p/.claude/worktrees/w/CLAUDE.md: the same as in /p/CLAUDE.md")
	})
	t.Run("a worktree's copy of a rule with paths", func(t *testing.T) {
		const rule = "---\npaths: src/**\n---\nR"
		w := agenttest.Repository().File("/p/.claude/rules/r.md", rule).File("/p/.worktrees/w/.claude/rules/r.md", rule)
		agenttest.Say(t, w, "claude-code", "/p", discovery.Options{}, "/p/.claude/rules/r.md: on demand", "/p/.worktrees/w/.claude/rules/r.md: on demand")
	})
	t.Run("a file of another folder is for that folder", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/p/a/CLAUDE.md", "a").File("/p/b/x", ""), "claude-code", "/p", discovery.Options{File: "/p/b/x"}, "/p/a/CLAUDE.md: applies to files below /p/a")
	})
	t.Run("a long memory drops its newest entries", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/h/.claude/projects/-p/memory/MEMORY.md", strings.Repeat(strings.Repeat("x", 299)+"\n", 100)), "claude-code", "/p", discovery.Options{},
			"/h/.claude/projects/-p/memory/MEMORY.md: 25600 of 30000 bytes")
	})
}
