package app

import (
	"testing"

	"galley/engine/facts"
)

// The stories below are common tasks of users, done with as few keys as possible.

// harbour sets up a project with rule files, of which Claude Code loads one.
func harbour() setup {
	return setup{
		w: 120, h: 40, file: "p.md", text: "Hello.\n[file:AGENTS.md]\n",
		files: map[string]string{
			"AGENTS.md": "# Tide\n\nMind the tide.\n\n## Berths\n\nMind the berths, all of them, by name.\n",
			"CLAUDE.md": "Be brief.\n\nSay what the tide did.\n",
		},
		world: func(w *facts.Memory, cwd string) { w.Dir(cwd + "/.git") },
	}
}

func TestFirstScreenShowsProgramAgentAndCost(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		b := harbour()
		b.w, b.h = size[0], size[1]
		tell(t, b, func(s *story) {
			s.sees("galley", "no agent: the template alone", "TEMPLATE", "PREVIEW", "Hello.", "Mind the tide.", "AGENTS.md 1-7", "tokens", "no problems", "whose prompt")
		})
	}
}

func TestAgentIsChosenByName(t *testing.T) {
	t.Parallel()
	tell(t, harbour(), func(s *story) {
		s.press("alt+p").types("claude").press("enter").settle().sees("claude-code@", "stand-ins", "Be brief.", "CLAUDE.md 1-3")
	})
}

func TestRulesShowReasonAndRemedy(t *testing.T) {
	t.Parallel()
	tell(t, harbour(), func(s *story) {
		s.press("alt+R").settle().press("a").types("gemini").press("enter").settle().press("w").sees("the agent reads GEMINI.md", "context.fileName").press("esc")
	})
}

func TestAllAgentsAreCompared(t *testing.T) {
	t.Parallel()
	tell(t, harbour(), func(s *story) {
		s.press("alt+R").settle().press("v").sees("at launch", "AGENTS.md", "CLAUDE.md", "row 1 of 2")
	})
}

func TestFindInThePreview(t *testing.T) {
	t.Parallel()
	tell(t, harbour(), func(s *story) {
		s.press("alt+3", "/").types("tide").press("enter").sees("match 1 of 2").press("n").sees("match 2 of 2").press("esc").misses("match").text("Hello.\n[file:AGENTS.md]\n")
	})
}

func TestLargestBlockIsFoundAndEdited(t *testing.T) {
	t.Parallel()
	tell(t, harbour(), func(s *story) {
		s.press("alt+p").types("opencode").press("enter").settle().press("alt+3", "]").sees("tools", "share").press("/").types("AGENTS").press("enter", "right").sees("Berths").press("down", "down", "down", "enter")
		s.sees("FILE", "5 ## Berths").press("ctrl+k", "ctrl+k", "ctrl+k").sees("AGENTS.md ●").press("alt+,").sees("PREVIEW").misses("  Berths")
	})
}

func TestAConditionIsWrittenWithCompletion(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: ""}, func(s *story) {
		s.types("[if git:b").press("enter").types("on [git:br").press("enter").text("[if git:branch]\non [git:branch]\n[endif]").types("\n[end").press("enter").text("[if git:branch]\non [git:branch]\n[endif]")
		s.press("ctrl+a").types("On [if git:b").press("enter").sees("The block is closed with [endif]").text("On [if git:branch][endif]").press("ctrl+z").text("On [if git:branch]")
	})
}

func TestConditionIsInsertedAroundTheSelection(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "on a branch\n"}, func(s *story) {
		s.press("ctrl+a", "ctrl+t").types("endif").press("enter").sees("A block for").types("branch").press("enter").text("[if git:branch]\non a branch\n[endif]\n")
		s.press("ctrl+z").text("on a branch\n")
	})
}

func TestMultilineValueIsEdited(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "at [prompt:cwd]\n"}, func(s *story) {
		s.press("alt+2", "e").sees("Alt+Enter several lines").press("ctrl+u").types("one").press("alt+enter").types("two").press("ctrl+s").prompt("at one\ntwo\n")
	})
}

func TestTwoAgentsAreCompared(t *testing.T) {
	t.Parallel()
	tell(t, harbour(), func(s *story) {
		s.press("alt+D").types("opencode@1.18").press("enter").settle().sees("against opencode", "+")
	})
}

func TestProblemIsFixedWithTwoKeys(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\nb [prompt:cwdd]\n"}, func(s *story) {
		s.sees("1 problem").press("f8", "alt+enter").text("a\nb [prompt:cwd]\n").sees("no problems")
	})
}

func TestPromptFollowsAChangedRuleFile(t *testing.T) {
	t.Parallel()
	tell(t, harbour(), func(s *story) {
		s.press("alt+p").types("claude").press("enter").settle().opens("CLAUDE.md").types("Now ").sees("Now Be brief.", "CLAUDE.md ●").sends("Now Be brief.")
		s.press("ctrl+s").holds("CLAUDE.md", "Now Be brief.\n\nSay what the tide did.\n").press("alt+T").sees("TEMPLATE").text("Hello.\n[file:AGENTS.md]\n")
	})
}
