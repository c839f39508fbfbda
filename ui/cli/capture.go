package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/scenario"
	"galley/ui/launch"
)

// starting has the flags of the commands that start agents.
type starting struct {
	mode     string
	timeout  time.Duration
	allow    []string
	keepEnv  []string
	realHome bool
	yes      bool
}

func (c *starting) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&c.mode, "mode", "headless", "headless, interactive or both: agents send different prompts in the two modes")
	flags.DurationVar(&c.timeout, "timeout", 0, "how long to wait for the agent's request (default: depends on the agent, at least 20s)")
	flags.Var((*repeated)(&c.allow), "allow", "let the agent connect to `HOST:PORT`, such as a remote MCP server; model providers stay blocked")
	flags.Var((*repeated)(&c.keepEnv), "keep-env", "pass on the environment variable `NAME`, which is otherwise removed because it may contain credentials")
	flags.BoolVar(&c.realHome, "real-home", false, "let the agent use, and possibly change, your real configuration instead of a copy")
	flags.BoolVarP(&c.yes, "yes", "y", false, "agree, without being asked, to what the agent will run")
}

// check rejects values of the flags that would have no effect, and warns of a variable that the
// environment does not have.
func (c *starting) check(env Env) error {
	if c.timeout < 0 {
		return usage("--timeout %s: a time to wait is positive", c.timeout)
	}
	for _, to := range c.allow {
		if host, port, err := net.SplitHostPort(to); err != nil || host == "" || port == "" {
			return usage("--allow %s: write HOST:PORT, as in mcp.example.org:443", to)
		}
	}
	for _, name := range c.keepEnv {
		switch {
		case strings.ContainsAny(name, "= "):
			return usage("--keep-env %q: write only the variable's name", name)
		case !slices.ContainsFunc(env.Environ, func(v string) bool { return strings.HasPrefix(v, name+"=") }):
			fmt.Fprintf(env.Stderr, "galley: warning: --keep-env %s: the environment does not have this variable\n", report.Safe(name))
		}
	}
	return nil
}

// modes returns the requested modes.
func (c *starting) modes() ([]start.Mode, error) {
	switch c.mode {
	case "headless", "interactive":
		return []start.Mode{start.Mode(c.mode)}, nil
	case "both":
		return []start.Mode{start.Headless, start.Interactive}, nil
	}
	return nil, usage("--mode %s: the mode is headless, interactive or both", c.mode)
}

// possible returns the modes in which an agent can be started. If it leaves out one of several
// modes, it prints a message; done is the participle in the message for what happens to the
// agent. A single mode is never left out, because starting the agent in it fails with the
// reason.
func possible(env Env, o launch.Options, modes []start.Mode, done string) []start.Mode {
	if o.Starter.Interactive != nil || len(modes) == 1 {
		return modes
	}
	fmt.Fprintf(env.Stderr, "galley: %s is %s headless only: %s\n", o.Agent, done, o.Starter.NoInteractive)
	return []start.Mode{start.Headless}
}

// capturing has the flags of `capture`.
type capturing struct {
	starting
	listen   string
	read     string
	forward  string
	subagent string
}

