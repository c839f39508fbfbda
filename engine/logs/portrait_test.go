package logs_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/agent/agenttest"
	"galley/engine/logs"
)

// portrait prints everything that a log says about a session.
func portrait(l *logs.Log) string {
	var b strings.Builder
	clock := func(at time.Time) string {
		if at.IsZero() {
			return "-"
		}
		return at.UTC().Format("2006-01-02T15:04:05Z")
	}
	rule := func(r logs.Rule) {
		fmt.Fprintf(&b, "  rule %s on demand %v, changed %v, by %q: %q\n", r.Path, r.OnDemand, r.Changed, r.By, r.Text)
	}
	fmt.Fprintf(&b, "%s in %s, version %s, model %s, updated %s, prompt %q, whole %v\n", l.Agent, l.Cwd, l.Version, l.Model, clock(l.Updated), l.Prompt, l.Whole)
	fmt.Fprintf(&b, "launch: tells %v, skills %q, agents %q, system %q, tools %q\n", l.Launch.Tells, l.Launch.Skills, l.Launch.Agents, l.Launch.System, l.Launch.Tools)
	for _, r := range l.Launch.Rules {
		rule(r)
	}
	for _, t := range l.Turns {
		fmt.Fprintf(&b, "turn %d at %s, compacted %v, cut %v: %q\n", t.Number, clock(t.At), t.Compacted, t.Cut, t.Prompt)
		for _, r := range t.Rules {
			rule(r)
		}
		for i := range t.Requests {
			r := &t.Requests[i]
			fmt.Fprintf(&b, "  request at %s to %s: %+v, calls %q\n", clock(r.At), r.Model, r.Usage, r.Calls)
			if r.Broke != nil {
				fmt.Fprintf(&b, "    lost %d: %s\n", r.Broke.Lost, r.Broke.Why)
			}
			if sent := l.Sent(r); sent != nil {
				fmt.Fprintf(&b, "    sent system %q, tools %q, messages %q, lacks %q\n", sent.System, sent.Tools, sent.Messages, sent.Lacks)
			}
		}
	}
	for _, d := range l.Damaged {
		if strings.HasPrefix(d.What, "json: ") {
			d.What = "json" // the rest of the text is made by package encoding/json
		}
		fmt.Fprintf(&b, "damaged at %d: %s\n", d.Offset, d.What)
	}
	for _, kind := range slices.Sorted(maps.Keys(l.Strange)) {
		fmt.Fprintf(&b, "strange %s: %d\n", kind, l.Strange[kind])
	}
	return b.String()
}

