package report_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/capture"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/logs/replay"
	"galley/engine/pack"
	"galley/engine/report"
	"galley/engine/source"
	"galley/engine/token"
)

// claudeLog is a made-up log of Claude Code. It has a turn with two requests, and the second one
// reads less from the cache.
const claudeLog = `{"type":"user","message":{"role":"user","content":"look at it with sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"},"timestamp":"2026-01-01T10:00:00Z","cwd":"/p","version":"2.1.332"}
{"type":"attachment","attachment":{"type":"instructions","files":[{"path":"/p/CLAUDE.md","content":"Do so."}]}}
{"type":"api-request-shape","shapeHash":"s1","shape":{"system":[{"type":"text","text":"Be brief."}],"tools":[{"name":"Read","input_schema":{}}]}}
{"type":"api-request-blob","hash":"a","message":{"role":"user","content":[{"type":"text","text":"rules and look"}]}}
{"type":"api-request","id":"r1","timestamp":"2026-01-01T10:00:00Z","shapeHash":"s1","base":"","keep":0,"tail":["a"],"params":{"model":"m"}}
{"type":"assistant","requestRef":"r1","timestamp":"2026-01-01T10:00:01Z","message":{"id":"m1","role":"assistant","model":"m","content":[{"type":"tool_use","name":"Read","input":{"file_path":"/p/src/x"}},{"type":"tool_use","name":"Bash","input":{"command":"ls -l\nls"}}],"usage":{"input_tokens":10,"cache_read_input_tokens":3000,"cache_creation_input_tokens":4000,"output_tokens":5}}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"1 x"}]}}
{"type":"attachment","attachment":{"type":"nested_memory","path":"/p/src/CLAUDE.md","content":{"path":"/p/src/CLAUDE.md","content":"And so.\n"}}}
{"type":"api-request-blob","hash":"c","message":{"role":"user","content":[{"type":"text","text":"1 x and rules"}]}}
{"type":"api-request","id":"r2","timestamp":"2026-01-01T10:00:02Z","shapeHash":"s1","base":"r1","keep":1,"tail":["b","c"],"params":{"model":"m"}}
{"type":"assistant","requestRef":"r2","timestamp":"2026-01-01T10:00:03Z","message":{"id":"m2","role":"assistant","model":"m","content":[{"type":"text","text":"ok"}],"usage":{"input_tokens":10,"cache_read_input_tokens":0,"cache_creation_input_tokens":7100,"output_tokens":5}}}
{"type":"unheard-of"}
not JSON
`

