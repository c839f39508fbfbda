// Package launch starts installed agents. No other package does.
//
// [Capture] starts an agent once with a scratch configuration, so that it sends its
// request to galley's own endpoint, and returns what arrived. It does not ask for the
// user's consent: the caller must have it. No process that it starts outlives it, and
// the scratch configuration is removed.
package launch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/endpoint"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/textutil"
	"galley/ui/words"
)

// Prompt is the text with which a captured agent is started. It asks for nothing that needs a
// tool.
const Prompt = "Reply with the word ok and do nothing else."

// Options are the options of a capture.
type Options struct {
	Agent   string
	Agents  *agent.Registry // tells which files the agent loads
	Starter start.Starter
	World   facts.World // where to find the agent and its configuration
	Environ []string    // the user's environment, as NAME=VALUE
	Home    string
	Cwd     string
	Project string // the root of the repository around Cwd, or Cwd
	State   string // galley's state directory
	Mode    start.Mode
	Model   string
	Args    []string
	Timeout time.Duration // 0 means the starter's own timeout
	Allow   []string
	KeepEnv []string
	Calls   []prompt.Call // the tool calls with which the first main requests are answered
	// Subagent names a sub-agent whose request is captured too: the answer to the first main
	// request is the call that starts it.
	Subagent string
	// RealHome makes the agent use the user's own configuration, for an agent that does not work
	// with a copy. The agent may then write to it.
	RealHome bool
	// Whole is called with the capture as soon as all wanted requests have arrived. The agent is
	// ended while Whole works, so the capture that is returned later may have more notes, about
	// the end of the agent. Whole may be nil.
	Whole func(*capture.Capture) error
	// Progress is called with a sentence about each step. It may be nil.
	Progress func(string)
}

// Timeout returns how long an agent may take to send its request.
func Timeout(s start.Starter) time.Duration { return max(20*time.Second, 3*s.Worst) }

// Result is the result of a run.
type Result struct {
	Capture *capture.Capture // not yet stored; its id is empty
	// Later are the main requests after the first: those that answer tool calls.
	Later []endpoint.Exchange
	// Delegate is the captured request of the sub-agent, if the options name a sub-agent. Like
	// Capture, it is not stored.
	Delegate *capture.Capture
}

