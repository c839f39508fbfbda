// Package capturing lets the user choose whose prompt is shown, and captures the request of an
// installed agent.
//
// galley never starts an agent when it opens, only when the user presses a key. At the first
// capture in a project, it shows what the agent will run and asks for consent.
package capturing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/ui/dialog"
	"galley/ui/launch"
	"galley/ui/screen"
	"galley/ui/words"
)

// Options are the options of [New].
type Options struct {
	World    facts.World
	Agents   *agent.Registry
	Environ  []string // Environ is the user's environment, as NAME=VALUE
	StateDir string   // if "", captures cannot be stored
	Screen   *screen.Screen
	Clock    func() time.Time
	// Request returns the request that is shown now.
	Request func() engine.Request
	// Use shows another prompt: the captured prompt of c or, if c is nil, the prompt of a
	// profile.
	Use func(profile string, c *capture.Capture) tea.Cmd
	// Capture starts an agent and captures its request; nil means [launch.Make].
	Capture func(context.Context, launch.Options) (*capture.Capture, error)
}

// Capturing holds the state of captures in the workbench. [New] makes one.
type Capturing struct {
	o      Options
	screen *screen.Screen
	cancel context.CancelFunc // cancels the running capture, or nil
	ended  chan struct{}      // closed when that capture has ended
	seen   chan tea.Msg       // messages about the running capture
	shown  string             // the id of its request, which is shown while the agent is still ending, or ""
}

// New returns a Capturing without a running capture.
func New(o Options) *Capturing {
	if o.Capture == nil {
		o.Capture = launch.Make
	}
	return &Capturing{o: o, screen: o.Screen}
}

// Update handles a message of this package; ok is false for other messages.
func (c *Capturing) Update(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	switch msg := msg.(type) {
	case choicesMsg:
		cmd = c.choose(msg)
	case plannedMsg:
		cmd = c.planned(msg)
	case progressMsg:
		c.screen.Say(string(msg))
		cmd = c.wait()
	case wholeMsg:
		if msg.of == c.seen { // otherwise that capture has ended and its request is shown already
			cmd = tea.Batch(c.show(msg.capture), c.wait())
		}
	case capturedMsg:
		cmd = c.captured(msg)
	case loadedMsg:
		cmd = c.loaded(msg)
	default:
		return nil, false
	}
	return cmd, true
}

// store returns the store of captures, or an empty one without a directory for state.
func (c *Capturing) store() capture.Store {
	if c.o.StateDir == "" {
		return capture.Store{}
	}
	return capture.Store{Dir: facts.Join(c.o.StateDir, "captures")}
}

func (c *Capturing) consents() capture.Consents {
	return capture.Consents{File: facts.Join(c.o.StateDir, "consents.json")}
}

// plannedMsg holds what a capture of an agent would run.
type plannedMsg struct {
	options  launch.Options
	question launch.Question
	err      error
	asked    screen.Ticket
}

// Again captures the shown agent again. If a capture is running, it stops this capture instead.
func (c *Capturing) Again() tea.Cmd {
	if c.cancel != nil {
		c.cancel()
		said := "The capture is being stopped"
		if c.shown != "" {
			said = "The captured agent is being stopped"
		}
		c.screen.Say(said)
		return nil
	}
	r := c.o.Request()
	name, _, _ := strings.Cut(r.Profile, "@")
	if r.Capture != nil {
		name = r.Capture.Agent
	}
	return c.Start(name)
}

// Start finds out what a capture of the named agent would run, and then captures the agent.
func (c *Capturing) Start(name string) tea.Cmd {
	named, ok := c.o.Agents.Starts(name)
	switch {
	case name == "" || name == profile.Default:
		c.screen.Warn("Choose an agent that galley can start first")
		return nil
	case !ok:
		c.screen.Warn(fmt.Sprintf("galley cannot start %q; choose another agent", name))
		return nil
	case c.o.StateDir == "":
		c.screen.Warn("A capture cannot be stored: set HOME or XDG_STATE_HOME")
		return nil
	}
	world, consents, cwd := c.o.World, c.consents(), c.o.Request().Cwd
	msg := plannedMsg{asked: c.screen.Ticket(), options: launch.Options{
		Agent: named.Name, Agents: c.o.Agents, Starter: *named.Start, World: world, Environ: c.o.Environ, Home: facts.Home(world), Cwd: cwd, State: c.o.StateDir, Mode: start.Headless,
	}}
	return func() tea.Msg {
		o := &msg.options
		o.Project = launch.Project(world, cwd)
		msg.question, msg.err = launch.Ask(*o, consents)
		return msg
	}
}

