package files

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/ui/screen"
	"galley/ui/style"
)

// open opens a file, which need not exist.
func open(t *testing.T, path string) *Files {
	t.Helper()
	doc, err := document.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	s := screen.New(screen.Options{Clock: time.Now, Styles: func(string) *style.Styles { return &style.Styles{} }})
	return New(Options{
		Document: doc, StateDir: t.TempDir(), Clock: time.Now, Screen: s,
		Edited: func(*File) tea.Cmd { return nil }, Rebuild: func() tea.Cmd { return nil }, Written: func(*File, bool) string { return "" }, Leave: func() tea.Cmd { return tea.Quit },
	})
}

func TestAnotherGalleyOnTheSameFileIsNamed(t *testing.T) {
	fs := open(t, t.TempDir()+"/p.md")
	fs.Update(presenceMsg{file: fs.Current(), others: []document.Other{{PID: 7, Host: "elsewhere", Since: time.Date(2026, 3, 4, 17, 5, 0, 0, time.Local)}}})
	if text, warn := fs.screen.News(); !warn || !strings.Contains(text, "open in another galley (process 7 on elsewhere, since 17:05)") {
		t.Errorf("the message is %q", text)
	}
}

func TestMergeIsReported(t *testing.T) {
	for _, c := range []struct {
		name, mine, theirs, want, told string
		warns                          bool
	}{
		{"apart", "ONE\n2\n3\n4\n5\n", "1\n2\n3\n4\nFIVE\n", "ONE\n2\n3\n4\nFIVE\n", "Merged the changes here and on disk", false},
		{"the same line", "mine\n2\n3\n4\n5\n", "theirs\n2\n3\n4\n5\n", "<<<<<<<", "Merged; 1 place where both", true},
	} {
		path := t.TempDir() + "/p.md"
		if err := os.WriteFile(path, []byte("1\n2\n3\n4\n5\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		fs := open(t, path)
		f := fs.Current()
		f.Editor.Replace(c.mine)
		if err := os.WriteFile(path, []byte(c.theirs), 0o600); err != nil {
			t.Fatal(err)
		}
		doc, err := document.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		f.merged(mergedMsg{f, doc, nil})
		told, warns := fs.screen.News()
		if text := f.Editor.Text(); text != c.want && !(c.warns && strings.Contains(text, c.want)) || !strings.HasPrefix(told, c.told) || warns != c.warns {
			t.Errorf("%s: %q, told %q", c.name, f.Editor.Text(), told)
		}
		before := f.Editor.Text()
		f.merged(mergedMsg{f, nil, errors.New("it is gone")})
		if told, warns := fs.screen.News(); told != "Not merged: it is gone" || !warns || f.Editor.Text() != before {
			t.Errorf("%s: told %q", c.name, told)
		}
	}
}
