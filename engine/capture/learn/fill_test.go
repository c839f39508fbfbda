package learn

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/capture/match"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/wire"
)

// pieces returns the texts as pieces, each in a block of its own.
func pieces(texts ...string) (all []flat) {
	for i, text := range texts {
		all = append(all, flat{Piece: source.Piece{Text: text}, block: i})
	}
	return all
}

func texts(all []flat) string {
	var out []string
	for _, f := range all {
		out = append(out, f.Text)
	}
	return strings.Join(out, "|")
}

// cut takes bytes off the end of the pieces and removes pieces that become empty. drop takes bytes
// off their start and keeps pieces that become empty.
func TestTrimPieces(t *testing.T) {
	for _, c := range []struct {
		n         int
		cut, drop string
	}{
		{0, "ab|cde|f", "ab|cde|f"}, {1, "ab|cde", "b|cde|f"}, {2, "ab|cd", "|cde|f"}, {3, "ab|c", "|de|f"}, {4, "ab", "|e|f"}, {5, "a", "||f"}, {6, "", "||"}, {9, "", "||"},
	} {
		if got := texts(cut(pieces("ab", "cde", "f"), c.n)); got != c.cut {
			t.Errorf("%d bytes cut off the end: %s, want %s", c.n, got, c.cut)
		}
		all := pieces("ab", "cde", "f")
		if got := texts(drop(all, c.n)); got != c.drop || texts(all) != "ab|cde|f" {
			t.Errorf("%d bytes cut off the start: %s, want %s; the pieces are %s", c.n, got, c.drop, texts(all))
		}
	}
}

// A message is rebuilt from its pieces. A block without text is dropped, unless it was empty
// before or other text precedes it. The message's parts count only the blocks that remain.
func TestRebuildMessageFromPieces(t *testing.T) {
	block := func(id, text string) prompt.Block { return prompt.Block{ID: id, Text: source.Literal(text)} }
	m := prompt.Message{Blocks: []prompt.Block{block("a", "x"), block("b", "x"), block("c", ""), block("d", "x"), block("e", "x")}, Parts: []int{2, 1, 2}}
	piece := func(block int, text string, before bool) flat {
		return flat{Piece: source.Piece{Text: text}, block: block, before: before}
	}
	for _, c := range []struct {
		name  string
		all   []flat
		want  string
		parts string
	}{
		{"all", []flat{piece(0, "A", false), piece(1, "B", false), piece(3, "D", false), piece(4, "E", false)}, "a=A b=B c= d=D e=E", "[2 1 2]"},
		{"one piece is removed", []flat{piece(0, "A", false), piece(3, "D", false), piece(4, "E", false)}, "a=A c= d=D e=E", "[1 1 2]"},
		{"a whole part is removed", []flat{piece(3, "D", false), piece(4, "E", false)}, "c= d=D e=E", "[0 1 2]"},
		{"text before it alone", []flat{piece(0, "A", false), piece(1, "-", true), piece(3, "D", false), piece(4, "E", false)}, "a=A b=-| c= d=D e=E", "[2 1 2]"},
		{"two pieces", []flat{piece(0, "A", false), piece(0, "1", false), piece(1, "B", false), piece(3, "D", false)}, "a=A1 b=B c= d=D", "[2 1 1]"},
	} {
		out := rebuilt(m, c.all)
		var got []string
		for _, b := range out.Blocks {
			before := b.Before.String()
			if before != "" {
				before += "|"
			}
			got = append(got, b.ID+"="+before+b.Text.String())
		}
		if s := strings.Join(got, " "); s != c.want || fmt.Sprint(out.Parts) != c.parts {
			t.Errorf("%s: %s in parts %v, want %s in %s", c.name, s, out.Parts, c.want, c.parts)
		}
	}
	m.Parts = nil
	if out := rebuilt(m, []flat{piece(0, "A", false)}); out.Parts != nil || len(out.Blocks) != 2 {
		t.Errorf("without parts: %+v", out)
	}
}

