//go:build !windows

package term

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// endSignals ask for the end; jobSignals tell of a pause. SIGTSTP is not among
// them: once a Go program has asked for it, it can no longer be stopped by it.
// Terminals send it for a key that is ours here, so it comes only from afar,
// and then what SIGCONT does afterwards is enough.
var (
	endSignals = []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT}
	jobSignals = []os.Signal{syscall.SIGCONT}
)

func isContinue(sig os.Signal) bool { return sig == syscall.SIGCONT }

// fallbackEditors are tried where no variable names one.
var fallbackEditors = []string{"nano", "vim", "vi"}

// openTerminal is the controlling terminal.
func openTerminal() (*os.File, error) { return os.OpenFile("/dev/tty", os.O_RDWR, 0) }

// canSuspend tells whether the system has job control.
const canSuspend = true

// suspend stops the process's group, as the shell's Ctrl+Z would, and returns
// when it goes on. A group that nobody could wake, because its shell is gone
// or there never was one, is not stopped by the system; then there is no
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
