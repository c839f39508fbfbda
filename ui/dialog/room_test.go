package dialog_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/editor/search"
)

func TestARowIsFoundByItsOtherNames(t *testing.T) {
	items := []dialog.Item{
		{Label: "cabinet of dens"}, {Label: "Claude Code 2", Also: "claude-code@2"}, {Label: "Other", Also: "aide"}, {Label: "the claude-code of others"},
	}
	l := dialog.NewList("T", "", items, func(dialog.Item) tea.Cmd { return nil })
	press(l, "claude-code")
	text := shown(l, 60, 14)
	if !strings.Contains(text, "2 of 4 match") || strings.Index(text, "the claude-code") > strings.Index(text, "Claude Code 2") {
		t.Errorf("the label comes first, then the other name:\n%s", text)
	}
	l = dialog.NewList("T", "", items, func(dialog.Item) tea.Cmd { return nil })
	press(l, "aide")
	if text := shown(l, 60, 14); !strings.Contains(text, "2 of 4 match") || strings.Index(text, "Other") > strings.Index(text, "cabinet") {
		t.Errorf("drawn\n%s", text)
	}
}

func TestTheFindBarKeepsItsOptionsAndAField(t *testing.T) {
	for _, count := range []string{"", "match 2 of 7", "match 12 of 70", "match 123 of 10000+"} {
		for w := 40; w <= 200; w += 4 {
			f := dialog.NewFind(search.Query{Text: "x", Case: true}, dialog.Finder{Change: func(search.Query) string { return "" }, Count: func() string { return count }})
			text := shown(f, w, 3)
			if w >= 76 && strings.Count(text, "[ ] ")+strings.Count(text, "[x] ") != 3 {
				t.Errorf("%d columns, %q: an option is missing:\n%s", w, count, text)
			}
			if count != "" && w >= 44 && strings.Contains(text, "regexp") && !strings.Contains(text, "regexp   ") {
				t.Errorf("%d columns, %q reads as part of the last option:\n%s", w, count, text)
			}
			if w == 80 && len(count) < 15 && !strings.Contains(text, "[x] Alt+C case") {
				t.Errorf("%q: the keys of the options are missing:\n%s", count, text)
			}
			if number := strings.TrimPrefix(count, "match "); w >= 60 && !strings.Contains(text, number) {
				t.Errorf("%d columns: %q is not shown:\n%s", w, number, text)
			}
		}
	}
}

func TestReplaceShowsTheLastSearchAndTypingReplacesIt(t *testing.T) {
	asked, replaced := "", ""
	r := dialog.NewReplace(search.Query{Text: "old"}, dialog.Replacer{
		Finder: dialog.Finder{Change: func(q search.Query) string { asked = q.Text; return "" }, Count: func() string { return "" }},
		All: func(with string) (bool, tea.Cmd) {
			replaced = asked + " by " + with
			return with == "it", nil
		},
	})
	press(r, "new")
	r.Key(tea.KeyMsg{Type: tea.KeyTab})
	press(r, "it")
	all := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'a'}, Alt: true}
	if closed, _ := r.Key(all); replaced != "new by it" || !closed {
		t.Errorf("it replaces %q, and the bar is closed: %v", replaced, closed)
	}
	press(r, "em")
	if closed, _ := r.Key(all); closed {
		t.Error("a bar that replaced nothing is closed")
	}
}

// The border of a dialog is never right beside that of the screen, because two vertical lines side
// by side look like a fault.
func TestNoBorderStandsRightBesideTheScreens(t *testing.T) {
	for _, w := range []int{20, 59, 60, 80, 81, 99, 100, 120} {
		for _, h := range []int{5, 12, 24} {
			for _, width := range []int{20, w - 5, w - 4, w - 3, w - 2, w - 1, w, w + 9} {
				for _, rows := range []int{1, h - 2, h + 9} {
					d := dialog.NewReader("T", nil)
					d.SetLines(dialog.PlainLines(strings.Repeat(strings.Repeat("x", max(width-4, 1))+"\n", max(rows, 1))))
					text, _, _ := drawn(d, w, h)
					first := strings.Split(text, "\n")[0]
					left := strings.Index(first, "┌")
					if right := w - len([]rune(strings.TrimRight(first, " "))); left == 1 || right == 1 {
						t.Fatalf("%dx%d, text of %dx%d: %d columns on the left, %d on the right:\n%s", w, h, width, rows, left, right, text)
					}
				}
			}
		}
	}
}

func TestWrappedLinesHangUnderTheirLastColumn(t *testing.T) {
	look := dialog.Base
	lines := []dialog.Line{
		{{Text: "model     ", Look: look}, {Text: strings.Repeat("word ", 20), Look: look}},
		dialog.Plain("  1. step " + strings.Repeat("more ", 20)),
		dialog.Plain("flush " + strings.Repeat("text ", 20)),
	}
	r := dialog.NewReader("T", nil).Hanging()
	r.SetLines(lines)
	text := shown(r, 60, 20)
	for _, want := range []string{"│ model     word", "│           word", "│   1. step more", "│      more", "│ flush text", "│ text"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not shown:\n%s", want, text)
		}
	}
	press(r, "w")
	if text := shown(r, 60, 20); strings.Contains(text, "│           word") {
		t.Errorf("w does not let the lines run on:\n%s", text)
	}
	if n := len(dialog.Line{{Text: fmt.Sprint(strings.Repeat("a", 30)), Look: look}, {Text: "bcdef", Look: look}}.Hang(30, 32)); n != 2 {
		t.Errorf("a column beyond the middle leaves %d rows", n)
	}
}

