package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"galley/engine/capture"
	"galley/engine/capture/endpoint"
	"galley/engine/capture/start"
	"galley/engine/compare"
	"galley/engine/report"
	"galley/ui/launch"
)

// pointing has, for each agent, the instruction that makes it send its requests to the relay.
// {url} stands for the relay's address.
var pointing = map[string]string{
	"claude-code": "ANTHROPIC_BASE_URL={url} claude",
	"codex":       "codex -c openai_base_url={url}/v1",
	"gemini-cli":  "GOOGLE_GEMINI_BASE_URL={url} gemini",
	"opencode":    `OPENCODE_CONFIG_CONTENT='{"provider":{"anthropic":{"options":{"baseURL":"{url}/v1"}}}}' opencode`,
	"qwen-code":   "OPENAI_BASE_URL={url}/v1 qwen",
}

// pass forwards the requests of an agent that the user starts to the agent's provider, and stores
// each main turn, until the command ends.
func (c capturing) pass(ctx context.Context, env Env, s *Session, at places, name string) error {
	var mu sync.Mutex
	last := ""
	relay, err := endpoint.StartRelay(ctx, endpoint.RelayOptions{To: c.forward, Listen: c.listen, Each: func(x endpoint.Exchange, spent endpoint.Spent) {
		mu.Lock()
		defer mu.Unlock()
		if string(x.Body) == last {
			return // the agent sent the same request again
		}
		last = string(x.Body)
		if err := c.took(ctx, env, s, at, name, x, spent); err != nil {
			fmt.Fprintln(env.Stderr, "galley:", report.Safe(err.Error()))
		}
	}})
	if err != nil {
		return usage("--forward: %w", err)
	}
	defer relay.Close()
	if err := c.agreeToPass(env); err != nil {
		return err
	}
	how := pointing[name]
	if how == "" {
		how = "the agent's base URL: {url}"
	}
	fmt.Fprintf(env.Stderr, "Start the agent in this directory:\n  %s\nCtrl+C ends this.\n", strings.ReplaceAll(how, "{url}", relay.URL()))
	// Use a new variable and leave ctx as it is, because the relay's goroutines read ctx.
	until, stop := launch.Stoppable(ctx)
	defer stop()
	if c.timeout > 0 {
		var cancel context.CancelFunc
		until, cancel = context.WithTimeout(until, c.timeout)
		defer cancel()
	}
	<-until.Done()
	if relay.Count() == 0 {
		return failed(fmt.Errorf("no request of a main turn arrived"))
	}
	return nil
}

// agreeToPass explains what the forwarding of requests means, and asks for consent.
func (c capturing) agreeToPass(env Env) error {
	fmt.Fprintf(env.Stderr, "The agent that you start uses your real home and environment, as usual. Its requests go to %s\nwith its own key. galley stores their bodies, which include your files and prompts, but no headers.\n", report.Safe(c.forward))
	if c.yes {
		return nil
	}
	return env.agree("Continue?", "nothing was passed on")
}

// took stores a forwarded request.
func (c capturing) took(ctx context.Context, env Env, s *Session, at places, name string, x endpoint.Exchange, spent endpoint.Spent) error {
	guess, version := env.Agents.Sender(x.Header["user-agent"])
	if name == "" {
		name = guess
	}
	if name == "" {
		name = unknownAgent
	}
	one := &capture.Capture{Agent: name, Mode: start.Listened, Created: x.At, Model: capture.ModelOf(x.Request, x.Path), Form: x.Form, Method: x.Method, Path: x.Path, Header: x.Header,
		Sizes: x.Request.Sizes, Body: x.Body, Cwd: s.Request.Cwd, Project: launch.Project(s.World, s.Request.Cwd),
		Notes: append([]string{fmt.Sprintf("passed on to %s, which answered %d", c.forward, x.Status)}, x.Request.Notes...)}
	if name == guess {
		one.Version = version
	}
	if spent.Known {
		one.Notes = append(one.Notes, fmt.Sprintf("the provider counted %d tokens in, %d of them from its cache, and %d out", spent.Input, spent.Cached, spent.Made))
	}
	random := make([]byte, 2)
	rand.Read(random) // this cannot fail
	one.ID = capture.NewID(name, x.At, hex.EncodeToString(random))
	o := launch.Options{Agent: name, Agents: env.Agents, World: s.World, Cwd: one.Cwd}
	if name != unknownAgent {
		if err := launch.Understand(ctx, o, one); err != nil {
			one.Notes = append(one.Notes, err.Error())
		}
	}
	if err := at.store.Save(one); err != nil {
		return err
	}
	fmt.Fprintln(env.Stdout, report.Safe(followLine(one)))
	return nil
}

