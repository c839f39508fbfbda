//go:build unix

package launch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/endpoint"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/wire"
)

// Without a keeper, galley is the parent of the agent and ends it itself.
func TestAnAgentWithoutAKeeper(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		behaviour string
		screen    bool
		ends      bool // whether the agent ends by itself
		state     string
		output    string
	}{
		{"dies", false, true, "exit status 7", "starting / the database is locked"},
		{"post", false, true, "exit status 0", ""},
		{"terminal", true, true, "exit status 0", "on the terminal"},
		{"never", false, false, "signal: terminated", ""},
		{"stays", true, false, "signal: terminated", ""},
		{"stubborn", false, false, "signal: killed", ""},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			t.Parallel()
			tr := try(t, c.behaviour)
			me, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			env := []string{"HELPER_DIRECT=1", "GOCOVERDIR=" + tr.State, "FAKE_AGENT=" + c.behaviour, "FAKE_OUT=" + tr.out}
			p := &process{program: me, args: []string{"x"}, env: env, dir: tr.Cwd, mark: filepath.Base(t.TempDir()) + c.behaviour, screen: c.screen, done: make(chan struct{})}
			if err := p.startDirectly(); err != nil {
				t.Fatal(err)
			}
			if c.ends {
				<-p.done
			} else if got := marked(p.mark); c.behaviour != "never" {
				for !sent(tr) { // wait until the agent has sent its request, because from then on it handles signals
					time.Sleep(10 * time.Millisecond)
				}
			} else if len(got) > 1 || len(got) == 1 && got[0] != p.cmd.Process.Pid {
				t.Errorf("of the run are the processes %v", got)
			}
			notes := p.end()
			<-p.done
			if p.state != c.state || len(notes) > 0 || p.last() != c.output || len(marked(p.mark)) > 0 || alive(p.cmd.Process.Pid) {
				t.Errorf("it ended with %q, printed %q; notes %q", p.state, p.last(), notes)
			}
			if _, err := p.terminal.Stat(); c.screen && !errors.Is(err, os.ErrClosed) {
				t.Errorf("its terminal is still open: %v", err)
			}
		})
	}
	for _, screen := range []bool{false, true} {
		p := &process{program: filepath.Join(t.TempDir(), "none"), screen: screen, done: make(chan struct{})}
		if err := p.startDirectly(); err == nil || !strings.HasSuffix(err.Error(), "no such file or directory") || p.terminal != nil {
			t.Errorf("a program that does not exist, with a screen %v: %v", screen, err)
		}
		if notes := p.end(); notes != nil {
			t.Errorf("what was not started did not end: %q", notes)
		}
	}
	if notes := (&process{}).end(); notes != nil {
		t.Errorf("%q", notes)
	}
}

// A run waits until the agent has sent the wanted requests.
func TestWhichRequestsARunWaitsFor(t *testing.T) {
	t.Parallel()
	calls := []prompt.Call{{Name: "t"}, {Name: "t"}}
	end, err := endpoint.Start(context.Background(), endpoint.Options{Any: true, Calls: calls})
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	if (Options{}).awaits(end) != nil {
		t.Error("a run without calls waits for more than the first request")
	}
	results, delegate := Options{Calls: calls}.awaits(end), Options{Calls: calls, Subagent: "helper"}.awaits(end)
	const hi = `{"role":"user","content":"hi"}`
	const result = `,{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"t","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"r"}]}`
	for i, c := range []struct {
		body              string
		results, delegate bool
		mains             int
	}{
		{`{"tools":[{"name":"t"}],"messages":[` + hi + `]}`, false, false, 1},
		{`{"messages":[` + hi + `]}`, false, false, 1}, // not of the main turn
		{`{"tools":[{"name":"t"}],"messages":[` + hi + result + `]}`, false, false, 2},
		{`{"tools":[{"name":"t"}],"messages":[` + hi + `]}`, true, true, 3},
	} {
		postTo(t, end.URL(), end.Key(), c.body)
		if results() != c.results || delegate() != c.delegate || countMain(end) != c.mains {
			t.Errorf("after request %d: all results %v, the sub-agent's %v, %d of the main turn", i+1, results(), delegate(), countMain(end))
		}
	}
	if all := later(end, 1); len(all) != 2 || all[0].N != 3 || all[1].N != 4 {
		t.Errorf("after the first came %d", len(all))
	}
	c := &capture.Capture{}
	if addExchanges(c, end, 1); len(c.Side) != 1 || c.Side[0].Why != "it declares no tools" || c.Side[0].Path != "/v1/messages" || c.Side[0].Bytes != len(hi)+len(`{"messages":[]}`) {
		t.Errorf("%+v", c.Side)
	}
	if main, ok := late(end); !ok || main.N != 1 {
		t.Errorf("the main request is %d, %v", main.N, ok)
	}
	if _, ok := late(end); ok {
		t.Error("a second main request")
	}
}

