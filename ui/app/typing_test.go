package app

import (
	"strings"
	"testing"
)

func TestTypingChangesThePromptWithEveryKey(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "Hello\n", files: map[string]string{"AGENTS.md": "# Guide\n"}}, func(s *story) {
		s.sees("PREVIEW", "Hello").prompt("Hello\n")
		s.press("end").types(", wo").prompt("Hello, wo\n").types("rld").prompt("Hello, world\n")
		s.caretAt("Hello, world|").sees("p.md ●")
		s.types(" [file:AGENTS.md]").prompt("Hello, world # Guide\n\n").sees("✓ file:AGENTS.md", "8 B")
		s.press("enter").types("[if git:branch]\non a branch\n[else]\nno branch\n[endif]")
		s.prompt("Hello, world # Guide\n\n\nno branch\n\n")
	})
}

func TestFirstStartShowsTheBuiltInTemplate(t *testing.T) {
	t.Parallel()
	tell(t, setup{files: map[string]string{"AGENTS.md": "Be brief.\n"}}, func(s *story) {
		s.sees("built-in template", "You are a helpful coding assistant.", "[if file:AGENTS.md]", "Be brief.", "AGENTS.md 1-1")
		s.misses("●").caretAt("1 |You are")
		s.types("x").sees("built-in template ●")
		s.press("ctrl+z").misses("●")
	})
}

func TestEveryGaugeShowsACount(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "", w: 200, h: 40}, func(s *story) {
		s.sees("No message is sent", "claude", "gemini", "openai")
		s.types("one two three four").sees("gemini 18/32k characters")
		s.pastes(strings.Repeat("word ", 7000)).sees("gemini 35k/32k characters OVER")
		s.press("ctrl+z").sees("gemini 18/32k characters")
	})
}

func TestUndoAndRedoAreStepsOfTyping(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		s.press("end").types("bc").pass(2e9).types("de").text("abcde\n")
		s.press("ctrl+z").text("abc\n").caretAt("abc|").press("ctrl+z").text("a\n").misses("p.md ●")
		s.press("ctrl+z").text("a\n")
		s.press("ctrl+y", "ctrl+y").text("abcde\n").prompt("abcde\n").caretAt("abcde|")
		s.press("ctrl+_").text("abc\n").press("alt+y").text("abcde\n")
	})
}

func TestCutCopyAndPasteMoveTextWithinTheTemplate(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one two\n"}, func(s *story) {
		s.press("shift+right", "shift+right", "shift+right").sees("3 bytes selected")
		s.press("ctrl+x").text(" two\n").press("end").types(" ").press("ctrl+v").text(" two one\n")
		s.press("ctrl+shift+left", "ctrl+c").text(" two one\n").press("end", "ctrl+v").text(" two oneone\n")
		s.press("ctrl+a", "ctrl+x").text("").prompt("").press("ctrl+v").text(" two oneone\n")
	})
}

func TestCopyWithNothingSelectedSaysHowToLeave(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		s.types("x").press("ctrl+c").runs().text("xone\n").sees("Nothing is selected to copy", "^Q")
	})
}

func TestPasteIsOneStepAndReportsItsSize(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		text := strings.Repeat("a pasted line\n", 685)
		before := s.bench.prompts.Result().Revision
		s.pastes(text).text(text + "a\n").sees("pasted 686 lines, 9590 bytes")
		if n := s.bench.prompts.Result().Revision - before; n != 1 {
			t.Errorf("the prompt was built %d times for one paste", n)
		}
		s.press("ctrl+z").text("a\n").misses("●")
	})
}

func TestLinesAreDuplicatedMovedAndDeleted(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\ntwo\nthree\n"}, func(s *story) {
		s.press("ctrl+d").text("one\none\ntwo\nthree\n").press("alt+down").text("one\ntwo\none\nthree\n")
		s.press("alt+up", "alt+up").text("one\none\ntwo\nthree\n").press("ctrl+k").text("one\ntwo\nthree\n")
		s.press("shift+down", "shift+down", "tab").text("    one\n    two\nthree\n").press("shift+tab").text("one\ntwo\nthree\n")
	})
}

// Only typing opens the list of completions. A fix does not open it, and a dialog closes it.
func TestOnlyTypingOpensTheListOfCompletions(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "\n", w: 80, h: 24}, func(s *story) {
		s.types("[git:").sees("git:branch").press("alt+p", "esc").misses("git:branch")
	})
	tell(t, setup{file: "p.md", text: "[gti:branch", w: 80, h: 24}, func(s *story) {
		s.press("alt+enter").misses("git:status")
	})
	tell(t, setup{file: "p.md", text: "\n", w: 80, h: 24}, func(s *story) {
		s.pastes("[git:").misses("git:branch").types("b").sees("git:branch")
		s.press("backspace").sees("git:status").press("ctrl+z").misses("git:status")
	})
}

func TestANamedFileThatDoesNotExistSaysWhatFillsIt(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", fresh: true, w: 80, h: 24}, func(s *story) {
		s.sees("A new file, filled with the built-in template: p.md").caretAt("1 |You are")
	})
}
