package files

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/ui/screen"
	"galley/ui/style"
)

// open opens a file that need not exist.
func open(t *testing.T, path string) *Files {
	t.Helper()
	doc, err := document.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	s := screen.New(screen.Options{Clock: time.Now, Styles: func(string) *style.Styles { return &style.Styles{} }})
	return New(Options{
		Document: doc, StateDir: t.TempDir(), Clock: time.Now, Screen: s,
		Edited: func(*File) tea.Cmd { return nil }, Rebuild: func() tea.Cmd { return nil }, Written: func() {}, Leave: func() tea.Cmd { return tea.Quit },
	})
}

func TestAnotherGalleyOnTheSameFileIsNamed(t *testing.T) {
	fs := open(t, t.TempDir()+"/p.md")
	fs.Update(presenceMsg{file: fs.Current(), others: []document.Other{{PID: 7, Host: "elsewhere"}}})
	if text, warn := fs.screen.News(); !warn || !strings.Contains(text, "open in another galley too (process 7 on elsewhere") {
		t.Errorf("the news are %q", text)
	}
}