// Capture starts the agent and returns its request.
func Capture(ctx context.Context, o Options) (*Result, error) {
	say := o.Progress
	if say == nil {
		say = func(string) {}
	}
	found, ok := start.Find(o.World, o.Starter, o.Project)
	if !ok {
		return nil, &NotInstalled{Program: o.Starter.Program, Install: o.Starter.Install, Passed: found.Passed}
	}
	plan := o.Starter.Headless
	if o.Mode == start.Interactive {
		plan = o.Starter.Interactive
	}
	if plan == nil {
		return nil, fmt.Errorf("%s cannot be captured in the mode %s: %s", o.Agent, o.Mode, o.Starter.NoInteractive)
	}
	if o.Subagent != "" {
		if o.Starter.Task == nil {
			return nil, fmt.Errorf("galley does not know by which tool the model of %s starts a sub-agent", o.Agent)
		}
		o.Calls = []prompt.Call{o.Starter.Task.Call(o.Subagent, Prompt)}
	}
	ctx, restore := Stoppable(ctx)
	defer restore()
	scratch, err := newScratch(filepath.Join(o.State, "scratch"))
	if err != nil {
		return nil, err
	}
	defer scratch.remove()
	end, err := endpoint.Start(ctx, endpoint.Options{Prompt: Prompt, Allow: o.Allow, Calls: o.Calls})
	if err != nil {
		return nil, fmt.Errorf("starting the endpoint: %w", err)
	}
	defer end.Close()
	in := start.Input{
		World: o.World, Home: o.Home, Cwd: o.Cwd, Project: o.Project, Scratch: scratch.home, URL: end.URL(), Key: end.Key(),
		Model: o.Model, Prompt: Prompt, Args: o.Args, Version: found.Version,
	}
	p, err := plan(in)
	if err != nil {
		return nil, err
	}
	var lacks []string
	if o.RealHome {
		lacks = useRealHome(&p, scratch.home)
	}
	copies, missed := imported(ctx, o, found.Version, p, scratch)
	scratch.addImported(&p, copies, missed)
	if err := scratch.fill(p); err != nil {
		return nil, fmt.Errorf("copying the configuration: %w", err)
	}
	env, left := start.Environment(within(o.Environ, o.Cwd), p, end.URL(), o.KeepEnv)
	before := look(o.Project, maxListed)
	if o.Timeout <= 0 {
		o.Timeout = Timeout(o.Starter)
	}
	say(fmt.Sprintf("starting %s %s (%s)", o.Agent, orUnknown(found.Version), o.Mode))
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	run := process{program: found.Path, args: p.Args, env: env, dir: o.Cwd, mark: scratch.id, scratch: scratch.dir, screen: o.Mode == start.Interactive}
	began := time.Now()
	main, wanted, err := run.until(ctx, end, o.awaits(end), say)
	if err == nil && wanted {
		say(fmt.Sprintf("captured after %.1f s; the request as it was sent has %d bytes", time.Since(began).Seconds(), len(main.Body)))
	}
	ended := make(chan []string, 1)
	go func() {
		if wanted {
			run.rest(ctx)
		}
		ended <- run.end()
	}()
	whole := func(notes ...string) *capture.Capture {
		c := captureOf(main)
		c.Agent, c.Version, c.Mode, c.Project, c.Cwd, c.Prompt = o.Agent, found.Version, o.Mode, o.Project, o.Cwd, Prompt
		c.Args = o.Args
		c.Substitutions = p.Substitutions
		c.Notes = slices.Concat(p.Notes, notes, c.Notes)
		if len(left) > 0 {
			c.Notes = append(c.Notes, leftOut(left))
		}
		addExchanges(c, end, main.N)
		return c
	}
	if wanted && o.Whole != nil {
		err = o.Whole(whole())
	}
	notes := <-ended
	after := look(o.Project, maxListed)
	notes = append(notes, before.clear(after, o.Starter, began)...)
	if err != nil {
		return nil, err
	}
	if !wanted {
		return nil, lacking(run.failure(ctx, o, end), lacks)
	}
	c := whole(notes...)
	r := &Result{Capture: c, Later: later(end, main.N)}
	if o.Subagent != "" {
		if r.Delegate, err = delegate(o, c, r.Later); err != nil {
			return nil, err
		}
	}
	if n := len(r.Later); n > 0 && len(o.Calls) == 0 {
		c.Notes = append(c.Notes, words.Plural(n, "further request")+" of the main turn; only the first is stored")
	}
	return r, nil
}

// useRealHome removes from a plan the parts that make the agent use a copy of the user's
// configuration. It keeps the parts that make the agent send its requests to the endpoint. It
// returns the files that galley would have written into the copy, which the agent now lacks.
func useRealHome(p *start.Plan, scratch string) (lacks []string) {
	for _, stands := range p.Substitutions {
		before := len(p.Env)
		maps.DeleteFunc(p.Env, func(_, value string) bool { return value == stands.From })
		for _, f := range p.Files {
			if name := facts.Join(scratch, f.Path); len(p.Env) < before && facts.Within(name, stands.From) {
				lacks = append(lacks, strings.TrimPrefix(strings.TrimPrefix(name, stands.From), "/"))
			}
		}
	}
	p.Substitutions, p.Copies = nil, nil
	p.Notes = append(p.Notes, "the agent used your own configuration, not a copy")
	return lacks
}

func orUnknown(version string) string {
	if version == "" {
		return "of an unknown version"
	}
	return version
}

// NotInstalled says that an agent's program is not on the PATH.
type NotInstalled struct {
	Program string
	Install string
	Passed  []string // directories on the PATH that were skipped
}

