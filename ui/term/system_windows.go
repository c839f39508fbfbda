package term

import (
	"os"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/windows"
)

// endSignals ask for the end: Ctrl+C and Ctrl+Break, and the closing of the
// console window, of the session or of the system.
var (
	endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}
	jobSignals []os.Signal
)

func isContinue(os.Signal) bool { return false }

func isStop(os.Signal) bool { return false }

func stop() {}

// fallbackEditors are tried if neither $VISUAL nor $EDITOR names an editor.
var fallbackEditors = []string{"notepad"}

// openTerminal opens the console.
func openTerminal() (*os.File, error) { return os.OpenFile("CONIN$", os.O_RDWR, 0) }

// canSuspend reports whether the system has job control.
const canSuspend = false

func suspend() {}

// watchSize returns a channel with the window's size when it changes. It asks four times a second,
// because the console reports a change only in records that the gate does not read.
func (s *Session) watchSize(ended <-chan struct{}) <-chan tea.WindowSizeMsg {
	sizes := make(chan tea.WindowSizeMsg)
	go func() {
		tick := time.NewTicker(250 * time.Millisecond)
		defer tick.Stop()
		var last tea.WindowSizeMsg
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			w, h, err := term.GetSize(s.out.Fd())
			size := tea.WindowSizeMsg{Width: w, Height: h}
			if err != nil || size == last {
				continue
			}
			last = size
			select {
			case sizes <- size:
			case <-ended:
				return
			}
		}
	}()
	return sizes
}

// wholeMouse keeps the console from using the mouse for the console's own selection. The
// cancellable reader switches this selection on.
func wholeMouse(console uintptr) {
	var mode uint32
	if windows.GetConsoleMode(windows.Handle(console), &mode) == nil {
		mode = mode&^windows.ENABLE_QUICK_EDIT_MODE | windows.ENABLE_EXTENDED_FLAGS
		_ = windows.SetConsoleMode(windows.Handle(console), mode)
	}
}
