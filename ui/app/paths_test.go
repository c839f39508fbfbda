package app

import (
	"fmt"
	"testing"
	"time"

	"galley/engine/facts"
)

func TestCompletionFindsAFileFurtherDown(t *testing.T) {
	t.Parallel()
	files := map[string]string{"docs/style.md": "Style.", "docs/tests.md": "Tests.", "node_modules/style.md": "x", "AGENTS.md": "Guide."}
	tell(t, setup{file: "p.md", text: "", files: files}, func(s *story) {
		s.types("[file:style").sees("file:docs/style.md").misses("node_modules").press("enter").text("[file:docs/style.md]").prompt("Style.")
		s.types("[if file:AGENTS.md").press("enter").text("[file:docs/style.md][if file:AGENTS.md]")
	})
}

// Only paths to read are completed by guessing. A path to save to stays as typed.
func TestPathToSaveToIsNotCompleted(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "x", files: map[string]string{"docs/style.md": "Style."}}, func(s *story) {
		s.press("alt+S", "ctrl+u").types("style").misses("docs/style.md")
	})
}

// counted counts how often directories are read.
type counted struct {
	facts.World
	reads *int
}

func (c counted) ReadDir(dir string) ([]facts.Entry, error) {
	*c.reads++
	return c.World.ReadDir(dir)
}

func TestTheSearchFurtherDownIsBounded(t *testing.T) {
	for _, n := range []int{mostWalked, 4 * mostWalked} {
		reads, m := 0, facts.NewMemory()
		for i := range n {
			m.File(fmt.Sprintf("/w/d%d/a.md", i), "x")
		}
		files := read(counted{m, &reads}, "/w", time.Time{}).below()
		if reads > mostWalked+2 || len(files) > mostWalked {
			t.Errorf("%d directories: %d were read, %d files found", n, reads, len(files))
		}
	}
	deep, m := "/w", facts.NewMemory()
	for range 4 * deepest {
		deep += "/d"
	}
	m.File(deep+"/a.md", "x")
	reads := 0
	read(counted{m, &reads}, "/w", time.Time{}).below()
	if reads > deepest+1 {
		t.Errorf("%d levels were read", reads)
	}
}