// followLine describes a capture in one line.
func followLine(c *capture.Capture) string {
	line := fmt.Sprintf("%s  %s  system %s, %d tools %s, messages %s", c.Created.Local().Format("15:04:05"), c.ID, report.Size(c.Sizes.System), c.Sizes.ToolCount,
		report.Size(c.Sizes.Tools), report.Size(c.Sizes.Messages))
	for _, note := range c.Notes {
		if strings.HasPrefix(note, "the provider counted ") {
			line += "; " + strings.TrimPrefix(note, "the provider counted ")
		}
	}
	return line
}

// newFollow returns a command that prints each capture when it is stored, with the differences from
// the agent's capture before it.
func newFollow(env Env, with func(do func(context.Context, *Session, places, []string) error) func(*cobra.Command, []string) error) *cobra.Command {
	var most int
	var every time.Duration
	cmd := &cobra.Command{
		Use: "follow [ID]", Short: "Print each new capture and how it differs from the one before", Args: cobra.MaximumNArgs(1),
		Long: `Print each capture when it is stored, and how it differs from the one before of the same
agent. While galley capture AGENT --forward URL runs in another terminal, follow shows each
request of the session. With the ID of a capture it starts with that one, and shows only
captures of the same agent and directory. Ctrl+C ends it.`,
		RunE: with(func(ctx context.Context, s *Session, at places, args []string) error {
			if most < 0 || every < 50*time.Millisecond {
				return usage("captures follow: --count is 0 or more, --every at least 50ms")
			}
			var first *capture.Capture
			if len(args) > 0 {
				var err error
				if first, err = at.store.Load(args[0]); err != nil {
					return failed(err)
				}
			}
			ctx, stop := launch.Stoppable(ctx)
			defer stop()
			return follow(ctx, env, s, at, first, most, every)
		}),
	}
	cmd.Flags().IntVar(&most, "count", 0, "end after this many captures (default: never)")
	cmd.Flags().DurationVar(&every, "every", 500*time.Millisecond, "how often to look")
	return cmd
}

// follow prints the captures that are stored from now on. If first is not nil, it first prints that
// capture and those after it, and then only new captures of the same agent and directory.
func follow(ctx context.Context, env Env, s *Session, at places, first *capture.Capture, most int, every time.Duration) error {
	other := func(c *capture.Capture) bool { return first != nil && (c.Agent != first.Agent || c.Cwd != first.Cwd) }
	seen := map[string]bool{}
	last := map[string]*capture.Capture{}
	all, _, err := at.store.List()
	if err != nil {
		return failed(err)
	}
	for i := range all {
		if first != nil && !all[i].Created.Before(first.Created) {
			continue
		}
		seen[all[i].ID] = true
		if c := last[all[i].Agent]; c == nil || all[i].Created.After(c.Created) {
			last[all[i].Agent] = &all[i]
		}
	}
	for told, wait := 0, time.Duration(0); ; wait = every {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		all, _, err := at.store.List()
		if err != nil {
			return failed(err)
		}
		for i := len(all) - 1; i >= 0; i-- {
			if seen[all[i].ID] {
				continue
			}
			seen[all[i].ID] = true
			if other(&all[i]) {
				continue
			}
			c, err := at.store.Load(all[i].ID)
			if err != nil {
				continue // the capture was deleted or is damaged
			}
			s.tellFollowed(ctx, env, at, c, last[c.Agent])
			last[c.Agent] = c
			if told++; told == most {
				return nil
			}
		}
	}
}

// tellFollowed prints a capture and its differences from an earlier one.
func (s *Session) tellFollowed(ctx context.Context, env Env, at places, c, before *capture.Capture) {
	if s.json {
		shape := *c
		shape.Body = nil
		_ = env.encode(shape) // a failed write does not end the command
		return
	}
	fmt.Fprintln(env.Stdout, report.Safe(followLine(c)))
	if before == nil {
		return
	}
	var sides [2]compare.Side
	for i, id := range []string{before.ID, c.ID} {
		one, err := at.store.Load(id)
		if err != nil {
			return
		}
		r, err := s.asCaptured(ctx, env, one)
		if err != nil {
			return
		}
		sides[i] = report.SideOf(id, r)
	}
	diff := report.DiffOf(sides[0], sides[1])
	for _, line := range report.DiffSummary(diff) {
		fmt.Fprintln(env.Stdout, "    "+report.Safe(line))
	}
	signs := map[string]string{"added": "+", "changed": "~", "removed": "-"}
	for _, b := range diff.Blocks { // list the files whose blocks differ
		file, is := strings.CutPrefix(b.ID, "file/")
		if sign := signs[b.Change]; is && sign != "" {
			fmt.Fprintf(env.Stdout, "    %s %s  %s\n", sign, report.Safe(report.Nearby(file, c.Cwd)), report.Size(max(b.Bytes[0], b.Bytes[1])))
		}
	}
}
