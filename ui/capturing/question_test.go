package capturing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/wire"
	"galley/ui/launch"
)

// The row that captures an agent asks what may be started; only its second answer starts it.
func TestTheRowThatCapturesAsksFirst(t *testing.T) {
	started := 0
	c, s, used := bench(t, func(ctx context.Context, o launch.Options) (*capture.Capture, error) {
		started++
		return result(ctx, o)
	})
	ask := func() []string {
		run(c, c.take(choice{agent: "claude-code", start: true}))
		if s.Dialog() == nil {
			t.Fatal("nothing is asked")
		}
		return shownRows(c, s.Dialog(), "")
	}
	all := ask()
	for _, want := range []string{"Start claude-code once and record its request?", "Do not start it", "nothing runs", "Start it", "/bin/claude", "it runs hook SessionStart", "./evil.sh (the project's, /p/.claude/settings.json)"} {
		if !slices.ContainsFunc(all, func(row string) bool { return strings.Contains(row, want) }) {
			t.Errorf("%q is not in the question:\n%s", want, strings.Join(all, "\n"))
		}
	}
	for _, downs := range []int{0, 2} { // the bar is on the first row, or on a row that says what runs
		ask()
		for range downs {
			key(s, c, tea.KeyMsg{Type: tea.KeyDown})
		}
		key(s, c, tea.KeyMsg{Type: tea.KeyEnter})
		if news, bad := s.News(); news != "Nothing was started" || bad || started != 0 {
			t.Errorf("row %d: said %q, started %d times", downs, news, started)
		}
		s.ClearNews()
	}
	ask()
	key(s, c, tea.KeyMsg{Type: tea.KeyDown})
	key(s, c, tea.KeyMsg{Type: tea.KeyEnter})
	if started != 1 || *used != "claude-code" {
		t.Errorf("started %d times, shown is %q", started, *used)
	}
	run(c, c.Start("claude-code")) // the user has agreed already, so nothing is asked
	if started != 2 || s.Dialog() != nil {
		t.Errorf("started %d times", started)
	}
	if got := runDetail(start.Run{Command: "x y", File: "/f"}); got != "x y (yours, /f)" {
		t.Errorf("%q", got)
	}
	if got := runDetail(start.Run{File: "/f", Project: true}); got != "(the project's, /f)" {
		t.Errorf("%q", got)
	}
}

func TestCapturesAreDescribedAndShown(t *testing.T) {
	for want, one := range map[string]capture.Capture{
		"captured 2 hours ago · 1.2 · headless": {Created: now.Add(-2 * time.Hour), Version: "1.2", Mode: start.Headless},
		"captured 2 hours ago":                  {Created: now.Add(-2 * time.Hour)},
		"captured 2 hours ago · interactive":    {Created: now.Add(-2 * time.Hour), Mode: start.Interactive},
	} {
		if got := captured(one, now); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	one := capture.Capture{Agent: "a", Mode: start.Headless}
	if older(nil, one) || older([]capture.Capture{{Agent: "a", Mode: start.Interactive}, {Agent: "b", Mode: start.Headless}}, one) || !older([]capture.Capture{{Agent: "b"}, one}, one) {
		t.Error("which captures are superseded")
	}
	if got := places([]string{"none"}) + places(nil); got != "your template is not sentyour template is not sent" {
		t.Errorf("%q", got)
	}
	c, s, used := bench(t, result)
	c.show(&capture.Capture{Agent: "a", Version: "1", ID: "a-1", Sizes: wire.Sizes{System: 100, Messages: 20, Tools: 3, ToolCount: 1}})
	if news, _ := s.News(); news != "Captured a 1: 123 bytes of messages and tools, 1 tool" || *used != "a" || c.shown != "" {
		t.Errorf("%q, shown %q", news, c.shown)
	}
	c.captured(capturedMsg{err: fmt.Errorf("it failed: %w", errors.New("no disk"))})
	if news, bad := s.News(); news != "Not captured: it failed: no disk" || !bad {
		t.Errorf("%q", news)
	}
	c.captured(capturedMsg{err: &launch.NoRequest{Agent: "a", Reason: "the capture was stopped"}})
	if news, bad := s.News(); news != "The capture was stopped" || bad {
		t.Errorf("%q", news)
	}
	c.Update(progressMsg("waiting for the request"))
	if news, bad := s.News(); news != "waiting for the request" || bad {
		t.Errorf("%q", news)
	}
	if c.wait() != nil {
		t.Error("something is awaited although nothing runs")
	}
	c.Stop() // nothing runs: it does not wait
	c.cancel = func() {}
	if c.run(plannedMsg{}) != nil {
		t.Error("a second capture begins beside the first")
	}
	c.show(&capture.Capture{Agent: "a", ID: "a-2"})
	if c.shown != "a-2" {
		t.Errorf("while the agent ends %q is shown", c.shown)
	}
	c.loaded(loadedMsg{err: errors.New("it is gone")})
	if news, bad := s.News(); news != "it is gone" || !bad {
		t.Errorf("%q", news)
	}
}

// The list says from which day an agent's own words are. Only captures that galley made itself
// count for this.
func TestWordsComeFromCapturesThatGalleyMade(t *testing.T) {
	c, _, _ := bench(t, result)
	day := func(n int) time.Time { return now.Add(-time.Duration(n) * 24 * time.Hour) }
	kept(t, c,
		capture.Capture{Agent: "codex", Version: "1", Mode: start.Listened, Created: day(1), Cwd: "/q", Project: "/q"}, capture.Capture{Agent: "codex", Version: "1", Mode: start.Headless, Created: day(2), Cwd: "/q", Project: "/q"},
		capture.Capture{Agent: "codex", Version: "1", Mode: start.Interactive, Created: day(3), Cwd: "/p", Project: "/p"}, capture.Capture{Agent: "pi", Version: "2", Mode: start.Interactive, Created: day(4), Cwd: "/p/sub", Project: "/p"})
	msg := c.Choose()().(choicesMsg)
	if len(msg.words) != 2 || msg.words["codex@1"] != day(2).Format(time.DateOnly) || msg.words["pi@2"] != day(4).Format(time.DateOnly) {
		t.Errorf("words %v", msg.words)
	}
	if len(msg.captures) != 1 || msg.captures[0].Mode != start.Interactive {
		t.Errorf("captures %v", msg.captures)
	}
}
