package codebolt

import (
	"context"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/profile"
	"galley/engine/prompt"
)

// Compactions implements [profile.Compactor] with the scenario's modifiers that shorten a
// conversation: one before a call of the model, one after the calls of tools.
func (c codeboltAgent) Compactions(ctx context.Context, in profile.Input, _ prompt.Prompt, _ int) []profile.Compaction {
	whole, steps, _ := c.conversation(ctx, in)
	messages := whole.Messages
	var all []profile.Compaction
	if m := steps.compressor; m != nil {
		one := profile.Compaction{
			By: compressorName, Window: m.Limit, Limit: int(m.threshold()), Tokens: quarter(messages), Counted: "an estimate of its own, four UTF-16 units for a token",
			Notes: []string{"no model is asked: the snapshot quotes the beginnings of messages"},
		}
		one.Due = !m.Off && (m.Force || float64(one.Tokens) >= m.threshold())
		one.Goes = m.split(messages)
		one.Stays = messages[one.Goes:]
		all = append(all, one)
		messages, _ = m.Compress(messages, From(in.Pack))
	}
	if m := steps.compactor; m != nil {
		all = append(all, m.compaction(in, messages))
	}
	return all
}

// compaction applies ConversationCompactorModifier to messages.
func (c *Compactor) compaction(in profile.Input, messages []prompt.Message) profile.Compaction {
	o := c.Options.settled()
	window := o.ModelLimit
	if in.Scenario.Model != "" {
		window = ModelLimit(in.Scenario.Model)
	}
	one := profile.Compaction{
		By: compactorName, Window: window, Limit: int(float64(window) * o.Threshold), Tokens: EstimateTokens(messages),
		Counted: "an estimate of its own, four UTF-16 units for a token and four tokens for a message",
	}
	one.Due = float64(one.Tokens) >= float64(window)*o.Threshold
	one.Goes = splitAt(o, messages)
	one.Stays = messages[one.Goes:]
	if o.Strategy != Summarize {
		one.Notes = append(one.Notes, "the strategy "+string(o.Strategy)+" does not ask a model: dropped messages are lost")
		return one
	}
	prose := gemini.From(in.Pack, gemini.V028)
	ask := gemini.CompressionRequest(prose("compression/begin"))
	request := []prompt.Message{message(prompt.System, gemini.Compression(gemini.Options{Version: gemini.V028}, prose))}
	request = append(append(request, without(messages[:one.Goes], prompt.System)...), message(prompt.User, ask))
	one.Request, one.Parts = &prompt.Prompt{Messages: request}, gemini.Snapshot
	one.Notes = append(one.Notes, "the request shown is Gemini CLI's, for its kind of snapshot; Codebolt's own words are not known")
	return one
}
