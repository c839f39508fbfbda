package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/ui/launch"
)

// planless is an agent that cannot be started, because its plan fails.
func planless() agent.Agent {
	a := madeUp()
	a.Start = &start.Starter{Program: "made-up", Install: "make made-up", NoInteractive: "it has no screen", NoOverride: "the nearest is nothing",
		Headless: func(start.Input) (start.Plan, error) { return start.Plan{}, errors.New("it has no plan") }}
	return a
}

// starts runs a command with the agent planless, which is installed outside and inside of the project.
func (c *console) starts(out io.Writer, told *bytes.Buffer, answer, line string) int {
	c.world.Env("PATH", "/p/bin:/bin").Dir("/p")
	for _, name := range []string{"/bin/made-up", "/p/bin/made-up"} {
		c.world.File(name, "#!").Mode(name, 0o755)
	}
	return Run(context.Background(), Env{Stdin: strings.NewReader(answer), Asks: answer != "", Stdout: out, Stderr: told, World: c.world, Dir: "/p", Agents: (*agent.Registry)(nil).With(planless())}, strings.Fields(line))
}

// Before an agent is started the user is told what will run, and asked. Consent is stored.
func TestConsentIsAskedForOnce(t *testing.T) {
	t.Parallel()
	const (
		runs    = "galley will start /bin/made-up in /p. This runs:\n  made-up itself\n  (skipped: /p/bin/made-up: it is in the project)\n"
		real    = "With --real-home the agent uses your own configuration and may write there.\n"
		ask     = "Start? [y/N] "
		refused = "galley: nothing was started"
		failed  = "galley: it has no plan\n"
	)
	for _, s := range []struct{ answer, args, want string }{
		{"", "", runs + refused + ": agree with --yes\n"},
		{"no\n", "", runs + ask + refused + "\n"},
		{"\n", "--real-home", runs + real + ask + refused + "\n"},
		{"Y\n", "", runs + ask + failed},
		{" yes \n", "", runs + ask + failed},
		{"y", "", runs + ask + failed},
		{"yy\n", "", runs + ask + refused + "\n"},
		{"", "--yes", runs + failed},
		{"", "-y --real-home", runs + real + failed},
		{"", "--yes --mode both", runs + "galley: made-up is captured headless only: it has no screen\n" + failed},
		{"", "--yes --mode interactive", runs + "galley: made-up cannot be captured in the mode interactive: it has no screen\n"},
		{"", "--yes --subagent x", runs + "galley: galley does not know by which tool the model of made-up starts a sub-agent\n"},
	} {
		c := newConsole(t)
		var out, told bytes.Buffer
		if status := c.starts(&out, &told, s.answer, "capture made-up "+s.args); status != exitFailed || out.Len() > 0 || told.String() != s.want {
			t.Errorf("%q, capture made-up %s: status %d, %q, %q", s.answer, s.args, status, out.String(), told.String())
		}
		told.Reset()
		agreed := strings.HasSuffix(s.want, failed) || strings.Contains(s.args, "--yes")
		if c.starts(&out, &told, "", "capture made-up"); (told.String() == failed) != agreed {
			t.Errorf("%q, capture made-up %s, then again: %q", s.answer, s.args, told.String())
		}
	}
	c := newConsole(t)
	c.world.File(facts.Home(c.world)+"/file", "").Env("XDG_STATE_HOME", "/dev/null")
	var out, told bytes.Buffer
	if status := c.starts(&out, &told, "", "capture made-up --yes"); status != exitFailed || out.Len() > 0 || strings.Contains(told.String(), "no plan") || !strings.HasPrefix(told.String(), runs+"galley: ") {
		t.Errorf("consent that cannot be stored: status %d, %q", status, told.String())
	}
}

