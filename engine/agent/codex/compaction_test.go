package codex

import (
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

func TestUserMessagesSurviveCompaction(t *testing.T) {
	said := func(role prompt.Role, tokens int) prompt.Message {
		return prompt.Message{Role: role, Blocks: []prompt.Block{{Text: source.Literal(strings.Repeat("four", tokens))}}}
	}
	all := []prompt.Message{said(prompt.User, 1), said(prompt.Assistant, 5), said(prompt.User, 15_000), said(prompt.User, 5000), said(prompt.Assistant, 7)}
	goes, stays := keepsUser(all, 0)
	if goes != 3 || len(stays) != 2 || stays[0].Text().Len() != 60_000 || stays[1].Text().Len() != 20_000 {
		t.Errorf("%d go, %d stay", goes, len(stays))
	}
	if goes, stays := keepsUser(all[:2], 0); goes != 1 || len(stays) != 1 {
		t.Errorf("%d go, %d stay", goes, len(stays))
	}
}
