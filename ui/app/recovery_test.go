package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"galley/ui/term"
)

// dies ends the program abruptly. What it left names this process, which still runs, so dies
// changes it to name a process that does not exist.
func (s *story) dies() *story {
	s.t.Helper()
	dir := filepath.Join(s.o.StateDir, "unsaved")
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		s.t.Fatalf("nothing was stored: %v", err)
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if info, _ := e.Info(); info.Mode().Perm() != 0o600 {
			s.t.Errorf("others can read the stored text: %v", info.Mode())
		}
		data, err := os.ReadFile(name)
		if err != nil {
			s.t.Fatal(err)
		}
		data = programID.ReplaceAll(data, []byte(`"id":"another"`))
		if err := os.Remove(name); err != nil {
			s.t.Fatal(err)
		}
		key, rest, _ := strings.Cut(e.Name(), "-")
		_, kind, _ := strings.Cut(rest, ".")
		if err := os.WriteFile(filepath.Join(dir, key+"-another."+kind), data, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	return s
}

var programID = regexp.MustCompile(`"id":"[^"]*"`)

func TestUnsavedTextIsStoredWithinTwoSeconds(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again()
		s.sees("Text from an earlier session", "was not saved").pass(time.Second).text("old\n")
		s.press("v").sees("-old", "+draft old").press("esc").sees("Text from an earlier session")
		s.press("r").text("draft old\n").sees("p.md ●").press("ctrl+z").text("old\n").holds("p.md", "old\n")
	})
}

func TestIgnoredOfferIsMadeAgain(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again().press("esc").text("old\n").misses("earlier session")
		s.again().sees("earlier session", "p.md: text typed").pass(time.Second).press("x").sees("Delete the unsaved text?").press("n").misses("unsaved text away")
		s.again().sees("earlier session").pass(time.Second).press("x", "y").settle().again().misses("earlier session")
	})
}

func TestATextThatHasNoFileYetIsRecoveredToo(t *testing.T) {
	t.Parallel()
	tell(t, setup{}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again().sees("earlier session").pass(time.Second).press("r").sees("draft You are")
	})
}

func TestUndoneTextLeavesNoFile(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").pass(time.Second).press("ctrl+z").text("old\n").pass(time.Second)
		if left, _ := os.ReadDir(filepath.Join(s.o.StateDir, "unsaved")); len(left) > 0 {
			t.Errorf("%d files remain", len(left))
		}
		s.press("ctrl+y").text("xold\n").pass(time.Second).dies().again().sees("earlier session")
	})
}

func TestSavedTextLeavesNoFile(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").pass(2 * time.Second).press("ctrl+s").pass(3 * time.Second)
		if left, _ := os.ReadDir(filepath.Join(s.o.StateDir, "unsaved")); len(left) > 0 {
			t.Errorf("%d files remain", len(left))
		}
		s.again().misses("earlier session")
	})
}

func TestATextThatWasUndoneIsNotOffered(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").pass(2*time.Second).press("ctrl+z", "ctrl+q").ended().again().misses("earlier session")
	})
}

func TestATextSavedUnderAnotherNameIsNotOffered(t *testing.T) {
	t.Parallel()
	tell(t, setup{}, func(s *story) {
		s.types("x").pass(2*time.Second).press("ctrl+s", "ctrl+u").types("other.md").press("enter").sees("Saved other.md")
		s.press("ctrl+q").ended().again().misses("earlier session")
	})
}

func TestTextTypedDuringASaveIsStored(t *testing.T) {
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").pass(2 * time.Second)
		s.update(message("ctrl+s"))
		s.types("y").holds("p.md", "xold\n").sees("p.md ●").pass(2 * time.Second).dies().again().sees("earlier session")
		s.pass(time.Second).press("r").text("xyold\n")
	})
}

// Text that the user was typing must not answer a question that appears by itself.
func TestTypingAheadDoesNotAnswerTheOffer(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again()
		s.types("xrx\n").sees("earlier session").text("old\n").pass(time.Second).press("r").text("draft old\n")
	})
}

