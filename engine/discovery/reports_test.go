package discovery

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
)

// What people reported of agents, each named for its fault: galley is to say
// what happened, and why.

// say runs an agent and wants each of these on its trace: "PATH: WORDS", where
// the words are in what is said of the path, or "note: WORDS".
func say(t *testing.T, w *facts.Memory, agent, cwd string, o Options, want ...string) *Trace {
	t.Helper()
	trace := discover(t, w.Dir(cwd), agent, cwd, o)
	for _, line := range want {
		at, words, _ := strings.Cut(line, ": ")
		said := strings.Join(trace.Notes, "\n")
		if at != "note" {
			said = ""
			for _, c := range trace.Find(at) {
				said += fmt.Sprintf("%s %s %s %d of %d bytes", c.Verdict, c.Reason.Text(), c.Detail, c.Used, c.Bytes)
				for _, r := range c.Remarks {
					said += "; " + r.Reason.Text() + " " + r.Detail
				}
				for _, in := range c.Imports {
					said += fmt.Sprintf("; %s %s %s %s", in.Ref, in.Verdict, in.Reason.Text(), in.Detail)
				}
			}
		}
		if !strings.Contains(said, words) {
			t.Errorf("of %s %q is not said: %q", at, words, said)
		}
	}
	return trace
}

func bare() *facts.Memory { return facts.NewMemory().Env("HOME", "/h").Dir("/h") }

