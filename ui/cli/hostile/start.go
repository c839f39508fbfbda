//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"

	"galley/engine/textutil"
)

// measure makes the input's project at n quarters of its size and runs galley
// in it.
func measure(dir, program string, in input, n int) (r result) {
	root, err := os.MkdirTemp(dir, "run-")
	must(err)
	defer func() { _ = os.RemoveAll(root) }()
	p := &project{dir: filepath.Join(root, "project"), home: filepath.Join(root, "home")}
	for _, d := range []string{p.dir, p.home} {
		must(os.MkdirAll(d, 0o755))
	}
	// Gemini CLI reads only a trusted folder's rule files.
	p.write("~/.gemini/trustedFolders.json", fmt.Sprintf("{%q: \"TRUST_FOLDER\"}", p.dir))
	if in.files != nil {
		in.files(p, n)
	}
	if !in.noGit {
		p.repository()
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	// The shell limits the memory, so that a fault in galley does not harm the machine.
	words := append([]string{"-c", `ulimit -v 4194304; exec "$0" "$@"`, program}, in.args...)
	cmd := exec.CommandContext(ctx, "sh", words...)
	cmd.Dir = p.dir
	cmd.WaitDelay = time.Second
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.home, "TERM=xterm-256color", "LANG=C.UTF-8",
		"XDG_CONFIG_HOME=" + filepath.Join(p.home, "config"), "XDG_STATE_HOME=" + filepath.Join(p.home, "state"),
	}, in.env...)
	var said output
	switch {
	case in.screen:
		err = onScreen(cmd, &said)
	case in.post != nil:
		err = served(cmd, in.post(n), &said)
	default:
		if in.stdin != nil {
			cmd.Stdin = in.stdin(n)
		}
		cmd.Stderr = &said
		err = cmd.Run()
	}
	return judge(ctx, cmd, err, said.String())
}

func judge(ctx context.Context, cmd *exec.Cmd, err error, said string) (r result) {
	if cmd.ProcessState == nil {
		return result{broken: fmt.Sprint(err)}
	}
	r.late = ctx.Err() != nil
	r.exit = fmt.Sprint(cmd.ProcessState.ExitCode())
	r.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = int64(usage.Maxrss)
		if runtime.GOOS != "darwin" {
			r.memory <<= 10 // other systems report kilobytes, not bytes
		}
	}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() && !r.late {
		r.broken = status.Signal().String()
	}
	if at := crash().FindString(said); at != "" {
		r.broken = at
	}
	r.said, _, _ = strings.Cut(said, "\n")
	r.said = r.said[:min(len(r.said), 200)]
	return r
}

// crash matches the output of a Go program that crashed.
var crash = textutil.LazyRegexp(`(?m)^(?:panic: |fatal error: |runtime: goroutine stack exceeds).*`)

// output keeps what a program prints. It may be read while the program is still printing.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// onScreen runs the workbench on a terminal, waits two seconds, and closes it.
func onScreen(cmd *exec.Cmd, said io.Writer) error {
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 120})
	if err != nil {
		return err
	}
	defer func() { _ = terminal.Close() }()
	go func() { _, _ = io.Copy(said, terminal) }()
	time.Sleep(2 * time.Second)
	_, _ = terminal.Write([]byte{'Q' - '@'})
	return cmd.Wait()
}

// served starts the service, posts one request, and ends the service. It writes the answer to
// said; if the service crashed, it writes the service's output instead.
func served(cmd *exec.Cmd, body string, said io.Writer) error {
	path, body, _ := strings.Cut(body, "\n")
	out, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	cmd.Stdout = nil
	if err := cmd.Start(); err != nil {
		return err
	}
	var printed output
	var answer string
	if at := announced(out, &printed); at == "" {
		answer = "the service does not say where it listens"
	} else {
		go func() { _, _ = io.Copy(&printed, out) }()
		client := &http.Client{Timeout: patience}
		response, err := client.Post(at+path, "application/json", strings.NewReader(body))
		if err != nil {
			answer = "no answer: " + err.Error()
		} else {
			text, _ := io.ReadAll(io.LimitReader(response.Body, 200))
			_ = response.Body.Close()
			answer = response.Status + " " + string(text)
		}
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	err = cmd.Wait()
	if text := printed.String(); crash().MatchString(text) {
		_, _ = io.WriteString(said, text)
		return err
	}
	_, _ = io.WriteString(said, answer)
	if strings.HasPrefix(answer, "5") || !strings.ContainsAny(answer[:1], "1234") {
		return errors.New(answer)
	}
	return err
}

// announced copies the output of the service until the service prints its address, and returns
// the address. It returns "" if the output ends before.
func announced(out io.Reader, printed *output) string {
	var b [4096]byte
	for {
		n, err := out.Read(b[:])
		_, _ = printed.Write(b[:n])
		if at := listening().FindString(printed.String()); at != "" || err != nil {
			return at
		}
	}
}

var listening = textutil.LazyRegexp(`http://127\.0\.0\.1:\d+`)
