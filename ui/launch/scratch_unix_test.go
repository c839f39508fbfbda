//go:build unix

package launch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"galley/engine/capture/start"
)

func TestTheRealHomeLacksWhatGalleyWouldHaveWritten(t *testing.T) {
	t.Parallel()
	p := start.Plan{
		Env: map[string]string{"HOME_OF_IT": "/s/h", "URL": "http://x", "OTHER": "/s/hh"}, Notes: []string{"first"}, Copies: []start.Copy{{From: "/h/a", To: "h/a"}},
		Files:         []start.File{{Path: "h/a/b.json"}, {Path: "hh/c.json"}, {Path: "top.json"}},
		Substitutions: []start.Substitution{{From: "/s/h", To: "/h"}, {From: "/s/g", To: "/g"}},
	}
	lacks := useRealHome(&p, "/s")
	if !slices.Equal(lacks, []string{"a/b.json"}) || len(p.Env) != 2 || p.Env["URL"] == "" || p.Env["OTHER"] == "" || p.Substitutions != nil || p.Copies != nil ||
		!slices.Equal(p.Notes, []string{"first", "the agent used your own configuration, not a copy"}) {
		t.Errorf("it lacks %q: %+v", lacks, p)
	}
	e := lacking(&NoRequest{Agent: "a", Reason: "r"}, []string{"x", "y"})
	if e.Error() != "a: r; with --real-home galley cannot write the settings that point the agent to it (x, y)" || lacking(&NoRequest{Agent: "a", Reason: "r", Output: "o"}, nil).Error() != "a: r; its last lines: o" {
		t.Errorf("%v", e)
	}
	if got := (&NotInstalled{"p", "make p", nil}).Error(); got != "p is not installed: no program p on the PATH; make p installs it" {
		t.Error(got)
	}
	if got := (&NotInstalled{"p", "make p", []string{"/a", "."}}).Error(); got != "p is not installed: no program p on the PATH; make p installs it (skipped: /a; .)" {
		t.Error(got)
	}
	if orUnknown("") != "of an unknown version" || orUnknown("1.2") != "1.2" || Timeout(start.Starter{}) != 20*time.Second || Timeout(start.Starter{Worst: 7 * time.Second}) != 21*time.Second {
		t.Error("an unknown version, or the time that an agent has")
	}
	if got := leftOut([]string{"A", "B"}); got != "left out of the environment: A, B" {
		t.Error(got)
	}
}

func TestOldScratchDirectoriesAreRemoved(t *testing.T) {
	t.Parallel()
	root, now := t.TempDir(), time.Now()
	me, parent := strconv.Itoa(os.Getpid()), strconv.Itoa(os.Getppid())
	for name, c := range map[string]struct {
		age  time.Duration
		want bool
	}{
		me + "-new": {23 * time.Hour, true}, me + "-old": {25 * time.Hour, false}, parent + "-new": {0, true}, parent + "-old": {25 * time.Hour, false},
		"4194304-new": {0, false}, "x-new": {48 * time.Hour, true}, "12": {48 * time.Hour, true},
	} {
		dir := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(dir, 0o700), os.Chtimes(dir, now, now.Add(-c.age))); err != nil {
			t.Fatal(err)
		}
		clearScratch(root, now)
		if _, err := os.Stat(dir); (err == nil) != c.want {
			t.Errorf("%s is there: %v", name, err == nil)
		}
	}
	write(t, filepath.Join(root, "4194304-file"), "x")
	if clearScratch(root, now); !exists(filepath.Join(root, "4194304-file")) {
		t.Error("a file was removed")
	}
	write(t, filepath.Join(root, "file"), "x")
	if _, err := newScratch(filepath.Join(root, "file")); err == nil || !strings.HasPrefix(err.Error(), "making the scratch configuration: ") {
		t.Errorf("%v", err)
	}
}

func exists(name string) bool { _, err := os.Lstat(name); return err == nil }

