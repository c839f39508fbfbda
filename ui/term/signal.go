package term

import (
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Ended is the error of a session that was closed from outside.
type Ended struct {
	Signal os.Signal // nil when the terminal went away
	Err    error     // why it could not be read, then
}

// Error says what closed the program.
func (e *Ended) Error() string {
	if e.Signal != nil {
		return fmt.Sprintf("ended by the signal %q", e.Signal.String())
	}
	return fmt.Sprintf("the terminal is gone: %v", e.Err)
}

// ExitCode is what a shell expects of a program that a signal ended.
func (e *Ended) ExitCode() int {
	if n, ok := e.Signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 128 + int(syscall.SIGHUP)
}

// watchSignals turns signals into messages until ended is closed, and then
// answers with the one that asked for the end, or nil.
func (s *Session) watchSignals(ended <-chan struct{}) <-chan *Ended {
	signal.Notify(s.signals, slices.Concat(endSignals, jobSignals)...)
	answer := make(chan *Ended, 1)
	go func() {
		defer signal.Stop(s.signals)
		var end *Ended
		var overdue <-chan time.Time
		ending := func(e *Ended) {
			if end == nil {
				end, overdue = e, time.After(EndGrace)
			}
		}
		size := s.watchSize(ended)
		for {
			select {
			case <-ended:
				select {
				case err := <-s.gone:
					ending(&Ended{Err: err})
				default:
				}
				answer <- end
				return
			case err := <-s.gone:
				ending(&Ended{Err: err})
			case <-overdue:
				if s.lent.Load() { // the other program's end comes first
					overdue = time.After(EndGrace)
					continue
				}
				s.giveUp(end)
				return
			case sig := <-s.signals:
				switch {
				case s.job(sig):
				case s.lent.Load() && forTheOther(sig):
				default:
					ending(&Ended{Signal: sig})
					go s.prog.Send(EndMsg{Signal: sig})
				}
			case m := <-size:
				go s.prog.Send(m)
			}
		}
	}()
	return answer
}

// giveUp ends a process whose program does not.
func (s *Session) giveUp(end *Ended) {
	if s.opts.Rescue != nil {
		func() {
			defer func() { _ = recover() }()
			s.opts.Rescue()
		}()
	}
	s.restore()
	fmt.Fprintf(os.Stderr, "galley: %v; it did not end by itself\n", end)
	s.exit(end.ExitCode())
}

// forTheOther tells whether a signal is a key pressed in the program that has
// the terminal: Ctrl+C and Ctrl+\ reach the whole group.
func forTheOther(sig os.Signal) bool {
	return sig == os.Interrupt || sig == syscall.SIGQUIT
}

// job handles the signals of job control, and tells whether sig was one.
func (s *Session) job(sig os.Signal) bool {
	if !isContinue(sig) {
		return false
	}
	if !s.lent.Load() { // else the suspension that was asked for is over
		// Stopped without being asked: a shell has used the terminal meanwhile.
		_ = s.raw()
		s.out.reassert()
		go s.prog.Send(tea.ClearScreen())
	}
	return true
}
