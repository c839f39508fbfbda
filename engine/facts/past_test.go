package facts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// repository is a world with answers of git about a repository in /r and about its changes from
// commit c to HEAD.
func repository(diff, status string) *Memory {
	return NewMemory().Dir("/r").
		OnGit("/r", "rev-parse --show-toplevel", GitAnswer{Stdout: "/r\n"}).
		OnGit("/r", "rev-parse --verify --quiet --end-of-options c^{commit}", GitAnswer{Stdout: "c\n"}).
		OnGit("/r", "diff-tree -r -z --raw --no-renames --no-abbrev c HEAD", GitAnswer{Stdout: diff}).
		OnGit("/r", "status --porcelain=v1 -z --no-renames --untracked-files=all", GitAnswer{Stdout: status})
}

func pastOf(m *Memory) (*Past, error) { return PastOf(context.Background(), m, "/r", "c") }

func TestKindsOfFilesInAPast(t *testing.T) {
	t.Parallel()
	m := repository(":100755 100644 h1 x M\x00run\x00:100664 100644 h2 x M\x00old\x00:120000 100644 h3 x T\x00link\x00:120000 100644 h4 x T\x00empty\x00"+
		":120000 100644 h5 x T\x00lost\x00:040000 100644 h6 x T\x00odd\x00:160000 100644 h7 x T\x00sub\x00broken\x00name\x00:100644 000000 h8 x D\x00gone\x00alone",
		" M sub2\x00M  changed\x00x\x00?? n\x00 M run\x00 M lost2\x00")
	for hash, text := range map[string]string{"h1": "runs", "h2": "old text", "h3": "run", "h4": "", "h9": "was this", "h8": "back"} {
		m.OnGit("/r", "cat-file blob "+hash, GitAnswer{Stdout: text})
	}
	m.OnGit("/r", "--literal-pathspecs ls-tree -z c -- sub2 changed lost2", GitAnswer{Stdout: "160000 commit h0\tsub2\x00100644 blob h9\tchanged\x00100644 blob\todd line\x00"})
	for _, name := range []string{"run", "old", "link", "empty", "lost", "odd", "sub", "sub2", "changed", "n", "lost2", "same"} {
		m.File("/r/"+name, "now")
	}
	p, err := pastOf(m)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, name := range []string{"run", "old", "link", "empty", "lost", "odd", "sub", "sub2", "changed", "n", "lost2", "same", "gone", "name"} {
		text, err := p.World.ReadFile("/r/" + name)
		if err != nil {
			text = "-"
		}
		got[name] = text
	}
	want := map[string]string{"run": "runs", "old": "old text", "link": "runs", "empty": "-", "lost": "-", "odd": "-", "sub": "now", "sub2": "now",
		"changed": "was this", "n": "-", "lost2": "-", "same": "now", "gone": "back", "name": "-"}
	if !maps.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if paths := strings.Join(p.Paths, " "); paths != "/r/changed /r/empty /r/gone /r/link /r/lost /r/lost2 /r/n /r/odd /r/old /r/run" || p.Base || p.Commit != "c" || p.Top != "/r" {
		t.Errorf("past: %+v", p)
	}
}

