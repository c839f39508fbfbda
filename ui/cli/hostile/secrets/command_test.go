//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// own puts a program with the given name first on the PATH.
func own(t *testing.T, name, text string) {
	t.Helper()
	from := script(t, text)
	if err := os.Rename(from, filepath.Join(filepath.Dir(from), name)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Dir(from)+":"+os.Getenv("PATH"))
}

// The command exits with 0 only if every attack failed and could be tried, and removes its directory.
func TestTheStatusSaysWhetherAnAttackSucceeded(t *testing.T) {
	for _, c := range []struct {
		name    string
		galley  string
		prepare func(t *testing.T)
		args    []string
		want    int
		errs    string // how the message begins
		out     string // the end of what is printed
	}{
		{name: "it is built", prepare: func(t *testing.T) {
			own(t, "go", `[ "$1 $2 $4" = "build -o galley" ] && cp "`+script(t, "exit 0")+`" "$3"`)
		}, want: 0, out: "24 runs, 0 attacks that succeeded\n"},
		{name: "it cannot be built", prepare: func(t *testing.T) { own(t, "go", "echo no compiler; exit 3") }, want: 1, errs: "secrets: building galley: exit status 3: no compiler\n"},
		{name: "git fails", galley: script(t, "exit 0"), prepare: func(t *testing.T) { own(t, "git", "echo fatal: no git") }, want: 1, errs: "secrets: git [init -q]: fatal: no git\n"},
		{name: "git does nothing", galley: script(t, "exit 0"), prepare: func(t *testing.T) { own(t, "git", "exit 0") }, want: 1, errs: "secrets: open "},
		{name: "no temporary directory", prepare: func(t *testing.T) { t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone")) }, want: 1, errs: "secrets: stat "},
		{name: "an unknown option", args: []string{"-unknown"}, want: 1, errs: "flag provided but not defined: -unknown\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			temp := t.TempDir()
			t.Setenv("TMPDIR", temp)
			if c.prepare != nil {
				c.prepare(t)
			}
			var errs strings.Builder
			got := -1
			args := append([]string{"-quick", "-galley", c.galley}, c.args...)
			out := printed(t, func() { got = command(args, &errs) })
			if got != c.want || !strings.HasPrefix(errs.String(), c.errs) || (errs.Len() > 0) != (c.want != 0) || !strings.HasSuffix(out, c.out) {
				t.Errorf("status %d, message %q, printed %q", got, errs.String(), out[max(0, len(out)-200):])
			}
			if left, err := filepath.Glob(filepath.Join(temp, "galley-secrets-*")); len(left) > 0 || err != nil {
				t.Errorf("%v is left, %v", left, err)
			}
		})
	}
}

// A program that hangs is ended.
func TestAProgramThatHangsIsNoticed(t *testing.T) {
	defer func(was time.Duration) { patience = was }(patience)
	patience = 50 * time.Millisecond
	b := &bench{root: t.TempDir(), key: "key", galley: script(t, "exec sleep 60")}
	if out := printed(t, func() { b.attack(b.project(nil), "hanging", nil, "leaked") }); !strings.HasSuffix(out, " FAILED: it did not end well\n") || b.bad != 1 {
		t.Errorf("%q, %d bad", out, b.bad)
	}
}

// A process that keeps the output open after its program has ended is not waited for.
func TestAProcessThatAProgramLeftIsNotWaitedFor(t *testing.T) {
	defer func(was time.Duration) { patience = was }(patience)
	b := &bench{root: t.TempDir(), key: "key", galley: script(t, "sh -c 'sleep 30; : >../late' & echo $! >../child")}
	// On a busy machine the program may be ended before it has started the process: try again with
	// more patience.
	for patience = 50 * time.Millisecond; patience < 10*time.Second; patience *= 2 {
		p := b.project(nil)
		if out := printed(t, func() { b.attack(p, "leaving", nil, "leaked") }); !strings.HasSuffix(out, " FAILED: it did not end well\n") {
			t.Errorf("%q", out)
		}
		text, _ := os.ReadFile(filepath.Join(p.dir, "..", "child"))
		child, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(p.dir, "..", "late")); err == nil {
			t.Error("the attack ends after the process that its program left")
		}
		_ = syscall.Kill(child, syscall.SIGKILL)
		return
	}
	t.Error("the program never started the process")
}
