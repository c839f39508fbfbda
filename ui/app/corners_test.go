package app

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/term"
)

// What a press on the strip of budgets does depends on where it is, and on whether a model is chosen.
func TestPressesOnTheBudgets(t *testing.T) {
	t.Parallel()
	for _, model := range []string{"claude-sonnet-4-5", ""} {
		tell(t, setup{file: "p.md", text: "text\n", with: func(o *Options) { o.Request.Model = model }}, func(s *story) {
			r := s.bench.screen.Layout().Budget
			choose := "Model"
			if model != "" {
				choose = "Budgets"
			}
			for _, c := range []struct {
				x, y int
				want string
			}{{0, 0, choose}, {chooseWidth - 1, 0, choose}, {chooseWidth, 0, "Budgets"}, {r.W - problemsWidth - 1, 0, "Budgets"}, {r.W - problemsWidth, 0, "Problems"}, {r.W - 1, 0, "Problems"}} {
				s.mouse(r.X+c.x, r.Y+c.y, tea.MouseButtonLeft, tea.MouseActionPress)
				if !strings.Contains(s.String(), "┌─ "+c.want) {
					t.Fatalf("with the model %q, a press at %d opens no %s:\n%s", model, c.x, c.want, s)
				}
				s.press("esc")
			}
			if r.H > 1 {
				s.mouse(r.X, r.Y+1, tea.MouseButtonLeft, tea.MouseActionPress)
				if s.bench.tabs.current() != s.bench.tabs.rules {
					t.Error("a press on the line of files does not show the rules")
				}
			}
		})
	}
}

func TestTheWheelMovesLongLinesSideways(t *testing.T) {
	t.Parallel()
	line := "START " + strings.Repeat("word ", 100) + "END"
	tell(t, setup{file: "p.md", text: line + "\n"}, func(s *story) {
		s.press("alt+w")
		wheel := func(x int, button tea.MouseButton, shift bool) {
			s.send(tea.MouseMsg{X: x, Y: 6, Button: button, Action: tea.MouseActionPress, Shift: shift})
		}
		starts := func() int { return strings.Count(s.String(), "START") }
		for _, x := range []int{5, s.w - 10} {
			for _, c := range []struct {
				there, back tea.MouseButton
				shift       bool
			}{{tea.MouseButtonWheelRight, tea.MouseButtonWheelLeft, false}, {tea.MouseButtonWheelDown, tea.MouseButtonWheelUp, true}} {
				before := starts()
				if wheel(x, c.there, c.shift); starts() != before-1 {
					t.Fatalf("at %d the line does not move:\n%s", x, s)
				}
				if wheel(x, c.back, c.shift); starts() != before {
					t.Fatalf("at %d the line does not move back:\n%s", x, s)
				}
			}
			screen := s.String()
			if wheel(x, tea.MouseButtonForward, false); s.String() != screen {
				t.Errorf("a button without a wheel scrolls:\n%s", s)
			}
		}
	})
}

func TestAJumpBackOpensAFileThatWasClosed(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "template\n", files: someFiles}, func(s *story) {
		s.opens("AGENTS.md")
		closed := s.bench.files.Current()
		if s.chooses(keymap.CloseFile); len(s.bench.files.All()) != 1 {
			t.Fatal("the file stays open")
		}
		s.run(s.bench.jumps.goTo(jumpPlace{pane: layout.Template, file: closed, offset: 3}))
		if s.settle(); s.bench.files.Current().Path() != s.path("AGENTS.md") || s.bench.editor().Caret() != 3 {
			t.Errorf("the jump shows %s at %d", s.bench.files.Current().Path(), s.bench.editor().Caret())
		}
	})
}

func TestTextThatCouldNotBeKeptIsReportedAtTheEnd(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "text\n"}, func(s *story) {
		if err := s.bench.Lost(); err != nil {
			t.Errorf("lost at the start: %v", err)
		}
		full := errors.New("the disk is full")
		s.bench.lost <- full
		if err := s.bench.Lost(); err != full {
			t.Errorf("lost: %v", err)
		}
		if err := s.bench.Lost(); err != nil {
			t.Errorf("lost twice: %v", err)
		}
	})
}

// Without a clipboard, a paste inserts what was last copied in galley. It goes into the dialog if
// one is open.
func TestACopyIsPastedWhereTheKeysGo(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "abc\n"}, func(s *story) {
		s.send(term.ClipboardFailedMsg{Message: "no clipboard"}).sees("no clipboard").text("abc\n")
		s.press("ctrl+a", "ctrl+c", "right")
		s.press("ctrl+p").send(term.ClipboardFailedMsg{Message: "no clipboard"}).sees("› abc").press("esc").text("abc\n")
		s.press("ctrl+end").send(term.ClipboardFailedMsg{Message: "no clipboard"}).sees("Pasted galley's own copy; no clipboard").text("abc\nabc\n")
		s.press("ctrl+a", "ctrl+c")
		s.bench.editing.copying = "the selection"
		s.send(term.CopiedMsg{Result: term.Result{OK: true, Message: "copied with a tool"}}).sees("the selection: copied with a tool").misses("! the selection")
		s.send(term.CopiedMsg{Result: term.Result{Message: "not copied"}}).sees("not copied").misses("the selection: not copied")
	})
}

