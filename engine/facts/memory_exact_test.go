package facts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"testing"
	"time"
)

func TestANewMemory(t *testing.T) {
	t.Parallel()
	m := NewMemory()
	root := Info{Name: "/", Mode: fs.ModeDir | 0o755, ModTime: time.Date(2026, 1, 1, 0, 0, 1, 0, time.UTC), Device: 1, Inode: 1}
	if got, err := m.Stat("/"); got != root || err != nil {
		t.Errorf("root: %+v, %v", got, err)
	}
	if entries, err := m.ReadDir("/"); len(entries) != 0 || err != nil {
		t.Errorf("entries: %v, %v", entries, err)
	}
	host, err := m.Hostname()
	if got := fmt.Sprintln(m.Now(), m.Zone(), m.Locale(), host, err, m.Platform(), m.fileCap); got != "2026-01-02 03:04:05.678 +0000 UTC UTC en-US host <nil> linux 4194304\n" {
		t.Errorf("got %s", got)
	}
	if answer, err := m.Git(context.Background(), "/", "status"); err != nil || answer != (GitAnswer{Exit: 128, Stderr: "fatal: not a git repository (or any of the parent directories): .git\n"}) {
		t.Errorf("git: %+v, %v", answer, err)
	}
	if r, err := m.Fetch(context.Background(), "https://x"); err == nil || err.Error() != "fetching https://x: refused by policy" || r != (Response{}) {
		t.Errorf("fetch: %+v, %v", r, err)
	}
}