// An agent that cannot be compared has a row, and the exit status says so.
func TestAnAgentThatCannotBeComparedHasARow(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	var out, told bytes.Buffer
	if status := c.starts(&out, &told, "", "verify made-up --yes --mode both"); status != exitFailed || out.String() != "made-up: not compared: it has no plan\n" || !strings.HasSuffix(told.String(), "\ngalley: made-up is compared headless only: it has no screen\n") {
		t.Errorf("status %d, %q, %q", status, out.String(), told.String())
	}
	for _, line := range []string{"verify made-up", "verify made-up --json", "verify pi", "verify pi made-up --json"} {
		told.Reset()
		if status := c.starts(fullDisk{}, &told, "", line); status != exitFailed || told.String() != "galley: no space left\n" {
			t.Errorf("%s: status %d, %q", line, status, told.String())
		}
	}
	for line, want := range map[string]string{
		"verify made-up nobody":   "\"nobody\" is not an agent that galley can start; it can start ",
		"verify made-up --all":    "verify: name agents, or use --all for all that are installed: ",
		"verify made-up --mode x": "--mode x: the mode is headless, interactive or both\n",
		"run nobody":              "\"nobody\" is not an agent that galley can start; it can start ",
	} {
		out.Reset()
		told.Reset()
		if status := c.starts(&out, &told, "", line); status != exitUsage || out.Len() > 0 || !strings.HasPrefix(told.String(), "galley: "+want) {
			t.Errorf("%s: status %d, %q, %q", line, status, out.String(), told.String())
		}
	}
	out.Reset()
	told.Reset()
	if status := c.starts(&out, &told, "", "verify --all"); status != exitFailed || out.String() != "made-up: not compared: it has no plan\n" || told.Len() > 0 { // agents that are not installed are left out
		t.Errorf("all: status %d, %q, %q", status, out.String(), told.String())
	}
	out.Reset()
	if status := c.starts(&out, &told, "", "verify pi made-up"); status != exitFailed || !strings.HasPrefix(out.String(), "pi: not compared: ") || !strings.HasSuffix(out.String(), "\nmade-up: not compared: it has no plan\n") {
		t.Errorf("two: status %d, %q", status, out.String())
	}
	c.world.Env("XDG_STATE_HOME", "").Env("HOME", "")
	for _, line := range []string{"verify made-up", "run made-up", "capture made-up", "render --capture last"} {
		told.Reset()
		if status := c.starts(&out, &told, "", line); status != exitFailed || told.String() != "galley: no directory for captures: set HOME or XDG_STATE_HOME\n" {
			t.Errorf("%s without a home: status %d, %q", line, status, told.String())
		}
	}
}

func TestModesOfAnAgent(t *testing.T) {
	t.Parallel()
	plan := func(start.Input) (start.Plan, error) { return start.Plan{}, nil }
	for _, c := range []struct {
		mode   string
		screen bool
		want   []start.Mode
		told   string
	}{
		{"headless", false, []start.Mode{start.Headless}, ""},
		{"interactive", false, []start.Mode{start.Interactive}, ""},
		{"interactive", true, []start.Mode{start.Interactive}, ""},
		{"both", true, []start.Mode{start.Headless, start.Interactive}, ""},
		{"both", false, []start.Mode{start.Headless}, "galley: x is done headless only: why\n"},
	} {
		var told bytes.Buffer
		o := launch.Options{Agent: "x", Starter: start.Starter{Headless: plan, NoInteractive: "why"}}
		if c.screen {
			o.Starter.Interactive = plan
		}
		all, err := (&starting{mode: c.mode}).modes()
		if err != nil {
			t.Fatal(err)
		}
		if got := possible(Env{Stderr: &told}, o, all, "done"); !slices.Equal(got, c.want) || told.String() != c.told {
			t.Errorf("%s, with a screen %v: %q, %q", c.mode, c.screen, got, told.String())
		}
	}
}

