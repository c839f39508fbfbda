package codebolt

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

// talk returns a conversation of n messages with 200 characters each.
func talk(n int) []prompt.Message {
	var all []prompt.Message
	for i := range n {
		role := prompt.User
		if i%2 == 1 {
			role = prompt.Assistant
		}
		all = append(all, message(role, block(historyBlock, "", source.Literal(fmt.Sprintf("%-200d", i)))))
	}
	return all
}

func TestSummarizeReplacesOldMessagesByASnapshot(t *testing.T) {
	system := message(prompt.System, block(coreBlock, "", source.Literal("S")))
	messages := append([]prompt.Message{system}, talk(12)...)
	asked := 0
	c := Compactor{Options: CompactOptions{Strategy: Summarize, ModelLimit: 400}, Ask: func(old []prompt.Message) string {
		asked = len(old)
		return "<state_snapshot>…</state_snapshot>"
	}}
	got, r := c.Compact(messages, Answer{})
	var heads []string
	for _, m := range got {
		heads = append(heads, strings.TrimSpace(string(m.Role)+" "+m.Text().String()))
	}
	want := []string{"system S", "user <state_snapshot>…</state_snapshot>",
		"assistant Understood. I have processed the conversation state snapshot and am ready to continue from where we left off.",
		"user 8", "assistant 9", "user 10", "assistant 11"}
	if strings.Join(heads, "/") != strings.Join(want, "/") || asked != 8 || r.Dropped != 8 || r.Kept != 4 || r.Status != Compressed {
		t.Errorf("got %q, asked for %d, %+v", heads, asked, r)
	}
}

func TestACompactorWaitsAfterASuccess(t *testing.T) {
	c := Compactor{Options: CompactOptions{Strategy: Simple, ModelLimit: 400}}
	messages, r := c.Compact(talk(12), Answer{})
	if r.Status != Compressed || r.Dropped != 8 {
		t.Fatalf("got %+v", r)
	}
	// The conversation still exceeds the threshold but has not grown by a fifth.
	if _, again := c.Compact(messages, Answer{}); again.Status != NoOp || again.Before != r.After {
		t.Errorf("right after: %+v", again)
	}
	if _, grown := c.Compact(append(messages, talk(8)...), Answer{}); grown.Status != Compressed {
		t.Errorf("grown: %+v", grown)
	}
}

// A compacted conversation is compacted again only after it has grown by a fifth.
func TestCompactsAgainAfterGrowthOfAFifth(t *testing.T) {
	for _, c := range []struct {
		tokens int
		want   Status
	}{{1199, NoOp}, {1200, Compressed}} {
		compactor := Compactor{Options: CompactOptions{Strategy: Simple, ModelLimit: 400}, reached: 1000}
		if _, r := compactor.Compact(talk(12), Answer{Tokens: &c.tokens}); r.Status != c.want {
			t.Errorf("growth from 1000 tokens to %d: %s, want %s", c.tokens, r.Status, c.want)
		}
	}
}

func TestACompactorGivesUpAfterThreeFailures(t *testing.T) {
	c := Compactor{Options: CompactOptions{Strategy: Simple, ModelLimit: 10}}
	for i := 1; i <= 3; i++ {
		if _, r := c.Compact(talk(6), Answer{}); r.Status != FailedInflated || r.Failed != i {
			t.Errorf("attempt %d: %+v", i, r)
		}
	}
	if got, r := c.Compact(talk(12), Answer{}); r.Status != GivenUp || len(got) != 12 {
		t.Errorf("then: %d messages, %+v", len(got), r)
	}
}

func TestWhichLimitApplies(t *testing.T) {
	counted := 70000
	for _, c := range []struct {
		options int
		answer  Answer
		want    Status
	}{
		{0, Answer{Tokens: &counted}, Compressed},                    // 64,000 is half of 128,000
		{200000, Answer{Tokens: &counted}, NoOp},                     // the limit is half of 200,000
		{200000, Answer{Tokens: &counted, Model: "new"}, Compressed}, // the limit of an unknown model is 128,000, whatever the options say
		{0, Answer{Tokens: &counted, Model: "gpt-4", Limit: 900000}, NoOp},
	} {
		k := Compactor{Options: CompactOptions{Strategy: Simple, ModelLimit: c.options}}
		if _, r := k.Compact(talk(12), c.answer); r.Status != c.want {
			t.Errorf("%+v: %+v", c, r)
		}
	}
}