func TestChangesOfAMemory(t *testing.T) {
	t.Parallel()
	second := func(n int) time.Time { return time.Date(2026, 1, 1, 0, 0, n, 0, time.UTC) }
	m := NewMemory().File("/d/a", "12").Link("/d/l", "a")
	for name, want := range map[string]Info{
		"/d":   {"d", 0, fs.ModeDir | 0o755, second(4), 1, 2},
		"/d/a": {"a", 2, 0o644, second(3), 1, 3},
		"/d/l": {"l", 1, fs.ModeSymlink | 0o777, second(4), 1, 4},
	} {
		if got, err := m.Lstat(name); got != want || err != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	m.Mode("/d/l", 0o4750|fs.ModeDir).ModTime("/d/a", second(50)).Special("/d/p", fs.ModeNamedPipe|0o777).Remove("/d/l").Dir("/d").Throw("/d", nil)
	for name, want := range map[string]Info{
		"/d":   {"d", 0, fs.ModeDir | 0o755, second(6), 1, 2},
		"/d/a": {"a", 2, 0o4750, second(50), 1, 3},
		"/d/p": {"p", 0, fs.ModeNamedPipe | 0o644, second(5), 1, 5},
	} {
		if got, err := m.Lstat(name); got != want || err != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if _, err := m.ReadDir("/d"); err == nil || err.Error() != "readdir /d: input/output error" {
		t.Errorf("a folder that cannot be listed: %v", err)
	}
	boom := errors.New("boom")
	if _, err := m.Throw("/d/a", boom).ReadFile("/d/a"); !errors.Is(err, boom) || err.Error() != "read /d/a: boom" {
		t.Errorf("a file that cannot be read: %v", err)
	}
	if text, err := m.File("/d/a", "again").ReadFile("/d/a"); text != "again" || err != nil {
		t.Errorf("written again: %q, %v", text, err)
	}
	if _, err := m.Remove("/d/a/x").Remove("/none/x").Remove("/d/none").Remove("/d").Stat("/d/p"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed with its folder: %v", err)
	}
	if _, err := m.HostnameThrow(boom).Hostname(); err != boom {
		t.Errorf("host: %v", err)
	}
	if host, err := m.SetHostname("box").Hostname(); host != "box" || err != nil {
		t.Errorf("host: %q, %v", host, err)
	}
	zone := time.FixedZone("X", 60)
	if m.SetZone(zone).Zone() != zone {
		t.Error("zone")
	}
}

func TestAnswersOfAMemoryToGitAndURLs(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	m := NewMemory().OnGit("/p/.", "log -1", GitAnswer{Stdout: "here"}).OnGit("", "log -1", GitAnswer{Stdout: "anywhere"}).
		URL("https://a", Response{Status: 200, FinalURL: "https://b"}).URLThrow("https://c", ErrTimeout)
	for dir, want := range map[string]string{"/p": "here", "/p/x/..": "here", "/q": "anywhere"} {
		if a, err := m.Git(ctx, dir, "log", "-1"); a.Stdout != want || err != nil {
			t.Errorf("%s: %+v, %v", dir, a, err)
		}
	}
	if r, err := m.Fetch(ctx, "https://a"); r.FinalURL != "https://b" || err != nil {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := m.Fetch(ctx, "https://c"); !errors.Is(err, ErrTimeout) {
		t.Errorf("got %v", err)
	}
	if r, err := m.URL("*", Response{Body: "x"}).Fetch(ctx, "https://d"); r != (Response{Body: "x", FinalURL: "https://d"}) || err != nil {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := m.GitThrow(ErrTimeout).Git(ctx, "/p", "log", "-1"); err == nil || err.Error() != "git log -1 in /p: took too long" {
		t.Errorf("got %v", err)
	}
	cancel()
	if _, err := m.Fetch(ctx, "https://a"); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := m.Git(ctx, "/p", "log", "-1"); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestMemoryFollowsLinksAsTheSystemDoes(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/f", "text").Dir("/p/d/e").Link("/p/slash", "f/").Link("/p/dir", "d/").Link("/p/empty", "").Link("/p/up", "../p/./f").
		Link("/p/abs", "/p/d").File("/p/locked/x", "").Mode("/p/locked", 0o600).Dir("/p/none").Mode("/p/none", 0o100)
	for name, want := range map[string]string{
		"/p/slash": "realpath /p/slash: not a directory", "/p/dir": "/p/d", "/p/dir/": "/p/d", "/p/empty": "realpath /p/empty: file does not exist", "/p/up": "/p/f",
		"/p/abs/e": "/p/d/e", "/p/abs/../f": "/p/f", "/../p/f": "/p/f", "/p/f/": "realpath /p/f/: not a directory", "/p/f/..": "realpath /p/f/..: not a directory",
		"/p/locked/x": "realpath /p/locked/x: permission denied", "/p/locked": "/p/locked", "/p/none/x": "realpath /p/none/x: file does not exist", "/": "/", "/..": "/",
	} {
		got, err := m.RealPath(name)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if i, err := m.Lstat("/p/dir/"); err != nil || !i.IsDir() || i.Name != "dir" {
		t.Errorf("Lstat with a final slash: %+v, %v", i, err)
	}
	if i, err := m.Lstat("/p/locked/x"); !errors.Is(err, fs.ErrPermission) || i != (Info{}) {
		t.Errorf("Lstat in a locked folder: %+v, %v", i, err)
	}
	if _, err := m.Readlink("/p/locked/x"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("Readlink in a locked folder: %v", err)
	}
	for limit, want := range map[int]string{-1: "", 0: "", 4: "text", 5: "text"} {
		if head, err := m.ReadHead("/p/f", limit); head != want || err != nil {
			t.Errorf("ReadHead %d: %q, %v", limit, head, err)
		}
	}
	for name, want := range map[string]string{"/p/f": "read /p/f: permission denied", "/p/d": "read /p/d: not a regular file", "/none": "open /none: file does not exist"} {
		if text, err := m.Mode("/p/f", 0o200).ReadFile(name); text != "" || err == nil || err.Error() != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if entries, err := m.Mode("/p/d", 0o300).ReadDir("/p/d"); entries != nil || err == nil || err.Error() != "readdir /p/d: permission denied" {
		t.Errorf("%v, %v", entries, err)
	}
	if entries, err := m.ReadDir("/p/missing"); entries != nil || err == nil || err.Error() != "open /p/missing: file does not exist" {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestMemoryPanicsSayWhy(t *testing.T) {
	t.Parallel()
	for want, build := range map[string]func(m *Memory){
		`facts.Memory: "a" is not an absolute path`:          func(m *Memory) { m.File("a", "") },
		`facts.Memory: "b" is not an absolute path`:          func(m *Memory) { m.Dir("b") },
		`facts.Memory: "/" names no file`:                    func(m *Memory) { m.File("/", "") },
		`facts.Memory: "." names no file`:                    func(m *Memory) { m.Link(".", "x") },
		"facts.Memory: \"/a\\x00\" names no file":            func(m *Memory) { m.File("/a\x00", "") },
		`facts.Memory: /f/x: /f is not a directory`:          func(m *Memory) { m.File("/f", "").File("/f/x", "") },
		`facts.Memory: /l/x: /l is not a directory`:          func(m *Memory) { m.Link("/l", "none").File("/l/x", "") },
		`facts.Memory: /f/a/b: /f is not a directory`:        func(m *Memory) { m.File("/f", "").File("/f/a/b", "") },
		`facts.Memory: /d/f/x: /d/f is not a directory`:      func(m *Memory) { m.File("/d/f", "").File("/d/f/x", "") },
		`facts.Memory: C:/f/x: C:/f is not a directory`:      func(m *Memory) { m.File("C:/f", "").File("C:/f/x", "") },
		`facts.Memory: change /a: file does not exist`:       func(m *Memory) { m.Mode("/a", 0) },
		`facts.Memory: /a: ---------- is not a special file`: func(m *Memory) { m.Special("/a", 0o000) },
		`facts.Memory: /a: d--------- is not a special file`: func(m *Memory) { m.Special("/a", fs.ModeDir) },
	} {
		func() {
			defer func() {
				if got := recover(); !reflect.DeepEqual(got, want) {
					t.Errorf("got %v, want %s", got, want)
				}
			}()
			build(NewMemory())
		}()
	}
}

func TestNamesThatDifferInCase(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/README.md", "one").FoldCase()
	if text, err := m.ReadFile("/P/readme.MD"); text != "one" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := m.Remove("/p/readme.md").Stat("/p/README.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed by another spelling: %v", err)
	}
	exact := NewMemory().File("/p/a", "small").File("/p/A", "large")
	for name, want := range map[string]string{"/p/a": "small", "/p/A": "large"} {
		if text, err := exact.FoldCase().ReadFile(name); text != want || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if _, err := NewMemory().File("/p/a", "").ReadFile("/p/A"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a disk that tells case apart: %v", err)
	}
}
