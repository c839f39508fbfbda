package logs_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"galley/engine/logs"
)

// read reads a made-up log of an agent: its last turns, or the whole log if last is 0.
func read(t *testing.T, agent, text string, last int) *logs.Log {
	t.Helper()
	log, err := logs.Read(context.Background(), logs.Session{Agent: agent, ID: "x", Size: int64(len(text))}, strings.NewReader(text), last)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// told prints a log: the rule files that are loaded at launch and, for each turn, its prompt, rule
// files and requests.
func told(l *logs.Log) string {
	var b strings.Builder
	for _, r := range l.Launch.Rules {
		fmt.Fprintf(&b, "launch %s %q\n", r.Path, r.Text)
	}
	for _, t := range l.Turns {
		fmt.Fprintf(&b, "turn %d %q", t.Number, t.Prompt)
		if t.Compacted {
			b.WriteString(" compacted")
		}
		b.WriteByte('\n')
		for _, r := range t.Rules {
			how := fmt.Sprintf("by %s(%s)", r.By.Tool, r.By.Path)
			if r.Changed {
				how = "changed"
			}
			fmt.Fprintf(&b, "  + %s %q %s\n", r.Path, strings.TrimSpace(r.Text), how)
		}
		for i := range t.Requests {
			r := &t.Requests[i]
			fmt.Fprintf(&b, "  %s %d/%d/%d/%d", r.Model, r.Usage.Input, r.Usage.CacheRead, r.Usage.CacheWrite, r.Usage.Output)
			for _, c := range r.Calls {
				fmt.Fprintf(&b, " %s(%s)", c.Tool, c.Path)
			}
			if sent := l.Sent(r); sent != nil {
				fmt.Fprintf(&b, " sent %d+%d+%d", len(sent.System), len(sent.Tools), len(sent.Messages))
			}
			if r.Broke != nil {
				fmt.Fprintf(&b, " lost %d: %s", r.Broke.Lost, r.Broke.Why)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func lines(all ...string) string { return strings.Join(all, "\n") + "\n" }

// Parts of a made-up log of Claude Code.
const (
	claudeShape  = `{"type":"api-request-shape","shapeHash":"s1","shape":{"system":[{"type":"text","text":"Be brief."}],"tools":[{"name":"Read","input_schema":{}}]}}`
	claudeRules  = `{"type":"attachment","attachment":{"type":"instructions","files":[{"path":"/p/CLAUDE.md","content":"Do so."}]}}`
	claudeNested = `{"type":"attachment","attachment":{"type":"nested_memory","path":"/p/src/CLAUDE.md","content":{"path":"/p/src/CLAUDE.md","content":"And so.\n"}}}`
)

func claudePrompt(text string) string {
	return `{"type":"user","message":{"role":"user","content":"` + text + `"},"timestamp":"2026-01-01T10:00:00Z","cwd":"/p","version":"2.1.332"}`
}

func claudeRequest(id, at, shape, base string, keep int, tail ...string) string {
	return fmt.Sprintf(`{"type":"api-request","id":%q,"timestamp":%q,"shapeHash":%q,"base":%q,"keep":%d,"tail":["%s"],"params":{"model":"m"}}`, id, at, shape, base, keep, strings.Join(tail, `","`))
}

func claudeBlob(hash, role, text string) string {
	return fmt.Sprintf(`{"type":"api-request-blob","hash":%q,"message":{"role":%q,"content":[{"type":"text","text":%q}]}}`, hash, role, text)
}

func claudeAnswer(ref, model string, input, read, write int, block string) string {
	return fmt.Sprintf(`{"type":"assistant","requestRef":%q,"timestamp":"2026-01-01T10:00:01Z","message":{"id":"m%s","role":"assistant","model":%q,"content":[%s],"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":%d,"output_tokens":5}}}`,
		ref, ref, model, block, input, read, write)
}

const (
	saysOK   = `{"type":"text","text":"ok"}`
	callRead = `{"type":"tool_use","name":"Read","input":{"file_path":"/p/src/x"}}`
)

func TestChangedRuleFileIsLoadedAgain(t *testing.T) {
	t.Parallel()
	message := func(text string) string {
		return `{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\n` + text + `\n</INSTRUCTIONS>"}]}}`
	}
	state := func(dir, text string) string {
		return `{"type":"world_state","payload":{"state":{"agents_md":{` + dir + `"text":"` + text + `"}}}}`
	}
	begun := `{"type":"event_msg","timestamp":"2026-01-01T10:00:00Z","payload":{"type":"task_started"}}`
	asked := `{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"look"}],"internal_chat_message_metadata_passthrough":{"content_item_kinds":["user.text"]}}}`
	head := `{"type":"session_meta","payload":{"cwd":"/p","cli_version":"0.171.0"}}`
	for _, tt := range []struct{ agent, log, want string }{
		{"codex", lines(head, begun, message("Do so."), state(`"directory":"/p",`, "Do so."), asked, begun, message("This replaces it.\\n\\nDo more."), state("", "Do more."), asked),
			"launch AGENTS.md of /p \"Do so.\"\nturn 1 \"look\"\nturn 2 \"look\"\n  + AGENTS.md of /p \"This replaces it.\\n\\nDo more.\" changed\n"},
		{"codex", lines(head, begun, message("Do so."), asked, begun, message("Do so."), asked),
			"launch AGENTS.md of /p \"Do so.\"\nturn 1 \"look\"\nturn 2 \"look\"\n"},
		{"claude-code", lines(claudePrompt("look"), claudeRules, claudePrompt("again"), strings.Replace(claudeRules, "Do so.", "Do more.", 1)),
			"launch /p/CLAUDE.md \"Do so.\"\nturn 1 \"look\"\nturn 2 \"again\"\n  + /p/CLAUDE.md \"Do more.\" changed\n"},
	} {
		if got := told(read(t, tt.agent, tt.log, 0)); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.agent, got, tt.want)
		}
	}
}

// Codex records the beginning of a turn before the turn's prompt. If the line of the prompt has no
// time, the turn keeps the time of its beginning.
func TestAPromptWithoutATimeKeepsTheStartOfItsTurn(t *testing.T) {
	t.Parallel()
	begun := `{"type":"event_msg","timestamp":"2026-01-01T10:00:00Z","payload":{"type":"task_started"}}`
	asked := `"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"look"}]}}`
	for stamp, want := range map[string]string{
		``: "10:00:00", `"timestamp":"soon",`: "10:00:00", `"timestamp":"2026-01-01T10:00:03Z",`: "10:00:03",
	} {
		log := read(t, "codex", lines(begun, "{"+stamp+asked), 0)
		if len(log.Turns) != 1 || log.Turns[0].Prompt != "look" || log.Turns[0].At.Format(time.TimeOnly) != want {
			t.Errorf("%s: %+v, want a turn at %s", stamp, log.Turns, want)
		}
	}
}

func TestEachAgentsLog(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ agent, log, want string }{
		{"claude-code", lines(claudePrompt("look"), claudeRules, claudeShape, claudeBlob("a", "user", "rules and look"), claudeRequest("r1", "2026-01-01T10:00:00Z", "s1", "", 0, "a"),
			claudeAnswer("r1", "m", 10, 0, 4000, callRead), claudeAnswer("r1", "m", 10, 0, 4000, saysOK),
			`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"1 x"}]}}`, claudeNested,
			claudeBlob("c", "user", "1 x and rules"), claudeRequest("r2", "2026-01-01T10:00:02Z", "s1", "r1", 1, "b", "c"), claudeAnswer("r2", "m", 10, 4000, 100, saysOK)),
			`launch /p/CLAUDE.md "Do so."
turn 1 "look"
  + /p/src/CLAUDE.md "And so." by Read(/p/src/x)
  m 4010/0/4000/5 Read(/p/src/x) sent 1+1+1
  m 4110/4000/100/5 sent 1+1+3
`},
		{"codex", lines(`{"type":"session_meta","payload":{"cwd":"/p","cli_version":"0.171.0","base_instructions":{"text":"Be brief."}}}`,
			`{"type":"event_msg","timestamp":"2026-01-01T10:00:00Z","payload":{"type":"task_started"}}`,
			`{"type":"response_item","payload":{"type":"additional_tools","tools":[{"type":"namespace","tools":[{"name":"exec"}]}]}}`,
			`{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nDo so.\n</INSTRUCTIONS>"}]}}`,
			`{"type":"turn_context","payload":{"model":"m"}}`,
			`{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"look"}],"internal_chat_message_metadata_passthrough":{"content_item_kinds":["user.text"]}}}`,
			`{"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"path\":\"src/x\"}"}}`,
			`{"type":"token_usage_record","payload":{"response_id":"1","usage":{"input_tokens":5000,"cached_input_tokens":0,"output_tokens":7}}}`,
			`{"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":5000,"cached_input_tokens":0,"output_tokens":7}}}}`),
			`launch AGENTS.md of /p "Do so."
turn 1 "look"
  m 5000/0/0/7 shell(src/x) sent 0+1+2
`},
		{"gemini-cli", lines(`{"sessionId":"x","startTime":"2026-01-01T10:00:00Z"}`,
			`{"$set":{"messages":[{"id":"0","type":"user","content":[{"text":"<session_context>\n--- Context from: GEMINI.md ---\nDo so.\n--- End of Context from: GEMINI.md ---\n"}]}]}}`,
			`{"id":"1","timestamp":"2026-01-01T10:00:01Z","type":"user","content":[{"text":"look"}]}`,
			`{"id":"2","type":"gemini","content":"","tokens":{"input":900,"cached":0,"output":3},"model":"m"}`,
			`{"id":"2","type":"gemini","content":"","tokens":{"input":900,"cached":0,"output":3},"model":"m","toolCalls":[{"name":"read_file","args":{"file_path":"src/x"},"result":[{"functionResponse":{"response":{"output":"x\n\n--- Newly Discovered Project Context ---\n--- Context from: src/GEMINI.md ---\nAnd so.\n--- End of Context from: src/GEMINI.md ---\n--- End Project Context ---"}}}]}]}`,
			`{"id":"3","type":"user","content":[{"functionResponse":{"name":"read_file"}}]}`,
			`{"id":"4","type":"gemini","content":"ok","tokens":{"input":950,"cached":800,"output":1},"model":"m"}`),
			`launch GEMINI.md "Do so.\n"
turn 1 "look"
  + src/GEMINI.md "And so." by read_file(src/x)
  m 900/0/0/3 read_file(src/x) sent 0+0+2
  m 950/800/0/1 sent 0+0+4
`},
		{"qwen-code", lines(`{"type":"user","cwd":"/p","version":"0.24.4","timestamp":"2026-01-01T10:00:00Z","message":{"role":"user","parts":[{"text":"look"}]}}`,
			`{"uuid":"1","type":"assistant","model":"m","message":{"parts":[{"functionCall":{"name":"read_file","args":{"file_path":"s/x"}}}]},"usageMetadata":{"promptTokenCount":500,"candidatesTokenCount":2,"cachedContentTokenCount":0}}`,
			`{"type":"tool_result","message":{"parts":[{"functionResponse":{"response":{"output":"x\n<system-reminder>\n--- Rule from: .qwen/rules/a.md ---\nAnd so.\n--- End of Rule from: .qwen/rules/a.md ---\n</system-reminder>"}}}]}}`,
			`{"type":"system","subtype":"ui_telemetry"}`,
			`{"uuid":"2","type":"assistant","model":"m","message":{"parts":[{"text":"ok"}]},"usageMetadata":{"promptTokenCount":600,"candidatesTokenCount":1,"cachedContentTokenCount":0}}`),
			`turn 1 "look"
  + .qwen/rules/a.md "And so." by read_file(s/x)
  m 500/0/0/2 read_file(s/x) sent 0+0+1
  m 600/0/0/1 sent 0+0+3
`},
	} {
		if got := told(read(t, tt.agent, tt.log, 0)); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.agent, got, tt.want)
		}
	}
}

