package app

import (
	"strings"
	"testing"

	"galley/engine/document"
)

// If another program changed other lines than the user, the merge contains both changes.
func TestAChangedFileCanBeMerged(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\ntwo\nthree\n"}, func(s *story) {
		s.types("my ")
		s.write(s.t, s.path("p.md"), "one\ntwo\ntheir three\n")
		s.press("ctrl+s").sees("the file has changed on disk").press("m")
		s.text("my one\ntwo\ntheir three\n").sees("p.md ●").press("ctrl+s").holds("p.md", "my one\ntwo\ntheir three\n")
	})
}

func TestMergeWithConflictKeepsBothSides(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		s.types("my ")
		s.write(s.t, s.path("p.md"), "their one\n")
		s.press("ctrl+s").sees("the file has changed on disk").press("m").sees("marked <<<<<<<")
		for _, part := range []string{"my one", "their one"} {
			if !strings.Contains(s.bench.editor().Text(), part) {
				t.Errorf("%q is missing in %q", part, s.bench.editor().Text())
			}
		}
	})
}

// When galley ends, it removes the mark which says that the file is open.
func TestAFileIsMarkedAsOpenWhileItIs(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		presence := document.NewPresence(s.o.StateDir)
		if others, err := presence.Others(s.path("p.md")); err != nil || len(others) > 0 {
			t.Errorf("this program is listed as another one: %v, %v", others, err)
		}
		s.press("ctrl+q").ended()
	})
}
