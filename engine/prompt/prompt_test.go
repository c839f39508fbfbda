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

func TestStandInsAreCountedByTheirBytes(t *testing.T) {
	standIn := func(s string) source.Text {
		return source.Of(s, source.Origin{Kind: source.StandIn, Span: source.Span{End: len(s)}})
	}
	for want, text := range map[int]source.Text{
		0: source.Literal("own"), 6: standIn("é and"), 9: source.Literal("a").Append(standIn("four"), source.Literal("b"), standIn("five!")),
	} {
		if got := (Block{Text: text}).StandInBytes(); got != want {
			t.Errorf("%q has %d, want %d", text, got, want)
		}
	}
}

// A message may consist of several texts, each with some of its blocks.
func TestPartsAreReadWithABlankLineBetweenThem(t *testing.T) {
	m := Message{Role: System, Parts: []int{1, 2}, Blocks: []Block{{Text: source.Literal("One.")}, {Text: source.Literal("Two")}, {Before: source.Literal(" "), Text: source.Literal("three.")}}}
	read := m.Read().String()
	if read != "One.\n\nTwo three." || m.Text().String() != "One.Two three." {
		t.Errorf("read %q, sent %q", read, m.Text())
	}
	spans := m.ReadSpans()
	if len(spans) != len(m.Blocks) {
		t.Fatalf("%d spans of %d blocks", len(spans), len(m.Blocks))
	}
	for i, s := range spans {
		if got := read[s.Start:s.End]; got != m.Blocks[i].Text.String() {
			t.Errorf("block %d is %q, at %q", i, m.Blocks[i].Text, got)
		}
	}
}
