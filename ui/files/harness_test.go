package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/ui/view/viewtest"
	"galley/ui/words"
)

// bench is a user who edits files in a project on disk.
type bench struct {
	*Files
	viewtest.Bench[*bench]
	dir      string
	left     bool   // the program has ended
	external string // the file that was opened in the user's external editor
	shown    *File
	rebuilt  int
}

// tell runs a story. The template p.md contains text; if text is "-", it does not exist.
func tell(t *testing.T, text string, with func(o *Options, dir string), story func(b *bench)) {
	t.Helper()
	root := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := &bench{dir: filepath.Join(root, "project")}
		s := viewtest.NewScreen(time.Now)
		o := Options{
			StateDir: filepath.Join(root, "state"), SaveAs: filepath.Join(b.dir, "p.md"), Clock: time.Now, Screen: s,
			Paths:  words.Paths{Cwd: b.dir, Home: root},
			Inside: func(path string) bool { return strings.HasPrefix(path, b.dir+"/") },
			Shown:  func(f *File) tea.Cmd { b.shown = f; return nil }, Edited: func(*File) tea.Cmd { return nil },
			Rebuild: func() tea.Cmd { b.rebuilt++; return nil }, Written: func(*File, bool) string { return "" }, Leave: func() tea.Cmd { b.left = true; return nil },
			External: func(path string, line, column int) tea.Cmd { b.external = path; return nil },
		}
		b.Bench = viewtest.Bench[*bench]{T: t, Screen: s, Self: b}
		if text != "-" {
			b.writes("p.md", text)
			doc, err := document.Load(filepath.Join(b.dir, "p.md"))
			if err != nil {
				t.Fatal(err)
			}
			o.Document = doc
		}
		if with != nil {
			with(&o, b.dir)
		}
		b.Files = New(o)
		b.Bench.Update = b.Files.Update
		defer b.Withdraw()
		b.Run(b.Init())
		story(b)
	})
}

// writes lets another program write a file.
func (b *bench) writes(name, text string) *bench {
	b.T.Helper()
	path := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.T.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.T.Fatal(err)
	}
	return b
}

// types replaces the text of the file in the editor pane.
func (b *bench) types(text string) *bench {
	return b.Does(func() tea.Cmd { return b.Current().Edit(func() { b.Current().Editor.Replace(text) }) })
}

// holds checks the text of a file on disk. The method text checks the text in the editor.
func (b *bench) holds(name, want string) *bench {
	b.T.Helper()
	got, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil || string(got) != want {
		b.T.Fatalf("%s holds %q (%v), want %q", name, got, err, want)
	}
	return b
}

func (b *bench) text(want string, dirty bool) *bench {
	b.T.Helper()
	if f := b.Current(); f.Editor.Text() != want || f.Dirty() != dirty {
		b.T.Fatalf("the editor contains %q, unsaved %v; want %q, %v", f.Editor.Text(), f.Dirty(), want, dirty)
	}
	return b
}

// opens shows a file in the editor pane.
func (b *bench) opens(name string) *bench {
	return b.Does(func() tea.Cmd { return b.Open(filepath.Join(b.dir, name), Place{}) })
}

func (b *bench) save() *bench { return b.Does(func() tea.Cmd { return b.Current().Save() }) }

// check compares the files with the disk, as the command Check does.
func (b *bench) check() *bench { return b.Does(b.Check) }
