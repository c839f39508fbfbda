package profile

import (
	"context"

	"galley/engine/prompt"
)

// Compaction is what an agent does with a conversation that is too long.
type Compaction struct {
	By     string // what compacts: the name that the agent uses for it
	Window int    // tokens that the agent assumes as the model's window
	Limit  int    // the number of tokens from which it runs
	Tokens int    // tokens of the conversation, as galley counts
	// Counted says which number the agent looks at: its provider's count, or its own
	// estimate.
	Counted string
	// Due reports that the agent compacts before the next request.
	Due bool
	// Goes is how many of the conversation's messages the summary would replace, and
	// Stays are the messages that remain beside it. Both are set even if Due is false.
	Goes  int
	Stays []prompt.Message
	// Request is the request for the summary, or nil if the agent asks no model.
	Request *prompt.Prompt
	// Parts are the elements that the answer must have, in order; nil for free text.
	Parts []string
	Notes []string
}

// Compactor is a profile whose agent shortens long conversations.
type Compactor interface {
	Profile
	// Compactions returns the ways in which the agent shortens the conversation of in, in the
	// order in which it tries them. made is the prompt that Assemble made of in, and tokens the
	// best estimate of the provider's count of it.
	Compactions(ctx context.Context, in Input, made prompt.Prompt, tokens int) []Compaction
}
