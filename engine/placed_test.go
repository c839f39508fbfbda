package engine

import (
	"slices"
	"testing"

	"galley/engine/facts"
)

// The trees of the last templates are kept: one that is asked for again counts as the newest.
func TestTheLastTemplatesAreKept(t *testing.T) {
	t.Parallel()
	w := New(facts.NewMemory())
	trees := map[string]*parsing{}
	for _, text := range []string{"a", "b", "c", "d"} {
		trees[text] = w.parse(text)
	}
	if w.parse("a") != trees["a"] {
		t.Error("the oldest of four is parsed again")
	}
	w.parse("e")
	if w.parse("a") != trees["a"] || w.parse("c") != trees["c"] || w.parse("d") != trees["d"] || w.parse("b") == trees["b"] {
		t.Error("the tree that was asked for last is dropped, or the oldest is kept")
	}
}

func TestACapturedPromptUsesNoTemplate(t *testing.T) {
	t.Parallel()
	p := &capturedProfile{}
	if got := p.TemplateAs(); !slices.Equal(got, []string{"none"}) || p.Separator().String() != "\n\n" {
		t.Errorf("%q, %q", got, p.Separator())
	}
}