// testdata records everything that is read from a log of each agent. The logs also have unusual
// and damaged lines.
func TestPortraitsOfLogs(t *testing.T) {
	t.Parallel()
	for agent, log := range map[string]string{
		"claude-code": lines(
			`{"type":"user","message":7}`, `{"type":"assistant","message":7}`, `{"type":"attachment","attachment":7}`, `{"type":"api-request-blob","message":7}`, `{"type":7}`,
			claudePrompt("<command-name>/clear"), claudePrompt("<bash-input>ls"), claudePrompt("<local-command-stdout>"), claudePrompt("look"),
			`{"type":"user","isMeta":true,"message":{"role":"user","content":"a note"}}`,
			`{"type":"user","isSidechain":true,"message":{"role":"user","content":"for a sub-agent"}}`,
			`{"type":"attachment","attachment":{"type":"skill_listing","names":["one","two"]}}`, `{"type":"attachment","attachment":{"type":"skill_listing","names":["three"]}}`,
			`{"type":"attachment","attachment":{"type":"agent_listing_delta","addedTypes":["Explore"]}}`, `{"type":"attachment","attachment":{"type":"agent_listing_delta","addedTypes":["Plan"]}}`,
			claudeRules, claudeRules, `{"type":"attachment","attachment":{"type":"other"}}`, claudeShape,
			strings.Replace(claudeShape, `"s1","shape":{"system":[{"type":"text","text":"Be brief."}],"tools":[{"name":"Read","input_schema":{}}]`, `"s2","shape":{"system":"Be long.","tools":[{"type":"web_search"},{"name":"Read","type":"custom"}]`, 1),
			claudeBlob("a", "user", "rules and look"), claudeBlob("a", "user", "the same name again"), claudeRequest("r1", "2026-01-01T10:00:00Z", "s1", "", 0, "a"),
			claudeAnswer("r1", "m", 10, 0, 4000, callRead), claudeAnswer("r1", "m", 10, 0, 4000, saysOK+`,{"type":"thinking","thinking":"hm"},{"type":"x","content":[{"text":"inner"},7]},7`),
			`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"1 x"}]}}`, claudeNested, strings.Replace(claudeNested, `{"path":"/p/src/CLAUDE.md","content":"And so.\n"}`, `"Plain."`, 1),
			claudeBlob("c", "user", "1 x and rules"), claudeRequest("r2", "2026-01-01T10:00:02Z", "s2", "r1", 1, "b", "c"), claudeAnswer("r2", "m2", 10, 100, 100, saysOK),
			claudeRequest("r3", "2026-01-01T10:00:03Z", "s2", "unknown", 1, "d"), claudeAnswer("r3", "m2", 10, 0, 100, saysOK),
			claudeRequest("r4", "2026-01-01T10:00:03Z", "s2", "r2", 4, "d"), claudeAnswer("r4", "m2", 10, 0, 100, saysOK),
			claudeRequest("r5", "2026-01-01T10:00:03Z", "s2", "r2", -1, "d"), claudeAnswer("r5", "<synthetic>", 10, 0, 100, saysOK),
			claudeRequest("r6", "2026-01-01T11:30:00Z", "s3", "r2", 3, "c"), strings.Replace(claudeAnswer("r6", "m2", 9000, 9000, 0, saysOK), `"type":"assistant",`, `"type":"assistant","promptCacheRequested":"1h",`, 1),
			`{"type":"system","subtype":"compact_boundary"}`, `{"type":"system","subtype":"other"}`, `{"type":"user","isCompactSummary":true,"message":{"role":"user","content":"in short"}}`,
			strings.Replace(claudePrompt("again"), "2.1.332", "2.1.333", 1), `{"type":"assistant","timestamp":"2026-01-01T12:45:00.5Z","message":{"id":"z","model":"m2","content":"text"}}`,
			`{"type":"mode"}`, `{"type":"new-kind"}`, `{"type":""}`, `[]`, `not json`),
		"codex": lines(
			`{"type":"session_meta","payload":7}`, `{"type":7}`,
			`{"type":"session_meta","timestamp":"2026-01-01T10:00:00Z","payload":{"cwd":"/p","cli_version":"0.171.0","base_instructions":[{"text":"one"},{"text":"two"}]}}`,
			`{"type":"event_msg","timestamp":"2026-01-01T10:00:00Z","payload":{"type":"task_started"}}`, `{"type":"event_msg","payload":{"type":"other"}}`,
			`{"type":"turn_context","payload":{"model":"m"}}`,
			`{"type":"world_state","payload":{"state":{"agents_md":{"directory":"/p","text":"Do so."}}}}`, `{"type":"world_state","payload":{"state":{"agents_md":{"text":""}}}}`,
			`{"type":"response_item","payload":{"type":"additional_tools","tools":[{"type":"namespace","tools":[{"name":"exec"},{"type":"plan"}]},{"name":"alone"}]}}`,
			`{"type":"response_item","payload":{"type":"message","role":"developer","content":[{"text":"<skills>\n- first: does one\n- has a space: no\n* third: no\nfourth\n- `+strings.Repeat("x", 80)+`: long"}],"internal_chat_message_metadata_passthrough":{"content_item_kinds":["host_skills.instructions"]}}}`,
			`{"type":"response_item","timestamp":"2026-01-01T10:00:30Z","payload":{"type":"message","role":"user","content":[{"text":"<environment>"},{"text":"# AGENTS.md instructions"},{"text":"look"}]}}`,
			`{"type":"response_item","payload":{"type":"reasoning","summary":[]}}`,
			`{"type":"response_item","payload":{"type":"local_shell_call","name":"shell","arguments":{"cmd":["ls","-l"]}}}`,
			`{"type":"event_msg","payload":{"type":"token_count"}}`, `{"type":"event_msg","payload":{"type":"token_count","info":{}}}`,
			`{"type":"event_msg","timestamp":"2026-01-01T10:01:00Z","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":5000,"cached_input_tokens":0,"cache_write_input_tokens":4000,"output_tokens":7}}}}`,
			`{"type":"token_usage_record","payload":{"response_id":"x"}}`,
			`{"type":"response_item","payload":{"type":"function_call_output","output":"done"}}`,
			`{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"text":"ok"}]}}`,
			`{"type":"token_usage_record","timestamp":"2026-01-01T10:02:00Z","payload":{"response_id":"2","usage":{"input_tokens":6000,"cached_input_tokens":5000,"output_tokens":1}}}`,
			`{"type":"compacted","payload":{"message":"in short","replacement_history":[{"text":"kept"}]}}`,
			`{"type":"token_usage_record","timestamp":"2026-01-01T10:03:00Z","payload":{"response_id":"3","usage":{"input_tokens":700,"cached_input_tokens":0,"output_tokens":1}}}`,
			`{"type":"compacted","payload":{"message":"in short"}}`,
			`{"type":"token_usage_record","timestamp":"2026-01-01T10:04:00Z","payload":{"response_id":"4","usage":{"input_tokens":100,"cached_input_tokens":0,"output_tokens":1}}}`,
			`{"type":"event_msg","timestamp":"2026-01-01T10:05:00Z","payload":{"type":"task_started"}}`, `{"type":"event_msg","timestamp":"2026-01-01T10:06:00Z","payload":{"type":"task_started"}}`,
			`{"type":"new-kind","payload":{}}`),
		"gemini-cli": lines(
			`{"type":7}`, `{"sessionId":"x","startTime":"2026-01-01T10:00:00Z"}`, `{"$set":{"messages":[7]}}`, `{"$set":{"messages":[{"type":"gemini","toolCalls":7}]}}`,
			`{"id":"1","timestamp":"2026-01-01T10:00:01Z","type":"user","content":"  look  "}`, `{"id":"2","type":"user","content":[{"text":" "}]}`,
			`{"id":"3","timestamp":"2026-01-01T10:00:02Z","type":"gemini","content":"first"}`,
			`{"id":"3","type":"gemini","content":"more","tokens":{"input":900,"cached":100,"output":3},"model":"m","toolCalls":[{"name":"one","args":{"path":"a"},"result":7},{"name":"two","args":{"query":"q"},"result":[{"functionResponse":{"response":{"output":"--- Context from: a ---\nA\n--- End of Context from: a ---\n--- Context from: b ---\nB without end"}}}]}]}`,
			`{"id":"4","type":"user","content":[{"functionResponse":{}},{"text":"--- Context from: no end\nx ---\n"}]}`,
			`{"$set":{"messages":[{"id":"1","type":"user","content":"look"},{"id":"3","type":"gemini","content":"in short"},{"id":"5","type":"gemini","content":"new","tokens":{"input":50}}]}}`,
			`{"$set":{}}`, `{"id":"6","type":"gemini","content":"last","tokens":{"input":60},"model":"m2"}`,
			`{"type":"info"}`, `{"type":"error"}`, `{"type":"warning"}`, `{"$rewindTo":"1"}`, `{"type":"new-kind"}`),
		"qwen-code": lines(
			`{"type":7}`, `{"type":"user","message":{"parts":[7]}}`,
			`{"type":"user","cwd":"/p","version":"0.24.4","timestamp":"2026-01-01T10:00:00Z","message":{"parts":[{"text":"look"},{"text":"there"}]}}`,
			`{"uuid":"1","type":"assistant","model":"m","timestamp":"2026-01-01T10:00:01Z","message":{"parts":[{"text":"I look"},{"functionCall":{"name":"grep","args":{"pattern":"x"}}}]},"usageMetadata":{"promptTokenCount":5000,"candidatesTokenCount":2,"cachedContentTokenCount":4000}}`,
			`{"type":"tool_result","message":{"parts":[{"functionResponse":{"response":{"output":"--- Rule from: a.md ---\nA\n--- End of Rule from: a.md ---"}}}]}}`,
			`{"type":"system","subtype":"chat_compression"}`, `{"type":"system","subtype":"other"}`,
			`{"uuid":"2","type":"assistant","cwd":"/q","version":"0.25.0","message":{"parts":[{"text":"ok"}]}}`,
			`{"uuid":"3","type":"assistant","message":{"parts":[]},"usageMetadata":{"promptTokenCount":10}}`, `{"type":"new-kind"}`),
	} {
		agenttest.Recorded(t, agent+".txt", portrait(read(t, agent, log, 0)))
	}
}

