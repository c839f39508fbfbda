package facts

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// await receives changes until one names the path. Other paths may come with it.
func await(t *testing.T, w *Watch, path string) {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		select {
		case got, open := <-w.Changes():
			if !open {
				t.Fatal("the watch ended")
			}
			if slices.Contains(got, path) {
				return
			}
		case <-deadline:
			t.Fatalf("no change of %s was reported", path)
		}
	}
}

func watching(t *testing.T, o WatchOptions) (*Watch, *Live, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	live := NewLive()
	w, err := NewWatch(live, o)
	must(t, err)
	t.Cleanup(w.Close)
	return w, live, filepath.ToSlash(dir)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o644))
}

// modes runs a test once with only the notifications of the system and once with only polling.
func modes(t *testing.T, f func(t *testing.T, o WatchOptions)) {
	t.Run("notices", func(t *testing.T) { f(t, WatchOptions{Delay: time.Millisecond, Poll: time.Hour}) })
	t.Run("polling", func(t *testing.T) {
		f(t, WatchOptions{Delay: time.Millisecond, Poll: 5 * time.Millisecond, PollOnly: true})
	})
}

func TestWatchSeesEveryWayToSave(t *testing.T) {
	tests := []struct {
		name   string
		before func(t *testing.T, dir string)
		change func(t *testing.T, dir string)
	}{
		{"written in place",
			func(t *testing.T, dir string) { write(t, dir+"/a.md", "one") },
			func(t *testing.T, dir string) { write(t, dir+"/a.md", "another") }},
		{"replaced by a rename",
			func(t *testing.T, dir string) { write(t, dir+"/a.md", "one") },
			func(t *testing.T, dir string) {
				write(t, dir+"/.a.tmp", "two")
				must(t, os.Rename(dir+"/.a.tmp", dir+"/a.md"))
			}},
		{"deleted",
			func(t *testing.T, dir string) { write(t, dir+"/a.md", "one") },
			func(t *testing.T, dir string) { must(t, os.Remove(dir+"/a.md")) }},
		{"created",
			func(t *testing.T, dir string) {},
			func(t *testing.T, dir string) { write(t, dir+"/a.md", "one") }},
		{"through a link",
			func(t *testing.T, dir string) {
				write(t, dir+"/real/b.md", "one")
				must(t, os.Symlink("real/b.md", dir+"/a.md"))
			},
			func(t *testing.T, dir string) { write(t, dir+"/real/b.md", "another") }},
		{"link turned elsewhere",
			func(t *testing.T, dir string) {
				write(t, dir+"/b.md", "one")
				write(t, dir+"/c.md", "one")
				must(t, os.Symlink("b.md", dir+"/a.md"))
			},
			func(t *testing.T, dir string) {
				must(t, os.Symlink("c.md", dir+"/l"))
				must(t, os.Rename(dir+"/l", dir+"/a.md"))
			}},
		{"the end of a dangling link appears",
			func(t *testing.T, dir string) { must(t, os.Symlink("deep/b.md", dir+"/a.md")) },
			func(t *testing.T, dir string) { write(t, dir+"/deep/b.md", "one") }},
	}
	modes(t, func(t *testing.T, o WatchOptions) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				w, live, dir := watching(t, o)
				tt.before(t, dir)
				r := NewRecording(live)
				_, _ = r.ReadFile(dir + "/a.md")
				w.Follow(r.Questions())
				tt.change(t, dir)
				await(t, w, dir+"/a.md")
			})
		}
	})
}

func TestWatchSeesAFileAgainAndAgain(t *testing.T) {
	modes(t, func(t *testing.T, o WatchOptions) {
		w, _, dir := watching(t, o)
		name := dir + "/docs/a.md"
		w.Follow(nil, name)
		write(t, name, "one")
		await(t, w, name)
		must(t, os.RemoveAll(dir+"/docs"))
		await(t, w, name)
		write(t, name, "two")
		await(t, w, name)
		write(t, dir+"/new", "three, by rename")
		must(t, os.Rename(dir+"/new", name))
		await(t, w, name)
		write(t, name, "four and more")
		await(t, w, name)
	})
}

func TestWatchSeesNewNamesInAListedDirectory(t *testing.T) {
	modes(t, func(t *testing.T, o WatchOptions) {
		w, live, dir := watching(t, o)
		r := NewRecording(live)
		_, _ = r.ReadDir(dir)
		w.Follow(r.Questions())
		write(t, dir+"/new.md", "")
		await(t, w, dir)
	})
}

func TestWatchReportsEarlierChanges(t *testing.T) {
	w, live, dir := watching(t, WatchOptions{Delay: time.Millisecond, Poll: time.Hour})
	write(t, dir+"/a.md", "one")
	r := NewRecording(live)
	_, _ = r.ReadFile(dir + "/a.md")
	write(t, dir+"/a.md", "two")
	w.Follow(r.Questions())
	await(t, w, dir+"/a.md")
}