// planned starts the agent, or asks for permission first.
func (c *Capturing) planned(msg plannedMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		c.screen.Warn(msg.err.Error())
		return nil
	case msg.question.Given:
		return c.run(msg)
	}
	return c.screen.Answer(msg.asked, "capture", func() tea.Cmd {
		items := []dialog.Item{
			{Label: "Do not start it", Detail: "nothing runs", Value: false},
			{Label: "Start it", Detail: msg.question.Found.Path, Value: true},
		}
		for _, r := range msg.question.Runs {
			items = append(items, dialog.Item{Label: "  it runs " + r.Kind + " " + r.Name, Detail: runDetail(r), Value: false})
		}
		c.screen.Open(dialog.NewList("Start "+msg.options.Agent+" once and record its request?", "", items, func(item dialog.Item) tea.Cmd {
			if !item.Value.(bool) {
				c.screen.Say("Nothing was started")
				return nil
			}
			return c.run(msg)
		}).Telling())
		return nil
	})
}

func runDetail(r start.Run) string {
	whose := "yours"
	if r.Project {
		whose = "the project's"
	}
	return strings.TrimSpace(r.Command + " (" + whose + ", " + r.File + ")")
}

// capturedMsg carries the captured request, or the reason why the capture failed.
type capturedMsg struct {
	capture *capture.Capture
	err     error
}

// wholeMsg carries the captured request while the agent is still ending.
type wholeMsg struct {
	capture *capture.Capture
	of      chan tea.Msg // of is the channel of the capture to which the request belongs
}

// progressMsg says what a capture is doing.
type progressMsg string

// run starts the agent in the background.
func (c *Capturing) run(msg plannedMsg) tea.Cmd {
	if c.cancel != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	seen := make(chan tea.Msg, 16)
	ended := make(chan struct{})
	c.cancel, c.seen, c.ended = cancel, seen, ended
	consents, store, start, now := c.consents(), c.store(), c.o.Capture, c.o.Clock
	o := msg.options
	o.Progress = func(sentence string) {
		select {
		case seen <- progressMsg(sentence):
		default: // drop the message, because the next one says more
		}
	}
	work := func() tea.Msg {
		defer close(ended)
		defer close(seen)
		defer cancel()
		if !msg.question.Given {
			if err := msg.question.Agree(consents, now()); err != nil {
				return capturedMsg{err: err}
			}
		}
		var whole *capture.Capture // whole is the capture as it is stored
		o.Whole = func(made *capture.Capture) error {
			if err := store.Save(made); err != nil {
				return err
			}
			var err error
			if whole, err = store.Load(made.ID); err != nil {
				return err
			}
			select {
			case seen <- wholeMsg{whole, seen}:
			case <-ctx.Done():
			}
			return nil
		}
		made, err := start(ctx, o)
		if err != nil {
			return capturedMsg{err: err}
		}
		if whole != nil {
			err = store.Complete(whole, made)
		} else {
			err = store.Save(made)
		}
		if err != nil {
			return capturedMsg{err: err}
		}
		kept, err := store.Load(made.ID)
		return capturedMsg{kept, err}
	}
	c.screen.Say("Starting " + o.Agent + "…")
	return tea.Batch(work, c.wait())
}

// wait returns a command that waits for the next message about the capture.
func (c *Capturing) wait() tea.Cmd {
	seen := c.seen
	if seen == nil {
		return nil
	}
	return func() tea.Msg {
		return <-seen // nil if the capture has ended
	}
}

// Stop ends the running capture when galley quits, because an agent must not outlive galley. It
// waits for a few seconds at most until the agent has ended.
func (c *Capturing) Stop() {
	if c.cancel == nil {
		return
	}
	c.cancel()
	select {
	case <-c.ended:
	case <-time.After(4 * time.Second):
	}
}

// captured ends a capture. It shows the request again if the request came late or has new notes
// about the agent's end, unless the user has chosen another prompt since then.
func (c *Capturing) captured(msg capturedMsg) tea.Cmd {
	shown := c.shown
	c.cancel, c.seen, c.shown = nil, nil, ""
	if msg.err != nil {
		var none *launch.NoRequest
		if errors.As(msg.err, &none) && none.Reason == "the capture was stopped" {
			c.screen.Say("The capture was stopped")
			return nil
		}
		c.screen.Warn("Not captured: " + words.Reason(msg.err))
		return nil
	}
	if now := c.o.Request().Capture; shown != "" && (now == nil || now.ID != shown) {
		return nil
	}
	return c.show(msg.capture)
}

// show shows a captured request.
func (c *Capturing) show(one *capture.Capture) tea.Cmd {
	if c.cancel != nil {
		c.shown = one.ID
	}
	cmd := c.o.Use(one.Agent, one) // Use clears the message, so show the new one after it
	c.screen.Say(fmt.Sprintf("Captured %s %s: %s of messages and tools, %s", one.Agent, one.Version,
		words.Plural(one.Sizes.System+one.Sizes.Messages+one.Sizes.Tools, "byte"), words.Plural(one.Sizes.ToolCount, "tool")))
	return cmd
}
