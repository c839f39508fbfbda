package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/ui/launch"
)

// console runs commands in one world, with a state directory on disk.
type console struct {
	t     *testing.T
	world *facts.Memory
	exec  Runner
}

func newConsole(t *testing.T) *console {
	home := facts.Slash(t.TempDir())
	return &console{t: t, world: facts.NewMemory().Env("HOME", home).Env("XDG_STATE_HOME", home+"/state").Env("PATH", "/bin").Dir("/p/.git")}
}

// run returns the exit status and the output.
func (c *console) run(args ...string) (status int, stdout, stderr string) {
	c.t.Helper()
	var out, told bytes.Buffer
	status = Run(context.Background(), Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &told, World: c.world, Dir: "/p", Exec: c.exec}, args)
	return status, out.String(), told.String()
}

func (c *console) must(want int, args ...string) (stdout, stderr string) {
	c.t.Helper()
	status, stdout, stderr := c.run(args...)
	if status != want {
		c.t.Fatalf("%q: exit %d, not %d\n%s\n%s", args, status, want, stdout, stderr)
	}
	return stdout, stderr
}

const sentBody = `{"model":"claude-opus-5-5","max_tokens":9,"system":[{"type":"text","text":"You are it."}],"tools":[{"name":"t","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>\nThese are rules.\n\nContents of /p/CLAUDE.md (project instructions, checked into the codebase):\n\nOne long rule that stands in the file of the project.\n</system-reminder>"},{"type":"text","text":"hi in /p"}]}],"metadata":{"user_id":"{\"session_id\":\"c12c398d-62b2-42e8-929f-d6db98dfc45f\"}"}}`

func TestARecordedBodyIsKeptShownComparedAndExported(t *testing.T) {
	c := newConsole(t)
	c.world.File("/p/CLAUDE.md", "One long rule that stands in the file of the project.\n").File("/p/one.json", sentBody).File("/p/two.json", strings.Replace(sentBody, "You are it.", "You are another.", 1))
	out, _ := c.must(0, "capture", "claude", "--read", "one.json", "--json")
	var shape struct {
		Schema                   int
		ID, Agent, Mode, Created string
		Version                  *string
		Request                  struct {
			Method, Path string
			Body         map[string]any
		}
		Sizes         struct{ System, Tools, ToolCount, Messages int }
		Render        struct{ Basis, Capture, Text string }
		Substitutions []any
		Notes         []string
	}
	if err := json.Unmarshal([]byte(out), &shape); err != nil {
		t.Fatal(err)
	}
	if shape.Schema != 1 || shape.Agent != "claude-code" || shape.Mode != "file" || shape.Request.Method != "POST" || shape.Request.Path != "/v1/messages" || shape.Version == nil ||
		shape.Request.Body["model"] != "claude-opus-5-5" || shape.Sizes.ToolCount != 1 || shape.Render.Basis != "captured" || shape.Render.Capture != shape.ID || shape.Substitutions == nil {
		t.Errorf("%+v", shape)
	}
	const session = "c12c398d-62b2-42e8-929f-d6db98dfc45f"
	if strings.Contains(out, session) {
		t.Error("a session id is shown")
	}
	if out, _ := c.must(0, "captures", "export", shape.ID, "--raw"); out != sentBody {
		t.Errorf("exported %q", out)
	}
	if out, _ := c.must(0, "captures", "show", "last"); !strings.HasPrefix(out, shape.ID) || strings.Contains(out, session) {
		t.Errorf("%s", out)
	}
	second, _ := c.must(0, "capture", "claude", "--read", "two.json")
	other, _, _ := strings.Cut(second, "\n") // both were made at the same moment, so "last" might mean either
	if out, _ := c.must(1, "captures", "diff", shape.ID, other, "--strict"); !strings.Contains(out, "another") && !strings.Contains(out, "byte") {
		t.Errorf("diff: %s", out)
	}
	c.must(0, "captures", "diff", shape.ID, shape.ID, "--strict")
	if out, told := c.must(0, "render", "--capture", shape.ID); !strings.HasPrefix(out, "You are it.") || !strings.Contains(told, "basis: captured") {
		t.Errorf("render: %q %q", out, told)
	}
	c.world.File("/p/CLAUDE.md", "One longer rule that stands in the file of the project.\n")
	if out, told := c.must(0, "render", "--messages", "--capture", shape.ID); !strings.Contains(out, "One longer rule") || !strings.Contains(told, "predicted") {
		t.Errorf("predicted: %q %q", out, told)
	}
	if out, _ := c.must(0, "captures", "show", shape.ID, "--json"); strings.Contains(out, "One longer rule") {
		t.Error("a shown capture differs from the recorded one")
	}
	c.must(0, "captures", "forget", shape.ID)
	c.must(3, "captures", "show", shape.ID)
}

func TestAnAgentIsNotStartedWithoutConsent(t *testing.T) {
	c := newConsole(t)
	c.world.File("/bin/claude", "#!").Mode("/bin/claude", 0o755).File("/p/.claude/settings.json", `{"hooks":{"SessionStart":[{"hooks":[{"command":"./steal.sh"}]}]}}`)
	for _, args := range [][]string{{"capture", "claude"}, {"verify", "claude-code"}, {"verify", "--all"}, {"run", "claude"}} {
		out, told := c.must(3, args...)
		if out != "" || !strings.Contains(told, "/bin/claude in /p") || !strings.Contains(told, "hook SessionStart: ./steal.sh (the project's, /p/.claude/settings.json)") || !strings.Contains(told, "--yes") {
			t.Errorf("%q: %q %q", args, out, told)
		}
	}
	if out, _ := c.must(0, "captures", "consent", "--json"); strings.TrimSpace(out) != "[]" {
		t.Errorf("consents %s", out)
	}
}