// A call that names no file is described by its command, sub-agent or pattern.
func TestWhatACallIsAbout(t *testing.T) {
	t.Parallel()
	log := read(t, "claude-code", lines(claudePrompt("look"), claudeAnswer("r1", "m", 1, 0, 0, `{"type":"tool_use","name":"Agent","input":{"subagent_type":"Explore","prompt":"p"}}`),
		claudeAnswer("r2", "m", 1, 0, 0, `{"type":"tool_use","name":"Bash","input":{"command":["ls","-l"]}}`), claudeAnswer("r3", "m", 1, 0, 0, `{"type":"tool_use","name":"Read","input":{"file_path":"/p/x","pattern":"y"}}`),
		claudeAnswer("r4", "m", 1, 0, 0, `{"type":"tool_use","name":"Bash","input":{"command":"`+strings.Repeat("x", 1000)+`"}}`), claudeAnswer("r5", "m", 1, 0, 0, `{"type":"tool_use","name":"Odd","input":7}`)), 0)
	var got []string
	for _, r := range log.Turns[0].Requests {
		for _, call := range r.Calls {
			got = append(got, call.Tool+":"+call.Path+":"+call.About)
		}
	}
	if len(got) != 5 || len(got[3]) > 300 {
		t.Fatalf("%d calls, the fourth of %d bytes", len(got), len(got[min(3, len(got)-1)]))
	}
	got[3] = got[3][:10]
	if all := strings.Join(got, " "); all != "Agent::Explore Bash::ls -l Read:/p/x: Bash::xxxx Odd::" {
		t.Error(all)
	}
}

