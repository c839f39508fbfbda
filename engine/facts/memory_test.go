package facts

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestMemoryFollowsFortyLinksAndNoMore(t *testing.T) {
	m := NewMemory().File("/l0", "end")
	name := "/l0"
	for i := 1; i <= 41; i++ {
		next := "/l" + strings.Repeat("x", i)
		m.Link(next, name)
		name = next
		_, err := m.ReadFile(name)
		if i <= 40 && err != nil || i > 40 && !errors.Is(err, ErrLoop) {
			t.Fatalf("chain of %d links: %v", i, err)
		}
	}
}

func TestMemoryStatAndLstat(t *testing.T) {
	m := NewMemory().File("/p/a", "12345").Mode("/p/a", 0o750).Link("/p/l", "a")
	st, err := m.Stat("/p/l")
	if err != nil || st.Name != "l" || st.Size != 5 || st.Mode != 0o750 || !st.IsRegular() {
		t.Errorf("Stat of a link = %+v, %v", st, err)
	}
	ls, err := m.Lstat("/p/l")
	if err != nil || !ls.IsLink() || ls.Size != 1 || ls.Inode == st.Inode {
		t.Errorf("Lstat of a link = %+v, %v", ls, err)
	}
	if target, err := m.Readlink("/p/l"); target != "a" || err != nil {
		t.Errorf("Readlink = %q, %v", target, err)
	}
	if _, err := m.Readlink("/p/a"); err == nil {
		t.Error("Readlink of a file gave a target")
	}
	if real, err := m.RealPath("/p/../p/l"); real != "/p/a" || err != nil {
		t.Errorf("RealPath = %q, %v", real, err)
	}
}

func TestMemoryDirectories(t *testing.T) {
	nfc, nfd := "caf\u00e9.md", "cafe\u0301.md"
	m := NewMemory().
		File("/p/b", "").File("/p/a", "").Dir("/p/d").Link("/p/c", "/x").
		File("/p/"+nfc, "composed").File("/p/"+nfd, "decomposed").
		Special("/p/pipe", fs.ModeNamedPipe)
	names := func() string {
		entries, err := m.ReadDir("/p")
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, e := range entries {
			out = append(out, e.Name)
		}
		return strings.Join(out, " ")
	}
	if got, want := names(), "a b c "+nfd+" "+nfc+" d pipe"; got != want {
		t.Errorf("without a given order: %q, want byte order %q", got, want)
	}
	m.ReadDirOrder("/p", "pipe", "gone", "b", "pipe")
	if got, want := names(), "pipe b a c "+nfd+" "+nfc+" d"; got != want {
		t.Errorf("raw order: %q, want %q", got, want)
	}
	if text, _ := m.ReadFile("/p/" + nfc); text != "composed" {
		t.Errorf("the composed form of the name gave %q", text)
	}
	if _, err := m.ReadDir("/p/a"); !errors.Is(err, ErrNotDir) || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("listing a file: %v", err)
	}
	m.Mode("/p", 0o311)
	if _, err := m.ReadDir("/p"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("listing a directory without r: %v", err)
	}
	if _, err := m.ReadFile("/p/" + nfd); err != nil {
		t.Errorf("a directory without r can still be entered: %v", err)
	}
}

func TestMemoryNeverOpensSpecialFiles(t *testing.T) {
	for name, kind := range map[string]fs.FileMode{
		"pipe": fs.ModeNamedPipe, "socket": fs.ModeSocket,
		"disk": fs.ModeDevice, "tty": fs.ModeDevice | fs.ModeCharDevice,
	} {
		m := NewMemory().Special("/"+name, kind)
		if _, err := m.ReadFile("/" + name); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
		if st, err := m.Stat("/" + name); err != nil || st.Mode.Type() != kind {
			t.Errorf("%s: Stat = %v, %v", name, st.Mode, err)
		}
	}
}

func TestMemoryCapsAndThrows(t *testing.T) {
	m := NewMemory().SetFileCap(4).File("/fits", "1234").File("/big", "12345").Throw("/bad", nil)
	if text, err := m.ReadFile("/fits"); text != "1234" || err != nil {
		t.Errorf("at the cap: %q, %v", text, err)
	}
	if text, err := m.ReadFile("/big"); text != "" || !errors.Is(err, ErrTooLarge) {
		t.Errorf("over the cap: %q, %v", text, err)
	}
	if text, err := m.ReadHead("/big", 2); text != "12" || err != nil {
		t.Errorf("ReadHead: %q, %v", text, err)
	}
	if st, err := m.Stat("/bad"); err != nil || !st.IsRegular() {
		t.Errorf("a file whose reading fails must exist: %v", err)
	}
	if _, err := m.ReadFile("/bad"); err == nil || !strings.Contains(err.Error(), "/bad") {
		t.Errorf("the error must name the path: %v", err)
	}
}

