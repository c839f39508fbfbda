package codebolt_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/codebolt"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
)

// said is a message whose text begins with its name and has the given length.
func said(role prompt.Role, name string, length int, calls ...prompt.Call) prompt.Message {
	text := source.Literal(name + strings.Repeat(".", max(length-len(name), 0)))
	return prompt.Message{Role: role, Calls: calls, Blocks: []prompt.Block{{ID: "said:" + name, Title: "Said", Text: text}}}
}

// answer is the output of the tool call with this name. Each line has ten characters, including
// its end.
func answer(name string, lines int) prompt.Message {
	var all []string
	for i := range lines {
		all = append(all, fmt.Sprintf("%s %07d", name, i))
	}
	m := said(prompt.ToolResult, strings.Join(all, "\n"), 0)
	m.CallID = name
	return m
}

// writeTalk writes one line for each message, with the beginning of its text.
func writeTalk(b *strings.Builder, messages []prompt.Message) {
	for _, m := range messages {
		text := m.Text().String()
		fmt.Fprintf(b, "  %s %s %d blocks, %v parts, %d calls, %d bytes: %.160q\n", m.Role, m.CallID, len(m.Blocks), m.Parts, len(m.Calls), len(text), text)
	}
}

// What the compactor makes of conversations with each of its options.
func TestCompactionsAreAsRecorded(t *testing.T) {
	t.Parallel()
	call := func(id string) prompt.Call { return prompt.Call{ID: id, Name: "look", Arguments: `{"a":1}`} }
	work := []prompt.Message{said(prompt.System, "S", 40), said(prompt.User, "one", 400), said(prompt.Assistant, "calls", 20, call("a")), answer("a", 60), said(prompt.Assistant, "two", 400), said(prompt.System, "T", 40),
		said(prompt.User, "three", 400), said(prompt.Assistant, "calls", 20, call("b"), call("c")), answer("b", 8), answer("c", 60), said(prompt.Assistant, "four", 200), said(prompt.User, "five", 100), said(prompt.Assistant, "six", 60)}
	parts := prompt.Message{Role: prompt.User, Parts: []int{1, 0, 1}, Blocks: []prompt.Block{{ID: "p", Text: source.Literal(strings.Repeat("first\n", 30))}, {ID: "q", Text: source.Literal("last")}}}
	output := parts
	output.Role, output.CallID = prompt.ToolResult, "p"
	many := append([]prompt.Message{output, parts}, work...)
	var calling []prompt.Message
	for range 8 {
		calling = append(calling, said(prompt.Assistant, "calls", 100, call("x")))
	}
	short := work[:7]
	tokens := func(n int) *int { return &n }
	var b strings.Builder
	for _, one := range []struct {
		name     string
		o        codebolt.CompactOptions
		messages []prompt.Message
		a        codebolt.Answer
		summary  string
	}{
		{"short enough", codebolt.CompactOptions{}, work, codebolt.Answer{}, ""},
		{"simple", codebolt.CompactOptions{Strategy: codebolt.Simple, ModelLimit: 400}, work, codebolt.Answer{}, ""},
		{"simple, with system messages dropped", codebolt.CompactOptions{Strategy: codebolt.Simple, ModelLimit: 400, DropSystem: true}, work, codebolt.Answer{}, ""},
		{"simple, keeping most", codebolt.CompactOptions{Strategy: codebolt.Simple, ModelLimit: 400, Preserve: 0.9}, work, codebolt.Answer{}, ""},
		{"simple, keeping little", codebolt.CompactOptions{Strategy: codebolt.Simple, ModelLimit: 400, Preserve: 0.05}, work, codebolt.Answer{}, ""},
		{"simple, too few messages", codebolt.CompactOptions{Strategy: codebolt.Simple, ModelLimit: 100}, short, codebolt.Answer{}, ""},
		{"simple, of which few must stay", codebolt.CompactOptions{Strategy: codebolt.Simple, ModelLimit: 100, MinUserMessage: 2}, short, codebolt.Answer{}, ""},
		{"simple, without a turn to begin with", codebolt.CompactOptions{Strategy: codebolt.Simple, ModelLimit: 100}, calling, codebolt.Answer{}, ""},
		{"smart, by shorter output alone", codebolt.CompactOptions{ModelLimit: 1400, ToolBudget: 200, TruncateLines: 6}, work, codebolt.Answer{}, ""},
		{"smart, by all output", codebolt.CompactOptions{ModelLimit: 1400, ToolBudget: 180, TruncateLines: 6}, work, codebolt.Answer{}, ""},
		{"smart, with output that fits", codebolt.CompactOptions{ModelLimit: 1400, ToolBudget: 320, TruncateLines: 6}, work, codebolt.Answer{}, ""},
		{"smart, with output that does not fit", codebolt.CompactOptions{ModelLimit: 1400, ToolBudget: 319, TruncateLines: 6}, work, codebolt.Answer{}, ""},
		{"smart, and messages dropped", codebolt.CompactOptions{ModelLimit: 400, ToolBudget: 100, TruncateLines: 6}, work, codebolt.Answer{}, ""},
		{"smart, with output of parts", codebolt.CompactOptions{ModelLimit: 400, ToolBudget: 10, TruncateLines: 4}, many, codebolt.Answer{}, ""},
		{"smart, by the limit of a model", codebolt.CompactOptions{ModelLimit: 4000, ToolBudget: 100, TruncateLines: 6}, work, codebolt.Answer{Model: "gpt-4", Tokens: tokens(5000)}, ""},
		{"summarize", codebolt.CompactOptions{Strategy: codebolt.Summarize, ModelLimit: 400, ToolBudget: 100, TruncateLines: 6}, work, codebolt.Answer{}, "<state_snapshot/>"},
		{"summarize, with system messages dropped", codebolt.CompactOptions{Strategy: codebolt.Summarize, ModelLimit: 400, DropSystem: true}, work, codebolt.Answer{}, "<state_snapshot/>"},
		{"summarize, without an answer", codebolt.CompactOptions{Strategy: codebolt.Summarize, ModelLimit: 400, ToolBudget: 100, TruncateLines: 6}, work, codebolt.Answer{}, " \n"},
		{"summarize, too few messages", codebolt.CompactOptions{Strategy: codebolt.Summarize, ModelLimit: 400, ToolBudget: 100, TruncateLines: 6}, short, codebolt.Answer{}, "never asked"},
		{"at the threshold", codebolt.CompactOptions{ModelLimit: 1000, Threshold: 0.4}, work, codebolt.Answer{Tokens: tokens(400)}, ""},
		{"below the threshold", codebolt.CompactOptions{ModelLimit: 1000, Threshold: 0.4}, work, codebolt.Answer{Tokens: tokens(399)}, ""},
		{"as long as before", codebolt.CompactOptions{Strategy: codebolt.Simple, ModelLimit: 10}, short[:2], codebolt.Answer{}, ""},
	} {
		c := codebolt.Compactor{Options: one.o, Ask: func(old []prompt.Message) string {
			fmt.Fprintf(&b, "asked for a summary of %d messages, from %s to %s\n", len(old), old[0].Blocks[0].ID, old[len(old)-1].Blocks[0].ID)
			return one.summary
		}}
		out, r := c.Compact(one.messages, one.a)
		fmt.Fprintf(&b, "== %s\n%+v\n", one.name, r)
		if r.Status != codebolt.NoOp {
			writeTalk(&b, out)
		}
		again, r := c.Compact(out, codebolt.Answer{})
		fmt.Fprintf(&b, "again: %+v, %d messages\n", r, len(again))
		again, r = c.Compact(append(out, work[1:]...), codebolt.Answer{})
		fmt.Fprintf(&b, "grown: %+v, %d messages\n", r, len(again))
	}
	agenttest.Recorded(t, "compactions.txt", b.String())
}

