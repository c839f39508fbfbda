package app

import (
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"galley/ui/term"
)

// dies is the end of the program without a word. What it left belongs to a
// process that still runs, this one: it is made another's here.
func (s *story) dies() *story {
	s.t.Helper()
	dir := filepath.Join(s.o.StateDir, "unsaved")
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		s.t.Fatalf("nothing was put in safety: %v", err)
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if info, _ := e.Info(); info.Mode().Perm() != 0o600 {
			s.t.Errorf("others may read what is in safety: %v", info.Mode())
		}
		data, err := os.ReadFile(name)
		if err != nil {
			s.t.Fatal(err)
		}
		data = programID.ReplaceAll(data, []byte(`"id":"another"`))
		if err := os.WriteFile(name, data, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	return s
}

var programID = regexp.MustCompile(`"id":"[^"]*"`)

func TestUnsavedTextIsPutInSafetyWithinTwoSeconds(t *testing.T) {
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again()
		s.sees("Text from an earlier session", "was never saved").pass(time.Second).text("old\n")
		s.press("v").sees("-old", "+draft old").press("esc").sees("Text from an earlier session")
		s.press("r").text("draft old\n").sees("p.md ●").press("ctrl+z").text("old\n").holds("p.md", "old\n")
	})
}

func TestATextThatIsNotAnsweredForIsOfferedAgain(t *testing.T) {
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again().press("esc").text("old\n").misses("earlier session")
		s.again().sees("earlier session").pass(time.Second).press("x").again().misses("earlier session")
	})
}

func TestATextThatHasNoFileYetIsRecoveredToo(t *testing.T) {
	tell(t, setup{}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again().sees("earlier session").pass(time.Second).press("r").sees("draft You are")
	})
}

func TestASavedTextLeavesNothingBehind(t *testing.T) {
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").pass(2 * time.Second).press("ctrl+s").pass(3 * time.Second)
		if left, _ := os.ReadDir(filepath.Join(s.o.StateDir, "unsaved")); len(left) > 0 {
			t.Errorf("%d files are left", len(left))
		}
		s.again().misses("earlier session")
	})
}

func TestATextThatWasUndoneIsNotOffered(t *testing.T) {
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").pass(2*time.Second).press("ctrl+z", "ctrl+q").ended().again().misses("earlier session")
	})
}

func TestATextSavedUnderAnotherNameIsNotOffered(t *testing.T) {
	tell(t, setup{}, func(s *story) {
		s.types("x").pass(2*time.Second).press("ctrl+s", "ctrl+u").types("other.md").press("enter").sees("Saved other.md")
		s.press("ctrl+q").ended().again().misses("earlier session")
	})
}

func TestWhatIsTypedWhileASaveRunsIsPutInSafety(t *testing.T) {
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").pass(2 * time.Second)
		s.update(message("ctrl+s"))
		s.types("y").holds("p.md", "xold\n").sees("p.md ●").pass(2 * time.Second).dies().again().sees("earlier session")
		s.pass(time.Second).press("r").text("xyold\n")
	})
}

// A question that comes up by itself is not answered by what was being typed.
func TestTypingAheadDoesNotAnswerTheOffer(t *testing.T) {
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again()
		s.types("xrx\n").sees("earlier session").text("old\n").pass(time.Second).press("r").text("draft old\n")
	})
}

func TestASignalKeepsTheTextAndEnds(t *testing.T) {
	for _, msg := range []term.EndMsg{{Signal: syscall.SIGHUP}, {Signal: syscall.SIGTERM}, {Err: os.ErrClosed}} {
		t.Run(msgName(msg), func(t *testing.T) {
			tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
				s.types("draft ").send(msg).ended().holds("p.md", "old\n").dies().again().sees("earlier session").pass(time.Second).press("r").text("draft old\n")
			})
		})
	}
}

func msgName(msg term.EndMsg) string {
	if msg.Signal != nil {
		return msg.Signal.String()
	}
	return "terminal gone"
}

func TestASignalDuringAQuestionKeepsTheText(t *testing.T) {
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").press("ctrl+q").send(term.EndMsg{Signal: syscall.SIGTERM}).ended().dies().again().sees("earlier session")
	})
}

func TestATextThatCannotBePutInSafetySaysSo(t *testing.T) {
	b := setup{file: "p.md", text: "old\n", with: func(o *Options) {
		if err := os.WriteFile(o.StateDir, nil, 0o644); err != nil { // a file where the directory should be
			panic(err)
		}
	}}
	tell(t, b, func(s *story) {
		s.types("x").pass(2 * time.Second).sees("What is typed is not in safety").types("y").text("xyold\n")
	})
}

func TestTextTypedWhileTheOfferStandsIsNotLost(t *testing.T) {
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again().press("esc").types("more ").pass(2 * time.Second)
		s.text("more old\n").dies().again().sees("earlier session")
	})
}
