//go:build unix

package launch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/wire"
)

func TestImportedFilesAreAddedToAPlan(t *testing.T) {
	t.Parallel()
	s := &scratch{home: "/s/home"}
	p := start.Plan{Notes: []string{"first"}, Copies: []start.Copy{{From: "/a", To: "a"}}}
	s.addImported(&p, []start.Copy{{From: "/h/b.md", To: "h/b.md"}, {From: "/h/c.md", To: "h/c.md"}}, nil)
	want := start.Plan{Notes: []string{"first"}, Copies: []start.Copy{{From: "/a", To: "a"}, {From: "/h/b.md", To: "h/b.md"}, {From: "/h/c.md", To: "h/c.md"}},
		Substitutions: []start.Substitution{{From: "/s/home/h/b.md", To: "/h/b.md"}, {From: "/s/home/h/c.md", To: "/h/c.md"}}}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("%+v", p)
	}
	s.addImported(&p, nil, []string{"/x.md", "/y.md"})
	if len(p.Notes) != 2 || !strings.HasPrefix(p.Notes[1], "rule files of your own configuration import /x.md, /y.md, which the copy of the configuration cannot reach: ") || len(p.Copies) != 3 {
		t.Errorf("%+v", p)
	}
}

func TestALongListOfFilesIsCut(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, name := range []string{"a", "b", "c/d"} {
		write(t, filepath.Join(root, name), "x")
	}
	for most, want := range map[int]int{0: 0, 3: 3, 4: 4, 5: 4} {
		if l := look(root, most); len(l.files) != want || l.known() != (most >= 4) {
			t.Errorf("%d at most: %d files, %v", most, len(l.files), l.known())
		}
	}
	if l := look(filepath.Join(root, "gone"), 3); len(l.files) != 0 || !l.known() {
		t.Errorf("a project that is gone: %+v", l)
	}
}

// A capture whose body cannot be read is not understood, and nothing can be predicted from it.
func TestACaptureThatCannotBeRead(t *testing.T) {
	t.Parallel()
	o := Options{Agent: "opencode", Agents: agent.Known(), World: facts.NewMemory().Dir("/p"), Cwd: "/p", Project: "/p"}
	broken := &capture.Capture{Form: wire.Anthropic, Body: []byte("{")}
	if err := Understand(context.Background(), o, broken); err == nil || broken.Attribution != nil {
		t.Errorf("%v, %+v", err, broken.Attribution)
	}
	// The context has ended, so the files below are not looked for.
	stopped, stop := context.WithCancel(context.Background())
	stop()
	trace := &discovery.Trace{}
	after := &capture.Capture{Form: wire.Anthropic, Body: []byte(`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"r"}]}]}`)}
	if got := withReached(stopped, o, after, trace); got != trace {
		t.Errorf("%+v", got)
	}
}

// The first difference is returned if the agent cannot be captured again.
func TestVerifyKeepsTheFirstDifference(t *testing.T) {
	t.Parallel()
	tr := try(t, "post /v1/messages")
	tr.Timeout = 0 // the starter's own timeout applies
	old, err := Make(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	broken := *old
	broken.Body = []byte("{")
	if v, err := Verify(context.Background(), tr.Options, &broken); err == nil || !strings.HasPrefix(err.Error(), "the capture "+old.ID+" cannot be compared: ") || v.Fresh != nil {
		t.Errorf("a damaged one: %+v, %v", v, err)
	}
	o, n := tr.Options, 0
	other := try(t, "post /v1/chat/completions")
	o.Starter.Runs = func(start.Input) []start.Run { return []start.Run{{Kind: "MCP server", Name: "s"}} }
	o.Starter.Headless = func(in start.Input) (start.Plan, error) {
		if n++; n > 1 {
			return start.Plan{}, errors.New("it has no plan")
		}
		return other.Starter.Headless(in)
	}
	if v, err := Verify(context.Background(), o, old); err != nil || v.Same || v.Twice || n != 2 || v.First == nil {
		t.Errorf("%+v, %v after %d captures", v, err, n)
	}
}

func TestAnAgentThatEndsWell(t *testing.T) {
	t.Parallel()
	tr := try(t, "")
	script := filepath.Join(filepath.Dir(tr.State), "bin", "real")
	write(t, script, "#!/bin/sh\nexit 0\n")
	if err := os.Chmod(script, 0o700); err != nil {
		t.Fatal(err)
	}
	r := Running{Agent: "fake", World: tr.World, Home: tr.Home, Cwd: tr.Cwd, Project: tr.Project, State: tr.State, Environ: []string{"PATH=/usr/bin:/bin"},
		Starter: start.Starter{Program: "real", Override: func(start.Input, string, string) (start.With, error) { return start.With{}, nil }}}
	if status, err := Run(context.Background(), r); status != 0 || err != nil {
		t.Errorf("%d, %v", status, err)
	}
	clean(t, tr)
}

// broken is an output that takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }

func TestAnAgentWithoutItsPromptOrOutput(t *testing.T) {
	t.Parallel()
	r := Running{Agent: "fake", World: facts.NewMemory().File("/bin/sh", "#!").Mode("/bin/sh", 0o755).Env("PATH", "/bin"), Cwd: t.TempDir(), State: t.TempDir(), Stdout: broken{}, Args: []string{"-c", "echo x"}}
	r.Starter = start.Starter{Program: "sh", Override: func(start.Input, string, string) (start.With, error) { return start.With{}, nil }}
	if status, err := Run(context.Background(), r); status != 0 || err == nil || err.Error() != "running /bin/sh: nobody reads" {
		t.Errorf("without a reader: %d, %v", status, err)
	}
	r.Starter.Override = func(_ start.Input, file, _ string) (start.With, error) { return start.With{}, os.Mkdir(file, 0o700) }
	if status, err := Run(context.Background(), r); status != 0 || err == nil || !strings.HasPrefix(err.Error(), "writing the prompt: ") {
		t.Errorf("without a prompt: %d, %v", status, err)
	}
}

// For an agent that galley does not know, the facts come from its starter.
func TestTheFactsOfAnAgent(t *testing.T) {
	t.Parallel()
	own := func(context.Context, facts.World, string) []start.Fact { return []start.Fact{{Name: "own"}} }
	for name, want := range map[string]bool{"fake": true, "claude-code": false} {
		o := Options{Agent: name, Agents: agent.Known(), Starter: start.Starter{Facts: own}}
		found := o.facts()
		if got := found != nil && len(found(t.Context(), facts.NewMemory(), "/")) == 1 && found(t.Context(), facts.NewMemory(), "/")[0].Name == "own"; got != want {
			t.Errorf("%s has the facts of its starter: %v", name, got)
		}
	}
}

// A project whose real path is not known is asked about under its own name.
func TestAQuestionAboutAProjectThatIsGone(t *testing.T) {
	t.Parallel()
	o := Options{Agent: "fake", Cwd: "/gone", Project: "/gone", Starter: start.Starter{Program: "fake"},
		World: facts.NewMemory().Env("PATH", "/bin").File("/bin/fake", "#!").Mode("/bin/fake", 0o755)}
	q, err := Ask(o, capture.Consents{File: filepath.Join(t.TempDir(), "consents")})
	if err != nil || q.Project != "/gone" || q.Agent != "fake" || q.Found.Path != "/bin/fake" || q.Given || q.Runs != nil || q.Digest == "" {
		t.Errorf("%+v, %v", q, err)
	}
}
