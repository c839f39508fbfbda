package editor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/template"
	"galley/ui/cell"
)

// The benchmarks measure a key and the frame that shows its effect, at 120x40. Each also measures
// the text area of bubbles, with the same text and the caret in the same place.

const benchW, benchH = 120, 40

func prose(lines, width int) string {
	var b strings.Builder
	for i := range lines {
		line := fmt.Sprintf("line %d of [prompt:cwd] ", i)
		for len(line) < width-1 {
			line += "word "
		}
		b.WriteString(line[:width-1])
		b.WriteByte('\n')
	}
	return b.String()
}

var benchTexts = []struct {
	name, text string
}{
	{"60KB", prose(600, 100)},
	{"1MB-9900-lines", prose(9900, 106)},
	{"one-line-300KB", strings.ReplaceAll(prose(3000, 100), "\n", " ")},
}

func BenchmarkKeyAndFrame(b *testing.B) {
	for _, c := range benchTexts {
		for _, at := range []struct {
			name string
			off  int
		}{{"middle", len(c.text) / 2}, {"end", len(c.text)}} {
			b.Run(c.name+"/"+at.name+"/galley", func(b *testing.B) {
				e := New()
				e.SetText(c.text)
				e.SetTagsAt(e.Revision(), template.Parse(c.text).Tags())
				e.SetCaret(at.off)
				g := cell.NewGrid(benchW, benchH)
				e.Draw(g.Area(0, 0, benchW, benchH), plainStyles, true)
				b.ReportAllocs()
				for b.Loop() {
					e.Insert("x")
					g.Reset(benchW, benchH, plainStyles.Base)
					e.Draw(g.Area(0, 0, benchW, benchH), plainStyles, true)
					g.Lines()
				}
			})
		}
		b.Run(c.name+"/textarea", func(b *testing.B) {
			m := textarea.New()
			m.CharLimit, m.MaxHeight = 0, 0
			m.SetWidth(benchW)
			m.SetHeight(benchH)
			m.SetValue(c.text)
			m.Focus()
			m.View()
			key := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'x'}}
			b.ReportAllocs()
			for b.Loop() {
				m, _ = m.Update(key)
				m.View()
			}
		})
	}
}

func BenchmarkScrollingAScreen(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			e := New()
			e.SetText(c.text)
			g := cell.NewGrid(benchW, benchH)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.Scroll([]int{benchH, -benchH}[i%2])
				g.Reset(benchW, benchH, plainStyles.Base)
				e.Draw(g.Area(0, 0, benchW, benchH), plainStyles, true)
			}
		})
	}
}

func BenchmarkPasteOf1MB(b *testing.B) {
	text := benchTexts[1].text
	b.Run("load", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			New().SetText(text)
		}
	})
	b.Run("paste", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e := New()
			e.SetText("some text\nand more")
			e.SetCaret(5)
			e.Paste(text)
		}
	})
}

// Reported: when a key is held in a large file, every key redraws the whole file. The part of the
// document that a frame reads must not grow with the document.
func TestAFrameLaysOutWhatIsOnScreenOnly(t *testing.T) {
	e := New()
	e.SetText(prose(9900, 106))
	e.SetCaret(500_000)
	g := cell.NewGrid(benchW, benchH)
	frame := func() { e.Draw(g.Area(0, 0, benchW, benchH), plainStyles, true) }
	frame()
	small := testing.AllocsPerRun(20, func() { e.Insert("x"); frame() })
	if small > 20 {
		t.Errorf("a key and its frame allocate %.0f times", small)
	}
	if n := testing.AllocsPerRun(20, frame); n > 4 {
		t.Errorf("drawing an unchanged text allocates %.0f times", n)
	}
}

// Reported: a paste of 685 lines takes very long, because it is handled character by character.
func TestAPasteOf685LinesIsOneStep(t *testing.T) {
	s := begin(t, 80, 24, "a|b")
	text := prose(685, 80)
	before := s.Revision()
	s.Paste(text)
	if s.Revision() != before+1 {
		t.Errorf("the paste made %d edits", s.Revision()-before)
	}
	if s.Text() != "a"+text+"b" {
		t.Error("the inserted text differs from the pasted one")
	}
	s.press("undo").want("a|b")
}

// Reported: text beyond ten thousand lines is dropped without a message.
func TestThereIsNoLimitOnLines(t *testing.T) {
	text := strings.Repeat("x\n", 12_000)
	s := begin(t, 80, 24, text)
	s.press("ctrl+end")
	s.Insert("y")
	if s.Text() != text+"y" || s.LineCount() != 12_001 {
		t.Errorf("only %d lines remain", s.LineCount())
	}
	s.caretAt(7+1, 23)
}
