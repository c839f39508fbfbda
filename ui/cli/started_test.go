//go:build unix

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/capture"
	"galley/engine/facts"
)

// fakeClaude is a Claude Code that sends its rule file to its provider, and then the request of a
// sub-agent if it is told to. It ends with 5 where it has no provider.
func fakeClaude() {
	url := os.Getenv("ANTHROPIC_BASE_URL")
	if url == "" {
		fmt.Println("started in", filepath.Base(os.Getenv("PWD")))
		os.Exit(5)
	}
	rules, _ := os.ReadFile("CLAUDE.md")
	if os.Getenv("FAKE_FORGETS") != "" {
		rules = nil
	}
	body, err := json.Marshal(map[string]any{
		"model": "m", "max_tokens": 9, "tools": []any{map[string]any{"name": "Read", "input_schema": map[string]any{"type": "object"}}},
		"system": "You are a fake.\n" + string(rules), "messages": []any{map[string]any{"role": "user", "content": os.Args[len(os.Args)-1]}},
	})
	if err != nil {
		panic(err)
	}
	bodies := [][]byte{body}
	if os.Getenv("FAKE_DELEGATES") != "" {
		bodies = append(bodies, bytes.Replace(body, []byte("You are a fake."), []byte("You are its helper."), 1))
	}
	for _, body := range bodies {
		q, err := http.NewRequest("POST", url+"/v1/messages", bytes.NewReader(body))
		if err != nil {
			panic(err)
		}
		q.Header.Set("X-Api-Key", os.Getenv("ANTHROPIC_API_KEY"))
		if r, err := http.DefaultTransport.RoundTrip(q); err == nil {
			_, _ = io.Copy(io.Discard, r.Body)
			_ = r.Body.Close()
		}
	}
}

// settled is the world of this machine with an environment of its own.
type settled struct {
	facts.World
	env map[string]string
}

func (s settled) LookupEnv(name string) (string, bool) {
	value, ok := s.env[name]
	return value, ok
}

// After the user has agreed once, the commands capture the agent, compare it with its prediction,
// and run it with a prompt.
func TestAnAgentIsStartedByTheCommands(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, d := range []string{"home", "p/.git", "bin"} {
		if err := os.MkdirAll(at(d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(me, at("bin/claude")); err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("p/CLAUDE.md", "One long rule that stands in the file of the project.\n")
	put("p/t.md", "My prompt.\n")
	var more []string // further variables of the environment
	env := map[string]string{"HOME": at("home"), "PATH": at("bin"), "XDG_STATE_HOME": at("state")}
	run := func(args string) (status int, out, told string) {
		var stdout, stderr bytes.Buffer
		status = Run(context.Background(), Env{
			Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, World: settled{facts.NewLive(), env}, Dir: at("p"),
			Environ: append([]string{"HOME=" + at("home"), "PATH=" + at("bin"), "GOCOVERDIR=" + at("home")}, more...),
		}, strings.Fields(args))
		return status, stdout.String(), stderr.String()
	}
	for _, c := range []struct {
		args      string
		status    int
		out, told string
	}{
		{"capture claude", 3, "", "--yes"},
		{"capture claude --yes", 0, "claude-code-", "galley: starting claude-code of an unknown version (headless)\n"},
		{"captures", 0, "headless", ""},
		{"captures consent", 0, "claude-code", ""},
		{"capture claude", 0, "claude-code-", "galley: captured after "},
		{"verify claude", 0, "claude-code", ""},
		{"verify claude --json", 0, `"same": true`, ""},
		{"run claude t.md", 5, "started in p\n", "the prompt (11 bytes) replaces "},
	} {
		status, out, told := run(c.args)
		if status != c.status || !strings.Contains(out, c.out) || (c.out == "") != (out == "") || !strings.Contains(told, c.told) {
			t.Errorf("%s: status %d\n%s\n%s", c.args, status, out, told)
		}
	}
	more = []string{"FAKE_FORGETS=1"}
	status, out, told := run("verify claude")
	if status != 1 || out == "" || !strings.Contains(told, "\n  ") || !strings.Contains(told, "CLAUDE.md") {
		t.Errorf("an agent that forgets its rules: status %d\n%s\n%s", status, out, told)
	}
	more = nil // now the agent sends its rules again, unlike in the last capture
	if status, out, told := run("verify claude --json"); status != 1 || !strings.Contains(out, `"same": false`) || strings.Contains(told, "\n  ") {
		t.Errorf("as JSON: status %d\n%s\n%s", status, out, told)
	}
	more = []string{"FAKE_DELEGATES=1"}
	status, out, told = run("capture claude --subagent helper")
	ids := strings.Split(strings.TrimSpace(out), "\n")
	if status != 0 || strings.Count(out, "\nsystem ") != 2 || !strings.HasPrefix(ids[0], "claude-code-") {
		t.Fatalf("with a sub-agent: status %d\n%s\n%s", status, out, told)
	}
	store := capture.Store{Dir: at("state/galley/captures")}
	main, err := store.Load(ids[0])
	sub := store.Delegates("claude-code", at("p"), at("p"))["helper"]
	if err != nil || main.Subagent != "" || sub.Main != main.ID || !strings.Contains(out, "\n"+sub.ID+"\n") {
		t.Errorf("the sub-agent's capture is %+v, the main one %+v, %v", sub, main, err)
	}
	if err := os.RemoveAll(at("state/galley/captures")); err != nil {
		t.Fatal(err)
	}
	put("state/galley/captures", "")
	more = nil
	for _, args := range []string{"capture claude", "verify claude"} {
		if status, out, told := run(args); status != 3 || out != "" || !strings.Contains(told, at("state/galley/captures")) {
			t.Errorf("%s without a place to store it: status %d, %q, %q", args, status, out, told)
		}
	}
	if left, err := os.ReadDir(at("state/galley/scratch")); len(left) > 0 || err != nil {
		t.Errorf("left are %v, %v", left, err)
	}
}
