package codebolt

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/profile/profiletest"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// conversation returns turns, each with a question and an answer of the given length.
func conversation(turns, length int) (all []prompt.Message) {
	for i := range turns {
		for _, role := range []prompt.Role{prompt.User, prompt.Assistant} {
			text := source.Literal(fmt.Sprintf("%s %d %s", role, i, strings.Repeat("x", length)))
			all = append(all, message(role, block(historyBlock, "History", text)))
		}
	}
	return all
}

func TestChatCompressionStartsAt70PercentOfItsLimit(t *testing.T) {
	messages := conversation(10, 400)
	tokens := quarter(messages)
	for name, c := range map[string]struct {
		options string
		due     bool
	}{
		"the default limit of 128000":  {`{}`, false},
		"just below 70 %":              {fmt.Sprintf(`{"modelTokenLimit": %d}`, tokens*10/7+2), false},
		"at 70 %":                      {fmt.Sprintf(`{"modelTokenLimit": %d}`, tokens*10/7), true},
		"another share":                {fmt.Sprintf(`{"modelTokenLimit": %d, "contextPercentageThreshold": 0.1}`, tokens*9), true},
		"forced":                       {`{"force": true}`, true},
		"switched off although forced": {`{"force": true, "enableCompression": false}`, false},
	} {
		o, _, _ := tool.ParseJSON(c.options)
		m, problems := BuildCompressor(o)
		_, r := m.Compress(messages, From(nil))
		if (r.Status == Compressed) != c.due || len(problems) > 0 {
			t.Errorf("%s: %+v, %v", name, r, problems)
		}
	}
}

// The newest 30 % of a conversation stay, beginning at a message that is not an answer. Of the
// rest, the summary quotes at most five messages of each role, and at most 150 units of each
// message. It leaves out short messages.
func TestChatCompressionQuotesRemovedMessages(t *testing.T) {
	messages := append(conversation(1, 1), conversation(10, 400)...)
	m := &Compressor{Limit: 10}
	out, r := m.Compress(messages, From(nil))
	if r.Dropped+r.Kept != len(messages) || len(out) != r.Kept+2 || out[2].Role != prompt.User {
		t.Fatalf("%+v, %d messages", r, len(out))
	}
	text := out[0].Text().String()
	if !strings.HasPrefix(text, "<state_snapshot>\n") || !strings.HasSuffix(text, "\n</state_snapshot>") || out[0].Role != prompt.User || out[1].Role != prompt.Assistant {
		t.Errorf("got %s", text)
	}
	for line, there := range map[string]bool{
		"1. user 0 " + strings.Repeat("x", 143) + "...": true, "5. assistant 4": true, "6. ": false, "user 0 x\n": false, fmt.Sprint(r.Dropped): true,
	} {
		if strings.Contains(text, line) != there {
			t.Errorf("%q there: %v\n%s", line, !there, text)
		}
	}
	short := conversation(3, 1)
	if same, r := (&Compressor{Limit: 1}).Compress(short, From(nil)); r.Status != FailedInflated || len(same) != len(short) {
		t.Errorf("with a longer summary: %+v", r)
	}
}

func TestCompactionSettingsWithoutEffectAreReported(t *testing.T) {
	for toml, want := range map[string]string{
		`modifiers = [{name = "ConversationCompactor", options = {compactStrategy = "bogus"}}]`:                    "unknown-word",
		`modifiers = [{name = "ConversationCompactor", options = {compactStrategy = "simple"}}]`:                   "",
		"model = 'gpt-4'\n" + `modifiers = [{name = "ConversationCompactor", options = {modelTokenLimit = 5000}}]`: "not-sent",
		"model = 'gpt-4'\n" + `modifiers = [{name = "ConversationCompactor", options = {modelTokenLimit = 8192}}]`: "",
		`modifiers = [{name = "ChatCompression", options = {tokenTreshold = 1}}]`:                                  "unknown-key",
		`modifiers = [{name = "ToolInjection", options = {toolsLocation = "InsidePromt"}}]`:                        "unknown-word",
		`modifiers = ["ConversationCompactr"]`:                                                                     "unknown-word",
		`modifiers = ["ChatCompresion"]`:                                                                           "unknown-word",
	} {
		_, problems := codeboltAgent{}.Assemble(context.Background(), profiletest.With(t, toml))
		if profiletest.Codes(problems) != want {
			t.Errorf("%s: %v", toml, problems)
		}
		for _, p := range problems {
			if p.Code == "unknown-word" && !strings.HasPrefix(p.Hint, "did you mean") && !strings.Contains(toml, "bogus") {
				t.Errorf("%s: %s", toml, p.Hint)
			}
		}
	}
}

func TestCompactionsFollowTheOrderOfTheModifiers(t *testing.T) {
	in := profiletest.With(t, `model = "gpt-4"
modifiers = ["ChatHistory", {name = "ConversationCompactor", options = {compactStrategy = "summarize"}}, {name = "ChatCompression", options = {force = true}}]
history = [{role = "user", content = "one"}, {role = "assistant", content = "two"}]`)
	all := codeboltAgent{}.Compactions(context.Background(), in, prompt.Prompt{}, 0)
	if len(all) != 2 || all[0].By != compressorName || !all[0].Due || all[0].Request != nil || all[0].Limit != 89600 {
		t.Fatalf("%+v", all)
	}
	c := all[1]
	if c.By != compactorName || c.Window != 8192 || c.Limit != 4096 || c.Due || c.Request == nil || len(c.Parts) != 7 {
		t.Errorf("%+v", c)
	}
	if none := (codeboltAgent{}).Compactions(context.Background(), profiletest.With(t, ""), prompt.Prompt{}, 0); len(none) > 0 {
		t.Errorf("without such a modifier: %+v", none)
	}
	if !slices.Equal(allNames()[len(Names()):], []string{compressorName, compactorName}) {
		t.Errorf("names %v", allNames())
	}
}

func TestOneDroppedMessageIsSingular(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 4000)
	history := fmt.Sprintf("todos = false\nhistory = [{role = 'user', content = %q}, {role = 'user', content = %q}, {role = 'user', content = 'x'}]\n", long, long)
	for modifier, want := range map[string]string{
		"'ChatCompression', options = {force = true}": "a summary replaces 1 message, which leaves",
		"'ConversationCompactor', options = {compactStrategy = 'simple', modelTokenLimit = 400, minPreservedUserMessages = 1}": "Codebolt drops 1 message, which leaves",
	} {
		_, _, problems := codeboltPrompt(t, history+"modifiers = ['ChatHistory', {name = "+modifier+"}]", "T")
		if !strings.Contains(strings.Join(problems, "; "), want) {
			t.Errorf("%s: %q, want %q", modifier, problems, want)
		}
	}
}