func newCapture(env Env, f *flags) *cobra.Command {
	var c capturing
	cmd := &cobra.Command{
		Use:   "capture AGENT [-- ARGUMENTS]",
		Short: "Start an installed agent once and record the request that it sends",
		Long: `capture starts the agent found on the PATH once, in this directory, and sends it one short
message. galley itself plays the model's provider, on 127.0.0.1 and with a made-up key: no
account is used and nothing leaves the machine. The agent gets a copy of your configuration
without credentials, which is removed afterwards. --model names the agent's model.

Starting an agent also runs the hooks, MCP servers and other programs that the project and
your settings name. capture lists them and asks, once for each project and agent.

With --subagent galley answers with a tool call that starts the sub-agent NAME, and captures
its request too. The agent then also runs its hooks for sub-agents. ` + "`galley subagents NAME`" + `
shows that request and how it differs from the main one.

With --listen galley starts no agent. It prints the environment variables that point an
agent to it, and waits until you start one. With --read FILE it reads a recorded request: a
body, HAR, JSON lines, or the output of codex debug prompt-input, also as gzip or zstd.

With --forward URL galley starts no agent either. It passes the requests of an agent that you
start on to its provider, with the agent's own key, and stores each request of a main turn.

The agents: ` + startable(env) + `.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(env); err != nil {
				return err
			}
			s, at, err := f.captures(env)
			if err != nil {
				return err
			}
			dash := cmd.ArgsLenAtDash()
			listening := cmd.Flags().Changed("listen")
			switch {
			case c.subagent != "" && (c.forward != "" || c.read != "" || listening):
				return usage("capture: --subagent works only when galley starts the agent, so not with --listen, --read or --forward")
			case c.forward != "" && c.read != "":
				return usage("capture: use either --forward or --read, not both")
			case c.forward != "":
				name := ""
				if len(args) > 1 {
					return usage("capture: with --forward, give at most the agent's name")
				} else if len(args) == 1 {
					if name, err = agentName(env, args[0]); err != nil {
						return err
					}
				}
				return c.pass(cmd.Context(), env, s, at, name)
			case listening && c.read != "":
				return usage("capture: use either --listen or --read, not both")
			case c.read != "" || listening:
				if len(args) > 1 {
					return usage("capture: with --listen or --read, give at most the agent's name")
				}
				name := ""
				if len(args) == 1 {
					if name, err = agentName(env, args[0]); err != nil {
						return err
					}
				}
				if listening {
					return c.wait(cmd.Context(), env, s, at, name)
				}
				return c.fromFile(cmd.Context(), env, s, at, name)
			case len(args) == 0 || dash == 0:
				return usage("capture: name an agent: %s", startable(env))
			case len(args) > 1 && dash != 1:
				return usage("capture: name one agent; its own arguments follow --")
			}
			return c.run(cmd.Context(), env, f, s, at, args)
		},
	}
	c.register(cmd)
	cmd.Flags().StringVar(&c.subagent, "subagent", "", "also capture the request of the sub-agent `NAME`")
	cmd.Flags().StringVar(&c.listen, "listen", "", "start no agent, and wait for a request at this loopback `address`: --listen or --listen=127.0.0.1:4000")
	cmd.Flags().Lookup("listen").NoOptDefVal = "127.0.0.1:0"
	cmd.Flags().StringVar(&c.forward, "forward", "", "start no agent; pass the requests of one that you start on to its provider at this `URL`, and store them")
	cmd.Flags().StringVar(&c.read, "read", "", "read a recorded request from a `FILE` (- is standard input)")
	return cmd
}

func startable(env Env) string { return strings.Join(startableNames(env), ", ") }

func startableNames(env Env) (names []string) {
	for _, n := range env.Agents.Startable() {
		names = append(names, n.Name)
	}
	return names
}

// agentName returns galley's name for an agent.
func agentName(env Env, name string) (string, error) {
	if named, ok := env.Agents.Starts(name); ok {
		return named.Name, nil
	}
	if a, _, err := env.Agents.Lookup(name); err == nil {
		return a.Name, nil
	}
	return "", usage("%q is not an agent that galley knows; %s", name, meant(name, slices.Concat(startableNames(env), env.agentNames()), "it can start "+startable(env)))
}

// places are the directories in which this user's captures and consents are stored.
type places struct {
	state    string
	store    capture.Store
	consents capture.Consents
}

// captures reads the settings and finds the directories of captures.
func (f *flags) captures(env Env) (*Session, places, error) {
	s, err := f.settings(env)
	if err != nil {
		return nil, places{}, err
	}
	at, err := capturePlaces(s)
	return s, at, err
}

func capturePlaces(s *Session) (places, error) {
	state := config.StateDir(s.World)
	if state == "" {
		return places{}, failed(errors.New("no directory for captures: set HOME or XDG_STATE_HOME"))
	}
	return places{state, capture.Store{Dir: facts.Join(state, "captures")}, capture.Consents{File: facts.Join(state, "consents.json")}}, nil
}

// options returns the options for starting the agent with the given name. args are arguments of
// the agent's program.
func (c *starting) options(env Env, f *flags, s *Session, at places, name string, args []string) (launch.Options, error) {
	named, ok := env.Agents.Starts(name)
	if !ok {
		if _, _, err := env.Agents.Lookup(name); err == nil {
			if _, ok := env.Agents.Starts(name + "-cli"); ok {
				return launch.Options{}, failed(fmt.Errorf("%s runs inside an editor, where galley cannot start it; its program for the terminal is %s-cli", name, name))
			}
			return launch.Options{}, failed(fmt.Errorf("galley does not know how to start %s; it can start %s", name, startable(env)))
		}
		return launch.Options{}, usage("%q is not an agent that galley can start; %s", name, meant(name, startableNames(env), "it can start "+startable(env)))
	}
	return launch.Options{
		Agent: named.Name, Agents: env.Agents, Starter: *named.Start, World: s.World, Environ: env.Environ, Home: facts.Home(s.World), Cwd: s.Request.Cwd,
		Project: launch.Project(s.World, s.Request.Cwd), State: at.state,
		Model: f.model, Args: args, Timeout: c.timeout, Allow: c.allow, KeepEnv: c.keepEnv, RealHome: c.realHome,
		Progress: func(sentence string) { fmt.Fprintln(env.Stderr, "galley:", report.Safe(sentence)) },
	}, nil
}

func (c capturing) run(ctx context.Context, env Env, f *flags, s *Session, at places, args []string) error {
	modes, err := c.modes()
	if err != nil {
		return err
	}
	o, err := c.options(env, f, s, at, args[0], args[1:])
	if err != nil {
		return err
	}
	if err := c.agree(env, s, at, o); err != nil {
		return err
	}
	for _, o.Mode = range possible(env, o, modes, "captured") {
		made, err := c.make(ctx, o, at.store)
		if err != nil {
			return failed(longer(err))
		}
		for _, one := range made {
			if err := printCapture(ctx, env, s, one); err != nil {
				return err
			}
		}
	}
	return nil
}

// make captures the agent's request and stores the captures. With --subagent it also captures
// the request of a sub-agent.
func (c capturing) make(ctx context.Context, o launch.Options, store capture.Store) ([]*capture.Capture, error) {
	if o.Subagent = c.subagent; o.Subagent == "" {
		made, err := launch.Make(ctx, o)
		if err != nil {
			return nil, err
		}
		return []*capture.Capture{made}, store.Save(made)
	}
	main, sub, err := launch.MakeDelegate(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := store.Save(main); err != nil {
		return nil, err
	}
	sub.Main = main.ID
	return []*capture.Capture{main, sub}, store.Save(sub)
}

// longer extends the error of an agent that was too slow: it adds how to give the agent more
// time.
func longer(err error) error {
	var none *launch.NoRequest
	if !errors.As(err, &none) || !none.Late {
		return err
	}
	said := *none
	said.Reason += "; give it more time with --timeout"
	return &said
}

// agree makes sure that the user agrees to what the agents will run. It lists all programs before
// it asks once.
func (c *starting) agree(env Env, s *Session, at places, all ...launch.Options) error {
	var asked []launch.Question
	for _, o := range all {
		q, err := launch.Ask(o, at.consents)
		if err != nil {
			return failed(err)
		}
		if !q.Given {
			asked = append(asked, q)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	for _, q := range asked {
		fmt.Fprintf(env.Stderr, "galley will start %s in %s. This runs:\n", report.Safe(q.Found.Path), report.Safe(q.Project))
		fmt.Fprintf(env.Stderr, "  %s itself\n", report.Safe(q.Agent))
		for _, r := range q.Runs {
			fmt.Fprintf(env.Stderr, "  %s\n", report.Safe(runText(r)))
		}
		for _, passed := range q.Found.Passed {
			fmt.Fprintf(env.Stderr, "  (skipped: %s)\n", report.Safe(passed))
		}
	}
	if c.realHome {
		fmt.Fprintln(env.Stderr, "With --real-home the agent uses your own configuration and may write there.")
	}
	if !c.yes {
		if err := env.agree("Start?", "nothing was started"); err != nil {
			return err
		}
	}
	for _, q := range asked {
		if err := q.Agree(at.consents, s.World.Now()); err != nil {
			return failed(err)
		}
	}
	return nil
}

// agree asks a question on the terminal and returns an error unless the answer is yes.
// Without a terminal nobody can answer, so --yes is needed.
func (e Env) agree(question, refused string) error {
	if !e.Asks {
		return failed(errors.New(refused + ": agree with --yes"))
	}
	fmt.Fprint(e.Stderr, question+" [y/N] ")
	answer, _ := bufio.NewReader(e.Stdin).ReadString('\n')
	if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
		return failed(errors.New(refused))
	}
	return nil
}

func runText(r start.Run) string {
	whose := "yours"
	if r.Project {
		whose = "the project's"
	}
	text := fmt.Sprintf("%s %s", r.Kind, r.Name)
	if r.Command != "" {
		text += ": " + r.Command
	}
	return fmt.Sprintf("%s (%s, %s)", text, whose, r.File)
}

// printCapture prints the id, sizes and notes of a capture, or with --json its report.
func printCapture(ctx context.Context, env Env, s *Session, c *capture.Capture) error {
	if s.json {
		r, err := s.asCaptured(ctx, env, c)
		if err != nil {
			return err
		}
		return env.encode(report.CaptureOf(c, r))
	}
	fmt.Fprintf(env.Stdout, "%s\n", c.ID)
	fmt.Fprintf(env.Stdout, "system %d, tools %d in %d, messages %d bytes\n", c.Sizes.System, c.Sizes.ToolCount, c.Sizes.Tools, c.Sizes.Messages)
	for _, n := range report.CaptureNotes(c) {
		fmt.Fprintf(env.Stdout, "note: %s\n", report.Safe(n))
	}
	return nil
}

// asCaptured renders a capture without updating it with the files on disk.
func (s *Session) asCaptured(ctx context.Context, env Env, c *capture.Capture) (*engine.Result, error) {
	request := s.Request
	request.Capture, request.AsCaptured = c, true
	if request.Model == "" {
		request.Provider, request.Model = scenario.SplitModel(c.Model)
	}
	r, err := env.engine(s.World, engine.NamedOnly(), engine.WithVocabularies()).Render(ctx, request)
	if err != nil {
		return nil, failed(err)
	}
	return r, nil
}
