package codebolt

import (
	"slices"
	"strings"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// defaultLimit is the limit in tokens of a model that the agent does not know.
const defaultLimit = 128000

// limits is the agent's table of limits in tokens. A name that is not in the table gets the limit
// of the first entry whose name contains it or is contained in it.
var limits = []struct {
	model  string
	tokens int
}{
	{"gpt-4", 8192}, {"gpt-4-32k", 32768}, {"gpt-4-turbo", 128000}, {"gpt-4-turbo-preview", 128000},
	{"gpt-4o", 128000}, {"gpt-4o-mini", 128000}, {"gpt-3.5-turbo", 16385}, {"gpt-3.5-turbo-16k", 16385},
	{"claude-3-opus", 200000}, {"claude-3-sonnet", 200000}, {"claude-3-haiku", 200000}, {"claude-3-5-sonnet", 200000},
	{"claude-2", 100000}, {"claude-2.1", 200000},
	{"gemini-pro", 32768}, {"gemini-1.5-pro", 1048576}, {"gemini-1.5-flash", 1048576},
	{"mistral-large", 32768}, {"mistral-medium", 32768}, {"mistral-small", 32768},
}

// ModelLimit returns the limit in tokens that the agent assumes for a model, by the table of 5.0.7.
// That table gives gpt-4.1 the limit of gpt-4, 8192, because its name contains "gpt-4".
func ModelLimit(model string) int {
	for _, l := range limits {
		if l.model == model {
			return l.tokens
		}
	}
	low := strings.ToLower(model)
	for _, l := range limits {
		if model != "" && (strings.Contains(low, l.model) || strings.Contains(l.model, low)) {
			return l.tokens
		}
	}
	return defaultLimit
}

// EstimateTokens is the agent's estimate: for each message one token for every four UTF-16 units of
// its content, rounded up, and four tokens more. Tool calls do not count.
func EstimateTokens(messages []prompt.Message) int {
	n := 0
	for _, m := range messages {
		n += estimate(content(m)) + 4
	}
	return n
}

func estimate(s string) int { return (source.Measure(s).UTF16 + 3) / 4 }

// content returns the content that the agent measures: for a message of several parts, their JSON.
func content(m prompt.Message) string {
	if m.Parts == nil {
		return m.Text().String()
	}
	var items []tool.Value
	for _, part := range m.Contents() {
		items = append(items, object("type", tool.Text("text")).With("text", tool.Text(part.String())))
	}
	return tool.List(items...).JSON()
}

// textParts returns the non-empty contents of a message.
func textParts(m prompt.Message) []source.Text {
	return slices.DeleteFunc(m.Contents(), func(t source.Text) bool { return t.Len() == 0 })
}

// plain returns the text of a message, with its parts on separate lines.
func plain(m prompt.Message) string {
	return source.Join(source.Of("\n", structure), textParts(m)...).String()
}

// splitAt returns the index of the first message that a compaction keeps, or 0 if there are too
// few messages to drop any. It counts messages from the oldest one until they have the share of
// the content that is to be dropped. From there it goes on to the next message that begins a turn.
func splitAt(o CompactOptions, messages []prompt.Message) int {
	var at []int // the indexes of the messages that can be dropped
	for i, m := range messages {
		if o.DropSystem || m.Role != prompt.System {
			at = append(at, i)
		}
	}
	if len(at) <= o.MinUserMessage*2 {
		return 0
	}
	lengths := make([]int, len(at))
	total := 0
	for i, j := range at {
		lengths[i] = source.Measure(content(messages[j])).UTF16
		total += lengths[i]
	}
	goes := 1 - o.Preserve
	split, sum := 0, 0
	for i, n := range lengths {
		if sum += n; float64(sum) >= float64(total)*goes {
			split = i
			break
		}
	}
	if split == 0 {
		split = int(float64(len(at)) * goes)
	}
	for split < len(at) && !beginsTurn(messages[at[split]]) {
		split++
	}
	if split >= len(at) {
		return len(messages)
	}
	return at[split]
}

// beginsTurn reports whether a conversation may begin with a message: one of the user, or one of
// the assistant without tool calls.
func beginsTurn(m prompt.Message) bool {
	return m.Role == prompt.User && !isToolOutput(m) || m.Role == prompt.Assistant && len(m.Calls) == 0
}
