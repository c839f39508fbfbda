package logs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"galley/engine/logs"
)

// made writes random logs of an agent: prompts, requests with and without calls, rules loaded on
// demand, compactions, pauses and lines without meaning.
type made struct {
	*rand.Rand
	b       strings.Builder
	agent   string
	n       int
	minutes int
	cached  int
	spaced  bool // write the lines with other spaces, as another JSON encoder does
}

func (m *made) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if m.agent == "claude-code" && (m.spaced || m.IntN(4) == 0) {
		text = strings.Replace(text, `"type":"user"`, `"type" : "user"`, 1) // with the spaces of another JSON encoder
	}
	m.b.WriteString(text + "\n")
}

func (m *made) at() string {
	if m.minutes++; m.IntN(6) == 0 {
		m.minutes += 8
	}
	return fmt.Sprintf("2026-01-%02dT%02d:%02d:00Z", 1+m.minutes/1440%28, m.minutes/60%24, m.minutes%60)
}

func (m *made) filler() string { return strings.Repeat("words ", m.IntN(1500)) }

func (m *made) prompt() {
	m.n++
	if m.agent == "codex" {
		m.line(`{"type":"event_msg","timestamp":%q,"payload":{"type":"task_started"}}`, m.at())
		m.line(`{"type":"turn_context","payload":{"model":"m"}}`)
		m.line(`{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"prompt %d"}],"internal_chat_message_metadata_passthrough":{"content_item_kinds":["user.text"]}}}`, m.n)
		return
	}
	m.line(`{"type":"user","message":{"role":"user","content":"prompt %d %s"},"timestamp":%q,"cwd":"/p","version":"2.1.332"}`, m.n, m.filler(), m.at())
}

