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

// Ended is the error of a session that was ended by a signal or by the loss of its terminal.
type Ended struct {
	Signal os.Signal // nil if the terminal is gone
	Err    error     // why the terminal could not be read, if it is gone
}

// Error says what closed the program.
func (e *Ended) Error() string {
	if e.Signal != nil {
		return fmt.Sprintf("ended by the signal %q", e.Signal.String())
	}
	return fmt.Sprintf("the terminal is gone: %v", e.Err)
}

// ExitCode returns the exit code that a shell expects of a program ended by a signal.
func (e *Ended) ExitCode() int {
	if n, ok := e.Signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 128 + int(syscall.SIGHUP)
}

// watchSignals turns signals into messages until ended is closed. The returned channel then
// receives the signal that ended the program, or nil.
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
			case <-s.quits:
				if overdue == nil {
					overdue = time.After(EndGrace)
				}
			case <-overdue:
				if s.lent.Load() { // the program that has the terminal must end first
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

// giveUp ends a process whose program does not end by itself. end is nil if the program was already
// quitting.
func (s *Session) giveUp(end *Ended) {
	var lost error
	if s.opts.Rescue != nil {
		func() {
			defer func() { _ = recover() }()
			lost = s.opts.Rescue()
		}()
	}
	s.restore()
	if lost != nil {
		Tell("galley: " + plainTitle(lost.Error()))
	}
	code := 0
	if end != nil {
		code = end.ExitCode()
	}
	s.exit(code)
}

// Tell writes a line on standard error. It waits at most restoreTime, because standard error may be
// a terminal that does not read.
func Tell(line string) {
	within(restoreTime, func() { fmt.Fprintln(os.Stderr, line) })
}

// forTheOther reports whether a signal comes from a key that was pressed while another program
// used the terminal. Ctrl+C and Ctrl+\ reach all processes of the group.
func forTheOther(sig os.Signal) bool {
	return sig == os.Interrupt || sig == syscall.SIGQUIT
}

// job handles the signals of job control, and reports whether sig was one.
func (s *Session) job(sig os.Signal) bool {
	if isStop(sig) {
		if s.lent.Load() { // galley does not have the terminal now, so there is nothing to restore
			stop()
		} else {
			go s.prog.Send(tea.SuspendMsg{})
		}
		return true
	}
	if !isContinue(sig) {
		return false
	}
	if !s.lent.Load() { // after a suspension by the user, the code that suspended galley takes the terminal back
		// Another process stopped this one, and a shell has used the terminal in the meantime.
		_ = s.raw()
		s.out.reassert()
		go s.prog.Send(tea.ClearScreen())
	}
	return true
}