// If a capture cannot begin, the error says why, nothing is started and nothing is left behind.
func TestACaptureThatCannotBegin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(tr *trial)
		want   string
	}{
		"no such mode": {func(tr *trial) {
			tr.Mode, tr.Starter.Interactive, tr.Starter.NoInteractive = start.Interactive, nil, "it has no screen"
		}, "zed cannot be captured in the mode interactive: it has no screen"},
		"no tool for sub-agents": {func(tr *trial) { tr.Subagent = "helper" }, "galley does not know by which tool the model of zed starts a sub-agent"},
		"a state that is a file": {func(tr *trial) { tr.State = filepath.Join(tr.Project, "AGENTS.md") }, "making the scratch configuration: "},
		"a provider":             {func(tr *trial) { tr.Allow = []string{"api.anthropic.com:443"} }, "starting the endpoint: "},
		"no plan":                {func(tr *trial) { tr.Starter.Headless = failing }, "no plan for /"},
		"a copy without a place": {func(tr *trial) {
			tr.Starter.Headless = func(start.Input) (start.Plan, error) {
				return start.Plan{Files: []start.File{{Path: "a", Text: "x"}, {Path: "a/b"}}}, nil
			}
		}, "copying the configuration: "},
	} {
		tr := try(t, "never")
		c.change(tr)
		if r, err := Capture(context.Background(), tr.Options); r != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if main, sub, err := MakeDelegate(context.Background(), tr.Options); main != nil || sub != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s, with a sub-agent: %v", name, err)
		}
		if entries, _ := os.ReadDir(filepath.Join(tr.State, "scratch")); len(entries) > 0 {
			t.Errorf("%s leaves %v", name, entries)
		}
	}
}

func failing(in start.Input) (start.Plan, error) {
	return start.Plan{}, errorOf("no plan for " + in.Cwd)
}

// errorOf is an error with a text.
type errorOf string

func (e errorOf) Error() string { return string(e) }

// The question shows where the project lies and what the agent starts.
func TestWhatIsAskedBeforeAnAgentIsStarted(t *testing.T) {
	t.Parallel()
	server := start.Run{Kind: "MCP server", Name: "s", Command: "serve"}
	o := Options{Agent: "fake", World: facts.NewMemory().Env("PATH", "/bin"), Home: "/h", Cwd: "/p/sub", Project: "/p", Starter: start.Starter{Program: "fake", Install: "make fake"}}
	if _, err := Ask(o, capture.Consents{}); err == nil || err.Error() != "fake is not installed: no program fake on the PATH; make fake installs it" || servers(o) {
		t.Errorf("%v", err)
	}
	w := facts.NewMemory().Env("PATH", "/bin").File("/bin/fake", "#!").Mode("/bin/fake", 0o755).Dir("/real/sub").Link("/p", "/real")
	o.World = w
	q, err := Ask(o, capture.Consents{})
	if err != nil || q.Agent != "fake" || q.Project != "/real" || q.Found.Path != "/bin/fake" || q.Runs != nil || q.Given || q.Digest == "" || servers(o) {
		t.Errorf("%+v, %v", q, err)
	}
	var asked start.Input
	o.Starter.Runs = func(in start.Input) []start.Run { asked = in; return []start.Run{{Kind: "hook"}, server} }
	with, err := Ask(o, capture.Consents{})
	if err != nil || len(with.Runs) != 2 || with.Runs[1] != server || with.Digest == q.Digest || asked.Home != "/h" || asked.Cwd != "/p/sub" || asked.Project != "/p" || !servers(o) {
		t.Errorf("%+v, %v", with, err)
	}
	o.Project = "/gone"
	if q, err := Ask(o, capture.Consents{}); err != nil || q.Project != "/gone" {
		t.Errorf("%+v, %v", q, err)
	}
}

func TestNothingIsAddedForAnUnknownAgent(t *testing.T) {
	t.Parallel()
	o := Options{Agent: "nobody", Agents: agent.Known(), World: facts.NewMemory(), Cwd: "/p", Project: "/p"}
	trace := &discovery.Trace{}
	for _, body := range []string{"", `{"messages":[{"role":"user","content":"hi"}]}`, `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"r"}]}]}`} {
		c := &capture.Capture{Form: wire.Anthropic, Body: []byte(body)}
		if withReached(context.Background(), o, c, trace) != trace {
			t.Errorf("%s: files wait for a tool", body)
		}
	}
	if copies, missed := imported(context.Background(), o, "", start.Plan{}, nil); copies != nil || missed != nil {
		t.Errorf("without a copy of the configuration: %v, %v", copies, missed)
	}
}

// If the agent has servers, one of them may still have been connecting at the first request. So
// Verify captures the agent again and compares the second request.
func TestVerifyTriesAgainWhereServersAreConfigured(t *testing.T) {
	t.Parallel()
	tr := try(t, "post /v1/messages")
	old, err := Make(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	other := try(t, "post /v1/chat/completions")
	for _, c := range []struct {
		kind       string
		different  int // how many of the captures differ from the first one
		same       bool
		captures   int
		normalised bool
	}{
		{"MCP server", 1, true, 2, true},
		{"MCP server", 2, false, 2, false},
		{"hook", 1, false, 1, false},
	} {
		o, n := tr.Options, 0
		o.Starter.Runs = func(start.Input) []start.Run { return []start.Run{{Kind: c.kind, Name: "s"}} }
		o.Starter.Headless = func(in start.Input) (start.Plan, error) {
			if n++; n <= c.different {
				return other.Starter.Headless(in)
			}
			return tr.Starter.Headless(in)
		}
		v, err := Verify(context.Background(), o, old)
		if err != nil || v.Same != c.same || v.Twice != (c.captures == 2) || n != c.captures || slices.Contains(v.Normalised, "a server still connecting") != c.normalised {
			t.Errorf("%+v: same %v, twice %v, %d captures, %q, %v", c, v.Same, v.Twice, n, v.Normalised, err)
		}
	}
}
