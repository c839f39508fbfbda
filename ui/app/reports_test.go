package app

import (
	"os"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
)

// Each test here is for a fault that people have reported of comparable tools.

// Public report: in a field the cursor drifts a cell to the left for every wide
// character.
func TestTheCursorOfAFieldStandsBehindWideCharacters(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"あいう", "한글中文日本語ABC", "🏳️‍🌈e\u0301x"} {
		tell(t, setup{file: "p.md", text: "[prompt:model]"}, func(s *story) {
			for _, open := range [][]string{{"ctrl+f"}, {"alt+2", "e", "ctrl+u"}, {"alt+2", "/"}, {"ctrl+p"}, {"ctrl+g"}} {
				s.press(open...)
				from, _, _ := s.caret()
				s.types(typed)
				if to, _, _ := s.caret(); to-from != cell.Width(typed) {
					t.Errorf("%v: behind %q the cursor is %d cells further, want %d", open, typed, to-from, cell.Width(typed))
				}
				s.press("esc", "esc", "alt+1")
			}
		})
	}
}

// Public report: after a paste of mixed text, Backspace deletes another character
// than the one before the cursor.
func TestBackspaceAfterAPasteOfMixedTextDeletesTheLastCharacter(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: ""}, func(s *story) {
		s.pastes("aaa你好bbbこんにちはccc").caretAt("こんにちはccc|").press("backspace").text("aaa你好bbbこんにちはcc").caretAt("はcc|")
		s.press("backspace", "backspace", "backspace").text("aaa你好bbbこんにち").caretAt("こんにち|").prompt("aaa你好bbbこんにち")
	})
}

// Public report: Backspace in a Korean composition commits half a syllable.
func TestBackspaceRemovesOneSyllable(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: ""}, func(s *story) {
		s.types("마ㄹ").press("backspace").text("마").types("말").press("backspace").text("마")
		s.press("backspace").types("각").press("backspace").text("") // three jamo that make one
	})
}

// Public report: a table with emoji is out of line, and pieces of colour codes
// show where it wraps.
func TestEmojiLeaveTheBordersStraight(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "| Foo | 🟢 open | 5✅ 2❌ |\n| ⚠️ | 🏳️‍🌈 | 🇩🇪 and 1️⃣ more than one row of it |\n", w: 40, h: 24}, func(s *story) {
		for _, pane := range []string{"alt+1", "alt+3"} {
			for y, row := range s.press(pane).screen()[2:6] {
				if strings.HasPrefix(row, "├") {
					continue
				}
				if !strings.HasPrefix(row, "│") || !strings.HasSuffix(row, "│") || cell.Width(row) != 40 {
					t.Errorf("%s: row %d has no straight borders: %q", pane, y+2, row)
				}
			}
			s.misses("38;2", "48;2", "[0m")
		}
	})
}

// Public report: mixed line ends are made the same without a word.
func TestMixedLineEndsAreSaidAndKept(t *testing.T) {
	t.Parallel()
	const mixed = "lf\ncrlf\r\ncr\rnone"
	tell(t, setup{file: "p.md", text: mixed}, func(s *story) {
		s.sees("mixed").press("ctrl+s").holds("p.md", mixed)
		s.types("x").press("ctrl+s").holds("p.md", "x"+mixed)
	})
}

// Public report: a byte order mark leaks into the prompt, or is lost on saving.
func TestAByteOrderMarkIsKeptNotSentNotCounted(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "\ufeffabc\n", w: 200, h: 40}, func(s *story) {
		s.sees("BOM", "gemini 4/32k characters").prompt("abc\n").types("x").press("ctrl+s").holds("p.md", "\ufeffxabc\n").prompt("xabc\n")
	})
}

// Public report: a file that another program created meanwhile is overwritten
// without a word; it is asked about each time.
func TestAFileCreatedMeanwhileIsAskedAboutEachTime(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "AGENTS.md", fresh: true}, func(s *story) {
		s.types("x")
		s.write(t, s.path("AGENTS.md"), "theirs\n")
		for range 2 {
			s.press("ctrl+s").sees("the file exists already").press("esc").holds("AGENTS.md", "theirs\n")
		}
	})
}

// Public report: a value that is given and never used reaches nothing, and no
// view says so.
func TestAnOverriddenValueThatNothingUsesIsSaid(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "plain\n"}, func(s *story) {
		s.press("alt+2", "/").types("model").press("enter", "e", "ctrl+u").types("gpt-5").press("enter").sees("override  unused")
	})
}

// Public report: a mouse sequence cut in two is typed into the text. What the
// terminal sends and nobody understands is never text.
func TestWhatIsNotUnderstoodIsNotTyped(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		for _, name := range []string{"ctrl+shift+q", "alt+ctrl+x", "shift+enter", "f20", "alt+é", "ctrl+]"} {
			s.send(message(name))
		}
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("["), Alt: true}).send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("O"), Alt: true})
		s.text("a\n").runs()
	})
}

// Public report: blank lines where a block falls away. They stay, since they are
// what the agent gets, and are reported.
func TestBlankLinesThatABlockLeavesAreReported(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n\n[if git:branch]\nb\n[endif]\n\nc\n", w: 160, h: 40}, func(s *story) {
		s.prompt("a\n\n\n\nc\n").sees("i 3 [if git:branch]", "line ends in a row").press("f4").sees("blank-run")
	})
}

// Public report: a prompt is lost on switching away from it.
func TestNoSwitchOfViewLosesWhatIsTyped(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		s.types("draft ")
		for _, key := range []string{"alt+p", "alt+s", "alt+t", "f7", "f7", "tab", "tab", "tab", "ctrl+pgdown", "ctrl+pgup", "alt+w", "alt+u", "alt+o", "f5", "ctrl+l"} {
			s.press(key, "esc").resize(80, 24).resize(30, 8).resize(120, 40)
		}
		s.press("alt+1").text("draft a\n").sees("p.md ●")
	})
}

// Public report: after the outside editor ended with an error, what it wrote is
// thrown away.
func TestTheFileIsReadAgainWhateverTheEditorsStatus(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.write(t, s.path("p.md"), "written by the editor\n")
		s.press("ctrl+e").text("written by the editor\n") // there is no terminal: it fails
	})
}

// Public report: the mode of a file is lost on saving.
func TestASaveKeepsTheMode(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		if err := os.Chmod(s.path("p.md"), 0o750); err != nil {
			t.Fatal(err)
		}
		s.types("x").press("ctrl+s").holds("p.md", "xold\n").pass(time.Second)
		if info, err := os.Stat(s.path("p.md")); err != nil || info.Mode().Perm() != 0o750 {
			t.Errorf("the mode is %v", info.Mode())
		}
	})
}