func TestPortraitOfRows(t *testing.T) {
	t.Parallel()
	const answer = `{"role":"assistant","modelID":"m","time":{"created":%d},"tokens":{"input":10,"output":3,"cache":{"read":%d,"write":3000}}%s}`
	tool := func(output string, loaded string) string {
		return fmt.Sprintf(`{"type":"tool","tool":"read","state":{"input":{"filePath":"/p/x"},"output":%q,"metadata":{"loaded":[%s]}}}`, output, loaded)
	}
	rows := []logs.Row{
		{ID: "1", Data: `{"role":"user","time":{"created":1000}}`, Parts: []string{`{"type":"text","text":"look"}`, `{"type":"text","text":"there"}`}, Left: []int64{20_000_000}},
		{ID: "2", Data: fmt.Sprintf(answer, 2000, 0, ""), Parts: []string{`{"type":"text","text":"yes"}`, `{"type":"step-start"}`,
			tool("x\nInstructions from: /p/a\nA\n\nInstructions from: /p/b\nB\n</system-reminder>\nmore", `"/p/a","/p/b","/p/c"`), `{"type":"new-kind"}`}},
		{ID: "3", Data: "", Left: []int64{17_000_000, 18_000_000}}, {ID: "4", Data: ""}, {ID: "5", Data: `{"role":"user"}`, Parts: []string{`{"type":7}`}},
		{ID: "6", Data: `{"role":"user","time":{"created":3000}}`, Parts: []string{`{"type":"text","text":"  "}`}},
		{ID: "7", Data: fmt.Sprintf(answer, 4000, 0, `,"summary":true`), Parts: []string{`{"type":"text","text":"in short"}`}},
		{ID: "8", Data: `{"role":"user","time":{"created":2500}}`, Parts: []string{`{"type":"text","text":"again"}`, `{"type":"compaction"}`}},
		{ID: "9", Data: `{"role":"assistant","time":{"created":5000},"summary":{"diffs":[]}}`, Parts: []string{`{"type":"reasoning"}`}},
	}
	s := logs.Session{Agent: "opencode", Cwd: "/p"}
	agenttest.Recorded(t, "opencode.txt", portrait(logs.ReadRows(s, rows, true))+"\nwithout the first messages:\n"+portrait(logs.ReadRows(s, rows[1:2], false)))
}
