package app

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/layout"
)

// drag presses the button at a cell, moves to another one and releases it.
func (s *story) drag(x, y, toX, toY int) *story {
	s.mouse(x, y, tea.MouseButtonLeft, tea.MouseActionPress).mouse(toX, toY, tea.MouseButtonLeft, tea.MouseActionMotion)
	return s.mouse(toX, toY, tea.MouseButtonNone, tea.MouseActionRelease)
}

func TestEveryWordThatLooksLikeAButtonIsOne(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "a\n"}, func(s *story) {
		s.click("Request │", 1).settle().sees("Anthropic Messages")
		s.click("Rules", 1).settle().sees("agent ←/→")
		s.click("all actions", 1).sees("Actions").press("esc")
		s.click("^P", 1).sees("Actions").press("esc")
		s.click("no agent: the template alone", 1).settle().sees("Whose prompt").press("esc")
		s.click("anthropic/claude-sonnet-4-5", 1).sees("Model: vocabulary").press("esc")
		s.click("TEMPLATE  as", 1)
		if s.bench.screen.Focus() != layout.Template {
			t.Error("a click on the title does not focus the pane")
		}
	})
}

func TestClickOnAKeyHintPressesTheKey(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 120, h: 40, file: "p.md", text: "Alpha alpha\n"}, func(s *story) {
		s.press("f1").sees("Keys", "Esc close").click("close", 1).misses("Esc close")
		s.press("f1").click("/ find", 1).types("palette").sees("1 of 1").press("esc", "esc")
		s.press("ctrl+p").types("copy the whole").sees("Enter choose", "1 of 1").click("choose", 1).sees("not copied")
		s.press("ctrl+f").types("alpha").sees("match 1 of 2").click("Alt+C", 1).sees("[x] Alt+C case", "match 1 of 1").press("esc")
		s.press("ctrl+r", "tab").types("beta").click("Alt+A", 1).press("esc").text("Alpha beta\n")
	})
}

func TestClickOnACompletionAcceptsIt(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: ""}, func(s *story) {
		s.types("[system:").sees("system:hostname").click("system:hostname", 1).text("[system:hostname]")
	})
}

func TestTheLinesBetweenPanesAreDragged(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "a\n"}, func(s *story) {
		l := s.bench.screen.Layout()
		x, y := l.Between[layout.Left].X, l.Between[layout.Upper].Y
		s.drag(x, 10, x+20, 10)
		if got := s.bench.screen.Layout().Between[layout.Left].X; got != x+20 {
			t.Errorf("the divider between the columns is at %d, want %d", got, x+20)
		}
		s.drag(5, y, 5, y-6)
		if got := s.bench.screen.Layout().Between[layout.Upper].Y; got != y-6 {
			t.Errorf("the divider below the template is at %d, want %d", got, y-6)
		}
		s.press("tab", "tab", "tab").runs()
		for _, size := range [][2]int{{80, 24}, {40, 10}, {20, 5}, {160, 40}} {
			s.resize(size[0], size[1]).runs()
		}
	})
}

func TestTextOfThePreviewIsSelectedAndCopied(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "alpha beta gamma\nsecond line\n"}, func(s *story) {
		r := s.bench.screen.Layout().Preview
		s.drag(r.X+1, r.Y, r.X+11, r.Y)
		if text, _ := s.bench.tabs.text.Selected(); text != "alpha beta" {
			t.Errorf("%q is selected", text)
		}
		s.press("ctrl+c").sees("not copied: no terminal")
		s.press("esc")
		if text, _ := s.bench.tabs.text.Selected(); text != "" {
			t.Errorf("after Esc %q is selected", text)
		}
		s.pass(time.Second)
		for range 3 {
			s.mouse(r.X+8, r.Y+1, tea.MouseButtonLeft, tea.MouseActionPress).mouse(r.X+8, r.Y+1, tea.MouseButtonNone, tea.MouseActionRelease)
		}
		if text, _ := s.bench.tabs.text.Selected(); text != "second line\n" {
			t.Errorf("after a triple click %q is selected", text)
		}
	})
}

func TestTextOfAReaderIsSelected(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "a\n"}, func(s *story) {
		s.press("f1")
		x, y := s.find("Reload from disk")
		s.drag(x, y, x+6, y).press("c").sees("not copied: no terminal").press("esc").sees("Reload from disk").press("esc").misses("Reload from disk")
	})
}

func TestScrollBars(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "p.md", text: strings.Repeat("line\n", 400) + "THE END\n"}, func(s *story) {
		_, thumb := s.bench.paint.bar(layout.Preview)
		if thumb.Empty() || thumb.Y != s.bench.screen.Layout().Preview.Y {
			t.Fatalf("the thumb is at %+v", thumb)
		}
		s.drag(thumb.X, thumb.Y, thumb.X, 39).sees("THE END")
		if _, now := s.bench.paint.bar(layout.Preview); now.Y <= thumb.Y {
			t.Errorf("the thumb stays at %+v", now)
		}
		_, left := s.bench.paint.bar(layout.Template)
		s.drag(left.X, left.Y, left.X, 39)
		if s.bench.editor().TopLine() < 300 {
			t.Errorf("the editor shows line %d", s.bench.editor().TopLine())
		}
		s.press("ctrl+p")
		if !strings.Contains(s.String(), "┃") {
			t.Error("the palette has no scroll bar")
		}
	})
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "short\n"}, func(s *story) {
		if _, thumb := s.bench.paint.bar(layout.Preview); !thumb.Empty() {
			t.Errorf("a short text has a thumb at %+v", thumb)
		}
	})
}
