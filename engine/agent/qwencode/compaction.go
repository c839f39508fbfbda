package qwencode

import "galley/engine/profile"

// compactionRule says how Qwen Code shortens a conversation.
//
// Known from: Qwen Code 0.24.4, read.
var compactionRule = profile.CompactionRule{
	By:      "ChatCompressionService",
	Limit:   limit,
	Counted: "the provider's count of the last prompt, plus its own estimate of what came after",
	Notes: []string{
		"read in the source of 0.24.4; it assumes 200000 tokens for an unknown model",
		"context.autoCompactThreshold in its settings replaces the share 0.85",
		"the whole conversation becomes a state_snapshot; the files that were read last are added after it",
		"a model writes the snapshot; galley does not have the prompt for it",
	},
}

// limit returns the number of tokens at which compression begins. It is a share of the window, or
// the point at which the rest of the window still has room for a summary and a reserve.
func limit(window int) int {
	const summary, reserve = 20_000, 13_000
	share := window * 85 / 100
	if end := window - summary - reserve; end > 0 {
		return min(share, end)
	}
	return share
}
