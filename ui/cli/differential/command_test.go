//go:build unix

package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"galley/engine/agent"
)

var seconds = regexp.MustCompile(`\(\d+\.\d s\)|\d+\.\d s a tree`)

// The command exits with 1 when trees differ, 2 when it is used wrongly, 3 when it cannot run. The agent
// here is a program that ends at once.
func TestTheStatusSaysWhetherTreesDiffer(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"HOME", "PATH", "GIT_CONFIG_NOSYSTEM", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, os.Getenv(name))
	}
	program := filepath.Join(dir, "pi")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho it ends >&2\nexit 4\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(dir, "state.jsonl")
	line, err := json.Marshal(stored{row{Agent: "pi", Version: "8", Followed: "7", Seed: 1, Outcome: same, Seconds: 2}, program})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(state, append(line, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	run := "-agent pi -program " + program + " -state " + state
	usage := "differential: name an agent with -agent, its program with -program and a file of results with -state; or a page with -report and files of results after it\n"
	for _, c := range []struct {
		args      string
		want      int
		out, errs string
	}{
		{"", 2, "", usage},
		{"-agent pi -program p", 2, "", usage},
		{"-agent pi -state s", 2, "", usage},
		{"-program p -state s", 2, "", usage},
		{run + " more", 2, "", usage},
		{run + " -trees 0", 2, "", usage},
		{"-x", 2, "", "flag provided but not defined: -x\n"},
		{"-report " + dir + "/page.md", 2, "", usage},
		{"-report " + dir + "/page.md " + dir + "/none", 3, "", "differential: stat "},
		{"-report " + dir + "/page.md " + state, 0, "", ""},
		{"-report " + dir + "/page.md " + dir, 3, "", "differential: read " + dir + ": is a directory\n"},
		{"-report " + dir + "/page.md " + program, 3, "", "differential: " + program + ": it has no results\n"},
		{"-report " + dir + "/none/page.md " + state, 3, "", "differential: open "},
		{"-agent pi -program " + dir + "/none -state " + state, 3, "", "differential: lstat "},
		{"-agent pi -program " + program + " -state " + program + "/x", 3, "", "differential: mkdir "},
		{"-agent pi -program " + program + " -state " + dir, 3, "", "differential: read " + dir + ": is a directory\n"},
		{"-agent nobody -program p -state s", 3, "", "differential: galley does not start an agent \"nobody\"\n"},
		{run + " -trees 1", 0, "pi 8, followed as 7, seed 1: 1 trees, 1 the same, 0 where it does not start as galley says, 0 differ as galley does not know, 0 differ, 0 not measured; SECONDS\n", ""},
		{run + " -trees 2", 1, "tree 1: differs", ""},
		{run + " -trees 2 -again -wait 20s", 1, "tree 1: differs", ""},
		{run + " -only 3", 1, "tree 3: differs", ""},
	} {
		var out, errs strings.Builder
		got := command(strings.Fields(c.args), &out, &errs)
		text := seconds.ReplaceAllString(out.String(), "SECONDS")
		if got != c.want || !strings.Contains(text, c.out) || strings.HasSuffix(c.out, "\n") && text != c.out || !strings.HasPrefix(errs.String(), c.errs) || (c.errs == "") != (errs.Len() == 0) || c.out == "" && text != "" {
			t.Errorf("%s: status %d\n%s\n%s", c.args, got, text, errs.String())
		}
		if strings.Contains(c.out, "differs") && !strings.Contains(text, "\n  galley says that it starts, but it sent nothing: pi: it ended with exit status 4 and sent no request; its last lines: it ends\n") {
			t.Errorf("%s: the difference is\n%s", c.args, text)
		}
	}
	have, err := read(state)
	r := have[key{"pi", program, 1, 1, false}]
	if err != nil || len(have) != 2 || r.Outcome != differs || r.Followed == "" || r.Seconds <= 0 {
		t.Errorf("%v, %+v", err, have)
	}
	for tree, want := range map[string]bool{"pi-1-0": false, "pi-1-1": true, "pi-1-3": true, "bin": true, "cache": true} { // only a tree that differs is kept
		if _, err := os.Stat(filepath.Join(state+".trees", tree)); (err == nil) != want {
			t.Errorf("%s is there: %v", tree, !want)
		}
	}
	if page, err := os.ReadFile(filepath.Join(dir, "page.md")); err != nil || !strings.Contains(string(page), "| pi | 8 | 7 | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 0.0 |") {
		t.Errorf("%s, %v", page, err)
	}
}

// If a tree cannot be made, or the run is interrupted, nothing counts as different.
func TestATreeThatCannotBeMeasured(t *testing.T) {
	for _, name := range []string{"HOME", "PATH", "GIT_CONFIG_NOSYSTEM", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, os.Getenv(name))
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	a, ok := agent.Known().Starts("pi")
	if !ok {
		t.Fatal("pi")
	}
	d := &differential{agent: a, dir: file, path: dir, seed: 2}
	if r := d.tree(context.Background(), 5, false); r.Outcome != unusable || len(r.Differences) != 1 || !strings.Contains(r.Differences[0], "not a directory") || r.Tree != 5 || r.Seed != 2 || r.Agent != "pi" {
		t.Errorf("%+v", r)
	}
	d.dir = dir // the program is not on the PATH
	if r := d.tree(context.Background(), 5, false); r.Outcome != unusable || len(r.Differences) != 1 || !strings.Contains(r.Differences[0], "pi is not installed") {
		t.Errorf("%+v", r)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "pi-*")); len(left) > 0 || err != nil {
		t.Errorf("%q is left, %v", left, err)
	}
	for name, want := range map[string]string{"HOME": filepath.Join(dir, "pi-2-5", "home"), "PATH": dir, "GIT_CONFIG_NOSYSTEM": "1"} {
		if os.Getenv(name) != want {
			t.Errorf("%s is %s, want %s", name, os.Getenv(name), want)
		}
	}
}
