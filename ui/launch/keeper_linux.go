package launch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// An agent is started by a keeper: a process of galley's own program that runs between galley and
// the agent. Processes that lose their parent become the keeper's children, even if they left the
// session or changed their environment, so that the keeper can end them all. It does so when galley
// asks for it, and when galley has ended.

// keeperVariable is the environment variable that makes a process a keeper: a process that
// starts the agent and ends every process that the agent leaves behind. Its value has three
// parts with a colon between them: whether the agent has a screen, the run's mark, and its
// scratch directory.
const keeperVariable = "GALLEY_CAPTURE_KEEPER"

// The files that a keeper gets in addition to the standard ones.
const (
	lifeFile  = 3 // EOF means that galley has ended; a byte means that the run is over
	tellsFile = 4 // the keeper's reports to galley, one on each line
)

// self is the program of this process, even if its file has been replaced.
const self = "/proc/self/exe"

// keeps is true in programs that can be a keeper.
var keeps bool

// Keep does the work of a keeper and then exits, if this process was started as a keeper. A program
// that captures agents must call it before anything else; otherwise agents are started without a
// keeper.
func Keep() {
	_, err := os.Stat(self)
	keeps = err == nil
	value, ok := os.LookupEnv(keeperVariable)
	if !ok {
		return
	}
	parts := strings.SplitN(value, ":", 3)
	if len(parts) != 3 || len(os.Args) < 2 || !isPipe(lifeFile) || !isPipe(tellsFile) {
		os.Exit(2) // another program set the variable: do not start or remove anything
	}
	os.Unsetenv(keeperVariable)
	os.Setenv(marker, parts[1])
	keep(parts[0] == "screen", parts[2])
	os.Exit(0)
}

// isPipe reports whether a file that the process inherited is a pipe.
func isPipe(fd int) bool {
	var st unix.Stat_t
	return unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFIFO
}

// keep starts the agent that the command line gives, and ends all processes that the agent
// leaves behind. If screen is true, the agent gets a terminal. scratch is the directory with
// the configuration of the run.
func keep(screen bool, scratch string) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE) // ignore these signals, because galley decides when the run is over
	life, tells := os.NewFile(lifeFile, "life"), os.NewFile(tellsFile, "tells")
	syscall.CloseOnExec(lifeFile)
	syscall.CloseOnExec(tellsFile)
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		fmt.Fprintln(tells, err)
		return
	}
	if n, _ := unix.Poll([]unix.PollFd{{Fd: lifeFile, Events: unix.POLLIN}}, 0); n > 0 {
		os.RemoveAll(scratch) // galley has ended already
		return
	}
	attributes := &syscall.SysProcAttr{Setsid: true, Setctty: screen}
	pid, err := syscall.ForkExec(os.Args[1], os.Args[1:], &syscall.ProcAttr{Env: os.Environ(), Files: []uintptr{0, 1, 2}, Sys: attributes})
	if err != nil {
		fmt.Fprintln(tells, err)
		return
	}
	fmt.Fprintln(tells, "started")
	if none, err := os.OpenFile(os.DevNull, os.O_RDWR, 0); err == nil { // let go of the output, so that it ends when the agent ends
		for fd := range 3 {
			unix.Dup2(int(none.Fd()), fd)
		}
	}
	go bury(pid, tells)
	over, _ := io.ReadAll(io.LimitReader(life, 1))
	for _, left := range endAll() {
		fmt.Fprintln(tells, "left", left)
	}
	if len(over) == 0 { // galley has ended, so nothing else removes the scratch directory
		removeScratch(scratch)
	}
}

// bury waits for the keeper's child processes, and reports through the writer tells how the
// agent ended.
func bury(agent int, tells io.Writer) {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil: // the keeper has no children at the moment
			time.Sleep(20 * time.Millisecond)
		case pid == agent && status.Signaled():
			fmt.Fprintln(tells, "ended signal:", status.Signal())
		case pid == agent:
			fmt.Fprintln(tells, "ended exit status", status.ExitStatus())
		}
	}
}

