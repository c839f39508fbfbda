package qwencode

import "galley/engine/profile"

// shrinks is how Qwen Code makes a conversation shorter.
//
// Known from: Qwen Code 0.24.4, read.
var shrinks = profile.Shrinking{
	By:      "ChatCompressionService",
	Limit:   limit,
	Counted: "the provider's count of the last prompt, and its own estimate of what came since",
	Notes: []string{
		"read in the code of 0.24.4; it takes a model that it does not know for 200000 tokens",
		"context.autoCompactThreshold in its settings is another share than 0.85",
		"all of the conversation becomes a state_snapshot; files that were read last are put behind it again",
		"a model is asked for the snapshot, in words that galley does not hold",
	},
}

// limit is where compression begins: at a share of the window, or so much before its end
// that the summary, and a reserve, have room.
func limit(window int) int {
	const summary, reserve = 20_000, 13_000
	share := window * 85 / 100
	if end := window - summary - reserve; end > 0 {
		return min(share, end)
	}
	return share
}
