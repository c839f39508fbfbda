package profile

import (
	"context"

	"galley/engine/prompt"
)

// Compaction is what an agent does with a conversation that is too long.
type Compaction struct {
	By     string // what performs it, by the agent's name
	Window int    // tokens that the agent assumes as the model's window
	Limit  int    // the number of tokens from which it runs
	Tokens int    // tokens of the conversation, as galley counts
	// Counted says which number the agent looks at: its provider's count, or its own
	// estimate.
	Counted string
	// Due says that it happens before the next request.
	Due bool
	// Goes is how many of the conversation's messages the summary would replace, and
	// Stays are the messages after them; both also if it is not due.
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
	// Compactions returns the ways in which the agent does it, in the order in which
	// it tries them, for the prompt that Assemble made of in. tokens is the best
	// estimate of the provider's count.
	Compactions(ctx context.Context, in Input, made prompt.Prompt, tokens int) []Compaction
}
