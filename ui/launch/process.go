package launch

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"galley/engine/capture/endpoint"
)

// The times at the end of a run.
const (
	linger   = 500 * time.Millisecond // how long an agent may take to end after it got its answer
	lateness = 400 * time.Millisecond // how long after the agent or its time has ended a request may still arrive
	ending   = 5 * time.Second        // how long a keeper may take to end all processes, and a killed process to disappear
)

// killing is the time between TERM and KILL. The tests shorten it.
var killing = 2 * time.Second

// maxOutput is a number of bytes: galley keeps this much of the end of an agent's output.
const maxOutput = 16 << 10

// process is one started agent.
type process struct {
	program string
	args    []string
	env     []string
	dir     string
	mark    string
	scratch string // its scratch directory
	screen  bool   // whether it runs in a pseudo-terminal

	kept     *kept // nil if the agent was started without a keeper, as cmd
	cmd      *exec.Cmd
	terminal *os.File
	output   tail
	owned    owned
	done     chan struct{}
	state    string // how it ended: "exit status 1"
	timedOut bool
}

// until starts the agent and waits for its main request. It then waits until done reports that all
// other wanted requests have arrived; done is nil if no others are wanted. ok is false if no main
// request arrived.
func (p *process) until(ctx context.Context, end *endpoint.Endpoint, done func() bool, say func(string)) (main endpoint.Exchange, ok bool, err error) {
	if err := p.start(); err != nil {
		return main, false, fmt.Errorf("starting %s: %w", p.program, err)
	}
	deadline, _ := ctx.Deadline()
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for !ok {
		select {
		case main = <-end.Main():
			ok = true
		case <-p.done:
			main, ok = late(end)
			return main, ok, nil
		case <-tick.C:
			say(fmt.Sprintf("waiting for the request, %.0f s left", time.Until(deadline).Seconds()))
		case <-ctx.Done():
			p.timedOut = ctx.Err() == context.DeadlineExceeded
			if p.timedOut {
				main, ok = late(end)
			}
			return main, ok, nil
		}
	}
	for done != nil && !done() {
		select {
		case <-p.done:
			return main, true, nil
		case <-ctx.Done():
			return main, true, nil
		case <-time.After(20 * time.Millisecond):
		}
	}
	return main, true, nil
}

// rest waits for some time after the agent's request was answered, so that the agent can end by
// itself.
func (p *process) rest(ctx context.Context) {
	select {
	case <-p.done:
	case <-ctx.Done():
	case <-time.After(linger):
	}
}

// late returns a main request that arrived just before the agent ended or its time was over.
func late(end *endpoint.Endpoint) (main endpoint.Exchange, ok bool) {
	select {
	case main = <-end.Main():
		return main, true
	case <-time.After(lateness):
		return main, false
	}
}

func countMain(end *endpoint.Endpoint) (n int) {
	for _, x := range end.Exchanges() {
		if x.Main {
			n++
		}
	}
	return n
}

func (p *process) start() error {
	p.done = make(chan struct{})
	if ok, err := p.keep(); ok {
		return err
	}
	return p.startDirectly()
}

// startDirectly starts the agent without a keeper.
func (p *process) startDirectly() error {
	p.cmd = exec.Command(p.program, p.args...)
	p.cmd.Dir, p.cmd.Env = p.dir, withVariables(p.env, map[string]string{marker: p.mark})
	if p.screen {
		return p.startScreen()
	}
	p.cmd.Stdout, p.cmd.Stderr = &p.output, &p.output
	p.cmd.WaitDelay = time.Second
	newProcessGroup(p.cmd)
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.owned.adopt(p.cmd.Process)
	go p.wait()
	return nil
}

func (p *process) wait() {
	_ = p.cmd.Wait() // ProcessState says what the error would say
	p.state = p.cmd.ProcessState.String()
	close(p.done)
}

// last returns the agent's last lines of output as one line, without control sequences.
func (p *process) last() string {
	lines := strings.FieldsFunc(p.output.String(), func(r rune) bool { return r == '\n' || r == '\r' })
	var kept []string
	for _, line := range lines {
		if line = strings.TrimSpace(ansi.Strip(line)); line != "" {
			kept = append(kept, line)
		}
	}
	out := strings.Join(kept[max(len(kept)-4, 0):], " / ")
	if len(out) > 600 {
		out = "…" + strings.ToValidUTF8(out[len(out)-600:], "")
	}
	return out
}

// tail keeps the end of the data that is written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

// Write implements [io.Writer].
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	if len(t.b) > 2*maxOutput {
		t.b = append([]byte(nil), t.b[len(t.b)-maxOutput:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.b)
}