func TestTheRowsOfOpenCode(t *testing.T) {
	t.Parallel()
	rows := []logs.Row{
		{ID: "1", Data: `{"role":"user","time":{"created":1000}}`, Parts: []string{`{"type":"text","text":"look"}`}},
		{ID: "2", Data: `{"role":"assistant","modelID":"m","time":{"created":2000},"tokens":{"input":10,"output":3,"cache":{"read":90,"write":5}}}`,
			Parts: []string{`{"type":"step-start"}`, `{"type":"tool","tool":"read","state":{"input":{"filePath":"/p/src/x"},"output":"x\n<system-reminder>\nInstructions from: /p/src/AGENTS.md\nAnd so.\n</system-reminder>","metadata":{"loaded":["/p/src/AGENTS.md"]}}}`}},
		{ID: "3", Data: `{"role":`},
	}
	log := logs.ReadRows(logs.Session{Agent: "opencode"}, rows, true)
	want := `turn 1 "look"
  + /p/src/AGENTS.md "And so." by read(/p/src/x)
  m 105/90/5/3 read(/p/src/x) sent 0+0+1
`
	if got := told(log); got != want || log.Damages != 1 {
		t.Errorf("%s, %d damages; want\n%s", got, log.Damages, want)
	}
}

func TestReasonsForCacheMisses(t *testing.T) {
	t.Parallel()
	shape2 := strings.Replace(claudeShape, `"s1"`, `"s2"`, 1)
	for _, tt := range []struct {
		name string
		log  []string // lines between two answers: the first leaves 4,000 tokens in the cache, and the second reads none of them
		req  string
		want string
	}{
		{"compaction", []string{`{"type":"system","subtype":"compact_boundary"}`}, claudeRequest("r2", "2026-01-01T10:00:02Z", "s1", "", 0, "z"), "the history was compacted"},
		{"a tool came", []string{strings.Replace(shape2, `"tools":[`, `"tools":[{"name":"Mine"},`, 1)}, claudeRequest("r2", "2026-01-01T10:00:02Z", "s2", "r1", 2, "c"), "the tools changed: Mine came"},
		{"the system text", []string{strings.Replace(shape2, "Be brief.", "Be long.", 1)}, claudeRequest("r2", "2026-01-01T10:00:02Z", "s2", "r1", 2, "c"), "the system text changed"},
		{"a message", []string{claudeBlob("other", "user", "other rules")}, claudeRequest("r2", "2026-01-01T10:00:02Z", "s1", "", 0, "other", "b", "c"), "message 1 (user) differs from before"},
		{"a pause", nil, claudeRequest("r2", "2026-01-01T10:06:00Z", "s1", "r1", 2, "c"), "6m0s passed, but the cache is kept only for 5m0s"},
		{"nothing that the log tells", nil, claudeRequest("r2", "2026-01-01T10:00:02Z", "s1", "r1", 2, "c"), "not known: what the log contains of both requests is the same"},
	} {
		log := lines(append(append([]string{claudePrompt("look"), claudeShape, claudeBlob("a", "user", "rules"), claudeBlob("b", "user", "look"),
			claudeRequest("r1", "2026-01-01T10:00:00Z", "s1", "", 0, "a", "b"), claudeAnswer("r1", "m", 10, 0, 4000, saysOK), claudePrompt("again")}, tt.log...),
			tt.req, claudeAnswer("r2", "m", 4010, 0, 100, saysOK))...)
		l := read(t, "claude-code", log, 0)
		r := l.Turns[1].Requests[0]
		if r.Broke == nil || r.Broke.Lost != 4000 || r.Broke.Why != tt.want {
			t.Errorf("%s: %+v, want %s", tt.name, r.Broke, tt.want)
		}
	}
	whole := read(t, "claude-code", lines(claudePrompt("look"), claudeAnswer("r1", "m", 1, 0, 4000, saysOK), claudeAnswer("r2", "m", 1, 3990, 10, saysOK)), 0)
	if r := whole.Turns[0].Requests[1]; r.Broke != nil {
		t.Errorf("a cache hit counts as a miss: %+v", r.Broke)
	}
}

