package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/endpoint"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/wire"
)

// keep stores a capture of an agent, made some time before now.
func (c *console) keep(agentName string, ago time.Duration, change func(*capture.Capture)) *capture.Capture {
	c.t.Helper()
	r, err := wire.Decode(wire.Anthropic, []byte(sentBody))
	if err != nil {
		c.t.Fatal(err)
	}
	one := &capture.Capture{
		Agent: agentName, Version: "2.1", Mode: start.Headless, Created: c.world.Now().Add(-ago), Form: wire.Anthropic, Method: "POST", Path: "/v1/messages",
		Cwd: "/p", Project: "/p", Sizes: r.Sizes, Body: []byte(sentBody), Notes: []string{},
	}
	if change != nil {
		change(one)
	}
	if err := c.store().Save(one); err != nil {
		c.t.Fatal(err)
	}
	return one
}

func (c *console) store() capture.Store {
	state, _ := c.world.LookupEnv("XDG_STATE_HOME")
	return capture.Store{Dir: filepath.Join(state, "galley", "captures")}
}

// blanks are runs of blanks between columns.
var blanks = regexp.MustCompile(` {2,}`)

func TestCapturesAreListedNewestFirst(t *testing.T) {
	c := newConsole(t)
	if out, told := c.must(0, "captures"); out != "" || told != "no captures yet; `galley capture AGENT` makes one\n" {
		t.Errorf("%q %q", out, told)
	}
	home := facts.Home(c.world)
	old := c.keep("codex", 50*time.Hour, func(one *capture.Capture) { one.Cwd, one.Project = home+"/src", home+"/src" })
	sub := c.keep("claude-code", 3*time.Hour, func(one *capture.Capture) {
		one.Version, one.Mode, one.Cwd, one.Subagent = "2\x1b[m", start.Interactive, home+"x", "helper"
	})
	last := c.keep("claude-code", 0, func(one *capture.Capture) { one.Cwd = home })
	out, told := c.must(0, "captures")
	want := last.ID + "  2.1  headless  less than a minute ago  ~\n" +
		sub.ID + "  2␛[m  interactive, sub-agent helper  3 hours ago  " + home + "x\n" +
		old.ID + "  2.1  headless  2 days ago  ~/src\n"
	if got := blanks.ReplaceAllString(out, "  "); got != want || told != "" {
		t.Errorf("listed\n%s%s, want\n%s", got, told, want)
	}
	if out, _ := c.must(0, "captures", "--json"); strings.Count(out, `"id": "`) != 3 || strings.Contains(out, "You are it.") || strings.Contains(out, "null") {
		t.Errorf("%s", out)
	}
	if err := os.WriteFile(filepath.Join(c.store().Dir, "pi-1.capture"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.must(0, "captures", "forget", last.ID, sub.ID, "codex")
	if out, told := c.must(0, "captures"); out != "" || !strings.HasPrefix(told, "galley: ") || !strings.Contains(told, "damaged") || strings.Contains(told, "no captures") {
		t.Errorf("a damaged one: %q %q", out, told)
	}
}

func TestConsentsAreListedAndWithdrawn(t *testing.T) {
	c := newConsole(t)
	state, _ := c.world.LookupEnv("XDG_STATE_HOME")
	consents := capture.Consents{File: filepath.Join(state, "galley", "consents.json")}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.Local)
	for _, one := range []capture.Consent{{Project: "/p", Agent: "codex", Digest: "1", Given: at}, {Project: "/q", Agent: "codex", Digest: "2", Given: at}, {Project: "/p", Agent: "pi", Digest: "3", Given: at}} {
		if err := consents.Give(one); err != nil {
			t.Fatal(err)
		}
	}
	if out, told := c.must(0, "captures", "consent"); blanks.ReplaceAllString(out, "  ") != "codex  2026-01-02 03:04  /p\ncodex  2026-01-02 03:04  /q\npi  2026-01-02 03:04  /p\n" || told != "" {
		t.Errorf("%q %q", out, told)
	}
	for line, want := range map[string]string{"codex": "codex/p codex/q", "--project /p": "codex/p pi/p", "--project /p codex": "codex/p", "crush": ""} {
		out, told := c.must(0, append([]string{"captures", "consent"}, strings.Fields(line)...)...)
		if got := strings.ReplaceAll(strings.Join(strings.Fields(strings.ReplaceAll(out, "2026-01-02 03:04", "")), " "), " /", "/"); got != want || told == "no consents\n" != (want == "") {
			t.Errorf("%s: %q %q", line, out, told)
		}
	}
	for _, one := range []struct {
		args []string
		told string
		left int
	}{
		{[]string{"--project", "/p", "codex"}, "1 withdrawn\n", 2},
		{[]string{"codex"}, "1 withdrawn\n", 1},
		{nil, "1 withdrawn\n", 0},
		{nil, "0 withdrawn\n", 0},
	} {
		if out, told := c.must(0, append([]string{"captures", "consent", "--revoke"}, one.args...)...); out != "" || told != one.told || len(consents.All()) != one.left {
			t.Errorf("%q: %q %q, %d are left", one.args, out, told, len(consents.All()))
		}
	}
	if _, told := c.must(2, "captures", "consent", "nobody"); !strings.Contains(told, `"nobody" is not an agent that galley knows; it can start `) {
		t.Errorf("%q", told)
	}
}

func TestACaptureIsExported(t *testing.T) {
	c := newConsole(t)
	one := c.keep("claude-code", 0, func(one *capture.Capture) {
		one.Body = []byte(strings.Replace(sentBody, "hi in /p", "hi in /s/home", 1))
		one.Substitutions = []start.Substitution{{From: "/s/home", To: "/home/me"}}
	})
	raw, _ := c.must(0, "captures", "export", one.ID, "--raw")
	real, _ := c.must(0, "captures", "export", "last")
	if raw != string(one.Body) || real != strings.Replace(raw, "/s/home", "/home/me", 1)+"\n" {
		t.Errorf("%s\n%s", raw, real)
	}
	page, _ := c.must(0, "captures", "export", one.ID, "--html", "-")
	if !strings.HasPrefix(page, "<!doctype html>") || !strings.Contains(page, "You are it.") {
		t.Errorf("the page is %.200s", page)
	}
	for _, mistake := range []struct {
		status int
		args   []string
		want   string
	}{
		{2, []string{"captures", "export", one.ID, "--raw", "--html", "-"}, "captures export: use either --raw or --html, not both"},
		{3, []string{"captures", "export", "none"}, "none"},
		{3, []string{"captures", "diff", "none", one.ID}, "none"},
		{3, []string{"captures", "forget", "none"}, "galley: \"none\": no capture has this id; `galley captures` lists them"},
	} {
		if out, told := c.must(mistake.status, mistake.args...); out != "" || !strings.Contains(told, mistake.want) {
			t.Errorf("%q: %q %q", mistake.args, out, told)
		}
	}
}

// passed gives a forwarded request to the command that stores it.
func (c *console) passed(name string, x endpoint.Exchange, spent endpoint.Spent) string {
	c.t.Helper()
	var out bytes.Buffer
	env := Env{Stdout: &out, Stderr: io.Discard, World: c.world, Dir: "/p", Agents: agent.Known()}
	s := &Session{World: c.world}
	s.Request.Cwd = "/p"
	at := places{store: c.store()}
	if err := (capturing{forward: "https://example.org"}).took(context.Background(), env, s, at, name, x, spent); err != nil {
		c.t.Fatal(err)
	}
	return out.String()
}

func TestAForwardedRequestIsKept(t *testing.T) {
	c := newConsole(t)
	c.world.File("/p/CLAUDE.md", "One long rule that stands in the file of the project.\n")
	r, err := wire.Decode(wire.Anthropic, []byte(sentBody))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.Local)
	exchange := func(sender string) endpoint.Exchange {
		at = at.Add(time.Minute)
		return endpoint.Exchange{At: at, Method: "POST", Path: "/v1/messages", Header: map[string]string{"user-agent": sender}, Request: r, Form: wire.Anthropic, Body: []byte(sentBody), Status: 200}
	}
	for _, one := range []struct {
		name, sender   string
		spent          endpoint.Spent
		agent, version string
		notes, ends    string
		known          bool
	}{
		{"", "claude-cli/2.1.300 (external, cli)", endpoint.Spent{Known: true, Input: 1000, Cached: 900, Made: 5}, "claude-code", "2.1.300", "passed on to https://example.org, which answered 200|the provider counted 1000 tokens in, 900 of them from its cache, and 5 out", "; 1000 tokens in, 900 of them from its cache, and 5 out\n", true},
		{"claude-code", "other/1", endpoint.Spent{Input: 9}, "claude-code", "", "passed on to https://example.org, which answered 200", " B\n", true},
		{"", "other/1", endpoint.Spent{}, unknownAgent, "", "passed on to https://example.org, which answered 200", " B\n", false},
	} {
		line := c.passed(one.name, exchange(one.sender), one.spent)
		kept, err := c.store().Load("last")
		if err != nil {
			t.Fatal(err)
		}
		if kept.Agent != one.agent || kept.Version != one.version || strings.Join(kept.Notes, "|") != one.notes || kept.Mode != start.Listened || kept.Cwd != "/p" || kept.Project != "/p" ||
			string(kept.Body) != sentBody || kept.Model != "claude-opus-5-5" || (kept.Attribution != nil) != one.known {
			t.Errorf("%+v: kept %+v", one, kept)
		}
		if want := at.Format("15:04:05") + "  " + kept.ID + "  system "; !strings.HasPrefix(line, want) || !strings.Contains(line, ", 1 tools ") || !strings.HasSuffix(line, one.ends) {
			t.Errorf("%+v: printed %q", one, line)
		}
	}
}

