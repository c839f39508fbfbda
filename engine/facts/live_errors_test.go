package facts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestLiveErrorsNameTheQuestion(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // the messages of Windows are different
	}
	dir := slashTemp(t)
	write(t, dir+"/f", "text")
	must(t, os.Symlink("loop", dir+"/loop"))
	l := NewLive()
	ops := map[string]string{OpStat: "stat", OpLstat: "lstat", OpReadlink: "readlink", OpRealPath: "realpath", OpReadDir: "open", OpReadFile: "open", OpReadHead: "open"}
	for path, c := range map[string]struct {
		why    string
		except map[string]string
	}{
		"relative":     {"invalid argument", nil},
		dir + "/a\x00": {"invalid argument", nil},
		dir + "/none":  {"no such file or directory", nil},
		dir + "/f/x":   {"not a directory", nil},
		dir + "/loop":  {"too many levels of symbolic links", map[string]string{OpLstat: "loop", OpReadlink: "loop"}},
		dir + "/f": {"", map[string]string{OpStat: "f", OpLstat: "f", OpReadlink: "readlink " + dir + "/f: invalid argument", OpReadDir: "open " + dir + "/f: not a directory",
			OpReadFile: "text", OpReadHead: "te"}},
		dir: {"", map[string]string{OpReadFile: "open " + dir + ": not a regular file", OpReadHead: "open " + dir + ": not a regular file"}},
	} {
		got, want := askEach(l, path), map[string]string{}
		for op, word := range ops {
			if c.why != "" {
				want[op] = word + " " + path + ": " + c.why
			}
		}
		for op, answer := range c.except {
			want[op] = answer
		}
		compareAnswers(t, path, got, want)
	}
	if _, err := l.Git(context.Background(), "relative", "status"); err == nil || err.Error() != "git relative: invalid argument" {
		t.Errorf("git in a relative folder: %v", err)
	}
}

func TestErrorsOfTheSystemAreTranslated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ err, want error }{
		{syscall.ELOOP, ErrLoop}, {syscall.ENOTDIR, errThroughFile}, {syscall.EINVAL, fs.ErrInvalid}, {os.ErrDeadlineExceeded, ErrTimeout},
		{ErrNotDir, ErrNotDir}, {ErrNotRegular, ErrNotRegular}, {syscall.EIO, syscall.EIO},
		{&fs.PathError{Op: "x", Path: "y", Err: syscall.EACCES}, syscall.EACCES}, {&fs.PathError{Op: "x", Path: "y", Err: syscall.ELOOP}, ErrLoop},
	} {
		err := liveError("op", "/p", c.err)
		if pe, ok := err.(*fs.PathError); !ok || *pe != (fs.PathError{Op: "op", Path: "/p", Err: c.want}) {
			t.Errorf("%v: got %v", c.err, err)
		}
	}
}

