//go:build unix

package launch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"
)

// newProcessGroup starts the process in a new session, so that all processes that it starts can be
// ended with it.
func newProcessGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// owned ties a process to galley, so that the process ends with galley. On Unix it is empty:
// the session identifies the processes, and the processes of a killed galley are ended at the
// next start.
type owned struct{}

func (owned) adopt(*os.Process) {}

// screenSize is the size of the pseudo-terminal of an agent.
var screenSize = pty.Winsize{Rows: 40, Cols: 120}

// startScreen starts the process in a pseudo-terminal.
func (p *process) startScreen() error {
	terminal, err := pty.StartWithSize(p.cmd, &screenSize)
	if err != nil {
		return err
	}
	p.terminal = terminal
	go answerTerminal(terminal, &p.output)
	go p.wait()
	return nil
}

// end ends the process group, and the processes that left it. The notes name processes that are
// still running.
func (p *process) end() (notes []string) {
	if notes, ok := p.endKept(); ok {
		return notes
	}
	if p.cmd == nil || p.cmd.Process == nil {
		return nil
	}
	group := p.cmd.Process.Pid
	syscall.Kill(-group, syscall.SIGTERM)
	for _, pid := range marked(p.mark) {
		syscall.Kill(pid, syscall.SIGTERM)
	}
	limit := time.Now().Add(killing)
	for time.Now().Before(limit) && (alive(group) || len(marked(p.mark)) > 0) {
		time.Sleep(20 * time.Millisecond)
	}
	syscall.Kill(-group, syscall.SIGKILL)
	left := endMarked(p.mark)
	p.terminal.Close() // without a screen, terminal is nil, and Close does nothing
	select {
	case <-p.done:
	case <-time.After(ending):
		notes = append(notes, "the process "+strconv.Itoa(group)+" did not end")
	}
	for _, pid := range left {
		notes = append(notes, "the process "+strconv.Itoa(pid)+" did not end")
	}
	return notes
}

// endMarked kills the processes of a run, including those that they start meanwhile. It returns the
// processes that are still there after a second.
func endMarked(mark string) (left []int) {
	left = marked(mark)
	for n := 0; n < 50 && len(left) > 0; n++ {
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(20 * time.Millisecond) // killed processes take a moment to disappear
		left = marked(mark)
	}
	return left
}

// alive reports whether a process group has any processes.
func alive(group int) bool { return syscall.Kill(-group, 0) == nil }

// marked returns the user's processes that have the run's variable in their environment. It works
// only on Linux and returns nil elsewhere.
func marked(mark string) []int {
	names, _ := filepath.Glob("/proc/[0-9]*/environ")
	var pids []int
	for _, name := range names {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, err := os.ReadFile(name)
		if err == nil && strings.Contains("\x00"+string(env), "\x00"+marker+"="+mark+"\x00") {
			pids = append(pids, pid)
		}
	}
	return pids
}
