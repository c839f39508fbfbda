package follow

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"galley/engine/capture"
	"galley/engine/logs"
	"galley/engine/logs/store"
	"galley/ui/keymap"
	"galley/ui/view"
)

// codexLog returns a log of Codex in /p with a turn for each prompt. The log has the text of each
// request.
func codexLog(prompts ...string) string {
	all := []string{`{"type":"session_meta","timestamp":"2026-01-02T10:00:00Z","payload":{"cwd":"/p","cli_version":"0.171.0","base_instructions":{"text":"Be brief."}}}`}
	for _, prompt := range prompts {
		all = append(all, `{"type":"event_msg","timestamp":"2026-01-02T10:00:00Z","payload":{"type":"task_started"}}`, `{"type":"turn_context","payload":{"model":"m"}}`,
			`{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"`+prompt+`"}],"internal_chat_message_metadata_passthrough":{"content_item_kinds":["user.text"]}}}`,
			`{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Answer to `+prompt+`."}]}}`,
			`{"type":"token_usage_record","payload":{"response_id":"`+prompt+`","usage":{"input_tokens":50,"cached_input_tokens":0,"output_tokens":7}}}`,
			`{"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":50,"cached_input_tokens":0,"output_tokens":7}}}}`)
	}
	return strings.Join(all, "\n") + "\n"
}

const codexPath = ".codex/sessions/2026/01/02/rollout-2026-01-02T10-00-00-01a2216c-248e-7163-bf2e-09bae4580471.jsonl"

// A turn shows its last request as it was assembled from the log, and two turns are compared by it too.
func TestATurnShowsWhatWasSent(t *testing.T) {
	often(t)
	b := logged(t, map[string]string{codexPath: codexLog("first", "second")})
	b.once(keymap.Sessions, view.Move{End: 1}, keymap.Jump, view.Move{End: 1}, keymap.Jump)
	_, sent, _ := strings.Cut(b.level().page.text, "\nThe last request, ")
	answer := `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Answer to first."}]}`
	if sent != "assembled from the log:\n--- user ---\nfirst\n--- assistant ---\n"+answer+"\n--- user ---\nsecond\n" {
		t.Errorf("%q", sent)
	}
	b.once(keymap.Back, keymap.CompareProfiles, view.Move{Rows: -1}, keymap.CompareProfiles)
	begins, ends := "a  codex 0.171.0  m  01a2216c-248e-7163-bf2e-09bae4580471\n   1 turn, 1 request: 50 tokens in",
		"the same, as far as the logs show\n\n--- turn 2  second\n+++ turn 1  first\n@@ -2,7 +2,3 @@\n The last request, assembled from the log:\n --- user ---\n first\n---- assistant ---\n-"+answer+"\n---- user ---\n-second\n"
	if p := b.level().page; !p.diff || !strings.HasPrefix(p.text, begins) || !strings.HasSuffix(p.text, ends) {
		t.Errorf("a diff: %v\n%s", p.diff, p.text)
	}
}

// What a log lacks of a request is named.
func TestATurnNamesWhatTheLogLacks(t *testing.T) {
	often(t)
	log := `{"type":"user","cwd":"/p","version":"0.24.4","timestamp":"2026-01-01T10:00:00Z","message":{"role":"user","parts":[{"text":"look"}]}}` + "\n" +
		`{"uuid":"1","type":"assistant","model":"m","message":{"parts":[{"text":"ok"}]},"usageMetadata":{"promptTokenCount":500,"candidatesTokenCount":2,"cachedContentTokenCount":0}}` + "\n"
	b := logged(t, map[string]string{".qwen/projects/-p/chats/s.jsonl": log})
	b.once(keymap.Sessions, view.Move{End: 1}, keymap.Jump, view.Move{End: 1}, keymap.Jump)
	if _, sent, _ := strings.Cut(b.level().page.text, "\nThe last request, "); sent != "assembled from the log, which does not contain the system text and the tools:\n--- user ---\nlook\n" {
		t.Errorf("%q", b.level().page.text)
	}
}

