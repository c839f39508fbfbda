package app

import (
	"strings"
	"testing"

	"galley/ui/layout"
)

const findable = "alpha beta\nAlpha beta\ngamma alphabet\nalpha\n"

func TestFindGoesToMatchesWhileItIsTyped(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+f").types("alp").sees("Find alp", "match 1 of 4").press("enter").sees("match 2 of 4").press("enter", "enter", "enter").sees("match 1 of 4")
		s.press("up").sees("match 4 of 4").press("esc").misses("Find alp").sees("3 bytes selected")
		s.press("f3").sees("match 1 of 4").press("alt+f3").sees("match 4 of 4").press("esc", "esc").misses("match 4")
	})
}

func TestFindByCaseWordAndPattern(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+f").types("alpha").sees("of 4").press("alt+c").sees("of 3").press("alt+w").sees("of 2").press("alt+c").sees("of 3")
		s.press("alt+w", "ctrl+u").types("a(l|m)").sees("no match").press("alt+r").sees("of 5")
		s.press("ctrl+u").types("a(").sees("missing").press("esc")
	})
}

func TestLeavingFindReturnsToItsStart(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("end", "ctrl+f").types("gam").press("ctrl+c").caretAt("alpha beta|").text(findable)
	})
}

func TestActionKeysAreNotTypedIntoFields(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+f").types("alp").press("alt+k", "alt+=", "alt+b").sees("Find alp ", "match 1 of 4")
		s.types("x").sees("Find xalp").press("esc")
		s.press("f4").press("alt+y").sees("No problems.")
	})
}

func TestFindWithoutTextSaysSo(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+f").types("zzz").sees("no match").press("enter").sees("no match").press("esc").text(findable).misses("no match")
		s.press("f3").sees(`No match for "zzz"`).press("ctrl+f", "ctrl+u").misses("no match").press("enter", "esc").misses(`No match for ""`)
	})
}

func TestReplaceChangesAllMatchesAsOneStep(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+f").types("beta").press("esc", "ctrl+r").sees("Find beta", "Replace with").press("tab").types("B").press("alt+a")
		s.sees("Replaced 2 matches; one undo reverts it").misses("Replace with", "no match").text("alpha B\nAlpha B\ngamma alphabet\nalpha\n")
		s.press("ctrl+z").misses("Replaced 2").text(findable)
		s.press("ctrl+r").types("zzz").press("alt+a").sees("Replace with", "no match").press("esc").misses("Replaced 0")
		s.press("ctrl+r", "tab").types("C").press("esc").text(findable)
	})
}

func TestReplaceAsksBothAtOnce(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+r").sees("Find", "Replace with").types("gamma").press("tab").types("G").press("alt+a", "esc").text("alpha beta\nAlpha beta\nG alphabet\nalpha\n")
	})
}

func TestReplaceGoesOneByOne(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+r").types("beta").press("tab").types("B").press("enter").text("alpha B\nAlpha beta\ngamma alphabet\nalpha\n").sees("match 1 of 1")
		s.press("enter").text("alpha B\nAlpha B\ngamma alphabet\nalpha\n").press("enter", "esc").sees(`No match for "beta"`)
		s.press("ctrl+z").text("alpha B\nAlpha beta\ngamma alphabet\nalpha\n").press("ctrl+z").text(findable)
	})
}

// A match that the user skips stays unchanged.
func TestReplaceSkipsAMatch(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+r").types("beta").press("tab").types("B").press("down", "enter").text("alpha beta\nAlpha B\ngamma alphabet\nalpha\n")
	})
}

// The field shows the last search, and typing replaces it.
func TestTypingReplacesTheLastSearch(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+f").types("beta").press("esc", "ctrl+f").types("gam").sees("Find gam ").press("esc")
		s.press("ctrl+f", "end").types("ma").sees("Find gamma ")
	})
}

func TestPastedTextIsSearched(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("ctrl+f").pastes("gamma").sees("match 1 of 1").text(findable).press("esc").sees("5 bytes selected")
	})
}

func TestASearchInSelectedLinesStaysThere(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "alpha\nalpha\nalpha\nalpha\n"}, func(s *story) {
		s.press("shift+down", "shift+down", "ctrl+f").types("alpha").sees("of 2").press("enter", "enter", "enter").sees("of 2").press("esc")
	})
}

// Find searches the pane with the focus and shows each match in turn.
func TestFindSearchesTheFocusedPane(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("line\n", 60) + "needle one\n" + strings.Repeat("line\n", 60) + "Needle two\n"
	tell(t, setup{file: "p.md", text: text}, func(s *story) {
		s.press("alt+3", "ctrl+f").types("needle").sees("match 1 of 2").press("down").sees("match 2 of 2").press("enter").sees("match 2 of 2")
		if s.bench.screen.Focus() != layout.Preview || s.bench.tabs.text.Cursor() != strings.Index(text, "Needle two") {
			t.Errorf("the viewer is at %d", s.bench.tabs.text.Cursor())
		}
		s.press("f3").sees("Continued from the other end")
		if s.bench.tabs.text.Cursor() != strings.Index(text, "needle one") {
			t.Errorf("after the last match the viewer is at %d", s.bench.tabs.text.Cursor())
		}
		s.press("alt+2", "f3").sees(`No match for "needle"`)
		s.press("ctrl+f", "ctrl+u").types("prompt:cwd").sees("match 1 of 1").press("esc")
		s.press("alt+1", "f3").sees(`No match for "prompt:cwd"`)
	})
}

func TestUnwrappedLinesScrollSideways(t *testing.T) {
	t.Parallel()
	files := map[string]string{"x": strings.Repeat("0123456789", 20) + "THE END\nshort\n"}
	tell(t, setup{file: "p.md", text: "[file:x]\n", files: files}, func(s *story) {
		s.press("alt+w", "alt+3").misses("THE END").press(strings.Split(strings.Repeat("shift+right ", 25), " ")[:25]...).sees("THE END").misses("short")
		s.press(strings.Split(strings.Repeat("shift+left ", 25), " ")[:25]...).sees("short").misses("THE END")
		s.press("ctrl+f").types("end").sees("THE END").press("enter", "alt+w").sees("short")
	})
}

// In a text that can only be read, Esc returns to the place where the search began. After the bar
// is closed, n and N continue the search.
func TestLeavingASearchInAReaderReturnsToItsStart(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("line\n", 60) + "needle one\n" + strings.Repeat("line\n", 60) + "needle two\n"
	tell(t, setup{file: "p.md", text: text}, func(s *story) {
		s.press("alt+3", "down", "down").press("/").types("needle").sees("match 1 of 2", "needle one").press("esc").misses("needle one", "match 1")
		if got := s.bench.tabs.text.Cursor(); got != len("line\nline\n") {
			t.Errorf("the viewer is at %d", got)
		}
		s.press("/").types("needle").press("enter").sees("match 1 of 2").press("n").sees("match 2 of 2", "needle two").press("N").sees("match 1 of 2")
		s.press("esc").misses("match 1 of 2").sees("needle one").text(text)
		s.press("n").sees("match")
	})
}

// While matches are marked, the footer says which keys go through them.
func TestTheFooterHasTheKeysOfASearch(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one two\nthree one\none one one\n"}, func(s *story) {
		s.misses("next match").press("ctrl+f").types("one").press("enter", "esc", "f3").sees("F3 next match", "Alt+F3 previous match")
		s.press("esc").misses("next match").press("alt+3", "/").types("one").press("enter").sees("n next match", "N previous match", "end search", "Enter")
		s.press("esc").misses("next match")
	})
}
