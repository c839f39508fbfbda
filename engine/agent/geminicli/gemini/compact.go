package gemini

import (
	"strconv"
	"strings"

	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// Compaction says what happens when a history is too long: a model writes a snapshot of the older
// part of the history, and the snapshot replaces this part. tokens is the size of p. threshold is
// the share of the model's limit at which the compaction happens; 0 means the agent's default.
//
// Read in the code of @google/gemini-cli 0.28.2 and 0.61.0. Both ask the model a second time for
// what its first answer left out.
func Compaction(o Options, p prompt.Prompt, tokens int, threshold float64, prose Prose) profile.Compaction {
	if threshold == 0 {
		threshold = compressionTrigger
	}
	model := resolveModel(o.model(), o.NoPreview)
	limit := tokenLimit(model)
	c := profile.Compaction{
		By: "ChatCompressionService", Window: limit, Limit: int(float64(limit) * threshold), Tokens: tokens, Counted: "the provider's count of the last prompt",
		Due: float64(tokens) >= float64(limit)*threshold, Parts: Snapshot,
	}
	var history []prompt.Message
	for _, m := range p.Messages {
		if m.Role != prompt.System {
			history = append(history, m)
		}
	}
	split := splitPoint(history, 1-compressionKeeps)
	c.Goes, c.Stays = split, history[split:]
	c.Notes = append(c.Notes,
		strconv.Itoa(int(compressionKeeps*100))+" % of the history stay, counted in characters of JSON from its end, starting at a message of the user",
		"before that, answers of tools beyond "+strconv.Itoa(responseBudget)+" tokens in total are cut, the oldest first, and saved in files",
		"a second call asks the model what its snapshot left out")
	if split == 0 {
		c.Due = false
		c.Notes = append(c.Notes, "nothing would be dropped, because no user message follows the part to drop; the request shown is the one for a longer history")
	}
	entry := "compression/begin"
	for _, m := range history[:split] {
		if strings.Contains(m.Text().String(), "<state_snapshot>") {
			entry = "compression/again"
		}
	}
	ask := CompressionRequest(prose(entry))
	messages := []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{Compression(o, prose)}}}
	messages = append(append(messages, history[:split]...), prompt.Message{Role: prompt.User, Blocks: []prompt.Block{ask}})
	c.Request = &prompt.Prompt{Messages: messages}
	return c
}

// splitPoint returns how many messages at the start of a history are dropped. It drops all messages
// before the first user message that begins after the given share of all characters. Without such a
// user message, it drops the whole history if the last message ends a turn. Otherwise it drops all
// messages before the last user message.
func splitPoint(history []prompt.Message, share float64) int {
	sizes := make([]int, len(history))
	total := 0
	for i, m := range history {
		sizes[i] = source.Measure(content(m).JSON()).UTF16
		total += sizes[i]
	}
	before, last := 0, 0
	for i, m := range history {
		if m.Role == prompt.User {
			if float64(before) >= float64(total)*share {
				return i
			}
			last = i
		}
		before += sizes[i]
	}
	if n := len(history); n > 0 && history[n-1].Role == prompt.Assistant && len(history[n-1].Calls) == 0 {
		return n
	}
	return last
}

// content returns a message as the agent stores it.
func content(m prompt.Message) tool.Value {
	table := func(name string, v tool.Value) tool.Value { return tool.Table(tool.Member{Name: name, Value: v}) }
	var parts []tool.Value
	for _, text := range m.Contents() {
		if m.Role == prompt.ToolResult {
			response := table("id", tool.Text(m.CallID)).With("response", table("output", tool.Text(text.String())))
			parts = append(parts, table("functionResponse", response))
			continue
		}
		parts = append(parts, table("text", tool.Text(text.String())))
	}
	for _, call := range m.Calls {
		args, _, _ := tool.ParseJSON(call.Arguments)
		parts = append(parts, table("functionCall", table("id", tool.Text(call.ID)).With("name", tool.Text(call.Name)).With("args", args)))
	}
	role := "user"
	if m.Role == prompt.Assistant {
		role = "model"
	}
	return table("role", tool.Text(role)).With("parts", tool.List(parts...))
}