// counted counts the bytes that are read.
type counted struct {
	*strings.Reader
	bytes int64
}

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.Reader.ReadAt(p, at)
	c.bytes += int64(n)
	return n, err
}

func TestTheLastTurnIsReadFromTheEnd(t *testing.T) {
	t.Parallel()
	turn := func(i int) string {
		return lines(claudePrompt(fmt.Sprint("turn ", i)), claudeAnswer(fmt.Sprint("r", i), "m", 10, 0, 0, saysOK), `{"type":"mode","x":"`+strings.Repeat("y", 2000)+`"}`)
	}
	var b strings.Builder
	b.WriteString(lines(claudeRules))
	for i := range 3000 {
		b.WriteString(turn(i))
	}
	text := b.String()
	in := &counted{Reader: strings.NewReader(text)}
	log, err := logs.Read(context.Background(), logs.Session{Agent: "claude-code", Size: int64(len(text))}, in, 2)
	if err != nil {
		t.Fatal(err)
	}
	whole := read(t, "claude-code", text, 0)
	if len(log.Turns) != 2 || log.Whole || log.Turns[1].Prompt != "turn 2999" || log.Turns[0].Number != 0 || whole.Turns[2999].Number != 3000 {
		t.Errorf("%d turns, complete %v, the last is %q", len(log.Turns), log.Whole, log.Turns[len(log.Turns)-1].Prompt)
	}
	if len(log.Launch.Rules) != 1 {
		t.Errorf("the start does not show what was sent at launch: %+v", log.Launch)
	}
	if most := int64(3 << 20); in.bytes > most {
		t.Errorf("%d bytes of %d were read, want at most %d", in.bytes, len(text), most)
	}
}

