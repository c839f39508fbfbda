package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/capture/endpoint"
	"galley/engine/wire"
)

const projectRule = "One long rule that stands in the file of the project."

// captured stores a recorded request of Claude Code a minute after the last one, and returns its id.
func (c *console) captured(body string) (id string) {
	c.t.Helper()
	c.world.Clock(c.world.Now().Add(time.Minute)).File("/p/body.json", body)
	out, _ := c.must(exitFine, "capture", "claude", "--read", "body.json")
	id, _, _ = strings.Cut(out, "\n")
	return id
}

// When captures are followed, each is printed with its differences from the previous one: the
// first place that differs, the number of blocks, and the files.
func TestDifferencesOfAFollowedCapture(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/CLAUDE.md", projectRule+"\n")
	first := c.captured(sentBody)
	c.world.File("/p/CLAUDE.md", projectRule+" And more of it.\n")
	second := c.captured(strings.Replace(sentBody, projectRule, projectRule+" And more of it.", 1))
	third := c.captured(strings.Replace(sentBody, projectRule, "None.", 1))
	c.world.File("/p/CLAUDE.md", projectRule+"\n")
	fourth := c.captured(strings.Replace(sentBody, "You are it.", "You are another.", 1))
	const want = `03:05:05  FIRST  system 11 B, 1 tools 47 B, messages 193 B
03:06:05  SECOND  system 11 B, 1 tools 47 B, messages 209 B
    first differs in the user message, line 6, block file//p/CLAUDE.md (session); the 177 bytes before it are the same
    blocks: 2 same, 1 changed
    ~ CLAUDE.md  201 B
03:07:05  THIRD  system 11 B, 1 tools 47 B, messages 145 B
    first differs in the user message, line 6, block text/system-reminder (session); the 124 bytes before it are the same
    blocks: 2 same, 1 added, 1 removed
    - CLAUDE.md  201 B
03:08:05  FOURTH  system 16 B, 1 tools 47 B, messages 193 B
    first differs in the system message, line 1, block text (static); the 8 bytes before it are the same
    blocks: 1 same, 1 changed, 1 added, 1 removed
    + CLAUDE.md  185 B
`
	names := strings.NewReplacer(first, "FIRST", second, "SECOND", third, "THIRD", fourth, "FOURTH")
	if out, told := c.must(exitFine, "captures", "follow", first, "--count", "4", "--every", "50ms"); names.Replace(out) != want || told != "" {
		t.Errorf("printed\n%s%s", names.Replace(out), told)
	}
	// Without an ID, only captures from now on are printed, until the user ends the command.
	ctx, stop := context.WithCancel(context.Background())
	var out bytes.Buffer
	stop()
	if status := Run(ctx, Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: io.Discard, World: c.world, Dir: "/p"}, []string{"captures", "follow", "--every", "1h"}); status != exitFine || out.Len() > 0 {
		t.Errorf("status %d, %q", status, out.String())
	}
	// A capture that is deleted while galley looks at it is skipped.
	if err := os.WriteFile(filepath.Join(c.store().Dir, fourth+".capture"), []byte("gone"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _ := c.must(exitFine, "captures", "follow", second, "--count", "2", "--every", "50ms"); !strings.HasPrefix(names.Replace(out), "03:06:05  SECOND  ") || strings.Contains(names.Replace(out), "FOURTH") {
		t.Errorf("a damaged one: %s", names.Replace(out))
	}
}

// Captures that cannot be stored or listed are errors that name the place.
func TestWhereCapturesAreStoredIsNoDirectory(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/body.json", sentBody)
	at := c.store().Dir
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"captures", "captures --json", "captures follow", "captures show last", "captures forget x", "capture --read body.json", "capture claude --read body.json --json", "render --capture last"} {
		if out, told := c.must(exitFailed, strings.Fields(line)...); out != "" || !strings.HasPrefix(told, "galley: ") || !strings.Contains(told, at) {
			t.Errorf("%s: %q, %q", line, out, told)
		}
	}
	r, err := wire.Decode(wire.Anthropic, []byte(sentBody))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s := &Session{World: c.world}
	s.Request.Cwd = "/p"
	err = (capturing{}).took(context.Background(), Env{Stdout: &out, Agents: agent.Known()}, s, places{store: c.store()}, "pi", endpoint.Exchange{Request: r, Body: []byte(sentBody)}, endpoint.Spent{})
	if err == nil || !strings.Contains(err.Error(), at) || out.Len() > 0 {
		t.Errorf("forwarded: %v, %q", err, out.String())
	}
}

