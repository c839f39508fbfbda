package capturing

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/profile"
	"galley/ui/launch"
)

// starts starts a capture as if the user had agreed, and returns the message that comes when the
// agent has ended.
func starts(t *testing.T, c *Capturing) capturedMsg {
	t.Helper()
	cmd := c.run(plannedMsg{options: launch.Options{Agent: "claude-code"}, question: launch.Question{Given: true}})
	msg, ok := cmd().(tea.BatchMsg)[0]().(capturedMsg)
	if !ok {
		t.Fatal("the capture ends without a word")
	}
	return msg
}

// A capture that cannot be stored is an error, whether galley tries to store it before or after
// the agent's end.
func TestACaptureThatCannotBeStoredIsAnError(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var told error
	early := func(ctx context.Context, o launch.Options) (*capture.Capture, error) {
		made, err := result(ctx, o)
		told = errors.Join(err, o.Whole(made))
		return made, told
	}
	for name, fake := range map[string]func(context.Context, launch.Options) (*capture.Capture, error){"at its end": result, "before its end": early} {
		c, _, used := bench(t, fake)
		c.o.StateDir = file
		if msg := starts(t, c); msg.err == nil || !strings.Contains(msg.err.Error(), "storing the capture") || msg.capture != nil || *used != "" {
			t.Errorf("%s: %+v", name, msg)
		}
	}
	if told == nil {
		t.Error("the agent's run does not learn of it")
	}

	// If consent cannot be stored, nothing is started.
	c, _, _ := bench(t, func(context.Context, launch.Options) (*capture.Capture, error) {
		t.Error("the agent is started")
		return nil, nil
	})
	c.o.StateDir = file
	msg := c.run(plannedMsg{})().(tea.BatchMsg)[0]().(capturedMsg)
	if msg.err == nil {
		t.Errorf("%+v", msg)
	}
}

// A capture is stored before the agent ends. If it cannot be completed after that, this is an
// error.
func TestACaptureThatCannotBeCompletedIsAnError(t *testing.T) {
	t.Parallel()
	c, _, _ := bench(t, nil)
	var dir string
	c.o.Capture = func(ctx context.Context, o launch.Options) (*capture.Capture, error) {
		made, err := result(ctx, o)
		err = errors.Join(err, o.Whole(made), os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600))
		return made, err
	}
	dir = c.store().Dir
	if msg := starts(t, c); msg.err == nil || !strings.Contains(msg.err.Error(), "storing the capture") {
		t.Errorf("%+v", msg)
	}
}

// A request that comes when nobody listens any more does not delay the agent's end. If there are
// many messages about the progress, some may be lost.
func TestNobodyListensAnyMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, _ := bench(t, nil)
		c.o.Capture = func(ctx context.Context, o launch.Options) (*capture.Capture, error) {
			for range 40 {
				o.Progress("waiting")
			}
			made, err := result(ctx, o)
			if err == nil {
				go func() { time.Sleep(time.Second); c.cancel() }()
				err = o.Whole(made)
			}
			return made, err
		}
		began := time.Now()
		if msg := starts(t, c); msg.err != nil || msg.capture == nil || time.Since(began) != time.Second {
			t.Errorf("after %v: %+v", time.Since(began), msg)
		}
		if n := len(c.seen); n != cap(c.seen) || <-c.seen != progressMsg("waiting") {
			t.Errorf("%d messages wait", n)
		}
	})
}

// galley waits for the agent's end, but not for ever.
func TestStopDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, _ := bench(t, nil)
		cancelled := false
		c.cancel, c.ended = func() { cancelled = true }, make(chan struct{})
		began := time.Now()
		if c.Stop(); !cancelled || time.Since(began) != 4*time.Second {
			t.Errorf("cancelled %v, after %v", cancelled, time.Since(began))
		}
	})
}

