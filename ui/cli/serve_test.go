package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestServeScripts talks to galley serve as an agent would: it starts the program and uses a real
// HTTP client. Its scripts have these further commands:
//
//	serve ARG...                    start galley serve, wait until it listens, set URL
//	stop                            interrupt it; it must end well
//	http STATUS METHOD PATH [BODY] [HEADER: VALUE]...   ask, and print the answer
func TestServeScripts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system cannot interrupt a program")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/serve",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("PATH", programs+string(filepath.ListSeparator)+env.Getenv("PATH"))
			env.Setenv("HOME", home)
			env.Setenv("XDG_CONFIG_HOME", "")
			env.Setenv("XDG_STATE_HOME", "")
			return os.MkdirAll(home, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"galley": galleyCommand, "serve": serveCommand, "stop": stopCommand, "http": httpCommand,
		},
	})
}

// long is how long a script waits for something that usually happens at once.
const long = 30 * time.Second

var (
	listening = regexp.MustCompile(`"url": "(http://[^"]+)"`)
	services  sync.Map // the services of the scripts, which run in parallel: *testscript.TestScript to *exec.Cmd
)

func serveCommand(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command(program(), append([]string{"serve", "--addr", "127.0.0.1:0", "--json"}, args...)...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("HOME"), "XDG_CONFIG_HOME=", "XDG_STATE_HOME=")
	log, err := os.Create(ts.MkAbs("serve.log"))
	ts.Check(err)
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = log.Close()
	})
	watchdog := time.AfterFunc(long, func() { _ = cmd.Process.Kill() })
	defer watchdog.Stop()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			ts.Setenv("URL", m[1])
			services.Store(ts, cmd)
			return
		}
	}
	ts.Fatalf("galley serve ended: %s", ts.ReadFile("serve.log"))
}

func stopCommand(ts *testscript.TestScript, neg bool, args []string) {
	found, _ := services.Load(ts)
	cmd, ok := found.(*exec.Cmd)
	if !ok {
		ts.Fatalf("stop: no service was started")
	}
	ts.Check(cmd.Process.Signal(os.Interrupt))
	watchdog := time.AfterFunc(long, func() { _ = cmd.Process.Kill() })
	defer watchdog.Stop()
	if err := cmd.Wait(); err != nil {
		ts.Fatalf("galley serve: %v: %s", err, ts.ReadFile("serve.log"))
	}
}

func httpCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 3 {
		ts.Fatalf("usage: http STATUS METHOD PATH [BODY] [HEADER: VALUE]...")
	}
	var body io.Reader
	if len(args) > 3 {
		body = strings.NewReader(args[3])
	}
	q, err := http.NewRequest(args[1], ts.Getenv("URL")+args[2], body)
	ts.Check(err)
	for _, h := range args[min(4, len(args)):] {
		name, value, _ := strings.Cut(h, ": ")
		if q.Header.Add(name, value); name == "Host" {
			q.Host = value
		}
	}
	answer, err := (&http.Client{Timeout: long}).Do(q)
	ts.Check(err)
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	ts.Check(err)
	fmt.Fprintf(ts.Stdout(), "%s", data)
	if fmt.Sprint(answer.StatusCode) != args[0] {
		ts.Fatalf("%s %s: %s, want %s: %s", args[1], args[2], answer.Status, args[0], data)
	}
	var object map[string]any
	ts.Check(json.Unmarshal(data, &object))
}
