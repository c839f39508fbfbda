package report

import (
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/logs/replay"
	"galley/engine/token"
)

func TestWhereACacheEnds(t *testing.T) {
	sent := &logs.Sent{System: []string{"s"}, Tools: []logs.Tool{{Name: "Read", JSON: "t"}}, Messages: []logs.Message{{Role: "user", Text: "a"}, {Role: "assistant", Text: "b"}}}
	for _, tt := range []struct {
		agent, lacks       string
		read, input, count int // read and input are of the last request; count is galley's own count of each part
		want               string
	}{
		{"claude-code", "", 0, 400, 100, "nothing was used from it"},
		{"claude-code", "", 50, 400, 100, "the declaration of the tool Read"},
		{"claude-code", "", 150, 400, 100, "the system text"},
		{"codex", "", 50, 400, 100, "the system text"},
		{"codex", "", 150, 400, 100, "the declaration of the tool Read"},
		{"codex", "", 250, 400, 50, "message 1 of 2 (user)"}, // the counts are scaled to the provider's count
		{"claude-code", "", 350, 400, 100, "message 2 of 2 (assistant)"},
		{"claude-code", "", 400, 400, 100, "the end of what the log contains"},
		{"gemini-cli", "the system text and the tools", 500, 1000, 100, "within the system text and the tools, which the log does not contain"},
		{"gemini-cli", "the system text and the tools", 850, 1000, 100, "message 1 of 2 (user)"},
	} {
		has := *sent
		if has.Lacks = tt.lacks; tt.lacks != "" {
			has.System, has.Tools = nil, nil
		}
		parts := partsOf(&has, tt.agent)
		for i := range parts {
			parts[i].tokens = tt.count
		}
		got := cachedUpTo(parts, tt.count*len(parts), logs.Usage{Known: true, Input: tt.input, CacheRead: tt.read}, tt.lacks)
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s, %d of %d: %q, want %q", tt.agent, tt.read, tt.input, got, tt.want)
		}
	}
}

// replayOf returns the replay of a turn in which an edit of /p/lib/y loaded these rule files.
func replayOf(paths ...string) *replay.Replay {
	turn := replay.Turn{Commit: "0123456789abcdef"}
	for _, path := range paths {
		turn.Rules = append(turn.Rules, replay.Rule{Path: path, Call: logs.Call{Tool: "Edit", Path: "/p/lib/y"}, Text: "found", Ground: facts.Committed})
	}
	return &replay.Replay{Turns: []replay.Turn{turn}}
}

func TestARuleFileThatTheLogLacksIsMarked(t *testing.T) {
	log := &logs.Log{Session: logs.Session{Agent: "claude-code", Cwd: "/p"}, Turns: []logs.Turn{{Rules: []logs.Rule{{Path: "src/CLAUDE.md", OnDemand: true, Text: "mine", By: logs.Call{Tool: "Read", Path: "/p/src/x"}}}}}}
	again := replayOf("/p/src/CLAUDE.md", "/p/lib/CLAUDE.md")
	shape := SessionLogOf(log, again, nil, func(string, string) token.Count { return token.Count{Tokens: 1} })
	var text strings.Builder
	if err := SessionLogText(&text, shape); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"+ rule src/CLAUDE.md  4 B, about 1 tokens; by Read of src/x\n",
		"? rule lib/CLAUDE.md  5 B, about 1 tokens; by Edit of lib/y, not in the log: by the agent's rules, its text as committed then\n", "at 01234567 "} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, text.String())
		}
	}
	if rules := shape.Turns[0].Rules; len(rules) != 2 || rules[0].Source != "log" || rules[1].Source != "replayed" {
		t.Errorf("%+v", rules)
	}
}

func TestALogThatNamesLittleIsSaidToNameLittle(t *testing.T) {
	log := &logs.Log{Session: logs.Session{Agent: "gemini-cli", ID: "a"}}
	tools := func(texts ...string) *logs.Log {
		l := *log
		for i, text := range texts {
			l.Launch.Tools = append(l.Launch.Tools, logs.Tool{Name: string(rune('a' + i)), JSON: text})
		}
		return &l
	}
	long := strings.Repeat("x", 2000)
	var shown, compared strings.Builder
	if err := SessionLogText(&shown, SessionLogOf(log, &replay.Replay{}, nil, nil)); err != nil {
		t.Fatal(err)
	}
	if err := SessionDiffText(&compared, SessionDiffOf(tools("x", "xy", long, "gone"), tools("y", "xyz", long+"y"))); err != nil {
		t.Fatal(err)
	}
	for text, wants := range map[string][]string{
		shown.String(): {"gemini-cli of a version that the log does not name  a\n", "  in a directory that the log does not name\n"},
		compared.String(): {"a  gemini-cli of a version that the log does not name  no model named  a\n", "changed  tool a  1 B, another text of the same size\n",
			"changed  tool b  2 B → 3 B\n", "changed  tool c  2.0 kB, +1 B\n", "removed  tool d  4 B\n"},
	} {
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
	}
}

func TestTurnWithUnreadStartIsReported(t *testing.T) {
	for _, cut := range []bool{true, false} {
		shape := SessionLogOf(&logs.Log{Turns: []logs.Turn{{Cut: cut}}}, nil, nil, nil)
		if told := len(shape.Notes) == 1 && strings.Contains(shape.Notes[0], "its prompt and first requests are missing"); told != cut {
			t.Errorf("cut %v: %q", cut, shape.Notes)
		}
	}
}

func TestAKeyInTheFileOfACallIsMasked(t *testing.T) {
	const key = "sk-ant-api03-abcdEFGH1234abcdEFGH5678abcd"
	by := logs.Call{Tool: "Read", Path: "/p/" + key + ".ts"}
	log := &logs.Log{Session: logs.Session{Agent: "claude-code", Cwd: "/p"}, Turns: []logs.Turn{{Rules: []logs.Rule{{Path: "src/CLAUDE.md", OnDemand: true, Text: "mine", By: by}}}}}
	shape := SessionLogOf(log, nil, nil, func(_, text string) token.Count { return token.Count{Tokens: len(text)} })
	if got := shape.Turns[0].Rules[0].By.Path; strings.Contains(got, key) {
		t.Errorf("the key is shown: %s", got)
	}
}