// The sub-agents of a session are listed below its turns, the oldest first, and each opens as a session.
func TestASessionListsItsSubAgents(t *testing.T) {
	often(t)
	dir := ".claude/projects/-p/"
	sub := func(prompt string) string {
		return strings.ReplaceAll(strings.Join(session[:2], "\n")+"\n", "look at it", prompt)
	}
	b := logged(t, map[string]string{dir + "aaaa.jsonl": strings.Join(session, "\n") + "\n", dir + "aaaa/subagents/agent-1.jsonl": sub("help one"), dir + "aaaa/subagents/agent-2.jsonl": sub("help two")})
	b.once(keymap.Sessions).sees("1 session that").once(view.Move{End: 1}, keymap.Jump)
	rows := b.rows()
	at := 0
	for i, row := range rows {
		if row == "Sub-agents, each with a session of its own" {
			at = i
		}
	}
	if at == 0 || len(rows) != at+3 || !strings.Contains(rows[at+1]+rows[at+2], "help one") || !strings.Contains(rows[at+1]+rows[at+2], "help two") {
		t.Fatalf("it lists\n%s", strings.Join(rows, "\n"))
	}
	name, _, _ := strings.Cut(rows[len(rows)-1], " kB")
	prompt := "help one"
	if strings.Contains(name, "help two") {
		prompt = "help two"
	}
	b.once(view.Move{End: 1}, keymap.Jump).sees("turn 1  "+prompt).misses("Sub-agents").once(keymap.Back).sees("turn 1  look at it", "Sub-agents")
}

// At first only the newest turns of a log are read. All are read if the user asks for them.
func TestAllTurnsAreReadWhenAskedFor(t *testing.T) {
	often(t)
	prompts := strings.Fields(strings.Repeat("again ", firstTurns+1))
	prompts[0] = "first"
	b := logged(t, map[string]string{codexPath: codexLog(prompts...)})
	b.once(keymap.Sessions, view.Move{End: 1}, keymap.Jump).sees("turn 2  again").misses("turn 1  first").once(keymap.AllAgents).sees("turn 1  first")
}

// Work on sessions that is cancelled makes no page.
func TestCancelledWorkOnSessionsMakesNoPage(t *testing.T) {
	often(t)
	b := logged(t, map[string]string{".claude/projects/-p/aaaa.jsonl": strings.Join(session, "\n") + "\n", ".claude/projects/-p/aaaa/subagents/agent-1.jsonl": strings.Join(session[:2], "\n") + "\n"})
	b.o.Agents = few()
	b.once(keymap.Sessions).cancelsEverywhere("the list", func() subject { return b.level().subject })
	found, err := store.List(t.Context(), b.w, nil, 1)
	if err != nil || len(found.Sessions) != 1 {
		t.Fatal(found, err)
	}
	b.cancelsEverywhere("a session", func() subject { return sessionSubject(found.Sessions[0]) })
}

// A session and a captured request are compared as texts, two captured requests by their blocks. A
// side that can no longer be read is an error.
func TestSessionsAndCapturesAreCompared(t *testing.T) {
	often(t)
	b := logged(t, map[string]string{codexPath: codexLog("first")})
	kept := b.asking("").store()
	ids := keep(t, kept, func(*capture.Capture) {})
	b.once(keymap.Sessions, view.Move{End: 1}, keymap.CompareProfiles).hears(" is marked").once(view.Move{End: -1}, keymap.Jump, keymap.CompareProfiles)
	b.sees(" → "+ids[0], "+  \"system\": \"You help.\"").misses("1 turn").once(keymap.Back)
	b.once(keymap.CompareProfiles).hears(ids[0]+" is marked").once(keymap.Back, view.Move{End: 1}, keymap.CompareProfiles).sees(ids[0]+" → codex ", "-  \"system\": \"You help.\"")
}

// Two sides are compared only if both can be read.
func TestASideThatCannotBeReadIsAnError(t *testing.T) {
	log := &logs.Log{Session: logs.Session{Agent: "codex", Version: "1"}}
	good := &side{name: "good", open: func(context.Context) (*logs.Log, string, error) { return log, "text\n", nil }}
	bad := &side{name: "bad", open: func(context.Context) (*logs.Log, string, error) { return log, "other\n", errors.New("is gone") }}
	for _, c := range []struct {
		a, b *side
		err  string
	}{{good, good, "<nil>"}, {bad, good, "is gone"}, {good, bad, "is gone"}} {
		p := comparisonSubject(c.a, c.b).make(nil)(t.Context())
		if fmt.Sprint(p.err) != c.err || (p.err != nil) != (p.head == nil) || (p.err != nil) != (p.text == "") {
			t.Errorf("%s with %s: %v, %q, %q", c.a.name, c.b.name, p.err, p.head, p.text)
		}
	}
}
