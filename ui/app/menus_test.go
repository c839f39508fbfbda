package app

import (
	"slices"
	"testing"

	"galley/engine/report"
	"galley/ui/style"
	"galley/ui/writing"
)

func TestDefaultVersionIsListedFirst(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "hello\n", w: 120, h: 40}, func(s *story) {
		s.press("alt+p").types("gemini").press("enter").sees("gemini-cli@0.61.0").misses("gemini-cli@0.28")
		s.press("alt+p").types("opencode").press("enter").sees("opencode@1.18.33")
	})
}

func TestClaudeSelectsClaudeCodeWithMeasuredWindow(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "hello\n", w: 120, h: 40}, func(s *story) {
		s.press("alt+p").types("claude").press("enter").sees("claude-code@", "  stand-ins   sys", " stand-in│")
		r := s.bench.prompts.Result()
		if used, all := s.bench.prompts.Window().Used, r.Whole.All().Tokens; used != all || used.Tokens <= r.Tokens.Tokens.Tokens+r.Tools.Tokens.Tokens {
			t.Errorf("the window shows %v of %v", used, all)
		}
		s.press("alt+B").sees("stand-in", "them with the size measured on").press("esc")
	})
}

// The agent whose prompt is shown comes first and has the bar, so that Enter alone changes nothing.
func TestBarStartsOnTheShownAgent(t *testing.T) {
	tell(t, setup{file: "p.md", text: "hello\n", w: 120, h: 40}, func(s *story) {
		s.press("alt+p").types("codex").press("enter").sees("codex@").press("alt+p").sees("your template can be", "1 of ").press("enter").sees("codex@")
	})
}

func TestBudgetsCountTheTemplateNotTheSelection(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "hello wide world\n", w: 120, h: 40}, func(s *story) {
		s.press("shift+right").press("alt+B").sees("the template has 3 words")
	})
}

func TestThePaletteOpensEveryTabByItsName(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "hello\n", w: 120, h: 40}, func(s *story) {
		for _, v := range s.bench.tabs.all {
			s.press("alt+1", "ctrl+p").types(v.Title()).press("enter")
			if s.bench.tabs.current() != v || s.bench.focused() != v {
				t.Errorf("the palette does not open %s", v.Title())
			}
		}
		s.press("alt+p").types("claude-code").press("enter").sees("claude-code@")
		s.press("ctrl+p").types("gemini cli").press("enter").sees("Whose prompt").press("esc")
	})
}

// Stand-ins for an agent's own words count with the size of the real words in every pane.
func TestStandInsHaveOneSizeEverywhere(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "hello\n", w: 200, h: 40}, func(s *story) {
		s.press("alt+p").types("claude-code").press("enter")
		all := s.bench.prompts.Result().Whole.StandIns
		if all.Real == all.Bytes || all.Unknown > 0 {
			t.Fatalf("the stand-ins are as long as what they replace: %+v", all)
		}
		size := "stand-ins for the agent's own words, " + report.Size(all.Real)
		s.sees(size).press("alt+B").sees("stand-in  " + size + ", in ").press("esc")
		s.press("ctrl+p").types("blocks tab").press("enter", "down", "down").sees("their size in the request is known: 490 bytes")
	})
}

// The palette lists the themes by name, and keeps the chosen one for the next start.
func TestThePaletteChoosesAThemeAndKeepsIt(t *testing.T) {
	t.Parallel()
	b := setup{file: "p.md", text: "hello\n", w: 120, h: 40, with: func(o *Options) { o.Themes = style.Names() }}
	tell(t, b, func(s *story) {
		kept := func(want string) {
			t.Helper()
			if got := writing.RecallTheme(s.o.StateDir); got != want {
				t.Errorf("the theme %q is kept, want %q", got, want)
			}
		}
		s.press("ctrl+p").types("theme").sees("Next theme", "Theme dark", "Theme light", "Theme mono").types(" light").press("enter").settle().sees("Theme light")
		kept("light")
		s.press("alt+t").settle()
		kept(style.Names()[(slices.Index(style.Names(), "light")+1)%len(style.Names())])
		s.press("ctrl+p").types("clipboard").sees("Cut", "Copy", "Paste").press("esc")
		for word, title := range map[string]string{
			"duplicate": "Problems…", "window": "Budgets in full", "smaller": "Fit the prompt", "unsaved": "Compare the unsaved", "split": "Zoom this pane", "freeze": "Conversations",
			"keep": "Conversations", "tools": "Scenario: ", "compare": "Compare the prompt with another", "git": "What your edits or a branch change", "forget": "Conversations", "not loaded": "Transfer: have", "revision": "Compare: with", "HEAD": "Compare: with",
		} {
			s.press("ctrl+p").types(word).sees(title).press("esc")
		}
	})
}