// Lists, logs and comparisons of sessions, as text and as JSON.
func TestSessionsAreAsRecorded(t *testing.T) {
	t.Parallel()
	r := &recorder{t: t}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	log, err := logs.Read(context.Background(), logs.Session{Agent: "claude-code", ID: "01234567-89ab-cdef-0123-456789abcdef", Path: "/h/log.jsonl", Cwd: "/p", Size: int64(len(claudeLog)), Updated: at}, strings.NewReader(claudeLog), 0)
	if err != nil {
		t.Fatal(err)
	}
	list := report.SessionsOf([]logs.Session{log.Session, {Agent: "codex", ID: "short", Prompt: "a\x1bprompt\nof two lines that is longer than the sixty characters of a column", Updated: at}}, []string{"one was left out"})
	r.part("list")
	r.check(report.SessionsText(r, list))
	r.check(report.Encode(r, list))
	fmt.Fprintln(r, list.Sessions[0].Short(), list.Sessions[1].Short())
	again := &replay.Replay{Launched: true, Notes: []string{"replayed"}, Launch: []replay.Rule{{Path: "/h/.claude/CLAUDE.md", Text: "Of the user.", Ground: facts.Unchanged}},
		Turns: []replay.Turn{{Commit: "0123456789", Rules: []replay.Rule{{Path: "/p/src/CLAUDE.md", Call: logs.Call{Tool: "Read", Path: "/p/src/x"}, Why: "it applies to files below src", Text: "And so.\n", Ground: facts.Committed},
			{Path: "/p/lib/CLAUDE.md", Call: logs.Call{Tool: "Bash", About: "cat lib/y"}, Text: "Also.\n"}}}}}
	shape := report.SessionLogOf(log, again, []string{"a note"}, byWords)
	shape.Delegate([]logs.Session{{Agent: "claude-code", ID: "sub", Model: "small", Prompt: "find\nit"}})
	r.part("log")
	r.check(report.SessionLogText(r, shape))
	r.check(report.Encode(r, shape))
	fmt.Fprintf(r, "%s%s%s\n", shape.TurnText(0), shape.LaunchText(), shape.Read())
	odd := &logs.Log{Session: logs.Session{Agent: "gemini-cli", ID: "x", Parent: "above"}, Whole: true, Damages: 3, Damaged: []logs.Damage{{Offset: 7, What: "no JSON"}}, Strange: map[string]int{"b": 2, "a": 1},
		Launch: logs.Launch{Tells: true, Skills: []string{"s"}, Agents: []string{"g", "h"}, Tools: []logs.Tool{{Name: "T", JSON: "{}"}}, System: []string{"ab", "c"}},
		Turns: []logs.Turn{{Cut: true, Compacted: true, Prompt: "go\non", Rules: []logs.Rule{{Path: "GEMINI.md of /q", Changed: true}, {Path: "b.md", Text: "b"}}, Requests: []logs.Request{
			{Model: "m", At: at, Usage: logs.Usage{Odd: "more was read than sent"}}, {Model: "n", Usage: logs.Usage{Known: true, Input: 9, CacheRead: 4, Output: 2}, Broke: &logs.Break{Lost: 5, Why: "not known"}}}}}}
	r.part("an odd log")
	r.check(report.SessionLogText(r, report.SessionLogOf(odd, nil, nil, byWords)))
	for _, tells := range []bool{false, true} {
		for _, replayed := range []bool{false, true} {
			bare := report.SessionLogOf(&logs.Log{Session: logs.Session{Agent: "codex"}, Launch: logs.Launch{Tells: tells}}, &replay.Replay{Launched: replayed}, nil, byWords)
			fmt.Fprintf(r, "%s", bare.LaunchText())
		}
	}
	silent := report.SessionLogOf(&logs.Log{Launch: logs.Launch{Rules: []logs.Rule{{Path: "/p/A.md", Text: "a"}}}}, nil, nil, byWords)
	fmt.Fprintf(r, "%s", silent.LaunchText())
	for i := range log.Turns[0].Requests {
		r.part("sent by request %d", i)
		fmt.Fprint(r, report.SentText(log.Sent(&log.Turns[0].Requests[i])))
	}
	r.part("differences")
	for _, pair := range [][2]*logs.Log{{log, odd}, {odd, log}, {log, log}, {odd, {}}} {
		d := report.SessionDiffOf(pair[0], pair[1])
		r.check(report.SessionDiffText(r, d))
		r.check(report.Encode(r, d))
	}
	long := strings.Repeat("x", 4<<20+1)
	for _, texts := range [][2]string{{"", ""}, {"same", "same"}, {"one\ntwo\n", "one\nthree\n"}, {"", "new\n"}, {long, "x"}, {"x", long}} {
		fmt.Fprintf(r, "%q\n", report.TextDiff("a", "b", texts[0], texts[1]))
	}
	for _, version := range []string{"", "2.0.0", "99.0.0"} {
		fmt.Fprintf(r, "%q\n", report.Newer(agent.Known(), &logs.Log{Session: logs.Session{Agent: "claude-code", Version: version}}))
	}
	fmt.Fprintf(r, "%q\n", report.Newer(agent.Known(), &logs.Log{Session: logs.Session{Agent: "unheard-of", Version: "99"}}))
	agenttest.Recorded(t, "sessions.txt", strings.ReplaceAll(r.String(), at.Local().Format("2006-01-02 15:04"), "THEN"))
}

func TestPathsOfALogWithoutADirectoryStayWhole(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{"": "/p/A.md", "/": "p/A.md", "/p": "A.md", "/q": "/p/A.md"} {
		if got := report.Nearby("/p/A.md", dir); got != want {
			t.Errorf("from %q: %q, want %q", dir, got, want)
		}
	}
}

