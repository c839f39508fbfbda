package capturing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/ui/launch"
	"galley/ui/list"
	"galley/ui/screen"
	"galley/ui/style"
)

var now = time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)

func TestAgentsAreListedWithTheirState(t *testing.T) {
	captures := []capture.Capture{
		{ID: "claude-code-2", Agent: "claude-code", Version: "2.1.332", Mode: start.Headless, Created: now.Add(-2 * time.Hour)},
		{ID: "claude-code-1", Agent: "claude-code", Version: "2.1.332", Mode: start.Headless, Created: now.Add(-9 * time.Hour)},
	}
	var claude, cursor, opencode []string
	for _, item := range rows(agent.Known(), choicesMsg{captures: captures, words: map[string]string{"opencode@1.18.33": "2026-11-28"}}, now) {
		line := item.Label + " | " + item.Detail
		switch {
		case strings.HasPrefix(item.Label, "Claude Code"):
			claude = append(claude, line)
		case strings.HasPrefix(item.Label, "Cursor"):
			cursor = append(cursor, line)
		case strings.HasPrefix(item.Label, "OpenCode"):
			opencode = append(opencode, line)
		}
	}
	for _, line := range claude[1 : len(claude)-1] {
		if !strings.HasPrefix(line, "Claude Code 2.") || !strings.Contains(line, "modelled, with stand-ins") {
			t.Errorf("a model is not described: %q", line)
		}
	}
	if len(claude) < 3 || claude[0] != "Claude Code | captured 2 hours ago · 2.1.332 · headless" || !strings.HasPrefix(claude[len(claude)-1], "Claude Code: capture it |") {
		t.Errorf("%q", claude)
	}
	for _, line := range claude {
		if strings.Contains(line, "9 hours") {
			t.Errorf("a superseded capture is listed: %q", line)
		}
	}
	if len(cursor) != 1 || !strings.Contains(cursor[0], "rules only: it cannot be captured") {
		t.Errorf("%q", cursor)
	}
	if len(opencode) < 2 || !strings.Contains(opencode[0], "modelled, with its own words from your capture of 2026-11-28") || !strings.Contains(opencode[1], "stand-ins") {
		t.Errorf("%q", opencode)
	}
}

func TestEveryProfileCanBeChosenAndItsNameFindsIt(t *testing.T) {
	agents := agent.Known()
	listed := map[string]int{}
	var labels []string
	for _, item := range rows(agents, choicesMsg{}, now) {
		labels = append(labels, item.Label)
		if v := item.Value.(choice); v.profile != "" {
			listed[v.profile]++
		}
	}
	for _, p := range agents.Profiles() {
		if n := listed[profile.FullName(p)]; n != 1 {
			t.Errorf("%s is listed %d times", profile.FullName(p), n)
		}
	}
	if first := labels[list.Rank("claude", labels)[0].Row]; !strings.HasPrefix(first, "Claude Code 2.") {
		t.Errorf("claude finds %q first", first)
	}
	if labels[0] != "The template alone" {
		t.Errorf("%q comes first", labels[0])
	}
}

// bench returns a Capturing with a made-up agent, whose start is replaced by fake.
func bench(t *testing.T, fake func(context.Context, launch.Options) (*capture.Capture, error)) (*Capturing, *screen.Screen, *string) {
	t.Helper()
	w := facts.NewMemory().File("/bin/claude", "").Mode("/bin/claude", 0o755).Dir("/p/.git").Env("PATH", "/bin").Env("HOME", "/h").
		File("/p/.claude/settings.json", `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"./evil.sh"}]}]}}`)
	s := screen.New(screen.Options{Clock: func() time.Time { return now }, Styles: func(string) *style.Styles { return &style.Styles{} }})
	used := new(string)
	c := New(Options{
		World: w, Agents: agent.Known(), StateDir: t.TempDir(), Screen: s, Clock: func() time.Time { return now }, Capture: fake,
		Request: func() engine.Request { return engine.Request{Cwd: "/p", Profile: "claude-code"} },
		Use:     func(name string, _ *capture.Capture) tea.Cmd { *used = name; return nil },
	})
	return c, s, used
}