// endAll ends all descendants of this process: first with SIGTERM, then with SIGKILL. It
// returns the descendants that did not end.
func endAll() (left []int) {
	asked := map[int]bool{}
	limit := time.Now().Add(killing)
	for time.Now().Before(limit) {
		if childless() {
			return nil
		}
		for _, pid := range descendants(os.Getpid()) {
			if !asked[pid] {
				asked[pid] = true
				syscall.Kill(pid, syscall.SIGTERM)
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	for range 50 {
		if childless() {
			return nil
		}
		left = descendants(os.Getpid())
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return left
}

// childless reports whether this process has no children, and so no descendants. A list of
// descendants is not enough, because it misses a process that starts while the list is made.
func childless() bool {
	return unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) == unix.ECHILD
}

// descendants returns the living descendants of a process.
func descendants(of int) (all []int) {
	children := map[int][]int{}
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		// The name in parentheses may contain any character. The state and the parent follow it.
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		if err != nil || len(fields) < 2 || string(fields[0]) == "Z" && ended(pid) {
			continue
		}
		if parent, err := strconv.Atoi(string(fields[1])); err == nil {
			children[parent] = append(children[parent], pid)
		}
	}
	next := []int{of}
	for len(next) > 0 {
		pid := next[0]
		next = append(next[1:], children[pid]...)
		all = append(all, children[pid]...)
		delete(children, pid)
	}
	return all
}

// ended reports whether a process whose first thread has ended has no other thread.
func ended(pid int) bool {
	threads, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	return len(threads) <= 1
}

// kept is a running keeper as galley sees it: the process, the file that ends the run, and what
// the keeper has reported.
type kept struct {
	keeper *exec.Cmd
	life   *os.File      // ends the run when it is written to or closed
	gone   chan struct{} // closed when the keeper has ended
	left   []string      // processes that the keeper could not end; valid once gone is closed
}

// keep starts the agent under a keeper. ok is false if the system has no keepers.
func (p *process) keep() (ok bool, err error) {
	if !keeps {
		return false, nil
	}
	kind := "plain"
	if p.screen {
		kind = "screen"
	}
	in, life, err := os.Pipe()
	if err != nil {
		return true, err
	}
	tells, out, err := os.Pipe()
	if err != nil {
		return true, errors.Join(err, in.Close(), life.Close())
	}
	k := &kept{life: life, gone: make(chan struct{})}
	k.keeper = &exec.Cmd{
		Path: self, Args: append([]string{os.Args[0], p.program}, p.args...), Dir: p.dir,
		Env:         withVariables(p.env, map[string]string{keeperVariable: kind + ":" + p.mark + ":" + p.scratch}),
		ExtraFiles:  []*os.File{in, out},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	shown, read, err := p.attach(k.keeper)
	if err == nil {
		err = k.keeper.Start()
		err = errors.Join(err, shown.Close())
	}
	err = errors.Join(err, in.Close(), out.Close())
	if err != nil {
		return true, errors.Join(err, life.Close(), tells.Close())
	}
	p.kept = k
	began := make(chan error, 1)
	go p.hear(tells, began, read)
	return true, <-began
}

// attach gives a keeper the standard files of the agent. shown is the end of the terminal or
// pipe that only the keeper uses. read is closed when all output written to shown has been
// read.
func (p *process) attach(cmd *exec.Cmd) (shown *os.File, read chan struct{}, err error) {
	read = make(chan struct{})
	if p.screen {
		terminal, tty, err := pty.Open()
		if err != nil {
			return nil, nil, err
		}
		if err := pty.Setsize(terminal, &screenSize); err != nil {
			return nil, nil, errors.Join(err, terminal.Close(), tty.Close())
		}
		cmd.Stdin, cmd.Stdout, cmd.Stderr, p.terminal = tty, tty, tty, terminal
		go func() {
			answerTerminal(terminal, &p.output)
			close(read)
		}()
		return tty, read, nil
	}
	from, to, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	cmd.Stdout, cmd.Stderr = to, to
	go func() {
		io.Copy(&p.output, from)
		from.Close()
		close(read)
	}()
	return to, read, nil
}

// hear reads the keeper's reports until the keeper ends. began receives nil when the agent has
// started, or the error.
func (p *process) hear(tells *os.File, began chan<- error, read <-chan struct{}) {
	defer close(p.kept.gone)
	lines := bufio.NewScanner(tells)
	told, ended := false, false
	end := func(state string) {
		select {
		case <-read:
		case <-time.After(time.Second): // another process still holds the output open
		}
		p.state, ended = state, true
		close(p.done)
	}
	for lines.Scan() {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		switch {
		case kind == "started":
			told = true
			began <- nil
		case !told:
			told = true
			began <- errors.New(lines.Text())
		case kind == "ended":
			end(rest)
		case kind == "left":
			p.kept.left = append(p.kept.left, rest)
		}
	}
	tells.Close()
	if err := p.kept.keeper.Wait(); !told {
		began <- fmt.Errorf("its keeper ended: %v", err)
	}
	if !ended {
		end("an unknown result")
	}
}

// endKept ends the run of an agent with a keeper. ok is false if the agent has none.
func (p *process) endKept() (notes []string, ok bool) {
	k := p.kept
	if k == nil {
		return nil, false
	}
	k.life.Write([]byte{'.'}) // this fails if the keeper has ended
	k.life.Close()
	select {
	case <-k.gone:
	case <-time.After(ending):
		k.keeper.Process.Kill()
		<-k.gone
	}
	endMarked(p.mark)  // if the keeper was killed, it has left processes
	p.terminal.Close() // without a screen, terminal is nil, and Close does nothing
	for _, pid := range k.left {
		notes = append(notes, "the process "+pid+" did not end")
	}
	return notes, true
}