func TestAPastWhoseTextIsLost(t *testing.T) {
	t.Parallel()
	m := repository(":100644 100644 h1 x M\x00a\x00", "").File("/r/a", "now").
		OnGit("/r", "cat-file blob h1", GitAnswer{Exit: 128, Stderr: "  fatal: bad file\nmore"})
	p, err := pastOf(m)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := p.World.ReadFile("/r/a"); text != "" || err == nil || err.Error() != "read /r/a: bad file" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestWhereABranchLeftARevision(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer GitAnswer
		base   bool
		commit string
	}{
		"no base":      {GitAnswer{Exit: 1, Stdout: "b\n"}, false, "c"},
		"itself":       {GitAnswer{Stdout: "c\n"}, false, "c"},
		"nothing":      {GitAnswer{Stdout: "\n"}, false, "c"},
		"another base": {GitAnswer{Stdout: " b\n"}, true, "b"},
	} {
		m := repository("", "").OnGit("/r", "merge-base c HEAD", c.answer).OnGit("/r", "diff-tree -r -z --raw --no-renames --no-abbrev b HEAD", GitAnswer{})
		if p, err := pastOf(m); err != nil || p.Base != c.base || p.Commit != c.commit || p.Paths != nil {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func TestAPastThatGitCannotTell(t *testing.T) {
	t.Parallel()
	const head, tree = "diff-tree -r -z --raw --no-renames --no-abbrev c HEAD", "--literal-pathspecs ls-tree -z c -- a"
	mute := GitAnswer{Exit: 2}
	for want, change := range map[string]func(*Memory) *Memory{
		"git rev-parse ended with 2": func(m *Memory) *Memory { return m.OnGit("/r", "rev-parse --show-toplevel", mute) },
		"git has no revision c here; a shallow clone may have to fetch it first": func(m *Memory) *Memory {
			return m.OnGit("/r", "rev-parse --verify --quiet --end-of-options c^{commit}", mute)
		},
		"git diff-tree ended with 2": func(m *Memory) *Memory { return m.OnGit("/r", head, mute) },
		"git diff-tree ended with 1": func(m *Memory) *Memory { // the first of two errors counts
			return m.OnGit("/r", head, GitAnswer{Exit: 1}).OnGit("/r", "status --porcelain=v1 -z --no-renames --untracked-files=all", mute)
		},
		"no status": func(m *Memory) *Memory {
			return m.OnGit("/r", "status --porcelain=v1 -z --no-renames --untracked-files=all", GitAnswer{Exit: 1, Stderr: "fatal: no status\n"})
		},
		"git --literal-pathspecs ended with 2":                                         func(m *Memory) *Memory { return m.OnGit("/r", tree, mute) },
		"git rev-parse --show-toplevel in /r: git could not be started":                func(m *Memory) *Memory { return m.GitThrow(nil) },
		fmt.Sprintf("%d files differ, and galley compares %d at most", 50_001, 50_000): func(m *Memory) *Memory { return m.OnGit("/r", head, GitAnswer{Stdout: differing(50_000)}) },
	} {
		p, err := pastOf(change(repository("", " M a\x00").OnGit("/r", tree, GitAnswer{})))
		if p != nil || err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	empty := NewMemory().OnGit("/r", "rev-parse --show-toplevel", GitAnswer{Stdout: "/r\n"}).OnGit("/r", "rev-parse --verify --quiet --end-of-options HEAD^{commit}", GitAnswer{Exit: 1})
	if _, err := PastOf(context.Background(), empty, "/r", "HEAD"); err == nil || err.Error() != "git has no revision HEAD here: nothing has been committed yet" {
		t.Errorf("a repository without a commit: %v", err)
	}
	p, err := pastOf(repository(differing(49_999), " M a\x00").OnGit("/r", tree, GitAnswer{}))
	if err != nil || len(p.Paths) != 50_000 {
		t.Errorf("as many as galley compares: %v", err)
	}
}

// differing returns git's list of many added files.
func differing(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ":000000 100644 0 x A\x00f%d\x00", i)
	}
	return b.String()
}

func TestChangedFilesAreAskedForInPortions(t *testing.T) {
	t.Parallel()
	var status strings.Builder
	var names []string
	for i := range 201 {
		names = append(names, fmt.Sprintf("f%03d", i))
		status.WriteString(" M " + names[i] + "\x00")
	}
	m := repository("", status.String()).
		OnGit("/r", "--literal-pathspecs ls-tree -z c -- "+strings.Join(names[:200], " "), GitAnswer{Stdout: "100644 blob h1\tf000\x00"}).
		OnGit("/r", "--literal-pathspecs ls-tree -z c -- f200", GitAnswer{Stdout: "100644 blob h1\tf200\x00"}).
		OnGit("/r", "cat-file blob h1", GitAnswer{Stdout: "text"})
	p, err := pastOf(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"/r/f000", "/r/f200"} {
		if text, err := p.World.ReadFile(name); text != "text" || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

const (
	reflog  = "log -g --no-show-signature --date=unix --format=%gd %H -n 20000 HEAD"
	commits = "rev-list --first-parent --timestamp -n 20000 HEAD"
)

func TestAHistoryTakesTheReflogThenTheCommits(t *testing.T) {
	t.Parallel()
	m := repository("", "").
		OnGit("/r", reflog, GitAnswer{Stdout: "HEAD@{300} c3\nHEAD@{200} c2\nHEAD@{x} c9\nHEAD@{250} \nodd\n"}).
		OnGit("/r", commits, GitAnswer{Stdout: "280 c8\n100 c1\n90\n"})
	for _, commit := range []string{"c1", "c2", "c3", "c8"} {
		m.OnGit("/r", "diff-tree -r -z --raw --no-renames --no-abbrev "+commit+" HEAD", GitAnswer{})
	}
	h, err := HistoryOf(context.Background(), m, "/r")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int64]string{99: "", 100: "c1", 199: "c1", 200: "c2", 299: "c2", 300: "c3", 999: "c3"} {
		p, err := h.At(time.Unix(at, 0))
		switch {
		case want == "" && (err == nil || err.Error() != "git has no commit here from before 1970-01-01T00:01:39Z"):
			t.Errorf("at %d: %v", at, err)
		case want != "" && (err != nil || p.Commit != want || p.Top != "/r"):
			t.Errorf("at %d: %+v, %v", at, p, err)
		}
	}
	m.OnGit("/r", "diff-tree -r -z --raw --no-renames --no-abbrev c1 HEAD", GitAnswer{Exit: 2})
	if _, err := h.At(time.Unix(100, 0)); err != nil {
		t.Errorf("a commit was compared again: %v", err)
	}
	// Without a reflog only the times of the commits are known.
	for _, broken := range []GitAnswer{{Exit: 1, Stdout: "HEAD@{300} c3\n"}, {}} {
		h, err := HistoryOf(context.Background(), m.OnGit("/r", reflog, broken), "/r")
		if err != nil {
			t.Fatal(err)
		}
		if p, err := h.At(time.Unix(999, 0)); err != nil || p.Commit != "c8" {
			t.Errorf("%+v, %v", p, err)
		}
		if _, err := h.At(time.Unix(100, 0)); err == nil || err.Error() != "git diff-tree ended with 2" {
			t.Errorf("a commit that cannot be compared: %v", err)
		}
	}
	if h, err := HistoryOf(context.Background(), m.OnGit("/r", commits, GitAnswer{Exit: 2}), "/r"); err == nil || err.Error() != "git rev-list ended with 2" || h == nil {
		t.Errorf("no commits: %v", err)
	}
	if h, err := HistoryOf(context.Background(), m.GitThrow(nil), "/r"); h != nil || !errors.Is(err, ErrNoGit) {
		t.Errorf("no git: %v", err)
	}
}

func TestWhatAPastFileRestsOn(t *testing.T) {
	t.Parallel()
	at := time.Unix(1000, 0)
	m := repository("", "").OnGit("/r", commits, GitAnswer{Stdout: "1 c\n"}).
		OnGit("/r", "diff-tree -r -z --raw --no-renames --no-abbrev c HEAD", GitAnswer{Stdout: ":100644 100644 h x M\x00new\x00:100644 100644 h x M\x00old\x00:100644 100644 h x M\x00on time\x00" +
			":100644 000000 h x D\x00gone\x00:120000 100644 h x T\x00link\x00"}).
		OnGit("/r", "cat-file blob h", GitAnswer{Stdout: "then"}).
		OnGit("/r", "--literal-pathspecs ls-tree --name-only c -- tracked", GitAnswer{Stdout: "tracked\n"}).
		OnGit("/r", "--literal-pathspecs ls-tree --name-only c -- ignored", GitAnswer{Stdout: "\n"})
	for name, changed := range map[string]int64{"/r/new": 1001, "/r/old": 999, "/r/on time": 1000, "/r/tracked": 1001, "/r/ignored": 1001, "/r/same": 1000, "/out": 1001, "/rest": 1001} {
		m.File(name, "now").ModTime(name, time.Unix(changed, 0))
	}
	m.Link("/r/link", "old")
	h, err := HistoryOf(context.Background(), m, "/r")
	if err != nil {
		t.Fatal(err)
	}
	p, err := h.At(at)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"/r/gone", "/r/link", "/r/new"}; !slices.Equal(p.Paths, want) {
		t.Errorf("differing: %q", p.Paths)
	}
	for name, want := range map[string]string{"/r/new": "then", "/r/old": "now", "/r/on time": "now", "/r/gone": "then"} {
		if text, err := p.World.ReadFile(name); text != want || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	for name, want := range map[string]Basis{"/r/new": Committed, "/r/gone": Committed, "/r/old": Unchanged, "/r/on time": Unchanged, "/r/same": Unchanged,
		"/r/tracked": Committed, "/r/ignored": Present, "/r/unknown": Present, "/out": Present, "/rest": Present} {
		if got := h.Basis(p, name, at); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// stopping is a repository whose caller gives up while git answers.
type stopping struct {
	*Memory
	stop func()
	left *int // the number of calls until the caller gives up
}

func (s stopping) Git(ctx context.Context, dir string, args ...string) (GitAnswer, error) {
	if *s.left--; *s.left == 0 {
		s.stop()
	}
	return s.Memory.Git(ctx, dir, args...)
}

func TestAPastThatNobodyWaitsFor(t *testing.T) {
	t.Parallel()
	for calls := 1; calls <= 5; calls++ {
		ctx, stop := context.WithCancel(context.Background())
		left := calls
		if p, err := PastOf(ctx, stopping{repository("", ""), stop, &left}, "/r", "c"); p != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("given up at call %d: %+v, %v", calls, p, err)
		}
		stop()
	}
}