// run runs a command and all commands that follow from it.
func run(c *Capturing, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, one := range msg {
			run(c, one)
		}
	default:
		next, ok := c.Update(msg)
		if !ok {
			panic(fmt.Sprintf("%T is not handled", msg))
		}
		run(c, next)
	}
}

func key(s *screen.Screen, c *Capturing, k tea.KeyMsg) {
	run(c, s.Input(func() tea.Cmd { return s.Key(k) }))
}

func result(context.Context, launch.Options) (*capture.Capture, error) {
	return &capture.Capture{
		Agent: "claude-code", Version: "2", Created: now, Cwd: "/p", Project: "/p", Form: "anthropic-messages",
		Body: []byte(`{"messages":[{"role":"user","content":"hi"}]}`),
	}, nil
}

func TestNothingStartsBeforeTheUserAgrees(t *testing.T) {
	started := 0
	c, s, used := bench(t, func(ctx context.Context, o launch.Options) (*capture.Capture, error) {
		started++
		return result(ctx, o)
	})
	run(c, s.Input(c.Again))
	if s.Dialog() == nil || started != 0 {
		t.Fatalf("dialog %v, started %d", s.Dialog(), started)
	}
	key(s, c, tea.KeyMsg{Type: tea.KeyEnter}) // the bar starts on No
	if started != 0 {
		t.Fatal("Enter alone starts the agent")
	}
	run(c, s.Input(c.Again))
	key(s, c, tea.KeyMsg{Type: tea.KeyDown})
	key(s, c, tea.KeyMsg{Type: tea.KeyEnter})
	if started != 1 || *used != "claude-code" {
		t.Fatalf("started %d, shown %q", started, *used)
	}
	// Once the user has agreed, galley does not ask again until the command changes.
	run(c, s.Input(c.Again))
	if started != 2 || s.Dialog() != nil {
		t.Errorf("started %d, dialog %v", started, s.Dialog())
	}
	c.o.World.(*facts.Memory).File("/p/.claude/settings.json", `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"./other.sh"}]}]}}`)
	run(c, s.Input(c.Again))
	if started != 2 || s.Dialog() == nil {
		t.Errorf("after a changed hook: started %d, dialog %v", started, s.Dialog())
	}
}

// ends is a capture whose agent sends its request and ends when it is told to.
type ends struct {
	*Capturing
	t      *testing.T
	screen *screen.Screen
	shown  []*capture.Capture
	other  bool // the user has chosen another prompt since
	end    chan bool
	final  chan tea.Msg
}

// sends starts such a capture and waits until its request has come.
func sends(t *testing.T) (e *ends, whole tea.Msg) {
	e = &ends{t: t, end: make(chan bool), final: make(chan tea.Msg, 1)}
	e.Capturing, e.screen, _ = bench(t, func(ctx context.Context, o launch.Options) (*capture.Capture, error) {
		early, _ := result(ctx, o)
		if err := o.Whole(early); err != nil {
			return nil, err
		}
		<-e.end
		made, err := result(ctx, o)
		made.Notes = []string{"told at its end"}
		return made, err
	})
	e.o.Use = func(_ string, one *capture.Capture) tea.Cmd {
		e.shown = append(e.shown, one)
		e.screen.ClearNews()
		return nil
	}
	e.o.Request = func() engine.Request {
		r := engine.Request{Cwd: "/p", Profile: "claude-code"}
		if len(e.shown) > 0 && !e.other {
			r.Capture = e.shown[len(e.shown)-1]
		}
		return r
	}
	run(e.Capturing, e.screen.Input(e.Again))
	e.screen.Input(func() tea.Cmd { return e.screen.Key(tea.KeyMsg{Type: tea.KeyDown}) })
	both := e.screen.Input(func() tea.Cmd { return e.screen.Key(tea.KeyMsg{Type: tea.KeyEnter}) })().(tea.BatchMsg)
	go func() { e.final <- both[0]() }()
	return e, both[1]()
}