func TestVariablesAreInsertedIntoTheTemplateOnly(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "", files: someFiles}, func(s *story) {
		s.run(s.bench.editing.insertBlock("git:branch"))
		s.settle().text("[if git:branch]\n[git:branch]\n[endif]\n")
		s.press("ctrl+a").types("two\n").press("ctrl+a")
		s.run(s.bench.editing.insertBlock("git:branch"))
		s.settle().text("[if git:branch]\ntwo\n[endif]\n")
		s.opens("AGENTS.md")
		before := s.bench.editor().Text()
		s.run(s.bench.editing.insertTag("git:branch"))
		if s.settle().sees("Only the template can use variables: "); s.bench.editor().Text() != before {
			t.Error("a rule file gets a tag")
		}
	})
}

// At every width, the titles of the open files are side by side and do not extend beyond it.
func TestTitlesOfOpenFilesFitTheirWidth(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "x\n", files: someFiles}, func(s *story) {
		if all := s.bench.opened.titles(80, 10, s.bench.screen.Styles()); all != nil {
			t.Errorf("one open file has the titles %+v", all)
		}
		s.opens("AGENTS.md").types("x")
		s.opens("CLAUDE.md")
		var got []string
		for _, width := range []int{80, 46, 45, 28, 27, 20} {
			var text strings.Builder
			at := 10
			for _, word := range s.bench.opened.titles(width, 10, s.bench.screen.Styles()) {
				if word.x != at {
					t.Errorf("in %d columns %q stands at %d, want %d", width, word.text, word.x, at)
				}
				text.WriteString(word.text)
				at += cell.Width(word.text)
			}
			if at > width && width >= 27 {
				t.Errorf("in %d columns the titles end at %d", width, at)
			}
			got = append(got, fmt.Sprint(width, " ", text.String()))
		}
		want := strings.Split(titlesOfFiles, "\n")
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("the titles are\n%s", strings.Join(got, "\n"))
		}
	})
}

const titlesOfFiles = `80  template │ AGENTS.md ● │ CLAUDE.md 
46  template │ AGENTS.md ● │ CLAUDE.md 
45  CLAUDE.md │ +2 ● 
28  CLAUDE.md │ +2 ● 
27  CLAUDE… │ +2 ● 
20   │ +2 ● `

func TestCountsOfMatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		index, total int
		more         bool
		want         string
	}{{0, 18, false, "18 matches"}, {0, 1, false, "1 match"}, {0, 18, true, "18+ matches"}, {0, 0, false, "no match"}, {0, 0, true, "no match"}, {1, 1, false, "match 1 of 1"}, {2, 9, true, "match 2 of 9+"}} {
		if got := matchCount(c.index, c.total, c.more); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestThePopupOfCompletionsIsWalkedBothWays(t *testing.T) {
	t.Parallel()
	accepted := func(keys ...string) (text string) {
		tell(t, setup{file: "p.md", text: ""}, func(s *story) {
			s.types("[git:").press(keys...).press("enter")
			text = s.bench.editor().Text()
		})
		return text
	}
	first, second := accepted(), accepted("down")
	if first == second || accepted("down", "up") != first || accepted("down", "down", "up") != second {
		t.Errorf("the first is %q, the second %q, and up from there %q", first, second, accepted("down", "up"))
	}
}

// The list of messages has the time of each, how often it came, and a sign for warnings.
func TestTheListOfMessages(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n", w: 60, h: 24}, func(s *story) {
		s.press("alt+M").sees("No messages yet.").press("esc")
		s.bench.screen.Say("once")
		s.bench.screen.Warn("twice\nand more")
		s.bench.screen.Warn("twice\nand more")
		s.bench.screen.Say(strings.Repeat("word ", 12))
		at := time.Now().Local().Format("15:04:05")
		var rows []string
		for _, row := range s.press("alt+M").screen() {
			if strings.HasPrefix(row, "│") {
				rows = append(rows, strings.TrimSpace(strings.Trim(row, "│┃")))
			}
		}
		want := []string{at, strings.TrimRight(strings.Repeat("word ", 10), " "), "word word", "! " + at + ", 2 times", "twice", "and more", at, "once"}
		if got := strings.Join(rows, "\n"); !strings.Contains(got, strings.Join(want, "\n")) {
			t.Errorf("listed\n%s\nwant\n%s", got, strings.Join(want, "\n"))
		}
	})
}

func TestAComparisonStaysMasked(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		s.run(s.bench.tabs.show(s.bench.tabs.diff.View().Title()))
		s.settle()
		s.bench.setFocus(layout.Preview)
		s.press("alt+U").sees("Comparisons stay masked: the Text tab can show the values")
	})
}
