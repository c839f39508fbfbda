//go:build !windows

package term

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// endSignals ask for the end of the program; jobSignals report a pause. endSignals include the
// signals of program faults, because another process may send them. A fault of the program itself
// still panics.
var (
	endSignals = []os.Signal{
		syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGABRT,
		syscall.SIGILL, syscall.SIGTRAP, syscall.SIGSYS, syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE,
	}
	jobSignals = []os.Signal{syscall.SIGCONT, syscall.SIGTSTP}
)

func isStop(sig os.Signal) bool { return sig == syscall.SIGTSTP }

// stop stops this process, as SIGTSTP stops other programs. It sends SIGTTOU, because SIGTSTP
// does not stop a Go program that is notified of SIGTSTP. Like SIGTSTP, SIGTTOU has no effect
// in a process group that nobody could continue.
func stop() { _ = syscall.Kill(os.Getpid(), syscall.SIGTTOU) }

func isContinue(sig os.Signal) bool { return sig == syscall.SIGCONT }

// fallbackEditors are tried if neither $VISUAL nor $EDITOR names an editor.
var fallbackEditors = []string{"nano", "vim", "vi"}

// openTerminal opens the controlling terminal.
func openTerminal() (*os.File, error) { return os.OpenFile("/dev/tty", os.O_RDWR, 0) }

// canSuspend reports whether the system has job control.
const canSuspend = true

// suspend stops the process group, as Ctrl+Z in a shell does, and returns when the group
// continues. The signal also reaches this process and stops it. The system does not stop a
// group that nobody could continue, because no shell started it. In this case no signal comes
// and suspend does not wait.
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

// watchSize returns nil, because the system sends a signal that bubbletea handles.
func (s *Session) watchSize(<-chan struct{}) <-chan tea.WindowSizeMsg { return nil }

// wholeMouse does nothing, because the terminal sends all mouse events that are requested.
func wholeMouse(uintptr) {}
