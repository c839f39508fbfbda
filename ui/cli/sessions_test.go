package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/logs"
)

// lines joins the lines of a made-up log.
func lines(all ...string) string { return strings.Join(all, "\n") + "\n" }

// claudeTurn is a turn in a log of Claude Code.
func claudeTurn(hour, prompt string) string {
	return `{"type":"user","message":{"role":"user","content":"` + prompt + `"},"timestamp":"2026-01-01T` + hour + `:00:00Z","cwd":"/p","version":"2.1.332"}` + "\n" +
		`{"type":"assistant","timestamp":"2026-01-01T` + hour + `:00:01Z","message":{"id":"` + hour + `","role":"assistant","model":"m","content":[{"type":"text","text":"done"}],"usage":{"input_tokens":10,"cache_read_input_tokens":0,"cache_creation_input_tokens":0,"output_tokens":5}}}`
}

func TestTurnsOfASession(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	dir := filepath.Join(facts.Home(c.world), ".claude/projects/-p")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	put("aaaa-1.jsonl", lines(claudeTurn("10", "the first"), claudeTurn("11", "the second"), claudeTurn("12", "the third")))
	if err := os.MkdirAll(filepath.Join(dir, "aaaa-1/subagents"), 0o700); err != nil {
		t.Fatal(err)
	}
	put("aaaa-1/subagents/agent-x.jsonl", lines(claudeTurn("13", "delegated")))
	for args, want := range map[string]string{
		"show last": "the third", "show aaaa-1": "the third", "show aaaa-1 --last 2": "the second, the third", "show aaaa-1 --last 9": "the first, the second, the third", "show aaaa-1 --all": "the first, the second, the third",
		"show aaaa-1 --turn 1": "the first", "show aaaa-1 --turn 2": "the second", "show aaaa-1 --turn 3": "the third",
	} {
		out, _ := c.must(exitFine, append([]string{"sessions"}, strings.Fields(args)...)...)
		var turns []string
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, "turn ") {
				turns = append(turns, strings.TrimSpace(line[strings.LastIndex(line, "  "):]))
			}
		}
		if got := strings.Join(turns, ", "); got != want || !strings.Contains(out, "agent-x") {
			t.Errorf("sessions %s: %s\n%s", args, got, out)
		}
	}
	if out, _ := c.must(exitFine, "sessions", "diff", "aaaa-1", "aaaa-1", "--json"); !strings.HasPrefix(out, "{\n  \"schema\": 1,\n") || strings.Count(out, `"aaaa-1"`) != 2 || !strings.Contains(out, `"turns": 3`) {
		t.Errorf("compared with itself: %s", out)
	}
	if out, told := c.must(exitFine, "sessions", "list"); !strings.Contains(out, "aaaa-1  /p  the first\n") || told != "" {
		t.Errorf("%q, %q", out, told)
	}
	notes := put("aaaa-2.txt", "notes\n")
	for args, want := range map[string]struct {
		status int
		told   string
	}{
		"show aaaa-1 --turn 4":            {exitFailed, "the session has 3 turns"},
		"show aaaa-1 --messages":          {exitFailed, "the log does not contain a whole request"},
		"show x --turn 1 --last 2":        {exitUsage, "sessions show: use only one of --last, --turn and --all"},
		"show x --all --last 2":           {exitUsage, "sessions show: use only one of --last, --turn and --all"},
		"show x --all --turn 2":           {exitUsage, "sessions show: use only one of --last, --turn and --all"},
		"show x --agent zed":              {exitUsage, "--agent zed: galley reads the logs of claude-code, codex, opencode, gemini-cli, qwen-code"},
		"diff x y --agent zed":            {exitUsage, "--agent zed: galley reads the logs of claude-code, codex, opencode, gemini-cli, qwen-code"},
		"show " + notes:                   {exitFailed, notes + " does not begin like a log of claude-code, codex, gemini-cli, qwen-code"},
		"diff aaaa-1 " + notes:            {exitFailed, notes + " does not begin like a log of claude-code, codex, gemini-cli, qwen-code"},
		"diff aaaa-1 aaaa-9":              {exitFailed, "no session \"aaaa-9\": `galley sessions --everywhere` lists them"},
		"show last --agent codex":         {exitFailed, "no agent has logged a session of /p"},
		"show aaaa-1 --agent gemini-cli":  {exitFailed, "no session \"aaaa-1\": `galley sessions --everywhere` lists them"},
		"show aaaa-1 --cwd /nowhere":      {exitFailed, "--cwd /nowhere: no such file or directory"},
		"show aaaa-1 --last 0 --turn 1":   {exitUsage, "sessions show: --last and --turn count from 1"},
		"list --agent claude-code --turn": {exitUsage, "unknown flag: --turn"},
	} {
		if out, told := c.must(want.status, append([]string{"sessions"}, strings.Fields(args)...)...); out != "" || !strings.HasPrefix(told, "galley: "+want.told+"\n") {
			t.Errorf("sessions %s: %q, %q", args, out, told)
		}
	}
	for i := range 6 {
		put("bbbb-"+string(rune('1'+i))+".jsonl", lines(claudeTurn("10", "x")))
	}
	if _, told := c.must(exitFailed, "sessions", "show", "b"); !strings.HasPrefix(told, `galley: 6 sessions begin with "b": bbbb-`) || strings.Count(told, "bbbb-") != 5 {
		t.Errorf("%q", told)
	}
	if _, told := c.must(exitFailed, "sessions", "show", "bbbb-"); strings.Count(told, ", bbbb-") != 4 {
		t.Errorf("%q", told)
	}
}

