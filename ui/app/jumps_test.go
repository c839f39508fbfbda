package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/ui/layout"
)

func TestPreviewMarksTheCaretAndJumps(t *testing.T) {
	t.Parallel()
	files := map[string]string{"AGENTS.md": "first\nsecond\n"}
	tell(t, setup{file: "p.md", text: "top\n[file:AGENTS.md]bottom\n", files: files}, func(s *story) {
		s.press("down", "ctrl+o")
		if s.bench.screen.Focus() != layout.Preview {
			t.Fatal("the jump did not go to the preview")
		}
		s.caretAt("▎|first").press("down").caretAt("▎|second").press("enter")
		if s.bench.screen.Focus() != layout.Template {
			t.Fatal("enter did not go to the template")
		}
		s.caretAt("2 |[file:AGENTS.md]").sees("AGENTS.md, line 2").misses("selected")
		s.press("alt+,").caretAt("▎|second").press("alt+,").caretAt("2 |[file:AGENTS.md]")
		s.press("alt+,").sees("No place to go back to")
		s.press("alt+.").caretAt("▎|second").press("alt+.", "alt+.").sees("No place to go forward to")
	})
}

// A jump from the middle of a long value shows the tag that it comes from. The place that the user
// was reading stays visible.
func TestReadingPositionStaysVisibleAfterAJump(t *testing.T) {
	t.Parallel()
	var long strings.Builder
	for i := range 200 {
		fmt.Fprintf(&long, "rule %d\n", i)
	}
	tell(t, setup{file: "p.md", text: "top\n[file:AGENTS.md]\nend\n", files: map[string]string{"AGENTS.md": long.String()}, w: 80, h: 24}, func(s *story) {
		s.press("alt+3", "ctrl+g").types("1").press("enter")
		s.press("alt+1", "alt+3").press(slices.Repeat([]string{"down"}, 90)...).sees("rule 89")
		s.press("enter").sees("AGENTS.md, line 90", "rule 89", "2 [file:AGENTS.md]")
		s.press("alt+1", "home", "ctrl+home").press("alt+3").press("home").press("down", "enter").sees("AGENTS.md, line 1", "rule 0").misses("rule 199")
	})
}

func TestJumpFromPreviewToTemplate(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[if git:branch]\na\n[endif]\none\ntwo\n"}, func(s *story) {
		s.press("alt+3", "down", "down", "f12").caretAt("5 |two")
	})
}

func TestJumpFromUnsentTextSaysSo(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[if git:branch]never[endif]\n"}, func(s *story) {
		s.press("right", "ctrl+o").sees("No text in the prompt comes from here")
	})
}

func TestTheVariablesJumpToTheirUsesInTurn(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[prompt:model]\n\n[prompt:model]\n"}, func(s *story) {
		s.press("alt+2", "enter").caretAt("1 |[prompt:model]").press("alt+2", "enter").caretAt("3 |[prompt:model]")
		s.press("alt+2", "enter").caretAt("1 |[prompt:model]")
		s.press("alt+2", "j", "enter").sees("is not used")
	})
}

func TestGoToLine(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\ntwo\nthree\n"}, func(s *story) {
		s.press("ctrl+g").sees("Go to line", "1 to 4").types("3:3").press("enter").caretAt("3 th|ree")
		s.press("ctrl+g").types("99").press("enter").caretAt("4 |").press("ctrl+g").types("no").press("enter").sees(`"no" is not a line number`)
		s.press("alt+,", "alt+,").caretAt("1 |one")
	})
}