func (m *made) request() {
	m.n++
	read := m.cached
	if m.IntN(5) == 0 {
		read = 0
	}
	write := 2000 + m.IntN(100)
	m.cached = read + write
	if m.agent == "codex" {
		m.line(`{"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"path\":\"src/x%d\"}"}}`, m.n)
		m.line(`{"type":"token_usage_record","timestamp":%q,"payload":{"response_id":"%d","usage":{"input_tokens":%d,"cached_input_tokens":%d,"cache_write_input_tokens":%d,"output_tokens":%d}}}`, m.at(), m.n, read+write+m.n, read, write, m.IntN(9))
		m.line(`{"type":"response_item","payload":{"type":"function_call_output","output":"%s"}}`, m.filler())
		return
	}
	m.line(`{"type":"assistant","timestamp":%q,"message":{"id":"m%d","role":"assistant","model":"m%d","content":[{"type":"tool_use","name":"Read","input":{"file_path":"/p/src/x%d"}}],"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":%d,"output_tokens":5}}}`,
		m.at(), m.n, m.IntN(8)/7, m.n, m.n, read, write)
	m.line(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"%s"}]}}`, m.filler())
	if m.IntN(4) == 0 {
		m.line("%s", claudeNested)
	}
}

func (m *made) other() {
	switch {
	case m.IntN(3) > 0 && m.agent == "codex":
		m.line(`{"type":"event_msg","payload":{"type":"agent_message"}}`)
	case m.agent == "codex":
		m.line(`{"type":"compacted","payload":{"message":"in short"}}`)
	case m.IntN(3) > 0:
		m.line(`{"type":"mode","x":"\"type\":\"user\""}`)
	default:
		m.line(`{"type":"system","subtype":"compact_boundary"}`)
		m.line(`{"type":"user","isCompactSummary":true,"message":{"role":"user","content":"in short"}}`)
	}
}

// If only the last turns are read from the end of a log, they equal the last turns of the whole
// log. Only the reason for a cache miss may be unknown, if the reason is in an earlier turn.
func TestTheLastTurnsAreTheSameReadFromTheEnd(t *testing.T) {
	t.Parallel()
	cut, broke := 0, 0
	for seed := range uint64(32) {
		m := &made{Rand: rand.New(rand.NewPCG(seed, 18)), agent: []string{"claude-code", "codex"}[seed%2]}
		if m.agent == "codex" {
			m.line(`{"type":"session_meta","payload":{"cwd":"/p","cli_version":"0.171.0","base_instructions":{"text":"Be brief."}}}`)
		}
		size, rare := 800<<10+m.IntN(400<<10), 1
		if seed%4 > 1 { // long turns, whose beginnings are far apart
			size, rare = 2*size, 20
		}
		for m.b.Len() < size {
			switch x := m.IntN(10); {
			case x < 2 && m.IntN(rare) == 0:
				m.prompt()
				m.request()
			case x < 9:
				m.request()
			default:
				m.other()
			}
		}
		last := 1 + m.IntN(3)
		text := m.b.String()
		whole, quick := read(t, m.agent, text, 0), read(t, m.agent, text, last)
		if quick.Whole {
			continue
		}
		cut++
		want := whole.Turns[max(len(whole.Turns)-last, 0):]
		if len(quick.Turns) != len(want) || quick.Version != whole.Version || quick.Cwd != whole.Cwd || quick.Model != whole.Model || quick.Updated != whole.Updated {
			t.Fatalf("seed %d: %d turns, want %d; %+v, want %+v", seed, len(quick.Turns), len(want), quick.Session, whole.Session)
		}
		for i := range want {
			got, want := &quick.Turns[i], &want[i]
			if len(got.Requests) != len(want.Requests) {
				t.Fatalf("seed %d: turn %d has %d requests, want %d", seed, i, len(got.Requests), len(want.Requests))
			}
			for j := range want.Requests {
				x, y := got.Requests[j].Broke, want.Requests[j].Broke
				if (x == nil) != (y == nil) || x != nil && (x.Lost != y.Lost || x.Why != y.Why && !strings.HasPrefix(x.Why, "not known: the part of the log")) {
					t.Fatalf("seed %d: request %d of turn %d: cache %+v, want %+v", seed, j, i, x, y)
				}
				if x != nil && j == 0 {
					broke++
				}
			}
			if got.Cut || got.Compacted != want.Compacted || !got.At.Equal(want.At) {
				t.Fatalf("seed %d: turn %d: %+v, want %+v", seed, i, got, want)
			}
		}
		if got, want := said(quick.Turns), said(want); got != want {
			t.Fatalf("seed %d:\n%s\nwant\n%s", seed, got, want)
		}
	}
	if cut < 20 || broke < 5 {
		t.Errorf("%d logs were read from the end, and %d caches were missed at the start of a turn: too few for this test", cut, broke)
	}
}

// said prints turns without their numbers, and without what may be missing if a log is read only
// in part.
func said(turns []logs.Turn) string {
	var b strings.Builder
	for _, t := range turns {
		fmt.Fprintf(&b, "turn %s %+v\n", t.Prompt, t.Rules)
		for _, r := range t.Requests {
			fmt.Fprintf(&b, "  %s %s %+v %+v\n", r.At, r.Model, r.Usage, r.Calls)
		}
	}
	return b.String()
}

// The number of bytes read for the last turn does not grow with the log, whether the log has many
// turns or one turn that fills it.
func TestTheBytesReadForTheLastTurnDoNotGrowWithTheLog(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		agent  string
		prompt int // a new prompt begins after this many requests
		spaced bool
	}{{"claude-code", 10, false}, {"claude-code", 10, true}, {"claude-code", 1 << 30, false}, {"codex", 10, false}, {"codex", 1 << 30, false}} {
		m := &made{Rand: rand.New(rand.NewPCG(1, 1)), agent: tt.agent, spaced: tt.spaced}
		m.prompt()
		begin := m.b.Len()
		for i := 1; m.b.Len() < 5<<20; i++ {
			if i%tt.prompt == 0 {
				m.prompt()
			}
			m.request()
		}
		reads := func(times int) (int64, *logs.Log) {
			text := m.b.String() + strings.Repeat(m.b.String()[begin:], times-1)
			in := &counted{Reader: strings.NewReader(text)}
			log, err := logs.Read(context.Background(), logs.Session{Agent: tt.agent, Size: int64(len(text))}, in, 1)
			if err != nil || len(log.Turns) != 1 || len(log.Turns[0].Requests) == 0 || log.Whole {
				t.Fatalf("%s: %+v, %v", tt.agent, log, err)
			}
			return in.bytes, log
		}
		few, _ := reads(1)
		many, log := reads(4)
		// The two logs are read backwards in steps that end at other lines. The difference may
		// therefore be one step.
		if most := few + 1<<20; many > most {
			t.Errorf("%s: %d bytes of a log of %d were read, %d of one four times as long", tt.agent, few, m.b.Len(), many)
		}
		long := tt.prompt > 10
		if most := int64(5 << 19); !long && few > most {
			t.Errorf("%s: %d bytes were read for a short turn, want at most %d", tt.agent, few, most)
		}
		if turn := log.Turns[0]; turn.Cut != long || (turn.Prompt == "") != long {
			t.Errorf("%s: a turn that fills the log: %v; start reported as unread: %v, prompt %q", tt.agent, long, turn.Cut, turn.Prompt)
		}
	}
}
