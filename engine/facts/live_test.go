package facts

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func slashTemp(t *testing.T) string { return filepath.ToSlash(t.TempDir()) }

func TestLiveReadsUpToTheCap(t *testing.T) {
	dir := slashTemp(t)
	must(t, os.WriteFile(dir+"/fits", []byte("1234"), 0o644))
	must(t, os.WriteFile(dir+"/big", []byte("12345"), 0o644))
	l := NewLive(WithFileCap(4))
	if text, err := l.ReadFile(dir + "/fits"); text != "1234" || err != nil {
		t.Errorf("at the cap: %q, %v", text, err)
	}
	if text, err := l.ReadFile(dir + "/big"); text != "" || !errors.Is(err, ErrTooLarge) {
		t.Errorf("over the cap: %q, %v", text, err)
	}
	if text, err := l.ReadHead(dir+"/big", 2); text != "12" || err != nil {
		t.Errorf("ReadHead: %q, %v", text, err)
	}
	if text, err := l.ReadHead(dir+"/fits", 100); text != "1234" || err != nil {
		t.Errorf("ReadHead of a short file: %q, %v", text, err)
	}
}

func TestLiveListsADirectory(t *testing.T) {
	dir := slashTemp(t)
	must(t, os.Mkdir(dir+"/sub", 0o755))
	must(t, os.WriteFile(dir+"/file", nil, 0o644))
	entries, err := NewLive().ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return len(b.Name) - len(a.Name) })
	if want := []Entry{{Name: "file"}, {Name: "sub", Type: os.ModeDir}}; !slices.Equal(entries, want) {
		t.Errorf("entries = %v, want %v", entries, want)
	}
}

func TestLiveRefusesToFetch(t *testing.T) {
	if _, err := NewLive().Fetch(context.Background(), "https://example.org"); !errors.Is(err, ErrRefused) {
		t.Errorf("err = %v", err)
	}
}

func TestLiveGitOnARepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := slashTemp(t)
	isolateGit(t)
	ctx := context.Background()
	l := NewLive()
	if a, err := l.Git(ctx, dir, "rev-parse", "--abbrev-ref", "HEAD"); a.Exit != 128 || a.Stderr == "" || err != nil {
		t.Errorf("outside a repository: %+v, %v", a, err)
	}
	runGit(t, dir, "init", "-q", "-b", "trunk")
	runGit(t, dir, "-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-q", "--allow-empty", "-m", "m")
	must(t, os.WriteFile(dir+"/new.md", nil, 0o644))
	if a, err := l.Git(ctx, dir, "rev-parse", "--abbrev-ref", "HEAD"); a.Stdout != "trunk\n" || a.Exit != 0 || err != nil {
		t.Errorf("branch: %+v, %v", a, err)
	}
	if a, err := l.Git(ctx, dir, "status", "--short"); a.Stdout != "?? new.md\n" || err != nil {
		t.Errorf("status: %+v, %v", a, err)
	}
	if _, err := l.Git(ctx, dir+"/nowhere", "status"); !errors.Is(err, ErrNoGit) || strings.Contains(err.Error(), "\n") {
		t.Errorf("in a missing directory: %v", err)
	}
	if _, err := NewLive(WithFileCap(3)).Git(ctx, dir, "status"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("more output than the limit: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := l.Git(cancelled, dir, "status"); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

func TestLiveWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := NewLive().Git(context.Background(), slashTemp(t), "status"); !errors.Is(err, ErrNoGit) {
		t.Errorf("err = %v", err)
	}
}

// isolateGit keeps the git settings of whoever runs the tests from affecting them.
func isolateGit(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir())
}

func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func TestLocaleNames(t *testing.T) {
	for name, want := range map[string]string{
		"":                   "en-US",
		"C":                  "en-US",
		"C.UTF-8":            "en-US",
		"POSIX":              "en-US",
		"de_DE.UTF-8":        "de-DE",
		"de_DE@euro":         "de-DE",
		"pt-BR":              "pt-BR",
		"fr":                 "fr",
		"sr_RS.UTF-8@latin":  "sr-Latn-RS",
		"../../etc/passwd":   "en-US",
		"x\x1b]0;title\x07_": "en-US",
	} {
		if got := localeTag(name); got != want {
			t.Errorf("localeTag(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestLocaleComesFromTheFirstVariableSet(t *testing.T) {
	t.Setenv("LC_ALL", "")
	t.Setenv("LC_TIME", "de_AT.UTF-8")
	t.Setenv("LANG", "fr_FR.UTF-8")
	if got := NewLive().Locale(); got != "de-AT" {
		t.Errorf("Locale = %q", got)
	}
}

func TestPlatformsAreNamedAsNodeNamesThem(t *testing.T) {
	for goos, want := range map[string]string{"linux": "linux", "darwin": "darwin", "windows": "win32", "illumos": "sunos"} {
		if got := nodePlatform(goos); got != want {
			t.Errorf("%s = %s, want %s", goos, got, want)
		}
	}
}
