package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/layout"
)

func sizeOf(w, h int) tea.Msg { return tea.WindowSizeMsg{Width: w, Height: h} }

func TestAClickPutsTheCaretThere(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one two\nthree 漢字 four\n"}, func(s *story) {
		s.click("two", 1).caretAt("one |two").click("字 four", 1).caretAt("漢|字 four").types("x").text("one two\nthree 漢x字 four\n")
	})
}

func TestADoubleClickSelectsTheWordATripleTheLine(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one two\nthree\n"}, func(s *story) {
		s.click("two", 2).sees("3 bytes selected").pass(time.Second).click("two", 3).sees("8 bytes selected")
		s.pass(time.Second).click("two", 1).pass(time.Second).click("two", 1).misses("selected")
	})
}

func TestADragSelects(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one two\nthree\n"}, func(s *story) {
		x, y := s.find("two")
		s.mouse(x, y, tea.MouseButtonLeft, tea.MouseActionPress).mouse(x+2, y+1, tea.MouseButtonLeft, tea.MouseActionMotion)
		s.mouse(x+1, y+1, tea.MouseButtonLeft, tea.MouseActionMotion).mouse(x+1, y+1, tea.MouseButtonNone, tea.MouseActionRelease)
		s.sees("9 bytes selected").mouse(x+9, y, tea.MouseButtonNone, tea.MouseActionMotion).sees("9 bytes selected")
		s.press("ctrl+x").text("one \n")
	})
}

func TestADragOutOfThePaneDoesNotReachTheOthers(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: strings.Repeat("line\n", 100)}, func(s *story) {
		x, y := s.find("line")
		s.mouse(x, y, tea.MouseButtonLeft, tea.MouseActionPress)
		for i := range 10 {
			s.mouse(100, 39-i, tea.MouseButtonLeft, tea.MouseActionMotion)
		}
		s.mouse(100, 39, tea.MouseButtonNone, tea.MouseActionRelease).sees("selected")
		if s.bench.screen.Focus() != layout.Template {
			t.Error("the drag moved the focus")
		}
	})
}

func TestTheWheelScrollsWhatIsUnderIt(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: strings.Repeat("text\n", 200)}, func(s *story) {
		s.wheel(10, 10, 5).sees(" 16 text").misses("  1 text")
		if s.bench.screen.Focus() != layout.Template {
			t.Error("the wheel moved the focus")
		}
		before := s.bench.tabs.text.Cursor()
		s.wheel(80, 10, 3)
		if s.bench.tabs.text.Cursor() != before {
			t.Error("the wheel moved the reading position")
		}
		s.wheel(10, 10, -20).sees("  1 text")
	})
}

func TestDoubleClickInThePreviewJumpsToTheSource(t *testing.T) {
	t.Parallel()
	files := map[string]string{"AGENTS.md": "be brief\n"}
	tell(t, setup{file: "p.md", text: "top\n[file:AGENTS.md]\n", files: files}, func(s *story) {
		s.click("be brief", 1)
		if s.bench.screen.Focus() != layout.Preview {
			t.Error("a click does not take the focus")
		}
		s.pass(time.Second).click("be brief", 2).caretAt("2 |[file:AGENTS.md]")
	})
}

func TestDoubleClickOnAVariableJumpsToItsUse(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n[prompt:model]\n"}, func(s *story) {
		s.click("✓ prompt:model", 2).caretAt("2 |[prompt:model]")
	})
}

func TestAClickOnTheProblemsOpensTheirList(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[git:brnch]\n"}, func(s *story) {
		s.click("1 problem", 1).sees("Problems", "1:1", "1 of 1")
	})
}

func TestAClickChoosesInADialogAndOutsideClosesIt(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "ab\n"}, func(s *story) {
		s.press("ctrl+t").click("system:hostname", 1).text("[system:hostname]ab\n")
		s.press("ctrl+p").mouse(0, 0, tea.MouseButtonLeft, tea.MouseActionPress).misses("Actions").text("[system:hostname]ab\n")
		s.press("ctrl+q").click("Cancel", 1).runs().misses("Unsaved changes")
		s.press("ctrl+q").click("Discard", 1).ended()
	})
}

func TestTheWheelScrollsAList(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "ab\n"}, func(s *story) {
		s.press("f1").sees("File").wheel(60, 20, 40).sees("Looks").misses("Go to the template").wheel(60, 20, -40).sees("File")
	})
}

func TestTheWheelScrollsTheVariablesThatHaveTheFocus(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: tagged(100, func(i int) string { return fmt.Sprintf("[file:docs/%03d.md]", i) })}, func(s *story) {
		x, y := s.press("alt+2").find("– file:docs/003.md")
		s.wheel(x, y, 10).sees("docs/035.md").misses("– file:docs/003.md").press("j").sees("file:docs/001.md").press("G").sees("git:status")
		s.press("/").types("099").press("enter").sees("file:docs/099.md").press("esc")
	})
}

func TestWithTheMouseOffEventsDoNothing(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: strings.Repeat("text\n", 200)}, func(s *story) {
		s.press("alt+m")
		before := s.bench.editor().Caret()
		s.mouse(30, 10, tea.MouseButtonLeft, tea.MouseActionPress).wheel(10, 10, 5).sees("  1 text")
		if s.bench.editor().Caret() != before {
			t.Error("a click moved the caret")
		}
	})
}

func TestAClickOutsideEverythingDoesNothing(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "text\n"}, func(s *story) {
		for _, p := range [][2]int{{0, 0}, {119, 39}, {-1, -1}, {500, 500}, {50, 1}, {0, 20}} {
			for _, b := range []tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonRight, tea.MouseButtonMiddle, tea.MouseButtonWheelLeft, tea.MouseButtonBackward} {
				s.mouse(p[0], p[1], b, tea.MouseActionPress).mouse(p[0], p[1], b, tea.MouseActionMotion).mouse(p[0], p[1], b, tea.MouseActionRelease)
			}
		}
		s.text("text\n").runs()
	})
}
