//go:build unix

package facts

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestLiveGitThatIsTooOldIsNotUsed(t *testing.T) {
	for _, tt := range []struct {
		version string
		old     bool
	}{
		{"git version 1.8.3.1", true}, {"git version 2.25.1", true}, {"git version 2.30.9", true}, {"git version 2.9.5", true},
		{"git version 2.31.0", false}, {"git version 2.39.5 (Apple Git-154)", false}, {"git version 2.47.1.windows.2", false},
		{"git version 3.0", false}, {"git version 2", true}, {"hub version 9.9", true}, {"", true},
	} {
		dir := t.TempDir()
		fakeGitWith(t, `case "$*" in *" version") echo "`+tt.version+`";; *" config "*) exit 1;; *) echo x >>"`+dir+`/asked"; echo yes;; esac`)
		for _, args := range [][]string{{"status", "--short"}, {"rev-parse", "--abbrev-ref", "HEAD"}} {
			a, err := NewLive().Git(context.Background(), dir, args...)
			if errors.Is(err, ErrOldGit) != tt.old || !tt.old && a.Stdout != "yes\n" {
				t.Errorf("%q: %+v, %v", tt.version, a, err)
			}
			if tt.old && !strings.Contains(err.Error(), "2.31 or newer") {
				t.Errorf("%q: the reason is %v", tt.version, err)
			}
		}
		if _, err := os.Stat(dir + "/asked"); (err == nil) == tt.old {
			t.Errorf("%q: asked is %v", tt.version, err == nil)
		}
	}
}

func TestLiveGitVersionIsReadOnce(t *testing.T) {
	dir := t.TempDir()
	fakeGitWith(t, `case "$*" in *" version") echo x >>"`+dir+`/asked"; echo git version 2.40.0;; esac`)
	l := NewLive()
	for range 3 {
		if _, err := l.With(WithFileCap(100)).Git(context.Background(), dir, "rev-parse", "HEAD"); err != nil {
			t.Fatal(err)
		}
	}
	if text, _ := os.ReadFile(dir + "/asked"); string(text) != "x\n" {
		t.Errorf("asked %q", text)
	}
}

func TestLiveGitWithUnreadableSettingsIsNotUsed(t *testing.T) {
	dir := t.TempDir()
	fakeGitWith(t, `case "$*" in *" version") echo git version 2.40.0;; *" config "*) echo "fatal: bad config line 3" >&2; exit 128;; *) echo x >"`+dir+`/asked";; esac`)
	_, err := NewLive().Git(context.Background(), dir, "status", "--short")
	if !errors.Is(err, ErrGitSettings) || !strings.Contains(err.Error(), "bad config line 3") {
		t.Errorf("err = %v", err)
	}
	if _, err := os.Stat(dir + "/asked"); err == nil {
		t.Error("git was run nevertheless")
	}
}

// A submodule has settings of its own, which do not appear among those of the repository around it.
func TestLiveGitRunsNoProgramThatASubmoduleNames(t *testing.T) {
	isolateGit(t)
	top := t.TempDir()
	sub, host := top+"/sub", top+"/host"
	user := []string{"-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "protocol.file.allow=always"}
	git := func(dir string, args ...string) {
		t.Helper()
		runGit(t, dir, append(user[:len(user):len(user)], args...)...)
	}
	must(t, os.MkdirAll(sub, 0o755))
	must(t, os.MkdirAll(host, 0o755))
	must(t, os.WriteFile(top+"/evil", []byte("#!/bin/sh\necho x >> '"+top+"/ran'\ncat\n"), 0o755))
	for _, dir := range []string{sub, host} {
		git(dir, "init", "-q", "-b", "trunk")
		must(t, os.WriteFile(dir+"/f", []byte("x\n"), 0o644))
		git(dir, "add", ".")
		git(dir, "commit", "-q", "-m", "m")
	}
	git(host, "submodule", "--quiet", "add", sub, "sub")
	git(host, "commit", "-q", "-m", "s")
	git(host, "config", "submodule.sub.ignore", "none")
	git(host, "config", "diff.ignoreSubmodules", "none")
	git(host, "config", "status.submoduleSummary", "true")
	for _, key := range []string{"filter.e.clean", "filter.e.smudge", "filter.e.process", "core.fsmonitor", "diff.e.textconv", "diff.external"} {
		git(host+"/sub", "config", key, top+"/evil")
	}
	attributes := host + "/.git/modules/sub/info/attributes"
	must(t, os.MkdirAll(filepath.Dir(attributes), 0o755))
	must(t, os.WriteFile(attributes, []byte("* filter=e diff=e\n"), 0o644))
	must(t, os.WriteFile(host+"/sub/f", []byte("other\n"), 0o644))
	later := time.Now().Add(time.Hour)
	must(t, os.Chtimes(host+"/sub/f", later, later))
	must(t, os.WriteFile(host+"/f", []byte("changed\n"), 0o644))

	for _, dir := range []string{host, host + "/sub"} {
		for _, args := range [][]string{{"status", "--short"}, {"status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignored=matching"}} {
			a, err := NewLive().Git(context.Background(), dir, args...)
			if err != nil || a.Exit != 0 || !strings.HasPrefix(a.Stdout, " M f") || strings.Contains(a.Stdout, "sub") {
				t.Errorf("%v in %s: %+v, %v", args, dir, a, err)
			}
		}
	}
	if _, err := os.Stat(top + "/ran"); err == nil {
		t.Error("a program of the submodule was run")
	}
}