// The agent's declarations replace galley's. A tool that the agent lacks is removed, and one that
// it adds comes after the others. A tool without a capture keeps galley's declaration.
func TestAgentsDeclarationsReplaceGalleys(t *testing.T) {
	galleys := prompt.Prompt{Tools: []prompt.Tool{
		{Name: "Read", Declaration: source.Literal("ours")}, {Name: "Lacked", Declaration: source.Literal("ours")}, {Name: "Unknown", Declaration: source.Literal("ours")}, {Name: "Older", Declaration: source.Literal("ours")},
	}}
	all := []*Words{
		{Tools: []Tool{{Name: "Read", Text: "theirs"}, {Name: "Extra", Text: "more", Added: true}, {Name: "Read", Text: "again", Added: true}, {Name: "Plain", Text: "x"}}, Lacks: []string{"Lacked"}},
		{Tools: []Tool{{Name: "Read", Text: "older"}, {Name: "Older", Text: "theirs, older"}}},
	}
	f := &filler{}
	f.declare(&galleys, all)
	var got []string
	for _, tool := range galleys.Tools {
		got = append(got, tool.Name+"="+tool.Declaration.String())
	}
	if want := "Read=theirs, Unknown=ours, Older=theirs, older, Extra=more"; strings.Join(got, ", ") != want {
		t.Errorf("declared %s, want %s", strings.Join(got, ", "), want)
	}
	if fmt.Sprint(f.used, f.left) != "[0 1] [tool Unknown]" {
		t.Errorf("used %v, left %q", f.used, f.left)
	}
	if o := galleys.Tools[0].Declaration.Pieces()[0].Origin; o.Kind != source.Captured || o.Source != "Read" || o.Span.End != len("theirs") {
		t.Errorf("its origin is %+v", o)
	}
}

