package logs

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestLinesThatBeginATurn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		form form
		text string
		want bool
	}{
		"claude: a prompt":           {&claude{}, `{"type":"user","message":{"content":"look"}}`, true},
		"claude: an answer":          {&claude{}, `{"type":"assistant","message":{"content":"look"}}`, false},
		"claude: a result":           {&claude{}, `{"type":"user","message":{"content":[{"type":"tool_result","content":"x"}]}}`, false},
		"claude: a result elsewhere": {&claude{}, `{"type":"user","x":"tool_result","message":{"content":"look"}}`, false},
		"claude: a note":             {&claude{}, `{"type":"user","isMeta":true,"message":{"content":"look"}}`, false},
		"claude: a summary":          {&claude{}, `{"type":"user","isCompactSummary":true,"message":{"content":"look"}}`, false},
		"claude: for a sub-agent":    {&claude{}, `{"type":"user","isSidechain":true,"message":{"content":"look"}}`, false},
		"claude: in a sub-agent":     {&claude{side: true}, `{"type":"user","isSidechain":true,"message":{"content":"look"}}`, true},
		"claude: a command":          {&claude{}, `{"type":"user","message":{"content":" <command-name>/x"}}`, false},
		"claude: nothing":            {&claude{}, `{"type":"user","message":{"content":" "}}`, false},
		"claude: no message":         {&claude{}, `{"type":"user","message":7}`, false},
		"claude: damaged":            {&claude{}, `{"type":"user","message":`, false},
		"claude: an inner type":      {&claude{}, `{"type":"x","y":{"type":"user"},"message":{"content":"look"}}`, false},
		"codex: a task":              {&codex{}, `{"type":"event_msg","payload":{"type":"task_started"}}`, true},
		"codex: far away":            {&codex{}, `{"x":"` + strings.Repeat("y", 200) + `","payload":{"type":"task_started"}}`, false},
		"codex: another":             {&codex{}, `{"type":"event_msg","payload":{"type":"other"}}`, false},
		"gemini: a prompt":           {&gemini{}, `{"id":"1","type":"user","content":"look"}`, true},
		"gemini: an answer":          {&gemini{}, `{"id":"1","type":"gemini","content":"look"}`, false},
		"gemini: a history":          {&gemini{}, `{"$set":{"messages":[{"type":"user","content":"look"}]},"type":"user","content":"look"}`, false},
		"gemini: a result":           {&gemini{}, `{"type":"user","content":[{"functionResponse":{}}]}`, false},
		"gemini: its own":            {&gemini{}, `{"type":"user","content":"<session_context>"}`, false},
		"gemini: damaged":            {&gemini{}, `{"type":"user","content":"look"`, false},
		"qwen: a prompt":             {&qwen{}, `{"type":"user"}`, true},
		"qwen: a result":             {&qwen{}, `{"type":"tool_result"}`, false},
	} {
		if got := c.form.startsTurn([]byte(c.text)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAClaimOfTheLog(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]claim{
		"5": {n: 5}, "0": {}, "null": {}, "100000000": {n: 100_000_000}, "100000001": {odd: "100000001"}, "-1": {odd: "-1"}, "1.5": {odd: "1.5"}, "5.0": {n: 5}, `"x"`: {odd: `"x"`}, "[1]": {odd: "[1]"},
	} {
		c := claim{n: 9, odd: "before"}
		if err := c.UnmarshalJSON([]byte(text)); err != nil || c != want {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
	n := func(n int) claim { return claim{n: n} }
	for _, c := range []struct {
		got, want Usage
	}{
		{usageOf(n(10), claim{}, n(3), n(2), n(1)), Usage{Known: true, Input: 10, CacheRead: 3, CacheWrite: 2, Output: 1}},
		{usageOf(claim{}, n(4), n(3), n(2), n(1)), Usage{Known: true, Input: 9, CacheRead: 3, CacheWrite: 2, Output: 1}},
		{usageOf(n(3), claim{}, n(3), claim{}, claim{}), Usage{Known: true, Input: 3, CacheRead: 3}},
		{usageOf(n(3), claim{}, n(4), claim{}, claim{}), Usage{Odd: "the log claims that 4 of 3 tokens came from the cache, which cannot be"}},
		{usageOf(claim{odd: "x"}, claim{}, claim{}, claim{odd: "y"}, claim{}), Usage{Odd: "the log claims x input, y written to the cache tokens, which cannot be"}},
	} {
		if c.got != c.want {
			t.Errorf("got %+v, want %+v", c.got, c.want)
		}
	}
}

// The beginnings of the last turns are searched for from the end of the log, over a limited
// distance.
func TestWhereTheLastTurnsBegin(t *testing.T) {
	t.Parallel()
	begins := func(text []byte) bool { return len(text) > 0 && text[0] == 'B' }
	fill := strings.Repeat("x\n", 300<<10) // 600 KiB, more than two steps
	for name, c := range map[string]struct {
		text  string
		last  int
		at    int
		found bool
	}{
		"nothing":                     {"", 1, 0, false},
		"no turn":                     {"a\nb\n", 1, 0, false},
		"one turn":                    {"B\na\n", 1, 0, false}, // the first line is read in any case
		"the turn before":             {"a\nB1\nB2\nc\n", 1, 2, true},
		"two turns":                   {"a\nB1\nB2\nB3\n", 2, 2, true},
		"not enough turns":            {"a\nB1\nc", 3, 0, false},
		"an unfinished line":          {"a\nB1\nc\nB2", 1, 2, true},
		"a turn in the step before":   {"a\nB1\n" + fill + "B2\n", 1, 0, true},
		"far before":                  {"a\n" + strings.Repeat(fill, 3) + "B1\n" + fill + "B2\n", 1, 2 + 3*len(fill) + 3, true},
		"no turn within the distance": {strings.Repeat(fill, 8), 1, 0, false},
	} {
		at, found, err := tail(context.Background(), strings.NewReader(c.text), int64(len(c.text)), c.last, begins)
		switch {
		case err != nil || found != c.found:
			t.Errorf("%s: %d, %v, %v", name, at, found, err)
		case name == "far before" || name == "a turn in the step before": // any place within a limited distance before the turn is correct
			turn := int64(strings.LastIndex(c.text, "B2"))
			if at > turn || at < turn-mostLead-512<<10 || at > 0 && c.text[at-1] != '\n' {
				t.Errorf("%s: %d, and the turn is at %d", name, at, turn)
			}
		case name == "no turn within the distance":
			if far := int64(len(c.text)) - at; far < tailOfTurn-2 || far > tailOfTurn+512<<10 || c.text[at-1] != '\n' {
				t.Errorf("%s: %d bytes before the end", name, far)
			}
		case at != int64(c.at):
			t.Errorf("%s: %d, want %d", name, at, c.at)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if at, found, err := tail(ctx, strings.NewReader("a"), 1, 1, begins); at != 0 || found || err != context.Canceled {
		t.Errorf("cancelled: %d, %v, %v", at, found, err)
	}
	boom := errors.New("boom")
	if at, found, err := tail(context.Background(), ending{"abc", 1, boom}, 3, 1, begins); at != 0 || found || err != boom {
		t.Errorf("a fault: %d, %v, %v", at, found, err)
	}
}
