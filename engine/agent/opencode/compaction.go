package opencode

import (
	"context"

	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// outputMost is the number of tokens that OpenCode keeps free for an answer, if the model's own
// limit is not lower.
const outputMost = 32_000

// compactionRule says how OpenCode 1.18.33 shortens a conversation, and compactionRule1134 how
// 1.1.34 does.
//
// Known from: the code of both.
var (
	compactionRule = profile.CompactionRule{
		By:      "SessionCompaction",
		Limit:   func(window int) int { return max(window-outputMost, 0) },
		Counted: "the provider's count of the last request and answer",
		Part:    keepsTurns,
		Notes: append([]string{
			"the last turns stay, as many as fit into a quarter of that number, at least 2000 and at most 15000 tokens, estimated at 4 characters a token; tail_turns and preserve_recent_tokens in its settings' compaction change that",
		}, shrinkNotes...),
	}
	compactionRule1134 = profile.CompactionRule{
		By:      "SessionCompaction",
		Limit:   func(window int) int { return max(window-outputMost, 0) + 1 },
		Counted: "the provider's count of the last request and answer",
		Notes: append([]string{
			"before that, tool results are cleared, except those in the last 40000 tokens and in the last two turns, if that frees more than 20000; compaction.prune in its settings switches it off",
		}, shrinkNotes...),
	}
	shrinkNotes = []string{
		"galley assumes that 32000 tokens are kept free for the answer; OpenCode keeps fewer for a model with a lower output limit, and uses a model's input limit if it has one, but galley knows neither",
		"compaction.auto = false in its settings switches it off",
		"the agent compaction writes the summary; galley does not have the prompt for it",
	}
)

// Compactions implements [profile.Compactor].
func (o opencode) Compactions(_ context.Context, in profile.Input, made prompt.Prompt, tokens int) []profile.Compaction {
	s := compactionRule
	if o.oldForm {
		s = compactionRule1134
	}
	return []profile.Compaction{s.Of(in, made, tokens)}
}

// keepsTurns says which messages stay in a shortened conversation, and how many are removed. A turn
// begins with a message of the user. The last turns that fit stay. If the turn before them does not
// fit, the end of that turn stays, as far as it fits.
func keepsTurns(said []prompt.Message, limit int) (goes int, stays []prompt.Message) {
	room := min(15_000, max(2000, limit/4))
	from, end := len(said), len(said)
	for i := len(said) - 1; i >= 0; i-- {
		if said[i].Role != prompt.User {
			continue
		}
		if size := estimate(said[i:end]); size <= room {
			room, from, end = room-size, i, i
			continue
		}
		for j := i + 1; j < end; j++ {
			if estimate(said[j:end]) <= room {
				from = j
				break
			}
		}
		break
	}
	if from == 0 || from == len(said) { // the summary would replace nothing, or everything
		return len(said), nil
	}
	return from, said[from:]
}

// estimate returns OpenCode's estimate of tokens: the length of the messages as JSON in UTF-16
// units, divided by four and rounded.
func estimate(said []prompt.Message) int {
	var all []tool.Value
	for _, m := range said {
		content := tool.Table(tool.Member{Name: "type", Value: tool.Text("text")}, tool.Member{Name: "text", Value: tool.Text(m.Text().String())})
		parts := []tool.Value{content}
		for _, c := range m.Calls {
			parts = append(parts, tool.Table(tool.Member{Name: "toolName", Value: tool.Text(c.Name)}, tool.Member{Name: "input", Value: tool.Text(c.Arguments)}))
		}
		all = append(all, tool.Table(tool.Member{Name: "role", Value: tool.Text(string(m.Role))}, tool.Member{Name: "content", Value: tool.List(parts...)}))
	}
	return (source.Measure(tool.List(all...).JSON()).UTF16 + 2) / 4
}
