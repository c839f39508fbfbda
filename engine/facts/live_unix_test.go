//go:build unix

package facts

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestLiveNeverOpensSpecialFiles(t *testing.T) {
	dir := t.TempDir()
	must(t, syscall.Mkfifo(dir+"/pipe", 0o644))
	// The path of a socket must be short on some systems, and that of the test's own directory is
	// too long.
	short, err := os.MkdirTemp("", "g")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	s, err := net.Listen("unix", short+"/s")
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	must(t, os.Symlink(dir+"/pipe", dir+"/link"))

	l := NewLive()
	for _, name := range []string{dir + "/pipe", dir + "/link", short + "/s", "/dev/null", "/dev/zero", "/dev/tty"} {
		if _, err := l.ReadFile(name); !errors.Is(err, ErrNotRegular) {
			t.Errorf("ReadFile(%s): %v", name, err)
		}
		if _, err := l.ReadHead(name, 1); !errors.Is(err, ErrNotRegular) {
			t.Errorf("ReadHead(%s): %v", name, err)
		}
		if _, err := l.ReadDir(name); !errors.Is(err, ErrNotDir) {
			t.Errorf("ReadDir(%s): %v", name, err)
		}
	}
}

// The first check sees a regular file. A pipe replaces the file after that, and the second check
// of openGuarded must notice it.
func TestLiveClosesAPipeThatSlippedIn(t *testing.T) {
	dir := t.TempDir()
	must(t, syscall.Mkfifo(dir+"/pipe", 0o644))
	looks := 0
	_, _, err := openGuarded(dir+"/pipe", func(m fs.FileMode) bool {
		looks++
		return looks == 1 || m.IsRegular()
	}, ErrNotRegular)
	if looks != 2 || !errors.Is(err, ErrNotRegular) {
		t.Errorf("after %d looks: %v", looks, err)
	}
}

// Between the two checks, the file is removed, or a pipe replaces it.
func TestLiveLooksAgainAtWhatItOpened(t *testing.T) {
	t.Parallel()
	for want, replace := range map[string]func(name string) error{
		"not a regular file":        func(name string) error { return syscall.Mkfifo(name, 0o644) },
		"no such file or directory": func(string) error { return nil },
	} {
		name := t.TempDir() + "/f"
		must(t, os.WriteFile(name, nil, 0o644))
		looks := 0
		f, size, err := openGuarded(name, func(m fs.FileMode) bool {
			if looks++; looks == 1 {
				must(t, os.Remove(name))
				must(t, replace(name))
			}
			return m.IsRegular()
		}, ErrNotRegular)
		if f != nil || size != 0 || err == nil || err.Error() != "open "+name+": "+want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestLiveGitThatIsKilled(t *testing.T) {
	fakeGit(t, `kill -9 $$`)
	dir := t.TempDir()
	if a, err := NewLive().Git(context.Background(), dir, "log"); err == nil || err.Error() != "git log in "+dir+": signal: killed" || a != (GitAnswer{}) {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestLiveReadsFilesWithoutASize(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has /proc")
	}
	text, err := NewLive().ReadFile("/proc/self/status")
	if err != nil || !strings.HasPrefix(text, "Name:") {
		t.Errorf("%.20q, %v", text, err)
	}
	if _, err := NewLive(WithFileCap(8)).ReadFile("/proc/self/status"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a file that reports size 0 was read beyond the limit: %v", err)
	}
}

// fakeGit replaces git by a shell script. It also answers that git has the oldest supported
// version and no filters.
func fakeGit(t *testing.T, script string) {
	t.Helper()
	fakeGitWith(t, `case "$*" in *" version") echo git version 2.31.0; exit;; *" config "*) exit 1;; esac
`+script)
}

// fakeGitWith replaces git by a shell script.
func fakeGitWith(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "git"), []byte("#!/bin/sh\n"+script), 0o755))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestLiveGitRunsWithoutPromptPagerLocksOrInput(t *testing.T) {
	fakeGit(t, `echo "$GIT_OPTIONAL_LOCKS $GIT_TERMINAL_PROMPT $GIT_PAGER"; echo "$@"; cat; pwd; exit 3`)
	dir := t.TempDir()
	a, err := NewLive().Git(context.Background(), dir, "status", "--short")
	real, _ := filepath.EvalSymlinks(dir)
	want := "0 0 cat\n--no-pager -c core.fsmonitor=false -c core.hooksPath=/dev/null status --ignore-submodules=dirty --short\n" + real + "\n"
	if err != nil || a.Exit != 3 || strings.Replace(a.Stdout, dir, real, 1) != want {
		t.Errorf("answer %+v, %v; want %q", a, err, want)
	}
}

func TestLiveGitThatHangsTimesOut(t *testing.T) {
	fakeGit(t, `exec sleep 600`)
	_, err := impatient(20*time.Millisecond).Git(context.Background(), t.TempDir(), "status")
	if !errors.Is(err, ErrTimeout) {
		t.Errorf("err = %v", err)
	}
}

func TestLiveGitIsEndedWithItsHelpers(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "alive")
	must(t, syscall.Mkfifo(fifo, 0o600))
	// The child of the script keeps the pipe open for writing. The reader gets EOF when the child
	// dies.
	fakeGit(t, `(exec 3>"$ALIVE"; echo started >&3; sleep 600) & sleep 600`)
	t.Setenv("ALIVE", fifo)
	ctx, giveUp := context.WithCancel(context.Background())
	end := make(chan error, 1)
	go func() {
		defer giveUp()
		f, err := os.Open(fifo)
		if err != nil {
			end <- err
			return
		}
		if _, err := io.ReadFull(f, make([]byte, len("started\n"))); err != nil {
			end <- err
			return
		}
		giveUp()
		_, err = io.ReadAll(f)
		end <- err
	}()
	_, err := impatient(time.Minute).Git(ctx, t.TempDir(), "status")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
	select {
	case err := <-end:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("the helper process outlived git")
	}
}

