//go:build unix

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPageOfResults(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "results.jsonl")
	var lines []string
	for _, r := range []row{
		{Agent: "pi", Version: "1.0", Followed: "1.0", Seed: 7, Tree: 0, Outcome: differs, Loaded: 2},
		{Agent: "pi", Version: "1.0", Followed: "1.0", Seed: 7, Tree: 0, Outcome: same, Loaded: 2}, // a second measurement, which replaces the first
		{Agent: "pi", Version: "1.0", Followed: "1.0", Seed: 7, Tree: 1, Outcome: differs, Loaded: 1, Differences: []string{"sent and not expected: K001a of a_b.md"}, Notes: []string{"a link\nis not followed"}},
		{Agent: "pi", Version: "1.0", Followed: "1.0", Seed: 7, Tree: 2, Outcome: differs},
		{Agent: "pi", Version: "1.0", Followed: "1.0", Seed: 7, Tree: 3, Outcome: unusable},
		{Agent: "pi", Version: "1.0", Followed: "1.0", Seed: 8, Tree: 0, Outcome: same},
		{Agent: "pi", Version: "1.0", Followed: "1.0", Seed: 8, Tree: 1, Outcome: unknown},
		{Agent: "pi", Version: "1.0", Followed: "1.0", Seed: 8, Tree: 0, Outcome: refused, Things: true},
		{Agent: "codex", Version: "0.9", Followed: "0.8", Seed: 7, Tree: 0, Outcome: refused},
	} {
		line, err := json.Marshal(stored{r, "/bin/" + r.Agent})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	lines = append(lines, `{"agent":"pi","outc`) // the writer was interrupted
	if err := os.WriteFile(state, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "README.md")
	if err := report(name, []string{state}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| codex | 0.9 | 0.8 | 7 | 1 | 0 | 1 | 0 | 0 | 0 | 0.0 |\n| pi | 1.0 | 1.0 | 7 | 4 | 1 | 0 | 0 | 2 | 1 | 0.8 |\n| pi | 1.0 | 1.0 | 8 | 2 | 1 | 0 | 1 | 0 | 0 | 0.0 |\n| pi | 1.0 | 1.0 | 8, with sub-agents and commands | 1 | 0 | 1 | 0 | 0 | 0 | 0.0 |\n",
		"- pi 1.0, seed 7, tree 1\n  - sent and not expected: K001a of a\\_b.md\n  - galley tells the user: a link is not followed\n",
		"- pi 1.0, seed 7, tree 2\n  - galley tells the user nothing of this tree\n",
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("it lacks\n%s\nin\n%s", want, got)
		}
	}
	if err := report(name, []string{filepath.Join(dir, "missing.jsonl")}); err == nil {
		t.Error("a missing state file gives a page")
	}
}

func TestThePageNamesNoDirectoryOfTheMachine(t *testing.T) {
	got := plain("at load (file:///opt/tools/agent/chunk.js:8:5) in /home/someone/x.md, changed: home/.agent/rules/a.md")
	if want := "at load (…/chunk.js:8:5) in …/x.md, changed: home/.agent/rules/a.md"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
