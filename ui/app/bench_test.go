package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"
)

// The benchmarks measure the time from a key's message to the finished frame that shows its effect:
// the edit, the rendered prompt, its counts and all panes at 120x40. For comparison they also
// measure the text area of bubbles: only its Update and View, for the same text, without a prompt,
// counts or other panes.

// prose returns lines of the given width, with a tag in every hundredth.
func prose(lines, width int) string {
	var b strings.Builder
	for i := range lines {
		line := fmt.Sprintf("line %d of some prose ", i)
		if i%100 == 0 {
			line = fmt.Sprintf("line %d of [prompt:cwd] ", i)
		}
		for len(line) < width-1 {
			line += "word "
		}
		b.WriteString(line[:width-1])
		b.WriteByte('\n')
	}
	return b.String()
}

// tagged returns a text of n tags, each made by tag.
func tagged(n int, tag func(i int) string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "- see %s for what is said about number %d of them\n", tag(i), i)
	}
	return b.String()
}

var benchTexts = []struct{ name, text string }{
	{"60KB", prose(600, 100)},
	{"1MB", prose(9900, 106)},
	{"one-line-300KB", strings.ReplaceAll(prose(3000, 100), "\n", " ")},
	{"500-variables", tagged(500, func(i int) string { return fmt.Sprintf("[file:docs/%d.md]", i) })},
	{"500-uses", tagged(500, func(int) string { return "[prompt:model]" })},
	{"500-problems", tagged(500, func(i int) string { return fmt.Sprintf("[note:%d]", i) })},
	{"5000-problems-1MB", tagged(5000, func(i int) string { return fmt.Sprintf("[note:%d]", i) }) + prose(7000, 106)},
}

// open opens a text for a benchmark and waits until the panes show its first result.
func open(b testing.TB, text string) *story {
	s := newStory(b, b.TempDir(), setup{file: "p.md", text: text})
	s.bench = New(s.o)
	s.bench.Update(sizeOf(120, 40))
	s.wait(s.bench.prompts.Render())
	s.bench.View()
	return s
}

// wait runs the command that waits for the result, unless the key has already received it. The
// frame is complete only after it.
func (s *story) wait(cmd tea.Cmd) {
	if cmd == nil || !s.bench.prompts.Running() {
		return
	}
	msg := cmd()
	batch, ok := msg.(tea.BatchMsg)
	if !ok {
		_, next := s.bench.Update(msg)
		s.wait(next)
	}
	for _, c := range batch {
		s.wait(c)
	}
}

// stroke sends a key and returns the complete frame.
func (s *story) stroke(key tea.Msg) string {
	_, cmd := s.bench.Update(key)
	s.wait(cmd)
	return s.bench.View()
}

var keyX = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'x'}}

func BenchmarkKeyToFrame(b *testing.B) {
	for _, c := range benchTexts {
		for _, at := range []struct {
			name string
			off  int
		}{{"start", 0}, {"middle", len(c.text) / 2}, {"end", len(c.text)}} {
			b.Run(c.name+"/"+at.name+"/galley", func(b *testing.B) {
				s := open(b, c.text)
				s.bench.editor().SetCaret(at.off)
				s.stroke(keyX)
				b.ReportAllocs()
				for b.Loop() {
					s.stroke(keyX)
				}
			})
		}
		if c.name == "60KB" || c.name == "1MB" {
			b.Run(c.name+"/textarea", func(b *testing.B) { benchTextarea(b, c.text) })
		}
	}
}

func benchTextarea(b *testing.B, text string) {
	m := textarea.New()
	m.CharLimit, m.MaxHeight = 0, 0
	m.SetWidth(120)
	m.SetHeight(40)
	m.SetValue(text)
	m.Focus()
	m, _ = m.Update(keyX)
	m.View()
	b.ReportAllocs()
	for b.Loop() {
		m, _ = m.Update(keyX)
		m.View()
	}
}

// BenchmarkMoveToFrame measures a key that changes no text: the caret moves down a line, and the
// preview follows it.
func BenchmarkMoveToFrame(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			s := open(b, c.text)
			keys := []tea.Msg{message("down"), message("up")}
			s.bench.editor().SetCaret(len(c.text) / 2)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.stroke(keys[i%2])
			}
		})
	}
}

// BenchmarkScrollToFrame measures turning the wheel over the preview.
func BenchmarkScrollToFrame(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			s := open(b, c.text)
			s.stroke(tea.MouseMsg{X: 90, Y: 10, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				button := tea.MouseButtonWheelDown
				if i%100 >= 50 {
					button = tea.MouseButtonWheelUp
				}
				s.stroke(tea.MouseMsg{X: 90, Y: 10, Button: button, Action: tea.MouseActionPress})
			}
		})
	}
}

// Users of other editors reported that every key redraws and measures the whole text. Here the
// memory that a frame allocates does not grow with the document.
func TestAFrameCostsWhatTheScreenCosts(t *testing.T) {
	cost := func(text string) (allocs float64) {
		tell(t, setup{file: "p.md", text: text}, func(s *story) {
			s.press("ctrl+g").types("300").press("enter", "down", "up")
			keys := []tea.Msg{message("down"), message("up")}
			i := 0
			allocs = testing.AllocsPerRun(20, func() {
				s.bench.Update(keys[i%2])
				s.bench.View()
				i++
			})
		})
		return allocs
	}
	small, large := cost(prose(600, 100)), cost(prose(20_000, 100))
	if large > small*1.5+50 {
		t.Errorf("moving the caret allocates %.0f times in a short text, %.0f times in a long one", small, large)
	}
}

// A key in a rule file assembles the agent's prompt again, including the part of the discovery that
// reads the file.
func BenchmarkKeyInARuleFile(b *testing.B) {
	s := newStory(b, b.TempDir(), setup{
		file: "p.md", text: "x\n", files: map[string]string{"AGENTS.md": prose(640, 100), "docs/a.md": prose(100, 100)},
		with: func(o *Options) { o.Request.Profile = "opencode" },
	})
	s.o.Rule = s.load(b, s.path("AGENTS.md"))
	s.bench = New(s.o)
	s.bench.Update(sizeOf(120, 40))
	s.wait(s.bench.prompts.Render())
	s.stroke(keyX)
	b.ReportAllocs()
	for b.Loop() {
		s.stroke(keyX)
	}
}
