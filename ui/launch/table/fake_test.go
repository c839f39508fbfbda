//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/ui/launch"
)

// The test program is also a Claude Code that sends its rule file and the prompt.
func TestMain(m *testing.M) {
	launch.Keep()
	if os.Getenv("FAKE_CLAUDE") != "" {
		fakeClaude()
		return
	}
	os.Exit(m.Run())
}

func fakeClaude() {
	if os.Args[1] == "--version" {
		fmt.Println("2.1.332 (Claude Code)")
		return
	}
	if f, err := os.OpenFile(os.Getenv("FAKE_CLAUDE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		_, _ = f.WriteString("x")
		_ = f.Close()
	}
	rules, _ := os.ReadFile("CLAUDE.md")
	tools := []any{map[string]any{"name": "Read", "input_schema": map[string]any{"type": "object"}}}
	if os.Getenv("FAKE_TOOLS") == "none" {
		tools = nil
	}
	body, err := json.Marshal(map[string]any{"model": "m", "max_tokens": 9, "tools": tools, "system": "You are a fake.\n" + string(rules), "messages": []any{map[string]any{"role": "user", "content": os.Args[len(os.Args)-1]}}})
	if err != nil {
		panic(err)
	}
	q, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	q.Header.Set("X-Api-Key", os.Getenv("ANTHROPIC_API_KEY"))
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("User-Agent", "claude-cli/2.1.332")
	if r, err := http.DefaultTransport.RoundTrip(q); err == nil {
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
	}
}

// installed puts the fake in the PATH, and returns how often it has run.
func installed(t *testing.T) func() int {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin, count := t.TempDir(), filepath.Join(t.TempDir(), "count")
	if err := os.WriteFile(filepath.Join(bin, "claude"), []byte("#!/bin/sh\nFAKE_CLAUDE="+count+" exec "+program+" \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, t.TempDir())
	}
	return func() int {
		text, _ := os.ReadFile(count)
		return len(text)
	}
}

// chosen returns one of the agents that can be started.
func chosen(t *testing.T, name string) agent.Agent {
	t.Helper()
	all := agent.Known().Startable()
	i := slices.IndexFunc(all, func(a agent.Agent) bool { return a.Name == name })
	if i < 0 {
		t.Fatal(name)
	}
	return all[i]
}

// Each edit of a tree is measured with the installed agent, and its result is stored. A tree whose
// results are stored is not measured again, unless it was interrupted.
func TestAnAgentIsMeasured(t *testing.T) {
	ran, dir := installed(t), t.TempDir()
	name := filepath.Join(dir, "results.jsonl")
	if err := write(name, []row{{Agent: "claude-code", Mode: "headless", Tree: "plain", Kind: "change", First: "of the run before"}, {Agent: "pi", Kind: "change"}}); err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	if err := run(context.Background(), io.Discard, &errs, dir, "claude-code", "headless", "plain,other", false); err != nil {
		t.Fatal(err)
	}
	rows := read[row](name)
	if len(rows) != 1+len(kinds) || rows[0].Agent != "pi" {
		t.Fatalf("%d rows, the first %+v", len(rows), rows[0])
	}
	// The fake agent sends its rule file unchanged and does not know imports. galley predicts what
	// the real agent would send, so its prediction is right only for these kinds of edits.
	for i, r := range rows[1:] {
		equal := slices.Contains([]string{"add", "remove", "nested", "global", "branch and date"}, r.Kind)
		if r.Kind != kinds[i].name || r.Agent != "claude-code" || r.Mode != "headless" || r.Tree != "plain" || !r.Measured || r.Equal != equal || (r.First == "") != equal {
			t.Errorf("row %d is %+v", i, r)
		}
		if line := fmt.Sprintf("claude-code headless plain %s: equal %v %v %s (", r.Kind, r.Equal, r.Normalised, r.First); !strings.Contains(errs.String(), line) {
			t.Errorf("%q is not reported in %q", line, errs.String())
		}
	}
	if want := `/system at 39 (file /project/CLAUDE.md:2): sent "Never push on Fridays (1).`; !strings.HasPrefix(rows[1].First, want) || !strings.Contains(rows[1].First, `, predicted "`) {
		t.Errorf("the first difference is %s", rows[1].First)
	}
	if want := `claude-code headless other: unknown tree "other"; there are plain, several and odd` + "\n"; !strings.HasSuffix(errs.String(), want) {
		t.Errorf("%q is not reported last in %q", want, errs.String())
	}
	if got := ran(); got != 1+len(kinds) {
		t.Errorf("the agent ran %d times", got)
	}
	if err := run(context.Background(), io.Discard, io.Discard, dir, "claude-code", "headless", "plain", false); err != nil || ran() != 1+len(kinds) {
		t.Errorf("what is kept is measured again: %v", err)
	}
}

// An edit after which the agent cannot be captured has a row that says why.
func TestEditsThatCannotBeMeasured(t *testing.T) {
	ran := installed(t)
	named := chosen(t, "claude-code")
	starter, n := *named.Start, 0
	named.Start = &starter
	inner := starter.Headless
	starter.Headless = func(in start.Input) (start.Plan, error) {
		if n++; n > 1 {
			return start.Plan{}, errors.New("it has no plan")
		}
		return inner(in)
	}
	rows, err := measure(context.Background(), io.Discard, t.TempDir(), named, start.Headless, "plain")
	if err != nil || len(rows) != len(kinds) || ran() != 1 {
		t.Fatalf("%d rows of %d runs, %v", len(rows), ran(), err)
	}
	for i, r := range rows {
		if r.Kind != kinds[i].name || r.First != "it has no plan" || r.Measured || r.Equal || r.Agent != "claude-code" || r.Mode != "headless" || r.Tree != "plain" {
			t.Errorf("%+v", r)
		}
	}
}

// A list is compared with what the installed agent sends: the rule file is in both, what the fake does
// not read is only in galley's list.
func TestTheListIsComparedWithTheRequest(t *testing.T) {
	ran, dir := installed(t), t.TempDir()
	name := filepath.Join(dir, "lists.jsonl")
	if err := write(name, []listed{{Agent: "claude-code", Failed: "the run before"}, {Agent: "pi", Failed: "kept"}}); err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	if err := lists(context.Background(), io.Discard, &errs, dir, "claude-code", 2); err != nil {
		t.Fatal(err)
	}
	all := read[listed](name)
	if len(all) != 3 || ran() != 2 || all[0].Agent != "pi" {
		t.Fatalf("%d lists of %d runs", len(all), ran())
	}
	for n, one := range all[1:] {
		if line := fmt.Sprintf("claude-code %d: %d things, %d sent, missing [], extra %q, \n", n, one.Things, one.Sent, one.Extra); !strings.Contains(errs.String(), line) {
			t.Errorf("%q is not reported in %q", line, errs.String())
		}
		if one.Agent != "claude-code" || one.Tree != n || one.Failed != "" || one.Things < 20 || one.Sent > 1 || len(one.Missing) > 0 || len(one.Extra) == 0 || len(one.Extra)+one.Sent+one.Unknown > one.Things {
			t.Errorf("%+v", one)
		}
		if slices.ContainsFunc(one.Extra, func(s string) bool {
			return !strings.HasPrefix(s, "skill ") && strings.Contains(s, dir+"/lists/claude-code-0/above/home")
		}) {
			t.Errorf("paths of the home are not shortened: %q", one.Extra)
		}
	}
	if err := errors.Join(os.Remove(name), os.Mkdir(name, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := lists(context.Background(), io.Discard, io.Discard, dir, "claude-code", 1); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("results that cannot be kept: %v", err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "lists")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lists"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if one := list(context.Background(), dir, chosen(t, "claude-code"), 3); !strings.Contains(one.Failed, "not a directory") || one.Things != 0 {
		t.Errorf("in a tree that cannot be made: %+v", one)
	}
}

// An agent that sends no request of a main turn is not measured, and neither is an agent that
// lacks the mode.
func TestWhatCannotBeMeasuredIsNamed(t *testing.T) {
	installed(t)
	t.Setenv("FAKE_TOOLS", "none")
	dir := t.TempDir()
	if rows, err := measure(context.Background(), io.Discard, dir, chosen(t, "claude-code"), start.Headless, "plain"); rows != nil || err == nil || !strings.Contains(err.Error(), "declares no tools") {
		t.Errorf("%v, %v", rows, err)
	}
	if one := list(context.Background(), dir, chosen(t, "claude-code"), 1); !strings.Contains(one.Failed, "declares no tools") {
		t.Errorf("%+v", one)
	}
	for _, a := range agent.Known().Startable() {
		if a.Start.Interactive == nil {
			if rows, err := measure(context.Background(), io.Discard, dir, a, start.Interactive, "plain"); rows != nil || err == nil || err.Error() != "not measured: "+a.Start.NoInteractive {
				t.Errorf("%s: %v, %v", a.Name, rows, err)
			}
		}
	}
}