// Of the anchors, those sequences are possible that have the same order in both texts. The
// heaviest of them is chosen; of equally heavy ones, the first.
func TestAnchorsHaveTheSameOrderInBothTexts(t *testing.T) {
	for _, c := range []struct {
		name string
		all  []anchor
		want string
	}{
		{"none", nil, ""},
		{"in order", []anchor{{order: 1, text: "aa", weigh: 2, at: 0}, {order: 2, text: "bb", weigh: 2, at: 2}}, "aa bb"},
		{"given in another order", []anchor{{order: 2, text: "bb", weigh: 2, at: 2}, {order: 1, text: "aa", weigh: 2, at: 0}}, "aa bb"},
		{"one within another", []anchor{{order: 1, text: "aa", weigh: 2, at: 0}, {order: 2, text: "bb", weigh: 3, at: 1}}, "bb"},
		{"crossed, the heavier", []anchor{{order: 1, text: "aa", weigh: 2, at: 9}, {order: 2, text: "bb", weigh: 3, at: 0}}, "bb"},
		{"crossed, equally heavy", []anchor{{order: 1, text: "aa", weigh: 2, at: 9}, {order: 2, text: "bb", weigh: 2, at: 0}}, "aa"},
		{"two places of one text", []anchor{{order: 1, text: "a", weigh: 1, at: 0}, {order: 1, text: "a", weigh: 1, at: 5}, {order: 2, text: "b", weigh: 1, at: 3}}, "a b"},
		{"two light anchors beat one heavier than each", []anchor{{order: 1, text: "a", weigh: 2, at: 0}, {order: 2, text: "ccc", weigh: 3, at: 50}, {order: 3, text: "b", weigh: 2, at: 10}}, "a ccc"},
		{"a long sequence beats a heavy anchor", []anchor{{order: 1, text: "hhhh", weigh: 4, at: 90}, {order: 2, text: "a", weigh: 2, at: 0}, {order: 3, text: "b", weigh: 2, at: 1}, {order: 4, text: "c", weigh: 2, at: 2}}, "a b c"},
	} {
		var got []string
		for _, a := range longest(c.all) {
			got = append(got, a.text)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

// The text between two places is split at the facts in it. Text that has words of a rule file is
// rejected. A fact that reaches beyond the second place counts as words.
func TestWordsAreSplitAtFacts(t *testing.T) {
	fact := func(from, to int) match.Span {
		return match.Span{Start: from, End: to, Origin: source.Origin{Kind: source.Variable, Source: "day"}, Expected: -1}
	}
	file := match.Span{Start: 4, End: 6, Origin: source.Origin{Kind: source.File}, Expected: -1}
	frame := fact(2, 4)
	frame.Expected = 0
	for _, c := range []struct {
		name     string
		spans    []match.Span
		from, to int
		want     string
		refused  bool
	}{
		{"no fact", nil, 2, 8, "cdefgh", false},
		{"nothing at all", nil, 3, 3, "", false},
		{"one in the middle", []match.Span{fact(4, 6)}, 2, 8, "cd <ef> gh", false},
		{"one at the start", []match.Span{fact(2, 4)}, 2, 8, "<cd> efgh", false},
		{"one at the end", []match.Span{fact(6, 8)}, 2, 8, "cdef <gh>", false},
		{"two that touch", []match.Span{fact(2, 4), fact(4, 8)}, 2, 8, "<cd> <efgh>", false},
		{"two that overlap", []match.Span{fact(2, 5), fact(4, 8)}, 2, 8, "<cde> fgh", false},
		{"one before and one behind", []match.Span{fact(0, 2), fact(8, 9)}, 2, 8, "cdefgh", false},
		{"one that reaches out of it", []match.Span{fact(7, 9)}, 2, 8, "cdefgh", false},
		{"one that began before", []match.Span{fact(1, 3)}, 2, 8, "cdefgh", false},
		{"the frame of a block", []match.Span{frame}, 2, 8, "cdefgh", false},
		{"a file", []match.Span{file}, 2, 8, "", true},
		{"a file that ends before", []match.Span{file}, 6, 8, "gh", false},
		{"a file that begins behind", []match.Span{file}, 2, 4, "cd", false},
	} {
		bits, ok := sentText{text: "abcdefghij", spans: c.spans}.bits(c.from, c.to)
		var got []string
		for _, b := range bits {
			if b.Value != "" {
				b.Text = "<" + b.Text + ">"
			}
			got = append(got, b.Text)
		}
		if s := strings.Join(got, " "); s != c.want || ok == c.refused {
			t.Errorf("%s: %q, taken %v; want %q", c.name, s, ok, c.want)
		}
	}
}

// A text without words must be stored as an empty list and not as null.
func TestARangeWithoutTextHasNoWords(t *testing.T) {
	all, ok := sentText{text: "abc"}.bits(1, 1)
	if all == nil || len(all) != 0 || !ok {
		t.Errorf("%#v, %v", all, ok)
	}
}

// Filling keeps the text before the first stand-in, from its first byte on, and the text after the
// stand-in.
func TestAFilledMessageKeepsWhatIsAroundItsStandIns(t *testing.T) {
	block := func(text string, kind source.Kind, name string) prompt.Block {
		return prompt.Block{ID: name, Text: source.Of(text, source.Origin{Kind: kind, Source: name})}
	}
	m := prompt.Message{Blocks: []prompt.Block{block("before\n", source.File, "/a"), block("stand-in", source.StandIn, "f/e"), block("\nafter", source.File, "/b")}}
	rows := gaps(flatten(m))
	words := &Words{Runs: []Run{{Row: []string{rows[0].name}, Words: []Bit{{Text: "own words"}}}}}
	got := Fill(prompt.Prompt{Messages: []prompt.Message{m}}, []*Words{words}, nil, false)
	var texts []string
	for _, b := range got.Prompt.Messages[0].Blocks {
		texts = append(texts, b.Text.String())
	}
	if strings.Join(texts, "|") != "before\n|own words|\nafter" || len(got.Left) != 0 {
		t.Errorf("%q, left %q", texts, got.Left)
	}
	if plain := (prompt.Message{Blocks: m.Blocks[:1]}); len(Fill(prompt.Prompt{Messages: []prompt.Message{plain}}, []*Words{words}, nil, false).Used) != 0 {
		t.Error("a message without stand-ins takes words")
	}
}

// A tool that galley does not model is the agent's own, unless a server of the user declares it.
func TestDeclarationsOfTheAgentAreLearned(t *testing.T) {
	t.Parallel()
	declared := func(names ...string) (all []prompt.Tool) {
		for _, name := range names {
			all = append(all, prompt.Tool{Name: name, Declaration: source.Literal("text of " + name)})
		}
		return all
	}
	in := From{Request: &wire.Request{Prompt: prompt.Prompt{Tools: declared("modelled", "new", "served")}}, Model: prompt.Prompt{Tools: declared("modelled")}}
	for want, served := range map[string]func(string) bool{
		"[{modelled text of modelled false} {new text of new true} {served text of served true}]": nil,
		"[{modelled text of modelled false} {new text of new true}]":                              func(name string) bool { return name != "new" },
		"[{modelled text of modelled false}]":                                                     func(string) bool { return true },
	} {
		var w Words
		in.Served = served
		w.tools(in)
		var got []string
		for _, one := range w.Tools {
			got = append(got, fmt.Sprintf("{%s %s %v}", one.Name, one.Text, one.Added))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
