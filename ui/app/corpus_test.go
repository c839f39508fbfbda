package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// corpus is the folder with rule files that people have published; it may be missing.
const corpus = "../../../shared/corpus/files"

// Each file of the corpus is opened, edited, shown in all tabs and saved. Bytes that were not
// edited must stay the same.
func TestRealFilesAreEditedSavedAndShown(t *testing.T) {
	names, _ := filepath.Glob(corpus + "/*")
	if len(names) == 0 {
		t.Skip("the corpus of real files is missing")
	}
	for i, name := range names {
		if i%3 != 0 && !strings.Contains(name, "DERIVED") {
			continue // a sample takes a third of the time
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			tell(t, setup{file: "p.md", text: text}, func(s *story) { s.readAndEdit(text) })
		})
	}
}

func (s *story) readAndEdit(text string) {
	s.t.Helper()
	for _, size := range [][2]int{{200, 60}, {120, 40}, {80, 24}, {39, 9}, {24, 8}} {
		s.resize(size[0], size[1]).press("alt+1", "pgdown", "alt+3", "pgdown", "end", "alt+1", "alt+>", "alt+<")
	}
	s.resize(80, 24)
	for range 3 {
		s.press("alt+1", "pgdown").emulated()
		s.press("alt+3", "pgdown").emulated()
	}
	s.resize(120, 40)
	s.press("alt+1", "alt+<").types("x").press("alt+>").types("[").press("esc", "ctrl+g").types("3").press("enter").pastes("two\nlines").press("backspace", "ctrl+d", "alt+down")
	s.press("alt+<", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
	s.misses("●").press("ctrl+s").holds("p.md", text)
	s.types("x").press("ctrl+s")
	want := "x" + text
	if rest, ok := strings.CutPrefix(text, "\ufeff"); ok {
		want = "\ufeffx" + rest
	}
	s.holds("p.md", want)
	if r, _ := utf8.DecodeRuneInString(s.bench.editor().Text()); r != 'x' {
		s.t.Errorf("the text begins with %q", r)
	}
}