func TestMemoryChangesShowInStat(t *testing.T) {
	m := NewMemory().File("/a", "one")
	before, _ := m.Stat("/a")
	m.File("/a", "two")
	inPlace, _ := m.Stat("/a")
	if inPlace.Inode != before.Inode || !inPlace.ModTime.After(before.ModTime) {
		t.Errorf("rewritten in place: %+v then %+v", before, inPlace)
	}
	m.Remove("/a").Remove("/a").File("/a", "three")
	if replaced, _ := m.Stat("/a"); replaced.Inode == before.Inode {
		t.Error("a new file in place of a removed one must be another file")
	}
}

func TestMemoryFactsAndAnswers(t *testing.T) {
	ctx := context.Background()
	noon := time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)
	m := NewMemory().Env("A", "1").Clock(noon).SetHostname("box").SetPlatform("darwin").SetLocale("de-DE").
		OnGit("/p", "rev-parse --abbrev-ref HEAD", GitAnswer{Stdout: "main\n"}).
		OnGit("", "status --short", GitAnswer{Stdout: " M a\n"}).
		URL("https://x/a", Response{Status: 200, Body: "a"})
	if v, ok := m.LookupEnv("A"); v != "1" || !ok {
		t.Errorf("LookupEnv = %q, %v", v, ok)
	}
	host, _ := m.Hostname()
	if !m.Now().Equal(noon) || host != "box" || m.Platform() != "darwin" || m.Locale() != "de-DE" || m.Zone() != time.UTC {
		t.Error("a value was not stored")
	}
	if a, err := m.Git(ctx, "/p/", "rev-parse", "--abbrev-ref", "HEAD"); a.Stdout != "main\n" || err != nil {
		t.Errorf("git told: %+v, %v", a, err)
	}
	if a, _ := m.Git(ctx, "/q", "rev-parse", "--abbrev-ref", "HEAD"); a.Exit != 128 {
		t.Errorf("git elsewhere: %+v", a)
	}
	if a, _ := m.Git(ctx, "/q", "status", "--short"); a.Stdout != " M a\n" {
		t.Errorf("git anywhere: %+v", a)
	}
	if _, err := m.GitThrow(nil).Git(ctx, "/p", "status"); !errors.Is(err, ErrNoGit) {
		t.Errorf("git that fails to start: %v", err)
	}
	if r, err := m.Fetch(ctx, "https://x/a"); r.Body != "a" || r.FinalURL != "https://x/a" || err != nil {
		t.Errorf("fetch told: %+v, %v", r, err)
	}
	if _, err := m.Fetch(ctx, "https://x/b"); !errors.Is(err, ErrRefused) {
		t.Errorf("fetch of an unregistered URL: %v", err)
	}
	if _, err := m.URLThrow("*", ErrTimeout).Fetch(ctx, "https://x/b"); !errors.Is(err, ErrTimeout) {
		t.Errorf("fetching another URL: %v", err)
	}
}

func TestMemoryKnowsDrives(t *testing.T) {
	m := NewMemory().File("C:/p/a", "x").Link("C:/p/l", "C:/p/a")
	if real, err := m.RealPath("C:/p/l"); real != "C:/p/a" || err != nil {
		t.Errorf("RealPath = %q, %v", real, err)
	}
}

func TestMemoryRefusesImpossibleWorlds(t *testing.T) {
	for name, build := range map[string]func(*Memory){
		"a file as a directory": func(m *Memory) { m.File("/a", "").File("/a/b", "") },
		"a relative path":       func(m *Memory) { m.File("a", "") },
		"the root as a file":    func(m *Memory) { m.File("/", "") },
		"the mode of nothing":   func(m *Memory) { m.Mode("/a", 0) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("the world was built")
				}
			}()
			build(NewMemory())
		})
	}
}

func TestMemoryMayChangeWhileAsked(t *testing.T) {
	m := NewMemory().File("/p/a", "x")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				m.File("/p/a", "y").Remove("/p/b").File("/p/b", "z")
				_, _ = m.ReadFile("/p/a")
				_, _ = m.ReadDir("/p")
				_, _ = m.Stat("/p/b")
			}
		})
	}
	wg.Wait()
}
