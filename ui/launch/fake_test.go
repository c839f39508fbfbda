//go:build unix

package launch

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/engine/facts"
)

// TestMain runs this test binary as the fake agent if it was started as one.
func TestMain(m *testing.M) {
	killing = 500 * time.Millisecond
	if os.Getenv("HELPER_DIRECT") == "" {
		Keep()
	}
	if behaviour := os.Getenv("FAKE_AGENT"); behaviour != "" {
		fake(behaviour)
		return
	}
	// The tests mostly wait for processes, so they can run in parallel.
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// fake is a made-up agent. It reads the rule file of its directory and posts a request, with the
// given behaviour.
func fake(behaviour string) {
	url, key, prompt := os.Getenv("FAKE_URL"), os.Getenv("FAKE_KEY"), os.Args[len(os.Args)-1]
	rules, _ := os.ReadFile("AGENTS.md")
	text := "You are a fake.\nRules:\n" + string(rules)
	bodies := map[string]map[string]any{
		"/v1/messages":         {"system": text, "tools": []any{map[string]any{"name": "t", "input_schema": map[string]any{"type": "object"}}}, "messages": []any{map[string]any{"role": "user", "content": prompt}}},
		"/v1/chat/completions": {"tools": []any{map[string]any{"type": "function", "function": map[string]any{"name": "t"}}}, "messages": []any{map[string]any{"role": "system", "content": text}, map[string]any{"role": "user", "content": prompt}}},
		"/v1/responses":        {"instructions": text, "tools": []any{map[string]any{"type": "function", "name": "t"}}, "input": []any{map[string]any{"role": "user", "content": []any{map[string]any{"type": "input_text", "text": prompt}}}}},
		"/v1beta/models/m:generateContent": {"systemInstruction": map[string]any{"parts": []any{map[string]any{"text": text}}}, "tools": []any{map[string]any{"functionDeclarations": []any{map[string]any{"name": "t"}}}},
			"contents": []any{map[string]any{"role": "user", "parts": []any{map[string]any{"text": prompt}}}}},
	}
	raw := func(path string, body []byte) int {
		q, _ := http.NewRequest("POST", url+path, bytes.NewReader(body))
		q.Header.Set("X-Api-Key", key)
		q.Header.Set("Content-Type", "application/json")
		r, err := http.DefaultTransport.(*http.Transport).RoundTrip(q)
		if err != nil {
			return 0
		}
		defer r.Body.Close()
		io.Copy(io.Discard, r.Body)
		return r.StatusCode
	}
	post := func(path string) int {
		body, _ := json.Marshal(bodies[path])
		return raw(path, body)
	}
	answered := func() { os.WriteFile(os.Getenv("FAKE_OUT"), nil, 0o600) } // shows the test that the agent had time to finish
	kind, argument, _ := strings.Cut(behaviour, " ")
	switch kind {
	case "post":
		post(argument)
	case "never":
		time.Sleep(time.Hour)
	case "stays":
		os.WriteFile(os.Getenv("FAKE_OUT"), []byte(fmt.Sprint(os.Getpid())), 0o600)
		post("/v1/messages")
		time.Sleep(time.Hour)
	case "stubborn":
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP)
		os.WriteFile(os.Getenv("FAKE_OUT"), []byte(fmt.Sprint(os.Getpid())), 0o600)
		post("/v1/messages")
		time.Sleep(time.Hour)
	case "child": // starts a child that leaves the process group
		child := exec.Command(os.Args[0], "x")
		child.Env = append(os.Environ(), "FAKE_AGENT=never")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		child.Start()
		os.WriteFile(os.Getenv("FAKE_OUT"), []byte(fmt.Sprint(child.Process.Pid)), 0o600)
		post("/v1/messages")
	case "daemon": // leaves a child that has left the process group and whose environment does not show its origin
		child := exec.Command("/bin/sh", "-c", `sleep 1000 & echo $! > "$0"; echo >> "$0.done"`, os.Getenv("FAKE_OUT"))
		child.Env = []string{"PATH=/usr/bin:/bin"}
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		child.Run()
		post("/v1/messages")
		if argument == "stays" {
			time.Sleep(time.Hour)
		}
	case "terminal": // writes to its own terminal
		if tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0); err == nil {
			fmt.Fprintln(tty, "on the terminal")
			answered()
		}
	case "kills":
		os.WriteFile(os.Getenv("FAKE_OUT"), []byte(fmt.Sprint(os.Getpid())), 0o600)
		syscall.Kill(os.Getppid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	case "two":
		post("/v1/messages")
		post("/v1/messages")
		time.Sleep(time.Second)
	case "delegates": // runs the sub-agent that the answer calls; with an argument, it does not know the sub-agent
		ask := func(system, messages string) (answer struct{ Content []struct{ ID string } }) {
			body := fmt.Sprintf(`{"system":%q,"tools":[{"name":"t","input_schema":{"type":"object"}}],"messages":[%s]}`, system, messages)
			q, _ := http.NewRequest("POST", url+"/v1/messages", strings.NewReader(body))
			q.Header.Set("X-Api-Key", key)
			if r, err := http.DefaultTransport.RoundTrip(q); err == nil {
				json.NewDecoder(r.Body).Decode(&answer)
				r.Body.Close()
			}
			return answer
		}
		user := fmt.Sprintf(`{"role":"user","content":%q}`, prompt)
		answer, result := ask("You are a fake.", user), "no helper of this name"
		if argument == "" {
			ask("You are its helper.", user)
			result = "ok"
		}
		if len(answer.Content) == 0 {
			return
		}
		ask("You are a fake.", fmt.Sprintf(`%s,{"role":"assistant","content":[{"type":"tool_use","id":%q,"name":"spawn","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":%q}]}`,
			user, answer.Content[0].ID, answer.Content[0].ID, result))
		if argument == "" {
			time.Sleep(time.Hour)
		}
	case "none":
		raw("/v1/messages", []byte(`{"system":"S","messages":[{"role":"user","content":"a title"}]}`))
		answered()
		time.Sleep(time.Hour)
	case "malformed":
		raw("/v1/messages", []byte(`{"messages":[`))
		answered()
		time.Sleep(time.Hour)
	case "unreadable": // sends a body that is not JSON, and ends
		raw("/v1/messages", []byte(`{"messages":[`))
		answered()
	case "breaks": // breaks off in the middle of its request
		if conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://")); err == nil {
			fmt.Fprintf(conn, "POST /v1/messages HTTP/1.1\r\nHost: %s\r\nX-Api-Key: %s\r\nContent-Length: 100\r\n\r\n{\"tools\":[", strings.TrimPrefix(url, "http://"), key)
			conn.Close()
		}
		answered()
	case "flood":
		for raw("/v1/messages", []byte(`{"messages":[{"role":"user","content":"x"}]}`)) == http.StatusOK {
		}
	case "large": // sends 200 MB
		q, _ := http.NewRequest("POST", url+"/v1/messages", io.LimitReader(zeros{}, 200<<20))
		q.Header.Set("X-Api-Key", key)
		if r, err := http.DefaultTransport.RoundTrip(q); err == nil {
			r.Body.Close()
		}
		answered()
	case "login":
		answered()
		fmt.Fprintln(os.Stderr, "Please log in with `fake login` first \x1b[31mnow\x1b[0m")
		os.Exit(1)
	case "dies":
		answered()
		fmt.Fprintln(os.Stderr, "starting")
		fmt.Fprintln(os.Stderr, "the database is locked")
		os.Exit(7)
	case "waits": // waits for somebody to log in
		fmt.Println("Sign in to go on")
		answered()
		time.Sleep(time.Hour)
	case "elsewhere", "leaves", "asks":
		hosts := []string{"gateway.corp.example"}
		if kind == "leaves" {
			hosts = append(hosts, "other.corp.example")
		}
		for _, host := range hosts {
			q, _ := http.NewRequest("POST", "http://"+host+"/v1/messages", strings.NewReader("{}"))
			proxied := &http.Transport{Proxy: http.ProxyFromEnvironment}
			if r, err := proxied.RoundTrip(q); err == nil {
				r.Body.Close()
			}
		}
		answered()
		if kind == "asks" {
			fmt.Fprintln(os.Stderr, "Not logged in")
			os.Exit(1)
		}
		if kind == "leaves" {
			os.Exit(7)
		}
		time.Sleep(time.Hour)
	case "prints": // prints its environment, then sends its request
		os.WriteFile(os.Getenv("FAKE_OUT"), []byte(strings.Join(os.Environ(), "\n")), 0o600)
		post("/v1/messages")
	case "writes": // writes into the project
		os.MkdirAll(".fake", 0o700)
		os.WriteFile(".fake/state", []byte("left"), 0o600)
		os.WriteFile(".fake/kept", []byte("changed by the agent"), 0o600)
		os.WriteFile("other.txt", []byte("left"), 0o600)
		os.MkdirAll(".git/refs/fake", 0o700)
		os.WriteFile(".git/refs/fake/one", []byte("1111111111111111111111111111111111111111\n"), 0o600)
		os.MkdirAll(".git/refs/heads", 0o700)
		os.WriteFile(".git/refs/heads/new", []byte("2222222222222222222222222222222222222222\n"), 0o600)
		os.WriteFile("AGENTS.md", []byte("edited by the user meanwhile\n"), 0o600)
		post("/v1/messages")
	case "noisy":
		for range 20000 {
			fmt.Println(strings.Repeat("noise ", 20))
		}
		post("/v1/messages")
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// trial is a project, a home and the options for capturing the fake agent there.
type trial struct {
	Options
	out string // a file to which the fake may write
}

// try makes a trial. The fake agent is a script in a directory on PATH, so that it is found like an
// installed agent.
func try(t *testing.T, behaviour string) *trial {
	t.Helper()
	dir := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, d := range []string{"home", "project/.git", "bin", "state"} {
		if err := os.MkdirAll(at(d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, at("project/AGENTS.md"), "Use tabs everywhere, please, and never a single space.\n")
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(me, at("bin/fake")); err != nil {
		t.Fatal(err)
	}
	write(t, at("home/rules.md"), "rules of the home")
	plan := func(in start.Input) (start.Plan, error) {
		return start.Plan{
			Args:          []string{"run", in.Prompt},
			Env:           map[string]string{"FAKE_AGENT": behaviour, "FAKE_URL": in.URL, "FAKE_KEY": in.Key, "FAKE_OUT": at("out"), "FAKE_HOME": filepath.Join(in.Scratch, "h")},
			Copies:        []start.Copy{{From: at("home/rules.md"), To: "h/rules.md"}},
			Substitutions: []start.Substitution{{From: filepath.Join(in.Scratch, "h"), To: at("home")}},
			Notes:         []string{"a note of the plan"},
		}, nil
	}
	return &trial{Options{
		Agent: "zed", Agents: agent.Known(), World: environ{facts.NewLive(), map[string]string{"PATH": at("bin"), "HOME": at("home")}}, Home: at("home"), Cwd: at("project"), Project: at("project"), State: at("state"),
		Starter: start.Starter{Program: "fake", Install: "make fake", Headless: plan, Interactive: plan, Leavings: []string{".fake", ".fake/**"}, Refs: []string{"refs/fake/**"}},
		Environ: []string{"PATH=" + at("bin"), "HOME=" + at("home"), "LANG=C", "OPENAI_API_KEY=sk-secret-of-the-user", "GITHUB_TOKEN=ghp-secret", "HTTPS_PROXY=http://corp:1", "EDITOR=vi"},
		Mode:    start.Headless, Timeout: 20 * time.Second,
	}, at("out")}
}

// withOut gives the fake another file to write to.
func withOut(plan func(start.Input) (start.Plan, error), out string) func(start.Input) (start.Plan, error) {
	return func(in start.Input) (start.Plan, error) {
		p, err := plan(in)
		p.Env["FAKE_OUT"] = out
		return p, err
	}
}

// environ is a world with its own environment variables, so that tests do not change those of the
// process and can run in parallel.
type environ struct {
	facts.World
	set map[string]string
}

func (e environ) LookupEnv(name string) (string, bool) {
	if value, ok := e.set[name]; ok {
		return value, true
	}
	return e.World.LookupEnv(name)
}
