//go:build !windows

package term

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// The tests of a session run a small program on a pseudo terminal: this test binary, started again
// with probeVar set.
const (
	probeVar  = "GALLEY_TERM_PROBE"
	rescueVar = "GALLEY_TERM_RESCUE" // the file in which the program stores its unsaved work
)

func TestMain(m *testing.M) {
	if os.Getenv(probeVar) != "" {
		os.Exit(runProbe())
	}
	os.Exit(m.Run())
}

// floodMsg makes the probe draw another screen, over and over.
type floodMsg struct{}

// probe is a program that shows the messages it gets.
type probe struct {
	s             *Session
	width, height int
	log           []string
	broken, calm  bool
}

func runProbe() int {
	p := &probe{}
	keep := func(why string) {
		_ = os.WriteFile(os.Getenv(rescueVar), []byte(why), 0o600)
	}
	_, err := Run(func(s *Session) tea.Model { p.s = s; return p }, Options{
		Mouse: true, Title: "probe", Clipboard: "osc52",
		Rescue: func() error { keep("rescued"); return errors.New("not all of it") },
	})
	// The terminal may have stopped reading.
	after := func(format string, args ...any) {
		within(restoreTime, func() { fmt.Printf("after: "+format+"\n", args...) })
	}
	var ended *Ended
	var crash *Crash
	switch {
	case errors.As(err, &ended):
		after("%v", ended)
		return ended.ExitCode()
	case errors.As(err, &crash):
		after("%v, stack %v", crash, strings.Contains(string(crash.Stack), "probe"))
		return 70
	case err != nil:
		after("%v", err)
		return 3
	}
	after("fine")
	return 0
}

func (p *probe) Init() tea.Cmd { return nil }

func (p *probe) say(format string, args ...any) {
	p.log = append(p.log, fmt.Sprintf(format, args...))
}

func (p *probe) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
	case EndMsg:
		_ = os.WriteFile(os.Getenv(rescueVar), []byte("kept"), 0o600)
		return p, tea.Quit
	case floodMsg:
		if p.calm {
			break
		}
		p.say("%s", strings.Repeat(strconv.Itoa(len(p.log)), 20))
		return p, tea.Tick(time.Millisecond, func(time.Time) tea.Msg { return floodMsg{} })
	case tea.ResumeMsg:
		p.say("resumed")
	case EditedMsg:
		p.say("edited %v", msg.Err)
	case CopiedMsg:
		p.say("%s", msg.Message)
	case PasteMsg:
		p.say("%s", msg.Summary())
	case tea.MouseMsg:
		p.say("mouse %d,%d", msg.X, msg.Y)
	case tea.KeyMsg:
		p.say("key %s", msg)
		p.calm = msg.String() == "7"
		if msg.String() == "6" { // draw more frames than fit into the buffer of a terminal that does not read
			return p, tea.Tick(time.Millisecond, func(time.Time) tea.Msg { return floodMsg{} })
		}
		switch msg.String() {
		case "q":
			return p, tea.Quit
		case "1":
			panic("in Update")
		case "2":
			return p, func() tea.Msg { panic("in a command") }
		case "3":
			return p, tea.Sequence(nil, tea.Batch(tea.ClearScreen, func() tea.Msg { panic("in a sequence") }))
		case "4":
			p.broken = true
		case "5":
			select {} // hang
		case "e":
			return p, p.s.Edit("some.txt", 3, 4)
		case "c":
			return p, p.s.Copy("copied text")
		case "ctrl+z":
			return p, tea.Suspend
		}
	}
	return p, nil
}

// View shows everything in lines of the same width and puts the caret after the last one.
func (p *probe) View() string {
	if p.broken {
		panic("in View")
	}
	if p.width == 0 {
		return ""
	}
	lines := make([]string, p.height)
	lines[0] = fmt.Sprintf("size %dx%d", p.width, p.height)
	for i, s := range p.log[max(0, len(p.log)-p.height+1):] {
		lines[i+1] = s
		p.s.SetCaret(len(s), i+1, true)
	}
	for i, s := range lines {
		lines[i] = fmt.Sprintf("%-*.*s", p.width, p.width, s)
	}
	return strings.Join(lines, "\n")
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, state func() string, ok func() bool) {
	t.Helper()
	for late := time.Now().Add(patience); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("never: %s\n%s", what, state())
		}
	}
}
