package facts

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// past is a repository on disk with commits on several days.
type past struct {
	t   *testing.T
	dir string
}

// git runs git with the date set to a day of January 2026.
func (p past) git(day string, args ...string) {
	p.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"}, args...)...)
	at := "2026-01-" + day + " 10:00:00 +0000"
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), "GIT_COMMITTER_DATE="+at, "GIT_AUTHOR_DATE="+at, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "HOME="+p.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("git %v: %v: %s", args, err, out)
	}
}

// write writes a file and sets its modification time to a day of January 2026.
func (p past) write(day, name, text string) {
	p.t.Helper()
	full := filepath.Join(p.dir, name)
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
	at := on(day)
	if err := os.Chtimes(full, at, at); err != nil {
		p.t.Fatal(err)
	}
}

func on(day string) time.Time {
	at, _ := time.Parse(time.DateOnly, "2026-01-"+day)
	return at.Add(12 * time.Hour)
}

func TestFilesOfACommit(t *testing.T) {
	p := past{t, t.TempDir()}
	p.git("01", "init", "-q")
	p.write("01", "CLAUDE.md", "one")
	p.write("01", "gone.md", "was here")
	p.git("01", "add", ".")
	p.git("01", "commit", "-qm", "one")
	p.write("05", "CLAUDE.md", "two")
	p.write("05", "new.md", "x")
	p.git("05", "rm", "-q", "gone.md")
	p.git("05", "add", ".")
	p.git("05", "commit", "-qm", "two")
	p.write("07", "CLAUDE.md", "three")
	p.write("07", "loose.md", "x")
	// git must not start a program that the repository's own settings name.
	mark := filepath.Join(t.TempDir(), "started")
	program := filepath.Join(p.dir, "gpg")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.git("07", "config", "gpg.program", program)
	p.git("07", "config", "log.showSignature", "true")

	w := NewLive()
	h, err := HistoryOf(context.Background(), w, Slash(p.dir))
	if err != nil {
		t.Fatal(err)
	}
	dir := h.top
	for _, tt := range []struct{ day, want string }{
		{"03", "one by commit, - , was here by commit, -"},
		{"06", "two by commit, x by disk, -, -"},
		{"08", "three by disk, x by disk, -, x by disk"},
	} {
		then, err := h.At(on(tt.day))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, name := range []string{"CLAUDE.md", "new.md", "gone.md", "loose.md"} {
			text, err := then.World.ReadFile(Join(dir, name))
			if err != nil {
				got = append(got, "-")
				continue
			}
			got = append(got, text+map[Basis]string{Committed: " by commit", Unchanged: " by disk", Present: " by chance"}[h.Basis(then, Join(dir, name), on(tt.day))])
		}
		if all := strings.Join(got, ", "); all != strings.ReplaceAll(tt.want, " , ", ", ") {
			t.Errorf("on %s: %s, want %s", tt.day, all, tt.want)
		}
	}
	if _, err := h.At(on("01").AddDate(0, -1, 0)); err == nil || !strings.Contains(err.Error(), "no commit here from before 2025-12-01") {
		t.Errorf("before the first commit: %v", err)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program named in the repository's settings was started")
	}
}

func TestHistoryFollowsCheckouts(t *testing.T) {
	p := past{t, t.TempDir()}
	p.git("01", "init", "-q")
	p.write("01", "a.md", "main")
	p.git("01", "add", ".")
	p.git("01", "commit", "-qm", "one")
	p.git("03", "checkout", "-qb", "side")
	p.write("03", "a.md", "side")
	p.git("03", "commit", "-qam", "two")
	p.git("05", "checkout", "-q", "main")
	h, err := HistoryOf(context.Background(), NewLive(), Slash(p.dir))
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string]string{"02": "main", "04": "side", "06": "main"} {
		then, err := h.At(on(day))
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := then.World.ReadFile(Join(h.top, "a.md")); text != want {
			t.Errorf("on %s a.md was %q, want %q", day, text, want)
		}
	}
	if _, err := HistoryOf(context.Background(), NewLive(), Slash(t.TempDir())); err == nil || !strings.Contains(err.Error(), "not a git repository") {
		t.Errorf("outside a repository: %v", err)
	}
}

func TestAHistoryComparesABoundedNumberOfCommits(t *testing.T) {
	p := past{t, t.TempDir()}
	p.git("01", "init", "-q")
	var stream strings.Builder
	for i := range 4 * mostCommits {
		fmt.Fprintf(&stream, "commit refs/heads/main\ncommitter n <a@b> %d +0000\ndata 1\nc\nM 644 inline CLAUDE.md\ndata 4\n%04d\n", on("02").Unix()+int64(i)*60, i)
	}
	load := exec.Command("git", "fast-import", "--quiet")
	load.Dir, load.Stdin = p.dir, strings.NewReader(stream.String())
	if out, err := load.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	h, err := HistoryOf(context.Background(), NewLive(), Slash(p.dir))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 * mostCommits {
		if _, err := h.At(on("02").Add(time.Duration(i) * time.Minute)); (err != nil) != (i >= mostCommits) {
			t.Fatalf("commit %d: %v; %d were compared", i+1, err, mostCommits)
		}
	}
}
