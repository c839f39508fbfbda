package launch

import (
	"errors"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// own gives the process a group of its own.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// startScreen is not there: agents are captured without a screen on Windows.
func (p *process) startScreen() error {
	return errors.New("an agent with a screen cannot be started on Windows")
}

// end ends the process and its children.
func (p *process) end() (notes []string) {
	if p.cmd == nil || p.cmd.Process == nil {
		return nil
	}
	pid := strconv.Itoa(p.cmd.Process.Pid)
	exec.Command("taskkill", "/T", "/F", "/PID", pid).Run()
	p.cmd.Process.Kill()
	select {
	case <-p.done:
	case <-time.After(killing):
		notes = append(notes, "the process "+pid+" did not end")
	}
	return notes
}

// endMarked does nothing: Windows does not show another process's environment.
func endMarked(string) {}
