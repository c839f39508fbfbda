package app

import "testing"

// For the tag under the caret the workbench shows the value and its source. If the tag has a
// problem, it shows the fault and the remedy.
func TestTagUnderTheCaretShowsItsValue(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[file:AGENTS.md] [prompt:modle]\n", files: map[string]string{"AGENTS.md": "# Rules\n"}}, func(s *story) {
		s.press("right").sees("file:AGENTS.md: 8 B, from")
		s.press("end", "left", "left").sees("fixes it").press("alt+enter").text("[file:AGENTS.md] [prompt:model]\n")
		s.sees("claude-sonnet-4-5").press("ctrl+z").text("[file:AGENTS.md] [prompt:modle]\n")
	})
}

func TestAQuickFixWithSeveralWaysAsks(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a [if file:x] b\n"}, func(s *story) {
		s.press("right", "right", "right", "right").press("alt+enter").sees("Mend")
		s.press("enter").misses("Mend")
	})
}

func TestBlocksAreFoldedAndTheirEndsFound(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[if prompt:cwd]\ninside\n[endif]\nafter\n"}, func(s *story) {
		s.press("right", "alt+-").misses(" 2 inside").press("alt+=").sees(" 2 inside")
		s.press("ctrl+home", "right", "alt+%").caretAt("|[endif]")
		s.press("alt+%").caretAt("|[if prompt:cwd]")
	})
}
