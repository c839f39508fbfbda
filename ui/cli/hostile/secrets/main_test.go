//go:build unix

package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The test program is also a galley that sends a request.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "ask" {
		if answer, err := http.Get(os.Args[2]); err == nil {
			_ = answer.Body.Close()
		}
		return
	}
	os.Exit(m.Run())
}

// printed returns what a function prints on standard output.
func printed(t *testing.T, do func()) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdout
	os.Stdout = f
	do()
	os.Stdout = old
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	return string(text)
}

// script makes a program of a shell script.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "galley")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

// The attacks report a program that does what they try to make it do, and no other program.
func TestAttacksThatSucceedAreNoticed(t *testing.T) {
	secrets, git, policy := 8, 12, 4
	program := script(t, `
grep -so "http://127[^/\"]*" opencode.json | head -1 | xargs -r -n1 "`+os.Args[0]+`" ask
[ -L opencode.json ] && cat opencode.json
[ -L link ] && [ "$2" = t.md ] && cat link
[ -f hooks/post-index-change ] && grep -q hooksPath .git/config && sh hooks/post-index-change
[ -f .git/config ] && grep -q sshCommand .git/config && ../ran.sh </dev/null
[ -f evil ] && grep -q "path = ../evil" .git/config && echo panic: at once
exit 0`)
	var err error
	out := printed(t, func() { err = run(t.TempDir(), program, true) })
	bad := 1 + 2 + 4 + 2 + 1
	if want := fmt.Sprintf("%d runs, %d attacks that succeeded\n", secrets+git+policy, bad); !strings.HasSuffix(out, want) {
		t.Errorf("%q is not printed: %q", want, out[max(0, len(out)-300):])
	}
	if err == nil || err.Error() != fmt.Sprintf("%d attacks succeeded", bad) {
		t.Errorf("the error is %v", err)
	}
	for end, want := range map[string]int{"FAILED: the key is printed": 1, "FAILED: a request was sent": 2, "FAILED: a file outside was read, a request was sent": 4, "FAILED: a program ran": 2, "FAILED: it did not end well": 1, "held": secrets + git + policy - bad} {
		if got := strings.Count(out, " "+end+"\n"); got != want {
			t.Errorf("%d lines end in %q, want %d", got, end, want)
		}
	}
	for _, start := range []string{
		fmt.Sprintf("%-34s %-34s ", "settings that link to a key", "scan"), fmt.Sprintf("%-34s %-34s ", "git: hooks", "render"), fmt.Sprintf("%-34s %-34s ", "policy: links are followed", "render t.md"),
	} {
		if !strings.Contains("\n"+out, "\n"+start) {
			t.Errorf("no line begins with %q", start)
		}
	}
}

// A program that prints its environment or the home's key is noticed by every attack on keys.
func TestAKeyIsNoticedWhereverItIsPrinted(t *testing.T) {
	for does, said := range map[string]string{"env": "FAILED: leaked", "cat ~/.ssh/id_rsa": "FAILED: leaked", "echo fine": "held", "env; echo panic: x": "FAILED: leaked, it did not end well"} {
		b := &bench{root: t.TempDir(), key: "sk-made-up-key", galley: script(t, does)}
		out := printed(t, func() { b.attack(b.project(nil), "name", []string{"a", "b"}, "leaked") })
		if want := fmt.Sprintf("%-34s %-34s %s\n", "name", "a b", said); out != want {
			t.Errorf("%s: %q, want %q", does, out, want)
		}
		if b.runs != 1 || (b.bad == 1) != (said != "held") {
			t.Errorf("%s: %d runs, %d bad", does, b.runs, b.bad)
		}
	}
}

func TestARequestIsNoticed(t *testing.T) {
	b := &bench{root: t.TempDir(), galley: os.Args[0], key: "key"}
	server := http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { b.asked.Add(1) })}
	l, err := listen()
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	for address, want := range map[string]string{"http://" + l.Addr().String(): "FAILED: a request was sent", "http://127.0.0.1:1": "held"} {
		if out := printed(t, func() { b.attack(b.project(nil), "asking", []string{"ask", address}, "leaked") }); !strings.HasSuffix(out, " "+want+"\n") {
			t.Errorf("%s: %q, want %q", address, out, want)
		}
	}
}

// In the files of a project, LISTENER and MARK are replaced by the listener's address and the
// mark's path. A file whose name begins with ~/ is in the home.
func TestAProjectHasItsFiles(t *testing.T) {
	b := &bench{root: t.TempDir(), listener: "127.0.0.1:9", key: "key"}
	p := b.project(map[string]string{"a/b": "http://LISTENER/ MARK", "~/c": "home"})
	for name, want := range map[string]string{p.dir + "/a/b": "http://127.0.0.1:9/ " + p.mark(), p.home + "/c": "home", p.home + "/.ssh/id_rsa": "key-of-a-file\n"} {
		if text, err := os.ReadFile(name); string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if other := b.project(nil); other.dir == p.dir || other.mark() == p.mark() || filepath.Dir(p.mark()) != filepath.Dir(p.dir) {
		t.Errorf("%s and %s", other.dir, p.dir)
	}
	if out := p.start("sh", "-c", "echo out; echo err >&2; pwd; echo $HOME $ANTHROPIC_API_KEY $XDG_STATE_HOME"); !strings.HasPrefix(out, "out\nerr\n") || !strings.Contains(out, p.home+" key "+p.home+"/state") {
		t.Errorf("%q", out)
	}
}

func TestAllCommandsAreTriedUnlessInAHurry(t *testing.T) {
	for quick, want := range map[bool]int{true: 1, false: len(looks)} {
		if got := (&bench{quick: quick}).commands(looks); len(got) != want || got[0][0] != "scan" {
			t.Errorf("in a hurry %v: %q", quick, got)
		}
	}
}
