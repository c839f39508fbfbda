//go:build !windows

package term

import (
	"syscall"
	"testing"
	"time"
)

// The program must end even if the terminal has stopped reading. Otherwise it would keep the file
// locked, and nobody could reach it.
func TestTheProgramEndsAlthoughTheTerminalDoesNotRead(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]struct {
		do   func(s *screen) error
		code int
		kept string
	}{
		"TERM":  {func(s *screen) error { return s.cmd.Process.Signal(syscall.SIGTERM) }, 128 + int(syscall.SIGTERM), "kept"},
		"HUP":   {func(s *screen) error { return s.cmd.Process.Signal(syscall.SIGHUP) }, 128 + int(syscall.SIGHUP), "kept"},
		"a key": {func(s *screen) error { _, err := s.end.WriteString("q"); return err }, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newProbe(t)
			s.stuck.Lock()
			defer s.stuck.Unlock()
			s.keys("6")
			full := s.sent()
			for before := ""; before != full; time.Sleep(2 * writeWait) { // until the output stops
				before, full = full, s.sent()
			}
			if err := end.do(s); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- s.cmd.Wait() }()
			select {
			case <-ended:
			case <-time.After(10 * time.Second):
				t.Fatal("the program does not end")
			}
			if got := s.cmd.ProcessState.ExitCode(); got != end.code {
				t.Errorf("exit code %d, want %d", got, end.code)
			}
			s.rescued(end.kept)
		})
	}
}

func TestAFrozenTerminalShowsTheWholeScreenWhenItGoesOn(t *testing.T) {
	t.Parallel()
	s := newProbe(t)
	s.stuck.Lock()
	s.keys("6")
	time.Sleep(5 * writeWait)
	s.keys("7")
	s.stuck.Unlock()
	s.shows("key 7")
	s.shows("size 60x12")
	s.keys("q")
	s.endsSound(0, "after: fine")
}