func TestLiveAnswersForThisMachine(t *testing.T) {
	t.Setenv("GALLEY_TEST_FACT", "here")
	l := NewLive()
	host, _ := os.Hostname()
	if got, err := l.Hostname(); got != host || err != nil {
		t.Errorf("host %q, %v", got, err)
	}
	if v, ok := l.LookupEnv("GALLEY_TEST_FACT"); v != "here" || !ok {
		t.Errorf("variable %q, %v", v, ok)
	}
	before := time.Now()
	if now := l.Now(); now.Before(before) || now.After(time.Now()) || l.Zone() != time.Local {
		t.Errorf("now %v, in %v", now, l.Zone())
	}
	if l.Platform() != nodePlatform(runtime.GOOS) {
		t.Errorf("platform %q", l.Platform())
	}
	if l.fileCap != 4<<20 || l.gitTimeout != 5*time.Second || NewLive(WithFileCap(MaxFileCap)).fileCap != 1<<30 || NewLive(WithFileCap(MaxFileCap-1)).fileCap != 1<<30-1 {
		t.Errorf("limits %d, %v", l.fileCap, l.gitTimeout)
	}
	if l.With(WithFileCap(3)).fileCap != 3 || l.fileCap != 4<<20 {
		t.Error("With changes the world itself")
	}
	for name, want := range map[string]string{"LC_ALL": "de-DE", "LC_TIME": "fr-FR", "LANG": "pl-PL"} {
		for _, other := range []string{"LC_ALL", "LC_TIME", "LANG"} {
			t.Setenv(other, "")
		}
		t.Setenv(name, strings.ReplaceAll(want, "-", "_"))
		if got := l.Locale(); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, name := range []string{"LC_ALL", "LC_TIME", "LANG"} {
		t.Setenv(name, "")
	}
	if got := l.Locale(); got != "en-US" {
		t.Errorf("nothing set: %q", got)
	}
	for goos, want := range map[string]string{"solaris": "sunos", "freebsd": "freebsd"} {
		if got := nodePlatform(goos); got != want {
			t.Errorf("%s is %q", goos, got)
		}
	}
}

func TestLocaleScriptsAndRegions(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"sr_RS@cyrillic": "sr-Cyrl-RS", "ks_IN@Devanagari": "ks-Deva-IN", "DE_de": "de-DE", "de_": "de", "de_D": "de", "de_DEU": "de", "de_D1": "de", "de_419": "de",
		"fil_PH": "fil-PH", "abcd": "en-US", "a": "en-US", "a1": "en-US", "zz_ZZ": "zz-ZZ", "az_AZ": "az-AZ", "a{": "en-US", "a`": "en-US", "a@": "en-US",
	} {
		if got := localeTag(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestLiveReadsNothingWithoutAnError(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		return // only Linux has /proc
	}
	l := NewLive()
	const memory = "/proc/self/mem" // nothing can be read at the beginning of this file
	for _, read := range []func() (string, error){
		func() (string, error) { return l.ReadFile(memory) }, func() (string, error) { return l.ReadHead(memory, 1) },
	} {
		if text, err := read(); text != "" || err == nil || err.Error() != "read "+memory+": input/output error" {
			t.Errorf("%q, %v", text, err)
		}
	}
}

func TestCappedOutput(t *testing.T) {
	t.Parallel()
	c := &capped{limit: 5}
	for _, part := range []string{"123", "45"} {
		if n, err := c.Write([]byte(part)); n != len(part) || err != nil || c.full {
			t.Errorf("%q: %d, %v", part, n, err)
		}
	}
	if n, err := c.Write([]byte("6")); n != 0 || err != ErrTooLarge || !c.full || c.String() != "12345" {
		t.Errorf("over the limit: %d, %v, %q", n, err, c.String())
	}
}

func TestVersionsOfGit(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{"2.31": true, "2.30": false, "2.32": true, "1.99": false, "3.0": true, "2": false, "": false, "x.y": false} {
		if got := atLeast(version, "2.31"); got != want {
			t.Errorf("%q: %v", version, got)
		}
	}
}

func TestNothingIsFetchedOfAnOddURL(t *testing.T) {
	t.Parallel()
	p := FetchPolicy{HTTP: true, Private: true}
	for address, want := range map[string]string{
		"https://%": "it is not a valid URL", "ftp://h/": `only https is fetched, not "ftp"`, "https://:443/": "it names no host", "https://u@h/": "it contains a user name or password",
	} {
		r, err := NewFetch(p)(context.Background(), address)
		if err == nil || err.Error() != "fetching "+address+": "+want || r != (Response{}) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := p.checkAddress("no address"); err == nil || err.Error() != "its address cannot be found" {
		t.Errorf("got %v", err)
	}
	hosts := FetchPolicy{Hosts: []string{"Example.org.", "other.net"}}
	for host, want := range map[string]bool{"example.org": true, "EXAMPLE.ORG.": true, "docs.example.org": true, "badexample.org": false, "org": false, "other.net": true, "example.org.net": false} {
		if got := hosts.allowsHost(host); got != want {
			t.Errorf("%s: %v", host, got)
		}
	}
	wrapped := fmt.Errorf("wrapped: %w", &refusal{"because"})
	if err := p.failure(context.Background(), context.Background(), wrapped); err.Error() != "because" || !errors.Is(err, ErrRefused) {
		t.Errorf("a refusal: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	boom := errors.New("boom")
	if err := p.failure(ended, ended, boom); err != context.Canceled {
		t.Errorf("given up: %v", err)
	}
	p.Time = time.Second
	if err := p.failure(context.Background(), ended, boom); err.Error() != "no answer within 1s: took too long" {
		t.Errorf("too slow: %v", err)
	}
	for _, err := range []error{boom, &url.Error{Op: "Get", URL: "https://x", Err: boom}} {
		if got := p.failure(context.Background(), context.Background(), err); got != boom {
			t.Errorf("another error: %v", got)
		}
	}
}
