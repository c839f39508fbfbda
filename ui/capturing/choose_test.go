package capturing

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/launch"
	"galley/ui/view/viewtest"
)

// kept stores captures of a project and of another one.
func kept(t *testing.T, c *Capturing, all ...capture.Capture) {
	t.Helper()
	for _, one := range all {
		made, err := result(context.Background(), launch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		made.Agent, made.Version, made.Mode, made.Created, made.Cwd, made.Project = one.Agent, one.Version, one.Mode, one.Created, one.Cwd, one.Project
		if err := c.store().Save(made); err != nil {
			t.Fatal(err)
		}
	}
}

// shownRows types a text into the open list and returns the text of each row that is drawn.
func shownRows(c *Capturing, d dialog.Dialog, typed string) []string {
	if l, ok := d.(*dialog.List); ok {
		l.SetText(typed)
	}
	var rows []string
	for _, row := range viewtest.Draw(150, 40, func(a cell.Area) { d.Draw(a, viewtest.Styles()) }) {
		if words := strings.Trim(row, " │┃┌┐└┘─"); words != "" {
			rows = append(rows, words)
		}
	}
	return rows
}

// The list has the newest capture of each mode in this project. It marks what is shown now, and
// says from which day an agent's own words are.
func TestTheListHasTheProjectsCaptures(t *testing.T) {
	c, s, used := bench(t, result)
	day := func(n int) time.Time { return now.Add(-time.Duration(n) * 24 * time.Hour) }
	kept(t, c,
		capture.Capture{Agent: "claude-code", Version: "2.1", Mode: start.Headless, Created: day(1), Cwd: "/p", Project: "/p"}, capture.Capture{Agent: "claude-code", Version: "2.0", Mode: start.Headless, Created: day(3), Cwd: "/p", Project: "/p"},
		capture.Capture{Agent: "claude-code", Version: "2.1", Mode: start.Interactive, Created: day(5), Cwd: "/p", Project: "/p"}, capture.Capture{Agent: "claude-code", Version: "1.9", Mode: start.Headless, Created: day(2), Cwd: "/p/below", Project: "/p"},
		capture.Capture{Agent: "opencode", Version: "1.18.33", Mode: start.Headless, Created: day(4), Cwd: "/elsewhere", Project: "/elsewhere"})
	run(c, s.Input(c.Choose))
	if s.Dialog() == nil {
		t.Fatal("no list opens")
	}
	claude := strings.Join(shownRows(c, s.Dialog(), "claude"), "\n")
	for _, want := range []string{"captured 24 hours ago · 2.1 · headless", "2.1 · interactive", "Claude Code: capture it"} {
		if !strings.Contains(claude, want) {
			t.Errorf("%q is not in the list:\n%s", want, claude)
		}
	}
	for _, other := range []string{"2.0 · headless", "1.9 · headless"} {
		if strings.Contains(claude, other) {
			t.Errorf("%q is in the list:\n%s", other, claude)
		}
	}
	if opencode := strings.Join(shownRows(c, s.Dialog(), "OpenCode 1.18.33"), "\n"); !strings.Contains(opencode, "your capture of "+day(4).Format(time.DateOnly)) {
		t.Errorf("the list does not name the day of the words:\n%s", opencode)
	}
	// A captured prompt is loaded from the store and shown.
	shownRows(c, s.Dialog(), "claude")
	key(s, c, tea.KeyMsg{Type: tea.KeyEnter})
	if *used != "claude-code" || s.Dialog() != nil {
		t.Errorf("chosen is %q", *used)
	}
}

// The row that captures an agent says which version it starts, or how to install the agent.
func TestTheListSaysWhichAgentsAreInstalled(t *testing.T) {
	c, s, _ := bench(t, result)
	w := c.o.World.(*facts.Memory)
	w.File("/npm/@openai/codex/package.json", `{"name":"@openai/codex","version":"0.171.0"}`).File("/npm/@openai/codex/bin/codex.js", "").Mode("/npm/@openai/codex/bin/codex.js", 0o755).Link("/bin/codex", "/npm/@openai/codex/bin/codex.js")
	run(c, s.Input(c.Choose))
	for title, want := range map[string]string{
		"Claude Code": "starts the installed agent once", "Codex": "starts the installed 0.171.0 once", "OpenCode": "not installed: npm install -g opencode-ai",
	} {
		if rows := strings.Join(shownRows(c, s.Dialog(), title+": capture it"), "\n"); !strings.Contains(rows, want) {
			t.Errorf("%s: %q is not in the list:\n%s", title, want, rows)
		}
	}
}

func TestAPromptOfAProfileIsShown(t *testing.T) {
	c, s, used := bench(t, result)
	run(c, s.Input(c.Choose))
	list := strings.Join(shownRows(c, s.Dialog(), ""), "\n")
	if !strings.Contains(list, "The template alone") {
		t.Fatalf("%s", list)
	}
	shownRows(c, s.Dialog(), "The template alone")
	key(s, c, tea.KeyMsg{Type: tea.KeyEnter})
	if *used != "template" {
		t.Errorf("chosen is %q", *used)
	}
	// What is shown now is marked, and the bar is on it.
	c.o.Request = func() engine.Request { return engine.Request{Cwd: "/p", Profile: "template"} }
	run(c, s.Input(c.Choose))
	row := ""
	for _, r := range shownRows(c, s.Dialog(), "") {
		if strings.Contains(r, " now") {
			row = r
		}
	}
	if !strings.HasPrefix(row, "The template alone") {
		t.Errorf("marked is %q", row)
	}
}

func TestWithoutADirectoryForStateNothingIsCaptured(t *testing.T) {
	c, s, _ := bench(t, result)
	c.o.StateDir = ""
	run(c, s.Input(c.Choose))
	if s.Dialog() == nil {
		t.Error("the agents are not listed")
	}
	s.Dialog()
	key(s, c, tea.KeyMsg{Type: tea.KeyEsc})
	run(c, s.Input(func() tea.Cmd { return c.Start("claude-code") }))
	if news, bad := s.News(); !bad || !strings.Contains(news, "cannot be stored") {
		t.Errorf("the news is %q", news)
	}
	run(c, s.Input(func() tea.Cmd { return c.Start("zed") }))
	if news, bad := s.News(); !bad || !strings.Contains(news, `cannot start "zed"`) {
		t.Errorf("the news is %q", news)
	}
	run(c, s.Input(func() tea.Cmd { return c.Start("") }))
	if news, bad := s.News(); !bad || !strings.Contains(news, "Choose an agent that galley can start") {
		t.Errorf("the news is %q", news)
	}
}

func TestAnAgentThatIsNotInstalledIsToldOf(t *testing.T) {
	c, s, _ := bench(t, result)
	run(c, s.Input(func() tea.Cmd { return c.Start("codex") }))
	if news, bad := s.News(); !bad || news == "" || s.Dialog() != nil {
		t.Errorf("the news is %q, %v", news, bad)
	}
}

// If the chosen capture has been deleted since the list was opened, a message says so.
func TestACaptureThatIsGoneIsToldOf(t *testing.T) {
	c, s, used := bench(t, result)
	kept(t, c, capture.Capture{Agent: "claude-code", Version: "2.1", Mode: start.Headless, Created: now, Cwd: "/p", Project: "/p"})
	run(c, s.Input(c.Choose))
	shownRows(c, s.Dialog(), "claude")
	if err := os.RemoveAll(filepath.Join(c.o.StateDir, "captures")); err != nil {
		t.Fatal(err)
	}
	key(s, c, tea.KeyMsg{Type: tea.KeyEnter})
	if news, bad := s.News(); !bad || news == "" || *used != "" {
		t.Errorf("the news is %q; shown %q", news, *used)
	}
}

// The key captures the agent of the shown capture again, whatever the profile is. Pressed again,
// it stops the capture.
func TestTheShownCaptureIsMadeAgainOrStopped(t *testing.T) {
	var asked []string
	begun := make(chan struct{})
	c, s, _ := bench(t, func(ctx context.Context, o launch.Options) (*capture.Capture, error) {
		asked = append(asked, o.Agent)
		close(begun)
		<-ctx.Done()
		return nil, &launch.NoRequest{Reason: "the capture was stopped"}
	})
	c.o.Request = func() engine.Request {
		return engine.Request{Cwd: "/p", Profile: "template", Capture: &capture.Capture{Agent: "claude-code"}}
	}
	run(c, s.Input(c.Again))
	if s.Dialog() == nil {
		t.Fatal("nobody is asked")
	}
	key(s, c, tea.KeyMsg{Type: tea.KeyDown})
	_, cmd := s.Dialog().Key(tea.KeyMsg{Type: tea.KeyEnter})
	batch, ok := cmd().(tea.BatchMsg)
	if !ok {
		t.Fatal("nothing starts")
	}
	ended := make(chan tea.Msg)
	go func() { ended <- batch[0]() }()
	<-begun
	if news, _ := s.News(); news != "Starting claude-code…" {
		t.Errorf("the news is %q", news)
	}
	if cmd := c.Again(); cmd != nil || fmt.Sprint(asked) != "[claude-code]" {
		t.Errorf("started %q, then %v", asked, cmd != nil)
	}
	if news, _ := s.News(); news != "The capture is being stopped" {
		t.Errorf("the news is %q", news)
	}
	c.Update(<-ended)
	if news, bad := s.News(); news != "The capture was stopped" || bad {
		t.Errorf("the news is %q", news)
	}
	if c.Update("another message"); c.wait() != nil {
		t.Error("after the end there is something to wait for")
	}
	if _, ok := c.Update(errors.New("x")); ok {
		t.Error("a message of others is taken")
	}
}

func TestWhatIsKnownOfAPromptIsDescribed(t *testing.T) {
	got := map[string]string{}
	for _, a := range agent.Known().All() {
		for _, p := range profilesOf(a, agent.Known().Profiles()) {
			got[a.Name] = known(a, p, "")
		}
	}
	for name, want := range map[string]string{
		"template": "no agent: the template is all that is sent", "opencode": "with stand-ins for its own words", "claude-code": "with stand-ins", "zed": "it cannot be captured",
	} {
		if !strings.Contains(got[name], want) {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	for want, as := range map[string][]string{
		"your template is not sent": {"none"}, "your template can be the system text that comes with the user's message": {"user"}, "your template can be its system text; or text after its system text": {"system_md", "append", "none"},
	} {
		if got := places(as); got != want {
			t.Errorf("%q: %q, want %q", as, got, want)
		}
	}
}