// What the compression before a call of the model makes of conversations.
func TestCompressionsAreAsRecorded(t *testing.T) {
	t.Parallel()
	prose := func(entry string, values ...source.Text) source.Text {
		return source.Literal("{{" + entry + " ").Append(append(values, source.Literal("}}"))...)
	}
	var long []prompt.Message
	for i := range 14 {
		role := prompt.User
		if i%2 == 1 {
			role = prompt.Assistant
		}
		long = append(long, said(role, fmt.Sprintf("m%d", i), 100+i*10))
	}
	calls := []prompt.Message{said(prompt.User, "exactly twenty-one ..", 21), said(prompt.User, "not twenty-one .....", 20), said(prompt.Assistant, "x", 150, prompt.Call{ID: "c", Name: "look", Arguments: "{}"}), answer("c", 3), said(prompt.Assistant, "y", 151), said(prompt.User, "end", 10),
		{Role: prompt.User, Parts: []int{1, 1}, Blocks: []prompt.Block{{Text: source.Literal("part one")}, {Text: source.Literal("part two")}}}, said(prompt.Assistant, "z", 30)}
	var b strings.Builder
	for _, one := range []struct {
		name     string
		c        codebolt.Compressor
		messages []prompt.Message
	}{
		{"short enough", codebolt.Compressor{Limit: 10000}, long},
		{"switched off", codebolt.Compressor{Limit: 10, Off: true}, long},
		{"nothing was said", codebolt.Compressor{Limit: 10, Force: true}, nil},
		{"forced", codebolt.Compressor{Limit: 10000, Force: true}, long},
		{"at 70 %", codebolt.Compressor{Limit: 825}, long},
		{"below 70 %", codebolt.Compressor{Limit: 826}, long},
		{"at another share", codebolt.Compressor{Limit: 1156, Threshold: 0.5}, long},
		{"calls and parts", codebolt.Compressor{Force: true}, calls},
		{"calls alone", codebolt.Compressor{Force: true}, calls[2:4]},
		{"one message", codebolt.Compressor{Force: true}, long[:1]},
		{"an answer at the end", codebolt.Compressor{Force: true}, []prompt.Message{said(prompt.User, "q", 10), said(prompt.Assistant, "a", 3000)}},
	} {
		out, r := one.c.Compress(one.messages, prose)
		fmt.Fprintf(&b, "== %s\n%+v\n", one.name, r)
		for _, m := range out[:min(len(out), 4)] {
			fmt.Fprintf(&b, "  %s %s %d calls: %q\n", m.Role, m.CallID, len(m.Calls), m.Text().String())
		}
	}
	agenttest.Recorded(t, "compressions.txt", b.String())
}

