package app

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"galley/engine"
	"galley/engine/facts"
	"galley/ui/layout"
)

var someFiles = map[string]string{"AGENTS.md": "Be brief.\n", "docs/style.md": "Short words.\n", "docs/tests.md": "Test it.\n", ".hidden": "x"}

func TestTheVariablesSayWhatEachTagStandsFor(t *testing.T) {
	t.Parallel()
	text := "[file:AGENTS.md]\n[prompt:model] [prompt:model]\n[file:none.md]\n[note:later]\n[git:brnch]\n"
	tell(t, setup{file: "p.md", text: text, files: someFiles}, func(s *story) {
		s.press("alt+2")
		s.sees("✓ file:AGENTS.md", "10 B", "l1", "dynamic")
		s.sees("✓ prompt:model", "claude-sonnet-4-5", "l2 ×2")
		s.sees("– file:none.md", "l3")
		s.sees("✗ note:later", "l4", "✗ git:brnch", "l5")
		s.sees("○ system:hostname", "host", "unused")
	})
}

func TestGitRunsOnceInTheBackground(t *testing.T) {
	t.Parallel()
	git := &countedGit{Memory: facts.NewMemory()}
	b := setup{file: "p.md", text: "plain\n", with: func(o *Options) {
		o.World, o.Engine = git, engine.New(git)
	}}
	tell(t, b, func(s *story) {
		s.misses("git:branch was not asked for").sees("○ git:branch")
		runs := git.runs.Load()
		if runs == 0 {
			t.Error("the inspector shows a state that was not requested")
		}
		s.types("a key or two").types("[git:branch]").sees("– git:branch")
		if now := git.runs.Load(); now != runs {
			t.Errorf("keys ran git %d times", now-runs)
		}
		if s.press("f5"); git.runs.Load() == runs {
			t.Error("git does not run again after a refresh")
		}
	})
}

type countedGit struct {
	*facts.Memory
	runs atomic.Int64
}

func (c *countedGit) Git(ctx context.Context, dir string, args ...string) (facts.GitAnswer, error) {
	c.runs.Add(1)
	return c.Memory.Git(ctx, dir, args...)
}

func TestOverrideUnsetAndResetAVariable(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "on [prompt:model]\n[if prompt:model]known[else]unknown[endif]\n", files: someFiles}, func(s *story) {
		s.prompt("on claude-sonnet-4-5\nknown\n")
		s.press("alt+2", "e").sees("Value of prompt:model", "claude-sonnet-4-5")
		s.press("ctrl+u").types("gpt-5").press("enter").prompt("on gpt-5\nknown\n").sees("● prompt:model", "override")
		s.press("u").prompt("on \nunknown\n").sees("is treated as missing")
		s.press("x").prompt("on claude-sonnet-4-5\nknown\n").misses("override ").sees("prompt:model has its own value again")
		s.press("x").sees("No value is set by hand here")
		s.press("e", "ctrl+u").types("x").press("esc").prompt("on claude-sonnet-4-5\nknown\n")
		s.runs().misses("p.md ●")
	})
}

func TestOverrideMayBeEmptyAndIsNotParsed(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "<[prompt:model]>"}, func(s *story) {
		s.press("alt+2", "e", "ctrl+u", "enter").prompt("<>")
		s.press("e").types("[system:date]").press("enter").prompt("<[system:date]>")
	})
}

func TestFieldKeepsMultilineValues(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[file:a.md]", files: map[string]string{"a.md": "one\n\ttwo\n"}}, func(s *story) {
		s.press("alt+2", "e").sees("Value of file:a.md", "^S accept").types("new").press("enter").types("er").press("ctrl+s").prompt("one\n\ttwo\nnew\ner")
		s.press("x").prompt("one\n\ttwo\n")
	})
}

func TestMultilinePasteIntoAValueKeepsLines(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[prompt:model]"}, func(s *story) {
		s.press("alt+2", "e", "ctrl+u").pastes("one\ntwo\nthree").sees("^S accept", "three").press("ctrl+s").prompt("one\ntwo\nthree")
	})
}

