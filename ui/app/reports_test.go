package app

import (
	"os"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
)

// Each test here is about a fault that users reported of similar tools.

// Reported: in a text field, the cursor drifts a cell to the left for every wide character.
func TestFieldCursorFollowsWideCharacters(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"あいう", "한글中文日本語ABC", "🏳️‍🌈e\u0301x"} {
		tell(t, setup{file: "p.md", text: "[prompt:model]"}, func(s *story) {
			for _, open := range [][]string{{"ctrl+f"}, {"alt+2", "e", "ctrl+u"}, {"alt+2", "/"}, {"ctrl+p"}, {"ctrl+g"}} {
				s.press(open...)
				from, _, _ := s.caret()
				s.types(typed)
				if to, _, _ := s.caret(); to-from != cell.Width(typed) {
					t.Errorf("%v: after %q the cursor has moved %d cells, want %d", open, typed, to-from, cell.Width(typed))
				}
				s.press("esc", "esc", "alt+1")
			}
		})
	}
}

// Reported: after pasting mixed text, Backspace deletes a character other than the one before the
// cursor.
func TestBackspaceAfterAPasteOfMixedTextDeletesTheLastCharacter(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: ""}, func(s *story) {
		s.pastes("aaa你好bbbこんにちはccc").caretAt("こんにちはccc|").press("backspace").text("aaa你好bbbこんにちはcc").caretAt("はcc|")
		s.press("backspace", "backspace", "backspace").text("aaa你好bbbこんにち").caretAt("こんにち|").prompt("aaa你好bbbこんにち")
	})
}

// Reported: Backspace during the composition of a Korean syllable commits half of it.
func TestBackspaceRemovesOneSyllable(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: ""}, func(s *story) {
		s.types("마ㄹ").press("backspace").text("마").types("말").press("backspace").text("마")
		s.press("backspace").types("각").press("backspace").text("") // three jamo that form one syllable
	})
}

// Reported: a table with emoji is not aligned, and parts of colour codes appear where it wraps.
func TestEmojiDoNotMoveBorders(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "| Foo | 🟢 open | 5✅ 2❌ |\n| ⚠️ | 🏳️‍🌈 | 🇩🇪 and 1️⃣ more than one row of it |\n", w: 40, h: 24}, func(s *story) {
		for _, pane := range []string{"alt+1", "alt+3"} {
			for y, row := range s.press(pane).screen()[2:6] {
				if strings.HasPrefix(row, "├") {
					continue
				}
				if !strings.HasPrefix(row, "│") || !strings.HasSuffix(row, "│") || cell.Width(row) != 40 {
					t.Errorf("%s: the borders of row %d are not straight: %q", pane, y+2, row)
				}
			}
			s.misses("38;2", "48;2", "[0m").emulated()
		}
	})
}

// Reported: an editor converts mixed line ends without saying so.
func TestMixedLineEndsAreReportedAndKept(t *testing.T) {
	t.Parallel()
	const mixed = "lf\ncrlf\r\ncr\rnone"
	tell(t, setup{file: "p.md", text: mixed}, func(s *story) {
		s.sees("mixed").press("ctrl+s").holds("p.md", mixed)
		s.types("x").press("ctrl+s").holds("p.md", "x"+mixed)
	})
}

// Reported: a byte order mark becomes part of the prompt, or is lost on saving.
func TestAByteOrderMarkIsKeptNotSentNotCounted(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "\ufeffabc\n", w: 200, h: 40}, func(s *story) {
		s.sees("BOM", "gemini 4/32k characters").prompt("abc\n").types("x").press("ctrl+s").holds("p.md", "\ufeffxabc\n").prompt("xabc\n")
	})
}

// Reported: a file that another program has created in the meantime is overwritten without a
// question. galley asks each time.
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

// Reported: a value is set although nothing uses it, and no view says so.
func TestUnusedOverrideIsReported(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "plain\n"}, func(s *story) {
		s.press("alt+2", "/").types("model").press("enter", "e", "ctrl+u").types("gpt-5").press("enter").sees("override  unused")
	})
}

// Reported: a mouse sequence that arrives in two parts is typed into the text. Input that is not
// understood must never become text.
func TestUnknownInputIsNotTyped(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		for _, name := range []string{"ctrl+shift+q", "alt+ctrl+x", "shift+enter", "f20", "alt+é", "ctrl+]"} {
			s.send(message(name))
		}
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("["), Alt: true}).send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("O"), Alt: true})
		s.text("a\n").runs()
	})
}

// Reported: an omitted block leaves blank lines. They stay, because the agent gets them too, but
// are reported.
func TestBlankLinesThatABlockLeavesAreReported(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n\n[if git:branch]\nb\n[endif]\n\nc\n", w: 160, h: 40}, func(s *story) {
		s.prompt("a\n\n\n\nc\n").sees("i 3 [if git:branch]", "line breaks in a row").press("f4").sees("blank-run")
	})
}

// Reported: a prompt is lost when the user switches to another view.
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

// Reported: if the external editor exits with an error, the text that it wrote is discarded.
func TestTheFileIsReadAgainWhateverTheEditorsStatus(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.write(t, s.path("p.md"), "written by the editor\n")
		s.press("ctrl+e").text("written by the editor\n") // fails because the test has no terminal
	})
}

// Reported: the file mode is lost on saving.
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
