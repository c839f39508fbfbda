package files

import (
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestSavingThroughALinkNamesTheFileThatChanged(t *testing.T) {
	tell(t, "one\n", nil, func(b *bench) {
		b.writes("a/q.md", "two\n")
		for name, target := range map[string]string{"l.md": "m.md", "m.md": "a/q.md", "d": "a"} {
			if err := os.Symlink(target, filepath.Join(b.dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		b.opens("l.md").types("x").save().Hears("Saved l.md, a link to a/q.md, 1 byte").holds("a/q.md", "x")
		b.Does(func() tea.Cmd { return b.Close(b.Current()) })
		b.opens("d/q.md").types("yy").save().Hears("Saved d/q.md, behind a link to a/q.md, 2 bytes")
		b.Does(func() tea.Cmd { return b.Close(b.Current()) })
		b.opens("a/q.md").types("zzz").save().Hears("Saved a/q.md, 3 bytes")
	})
}