// How the modifiers of a scenario shorten its conversation.
func TestCompactionsOfScenarios(t *testing.T) {
	t.Parallel()
	const history = "history = [{role = 'user', content = 'the first question of a long talk'}, {role = 'assistant', content = 'an answer of some length'}, {role = 'user', content = 'the second question'}, {role = 'assistant', content = 'a second answer'}]\n"
	var b strings.Builder
	for _, one := range []struct{ name, modifiers string }{
		{"none", "modifiers = ['ChatHistory']"},
		{"compression", "modifiers = ['ChatHistory', 'ChatCompression']"},
		{"compression that is forced", "modifiers = ['ChatHistory', {name = 'ChatCompression', options = {force = true}}]"},
		{"compression that is switched off", "modifiers = ['ChatHistory', {name = 'ChatCompression', options = {force = true, enableCompression = false}}]"},
		{"compression at its limit", "modifiers = ['ChatHistory', {name = 'ChatCompression', options = {modelTokenLimit = 132, contextPercentageThreshold = 0.5}}]"},
		{"compression below its limit", "modifiers = ['ChatHistory', {name = 'ChatCompression', options = {modelTokenLimit = 133, contextPercentageThreshold = 0.5}}]"},
		{"a compactor", "modifiers = ['ChatHistory', 'ConversationCompactor']"},
		{"a compactor of a model", "model = 'gpt-4'\nmodifiers = ['ChatHistory', {name = 'ConversationCompactor', options = {modelTokenLimit = 40}}]"},
		{"a compactor that is due", "modifiers = ['ChatHistory', {name = 'ConversationCompactor', options = {modelTokenLimit = 40, minPreservedUserMessages = 1}}]"},
		{"a compactor that asks", "modifiers = ['ChatHistory', {name = 'ConversationCompactor', options = {modelTokenLimit = 40, minPreservedUserMessages = 1, compactStrategy = 'summarize'}}]"},
		{"compression, then a compactor", "modifiers = ['ChatHistory', {name = 'ChatCompression', options = {force = true}}, {name = 'ConversationCompactor', options = {compactStrategy = 'simple', modelTokenLimit = 40, minPreservedUserMessages = 1}}]"},
	} {
		s, wrong := scenario.Parse("s.toml", history+"todos = false\n"+one.modifiers+"\n")
		if len(wrong) > 0 {
			t.Fatal(wrong)
		}
		in := profile.Input{BuiltIn: true, Cwd: "/p", Scenario: s, World: facts.NewMemory().Dir("/p")}
		fmt.Fprintf(&b, "== %s\n", one.name)
		for _, c := range codebolt.Profiles[0].(profile.Compactor).Compactions(t.Context(), in, prompt.Prompt{}, 0) {
			fmt.Fprintf(&b, "%s: %d of %d at %d, %s, due %v, %d go, %d stay, parts %q, notes %q\n", c.By, c.Tokens, c.Window, c.Limit, c.Counted, c.Due, c.Goes, len(c.Stays), c.Parts, c.Notes)
			if c.Request != nil {
				writeTalk(&b, c.Request.Messages)
			}
		}
		_, problems := codebolt.Profiles[0].Assemble(t.Context(), in)
		for _, p := range problems {
			fmt.Fprintf(&b, "%s: %s (%s)\n", p.Code, p.Message, p.Hint)
		}
	}
	agenttest.Recorded(t, "scenarios.txt", b.String())
}