// Each new capture is printed with its differences from the previous one.
func TestCapturesAreFollowed(t *testing.T) {
	c := newConsole(t)
	c.world.File("/p/CLAUDE.md", "One long rule that stands in the file of the project.\n")
	first := c.keep("claude-code", 2*time.Minute, nil)
	other := c.keep("codex", time.Minute, nil)
	second := c.keep("claude-code", 0, func(one *capture.Capture) {
		one.Body = []byte(strings.NewReplacer("You are it.", "You are another.", "One long rule that", "One longer rule that").Replace(sentBody))
	})
	for _, one := range []*capture.Capture{first, second} {
		stored, err := c.store().Load(one.ID)
		if err != nil {
			t.Fatal(err)
		}
		s, env := &Session{World: c.world}, Env{World: c.world, Agents: agent.Known()}
		s.Request.Cwd = "/p"
		if _, err := s.asCaptured(context.Background(), env, stored); err != nil {
			t.Fatal(err)
		}
	}
	head := func(one *capture.Capture) string { return followLine(one) + "\n" }
	out, _ := c.must(0, "captures", "follow", first.ID, "--count", "2", "--every", "50ms")
	rest, ok := strings.CutPrefix(out, head(first)+head(second))
	if !ok || !strings.HasPrefix(rest, "    ") || strings.Contains(out, other.ID) {
		t.Errorf("printed\n%s", out)
	}
	if out, _ := c.must(0, "captures", "follow", first.ID, "--count", "1", "--json"); !strings.Contains(out, `"id": "`+first.ID+`"`) || strings.Contains(out, "You are it.") || strings.Contains(out, second.ID) {
		t.Errorf("printed\n%s", out)
	}
	for name, mistake := range map[string][]string{"count": {"--count", "-1"}, "every": {"--every", "49ms"}} {
		if _, told := c.must(2, append([]string{"captures", "follow"}, mistake...)...); !strings.Contains(told, "captures follow: --count is 0 or more, --every at least 50ms") {
			t.Errorf("%s: %q", name, told)
		}
	}
}