func TestWatchSeesTheBranchChange(t *testing.T) {
	for name, build := range map[string]func(t *testing.T, dir string) (head string){
		"in a repository": func(t *testing.T, dir string) string { return dir + "/.git/HEAD" },
		"in a linked worktree": func(t *testing.T, dir string) string {
			write(t, dir+"/sub/.git", "gitdir: ../main/.git/worktrees/w\n")
			return dir + "/main/.git/worktrees/w/HEAD"
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, _, dir := watching(t, WatchOptions{Delay: time.Millisecond, Poll: time.Hour})
			head := build(t, dir)
			write(t, head, "ref: refs/heads/main\n")
			write(t, dir+"/sub/x", "")
			m := NewMemory().OnGit("", "status", GitAnswer{})
			r := NewRecording(m)
			_, _ = r.Git(context.Background(), dir+"/sub", "status")
			w.Follow(r.Questions())
			write(t, head+".lock", "ref: refs/heads/other\n")
			must(t, os.Rename(head+".lock", head))
			await(t, w, dir+"/sub")
		})
	}
}

func TestWatchSeesANewRepository(t *testing.T) {
	w, live, dir := watching(t, WatchOptions{Delay: time.Millisecond, Poll: time.Hour})
	r := NewRecording(live)
	_, _ = r.Stat(dir + "/.git")
	w.Follow(r.Questions())
	must(t, os.Mkdir(dir+"/.git", 0o755))
	await(t, w, dir+"/.git")
}

func TestWatchIgnores(t *testing.T) {
	o := WatchOptions{Ignore: []string{"build", "**/*.log"}, Root: "/tmp/build/p"}
	w, err := NewWatch(NewMemory(), o)
	must(t, err)
	w.Close()
	for name, want := range map[string]bool{
		"/tmp/build/p/a.md":         false, // the project itself is in a directory called build
		"/tmp/build/p/build":        true,
		"/tmp/build/p/x/build/a.md": true,
		"/tmp/build/p/x.log":        true,
		"/elsewhere/x.log":          true,
		"/elsewhere/a.md":           false,
	} {
		if got := w.options.ignored(name); got != want {
			t.Errorf("ignored(%s) = %v", name, got)
		}
	}
	def := WatchOptions{Ignore: DefaultIgnore}
	for name, want := range map[string]bool{
		"/p/.git": false, "/p/.git/index.lock": true, "/p/.a.md.swp": true, "/p/a.md~": true, "/p/.gitignore": false, "/p/4913": true,
	} {
		if got := def.ignored(name); got != want {
			t.Errorf("by default ignored(%s) = %v", name, got)
		}
	}
	if _, err := NewWatch(NewMemory(), WatchOptions{Ignore: []string{"[a"}}); err == nil || !strings.Contains(err.Error(), `"[a"`) {
		t.Errorf("a malformed pattern: %v", err)
	}
}

func TestWatchIsSilentAboutIgnoredNames(t *testing.T) {
	m := NewMemory().Dir("/p").Dir("/q")
	w, err := NewWatch(m, WatchOptions{Delay: time.Millisecond, Poll: time.Millisecond, PollOnly: true})
	must(t, err)
	defer w.Close()
	r := NewRecording(m)
	_, _ = r.ReadDir("/p")
	_, _ = r.ReadDir("/q")
	w.Follow(r.Questions())
	m.File("/p/.a.md.swp", "")
	m.File("/q/new.md", "") // made later: when this change is reported, /p has been checked too
	select {
	case got := <-w.Changes():
		if !slices.Equal(got, []string{"/q"}) {
			t.Errorf("reported %q", got)
		}
	case <-time.After(time.Minute):
		t.Fatal("nothing was reported")
	}
}

func TestWatchCollectsChangesUntilReceived(t *testing.T) {
	m := NewMemory().File("/p/a", "").File("/p/b", "")
	w, err := NewWatch(m, WatchOptions{Delay: time.Millisecond, Poll: time.Hour, PollOnly: true})
	must(t, err)
	defer w.Close()
	w.Follow(nil, "/p/a", "/p/b")
	m.File("/p/b", "x")
	w.Follow(nil, "/p/a", "/p/b") // makes the watch check the paths again
	m.File("/p/a", "x")
	w.Follow(nil, "/p/a", "/p/b")
	if got := <-w.Changes(); !slices.Equal(got, []string{"/p/a", "/p/b"}) {
		t.Errorf("reported %q", got)
	}
}

func TestWatchCloseEndsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 10 {
		w, _, dir := watching(t, WatchOptions{})
		w.Follow(nil, dir+"/a")
		w.Close()
		w.Close()
		if _, open := <-w.Changes(); open {
			t.Error("a change was reported after Close")
		}
		w.Follow(nil, dir+"/b") // has no effect and does not hang
	}
	// fsnotify's own goroutine may still be finishing after its Close has returned.
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}
