//go:build !windows

package term

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// endSignals ask for the end; jobSignals tell of a pause. Those that a fault of the
// program itself raises are among them for when another process sends them: the
// faults stay panics.
var (
	endSignals = []os.Signal{
		syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGABRT,
		syscall.SIGILL, syscall.SIGTRAP, syscall.SIGSYS, syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE,
	}
	jobSignals = []os.Signal{syscall.SIGCONT, syscall.SIGTSTP}
)

func isStop(sig os.Signal) bool { return sig == syscall.SIGTSTP }

// stop stops this process as SIGTSTP would, which a Go program that has asked for
// that signal can no longer be stopped by. SIGTTOU has the same rules: in a group
// that nobody could wake it does nothing.
func stop() { _ = syscall.Kill(os.Getpid(), syscall.SIGTTOU) }

func isContinue(sig os.Signal) bool { return sig == syscall.SIGCONT }

// fallbackEditors are tried where no variable names one.
var fallbackEditors = []string{"nano", "vim", "vi"}

// openTerminal is the controlling terminal.
func openTerminal() (*os.File, error) { return os.OpenFile("/dev/tty", os.O_RDWR, 0) }

// canSuspend tells whether the system has job control.
const canSuspend = true

// suspend stops the process's group, as the shell's Ctrl+Z would, and returns
// when it goes on: the signal comes back to this process, which then stops. A group that nobody could wake, because its shell is gone
// or there never was one, is not stopped by the system; then it has no
// signal to wait for either.
func suspend() {
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	_ = syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-goesOn:
	case <-time.After(300 * time.Millisecond):
	}
}

// watchSize has nothing to do: the system sends a signal that bubbletea knows.
func (s *Session) watchSize(<-chan struct{}) <-chan tea.WindowSizeMsg { return nil }

// wholeMouse has nothing to do: the terminal sends the mouse as it is asked to.
func wholeMouse(uintptr) {}
