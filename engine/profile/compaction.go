package profile

import (
	"context"

	"galley/engine/prompt"
)

// Compaction is what an agent does with a conversation that is too long.
type Compaction struct {
	By     string // what compacts the conversation, by the name that the agent uses
	Window int    // the model's window in tokens, as the agent assumes it
	Limit  int    // the number of tokens from which the agent compacts
	Tokens int    // tokens of the conversation, as galley counts them
	// Counted describes the number that the agent compares with Limit: the count of its provider,
	// or its own estimate.
	Counted string
	// Due says that the agent compacts before the next request.
	Due bool
	// Goes is how many of the conversation's messages the summary would replace. Stays are the
	// messages that remain beside the summary. Both are set even if Due is false.
	Goes  int
	Stays []prompt.Message
	// Request is the request for the summary; nil if the agent asks no model.
	Request *prompt.Prompt
	// Parts are the elements that the summary must have, in order; nil for free text.
	Parts []string
	Notes []string
}

// Compactor is a profile whose agent shortens long conversations.
type Compactor interface {
	Profile
	// Compactions returns the ways in which the agent shortens the conversation that the input
	// describes, in the order in which the agent tries them. made is the prompt that Assemble
	// returned for the same input. tokens is the best estimate of the number that the provider
	// counts for this prompt.
	Compactions(ctx context.Context, in Input, made prompt.Prompt, tokens int) []Compaction
}
