package app

import (
	"strings"
	"testing"
)

// threeFiles has three open files with the word tide: the template, which is in the
// editor pane, and two rule files.
func threeFiles(t *testing.T, tells func(s *story)) {
	t.Helper()
	files := map[string]string{"AGENTS.md": "The tide, the tide.\n", "docs/a.md": "A tide.\n", "docs/b.md": "Nothing.\n"}
	tell(t, setup{w: 140, h: 30, file: "p.md", text: "tide one\ntide two\n", files: files}, func(s *story) {
		s.opens("docs/b.md").opens("AGENTS.md").opens("docs/a.md").press("alt+T").sees("TEMPLATE")
		tells(s)
	})
}

func TestFindGoesThroughAllOpenFiles(t *testing.T) {
	t.Parallel()
	threeFiles(t, func(s *story) {
		s.press("ctrl+f").types("tide").sees("match 1 of 2", "[ ] Alt+F all files").press("alt+f").sees("[x] Alt+F all files", "match 1 of 2, 3 more in 2 files")
		s.press("enter").sees("match 2 of 2").press("enter").sees("FILE", "1 The tide", "match 1 of 2, 3 more in 2 files").press("enter", "enter").sees("1 A tide", "match 1 of 1, 4 more")
		s.press("enter").sees("TEMPLATE", "1 tide one").press("up").sees("FILE", "1 A tide")
		s.press("esc", "f3").sees("TEMPLATE", "Continued in p.md").press("alt+,").sees("docs/a.md")
	})
}

// After a search in the preview, the footer says what Enter does with the match, also at 80 columns.
func TestTheFooterSaysWhatEnterDoesWithAMatch(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 80, h: 24, file: "p.md", text: "Be kind.\nBe exact.\n"}, func(s *story) {
		s.press("alt+3", "/").types("exact").press("enter").sees("n next match  Enter to its source").press("esc").misses("next match").sees("Enter to its source")
	})
}

// The menu of tags leaves the border of the frame.
func TestTheMenuOfTagsLeavesTheBorder(t *testing.T) {
	t.Parallel()
	for _, w := range []int{60, 80, 120} {
		tell(t, setup{w: w, h: 24, file: "p.md", text: "\n"}, func(s *story) {
			s.types("You are a helper in this place [").sees("prompt:workspace_id")
			for _, row := range s.screen() {
				if strings.Contains(row, "prompt:") && !strings.HasSuffix(strings.TrimRight(row, " "), "│") {
					t.Errorf("%d columns: no border at the end of %q", w, row)
				}
			}
		})
	}
}

func TestReplacingOneByOneGoesThroughAllOpenFiles(t *testing.T) {
	t.Parallel()
	threeFiles(t, func(s *story) {
		s.press("ctrl+r", "alt+f").types("tide").press("tab").types("ebb").press("enter").text("ebb one\ntide two\n").press("enter").sees("1 The tide")
		s.press("enter", "enter").sees("1 A tide").press("enter").text("A ebb.\n").sees("no match")
		s.press("esc").opens("AGENTS.md").press("ctrl+z", "ctrl+z").text("The tide, the tide.\n").sees("template ●")
	})
}

func TestAllMatchesOfAllOpenFilesAreReplaced(t *testing.T) {
	t.Parallel()
	threeFiles(t, func(s *story) {
		s.press("ctrl+r").types("tide").press("tab").types("ebb").press("alt+f", "alt+a").sees("Replaced 5 matches: p.md 2, AGENTS.md 2, docs/a.md 1; one undo reverts them all").text("ebb one\nebb two\n")
		s.press("ctrl+z").sees("Undone in 3 files").text("tide one\ntide two\n").opens("AGENTS.md").text("The tide, the tide.\n").opens("docs/a.md").text("A tide.\n")
		s.press("ctrl+y").sees("Repeated in 3 files").text("A ebb.\n").opens("AGENTS.md").text("The ebb, the ebb.\n")
		s.types("x").press("backspace").opens("docs/a.md").press("ctrl+z").sees("Undone in 2 files").text("A tide.\n").opens("AGENTS.md").text("The ebb, the ebb.\n")
		s.press("alt+T").text("tide one\ntide two\n").press("ctrl+z").sees("There is nothing to undo")
		s.opens("docs/b.md").misses("b.md ●")
	})
}

// A file outside the project is not changed without a question.
func TestReplacingLeavesFilesOutsideTheProject(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 140, h: 30, file: "p.md", text: "tide\n"}, func(s *story) {
		s.write(t, s.path("../outside.md"), "tide\n")
		s.opens("../outside.md").press("alt+T", "ctrl+r").types("tide").press("tab").types("ebb").press("alt+f", "alt+a")
		s.sees("Replaced 1 match; one undo reverts it; not in", "outside.md, outside the project").opens("../outside.md").text("tide\n")
	})
}

// With one open file only that one is searched.
func TestOneOpenFileOffersNoOthers(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 140, h: 30, file: "p.md", text: "tide\n"}, func(s *story) {
		s.press("ctrl+f").types("tide").sees("match 1 of 1").misses("all files").press("alt+f").sees("match 1 of 1").misses("[x]")
	})
}

// At each key, matches are counted in a limited amount of text. Matches in the rest are still
// found and replaced.
func TestLargeFilesAreNotCountedWithEachKey(t *testing.T) {
	t.Parallel()
	line := "tide" + strings.Repeat(".", 1019) + "\n"
	for size, want := range map[int]string{mostExpression: "match 1 of 1, 256 more in 1 file ", 4 * mostExpression: "match 1 of 1, 1 large file not counted"} {
		files := map[string]string{"big.md": strings.Repeat(line, size/len(line))}
		tell(t, setup{w: 140, h: 30, file: "p.md", text: "tide\n", files: files}, func(s *story) {
			s.opens("big.md").press("alt+T", "ctrl+f", "alt+r", "alt+f").types("tid[e]").sees(want)
			s.press("enter").sees("FILE", "match 1 of ", ", 1 more in 1 file")
		})
	}
}