// ended ends the agent and returns the stored capture.
func (e *ends) ended() *capture.Capture {
	e.t.Helper()
	close(e.end)
	e.Update(<-e.final)
	all, damaged, err := e.store().List()
	if err != nil || len(all) != 1 || len(damaged) > 0 {
		e.t.Fatalf("stored: %v %v %v", all, damaged, err)
	}
	return &all[0]
}

func TestARequestIsShownBeforeItsAgentHasEnded(t *testing.T) {
	e, whole := sends(t)
	e.Update(whole)
	text, _ := e.screen.News()
	if len(e.shown) != 1 || len(e.shown[0].Notes) > 0 || !strings.HasPrefix(text, "Captured claude-code 2: ") {
		t.Fatalf("shown %v, news %q", e.shown, text)
	}
	e.Again()
	if text, _ := e.screen.News(); text != "The captured agent is being stopped" {
		t.Errorf("the key says %q", text)
	}
	kept := e.ended()
	if len(e.shown) != 2 || len(e.shown[1].Notes) != 1 || e.shown[1].ID != e.shown[0].ID || len(kept.Notes) != 1 || kept.ID != e.shown[0].ID {
		t.Errorf("at the end %d are shown, kept %+v", len(e.shown), kept)
	}
	if e.cancel != nil || e.Capturing.shown != "" {
		t.Error("the capture still runs")
	}
}

func TestTheEndOfAnAgentChangesNoPromptThatWasChosenSince(t *testing.T) {
	e, whole := sends(t)
	e.Update(whole)
	e.other = true
	if kept := e.ended(); len(e.shown) != 1 || len(kept.Notes) != 1 {
		t.Errorf("%d are shown, kept %v", len(e.shown), kept.Notes)
	}
}

func TestARequestThatIsToldAfterTheEndIsNotShownAgain(t *testing.T) {
	e, whole := sends(t)
	e.ended()
	e.Update(whole)
	if len(e.shown) != 1 || len(e.shown[0].Notes) != 1 {
		t.Errorf("%d are shown, the last with notes %v", len(e.shown), e.shown[len(e.shown)-1].Notes)
	}
}

func TestAFailedCaptureSaysWhyAndChangesNothing(t *testing.T) {
	c, s, used := bench(t, func(context.Context, launch.Options) (*capture.Capture, error) {
		return nil, errors.New("it asks to log in")
	})
	run(c, s.Input(c.Again))
	key(s, c, tea.KeyMsg{Type: tea.KeyDown})
	key(s, c, tea.KeyMsg{Type: tea.KeyEnter})
	if *used != "" || c.cancel != nil {
		t.Errorf("shown %q, running %v", *used, c.cancel != nil)
	}
}

func TestStopWaitsForTheAgent(t *testing.T) {
	ended := false
	c, s, _ := bench(t, nil)
	c.o.Capture = func(ctx context.Context, _ launch.Options) (*capture.Capture, error) {
		<-ctx.Done()
		time.Sleep(20 * time.Millisecond)
		ended = true
		return nil, ctx.Err()
	}
	run(c, s.Input(c.Again))
	s.Input(func() tea.Cmd { return s.Key(tea.KeyMsg{Type: tea.KeyDown}) })
	cmd := s.Input(func() tea.Cmd { return s.Key(tea.KeyMsg{Type: tea.KeyEnter}) })
	for _, one := range cmd().(tea.BatchMsg) {
		go one()
	}
	c.Stop()
	if !ended {
		t.Error("galley ended before the agent")
	}
}

func TestCaptureFunctionHasADefault(t *testing.T) {
	if New(Options{}).o.Capture == nil {
		t.Error("nothing captures")
	}
}

func TestStoppedCaptureIsNotAFailure(t *testing.T) {
	c, s, used := bench(t, nil)
	for reason, want := range map[string]string{"the capture was stopped": "The capture was stopped", "it asks to log in": "Not captured: claude-code: it asks to log in"} {
		c.cancel = func() {}
		c.captured(capturedMsg{err: &launch.NoRequest{Agent: "claude-code", Reason: reason}})
		if text, _ := s.News(); text != want || c.cancel != nil || *used != "" {
			t.Errorf("%q is described as %q", reason, text)
		}
	}
}