func TestReportedOfCodex(t *testing.T) {
	t.Run("a long AGENTS.md loses its tail and nobody says so", func(t *testing.T) {
		say(t, repo().File("/p/AGENTS.md", strings.Repeat("x", 40_000)), "codex", "/p", Options{},
			"/p/AGENTS.md: only its beginning is used", "/p/AGENTS.md: 32768 of 40000 bytes", "note: 0 are left")
	})
	t.Run("the root spends the budget of the package", func(t *testing.T) {
		w := repo().File("/p/AGENTS.md", strings.Repeat("x", 30_000)).File("/p/pkg/AGENTS.md", strings.Repeat("é", 2500))
		trace := say(t, w, "codex", "/p/pkg", Options{}, "/p/pkg/AGENTS.md: 2768 of 5000 bytes", "/p/pkg/AGENTS.md: 2768 bytes were left")
		if !strings.HasSuffix(trace.Text.String(), "é") {
			t.Error("2,768 bytes are 1,384 whole letters")
		}
	})
	t.Run("112 bytes over the cap", func(t *testing.T) {
		say(t, bare().File("/p/AGENTS.md", strings.Repeat("x", 32_880)), "codex", "/p", Options{}, "/p/AGENTS.md: 32768 of 32880 bytes")
	})
	t.Run("configured root markers are honoured where a repository lies nearer", func(t *testing.T) {
		w := bare().File("/p/.codex-root", "").File("/p/AGENTS.md", "a").Dir("/p/d/.git").File("/p/d/AGENTS.md", "b").
			File("/h/.codex/config.toml", `project_root_markers = [".codex-root"]`)
		say(t, w, "codex", "/p/d", Options{}, "/p/AGENTS.md: loaded", "/p/d/AGENTS.md: loaded")
	})
	t.Run("a submodule hides its superproject", func(t *testing.T) {
		w := repo().File("/p/AGENTS.md", "a").File("/p/sub/.git", "gitdir: x").File("/p/sub/AGENTS.md", "b")
		say(t, w, "codex", "/p/sub", Options{}, "/p/AGENTS.md: the search ends at /p/sub", "/p/sub/AGENTS.md: loaded")
	})
	t.Run("files below never load", func(t *testing.T) {
		say(t, repo().File("/p/AGENTS.md", "a").File("/p/go/AGENTS.md", "b"), "codex", "/p", Options{},
			"/p/go/AGENTS.md: below the directory", "note: are left for files in directories below")
	})
	t.Run("an untrusted project supplies nothing", func(t *testing.T) {
		w := repo().File("/p/AGENTS.md", "a").File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"untrusted\"\n")
		say(t, w, "codex", "/p", Options{}, `/p/AGENTS.md: trust_level = "untrusted" for /p`)
	})
	t.Run("an untrusted repository covers its directories and worktrees", func(t *testing.T) {
		w := repo().File("/p/.git/HEAD", "ref").File("/p/AGENTS.md", "a").File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"untrusted\"\n").
			File("/w/.git", "gitdir: /p/.git/worktrees/w\n").File("/p/.git/worktrees/w/commondir", "../..\n").File("/w/AGENTS.md", "w")
		say(t, w, "codex", "/p/d", Options{}, "/p/AGENTS.md: not trusted")
		say(t, w, "codex", "/w", Options{}, "/w/AGENTS.md: not trusted")
	})
	t.Run("an untrusted directory that only a marker makes a root does not", func(t *testing.T) {
		w := bare().File("/p/go.work", "").File("/p/AGENTS.md", "a").
			File("/h/.codex/config.toml", "project_root_markers = [\"go.work\"]\n[projects.\"/p\"]\ntrust_level = \"untrusted\"\n")
		say(t, w, "codex", "/p/d", Options{}, "/p/AGENTS.md: loaded")
	})
	t.Run("an empty .git ends the search for files, not that for settings", func(t *testing.T) {
		w := repo().File("/p/AGENTS.md", "a").File("/p/d/TEAM.md", "t").File("/p/.codex/config.toml", `project_doc_fallback_filenames = ["TEAM.md"]`).
			File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"trusted\"\n")
		if got := reasonOf(say(t, w, "codex", "/p/d", Options{}, "/p/AGENTS.md: loaded"), "/p/d/TEAM.md"); got != "" {
			t.Error(got)
		}
		say(t, w.File("/p/.git/HEAD", "ref"), "codex", "/p/d", Options{}, "/p/d/TEAM.md: loaded")
	})
	t.Run("each settings file is trusted by its own directory or the repository", func(t *testing.T) {
		w := repo().File("/p/.git/HEAD", "ref").File("/p/d/e/T2.md", "t").File("/p/d/.codex/config.toml", `project_doc_fallback_filenames = ["T2.md"]`)
		for key, want := range map[string]string{"/p": "loaded", "/p/d": "loaded", "/p/d/e": ""} {
			w.File("/h/.codex/config.toml", "[projects.\""+key+"\"]\ntrust_level = \"trusted\"\n")
			if got := reasonOf(say(t, w, "codex", "/p/d/e", Options{}), "/p/d/e/T2.md"); got != want {
				t.Errorf("trust in %s: %q, want %q", key, got, want)
			}
		}
	})
	t.Run("the project's own settings count when it is trusted", func(t *testing.T) {
		w := repo().File("/p/TEAM.md", "a").File("/p/.codex/config.toml", `project_doc_fallback_filenames = ["TEAM.md"]`)
		if got := reasonOf(say(t, w, "codex", "/p", Options{}), "/p/TEAM.md"); got != "" {
			t.Error(got)
		}
		w.File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"trusted\"\n")
		say(t, w.File("/p/.git/HEAD", "ref"), "codex", "/p", Options{}, "/p/TEAM.md: loaded")
	})
	t.Run("one unreadable file takes all away", func(t *testing.T) {
		w := repo().File("/p/AGENTS.md", "a").File("/p/d/AGENTS.md", "b").Mode("/p/d/AGENTS.md", 0)
		say(t, w, "codex", "/p/d", Options{}, "/p/AGENTS.md: then Codex takes no project file", "/p/d/AGENTS.md: cannot be read")
	})
}

func TestCodexDoesNotStartWithOddSettings(t *testing.T) {
	for text, want := range map[string]string{
		"project_doc_max_bytes = -1": "a number from 0 on", `project_doc_max_bytes = "x"`: "a number", `project_root_markers = "x"`: "a list of strings",
		"project_root_markers = [1]": "a list of strings", `project_doc_fallback_filenames = "x"`: "a list of strings", "broken": "no TOML",
		"[projects.\"/p\"]\ntrust_level = \"no\"": "must be",
	} {
		trace := discover(t, repo().File("/p/AGENTS.md", "a").File("/h/.codex/config.toml", text), "codex", "/p", Options{})
		if trace.Failure == nil || !strings.Contains(trace.Failure.Message, want) || trace.Loaded != nil {
			t.Errorf("%q: %v, loaded %q", text, trace.Failure, trace.Loaded)
		}
	}
	for _, text := range []string{"unknown_key = 1", "project_doc_max_bytes = 99999999999"} {
		trace := discover(t, repo().File("/p/AGENTS.md", "a").File("/h/.codex/config.toml", text), "codex", "/p", Options{})
		if trace.Failure != nil || len(trace.Loaded) != 1 {
			t.Errorf("%q: %v, loaded %q", text, trace.Failure, trace.Loaded)
		}
	}
}

