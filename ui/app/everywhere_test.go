package app

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/ui/keymap"
	"galley/ui/layout"
)

// The tests below run every action of the palette, so that they also cover views and dialogs that
// are added later. They leave out these actions, which end the workbench or start another program.
var leavesTheScreen = map[keymap.Action]bool{keymap.Quit: true, keymap.Suspend: true, keymap.OpenEditor: true, keymap.EditRule: true}

// someSizes are sizes at which the layout changes, and the largest.
var someSizes = [][2]int{{1, 1}, {2, 9}, {19, 5}, {40, 10}, {80, 24}, {300, 100}}

// hostileProject has rule files, sub-agents, skills and a session whose names and texts are hostile.
func hostileProject() setup {
	name, cell := "规则🚢\x1b[2J\u202e\u200b", strings.Repeat("漢🚢", 40)+"\x1b]0;owned\x07\u202e"+strings.Repeat("x", 10_000)
	files := map[string]string{
		"AGENTS.md": "# " + cell + "\n\n@" + name + ".md\n", "CLAUDE.md": "@" + name + ".md\n# " + cell + "\n", name + ".md": cell, "sub/" + name + "/CLAUDE.md": cell,
		".claude/agents/a.md":       "---\nname: " + strings.ReplaceAll(name, "\x1b", "") + "\ndescription: " + strings.Repeat("漢🚢", 200) + "\u202e\n---\n" + cell,
		".claude/skills/s/SKILL.md": "---\nname: s\ndescription: " + strings.Repeat("漢🚢", 200) + "\u202e\n---\n" + cell,
		".claude/rules/r.md":        "---\npaths: \"sub/**\"\n---\n" + cell,
	}
	return setup{w: 120, h: 40, file: name + "p.md", text: cell + "\n[file:" + name + ".md][file:AGENTS.md]\n", files: files,
		world: func(w *facts.Memory, cwd string) { w.Dir(cwd + "/.git") },
		with:  func(o *Options) { o.Request.Profile = "claude-code" }}
}

// keepsSession writes the log of a session with hostile turns.
func keepsSession(s *story) {
	turn := `{"type":"user","cwd":"CWD","version":"2.1.332","sessionId":"s","message":{"role":"user","content":"漢🚢\u001b[2J\u202e` + strings.Repeat("x", 10_000) + `"}}
{"type":"assistant","requestId":"1","cwd":"CWD","message":{"id":"m1","model":"opus\u001b[31m","content":[{"type":"text","text":"\u001b]0;owned\u0007"}],"usage":{"input_tokens":100,"cache_read_input_tokens":900,"output_tokens":50}}}
`
	s.write(s.t, s.path("../../.claude/projects/x/s.jsonl"), strings.ReplaceAll(turn+turn, "CWD", s.cwd))
}

// placed is a test whose failures name the screen on which they occurred.
type placed struct {
	testing.TB
	place string
}

func (a placed) Fatalf(format string, args ...any) {
	a.Helper()
	a.TB.Fatalf(a.place+": "+format, args...)
}

// sweep checks the current screen at some sizes, and that what is drawn has no effect on a
// terminal.
func (s *story) sweep(what string) {
	s.t.Helper()
	defer func() {
		if fault := recover(); fault != nil {
			s.t.Fatalf("%s: %v", what, fault)
		}
	}()
	for _, size := range someSizes {
		s.update(sizeOf(size[0], size[1]))
		checkFrame(placed{s.t, fmt.Sprintf("%s at %dx%d", what, size[0], size[1])}, s.bench.View(), size[0], size[1])
	}
	s.update(sizeOf(s.w, s.h))
}

// back closes what is open and shows the first screen.
func (s *story) back() {
	s.press("esc", "esc", "esc", "esc")
	if s.bench.screen.Zoomed() {
		s.press("f7")
	}
	s.press("alt+1")
}

// chooses runs an action as the palette does.
func (s *story) chooses(a keymap.Action) *story {
	s.t.Helper()
	s.run(s.bench.screen.Input(func() tea.Cmd { return s.bench.chosen(a) }))
	return s.settle()
}