func TestCapturesSayWhereTheyComeFrom(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from engine.Provenance
		want string
	}{
		{engine.Provenance{Basis: engine.Captured, Age: 2 * time.Hour, Capture: "c1"}, "captured 2 hours ago (c1)"},
		{engine.Provenance{Basis: engine.Predicted, Age: 2 * time.Hour, Capture: "c1", Changed: []string{"AGENTS.md"}}, "captured 2 hours ago (c1), AGENTS.md changed since: predicted"},
		{engine.Provenance{Basis: engine.Predicted, Age: 2 * time.Hour, Capture: "c1", Changed: []string{"a", "b"}}, "captured 2 hours ago (c1), 2 texts changed since: predicted"},
		{engine.Provenance{Basis: engine.Modelled}, "modelled: assembled by galley, not captured"},
		{engine.Provenance{Basis: engine.Modelled, Words: []engine.Words{{Capture: "c1", Version: "1.2", Mode: "headless", Made: "2026-11-28"}, {Capture: "c2", Version: "1.3", Mode: "interactive", Made: "2026-11-29"}}, Left: []string{"core", "tools"}},
			"modelled: assembled by galley, with the agent's own words from your capture of 2026-11-28, version 1.2 (c1, headless) and from your capture of 2026-11-29, version 1.3 (c2, interactive); not in it, and stand-ins: core, tools"},
	} {
		if got := report.BasisText(tt.from); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
	c := &capture.Capture{Notes: []string{"note"}, Args: []string{"--x", "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"}, Refused: []string{"a.example", "b.example"},
		Side: []capture.Side{{Method: "POST", Path: "/v1", Bytes: 12, Why: "it has no tools"}, {Method: "GET", Path: "/v2", Bytes: 2000}}}
	got := strings.Join(report.CaptureNotes(c), "\n")
	if strings.Contains(got, "abcdefghijklmnop") {
		t.Errorf("a key is shown: %s", got)
	}
	_, rest, _ := strings.Cut(got, "\nnot allowed to connect to")
	if want := ": a.example, b.example; if a tool server runs there, its tools are missing\nalso sent: POST /v1, 12 B (it has no tools)\nalso sent: GET /v2, 2.0 kB"; rest != want || !strings.HasPrefix(got, "note\nstarted with your arguments: --x ") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestJSONIsSafeToPrint(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"a": 1}`: `{"a": 1}`, "\"\u202e\"": `"\u202e"`, "\"\x7f\"": `"\u007f"`, "\"\u0085\"": `"\u0085"`, "\"\U000e0041é\"": `"\udb40\udc41é"`, "{\r\n\t}": "{\r\n\t}", "x\u200b\u202ey": `x\u200b\u202ey`,
	} {
		if got := report.SafeJSON(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestSmallReports(t *testing.T) {
	t.Parallel()
	if got := report.UnsavedNote(engine.Request{}); got != nil {
		t.Errorf("got %q", got)
	}
	if got := fmt.Sprint(report.UnsavedNote(engine.Request{Cwd: "/p", Unsaved: []facts.Unsaved{{Path: "/p/a.md"}, {Path: "/q/b.md"}}})); got != "[unsaved text is included: a.md, /q/b.md]" {
		t.Errorf("got %s", got)
	}
	for model, want := range map[string]string{"gpt-4o": "$2.5000|$2.5000 for each request, without a cache", "unheard-of": "price not known|price not known"} {
		m := token.Means("", model)
		if got := report.PriceText(m, 1_000_000) + "|" + report.PriceLine(m, 1_000_000); got != want {
			t.Errorf("%s: got %s, want %s", model, got, want)
		}
	}
	entry := func(kind source.Kind, path, text string) pack.Entry {
		return pack.Entry{Kind: kind, Path: path, Text: text}
	}
	packs := report.PacksOf([]pack.Row{{Family: "f", Name: "a", Entry: entry(source.StandIn, "x", "abc")}, {Family: "g", Name: "b", Entry: entry(source.Pack, "/p/b.txt", "ab")}}, []diag.Problem{{Message: "wrong"}})
	if want := "[{f a true  3} {g b false /p/b.txt 2}]"; fmt.Sprint(packs.Entries) != want || len(packs.Problems) != 1 || packs.Schema != report.Schema {
		t.Errorf("got %+v, want %s", packs, want)
	}
}
