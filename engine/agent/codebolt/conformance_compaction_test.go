package codebolt_test

import (
	"encoding/json"
	"testing"

	"galley/engine/agent/codebolt"
	"galley/engine/conformance"
	"galley/engine/prompt"
	"galley/engine/source"
)

// codeboltCompaction is the input of a case of kind "compaction".
type codeboltCompaction struct {
	Options struct {
		CompactStrategy                                         codebolt.Strategy
		ModelTokenLimit, ToolResponseTokenBudget, TruncateLines int
		CompressionTokenThreshold                               float64
	}
	Messages []codeboltMessage
	Model    string
	Usage    *struct {
		PromptTokens *int `json:"prompt_tokens"`
	}
	Summary *string
}

func judgeCompaction(t *testing.T, raw, expect json.RawMessage) {
	var in codeboltCompaction
	conformance.Decode(t, raw, &in)
	o := in.Options
	c := codebolt.Compactor{Options: codebolt.CompactOptions{Strategy: o.CompactStrategy, ModelLimit: o.ModelTokenLimit,
		ToolBudget: o.ToolResponseTokenBudget, TruncateLines: o.TruncateLines, Threshold: o.CompressionTokenThreshold}}
	if in.Summary != nil {
		c.Ask = func([]prompt.Message) string { return *in.Summary }
	}
	answer := codebolt.Answer{Model: in.Model}
	if in.Usage != nil {
		answer.Tokens = in.Usage.PromptTokens
	}
	messages, r := c.Compact(codeboltMessages(in.Messages), answer)
	heads := []string{}
	for _, m := range messages {
		head, _ := source.Literal(joined(m)).CutUTF16(120)
		heads = append(heads, head.String())
	}
	var want map[string]json.RawMessage
	conformance.Decode(t, expect, &want)
	for key, raw := range want {
		switch key {
		case "count":
			compareJSON(t, key, len(messages), raw)
		case "shape":
			compareShape(t, messages, raw)
		case "heads":
			compareJSON(t, key, heads, raw)
		case "compression":
			compareJSON(t, key, map[string]any{"status": r.Status, "originalTokenCount": r.Before, "newTokenCount": r.After,
				"messagesCompressed": r.Dropped, "messagesPreserved": r.Kept, "toolOutputsTruncated": r.ToolOutputTruncated,
				"failedAttempts": r.Failed, "strategy": r.Strategy}, raw)
		default:
			t.Errorf("unknown field %q", key)
		}
	}
}