func TestEveryViewAndDialogIsDrawnAtEverySize(t *testing.T) {
	t.Parallel()
	tell(t, hostileProject(), func(s *story) {
		keepsSession(s)
		opened := map[string]bool{}
		for _, e := range s.bench.keys.Palette() {
			if leavesTheScreen[e.Action] {
				continue
			}
			s.chooses(e.Action).sweep(string(e.Action))
			if d := s.bench.screen.Dialog(); d != nil {
				opened[reflect.TypeOf(d).Elem().Name()] = true
			}
			s.back()
		}
		for _, tab := range s.bench.tabs.all {
			s.run(host{s.bench}.Show(tab.Title()))
			s.settle().setsFocus().sweep(tab.Title())
			for _, h := range tab.Hints() { // what an action of the tab shows, such as its comparison
				s.run(host{s.bench}.Show(tab.Title()))
				s.settle()
				if !leavesTheScreen[h.Action] {
					s.chooses(h.Action).sweep(tab.Title() + ", " + h.Word)
				}
				s.back()
			}
		}
		s.press("alt+1", " ").chooses(keymap.Quit).sweep("quit")
		s.press("e").sweep("quit, each file")
		opened[reflect.TypeOf(s.bench.screen.Dialog()).Elem().Name()] = true
		for _, kind := range []string{"List", "Field", "Reader", "Find", "Replace", "Choices"} {
			if !opened[kind] {
				t.Errorf("the sweep has opened no %s", kind)
			}
		}
	})
}

// setsFocus gives the preview the focus.
func (s *story) setsFocus() *story {
	s.bench.setFocus(layout.Preview)
	return s
}

// The test opens every row of the tab Follow, down to the deepest level.
func TestEveryPageOfASessionIsDrawnAtEverySize(t *testing.T) {
	t.Parallel()
	tell(t, hostileProject(), func(s *story) {
		keepsSession(s)
		for _, a := range []keymap.Action{keymap.Walk, keymap.Subagents, keymap.Survive, keymap.Sessions, keymap.Transfer, keymap.Branch} {
			s.chooses(a)
			if a == keymap.Walk || a == keymap.Transfer {
				s.press("p").types("CLAUDE.md").press("enter", "m")
			}
			s.sweep(string(a))
			for row := range 3 {
				s.chooses(a).press("home")
				for range row {
					s.press("down")
				}
				for depth := range 3 {
					s.press("enter").sweep(fmt.Sprint(a, ", row ", row, ", level ", depth))
				}
				s.back()
			}
		}
	})
}

// A hint of the footer that does nothing is not shown.
func TestEveryHintOfTheFooterDoesSomething(t *testing.T) {
	t.Parallel()
	b := harbour()
	b.w, b.h = 240, 30
	b.with = func(o *Options) { o.Request.Profile = "claude-code" }
	tell(t, b, func(s *story) {
		keepsSession(s)
		places := map[string]func(){"the template": func() { s.press("alt+1") }, "the variables": func() { s.press("alt+2") }, "a file": func() { s.opens("AGENTS.md") }}
		for _, tab := range s.bench.tabs.all {
			places[tab.Title()] = func() {
				s.run(host{s.bench}.Show(tab.Title()))
				s.settle()
			}
		}
		for _, a := range []keymap.Action{keymap.Walk, keymap.Subagents, keymap.Survive, keymap.Sessions, keymap.Transfer, keymap.Branch} {
			places[string(a)] = func() { s.chooses(a) }
		}
		for place, goTo := range places {
			goTo()
			for _, h := range s.bench.paint.hints() {
				if leavesTheScreen[h.Action] || h.Action == keymap.Save {
					continue
				}
				goTo()
				if news, _ := s.bench.screen.News(); news != "" {
					s.pass(10 * time.Second)
				}
				before := s.bench.View()
				if s.chooses(h.Action); before == s.bench.View() {
					t.Errorf("in %s, %q does nothing", place, h.Word)
				}
				for _, no := range []string{"The chosen row", "There is nothing to", "Choose the rule file first", "was written in"} {
					if news, _ := s.bench.screen.News(); strings.Contains(news, no) {
						t.Errorf("in %s, %q only says %q", place, h.Word, news)
					}
				}
				s.back()
			}
			s.press("alt+T")
		}
	})
}
