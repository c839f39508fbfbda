package app

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/budget"
	"galley/ui/keymap"
	"galley/ui/layout"
)

// Before the first prompt nothing can be copied or jumped to, and nothing is said about the file.
func TestWithoutAPromptActionsDoNothing(t *testing.T) {
	t.Parallel()
	s := newStory(t, t.TempDir(), setup{file: "AGENTS.md", text: "text\n"})
	s.o.Themes = nil
	m := New(s.o)
	for name, cmd := range map[string]tea.Cmd{
		"copy the prompt": m.editing.copyPrompt(), "go to a problem": m.jumps.nextProblem(1), "show an unknown tab": m.tabs.show("None"),
		"switch among no themes": m.themes.next(), "take an unknown input": m.input(struct{}{}), "take the end of the changes": m.changed(changedMsg{}),
	} {
		if cmd != nil {
			t.Errorf("%s starts work", name)
		}
	}
	if word, text, whole := m.opened.fileUse(); word != "" || text != "" || !whole {
		t.Errorf("the file is %q, %q, whole %v", word, text, whole)
	}
	if m.View() != "" {
		t.Error("a screen of unknown size is drawn")
	}
}

func TestNothingIsDrawnAfterTheEnd(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "text\n"}, func(s *story) {
		if s.press("ctrl+q").ended(); s.bench.View() != "" {
			t.Error("the screen is drawn after the end")
		}
	})
}

// An expression that is not valid finds nothing, in a view and in all open files.
func TestAnInvalidExpressionFindsNothing(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: findable}, func(s *story) {
		s.press("alt+3", "ctrl+f", "alt+r").types("alpha(").sees("missing").press("esc").runs()
	})
	threeFiles(t, func(s *story) {
		s.press("ctrl+f", "alt+f", "alt+r").types("tid(").sees("missing").misses("more in").press("enter").sees("TEMPLATE", "missing")
	})
}

// If all matches lie in files outside the project, none is replaced.
func TestNothingIsReplacedOutsideTheProjectAlone(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 140, h: 30, file: "p.md", text: "none\n"}, func(s *story) {
		s.write(t, s.path("../outside.md"), "tide\n")
		s.opens("../outside.md").press("alt+T", "ctrl+r").types("tide").press("tab").types("ebb").press("alt+f", "alt+a")
		s.misses("Replaced").press("esc").sees("Replaced nothing; not in", "outside.md, outside the project").opens("../outside.md").text("tide\n")
	})
}

// The transfer begins with the rule file that is chosen on the Rules tab.
func TestATransferBeginsWithTheChosenRule(t *testing.T) {
	t.Parallel()
	tell(t, openRules(map[string]string{"AGENTS.md": "one\n", "docs/AGENTS.md": "two\n", "CLAUDE.md": "three\n"}), func(s *story) {
		s.rulesOf("opencode").sees("AGENTS.md")
		path, what := s.bench.tabs.rules.Selected()
		if what == "" {
			t.Fatal("no rule is chosen")
		}
		s.press("alt+8").sees("Transfer")
		if got := s.bench.tabs.current(); got != s.bench.tabs.follow {
			t.Errorf("%s is shown", got.Title())
		}
		s.sees(s.bench.short.Short(path))
	})
}

// A press that changes which panes are shown is not the first of a double click.
func TestAPressThatShowsAnotherPaneIsNoFirstOfTwo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h     int
		selected bool
	}{{120, 40, true}, {80, 40, false}} {
		tell(t, setup{w: c.w, h: c.h, file: "p.md", text: "alpha beta\n"}, func(s *story) {
			s.press("alt+3")
			if s.bench.screen.Focus() != layout.Preview {
				t.Fatal("the preview has no focus")
			}
			r := s.bench.screen.Layout().Template
			for range 2 {
				s.mouse(r.X+6, r.Y, tea.MouseButtonLeft, tea.MouseActionPress).mouse(r.X+6, r.Y, tea.MouseButtonLeft, tea.MouseActionRelease)
			}
			if got := s.bench.editor().Selected(); (got != "") != c.selected || s.bench.screen.Focus() != layout.Template {
				t.Errorf("%d columns: %q is selected", c.w, got)
			}
		})
	}
}

// If an action of another tab has no key, the message names the tab but no key.
func TestAnActionOfAnotherTabWithoutAKey(t *testing.T) {
	t.Parallel()
	keys, problems := keymap.New(map[string][]string{string(keymap.CompareProfiles): {}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	tell(t, setup{file: "p.md", text: "text\n", with: func(o *Options) { o.Keys = keys }}, func(s *story) {
		s.run(s.bench.do(keymap.CompareProfiles))
		s.settle().sees("That action works in the tab Blocks")
	})
}

func TestWhereAPromptOfKeptWordsComesFrom(t *testing.T) {
	t.Parallel()
	var r engine.Result
	r.Provenance.Words = []engine.Words{{Made: "2026-01-02", Version: "1.\x1b2"}, {Made: "2026-01-01"}}
	if got, want := describeProvenance(&r), []string{"words from your capture of 2026-01-02, 1.␛2", "words kept 2026-01-02", "modelled"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	r.Whole.StandIns = budget.StandIns{Blocks: 1, Real: 2000}
	if got, want := describeProvenance(&r), "words from your capture of 2026-01-02, 1.␛2; stand-ins, 2.0 kB"; got[0] != want {
		t.Errorf("%q, want %q", got[0], want)
	}
	if got := describeProvenance(&engine.Result{}); !slices.Equal(got, []string{"modelled"}) {
		t.Errorf("%q", got)
	}
}

// A word of a title is found by its columns, the last one included.
func TestTheWordAtAColumn(t *testing.T) {
	t.Parallel()
	all := []titleWord{{text: "漢", tab: "a", x: 1}, {text: "bcd", tab: "b", x: 4}}
	for x, want := range []string{"", "a", "a", "", "b", "b", "b", ""} {
		if got := at(all, x).tab; got != want {
			t.Errorf("at %d is %q, want %q", x, got, want)
		}
	}
	if end(nil) != 0 || end(all) != 7 {
		t.Errorf("the words end at %d and %d", end(nil), end(all))
	}
}
