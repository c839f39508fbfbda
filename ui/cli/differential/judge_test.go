//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/wire"
	"galley/ui/launch"
)

// What an agent sent is compared with the texts that galley expects in the request, and with its
// reasons for the files that it does not expect.
func TestWhatIsSentIsJudged(t *testing.T) {
	t.Parallel()
	a, ok := agent.Known().Starts("claude-code")
	if !ok {
		t.Fatal("claude-code")
	}
	base := t.TempDir()
	tr := &tree{base: base, home: base + "/home", root: base + "/work", places: map[string]string{}}
	rules := tr.root + "/CLAUDE.md"
	text := tr.mark(rules) + " stands in the rules of the project.\n"
	other := tr.mark(tr.root+"/other.md") + " stands in another file."
	world := facts.NewMemory().Env("HOME", tr.home).Dir(tr.home).Dir(tr.root+"/.git").File(rules, text).File(tr.root+"/other.md", other)
	o := launch.Options{Agent: a.Name, Agents: agent.Known(), Starter: *a.Start, World: world, Home: tr.home, Cwd: tr.root, Project: tr.root}
	before := launch.Discover(context.Background(), o, "")
	expect := capture.Expect(before)
	if len(expect) != 2 || expect[0].Name != "rules" || !expect[1].OwnOnly { // the second is the agent's own list of sub-agents
		t.Fatalf("the texts that are expected: %+v", expect)
	}
	stopped := &discovery.Trace{Candidates: before.Candidates, Failure: &discovery.Failure{Message: "the file " + rules + " is not valid"}}
	sends := func(texts ...string) *capture.Capture {
		type block struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		var blocks []block
		for _, text := range texts {
			blocks = append(blocks, block{"text", text})
		}
		body, err := json.Marshal(map[string]any{"system": "S", "messages": []any{map[string]any{"role": "user", "content": blocks}}})
		if err != nil {
			t.Fatal(err)
		}
		c := &capture.Capture{Agent: a.Name, Form: wire.Anthropic, Cwd: tr.root, Project: tr.root, Body: body}
		if err := launch.Understand(context.Background(), o, c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	late := &launch.NoRequest{Agent: "a", Reason: "it waits in " + base + "/work", Late: true}
	silent := &launch.NoRequest{Agent: "a", Reason: "it ended in " + base + "/work"}
	unread := sends("hi")
	unread.Form = "none"
	for _, c := range []struct {
		name        string
		before      *discovery.Trace
		fresh       *capture.Capture
		err         error
		outcome     string
		differences string
	}{
		{"as expected", before, sends(expect[0].Text.String(), "hi"), nil, same, ""},
		{"nothing of it", before, sends("hi"), nil, differs, "missing: rules, BYTES|missing: work/CLAUDE.md, 47 bytes|expected and not sent: K000a of work/CLAUDE.md"},
		{"another file", before, sends(expect[0].Text.String(), other), nil, differs, "sent and not expected: K001a of work/other.md|sent and explained as not loaded: work/other.md"},
		{"another file twice", before, sends(expect[0].Text.String(), other, other), nil, differs, "sent and not expected: K001a of work/other.md|sent and not expected: K001a of work/other.md|sent and explained as not loaded: work/other.md"},
		{"the agent was too slow", before, nil, late, unusable, "a: it waits in work"},
		{"the agent sent nothing", before, nil, silent, differs, "galley says that it starts, but it sent nothing: a: it ended in work"},
		{"galley failed", before, nil, errors.New("the disk is full"), unusable, "the disk is full"},
		{"it does not start, as expected", stopped, nil, silent, refused, ""},
		{"it starts all the same", stopped, sends("hi"), nil, differs, "galley says that it does not start, but it sent a request: the file work/CLAUDE.md is not valid"},
		{"an unknown form", before, unread, nil, unusable, `"none" is not a form that galley reads`},
	} {
		var r row
		tr.judge(context.Background(), o, &r, c.before, c.fresh, c.err, false)
		got := strings.Join(r.Differences, "|")
		if at := strings.Index(got, " bytes"); at > 0 {
			got = got[:strings.LastIndexByte(got[:at], ' ')+1] + "BYTES" + got[at+len(" bytes"):]
		}
		if r.Outcome != c.outcome || got != c.differences {
			t.Errorf("%s: %s, %q", c.name, r.Outcome, got)
		}
	}
	var r row
	fresh := sends(expect[0].Text.String())
	fresh.Notes = []string{"read " + base + "/home/x"}
	noted := *before
	noted.Notes = []string{"looked into " + base + "/work"}
	tr.judge(context.Background(), o, &r, &noted, fresh, nil, true)
	if !slices.Equal(r.Notes, []string{"looked into work", "read home/x"}) {
		t.Errorf("notes %q", r.Notes)
	}
	for name, want := range map[string]string{"sent.json": string(fresh.Body), "expected-0.txt": expect[0].Text.String()} {
		if got, err := os.ReadFile(filepath.Join(base, name)); string(got) != want {
			t.Errorf("%s holds %q, want %q, %v", name, got, want, err)
		}
	}
	stoppedContext, stop := context.WithCancel(context.Background())
	stop()
	if got := tr.explained(stoppedContext, o, "", []string{"K001a", "K000a"}); !slices.Equal(got, []string{"claude-code: context canceled"}) {
		t.Errorf("explained without an answer: %q", got)
	}
	tr.places["K001a"] = "work/other.md, or its copy work/copy.md"
	if got := tr.explained(context.Background(), o, "", []string{"K001a", "K000a"}); len(got) != 0 {
		t.Errorf("of a file and its copy: %q", got)
	}
}