// The options of a start come from the flags and the session.
func TestOptionsOfAStart(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	s := c.opened()
	s.Request.Cwd = "/p/sub"
	var told bytes.Buffer
	from := starting{timeout: 7, allow: []string{"h:1"}, keepEnv: []string{"N"}, realHome: true}
	o, err := from.options(Env{Stderr: &told, Environ: []string{"A=b"}}, &flags{model: "m"}, s, places{state: "/state"}, "claude", []string{"-x"})
	if err != nil {
		t.Fatal(err)
	}
	o.Progress("it\x1b[m starts")
	if o.Agent != "claude-code" || o.Starter.Program != "claude" || o.Home != facts.Home(c.world) || o.Cwd != "/p/sub" || o.Project != "/p" || o.State != "/state" || o.Model != "m" || o.Timeout != 7 ||
		!o.RealHome || o.World != s.World || !slices.Equal(o.Args, []string{"-x"}) || !slices.Equal(o.Allow, from.allow) || !slices.Equal(o.KeepEnv, from.keepEnv) || !slices.Equal(o.Environ, []string{"A=b"}) || told.String() != "galley: it␛[m starts\n" {
		t.Errorf("%+v, %q", o, told.String())
	}
	for r, want := range map[start.Run]string{
		{Kind: "hook", Name: "Stop", Command: "./x", File: "/p/f", Project: true}: "hook Stop: ./x (the project's, /p/f)",
		{Kind: "plugin", Name: "p", File: "/h/f"}:                                 "plugin p (yours, /h/f)",
	} {
		if got := runText(r); got != want {
			t.Errorf("%+v: %s", r, got)
		}
	}
	env := Env{Agents: (*agent.Registry)(nil).With(planless())}
	for name, want := range map[string]string{"claude": "claude-code", "cursor": "cursor", "made-up": "made-up", "mu": "made-up", "nobody": ""} {
		if got, err := agentName(env, name); got != want || (err == nil) != (want != "") {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
}

// `run --print` prints the command as a shell takes it, with its variables before it.
func TestRunPrintsVariables(t *testing.T) {
	t.Parallel()
	a := planless()
	a.Start.Override = func(_ start.Input, file, text string) (start.With, error) {
		if text == "none\n" {
			return start.With{}, errors.New("it takes no such text")
		}
		return start.With{Args: []string{"--system", file}, Env: map[string]string{"B_TWO": "2 b", "A_ONE": "1"}, Replaces: "all " + text, Stays: "nothing"}, nil
	}
	c := newConsole(t)
	c.world.File("/bin/made-up", "#!").Mode("/bin/made-up", 0o755).File("/p/t.md", "Be kind.\n").File("/p/none.md", "none\n").File("/p/opencode.json", "{bad")
	for line, want := range map[string]struct {
		status    int
		out, told string
	}{
		"run made-up t.md --print": {exitFine, "A_ONE=1 B_TWO='2 b' /bin/made-up --system PROMPT.md\n",
			"the prompt (9 bytes) replaces all Be kind.\n; the agent still sends: nothing\nPROMPT.md is the absolute path of a file with what `galley render` prints\n"},
		"run made-up none.md":                {exitFailed, "", "galley: it takes no such text\n"},
		"run made-up t.md --cwd /x":          {exitFailed, "", "galley: --cwd /x: no such file or directory\n"},
		"run made-up --profile opencode -y":  {exitFailed, "", "galley: no prompt was built (agent-refuses), so nothing is printed, sent or stored\n"},
		"run made-up --profile claude-codes": {exitUsage, "", "galley: --profile claude-codes: unknown profile; did you mean claude-code?\nTry 'galley run --help'.\n"},
	} {
		var out, told bytes.Buffer
		status := Run(context.Background(), Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &told, World: c.world, Dir: "/p", Agents: (*agent.Registry)(nil).With(a)}, strings.Fields(line))
		if status != want.status || out.String() != want.out || !strings.HasSuffix(told.String(), want.told) {
			t.Errorf("%s: status %d, %q, %q", line, status, out.String(), told.String())
		}
	}
}