func TestSignalStoresTheTextAndEnds(t *testing.T) {
	t.Parallel()
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

func TestSignalDuringAQuestionStoresTheText(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").press("ctrl+q").send(term.EndMsg{Signal: syscall.SIGTERM}).ended().dies().again().sees("earlier session")
	})
}

func TestFailureToStoreTextIsReported(t *testing.T) {
	t.Parallel()
	b := setup{file: "p.md", text: "old\n", with: func(o *Options) {
		if err := os.WriteFile(o.StateDir, nil, 0o644); err != nil { // a file where the directory should be
			panic(err)
		}
	}}
	tell(t, b, func(s *story) {
		s.types("x").pass(2 * time.Second).sees("Typed text cannot be stored").types("y").text("xyold\n")
	})
}

func TestTextTypedDuringTheOfferIsNotLost(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again().press("esc").types("more ").pass(2 * time.Second)
		s.text("more old\n").dies().again().sees("earlier session")
	})
}

func TestTextTyped250MillisecondsAgoSurvives(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(250 * time.Millisecond).dies().again().sees("earlier session").pass(time.Second).press("r").text("draft old\n")
	})
}

// An older unsaved text must not be offered as if it were newer than the file.
func TestTheOfferSaysThatTheFileHasChangedSince(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(time.Second).dies()
		s.write(t, s.path("p.md"), "newer\n")
		s.again().sees("earlier session", "The file has changed since", "Restore it in place of the changed text").pass(time.Second)
		s.press("r").text("draft old\n").press("ctrl+z").text("newer\n")
	})
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(time.Second).dies()
		if err := os.Remove(s.path("p.md")); err != nil {
			t.Fatal(err)
		}
		s.again().sees("earlier session", "has been deleted since").pass(time.Second).press("r").text("draft old\n")
	})
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(time.Second).dies().again().sees("earlier session").misses("changed since")
	})
}

func TestRestoredTextIsKeptBeforeItIsDiscarded(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(2 * time.Second).dies().again().pass(time.Second)
		dir := filepath.Join(s.o.StateDir, "unsaved")
		// As on a full disk, the restored text cannot be stored again.
		if err := os.Rename(dir, dir+"-before"); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		s.press("r").text("draft old\n").pass(10 * time.Second).sees("cannot be stored")
		if left, _ := os.ReadDir(dir + "-before"); len(left) == 0 {
			t.Error("discarded although nothing is stored")
		}
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(dir+"-before", dir); err != nil {
			t.Fatal(err)
		}
		s.pass(10 * time.Second)
		left, _ := os.ReadDir(dir)
		for _, e := range left {
			if data, _ := os.ReadFile(filepath.Join(dir, e.Name())); programAnother.Match(data) {
				t.Error("stored again, but the original text still exists")
			}
		}
		if len(left) == 0 {
			t.Error("nothing is stored")
		}
	})
}

var programAnother = regexp.MustCompile(`"id":"another"`)

func TestOfferAtTheStartAcceptsKeysAtOnce(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ").pass(time.Second).dies().again().sees("earlier session")
		s.pass(300 * time.Millisecond).press("r").text("draft old\n")
	})
}

func TestWithoutAStateDirectoryAWarningIsShown(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n", with: func(o *Options) { o.StateDir = "" }}, func(s *story) {
		s.sees("Unsaved text is not stored").types("x").pass(2 * time.Second).text("xold\n")
	})
}

func TestLeftoversOfSavesAreClearedAtTheStart(t *testing.T) {
	const leftover = ".p.md.galley-0123456789abcdef"
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		dirs := []string{s.cwd, s.path(".galley"), filepath.Join(filepath.Dir(filepath.Dir(s.cwd)), ".config", "galley")}
		for _, dir := range dirs {
			s.write(t, filepath.Join(dir, leftover), "half")
			old := time.Now().Add(-24 * time.Hour)
			if err := os.Chtimes(filepath.Join(dir, leftover), old, old); err != nil {
				t.Fatal(err)
			}
		}
		s.again()
		for _, dir := range dirs {
			if _, err := os.Lstat(filepath.Join(dir, leftover)); err == nil {
				t.Errorf("%s remains in %s", leftover, dir)
			}
		}
	})
}