// At 80x24 the help fills the screen, so a scroll bar and a position must say that it goes on.
func TestATextThatGoesOnSaysWhereTheReaderIs(t *testing.T) {
	for rows := 1; rows < 40; rows++ {
		for _, size := range [][2]int{{40, 10}, {80, 24}, {120, 40}} {
			var text []string
			for i := range rows {
				text = append(text, fmt.Sprintf("row %d %s", i, strings.Repeat("x", 60)))
			}
			r := dialog.NewReader("T", dialog.PlainLines(strings.Join(text, "\n")))
			press(r, "w")
			shows := shown(r, size[0], size[1])
			whole := strings.Contains(shows, fmt.Sprintf("│ row %d ", rows-1))
			if whole == strings.Contains(shows, fmt.Sprintf("of %d ", rows)) || whole == strings.Contains(shows, "┃") {
				t.Fatalf("%d lines on %v:\n%s", rows, size, shows)
			}
		}
	}
}

// The rows of a list may be cut at its edge; then the chosen row is also shown in full.
func TestTheChosenRowOfAListIsNeverOnlyCut(t *testing.T) {
	items := []dialog.Item{
		{Label: "Keep this prompt", Detail: "for a conversation which sends the same bytes again on each turn until it is compacted", Key: "Ctrl+K"},
		{Label: "short"}, {Label: strings.TrimSpace(strings.Repeat("a long label ", 8))},
	}
	for _, w := range []int{50, 60, 80, 100, 120, 200} {
		l := dialog.NewList("T", "", items, func(dialog.Item) tea.Cmd { return nil })
		for i, item := range items {
			words := strings.Join(strings.Fields(strings.NewReplacer("│", "", "┃", "").Replace(shown(l, w, 24))), " ")
			if !strings.Contains(words, item.Label) || !strings.Contains(words, item.Detail) {
				t.Errorf("%d columns, row %d:\n%s", w, i, shown(l, w, 24))
			}
			l.Key(tea.KeyMsg{Type: tea.KeyDown})
		}
	}
	if l := dialog.NewList("T", "", items[1:2], nil); strings.Contains(shown(l, 80, 24), "short ·") || strings.Count(shown(l, 80, 24), "short") != 1 {
		t.Errorf("a list whose rows fit tells its row again:\n%s", shown(l, 80, 24))
	}
}

// The text of a question must not be cut at the right edge.
func TestAQuestionIsReadInFull(t *testing.T) {
	text := "src/a/very/long/path/of/a/project/system-prompt.md: what was typed on 29 November at 02:04 was never saved, and the file has changed since then.\nSecond line."
	q := dialog.NewQuestion("T", text, dialog.Answer{Key: "r", Label: "Restore it; undo reverts that"}, dialog.Answer{Key: "x", Label: "Throw it away"})
	for w := 40; w <= 200; w += 5 {
		shows := shown(q, w, 24)
		words := strings.Join(strings.Fields(strings.ReplaceAll(shows, "│", " ")), "")
		for _, want := range []string{text, "Restore it; undo reverts that", "Throw it away", "esc Cancel"} {
			if !strings.Contains(words, strings.Join(strings.Fields(want), "")) {
				t.Errorf("%d columns: %q is not shown in full:\n%s", w, want, shows)
			}
		}
	}
	if shows := shown(q, 40, 9); !strings.Contains(shows, "…") || !strings.Contains(shows, "Throw it away") {
		t.Errorf("on 9 rows the text is cut without a mark, or an answer is missing:\n%s", shows)
	}
}

// An answer that is wider than the screen ends in a mark.
func TestACutAnswerIsMarked(t *testing.T) {
	q := dialog.NewQuestion("T", "Text.", dialog.Answer{Key: "k", Label: "Keep them for next time and quit"})
	ways := []dialog.Way{{Key: "k", Label: "Keep them for the next time that this runs"}}
	c := dialog.NewChoices("T", "Text.", "Apply", ways, []dialog.Choice{{Label: "a", Way: "k"}}, nil)
	for name, d := range map[string]dialog.Dialog{"Keep them for next ": q, "Keep them for the": c} {
		if shows := shown(d, 30, 12); !regexp.MustCompile("k +" + name + "[a-z ]*…").MatchString(shows) {
			t.Errorf("the answer is cut without a mark:\n%s", shows)
		}
	}
	if shows := shown(q, 60, 12); !strings.Contains(shows, "next time and quit") {
		t.Errorf("the answer is cut:\n%s", shows)
	}
}
