package profile

import (
	"context"
	"slices"

	"galley/engine/prompt"
	"galley/engine/token"
)

// CompactionRule says when an agent compacts a conversation and what stays.
type CompactionRule struct {
	By string // what compacts the conversation, by the name that the agent uses
	// Limit returns the number of tokens from which the agent compacts. window is the size of the
	// model's window in tokens.
	Limit   func(window int) int
	Counted string // describes the number of tokens that the agent compares with the limit
	// Part returns how many messages of a conversation the summary replaces (goes), and which of
	// the replaced messages remain beside it (stays). If Part is nil, the summary replaces all
	// messages.
	Part func(said []prompt.Message, limit int) (goes int, stays []prompt.Message)
	// Notes say what else happens, and how galley knows the rule.
	Notes []string
}

// Of returns how the agent would compact the conversation whose messages end the prompt made. tokens
// is the number of tokens that galley counts for it.
func (s *CompactionRule) Of(in Input, made prompt.Prompt, tokens int) Compaction {
	c := Compaction{By: s.By, Tokens: tokens, Counted: s.Counted, Notes: slices.Clone(s.Notes)}
	if window, like := token.Means(in.Scenario.Provider, in.Scenario.Model).Window(); window > 0 {
		c.Window, c.Limit = window, s.Limit(window)
		if like != "" {
			c.Notes = append(c.Notes, "galley does not know "+in.Scenario.Model+" and assumes the window of "+like)
		}
	} else {
		c.Notes = append(c.Notes, "galley does not know the model's window: choose a model, with --model or in the scenario")
	}
	said := made.Messages[len(made.Messages)-min(len(in.Scenario.History), len(made.Messages)):]
	c.Goes = len(said)
	if s.Part != nil {
		c.Goes, c.Stays = s.Part(said, c.Limit)
	}
	c.Due = c.Window > 0 && tokens >= c.Limit && len(said) > 0
	return c
}

// Compactions implements [Compactor].
func (s *Sketched) Compactions(_ context.Context, in Input, made prompt.Prompt, tokens int) []Compaction {
	if s.Compaction == nil {
		return nil
	}
	return []Compaction{s.Compaction.Of(in, made, tokens)}
}
