package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"galley/engine/agent/starters"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/config"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/ui/launch"
)

// capturing holds the flags of `capture`.
type capturing struct {
	mode    string
	model   string
	listen  string
	timeout time.Duration
	allow   []string
	keepEnv []string
	yes     bool
}

func newCapture(env Env, f *flags) *cobra.Command {
	var c capturing
	var names []string
	for _, n := range starters.All() {
		names = append(names, n.Agent)
	}
	cmd := &cobra.Command{
		Use:   "capture AGENT [-- ARGUMENTS]",
		Short: "Start an installed agent once and record the request that it really sends",
		Long: `capture starts the agent that is on the PATH once, in this directory, with one harmless
turn. It points it at an endpoint of galley's own on 127.0.0.1 with a made-up key: no
account is used and nothing leaves the machine. The configuration is a copy of yours
without what signs in; it is removed afterwards.

Starting an agent runs what the project and your settings tell it to run, such as hooks
and MCP servers. capture lists that and asks, once for each project and agent.

Agents: ` + strings.Join(names, ", ") + `. Arguments after -- go to the agent.`,
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := f.settings(env)
			if err != nil {
				return err
			}
			return c.run(cmd.Context(), env, s, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&c.mode, "mode", "headless", "headless, interactive or both: agents send another prompt in each")
	flags.StringVar(&c.model, "agent-model", "", "the model that the agent is told to use; yours by default")
	flags.StringVar(&c.listen, "listen", "127.0.0.1:0", "the loopback address of the endpoint")
	flags.DurationVar(&c.timeout, "timeout", 0, "how long the agent may take to send its request")
	flags.StringArrayVar(&c.allow, "allow", nil, "let the agent reach HOST:PORT, such as a remote MCP server; never a provider")
	flags.StringArrayVar(&c.keepEnv, "keep-env", nil, "keep a variable that would be left out because it may sign in")
	flags.BoolVarP(&c.yes, "yes", "y", false, "agree to what the agent will run")
	return cmd
}

// places are where captures of this user lie.
type places struct {
	state    string
	store    capture.Store
	consents capture.Consents
}

func capturePlaces(s *Session) (places, error) {
	state := config.StateDir(s.World)
	if state == "" {
		return places{}, failed(errors.New("there is no place for captures: set HOME or XDG_STATE_HOME"))
	}
	return places{state, capture.Store{Dir: facts.Join(state, "captures")}, capture.Consents{File: facts.Join(state, "consents.json")}}, nil
}

func (c capturing) run(ctx context.Context, env Env, s *Session, args []string) error {
	named, ok := starters.Lookup(args[0])
	if !ok {
		return usage("%q is not an agent that galley can start; `galley capture --help` lists them", args[0])
	}
	var modes []start.Mode
	switch c.mode {
	case "headless", "interactive":
		modes = []start.Mode{start.Mode(c.mode)}
	case "both":
		modes = []start.Mode{start.Headless, start.Interactive}
	default:
		return usage("--mode %s: it is headless, interactive or both", c.mode)
	}
	at, err := capturePlaces(s)
	if err != nil {
		return err
	}
	o := launch.Options{
		Agent: named.Agent, Starter: named.Starter, World: s.World, Environ: env.Environ, Home: facts.Home(s.World), Cwd: s.Request.Cwd, State: at.state,
		Model: c.model, Args: args[1:], Timeout: c.timeout, Listen: c.listen, Allow: c.allow, KeepEnv: c.keepEnv,
		Progress: func(sentence string) { fmt.Fprintln(env.Stderr, "galley:", report.Safe(sentence)) },
	}
	o.Project = projectOf(s.World, o.Cwd)
	if err := c.agree(env, s, at, o); err != nil {
		return err
	}
	for _, o.Mode = range modes {
		r, err := launch.Capture(ctx, o)
		if err != nil {
			return failed(err)
		}
		trace := profile.Discover(ctx, s.World, env.Agents.Ask(o.Agent, ""), discovery.Options{Cwd: o.Cwd})
		if err := capture.Understand(r.Capture, trace, s.World); err != nil {
			return failed(err)
		}
		if err := at.store.Save(r.Capture); err != nil {
			return failed(err)
		}
		if err := printCapture(env, s, r.Capture); err != nil {
			return err
		}
	}
	return nil
}

// projectOf returns the root of the repository around a directory, or the
// directory.
func projectOf(w facts.World, cwd string) string {
	for dir := range facts.Up(cwd) {
		if _, err := w.Lstat(facts.Join(dir, ".git")); err == nil {
			return dir
		}
	}
	return cwd
}

// agree makes sure that the user agrees to what the agent will run.
func (c capturing) agree(env Env, s *Session, at places, o launch.Options) error {
	in := start.In{World: s.World, Home: o.Home, Cwd: o.Cwd, Project: o.Project}
	var runs []start.Run
	if o.Starter.Runs != nil {
		runs = o.Starter.Runs(in)
	}
	found, ok := start.Find(s.World, o.Starter, o.Project)
	if !ok {
		return failed(&launch.NotInstalled{Program: o.Starter.Program, Install: o.Starter.Install, Passed: found.Passed})
	}
	project, err := s.World.RealPath(o.Project)
	if err != nil {
		project = o.Project
	}
	digest := capture.Digest(s.World, o.Cwd, found.Real, runs)
	if at.consents.Given(project, o.Agent, digest) {
		return nil
	}
	fmt.Fprintf(env.Stderr, "%s will start %s in %s. It then runs:\n", "galley", report.Safe(found.Path), report.Safe(project))
	fmt.Fprintf(env.Stderr, "  the agent itself\n")
	for _, r := range runs {
		fmt.Fprintf(env.Stderr, "  %s\n", report.Safe(runText(r)))
	}
	if !c.yes {
		if !env.Asks {
			return failed(errors.New("nothing was started: agree with --yes"))
		}
		fmt.Fprint(env.Stderr, "Start it? [y/N] ")
		answer, _ := bufio.NewReader(env.Stdin).ReadString('\n')
		if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
			return failed(errors.New("nothing was started"))
		}
	}
	return at.consents.Give(capture.Consent{Project: project, Agent: o.Agent, Digest: digest, Given: s.World.Now()})
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

func printCapture(env Env, s *Session, c *capture.Capture) error {
	if s.json {
		return env.encode(c)
	}
	fmt.Fprintf(env.Stdout, "%s\n", c.ID)
	fmt.Fprintf(env.Stdout, "system %d, tools %d in %d, messages %d bytes\n", c.Sizes.System, c.Sizes.ToolCount, c.Sizes.Tools, c.Sizes.Messages)
	for _, n := range c.Notes {
		fmt.Fprintf(env.Stdout, "note: %s\n", report.Safe(n))
	}
	if len(c.Refused) > 0 {
		fmt.Fprintf(env.Stdout, "refused: %s\n", report.Safe(strings.Join(c.Refused, ", ")))
	}
	return nil
}