func TestReportedOfClaude(t *testing.T) {
	t.Run("rules with paths in folders", func(t *testing.T) {
		w := repo().File("/p/.claude/rules/api/r.md", "---\npaths: src/api/**\n---\nR").File("/p/src/api/x.ts", "")
		say(t, w, "claude-code", "/p", Options{File: "/p/src/api/x.ts"}, "/p/.claude/rules/api/r.md: on demand", "/p/.claude/rules/api/r.md: src/api/** covers src/api/x.ts")
	})
	t.Run("rules with paths are not loaded at the start", func(t *testing.T) {
		trace := say(t, repo().File("/p/.claude/rules/t.md", "---\npaths: \"src/x/**\"\n---\nR"), "claude-code", "/p", Options{}, "/p/.claude/rules/t.md: on demand")
		if trace.Text.Len() != 0 {
			t.Error(trace.Text.String())
		}
	})
	t.Run("an added directory's file is left out without a sign", func(t *testing.T) {
		say(t, bare().File("/ws2/CLAUDE.md", "c"), "claude-code", "/ws1", Options{Directories: []string{"/ws2"}},
			"/ws2/CLAUDE.md: CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD")
	})
	t.Run("imports of a file above stay literal from below", func(t *testing.T) {
		w := repo().File("/p/CLAUDE.md", "@RULES.md").File("/p/RULES.md", "r")
		say(t, w, "claude-code", "/p/sub", Options{}, "/p/RULES.md: was not approved", "/p/CLAUDE.md: it lies outside /p/sub")
	})
	t.Run("an import from outside stays literal", func(t *testing.T) {
		say(t, bare().File("/X.md", "x").File("/p/CLAUDE.md", "@../X.md"), "claude-code", "/p", Options{}, "/p/CLAUDE.md: Claude Code asks once")
	})
	t.Run("an import that leads nowhere fails without a sign", func(t *testing.T) {
		w := repo().File("/p/CLAUDE.md", "@memory/MEMORY.md").File("/p/memory/MEMORY.md", "@leaf.md").File("/p/leaf.md", "l")
		say(t, w, "claude-code", "/p", Options{}, "/p/memory/MEMORY.md: @leaf.md not loaded there is no such file")
	})
	t.Run("the file just above a worktree", func(t *testing.T) {
		w := bare().Dir("/fleet/.git").File("/fleet/CLAUDE.md", "c").File("/fleet/child/.git", "gitdir: x")
		say(t, w, "claude-code", "/fleet/child", Options{}, "/fleet/CLAUDE.md: people report")
	})
	t.Run("a worktree in its repository loads each file twice", func(t *testing.T) {
		w := repo().File("/p/CLAUDE.md", "same").File("/p/.claude/worktrees/w/CLAUDE.md", "same").File("/p/.claude/worktrees/w/.git", "gitdir: x")
		say(t, w, "claude-code", "/p/.claude/worktrees/w", Options{},
			"/p/.claude/worktrees/w/CLAUDE.md: loaded", "/p/.claude/worktrees/w/CLAUDE.md: the same as in /p/CLAUDE.md")
	})
	t.Run("a worktree's copy of a rule with paths", func(t *testing.T) {
		const rule = "---\npaths: src/**\n---\nR"
		w := repo().File("/p/.claude/rules/r.md", rule).File("/p/.worktrees/w/.claude/rules/r.md", rule)
		say(t, w, "claude-code", "/p", Options{}, "/p/.claude/rules/r.md: on demand", "/p/.worktrees/w/.claude/rules/r.md: not known")
	})
	t.Run("a file of another folder is for that folder", func(t *testing.T) {
		say(t, repo().File("/p/a/CLAUDE.md", "a").File("/p/b/x", ""), "claude-code", "/p", Options{File: "/p/b/x"}, "/p/a/CLAUDE.md: for what lies in /p/a")
	})
	t.Run("a long memory drops its newest entries", func(t *testing.T) {
		say(t, repo().File("/h/.claude/projects/-p/memory/MEMORY.md", strings.Repeat(strings.Repeat("x", 299)+"\n", 100)), "claude-code", "/p", Options{},
			"/h/.claude/projects/-p/memory/MEMORY.md: 25600 of 30000 bytes")
	})
}

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
