package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestEveryMessageIsReadInFull(t *testing.T) {
	t.Parallel()
	for _, w := range []int{40, 80, 120, 200} {
		for _, open := range []string{"key", "mouse"} {
			file := strings.Repeat("a-long-name/", 14) + "p.md"
			tell(t, setup{w: w, h: 30, file: file, text: "old\n"}, func(s *story) {
				dir := filepath.Dir(s.path(file))
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(dir, nil, 0o644); err != nil {
					t.Fatal(err)
				}
				s.types("x").press("ctrl+s")
				if w < 200 && w >= 80 {
					s.sees("read all")
				}
				// The message can still be read long after it has left the status line.
				for range 20 {
					s.send(tickMsg{})
				}
				if open == "key" {
					s.press("alt+M")
				} else {
					r := s.bench.screen.Layout().Footer
					s.send(tea.MouseMsg{X: r.X + 2, Y: r.Y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
				}
				s.sees("Messages")
				all := flat(s.String())
				if !strings.Contains(all, "Notsaved:notadirectory") || !strings.Contains(all, strings.Repeat("a-long-name/", 14)+"p.md") {
					t.Fatalf("the message is not shown in full:\n%s", s)
				}
				s.press("esc").misses("Messages")
			})
		}
	}
}

// flat returns the text of a screen, with wrapped lines joined.
func flat(screen string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \n│┃║▐┤├", r) {
			return -1
		}
		return r
	}, screen)
}

// A message that is too long for the footer begins in the row of the files. A longer one still
// names the key that shows all of it.
func TestALongMessageTakesTwoRows(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 80, h: 24, text: "a\n"}, func(s *story) {
		s.sees("Your files sent")
		s.bench.screen.Say("one two three")
		s.sees("Your files sent", "└ one two three ")
		s.bench.screen.Say(strings.Repeat("first row ", 7) + "and the second row")
		s.sees("│ first row first row first row first row first row first row first row and ", "└ the second row ").misses("Your files sent", "read all")
		s.bench.screen.Say(strings.Repeat("a word ", 40))
		s.sees("│ a word a word ", "└ a word a word ", "read all").misses("Your files sent")
		s.bench.screen.ClearNews()
		s.sees("Your files sent").misses("a word")
	})
}

func TestMessagesStartWithTheReason(t *testing.T) {
	t.Parallel()
	tell(t, setup{text: "a\n"}, func(s *story) {
		s.bench.screen.Say("the first")
		s.bench.screen.Warn("two")
		host{s.bench}.Warn("three: " + errors.New("why").Error())
		s.press("alt+M")
		screen := s.String()
		if i, j, k := strings.Index(screen, "three: why"), strings.Index(screen, "two"), strings.Index(screen, "the first"); i < 0 || j < i || k < j {
			t.Fatalf("the newest is not first:\n%s", screen)
		}
	})
}