func TestTheFilterNarrowsTheVariablesWhileItIsTyped(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[file:AGENTS.md]", files: someFiles}, func(s *story) {
		s.press("alt+2", "/").types("SYS da").press("enter").sees("filter: SYS da", "system:date").misses("system:time", "prompt:cwd")
		s.press("esc").sees("system:time", "prompt:cwd").misses("filter:")
		s.press("/").types("zzz").sees("No variable matches").press("esc").sees("system:time").misses("No variable")
	})
}

// Requirement builder 11.
func TestAVariableIsInsertedFromTheCatalogue(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "At \n", files: someFiles}, func(s *story) {
		s.press("end", "ctrl+t").sees("Insert a variable", "system:hostname").types("host").press("enter")
		s.text("At [system:hostname]\n").prompt("At host\n").caretAt("[system:hostname]|")
		s.press("ctrl+z").text("At \n")
	})
}

// Requirement builder 40.
func TestAFileIsInsertedByItsPath(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "", files: someFiles}, func(s *story) {
		s.press("alt+i").types("file").press("enter").sees("Insert the text of a file", "AGENTS.md", "docs/").misses(".hidden")
		s.types("do").press("enter").sees("docs/style.md", "docs/tests.md").press("down", "enter")
		s.text("[file:docs/tests.md]").prompt("Test it.\n")
		s.press("ctrl+t").types("file").press("enter").types("not/there.md").press("enter")
		s.text("[file:docs/tests.md][file:not/there.md]")
	})
}

func TestAVariableOfTheListIsInsertedAtTheCaret(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "ab"}, func(s *story) {
		s.press("right", "alt+2").types("jj").press("i").text("a[system:os]b").prompt("alinuxb")
		if s.bench.screen.Focus() != layout.Template {
			t.Error("after an insertion the template does not have the focus")
		}
	})
}

func TestCompletionOffersTypesNamesAndPaths(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "", files: someFiles}, func(s *story) {
		s.types("[").sees("system:time", "Current time")
		s.types("da").press("enter").text("[system:date]").prompt("2026-01-02")
		s.types("[f").sees("file:").press("tab").text("[system:date][file:").sees("file:docs/", "file:AGENTS.md").misses(".hidden")
		s.types("do").press("tab").text("[system:date][file:docs/").sees("file:docs/style.md").types("te").press("tab")
		s.text("[system:date][file:docs/tests.md]").prompt("2026-01-02Test it.\n").misses("docs/style.md")
	})
}

func TestCompletionKnowsConditions(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "", files: someFiles}, func(s *story) {
		s.types("a [if !ho").press("enter").text("a [if !system:hostname][endif]")
		s.types("x[en").press("enter").text("a [if !system:hostname]x[endif]").prompt("a ")
		s.types("[if file:AG").press("enter").text("a [if !system:hostname]x[endif][if file:AGENTS.md][endif]")
	})
}

func TestCompletionNeverInsertsUnasked(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "", files: someFiles}, func(s *story) {
		s.types("[sys").sees("system:os").press("esc").misses("Operating system").text("[sys").press("enter").text("[sys\n")
		s.types("[x](http://y)").press("enter").text("[sys\n[x](http://y)\n")
		s.types("[sy").press("down", "down", "enter")
		if text := s.bench.editor().Text(); !strings.HasPrefix(text, "[sys\n[x](http://y)\n[system:") || !strings.HasSuffix(text, "]") {
			t.Errorf("the chosen variable was not inserted: %q", text)
		}
		s.press("ctrl+a").types("- [ ] a task").press("enter").text("- [ ] a task\n")
	})
}

func TestCompletionIsAskedForByItsKey(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[git:]"}, func(s *story) {
		for range 5 {
			s.press("right")
		}
		s.press("ctrl+@").sees("git:branch", "git:status").types("st").press("enter").text("[git:status]")
	})
}

func TestTabMovesTheFocusWithoutCompletions(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a"}, func(s *story) {
		s.press("tab").text("a")
		if s.bench.screen.Focus() != layout.Variables {
			t.Errorf("Tab moved the focus to %v", s.bench.screen.Focus())
		}
		s.press("tab", "tab", "shift+tab")
		if s.bench.screen.Focus() != layout.Preview {
			t.Errorf("Shift+Tab moved the focus to %v", s.bench.screen.Focus())
		}
	})
}
