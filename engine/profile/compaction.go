package profile

import (
	"context"

	"galley/engine/prompt"
)

// Compaction is what an agent does with a conversation that has grown too long.
type Compaction struct {
	By     string // what does it, as the agent calls it
	Window int    // tokens that the agent believes the model takes
	Limit  int    // the number of tokens from which on it is done
	Tokens int    // what the conversation has, as galley counts it
	// Counted says what the agent goes by: its provider's count, or an estimate of its own.
	Counted string
	// Due says that it is done before the next request.
	Due bool
	// Goes is how many of the conversation's messages the summary would stand for, and
	// Stays are those behind it. Both are of this conversation, whether it is due or not.
	Goes  int
	Stays []prompt.Message
	// Request is what a model is asked for the summary; nil is an agent that asks none.
	Request *prompt.Prompt
	// Parts are the elements that the answer is to have, in order; nil is free text.
	Parts []string
	Notes []string
}

// Compactor is a profile whose agent makes long conversations shorter.
type Compactor interface {
	Profile
	// Compactions tells how, for the prompt that Assemble made of in: each way that the
	// agent has, in the order in which they are tried. tokens is what the provider would
	// count, as well as galley knows.
	Compactions(ctx context.Context, in Input, made prompt.Prompt, tokens int) []Compaction
}