// If the store cannot be read, the agents are listed nevertheless.
func TestAStoreThatCannotBeReadListsNoCaptures(t *testing.T) {
	t.Parallel()
	c, _, _ := bench(t, result)
	if err := os.WriteFile(c.store().Dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if msg := c.Choose()().(choicesMsg); msg.captures != nil || len(msg.words) != 0 {
		t.Errorf("%+v", msg)
	}
}

// Without a state directory, a folder of the working directory is not used as the store.
func TestWithoutAStateNoFolderIsTheStore(t *testing.T) {
	c, _, _ := bench(t, result)
	kept(t, c, capture.Capture{Agent: "claude-code", Version: "2.1", Mode: start.Headless, Created: now, Cwd: "/p", Project: "/p"})
	if msg := c.Choose()().(choicesMsg); len(msg.captures) != 1 {
		t.Fatalf("%+v", msg)
	}
	t.Chdir(c.o.StateDir)
	c.o.StateDir = ""
	if msg := c.Choose()().(choicesMsg); msg.captures != nil || len(msg.words) != 0 {
		t.Errorf("%+v", msg)
	}
}

// The rows of agents from outside: without a title, with one profile or several, which galley can start or not.
func TestRowsOfAgentsFromOutside(t *testing.T) {
	t.Parallel()
	codex, _, err := agent.Known().Lookup("codex")
	if err != nil {
		t.Fatal(err)
	}
	one, _ := agent.Known().Profile("codex")
	two, _ := agent.Known().Profile("aider")
	codex.Name, codex.Title = "outside", ""
	listed := func(profiles ...profile.Profile) string {
		codex.Profiles = profiles
		var all []string
		for _, item := range rows(agent.New(codex), choicesMsg{}, now) {
			all = append(all, item.Label+" | "+item.Also)
		}
		return strings.Join(all, "\n")
	}
	full, other := profile.FullName(one), profile.FullName(two)
	if got, want := listed(one, two), full+" | "+full+"\n"+other+" | "+other+"\noutside: capture it | outside"; got != want {
		t.Errorf("two profiles:\n%s\nwant\n%s", got, want)
	}
	if got, want := listed(two), "outside "+two.Version()+" | "+other+"\noutside: capture it | outside"; got != want {
		t.Errorf("one profile:\n%s\nwant\n%s", got, want)
	}
	rules, _, err := agent.Known().Lookup("zed")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := agent.Known().Profile("zed")
	for want, starter := range map[string]*start.Starter{"rules only until it is captured; its own words are not known": codex.Start, "rules only: it cannot be captured; its own words are not known": nil} {
		rules.Start = starter
		if got := known(rules, p, ""); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := known(rules, p, "2026-01-02"); got != "modelled, with its own words from your capture of 2026-01-02 · your template is not sent" {
		t.Errorf("%q", got)
	}
}

// An agent is started in the directory of the prompt, and its capture belongs to the repository around it.
func TestACaptureBelongsToItsProject(t *testing.T) {
	t.Parallel()
	var started launch.Options
	c, s, _ := bench(t, func(ctx context.Context, o launch.Options) (*capture.Capture, error) {
		started = o
		return result(ctx, o)
	})
	c.o.Request = func() engine.Request { return engine.Request{Cwd: "/p/below", Profile: "claude-code"} }
	run(c, s.Input(c.Again))
	key(s, c, tea.KeyMsg{Type: tea.KeyDown})
	key(s, c, tea.KeyMsg{Type: tea.KeyEnter})
	if started.Project != "/p" || started.Cwd != "/p/below" || started.Home != "/h" || started.State != c.o.StateDir || started.Mode != start.Headless || started.Agent != "claude-code" {
		t.Errorf("started with %+v", started)
	}
}

// The capture that is shown is marked in the list, and the bar is on it.
func TestTheShownCaptureIsMarked(t *testing.T) {
	t.Parallel()
	c, s, _ := bench(t, result)
	kept(t, c, capture.Capture{Agent: "claude-code", Version: "2.1", Mode: start.Headless, Created: now, Cwd: "/p", Project: "/p"}, capture.Capture{Agent: "claude-code", Version: "2.2", Mode: start.Interactive, Created: now.Add(-time.Hour), Cwd: "/p", Project: "/p"})
	all, _, err := c.store().List()
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	for i, want := range []string{"2.1 · headless", "2.2 · interactive"} {
		c.o.Request = func() engine.Request { return engine.Request{Cwd: "/p", Profile: "claude-code", Capture: &all[i]} }
		run(c, s.Input(c.Choose))
		var marked []string
		for _, row := range shownRows(c, s.Dialog(), "") {
			if strings.HasSuffix(row, " now") {
				marked = append(marked, row)
			}
		}
		if len(marked) != 1 || !strings.Contains(marked[0], want) {
			t.Errorf("%q are marked, want %s", marked, want)
		}
		key(s, c, tea.KeyMsg{Type: tea.KeyEsc})
	}
}