func TestRecordedRequestsAreTakenApart(t *testing.T) {
	c := newConsole(t)
	status, out, told := c.run("capture", "--read", "-")
	if status != 3 || out != "" || told == "" {
		t.Errorf("nothing on standard input: %d %q %q", status, out, told)
	}
	c.world.File("/p/title.json", `{"model":"m","system":"S","messages":[{"role":"user","content":"a title"}]}`)
	if _, told := c.must(3, "capture", "--read", "title.json"); !strings.Contains(told, "title.json contains 1 requests, but none of a main turn: it declares no tools") {
		t.Errorf("%q", told)
	}
	c.world.File("/p/main.json", `{"model":"m","tools":[{"name":"t","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"hi"}]}`)
	c.must(0, "capture", "--read", "main.json")
	kept, err := c.store().Load("last")
	if err != nil || kept.Agent != unknownAgent || kept.Cwd != "" || strings.Join(kept.Notes, "|") != "read from main.json|the request does not say which agent sent it; name it: galley capture AGENT --read FILE" {
		t.Errorf("%+v, %v", kept, err)
	}
}

// A conversation's prompt is made without captures, unless --capture names one: a capture that was
// made meanwhile changes nothing.
func TestACaptureMadeMeanwhileChangesNoConversation(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/t.md", "Be kind.\n")
	built, _ := c.must(exitFine, "freeze", "x", "t.md", "--profile", "claude-code")
	c.keep("claude-code", 0, nil)
	if out, told := c.must(exitFine, "drift", "x", "t.md", "--profile", "claude-code"); strings.Contains(out, "differs") {
		t.Errorf("%s%s", out, told)
	}
	if again, _ := c.must(exitFine, "compact", "x", "t.md", "--profile", "claude-code"); again != built {
		t.Errorf("built again\n%s, want\n%s", again, built)
	}
	if named, _ := c.must(exitFine, "compact", "x", "t.md", "--profile", "claude-code", "--capture", "last"); named != "You are it." {
		t.Errorf("with --capture: %q", named)
	}
}
