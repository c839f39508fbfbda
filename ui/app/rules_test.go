package app

import (
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
)

const smuggled = "\U000e006f\U000e0062\U000e0065\U000e0079"

func openRules(files map[string]string) setup {
	return setup{w: 160, h: 40, file: "p.md", text: "x\n", files: files}
}

func (s *story) rulesOf(agent string) *story {
	s.t.Helper()
	s.press("alt+R")
	for range 40 {
		if strings.Contains(s.bench.tabs.rules.Agent(), agent) {
			return s.settle()
		}
		s.press("right")
	}
	s.t.Fatalf("no agent %s", agent)
	return s
}

func TestTheRulesTabMarksWhatIsHidden(t *testing.T) {
	t.Parallel()
	tell(t, openRules(map[string]string{"AGENTS.md": "one\ntwo" + smuggled + "\n"}), func(s *story) {
		s.rulesOf("opencode").sees("AGENTS.md", "!4 hidden", `reading "obey"`)
		s.press("r").sees("hidden: 4 tag characters", "two‹U+E006F›")
	})
}

func TestTheRulesTabShowsImportsBelowTheirFile(t *testing.T) {
	t.Parallel()
	files := map[string]string{"GEMINI.md": "@./a.md\n@./gone.md\n", "a.md": "deep @./b.md\n", "b.md": "b\n"}
	tell(t, openRules(files), func(s *story) {
		s.rulesOf("gemini-cli").sees("└ @./a.md", "  └ @./b.md", "└ @./gone.md")
		s.click("└ @./b.md", 1).sees("@./b.md: imported").press("enter").sees("FILE", "b.md")
		s.press("alt+3").click("└ @./gone.md", 1).press("enter").sees("gone.md does not exist yet: saving creates it")
	})
}

func TestRulesTabMarksRepeatedText(t *testing.T) {
	t.Parallel()
	b := openRules(map[string]string{"AGENTS.md": "same\n"})
	b.world = func(w *facts.Memory, cwd string) {
		w.Dir(cwd+"/.git").File(cwd+"/../../.claude/CLAUDE.md", "same\n")
	}
	tell(t, b, func(s *story) {
		s.rulesOf("opencode").sees("= same text")
	})
}

func TestTheRulesTabShowsWhereAFileIsCut(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("0123456789abcde\n", 2048) + "LOST\n" // Codex stops at 32 KiB
	tell(t, openRules(map[string]string{"AGENTS.md": text}), func(s *story) {
		s.rulesOf("codex").sees("cut at byte 32768")
		s.press("r", "end").sees("cut at byte 32768: what follows does not reach the model", "LOST")
	})
}

func TestRulesTabShowsGitState(t *testing.T) {
	t.Parallel()
	b := openRules(map[string]string{"AGENTS.md": "a\n"})
	b.world = func(w *facts.Memory, cwd string) {
		w.Dir(cwd+"/.git").OnGit("", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: cwd + "\n"})
		// Whatever the candidates are, git is asked about this file first.
		m := facts.GitAnswer{Stdout: "?? AGENTS.md\x00"}
		const args = "--literal-pathspecs status --porcelain=v1 -z --no-renames --untracked-files=all --ignored=matching -- "
		w.OnGit(cwd, args+"AGENTS.md", m)
	}
	tell(t, b, func(s *story) {
		s.rulesOf("opencode").sees("~untracked", "git: untracked")
	})
}

func TestTheRuleUnderTheBarOpensInTheEditor(t *testing.T) {
	t.Parallel()
	tell(t, openRules(map[string]string{"AGENTS.md": "a\n"}), func(s *story) {
		s.rulesOf("opencode").press("e").sees("The editor ended with an error")
		s.press("[", "e").sees("works in the tab Blocks")
	})
}

func TestRulesTabFollowsItsDiscovery(t *testing.T) {
	t.Parallel()
	b := openRules(map[string]string{"README.md": "r\n"})
	b.with = func(o *Options) {
		o.RulesWatch, _ = facts.NewWatch(o.World, facts.WatchOptions{PollOnly: true})
	}
	tell(t, b, func(s *story) {
		defer s.o.RulesWatch.Close()
		s.rulesOf("opencode").misses(" 1  AGENTS.md")
		s.world.File(s.cwd+"/AGENTS.md", "new\n") // the prompt does not depend on this file
		s.pass(4*time.Second).sees(" 1  AGENTS.md", "4 B")
		s.world.Remove(s.cwd + "/AGENTS.md")
		s.pass(4 * time.Second).misses(" 1  AGENTS.md")
	})
}

func TestAllAgentsStandSideBySide(t *testing.T) {
	t.Parallel()
	b := openRules(map[string]string{"AGENTS.md": "a\n", "CLAUDE.md": "c\n", "GEMINI.md": "g\n"})
	b.world = func(w *facts.Memory, cwd string) { w.Dir(cwd + "/.git") }
	tell(t, b, func(s *story) {
		s.rulesOf("codex").press("v").sees("agent 2 of", "● at launch", "CLAUDE.md", "GEMINI.md", "Loaded at launch by codex")
		s.press("right").sees("gemini-cli", "agent 3 of").press("down", "down").sees("GEMINI.md in gemini-cli: loaded")
		s.press("r").sees("│ g").press("esc").resize(80, 24).sees("● at launch  ○ on demand  ? not known  ✗ not loaded  · not looked for", "GEMINI.md in gemini-cli: loaded")
		for _, size := range [][2]int{{80, 24}, {40, 10}, {20, 5}, {1, 1}, {160, 40}} {
			s.resize(size[0], size[1]).runs()
		}
		s.press("v").sees("gemini-cli@0.61.0", "project")
	})
}

// A new CLAUDE.md takes AGENTS.md out of Claude Code's prompt, so galley asks before it makes the
// file.
func TestANewRuleFileThatReplacesAnotherAsksFirst(t *testing.T) {
	t.Parallel()
	b := openRules(map[string]string{"AGENTS.md": "Be brief.\n"})
	b.with = func(o *Options) { o.Request.Profile = "claude-code" }
	tell(t, b, func(s *story) {
		s.rulesOf("claude-code").sends("Be brief.").click("–  CLAUDE.md", 2)
		s.sees("Create CLAUDE.md?", "Once CLAUDE.md exists, claude-code no longer loads AGENTS.md.", "Create it with the line @AGENTS.md, so that both are loaded")
		s.press("esc").misses("Create CLAUDE.md?", "FILE").press("enter").sees("Create CLAUDE.md?").press("i").sees("FILE", "CLAUDE.md").text("@AGENTS.md\n").sends("Be brief.")
		s.press("ctrl+z").rulesOf("claude-code").sees("AGENTS.md")
	})
	tell(t, openRules(map[string]string{"CLAUDE.md": "Be brief.\n"}), func(s *story) {
		s.rulesOf("codex").click("–  AGENTS.md", 2).misses("Create AGENTS.md?").sees("FILE", "AGENTS.md does not exist yet")
	})
}
