package opencode

import (
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

// The last turns stay while they fit into a quarter of the limit and into 15,000 tokens. Of the
// turn before them, the end that still fits stays.
func TestWhichTurnsStay(t *testing.T) {
	said := func(role prompt.Role, tokens int) prompt.Message {
		return prompt.Message{Role: role, Blocks: []prompt.Block{{Text: source.Literal(strings.Repeat("four", tokens))}}}
	}
	turn := func(tokens int) []prompt.Message {
		return []prompt.Message{said(prompt.User, 10), said(prompt.Assistant, tokens)}
	}
	join := func(all ...[]prompt.Message) (out []prompt.Message) {
		for _, one := range all {
			out = append(out, one...)
		}
		return out
	}
	for name, c := range map[string]struct {
		said  []prompt.Message
		limit int
		goes  int
	}{
		"an empty conversation":                     {nil, 168_000, 0},
		"everything fits, so everything is removed": {join(turn(10), turn(10)), 168_000, 4},
		"the last turn":                             {join(turn(20_000), turn(10_000)), 168_000, 2},
		"the last two":                              {join(turn(20_000), turn(5000), turn(5000)), 168_000, 2},
		"a quarter of a small limit":                {join(turn(20_000), turn(5000), turn(1500)), 4000, 4},
		"never less than 2000":                      {join(turn(20_000), turn(1900)), 1, 2},
		"the end of a turn":                         {join(turn(20_000), []prompt.Message{said(prompt.User, 10), said(prompt.Assistant, 20_000), said(prompt.Assistant, 900)}), 168_000, 4},
		"no end of a turn fits":                     {join(turn(10), turn(20_000)), 168_000, 4},
		"no message is of the user's":               {[]prompt.Message{said(prompt.Assistant, 10)}, 168_000, 1},
	} {
		if goes, stays := keepsTurns(c.said, c.limit); goes != c.goes || len(stays) != len(c.said)-goes {
			t.Errorf("%s: %d turns are removed, %d stay; want %d", name, goes, len(stays), c.goes)
		}
	}
}