func TestWhatIsCopiedIntoAScratchConfiguration(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := newScratch(filepath.Join(dir, "scratch"))
	if err != nil {
		t.Fatal(err)
	}
	from := filepath.Join(dir, "from")
	write(t, from+"/a.md", "12345")
	write(t, from+"/sub/b.md", "67")
	write(t, from+"/.git/config", "git")
	write(t, from+"/tool.sh", "#!")
	deep := from + strings.Repeat("/d", maxDeep)
	write(t, deep+"/in.md", "in")
	write(t, deep+"/d/out.md", "out")
	if err := errors.Join(os.Chmod(from+"/tool.sh", 0o755), os.Chmod(from+"/a.md", 0o444), os.Symlink("loop", from+"/loop"), os.Symlink("none", from+"/broken"), os.Symlink("a.md", from+"/link"),
		syscall.Mkfifo(from+"/pipe", 0o600)); err != nil {
		t.Fatal(err)
	}
	plan := start.Plan{Dirs: []string{"empty/one"}, Copies: []start.Copy{{From: from, To: "c"}, {From: from + "/a.md", To: "x/y/a"}, {From: dir + "/none", To: "none"}}, Files: []start.File{{Path: "f/g.json", Text: "{}"}}}
	if err := s.fill(plan); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"empty/one": true, "c/a.md": true, "c/sub/b.md": true, "c/.git": false, "c/loop": false, "c/broken": false, "c/link": true, "c/pipe": false, "x/y/a": true, "none": false, "f/g.json": true,
		"c" + strings.Repeat("/d", maxDeep) + "/in.md": true, "c" + strings.Repeat("/d", maxDeep+1): false,
	} {
		if exists(s.at(name)) != want {
			t.Errorf("%s is there: %v", name, !want)
		}
	}
	for name, want := range map[string]os.FileMode{"c/a.md": 0o600, "c/tool.sh": 0o700, "c/link": 0o600, "c/sub": 0o700 | os.ModeDir, "f/g.json": 0o600} {
		if info, err := os.Lstat(s.at(name)); err != nil || info.Mode() != want {
			t.Errorf("%s has the mode %v, want %v", name, info.Mode(), want)
		}
	}
	if s.files != 6 || s.bytes != 5+2+2+2+5+5 {
		t.Errorf("%d files, %d bytes", s.files, s.bytes)
	}
	for _, c := range []struct {
		files int
		bytes int64
		want  bool
	}{{maxFiles - 1, 0, true}, {maxFiles, 0, false}, {0, maxCopied - 5, true}, {0, maxCopied - 4, false}} {
		s.files, s.bytes = c.files, c.bytes
		err := s.copy(from+"/a.md", s.at(fmt.Sprint("limit", c)), 0)
		if want := "the configuration has more than 20000 files or 268 MB (at " + from + "/a.md)"; c.want != (err == nil) || err != nil && err.Error() != want {
			t.Errorf("%+v: %v", c, err)
		}
	}
	s.files, s.bytes = maxFiles, 0
	if err := s.fill(start.Plan{Copies: []start.Copy{{From: from, To: "again"}}}); err == nil {
		t.Error("too many files were copied")
	}
	s.files = 0
	for _, p := range []start.Plan{{Dirs: []string{"f/g.json"}}, {Dirs: []string{"f/g.json/x"}}, {Files: []start.File{{Path: "f/g.json/x"}}}, {Files: []start.File{{Path: "empty"}}},
		{Copies: []start.Copy{{From: from, To: "f/g.json"}}}, {Copies: []start.Copy{{From: from + "/a.md", To: "f/g.json/x"}}}, {Copies: []start.Copy{{From: from + "/a.md", To: "f/g.json"}}}} {
		if err := s.fill(p); err == nil {
			t.Errorf("%+v: no error", p)
		}
	}
	if s.remove(); exists(s.dir) || !exists(filepath.Dir(s.dir)) {
		t.Error("the directory of the run is there")
	}
}
