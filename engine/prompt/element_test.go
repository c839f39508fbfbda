package prompt

import (
	"slices"
	"testing"

	"galley/engine/source"
)

func TestBlockDescriptions(t *testing.T) {
	for _, c := range []struct {
		b     Block
		maker string
		on    []string
	}{
		{Block{ID: "i", Title: "t", From: "f", Lifetime: Turn}, "f", []string{"message"}}, {Block{ID: "i", Title: "t", Lifetime: Session}, "t", []string{"session"}},
		{Block{ID: "i", Lifetime: Static}, "i", nil}, {Block{ID: "i", Lifetime: Turn, Changes: []string{}}, "i", []string{}}, {Block{ID: "i", Changes: []string{"mode"}}, "i", []string{"mode"}},
	} {
		if maker, on := c.b.Maker(), c.b.Events(); maker != c.maker || !slices.Equal(on, c.on) {
			t.Errorf("%+v: by %q, on %q", c.b, maker, on)
		}
	}
	for part, want := range map[string]Element{"skills": Skills, "commands of x": Skills, "agents": Skills, "skillset": Memory, "rules": Memory, "": Memory} {
		if got := ElementOf(part); got != want {
			t.Errorf("%q tells %q", part, got)
		}
	}
	for role, want := range map[Role]Element{System: Identity, Developer: Identity, Instructions: Identity, User: "", Assistant: "", ToolResult: ""} {
		if got := role.Told(); got != want {
			t.Errorf("%s tells %q", role, got)
		}
	}
	if b := (Tool{Name: "n", Declaration: source.Literal("{}"), Changes: []string{"c"}}).Block(); b.From != "the tools of the session" || b.Title != "n" || b.Element != Tools || b.Text.String() != "{}" || len(b.Changes) != 1 {
		t.Errorf("%+v", b)
	}
	if b := (Tool{From: "f"}).Block(); b.From != "f" {
		t.Errorf("from %q", b.From)
	}
}

func TestBlocksHaveTheirPlacesAndTheSystemSpeaksFirst(t *testing.T) {
	block := func(before, text string) Block {
		return Block{Before: source.Literal(before), Text: source.Literal(text)}
	}
	m := Message{Role: System, Blocks: []Block{block("", "ab"), block("--", "c"), block("", ""), block("-", "d")}}
	if got, want := m.Spans(), []source.Span{{Start: 0, End: 2}, {Start: 4, End: 5}, {Start: 5, End: 5}, {Start: 6, End: 7}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	m.Parts = []int{4}
	if got := m.ReadSpans(); !slices.Equal(got, m.Spans()) || m.Read().String() != m.Text().String() {
		t.Errorf("the read part is at %v", got)
	}
	p := Prompt{Messages: []Message{m, {Role: User, Blocks: []Block{block("", "user")}}, {Role: Developer, Blocks: []Block{block("", "dev")}}, {Role: Instructions, Blocks: []Block{block("", "more")}}}}
	if got := p.SystemText(source.Literal("|")).String(); got != "ab--c-d|more" {
		t.Errorf("the system says %q", got)
	}
}