// A store that cannot be read is noted in the list, and is an error when nothing else is found.
func TestASessionStoreThatCannotBeRead(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	file := filepath.Join(facts.Home(c.world), ".local/share/opencode/opencode.db")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("no database\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const why = "file is not a database (26)"
	if out, told := c.must(exitFine, "sessions"); out != "" || told != "note: opencode: "+file+": "+why+"\nno sessions of this project; --everywhere includes those of other projects\n" {
		t.Errorf("%q, %q", out, told)
	}
	for _, args := range [][]string{{"show", "x"}, {"diff", "x", "x"}} {
		if out, told := c.must(exitFailed, append([]string{"sessions"}, args...)...); out != "" || told != "galley: opencode: "+file+": "+why+"\n" {
			t.Errorf("%q: %q, %q", args, out, told)
		}
	}
}

// The last complete request of the turns is printed, with a note of what the log lacks of it.
func TestTheLastRequestOfALogIsPrinted(t *testing.T) {
	t.Parallel()
	request := func(id, hash, text string) string {
		return lines(`{"type":"api-request-blob","hash":"`+hash+`","message":{"role":"user","content":[{"type":"text","text":"`+text+`"}]}}`,
			`{"type":"api-request","id":"`+id+`","timestamp":"2026-01-01T10:00:00Z","shapeHash":"s1","base":"","keep":0,"tail":["`+hash+`"],"params":{"model":"m"}}`,
			`{"type":"assistant","requestRef":"`+id+`","timestamp":"2026-01-01T10:00:01Z","message":{"id":"m`+id+`","role":"assistant","model":"m","content":[{"type":"text","text":"ok"}],"usage":{"input_tokens":1,"output_tokens":5}}}`)
	}
	const shape = `{"type":"api-request-shape","shapeHash":"s1","shape":{"system":[{"type":"text","text":"Be brief."}],"tools":[]}}`
	whole := lines(claudeTurn("10", "look"), shape) + request("r1", "h1", "one") + request("r2", "h2", "two")
	for _, c := range []struct {
		name, agent, text string
		part              bool
		out, told, err    string
	}{
		{"whole", "claude-code", whole, false, "--- system ---\nBe brief.\n--- user ---\ntwo\n", "", ""},
		{"a turn without a whole request after it", "claude-code", whole + lines(claudeTurn("11", "again")), false, "--- system ---\nBe brief.\n--- user ---\ntwo\n", "", ""},
		{"without the system text", "gemini-cli", lines(`{"sessionId":"x","startTime":"2026-01-01T10:00:00Z"}`, `{"id":"1","timestamp":"2026-01-01T10:00:01Z","type":"user","content":"look"}`,
			`{"id":"3","timestamp":"2026-01-01T10:00:02Z","type":"gemini","content":"done","tokens":{"input":900},"model":"m"}`), false, "--- user ---\nlook\n", "note: the log lacks the system text and the tools\n", ""},
		{"no request", "claude-code", lines(claudeTurn("10", "look")), false, "", "", "the log does not contain a whole request"},
		{"no request in the part", "claude-code", lines(claudeTurn("10", "look")), true, "", "", "the part of the log that was read does not contain a whole request: ask with --all"},
	} {
		log, err := logs.Read(context.Background(), logs.Session{Agent: c.agent, ID: "x", Size: int64(len(c.text))}, strings.NewReader(c.text), 0)
		if err != nil {
			t.Fatal(err)
		}
		if c.part {
			log.Whole = false
		}
		var out, told bytes.Buffer
		err = printSent(Env{Stdout: &out, Stderr: &told}, log)
		if out.String() != c.out || told.String() != c.told || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %q, %q, %v", c.name, out.String(), told.String(), err)
		}
	}
}
