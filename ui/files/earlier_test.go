package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/document"
)

// dies ends the run. The texts of p.md and of the files open beside it were never saved.
func dies(t *testing.T, b *bench) {
	t.Helper()
	b.Run(b.Keep())
	if err := b.Rescue(); err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(filepath.Join(b.Files.o.StateDir, "unsaved", "*"))
	if err != nil || len(kept) == 0 {
		t.Fatal("nothing is stored", err)
	}
	for _, name := range kept { // make it look like the text of a process that has ended
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dead := strings.NewReplacer(`"program":{"id":"`, `"program":{"id":"another`, fmt.Sprintf(`"pid":%d`, os.Getpid()), `"pid":1073741824`).Replace(string(text))
		other := filepath.Join(filepath.Dir(name), strings.Replace(filepath.Base(name), "-", "-another", 1))
		if err := errors.Join(os.WriteFile(other, []byte(dead), 0o600), os.Remove(name)); err != nil {
			t.Fatal(err)
		}
	}
}

// again starts the program again, and gives it a second to ask.
func again(t *testing.T, b *bench) *bench {
	t.Helper()
	o := b.Files.o
	if o.Document != nil {
		doc, err := document.Load(o.Document.Path())
		if err != nil {
			t.Fatal(err)
		}
		o.Document = doc
	}
	b.Files = New(o)
	b.Bench.Update = b.Files.Update
	b.Run(b.Init())
	time.Sleep(time.Second)
	return b.Run(b.Screen.Next())
}

func TestTextsOfSeveralFilesAreOfferedTogether(t *testing.T) {
	start := func(b *bench) *bench {
		for _, name := range []string{"q.md", "r.md"} {
			b.writes(name, "old "+name+"\n").opens(name).types("never saved " + name + "\n")
		}
		b.Show(b.Template(), Place{})
		b.types("never saved\n")
		dies(t, b)
		return again(t, b).Sees("Texts from an earlier session", "Text typed in these files was not saved.", "p.md", "q.md", "r.md", "Restore", "Leave for later", "Delete…", "Apply")
	}
	tell(t, "one\n", nil, func(b *bench) {
		start(b).Press("v").Sees("On disk (−) and unsaved (+)", "-o", "+never saved").Press("esc").Sees("Texts from an earlier session")
		b.Press("enter").text("never saved\n", true)
		if len(b.All()) != 3 || b.Current() != b.Template() {
			t.Fatalf("%d files are open", len(b.All()))
		}
		for _, f := range b.All()[1:] {
			if want := "never saved " + filepath.Base(f.Path()) + "\n"; f.Editor.Text() != want || !f.Dirty() {
				t.Errorf("%s holds %q", f.Path(), f.Editor.Text())
			}
		}
		// Restored text that is not saved is offered again.
		dies(t, b)
		again(t, b).Sees("Texts from an earlier session").Press("esc")
	})
	tell(t, "one\n", nil, func(b *bench) {
		start(b).Press("x", "x", "l", "enter").Sees("Delete the unsaved text?", "bytes would be deleted. This cannot be undone.").Press("y").text("one\n", false)
		again(t, b).Sees("Text from an earlier session").Press("esc")
	})
	tell(t, "one\n", nil, func(b *bench) {
		start(b).Press("l", "l", "l", "enter").Hears("").text("one\n", false)
		again(t, b).Press("l", "r", "r", "enter").Hears(".md, not saved yet")
	})
}

// A file that is opened later offers its own text of an earlier run.
func TestOpeningAFileOffersItsText(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.writes("../out.md", "old\n").opens("../out.md").types("never saved\n").Press("y")
		dies(t, b)
		b.Files.o.Paths.Cwd = filepath.Join(b.dir, "elsewhere") // the start in another directory does not ask
		if again(t, b); b.Dialog() != "" {
			t.Fatalf("asked:\n%s", b.Dialog())
		}
		b.opens("../out.md")
		time.Sleep(time.Second)
		b.Run(b.Screen.Next()).Sees("Text from an earlier session", "out.md: ").Press("r").Hears("Restored ~/out.md; it is not saved yet").text("never saved\n", true)
		b.types("typed on\n").text("typed on\n", true) // the user is not asked again
		b.types("never saved\n").save().holds("../out.md", "never saved\n")
		if b.opens("../out.md"); b.Dialog() != "" || b.stored() != 0 {
			t.Errorf("%d texts are stored:\n%s", b.stored(), b.Dialog())
		}
	})
}

// If the file has the unsaved text by now, the text is not restored, and its copy is deleted.
func TestTextThatTheFileHoldsByNowIsForgotten(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.types("never saved\n")
		dies(t, b)
		again(t, b).Sees("Text from an earlier session").writes("p.md", "never saved\n").check().Press("r").Hears("p.md already has this text").text("never saved\n", false)
		if b.stored() != 0 {
			t.Error("the copy remains")
		}
	})
	tell(t, "-", func(o *Options, _ string) { o.Piped = "from a pipe\n" }, func(b *bench) {
		dies(t, b)
		if again(t, b).Sees("Text from an earlier session", "p.md: ").Press("r").text("from a pipe\n", true); len(b.All()) != 1 {
			t.Errorf("%d files are open", len(b.All()))
		}
	})
}
