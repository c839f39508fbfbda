package app

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/session"
	"galley/ui/files"
	"galley/ui/keymap"
)

// silence makes a disk stop responding: while it is on, every caller waits.
type silence struct {
	on      atomic.Bool
	release chan struct{}
}

func (s *silence) wait() {
	if s.on.Load() {
		<-s.release
	}
}

// mount is a world on a disk that may stop responding.
type mount struct {
	facts.World
	*silence
	lists atomic.Int64 // how often directories were listed
	many  int          // how many entries the directory "many" has
}

func (w *mount) Stat(p string) (facts.Info, error)        { w.wait(); return w.World.Stat(p) }
func (w *mount) Lstat(p string) (facts.Info, error)       { w.wait(); return w.World.Lstat(p) }
func (w *mount) Readlink(p string) (string, error)        { w.wait(); return w.World.Readlink(p) }
func (w *mount) RealPath(p string) (string, error)        { w.wait(); return w.World.RealPath(p) }
func (w *mount) ReadFile(p string) (string, error)        { w.wait(); return w.World.ReadFile(p) }
func (w *mount) ReadHead(p string, n int) (string, error) { w.wait(); return w.World.ReadHead(p, n) }
func (w *mount) LookupEnv(key string) (string, bool)      { w.wait(); return w.World.LookupEnv(key) }

func (w *mount) ReadDir(p string) ([]facts.Entry, error) {
	w.lists.Add(1)
	w.wait()
	if path.Base(p) == "many" {
		all := make([]facts.Entry, w.many)
		for i := range all {
			all[i] = facts.Entry{Name: fmt.Sprintf("f%06d", i)}
		}
		return all, nil
	}
	return w.World.ReadDir(p)
}

func (w *mount) Git(ctx context.Context, dir string, args ...string) (facts.GitAnswer, error) {
	w.wait()
	return w.World.Git(ctx, dir, args...)
}

// store stores files on a disk that may stop responding.
type store struct {
	files.Disk
	*silence
}

func (s store) Load(p string) (*document.Document, error) { s.wait(); return s.Disk.Load(p) }

func (s store) Save(d *document.Document, text string, o document.SaveOptions) (document.Saved, error) {
	s.wait()
	return s.Disk.Save(d, text, o)
}

func (s store) SaveAs(d *document.Document, p, text string, o document.SaveOptions) (*document.Document, document.Saved, error) {
	s.wait()
	return s.Disk.SaveAs(d, p, text, o)
}

func (s store) Outside(d *document.Document) (*document.ConflictError, error) {
	s.wait()
	return s.Disk.Outside(d)
}

// onMount sets up a story on a disk that may stop responding.
func onMount(b setup) (setup, *silence, func() *mount) {
	quiet, world := &silence{release: make(chan struct{})}, (*mount)(nil)
	with := b.with
	b.with = func(o *Options) {
		if with != nil {
			with(o)
		}
		world = &mount{World: o.World, silence: quiet}
		o.World, o.Engine, o.Store = world, engine.New(world), store{silence: quiet}
	}
	return b, quiet, func() *mount { return world }
}

// If a key waited for the disk, it would wait for ever, and the test would not end.
func TestNoKeyWaitsForADiskThatDoesNotAnswer(t *testing.T) {
	b, quiet, _ := onMount(setup{file: "p.md", text: "one\n[file:x]\n[git:branch]\n", files: map[string]string{"x": "text\n", "AGENTS.md": "@./gone.md\n"}})
	tell(t, b, func(s *story) {
		s.press("alt+R", "alt+1") // the rules are loaded before the disk stops
		quiet.release = make(chan struct{})
		quiet.on.Store(true)
		defer func() {
			quiet.on.Store(false)
			close(quiet.release)
			s.settle()
		}()
		for _, place := range [][]string{{"alt+1"}, {"alt+2"}, {"alt+3"}, {"alt+3", "]"}, {"alt+3", "]"}, {"alt+3", "]"}, {"alt+3", "]"}} {
			s.press(place...)
			for _, row := range s.bench.keys.Rows() {
				if row.Action == keymap.Quit || row.Action == keymap.Suspend {
					continue
				}
				for _, key := range []string{place[0], row.Keys[0], "enter", "esc", "esc", "esc"} {
					s.update(message(key))
				}
			}
			s.settle()
		}
		s.press("alt+1", "alt+>").types("\nabc[file:src/de").sees("abc[file:src/de")
		s.press("ctrl+t").types("file").press("enter").types("src/").sees("src/").press("esc", "esc")
		s.press("ctrl+s").types("more").sees("more")
	})
}

