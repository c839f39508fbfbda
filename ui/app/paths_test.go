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
		s.types("[if file:AGENTS.md").press("enter").text("[file:docs/style.md][if file:AGENTS.md][endif]")
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
	t.Parallel()
	const most = 500
	for _, n := range []int{most / 2, most, 4 * most} {
		reads, m := 0, facts.NewMemory()
		for i := range n {
			m.File(fmt.Sprintf("/w/d%d/a.md", i), "x")
		}
		files, cut := walk(counted{m, &reads}, "/w", most)
		if reads > most+2 || len(files) > most || cut != (2*n > most) || n < most/2 && len(files) != n {
			t.Errorf("%d directories: %d were read, %d files found, cut %v", n, reads, len(files), cut)
		}
	}
	deep, m := "/w", facts.NewMemory()
	for range 4 * deepest {
		deep += "/d"
	}
	m.File(deep+"/a.md", "x")
	reads := 0
	if _, cut := walk(counted{m, &reads}, "/w", most); reads > deepest+1 || !cut {
		t.Errorf("%d levels were read, cut %v", reads, cut)
	}
}

// Agents keep their files in hidden directories, so these are searched too.
func TestFilesInHiddenDirectoriesAreFound(t *testing.T) {
	t.Parallel()
	files := map[string]string{".github/copilot-instructions.md": "a\n", ".cursor/rules/go.mdc": "b\n", ".claude/rules/style.md": "c\n", ".git/style.md": "d\n", "web/.cache/style.md": "e\n"}
	tell(t, setup{file: "p.md", text: "x\n", files: files}, func(s *story) {
		s.press("ctrl+n").types("copinst").sees(".github/copilot-instructions.md").press("ctrl+u").types("go.mdc").sees(".cursor/rules/go.mdc")
		s.press("ctrl+u").types("style.md").sees(".claude/rules/style.md").misses(".git/style.md", ".cache").press("ctrl+u").types("cursor/go").sees(".cursor/rules/go.mdc")
	})
}

// A search that did not look at all files says so, and does not call a typed path a new file.
func TestASearchThatWasCutSaysSo(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "x\n", files: map[string]string{"a/b/c.md": "a\n"}}, func(s *story) {
		s.press("ctrl+n").types("other.md").sees("which is new").misses("were searched")
		s.bench.listing.known, s.bench.listing.tree = nil, &tree{world: s.world, dir: s.cwd, at: time.Now(), most: 1}
		s.press("backspace").sees("only the first 200000 files were searched").misses("which is new")
	})
}