func TestAgentsThatCannotBeCapturedAreReported(t *testing.T) {
	c := newConsole(t)
	for _, one := range []struct {
		status int
		args   []string
		want   string
	}{
		{2, []string{"capture"}, "name an agent"}, {2, []string{"capture", "nobody"}, "it can start"}, {3, []string{"capture", "cline"}, "its program for the terminal is cline-cli"}, {3, []string{"capture", "cursor"}, "does not know how to start cursor"},
		{3, []string{"capture", "claude"}, "npm install -g @anthropic-ai/claude-code"}, {2, []string{"capture", "claude", "--mode", "loud"}, "headless, interactive or both"},
		{3, []string{"capture", "--read", "gone.json"}, "gone.json"}, {2, []string{"capture", "--read", "x", "--listen"}, "not both"},
		{3, []string{"capture", "--listen=0.0.0.0:0"}, "loopback"}, {2, []string{"verify"}, "--all"}, {3, []string{"verify", "--all"}, "none is on the PATH"},
		{3, []string{"run", "copilot"}, "adds the instructions of"}, {3, []string{"run", "claude"}, "not installed"},
	} {
		if out, told := c.must(one.status, one.args...); out != "" && one.args[0] != "verify" || !strings.Contains(told, one.want) {
			t.Errorf("%q: %q %q", one.args, out, told)
		}
	}
	out, _ := c.must(3, "verify", "claude", "--json")
	if !strings.Contains(out, `"error": "`) || !strings.Contains(out, `"agent": "claude-code"`) || !strings.Contains(out, `"first": null`) {
		t.Errorf("%s", out)
	}
}

func TestVersionCommandRunsOnlyOnRequest(t *testing.T) {
	c := newConsole(t)
	c.world.File("/lib/codex/package.json", `{"name":"@openai/codex","version":"9.0.1"}`).File("/lib/codex/bin/codex.js", "#!").Mode("/lib/codex/bin/codex.js", 0o755).Link("/bin/codex", "/lib/codex/bin/codex.js")
	asked := 0
	c.exec = func(_ context.Context, _, program string, args ...string) ([]byte, error) {
		if asked++; program != "/bin/codex" || len(args) != 1 || args[0] != "--version" {
			return nil, errors.New("it was run in another way")
		}
		return []byte("codex-cli 9.1.0\n"), nil
	}
	row := func(args ...string) (r agentRow) {
		t.Helper()
		out, _ := c.must(0, append([]string{"agents", "--json"}, args...)...)
		var list agentList
		if err := json.Unmarshal([]byte(out), &list); err != nil {
			t.Fatal(err)
		}
		for _, a := range list.Agents {
			if a.Agent == "codex" {
				r = a
			} else if a.Installed != nil {
				t.Errorf("%s is installed", a.Agent)
			}
		}
		return r
	}
	if r := row(); asked != 0 || r.Installed == nil || r.Installed.Version != "9.0.1" || !r.Newer || !r.Captures {
		t.Errorf("%+v", r)
	}
	if r := row("--ask"); asked != 1 || r.Installed.Version != "9.1.0" {
		t.Errorf("%+v", r)
	}
	if out, _ := c.must(0, "agents"); !strings.Contains(out, "9.0.1 (newer than known)") {
		t.Errorf("%s", out)
	}
}

func TestRunPrintsTheCommandAndLeftovers(t *testing.T) {
	c := newConsole(t)
	c.world.File("/bin/codex", "#!").Mode("/bin/codex", 0o755).File("/p/t.md", "My rules.\n")
	out, told := c.must(0, "run", "codex", "t.md", "--print", "--", "--search")
	if out != "/bin/codex -c model_instructions_file=PROMPT.md --search\n" || !strings.Contains(told, "replaces the base instructions") || !strings.Contains(told, "the agent still sends: ") {
		t.Errorf("%q %q", out, told)
	}
}

func TestAnAgentThatWasTooSlowCanBeGivenMoreTime(t *testing.T) {
	slow := longer(&launch.NoRequest{Agent: "pi", Reason: "it sent no request within 20s", Output: "loading", Late: true})
	if got := slow.Error(); got != "pi: it sent no request within 20s; give it more time with --timeout; its last lines: loading" {
		t.Error(got)
	}
	ended := longer(&launch.NoRequest{Agent: "pi", Reason: "it asks to log in"})
	if got := ended.Error(); got != "pi: it asks to log in" {
		t.Error(got)
	}
}

func TestUnreadableCaptureIsReportedWithAnotherPrompt(t *testing.T) {
	c := newConsole(t)
	c.world.File("/p/body.json", sentBody).File("/p/CLAUDE.md", "One long rule that stands in the file of the project.\n")
	c.must(0, "capture", "claude", "--read", "/p/body.json")
	state, _ := c.world.LookupEnv("XDG_STATE_HOME")
	names, err := filepath.Glob(filepath.Join(state, "galley/captures/*"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	if _, told := c.must(0, "render", "--profile", "claude-code"); !strings.Contains(told, "basis: captured") {
		t.Errorf("the full capture: %s", told)
	}
	if err := os.Truncate(names[0], 700); err != nil {
		t.Fatal(err)
	}
	status, out, told := c.run("render", "--profile", "claude-code")
	if !strings.Contains(told, "is damaged") || !strings.Contains(told, "galley captures forget") || !strings.Contains(told, "basis: modelled") {
		t.Errorf("exit %d: %s\n%s", status, told, out)
	}
}
