package app

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// ^Q closes the open dialog and asks about unsaved text. A dialog in which the user has typed text
// stays open.
func TestQuittingFromADialog(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "x\n"}, func(s *story) {
		s.types("mine ").press("ctrl+p").sees("Actions").press("ctrl+q").sees("Unsaved changes").misses("Actions")
		s.press("ctrl+q").sees("Unsaved changes").press("esc").runs()
		s.press("alt+2", "e").types("y").press("ctrl+q").sees("would be lost").runs().press("esc", "ctrl+q").sees("Unsaved changes").press("d").ended()
	})
	tell(t, setup{file: "p.md", text: "x\n"}, func(s *story) { s.press("f1", "ctrl+q").ended() })
}

// galley can be suspended while a dialog is open. ^Z, which undoes in the editor, names the key
// for this.
func TestSuspendingFromAQuestion(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "x\n"}, func(s *story) {
		s.types("mine ").press("ctrl+q").sees("Unsaved changes").press("ctrl+z").sees("Answer the question first", "Alt+Z suspends galley", "Unsaved changes")
		cmd, ok := overDialog(s.bench, message("alt+z").(tea.KeyMsg))
		if !ok || cmd == nil {
			t.Fatal("Alt+Z does nothing")
		}
		if _, suspends := cmd().(tea.SuspendMsg); !suspends {
			t.Error("Alt+Z does not suspend")
		}
	})
}

// A letter that is typed just when a question opens does not answer it, and the line below says
// so.
func TestALetterThatComesWithAQuestionDoesNotAnswer(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("mine ")
		s.write(t, s.path("p.md"), "theirs\n")
		s.press("ctrl+s").sees("has changed on disk").types("t").sees("press it again to answer").text("mine old\n")
		s.pass(time.Second).types("t").text("theirs\n")
	})
}
