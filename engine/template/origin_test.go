package template

import (
	"context"
	"testing"

	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/variable"
)

func TestOriginsOfPieces(t *testing.T) {
	world := facts.NewMemory().File("/p/a.md", "one\ntwo\n").File("/p/bom.md", "\uFEFFb")
	text := "x\r\ny [file:a.md]\r\n[prompt:cwd][prompt:model][file:bom.md]\n[if a:b][ else ]"
	tree := Parse(text)
	values := variable.Resolve(context.Background(), world, variable.Context{Cwd: "/p"}, tree.Keys(),
		[]variable.Override{{Key: "prompt:model", Text: "m"}})
	span := func(from, to int) source.Span { return source.Span{Start: from, End: to} }
	type origin = source.Origin
	want := []source.Piece{
		{Text: "x\r\ny ", Origin: origin{Kind: source.Template, Source: "t.md", Span: span(0, 5), Line: 1, Tag: span(0, 5)}},
		{Text: "one\ntwo\n", Origin: origin{Kind: source.File, Source: "/p/a.md", Span: span(0, 8), Line: 1, Tag: span(5, 16)}},
		{Text: "\r\n", Origin: origin{Kind: source.Template, Source: "t.md", Span: span(16, 18), Line: 2, Tag: span(16, 18)}},
		{Text: "/p", Origin: origin{Kind: source.Variable, Source: "prompt:cwd", Span: span(0, 2), Tag: span(18, 30)}},
		{Text: "m", Origin: origin{Kind: source.Override, Source: "prompt:model", Span: span(0, 1), Tag: span(30, 44)}},
		{Text: "b", Origin: origin{Kind: source.File, Source: "/p/bom.md", Span: span(3, 4), Line: 1, Tag: span(44, 57)}},
		{Text: "\n[if a:b]", Origin: origin{Kind: source.Template, Source: "t.md", Span: span(57, 66), Line: 3, Tag: span(57, 66)}},
		{Text: "[else]", Origin: origin{Kind: source.Template, Source: "t.md", Span: span(66, 74), Line: 4, Tag: span(66, 74)}},
	}
	got := Render(tree, values, Options{Path: "t.md"}).Pieces()
	if len(got) != len(want) {
		t.Fatalf("%d pieces, want %d: %+v", len(got), len(want), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("piece %d\n got %+v\nwant %+v", i, got[i], want[i])
		}
	}
}