func TestDamagedLinesAreReported(t *testing.T) {
	t.Parallel()
	log := read(t, "claude-code", lines(claudePrompt("look"), `{"type":`, `not json`, `{"type":"of-tomorrow"}`, `{"type":"of-tomorrow"}`,
		`{"a":`+strings.Repeat("[", 20_000), claudeAnswer("r1", "m", 1, 0, 0, saysOK))+`{"type":"assis`, 0)
	if log.Damages != 4 || log.Strange["of-tomorrow"] != 2 || len(log.Turns) != 1 || len(log.Turns[0].Requests) != 1 {
		t.Errorf("damaged %d %+v, unknown %v, turns %+v", log.Damages, log.Damaged, log.Strange, log.Turns)
	}
	long := read(t, "claude-code", lines(claudePrompt("look"), `{"type":"`+strings.Repeat("x", logs.MostLine)+`"}`, claudeAnswer("r1", "m", 1, 0, 0, saysOK)), 0)
	if long.Damages != 1 || len(long.Turns[0].Requests) != 1 {
		t.Errorf("a line above the limit: %+v", long.Damaged)
	}
	if _, err := logs.Read(context.Background(), logs.Session{Agent: "claude-code", Size: logs.MostLog + 1}, strings.NewReader(""), 0); err == nil {
		t.Error("a log above the size limit was read")
	}
	if _, err := logs.Read(context.Background(), logs.Session{Agent: "zed"}, strings.NewReader(""), 1); err == nil {
		t.Error("a log of an unknown agent was read")
	}
}

func TestReadingIsBounded(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	text := lines(claudePrompt("look"))
	if _, err := logs.Read(ctx, logs.Session{Agent: "claude-code", Size: int64(len(text))}, strings.NewReader(text), 1); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := logs.Read(context.Background(), logs.Session{Agent: "claude-code", Size: 100}, broken{}, 1); err == nil {
		t.Error("a read error was ignored")
	}
	for _, text := range []string{"", "\n\n", "x", "{}"} {
		read(t, "claude-code", text, 1)
		read(t, "codex", text, 0)
	}
}

type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, io.ErrClosedPipe }

