package compare

import (
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

func block(id, text string, life prompt.Lifetime) prompt.Block {
	return prompt.Block{ID: id, Title: id, Text: source.Literal(text), Lifetime: life}
}

func side(name string, messages ...prompt.Message) Side {
	return Side{Name: name, Messages: messages}
}

func system(blocks ...prompt.Block) prompt.Message {
	return prompt.Message{Role: prompt.System, Blocks: blocks}
}

func TestCacheBreaksAtTheFirstDifference(t *testing.T) {
	a := side("a", system(block("id", "You help.\n", prompt.Static), block("env", "day 1\n", prompt.Session), block("rules", "tabs\n", prompt.Session)))
	b := side("b", system(block("id", "You help.\n", prompt.Static), block("env", "day 2\n", prompt.Session), block("rules", "tabs\n", prompt.Session)))
	d := Prompts(a, b)
	if d.Same || d.First == nil {
		t.Fatal("the difference was not found")
	}
	if got, want := *d.First, (Divergence{Role: prompt.System, Block: "env", Lifetime: prompt.Session, Offset: 14, Line: 2, Column: 5, Kept: 14}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	var changes []string
	for _, b := range d.Blocks {
		changes = append(changes, b.ID+" "+string(b.Change))
	}
	if got := strings.Join(changes, ", "); got != "id same, env changed, rules same" {
		t.Error(got)
	}
	if !strings.Contains(d.Unified, "-day 1\n+day 2\n") {
		t.Error(d.Unified)
	}
}

func TestBlocksAddedRemovedAndMoved(t *testing.T) {
	a := side("a", system(block("x", "x", ""), block("gone", "g", "")), system())
	b := side("b", system(block("new", "n", "")), system(block("x", "x", "")))
	var changes []string
	for _, b := range Prompts(a, b).Blocks {
		changes = append(changes, b.ID+" "+string(b.Change))
	}
	if got := strings.Join(changes, ", "); got != "new added, x moved, gone removed" {
		t.Error(got)
	}
}

func TestADifferenceInToolsBreaksTheWholeCache(t *testing.T) {
	a, b := side("a", system(block("x", "x", ""))), side("b", system(block("x", "x", "")))
	if d := Prompts(a, b); !d.Same || d.First != nil {
		t.Errorf("%+v", d)
	}
	b.Tools = []prompt.Tool{{Name: "Read", Declaration: source.Literal("{}")}}
	if d := Prompts(a, b); d.Same || !d.ToolsChanged || d.First != nil {
		t.Errorf("%+v", d)
	}
	b.Saved = true // the tools of a saved text are not known
	if d := Prompts(a, b); !d.Same || d.Blocks != nil {
		t.Errorf("%+v", d)
	}
}

func TestAPrefixEndsAtAWholeCharacter(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"é", "è", 0}, {"aé", "aè", 1}, {"aé", "aé", 3}, {"", "a", 0}, {strings.Repeat("x", 600) + "é", strings.Repeat("x", 600) + "è", 600}} {
		if got := samePrefix(c.a, c.b); got != c.want {
			t.Errorf("%.10q %.10q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
