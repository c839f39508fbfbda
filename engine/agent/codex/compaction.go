package codex

import (
	"slices"

	"galley/engine/profile"
	"galley/engine/prompt"
)

// compactionRule says how Codex shortens a conversation.
//
// Known from: its source at rust-v0.154.0, read. 0.171.0 has the same settings and
// two more, model_auto_compact_token_limit_scope and
// model_post_turn_compact_threshold_percent.
var compactionRule = profile.CompactionRule{
	By:      "auto-compaction",
	Limit:   func(window int) int { return window * 9 / 10 },
	Counted: "the provider's count of the last request",
	Part:    keepsUser,
	Notes: []string{
		"read in the source of 0.154.0; 0.171.0 may differ",
		"model_auto_compact_token_limit in config.toml can make it start earlier, but not later",
		"the user's messages are kept unchanged, newest first, up to 20000 tokens of 4 bytes; the rest becomes a summary",
		"a model writes the summary; galley does not have the prompt for it, which compact_prompt in config.toml replaces",
		"the rules are sent again after it",
	},
}

// mostOfUser is how many tokens of the user's messages a compaction keeps.
const mostOfUser = 20_000

// keepsUser returns the user's messages that a compaction keeps: the newest, up to [mostOfUser]
// tokens. goes is the number of all other messages, which the compaction removes.
func keepsUser(said []prompt.Message, _ int) (goes int, stays []prompt.Message) {
	left := mostOfUser
	for _, m := range slices.Backward(said) {
		if m.Role != prompt.User || left <= 0 {
			continue
		}
		left -= (m.Text().Len() + 3) / 4
		stays = append(stays, m)
	}
	slices.Reverse(stays)
	return len(said) - len(stays), stays
}
