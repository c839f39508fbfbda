package prompt

import (
	"testing"

	"galley/engine/source"
)

func TestPartsAreCutAtBlocksAndJoinToTheText(t *testing.T) {
	block := func(s string) Block { return Block{Text: source.Literal(s)} }
	m := Message{Blocks: []Block{block("a"), {Before: source.Literal("\n"), Text: source.Literal("b")}, block(""), block("c")}}
	if all := m.Contents(); len(all) != 1 || all[0].String() != "a\nbc" {
		t.Errorf("without parts: %q", all)
	}
	m.Parts = []int{2, 1, 1}
	all := m.Contents()
	if len(all) != 3 || all[0].String() != "a\nb" || all[1].Len() != 0 || all[2].String() != "c" {
		t.Errorf("with parts: %q", all)
	}
	if joined := source.Join(source.Text{}, all...).String(); joined != m.Text().String() {
		t.Errorf("%q is not %q", joined, m.Text())
	}
}