func TestADirectoryIsReadOnceForThePathThatIsTyped(t *testing.T) {
	t.Parallel()
	for _, n := range []int{10_000, 40_000} {
		b, _, world := onMount(setup{file: "p.md", text: "x\n"})
		tell(t, b, func(s *story) {
			world().many = n
			before := world().lists.Load()
			s.press("ctrl+t").types("file").press("enter").types("many/f0").sees("many/f000000", "of 500")
			if read := world().lists.Load() - before; read > 4 {
				t.Errorf("%d directories were listed after two were typed", read)
			}
			s.types("0007").sees("many/f000070", "of 10").press("esc", "alt+>").types("[file:many/f00012").sees("many/f000120")
		})
	}
}

// If the user types while a directory is read, the answer for the older path is dropped.
func TestAnOldAnswerIsNotShownForANewerPath(t *testing.T) {
	t.Parallel()
	b, quiet, _ := onMount(setup{file: "p.md", text: "x\n", files: map[string]string{"src/a.md": "", "lib/b.md": ""}})
	tell(t, b, func(s *story) {
		s.press("ctrl+t").types("file").press("enter").sees("src/", "lib/")
		quiet.release = make(chan struct{})
		quiet.on.Store(true)
		s.types("src/").misses("src/a.md").press("backspace", "backspace", "backspace", "backspace")
		s.types("lib/")
		quiet.on.Store(false)
		close(quiet.release)
		s.settle().sees("lib/b.md").misses("src/a.md")
	})
}

// The list of conversations opens only when the store has answered. If another dialog is open by
// then, keys must still go to that dialog.
func TestADialogThatComesLateTakesNoKeysOfAnother(t *testing.T) {
	tell(t, setup{file: "p.md", text: "x\n", with: withConversations(t)}, func(s *story) {
		s.update(message("alt+K")) // its answer has not arrived yet
		s.update(message("ctrl+p"))
		s.types("sav").sees("Actions", "Save").misses("Conversations")
		s.press("esc").pass(3 * time.Second).sees("Conversations")
		s.press("esc").misses("Conversations")
		// Nor may it take keys that are typed into the text.
		s.update(message("alt+K"))
		s.types("d").misses("Conversations").text("dx\n")
		s.pass(3 * time.Second).sees("Conversations").press("esc")
	})
}

func TestADialogThatWasAskedForOpensAsSoonAsItIsThere(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "x\n", with: withConversations(t)}, func(s *story) {
		s.press("alt+K").sees("Conversations").press("esc")
	})
}

// After fast typing, in which newer work cancels older, the newest prompt is shown.
func TestTypingWithoutAPauseEndsWithTheNewestPrompt(t *testing.T) {
	tell(t, setup{file: "p.md", text: "", w: 80, h: 24}, func(s *story) {
		for range 60 {
			s.update(keyX)
		}
		s.settle().prompt(strings.Repeat("x", 60))
	})
}

// withConversations gives a story a store of conversations. It is opened beforehand, because its
// goroutines outlive the story's bubble.
func withConversations(t *testing.T) func(o *Options) {
	store := session.New(t.TempDir())
	t.Cleanup(func() { store.Close() })
	if _, err := store.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	return func(o *Options) { o.Sessions = store }
}