// Each request of a long session refers to the previous one. The memory for a request must depend
// only on what the request adds.
func TestLongSessionsAreStoredAsParts(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(lines(claudePrompt("look"), claudeShape, claudeBlob("h0", "user", "m0"), claudeRequest("r0", "2026-01-01T10:00:00Z", "s1", "", 0, "h0"), claudeAnswer("r0", "m", 1, 0, 0, saysOK)))
	const n = 3000
	for i := 1; i <= n; i++ {
		b.WriteString(lines(claudeBlob(fmt.Sprint("h", i), "user", fmt.Sprint("m", i)), claudeRequest(fmt.Sprint("r", i), "2026-01-01T10:00:00Z", "s1", fmt.Sprint("r", i-1), i, fmt.Sprint("h", i)), claudeAnswer(fmt.Sprint("r", i), "m", 1, 0, 0, saysOK)))
	}
	log := read(t, "claude-code", b.String(), 0)
	requests := log.Turns[0].Requests
	sent := log.Sent(&requests[len(requests)-1])
	if sent == nil || len(sent.Messages) != n+1 || sent.Messages[n].Text != fmt.Sprint("m", n) || sent.Messages[0].Text != "m0" {
		t.Fatalf("the last request: %v", sent)
	}
}

func TestImpossibleUsageIsReported(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, usage, want string }{
		{"beyond a number", `{"input_tokens":9223372036854775808,"output_tokens":5}`, "the log claims 9223372036854775808 input tokens, which cannot be"},
		{"a sum beyond a number", `{"input_tokens":9223372036854775807,"cache_read_input_tokens":9223372036854775807}`, "the log claims 9223372036854775807 input, 9223372036854775807 cached tokens, which cannot be"},
		{"below zero", `{"input_tokens":1,"output_tokens":-5}`, "the log claims -5 output tokens, which cannot be"},
		{"a text", `{"input_tokens":"many"}`, `the log claims "many" input tokens, which cannot be`},
		{"a part", `{"input_tokens":1.5}`, "the log claims 1.5 input tokens, which cannot be"},
		{"nothing", `{"input_tokens":null,"output_tokens":5}`, ""},
		{"much", `{"input_tokens":100000000}`, ""},
	} {
		log := read(t, "claude-code", lines(claudePrompt("look"), `{"type":"assistant","message":{"id":"1","role":"assistant","model":"m","content":[],"usage":`+tt.usage+`}}`), 0)
		if r := log.Turns[0].Requests[0]; r.Usage.Odd != tt.want || r.Usage.Known == (tt.want != "") || log.Damages > 0 {
			t.Errorf("%s: %+v", tt.name, r.Usage)
		}
	}
	codex := read(t, "codex", lines(`{"type":"token_usage_record","payload":{"response_id":"1","usage":{"input_tokens":10,"cached_input_tokens":20}}}`), 0)
	if r := codex.Turns[0].Requests[0]; r.Usage.Odd != "the log claims that 20 of 10 tokens came from the cache, which cannot be" {
		t.Errorf("%+v", r.Usage)
	}
}

func TestResumedGeminiSessionIsReadOnce(t *testing.T) {
	t.Parallel()
	first := `{"id":"1","timestamp":"2026-01-01T10:00:01Z","type":"user","content":[{"text":"look"}]}`
	answer := `{"id":"2","type":"gemini","content":"ok","tokens":{"input":9000,"cached":8000,"output":3},"model":"m"}`
	log := read(t, "gemini-cli", lines(first, answer, `{"$set":{"lastUpdated":"x"}}`,
		`{"$set":{"messages":[`+first+`,`+answer+`,{"id":"2","type":"user","content":[{"functionResponse":{}}]}]}}`,
		`{"id":"3","type":"user","content":[{"text":"again"}]}`, `{"id":"4","type":"gemini","content":"ok","tokens":{"input":950,"cached":0,"output":1},"model":"m"}`), 0)
	want := "turn 1 \"look\"\n  m 9000/8000/0/3 sent 0+0+1\nturn 2 \"again\"\n  m 950/0/0/1 sent 0+0+4 lost 8000: not known: the log does not contain the system text and the tools\n"
	if told(log) != want {
		t.Errorf("%s, want %s", told(log), want)
	}
}

// Codex names its model before the first request, and again where the user changes it.
func TestTheModelOfCodexIsThatOfItsTurns(t *testing.T) {
	turn := func(model string) string { return `{"type":"turn_context","payload":{"model":"` + model + `"}}` }
	for want, text := range map[string]string{"m": lines(turn("m")), "n": lines(turn("m"), turn("n"))} {
		if got := read(t, "codex", text, 0).Model; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