func TestLiveGitRunsNoProgramThatARepositoryNames(t *testing.T) {
	dir := t.TempDir()
	isolateGit(t)
	runGit(t, dir, "init", "-q")
	for name, text := range map[string]string{
		"evil":           "#!/bin/sh\necho x >> '" + dir + "/ran'\ncat\n",
		"a.txt":          "one\n",
		"b.txt":          "one\n",
		".gitattributes": "a.txt filter=odd=name\nb.txt filter=long\n",
	} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755))
	}
	runGit(t, dir, "add", ".")
	for _, key := range []string{"core.fsmonitor", "filter.odd=name.clean", "filter.long.process"} {
		runGit(t, dir, "config", key, dir+"/evil")
	}
	runGit(t, dir, "config", "filter.long.required", "true")
	must(t, os.WriteFile(dir+"/a.txt", []byte("two\n"), 0o755))
	must(t, os.WriteFile(dir+"/b.txt", []byte("two\n"), 0o755))
	a, err := NewLive().Git(context.Background(), dir, "status", "--short", "--untracked-files=no")
	if err != nil {
		t.Fatal(err)
	}
	if want := "A  .gitattributes\nAM a.txt\nAM b.txt\nA  evil\n"; a.Stdout != want {
		t.Errorf("status %q, want %q (%s)", a.Stdout, want, a.Stderr)
	}
	if _, err := os.Stat(dir + "/ran"); err == nil {
		t.Error("a program of the repository was run")
	}
}

func TestLiveGitFetchesNothing(t *testing.T) {
	dir := t.TempDir()
	isolateGit(t)
	runGit(t, dir, "init", "-q")
	must(t, os.WriteFile(dir+"/evil", []byte("#!/bin/sh\necho x >> '"+dir+"/ran'\n"), 0o755))
	// A partial clone fetches missing objects from its remote.
	for key, value := range map[string]string{
		"core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
		"remote.origin.url": "ext::" + dir + "/evil", "protocol.ext.allow": "always",
	} {
		runGit(t, dir, "config", key, value)
	}
	a, err := NewLive().Git(context.Background(), dir, "cat-file", "blob", "1234567890123456789012345678901234567890")
	if err != nil || a.Exit == 0 {
		t.Errorf("answer %+v, %v", a, err)
	}
	if _, err := os.Stat(dir + "/ran"); err == nil {
		t.Error("the remote was contacted")
	}
}

func TestLiveGitLeavesTheUsersOwnFilters(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	isolateGit(t)
	global := home + "/gitconfig"
	must(t, os.WriteFile(global, []byte("[filter \"upper\"]\n\tclean = tr a-z A-Z\n"), 0o644))
	t.Setenv("GIT_CONFIG_GLOBAL", global)
	runGit(t, dir, "init", "-q")
	must(t, os.WriteFile(dir+"/.gitattributes", []byte("a.txt filter=upper\n"), 0o644))
	must(t, os.WriteFile(dir+"/a.txt", []byte("one\n"), 0o644))
	runGit(t, dir, "add", ".")
	must(t, os.WriteFile(dir+"/a.txt", []byte("One\n"), 0o644))
	must(t, os.Chtimes(dir+"/a.txt", time.Now(), time.Now().Add(-time.Hour)))
	a, err := NewLive().Git(context.Background(), dir, "status", "--short")
	if want := "A  .gitattributes\nA  a.txt\n"; err != nil || a.Stdout != want {
		t.Errorf("status %q, %v; want %q", a.Stdout, err, want)
	}
}

// impatient returns a live world in which a call of git may take at most the time d.
func impatient(d time.Duration) *Live {
	l := NewLive()
	l.gitTimeout = d
	return l
}