// A recording of several requests holds the first main turn of each agent; the others are listed
// beside it if there is one agent only.
func TestARecordingOfSeveralRequests(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	body := strings.ReplaceAll(sentBody, "in /p", "in another place")
	title := `{"model":"m","system":"S","messages":[{"role":"user","content":"a title"}]}`
	c.world.File("/p/all.jsonl", strings.Join([]string{title, body, strings.Replace(body, "You are it.", "You are late.", 1), strings.Replace(body, "You are it.", "You are later.", 1)}, "\n")+"\n").
		File("/p/here.json", strings.Replace(sentBody, "hi in /p", "hi in /p/sub", 1)).Dir("/p/sub")
	c.must(exitFine, "capture", "--read", "all.jsonl")
	kept, err := c.store().Load("last")
	if err != nil {
		t.Fatal(err)
	}
	var why []string
	for _, s := range kept.Side {
		why = append(why, s.Why)
	}
	if got := strings.Join(why, "; "); got != "it declares no tools; an earlier request of this agent was stored; an earlier request of this agent was stored" || kept.Side[1].Bytes != len(body)+2 || !strings.Contains(string(kept.Body), "You are it.") || !kept.Created.Equal(c.world.Now()) || kept.Mode != "file" {
		t.Errorf("%q, %+v", got, kept)
	}
	for _, one := range []struct{ args, cwd, project string }{
		{"capture claude --read /p/here.json --cwd /p/sub", "/p/sub", "/p"}, {"capture claude --read here.json", "/p", "/p"}, {"capture claude --read /p/all.jsonl --cwd /p/sub", "", ""},
	} {
		id, _ := c.must(exitFine, strings.Fields(one.args)...)
		id, _, _ = strings.Cut(id, "\n")
		if kept, err := c.store().Load(id); err != nil || kept.Cwd != one.cwd || kept.Project != one.project || kept.Agent != "claude-code" || kept.Version != "" || (kept.Attribution != nil) != (one.cwd != "") {
			t.Errorf("%s: %+v, %v", one.args, kept, err)
		}
	}
	har := func(sender, text string) string {
		return `{"request":{"method":"POST","url":"https://h.example/v1/messages","headers":[{"name":"User-Agent","value":"` + sender + `"}],"postData":{"text":` + text + `}}}`
	}
	quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(body) + `"`
	c.world.File("/p/two.har", `{"log":{"entries":[`+har("claude-cli/2.1.300", quoted)+`,`+har("other/1", quoted)+`,`+har("claude-cli/2.1.300", quoted)+`]}}`)
	out, _ := c.must(exitFine, "capture", "--read", "two.har")
	all, _, err := c.store().List()
	if err != nil || strings.Count(out, "\nsystem 11, tools 1 in 47, messages ") != 2 || !strings.HasPrefix(out, "claude-code-") || !strings.Contains(out, "\nunknown-") {
		t.Errorf("%s, %v, %d captures", out, err, len(all))
	}
	id, _, _ := strings.Cut(out, "\n")
	if kept, err := c.store().Load(id); err != nil || kept.Version != "2.1.300" || len(kept.Side) != 0 {
		t.Errorf("%+v, %v", kept, err)
	}
}
