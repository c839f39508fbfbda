package facts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// stateOf returns the state of a watch that is not running.
func stateOf(w World, o WatchOptions) *watchState { return newWatchState(&Watch{world: w, options: o}) }

func TestPlacesOnTheWayToAFile(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/d/f", "").Link("/p/l", "d/f").Link("/p/abs", "/p/d").Link("/p/up", "./d/../g").Link("/p/self", "self").
		Link("/p/none", "x/y").Link("/p/chain", "l")
	s := stateOf(m, WatchOptions{})
	for _, c := range []struct {
		path    string
		entries bool
		want    string
	}{
		{"/p/d/f", false, "/p/d f"},
		{"/p/d", false, "/p d"},
		{"/p/d", true, "/p d, /p/d *"},
		{"/", true, "/ *"},
		{"/", false, ""},
		{"/p/l", false, "/p l, /p/d f"},
		{"/p/chain", false, "/p chain, /p l, /p/d f"},
		{"/p/abs/f", false, "/p abs, /p/d f"},
		{"/p/abs", true, "/p abs, /p d, /p/d *"},
		{"/p/up", false, "/p up, /p g"},
		{"/p/none", true, "/p none, /p x"},
		{"/q/r/s", false, "/ q"},
		{"/p/./d/../d/f", false, "/p/d f"},
	} {
		var got []string
		for _, at := range s.steps(target{c.path, c.path, c.entries}) {
			if at.base == "" {
				at.base = "*"
			}
			got = append(got, at.dir+" "+at.base)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
	if n := len(s.steps(target{path: "/p/self"})); n != 41 {
		t.Errorf("a link in a circle has %d places", n)
	}
	s.watch.world = failing{m, map[string]error{"readlink /p/l": ErrNotDir}}
	if got := fmt.Sprint(s.steps(target{path: "/p/l"})); got != "[{/p l}]" {
		t.Errorf("a link that cannot be read: %s", got)
	}
	drive := stateOf(NewMemory().SetPlatform("win32").File("C:/p/f", "").Link("C:/l", "D:/x"), WatchOptions{})
	for path, want := range map[string]string{"C:/p/f": "[{C:/p f}]", "C:/l": "[{C:/ l} {D:/ x}]"} {
		if got := fmt.Sprint(drive.steps(target{path: path})); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

func TestFilesOnWhichGitDepends(t *testing.T) {
	t.Parallel()
	m := NewMemory().Dir("/r/.git").Dir("/r/sub/x").File("/w/.git", "gitdir: ../r/.git/worktrees/w\n").File("/abs/.git", "gitdir: /r/.git/x").File("/odd/.git", "text")
	s := stateOf(m, WatchOptions{})
	for dir, want := range map[string]string{
		"/r/sub/x": "/r/sub/x/*, /r/.git/HEAD, /r/.git/index",
		"/w":       "/w/*, /r/.git/worktrees/w/HEAD, /r/.git/worktrees/w/index",
		"/abs":     "/abs/*, /r/.git/x/HEAD, /r/.git/x/index",
		"/odd":     "/odd/*",
		"/none":    "/none/*, /none/.git",
	} {
		var got []string
		for _, at := range s.gitTargets(Question{Op: OpGit, Arg: dir + "\x00status"}) {
			if at.name != dir {
				t.Errorf("%s: reported as %s", dir, at.name)
			}
			got = append(got, at.path+map[bool]string{true: "/*"}[at.entries])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}

func TestSignaturesOfFiles(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/d/f", "1").Link("/p/l", "d/f").Link("/p/none", "x").File("/p/d/x.log", "").Throw("/p/bad/f", nil).Throw("/p/bad", nil)
	s := stateOf(m, WatchOptions{Ignore: []string{"**/*.log"}})
	for _, c := range []struct {
		at   target
		want string
	}{
		{target{path: "/p/l"}, "l 644 1 4 1 1767225604000000000 /p/d/f"},
		{target{path: "/p/d"}, "d 20000000755 1 3 /p/d"},
		{target{path: "/p/d", entries: true}, "\"f\" 0\n"},
		{target{path: "/p/none"}, "file does not exist x"},
		{target{path: "/p/x"}, "file does not exist "},
		{target{path: "/p/bad", entries: true}, "readdir /p/bad: input/output error"},
	} {
		if got := s.signature(c.at); got != c.want {
			t.Errorf("%+v: %q, want %q", c.at, got, c.want)
		}
	}
}

func TestWhatAWatchReports(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/a.md", "1").Dir("/p/d").File("/p/x.log", "")
	s := stateOf(m, WatchOptions{Ignore: []string{"**/*.log"}})
	r := NewRecording(m)
	_, _ = r.ReadFile("/p/a.md")
	_, _ = r.ReadDir("/p/d")
	_, _ = r.ReadFile("/p/x.log")
	_, _ = r.ReadFile("/p/none.md")
	_, _ = r.Stat("relative")
	r.LookupEnv("A")
	questions := r.Questions()
	check := func(what string, got []string, want ...string) {
		t.Helper()
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	check("nothing", s.set(questions, []string{"/p/named.log", "odd"}))
	if len(s.targets) != 4 || len(s.seen) != 4 {
		t.Errorf("targets: %+v", s.targets)
	}
	check("nothing yet", s.look())
	m.File("/p/a.md", "22").File("/p/d/new", "").File("/p/x.log", "22").File("/p/named.log", "").File("/p/d/y.log", "")
	check("looking", s.look(), "/p/a.md", "/p/d", "/p/named.log")
	check("looking again", s.look())
	m.File("/p/a.md", "333").File("/p/none.md", "")
	check("following again", s.set(questions, nil), "/p/a.md", "/p/d", "/p/none.md")
	// If the questions are gone, set reports only those targets that it had seen before and that
	// have changed.
	check("named", s.set(nil, []string{"/p/a.md"}))
	m.File("/p/a.md", "4444")
	check("named again", s.set(nil, []string{"/p/a.md", "/p/d"}), "/p/a.md")
}

func TestNotificationsOfTheSystem(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/a.md", "1").File("/p/d/f", "")
	s := stateOf(m, WatchOptions{Ignore: []string{"**/*.log"}})
	r := NewRecording(m)
	_, _ = r.ReadFile("/p/a.md")
	_, _ = r.ReadDir("/p/d")
	_, _ = r.ReadFile("/p/late/deep/x.md")
	s.set(r.Questions(), nil)
	for _, c := range []struct {
		what   string
		change func()
		name   string
		op     fsnotify.Op
		want   string
	}{
		{"a write counts even if nothing shows", nil, "/p/a.md", fsnotify.Write, "/p/a.md"},
		{"an attribute does not", nil, "/p/a.md", fsnotify.Chmod, ""},
		{"an attribute that shows", func() { m.Mode("/p/a.md", 0o600) }, "/p/a.md", fsnotify.Chmod, "/p/a.md"},
		{"and only once", nil, "/p/a.md", fsnotify.Chmod, ""},
		{"a creation", nil, "/p/a.md", fsnotify.Create, "/p/a.md"},
		{"a removal", nil, "/p/a.md", fsnotify.Remove, "/p/a.md"},
		{"a renaming", nil, "/p/a.md", fsnotify.Rename, "/p/a.md"},
		{"another file", nil, "/p/b.md", fsnotify.Create, ""},
		{"a name in a listed folder", nil, "/p/d/new", fsnotify.Create, "/p/d"},
		{"an ignored name there", nil, "/p/d/x.log", fsnotify.Create, ""},
		{"a write there", nil, "/p/d/f", fsnotify.Write, ""},
		{"a write to the listed folder", nil, "/p/d", fsnotify.Write, ""},
		{"a folder on the way", func() { m.Dir("/p/late") }, "/p/late", fsnotify.Create, "/p/late/deep/x.md"},
		{"now deeper", func() { m.File("/p/late/deep/x.md", "") }, "/p/late/deep", fsnotify.Create, "/p/late/deep/x.md"},
		{"and the file itself", nil, "/p/late/deep/x.md", fsnotify.Write, "/p/late/deep/x.md"},
		{"a watched folder is gone", func() { m.Remove("/p/late/deep") }, "/p/late/deep", fsnotify.Remove, "/p/late/deep/x.md"},
		{"its parent is watched again", nil, "/p/late/deep", fsnotify.Create, "/p/late/deep/x.md"},
	} {
		if c.change != nil {
			c.change()
		}
		got := s.event(fsnotify.Event{Name: c.name, Op: c.op})
		slices.Sort(got)
		if all := strings.Join(slices.Compact(got), " "); all != c.want {
			t.Errorf("%s: %q, want %q", c.what, all, c.want)
		}
	}
}

func TestAfterLostNotificationsEverythingIsChecked(t *testing.T) {
	t.Parallel()
	m := NewMemory().Dir("/p")
	w, err := NewWatch(m, WatchOptions{Delay: time.Millisecond, Poll: time.Hour})
	must(t, err)
	defer w.Close()
	w.Follow(nil, "/p/a.md")
	m.File("/p/a.md", "x")
	w.notices.Errors <- fsnotify.ErrEventOverflow
	await(t, w, "/p/a.md")
}

// Changes are reported some time after the last one, but also if further changes never stop.
func TestGatheringChanges(t *testing.T) {
	t.Parallel()
	g := newGathering(time.Hour)
	if g.timer.Stop() {
		t.Error("the timer runs before the first change")
	}
	g.add()
	if g.timer.Stop() || !g.first.IsZero() {
		t.Error("no change started the timer")
	}
	before := time.Now()
	g.add("b", "a")
	g.add("a", "c")
	first := g.first
	if first.Before(before) || first.After(time.Now()) || !slices.Equal(g.list(), []string{"a", "b", "c"}) {
		t.Errorf("%v, %q", first, g.list())
	}
	if !g.timer.Stop() {
		t.Error("changes did not start the timer")
	}
	g.first = first.Add(-10 * time.Hour) // the first change has waited long enough
	g.add("d")
	<-g.timer.C
	g.ready = true
	g.add("e")
	if g.timer.Stop() {
		t.Error("the timer runs again before the changes are taken")
	}
	if g.clear(); g.ready || len(g.list()) != 0 {
		t.Errorf("left: %q", g.list())
	}
	g.add("f")
	if g.stop(); g.timer.Stop() {
		t.Error("it was not stopped")
	}
}

func TestOptionsOfAWatch(t *testing.T) {
	t.Parallel()
	w, err := NewWatch(NewMemory(), WatchOptions{PollOnly: true})
	must(t, err)
	defer w.Close()
	if w.options.Delay != 50*time.Millisecond || w.options.Poll != 2*time.Second || !slices.Equal(w.options.Ignore, DefaultIgnore) || w.notices != nil {
		t.Errorf("got %+v", w.options)
	}
	given := []string{"build", "/abs", "*.x", ""}
	w2, err := NewWatch(NewMemory(), WatchOptions{Ignore: given, Delay: 1, Poll: time.Hour, PollOnly: true})
	must(t, err)
	defer w2.Close()
	if !slices.Equal(w2.options.Ignore, []string{"**/build", "/abs", "*.x", ""}) || given[0] != "build" || w2.options.Delay != 1 || w2.options.Poll != time.Hour {
		t.Errorf("got %+v", w2.options)
	}
	o := WatchOptions{Ignore: []string{"**/build"}, Root: "/p/"}
	for name, want := range map[string]bool{"/p/build/x/y": true, "/p/x": false, "/build/x": false, "/p/build": true, "/p": false} {
		if got := o.ignored(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if (WatchOptions{Ignore: []string{"**/build"}}).ignored("/p/build/x") {
		t.Error("without a root, a folder above was matched")
	}
}