func TestModelLimits(t *testing.T) {
	for model, want := range map[string]int{
		"": 128000, "gpt-4": 8192, "gpt-4o-mini": 128000, "gpt-4.1": 8192, "GPT-4-Turbo-2024": 8192, "claude": 200000,
		"claude-2.1": 200000, "claude-2.2": 100000, "models/gemini-1.5-pro-002": 1048576, "claude-sonnet-4-5": 128000,
	} {
		if got := ModelLimit(model); got != want {
			t.Errorf("%q: %d, want %d", model, got, want)
		}
	}
}

func TestTruncationKeepsBothEndsAndTheCall(t *testing.T) {
	lines := strings.Repeat("0123456789\n", 60) + "end"
	output := message(prompt.ToolResult, block(historyBlock, "", source.Literal(lines)))
	output.CallID = "c1"
	for most, want := range map[int]string{
		5: "0123456789\n0123456789\n\n... [56 lines truncated] ...\n\n0123456789\nend",
		2: "0123456789\n\n... [59 lines truncated] ...\n\nend",
	} {
		got, truncated := truncateTools(CompactOptions{ToolBudget: 10, TruncateLines: most}, []prompt.Message{output})
		if !truncated || got[0].CallID != "c1" || got[0].Text().String() != want {
			t.Errorf("%d: %v %q", most, truncated, got[0].Text())
		}
	}
	for _, o := range []CompactOptions{{ToolBudget: 1000, TruncateLines: 4}, {ToolBudget: 10, TruncateLines: 1}} {
		if got, truncated := truncateTools(o, []prompt.Message{output}); truncated || got[0].Text().String() != lines {
			t.Errorf("%+v: truncated", o) // It fits the budget. Half of one line is zero lines, so everything stays.
		}
	}
}

func TestPartsAreCountedAsJSON(t *testing.T) {
	m := prompt.Message{Role: prompt.User, Parts: []int{1, 1}, Blocks: []prompt.Block{block(blockKind{}, "", source.Literal("a\"")), block(blockKind{}, "", source.Literal("b"))}}
	if got := content(m); got != `[{"type":"text","text":"a\""},{"type":"text","text":"b"}]` {
		t.Errorf("got %s", got)
	}
}

// slowTruncate is a plain implementation of the agent's rule, on a list of lines.
func slowTruncate(s string, most int) string {
	lines := strings.Split(s, "\n")
	if len(lines) <= most {
		return s
	}
	half := most / 2
	tail := lines
	if half > 0 { // in JavaScript, slice(-0) returns the whole list
		tail = lines[len(lines)-half:]
	}
	all := append(append([]string{}, lines[:half]...), fmt.Sprintf("\n... [%d lines truncated] ...\n", len(lines)-most))
	return strings.Join(append(all, tail...), "\n")
}

func FuzzTruncate(f *testing.F) {
	f.Add("a\nb\nc\nd\n", 2)
	f.Add("\n\n\n", 3)
	f.Add("one", 0)
	f.Fuzz(func(t *testing.T, s string, most int) {
		if most < 0 || most > 1000 || s == "" {
			return
		}
		m := message(prompt.ToolResult, block(historyBlock, "", source.Literal(s)))
		if got, want := truncate(m, most).String(), slowTruncate(s, most); got != want {
			t.Errorf("%q truncated to %d: got %q, want %q", s, most, got, want)
		}
	})
}

func TestNumbersAreFormattedAsInJavaScript(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 1.5: "1.5", -2: "-2", 1e20: "100000000000000000000", 1e21: "1e+21", 1e-6: "0.000001", 1.5e-7: "1.5e-7", 1e-10: "1e-10", -1e300: "-1e+300"} {
		if got := number(n); got != want {
			t.Errorf("%v: %s, want %s", n, got, want)
		}
	}
}
