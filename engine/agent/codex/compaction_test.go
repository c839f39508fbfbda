package codex

import (
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

// A compaction keeps the user's newest messages, until they have 20000 tokens.
func TestWhatACompactionKeeps(t *testing.T) {
	t.Parallel()
	said := func(role prompt.Role, bytes int) prompt.Message {
		return prompt.Message{Role: role, Blocks: []prompt.Block{{Text: source.Literal(strings.Repeat("x", bytes))}}}
	}
	for name, c := range map[string]struct {
		sizes []int
		kept  int
	}{
		"few":                     {[]int{4, 4, 4}, 3},
		"exactly as many":         {[]int{4, 40_000, 40_000}, 2},
		"one token less":          {[]int{4, 4, 39_996, 40_000}, 3},
		"a byte begins a token":   {[]int{4, 39_997, 40_000}, 2},
		"the newest is too large": {[]int{4, 80_001}, 1},
	} {
		var talk []prompt.Message
		for _, n := range c.sizes {
			talk = append(talk, said(prompt.User, n), said(prompt.Assistant, 100_000))
		}
		goes, stays := keepsUser(talk, 0)
		if len(stays) != c.kept || goes != len(talk)-c.kept {
			t.Errorf("%s: %d stay, %d go", name, len(stays), goes)
		}
		for i, m := range stays {
			if want := c.sizes[len(c.sizes)-c.kept+i]; m.Role != prompt.User || m.Text().Len() != want {
				t.Errorf("%s: message %d of %s has %d bytes, want %d", name, i, m.Role, m.Text().Len(), want)
			}
		}
	}
	if got := compactionRule.Limit(1000); got != 900 {
		t.Errorf("it begins at %d of 1000 tokens", got)
	}
}