func (e *NotInstalled) Error() string {
	s := fmt.Sprintf("%s is not installed: no program %s on the PATH; %s installs it", e.Program, e.Program, e.Install)
	if len(e.Passed) > 0 {
		s += " (skipped: " + strings.Join(e.Passed, "; ") + ")"
	}
	return s
}

// NoRequest says why a started agent sent no request.
type NoRequest struct {
	Agent  string
	Reason string // why, as a sentence without a final stop
	Output string // the last lines that the agent printed
	Late   bool   // the agent was ended because its time was over
}

func (e *NoRequest) Error() string {
	s := e.Agent + ": " + e.Reason
	if e.Output != "" {
		s += "; its last lines: " + e.Output
	}
	return s
}

// loginWords matches what agents print when the user must log in.
var loginWords = textutil.LazyRegexp(`(?i)\b(log ?in|logged in|sign in|api key|(un|o)?auth(enticat\w*|oriz\w*)?)\b`)

// failure returns the reason why no main request arrived.
func (p *process) failure(ctx context.Context, o Options, end *endpoint.Endpoint) *NoRequest {
	e := &NoRequest{Agent: o.Agent, Output: p.last(), Late: p.timedOut}
	login := loginWords().MatchString(e.Output)
	refused := refusedHosts(end)
	sent := len(end.Exchanges())
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		e.Reason = "the capture was stopped"
	case end.Dropped() > 0:
		e.Reason = fmt.Sprintf("it sent more than galley records: at most %d requests, each at most %d MB", endpoint.MaxRequests, endpoint.MaxBody>>20)
		e.Late = false // the time is not the cause, so more of it would not help
	case p.timedOut && sent > 0:
		e.Reason = fmt.Sprintf("none of its %d requests within %v was of the main turn (%s)", sent, o.Timeout, noRequestReasons(end.Exchanges()))
	case p.timedOut && refused != "":
		e.Reason = fmt.Sprintf("it sent nothing here within %v: either its configuration sends requests to %s, or it was still starting", o.Timeout, refused)
	case p.timedOut:
		e.Reason = fmt.Sprintf("it sent no request within %v", o.Timeout)
	case login && refused != "":
		e.Reason = "it asks to log in, and tried to reach " + refused
	case login:
		e.Reason = "it asks to log in"
	case refused != "" && sent == 0:
		e.Reason = fmt.Sprintf("it ended with %s and sent nothing here: its configuration may send requests to %s", p.state, refused)
	case sent > 0:
		e.Reason = fmt.Sprintf("it ended with %s and none of its %d requests was of the main turn (%s)", p.state, sent, noRequestReasons(end.Exchanges()))
	default:
		e.Reason = fmt.Sprintf("it ended with %s and sent no request", p.state)
	}
	if p.timedOut && login && sent == 0 {
		e.Reason += "; it may be waiting for somebody to log in"
	}
	return e
}

// lacking adds to a failure which files galley did not write because the agent used the real home.
func lacking(e *NoRequest, files []string) *NoRequest {
	if len(files) > 0 {
		e.Reason += fmt.Sprintf("; with --real-home galley cannot write the settings that point the agent to it (%s)", strings.Join(files, ", "))
	}
	return e
}

// refusedHosts names the hosts that the agent was not allowed to reach, or "".
func refusedHosts(end *endpoint.Endpoint) string {
	var hosts []string
	for _, h := range end.Refused() {
		hosts = append(hosts, h.Name)
	}
	switch len(hosts) {
	case 0:
		return ""
	case 1:
		return "a host that was refused (" + hosts[0] + ")"
	}
	return "hosts that were refused (" + strings.Join(hosts, ", ") + ")"
}

// noRequestReasons lists, without repetition, why each request was not the main one.
func noRequestReasons(all []endpoint.Exchange) string {
	var reasons []string
	for _, x := range all {
		if x.Why != "" && !slices.Contains(reasons, x.Why) {
			reasons = append(reasons, x.Why)
		}
	}
	return strings.Join(reasons[:min(len(reasons), 3)], "; ")
}

// marker is the environment variable that identifies the processes of a run.
const marker = "GALLEY_CAPTURE_RUN"
