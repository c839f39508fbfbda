//go:build !windows

package term

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// screen is an emulated terminal with a program on it.
type screen struct {
	t      *testing.T
	end    *os.File
	tty    *os.File
	cmd    *exec.Cmd
	before *term.State
	rescue string

	stuck sync.Mutex // locked while the terminal does not read
	mu    sync.Mutex
	emu   *vt.Emulator
	raw   strings.Builder
	modes map[ansi.Mode]bool
	title string
}

func newScreen(t *testing.T, command ...string) *screen {
	t.Helper()
	end, tty, err := pty.Open()
	if err != nil {
		t.Skipf("this system has no pseudo terminals: %v", err)
	}
	end, err = closable(end)
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, end: end, tty: tty, emu: vt.NewEmulator(60, 12), modes: map[ansi.Mode]bool{},
		rescue: filepath.Join(t.TempDir(), "rescue")}
	if err := resize(end, 60, 12); err != nil {
		t.Fatal(err)
	}
	s.before, err = term.GetState(tty.Fd())
	if err != nil {
		t.Fatal(err)
	}
	s.emu.SetCallbacks(vt.Callbacks{
		EnableMode:  func(m ansi.Mode) { s.modes[m] = true },
		DisableMode: func(m ansi.Mode) { delete(s.modes, m) },
		Title:       func(title string) { s.title = title },
	})
	go func() { _, _ = io.Copy(io.Discard, s.emu) }() // the emulator's answers to queries
	go func() {
		buf := make([]byte, 64<<10)
		for {
			s.waitStuck()
			n, err := end.Read(buf)
			if err != nil {
				return
			}
			s.mu.Lock()
			s.raw.Write(buf[:n])
			_, _ = s.emu.Write(buf[:n])
			s.mu.Unlock()
		}
	}()
	s.cmd = exec.Command(command[0], command[1:]...)
	s.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "TMUX=", "STY=", rescueVar+"="+s.rescue)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = tty, tty, tty
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	t.Cleanup(func() {
		if s.cmd.ProcessState == nil && s.cmd.Process != nil {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
		}
		end.Close()
		tty.Close()
	})
	return s
}

// waitStuck waits until the terminal reads again.
func (s *screen) waitStuck() {
	s.stuck.Lock()
	defer s.stuck.Unlock()
}

// newProbe starts the probe and waits until it has drawn.
func newProbe(t *testing.T, env ...string) *screen {
	t.Helper()
	s := newScreen(t, os.Args[0])
	s.cmd.Env = append(append(s.cmd.Env, probeVar+"=1"), env...)
	s.start()
	s.shows("size 60x12")
	return s
}

func (s *screen) start() {
	s.t.Helper()
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *screen) keys(k string) {
	s.t.Helper()
	if _, err := s.end.WriteString(k); err != nil {
		s.t.Fatal(err)
	}
}

func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emu.String()
}

func (s *screen) sent() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.raw.String()
}

func (s *screen) shows(what string) {
	s.t.Helper()
	eventually(s.t, "the screen shows "+what, s.text, func() bool { return strings.Contains(s.text(), what) })
}

func (s *screen) mode(m ansi.Mode) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.modes[m]
}

// endsSound waits until the program ends and checks the terminal that it leaves behind.
func (s *screen) endsSound(code int, last string) {
	s.t.Helper()
	err := s.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	if got := s.cmd.ProcessState.ExitCode(); got != code {
		s.t.Errorf("exit code %d, want %d", got, code)
	}
	s.shows(last)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range []ansi.Mode{
		ansi.ModeMouseNormal, ansi.ModeMouseButtonEvent, ansi.ModeMouseAnyEvent, ansi.ModeMouseExtSgr, ansi.ModeFocusEvent,
		ansi.ModeBracketedPaste, ansi.ModeAltScreenSaveCursor, ansi.ModeSynchronizedOutput,
	} {
		if s.modes[m] {
			s.t.Errorf("mode %v is still on", m)
		}
	}
	if s.emu.CursorHidden() {
		s.t.Error("the cursor is still hidden")
	}
	raw := s.raw.String()
	if strings.Count(raw, titlePush) != strings.Count(raw, titlePop) {
		s.t.Error("the title was not restored")
	}
	after, err := term.GetState(s.tty.Fd())
	if err != nil || !reflect.DeepEqual(after, s.before) {
		s.t.Errorf("the terminal's own state was not restored: %v", err)
	}
}

func (s *screen) rescued(want string) {
	s.t.Helper()
	got, _ := os.ReadFile(s.rescue)
	if string(got) != want {
		s.t.Errorf("the program's work was %q, want %q", got, want)
	}
}

// signalProbe sends a signal to the program in the terminal's foreground.
func (s *screen) signalProbe(sig syscall.Signal) {
	s.t.Helper()
	group, err := foreground(s.end)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := syscall.Kill(-group, sig); err != nil {
		s.t.Fatal(err)
	}
}
