package learn

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"galley/engine/capture/match"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/wire"
)

// runsText writes all fields of runs, one run per line.
func runsText(runs []Run) string {
	var b strings.Builder
	for _, r := range runs {
		fmt.Fprintf(&b, "%q", r.Row)
		if r.Before != "" {
			fmt.Fprintf(&b, " before %q", r.Before)
		}
		if r.After != "" {
			fmt.Fprintf(&b, " after %q", r.After)
		}
		b.WriteString(" =")
		for _, bit := range r.Words {
			fmt.Fprintf(&b, " %q", bit.Text)
			if bit.Value != "" {
				b.WriteString(":" + bit.Value)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// A message as galley models it is aligned with the text that the agent sent: which stand-ins get
// which words, and what stays around them.
func TestAlignGivesEachStandInItsWords(t *testing.T) {
	day := func(from, to int) match.Span {
		return match.Span{Start: from, End: to, Origin: source.Origin{Kind: source.Variable, Source: "day"}, Expected: -1}
	}
	many := "--- " + strings.Repeat("x--- ", 60)
	for _, c := range []struct {
		name, model, sent string
		cuts              []int
		spans             []match.Span
		want              string
	}{
		{name: "no stand-in", model: "# One\nText.", sent: "# One\nText.", want: ""},
		{name: "a stand-in alone", model: "<a>", sent: "Words.", want: `["a"] = "Words."` + "\n"},
		{name: "no words", model: "# One\n<a>\n# Two", sent: "# One\n\n# Two", want: `["a"] =` + "\n"},
		{name: "an anchor of three bytes", model: "abc<a>def", sent: "abcX.def", want: `["a"] = "X."` + "\n"},
		{name: "an anchor of two bytes is too short to be found, but ends the words", model: "ab<a>cd", sent: "abX.cd", want: `["a"] = "X."` + "\n"},
		{name: "an anchor of two bytes that is not there", model: "ab<a>cd<b>", sent: "X.cdY.", want: `["a" "cd" "b"] before "ab" = "X.cdY."` + "\n"},
		{name: "blanks do not make an anchor longer", model: "a  b<a>c  d", sent: "X.", want: `["a"] before "a  b" after "c  d" = "X."` + "\n"},
		{name: "text before that the agent does not have", model: "# One\n<a>\n# Two\n<b>", sent: "Alpha.\n# Two\nBeta.", want: `["a"] before "# One\n" = "Alpha."` + "\n" + `["b"] = "Beta."` + "\n"},
		{name: "text after that the agent does not have", model: "# One\n<a>\n\n# Two", sent: "# One\nAlpha.", want: `["a"] after "\n\n# Two" = "Alpha."` + "\n"},
		{name: "blank lines on both sides that the agent does not have", model: "# One\n\n<a>\n\n# Two\n<b>", sent: "# OneAlpha.# Two\nB.", want: `["a"] before "\n\n" after "\n\n" = "Alpha."` + "\n" + `["b"] = "B."` + "\n"},
		{name: "one line of several is an anchor", model: "<a>\n# Gone\n# Here\n<b>", sent: "A.\n# Here\nB.", want: `["a"] after "\n# Gone\n" = "A.\n"` + "\n" + `["b"] = "B."` + "\n"},
		{name: "the first line of several is an anchor", model: "<a>\n# Here\n# Gone\n<b>", sent: "A.\n# Here\nB.", want: `["a"] = "A."` + "\n" + `["b"] before "\n# Gone\n" = "\nB."` + "\n"},
		{name: "a text between that is not there keeps the stand-ins together", model: "# One\n<a>\n# Gone\n<b>\n# End", sent: "# One\nA.B.\n# End", want: `["a" "\n# Gone\n" "b"] = "A.B."` + "\n"},
		{name: "a short text between that occurs once", model: "# One\n<a>--<b>\n# End", sent: "# One\nA.--B.\n# End", want: `["a"] = "A."` + "\n" + `["b"] = "B."` + "\n"},
		{name: "two short texts between, in order", model: "# One\n<a>--<b>++<c>\n# End", sent: "# One\nA.--B.++C.\n# End", want: `["a"] = "A."` + "\n" + `["b"] = "B."` + "\n" + `["c"] = "C."` + "\n"},
		{name: "two short texts between that touch", model: "# One\n<a>--<b>++<c>\n# End", sent: "# One\nA.--++C.\n# End", want: `["a"] = "A."` + "\n" + `["b"] =` + "\n" + `["c"] = "C."` + "\n"},
		{name: "two short texts between, in another order", model: "# One\n<a>--<b>++<c>\n# End", sent: "# One\nA.++B.--C.\n# End", want: `["a" "--" "b" "++" "c"] = "A.++B.--C."` + "\n"},
		{name: "a short text between that occurs twice", model: "# One\n<a>--<b>\n# End", sent: "# One\nA.--B.--C.\n# End", want: `["a" "--" "b"] = "A.--B.--C."` + "\n"},
		{name: "a short text between that comes first", model: "# One\n<a>--<b>\n# End", sent: "# One\n--B.\n# End", want: `["a"] =` + "\n" + `["b"] = "B."` + "\n"},
		{name: "a short text between that is not there", model: "# One\n<a>--<b>\n# End", sent: "# One\nA. B.\n# End", want: `["a" "--" "b"] = "A. B."` + "\n"},
		{name: "words that lack the text before are not split", model: "ab<a>--<b>\n# End", sent: "A.--B.\n# End", want: `["a" "--" "b"] before "ab" = "A.--B."` + "\n"},
		{name: "words that lack the text after are not split", model: "# One\n<a>--<b>cd", sent: "# One\nA.--B.", want: `["a" "--" "b"] after "cd" = "A.--B."` + "\n"},
		{name: "the request has adjacent ones in texts of their own", model: "# One\n<a><b><c>", sent: "# One\nA.B.C.", cuts: []int{8, 10}, want: `["a"] = "A."` + "\n" + `["b"] = "B."` + "\n" + `["c"] = "C."` + "\n"},
		{name: "ends of texts at the edges of the words count for nothing", model: "# One\n<a><b>\n# End", sent: "# One\nA.B.\n# End", cuts: []int{6, 8, 10}, want: `["a"] = "A."` + "\n" + `["b"] = "B."` + "\n"},
		{name: "ends of texts just within the words", model: "# One\n<a><b><c>\n# End", sent: "# One\nABCD\n# End", cuts: []int{7, 9}, want: `["a"] = "A"` + "\n" + `["b"] = "BC"` + "\n" + `["c"] = "D"` + "\n"},
		{name: "more texts than stand-ins", model: "# One\n<a><b>", sent: "# One\nA.B.C.", cuts: []int{8, 10}, want: `["a" "" "b"] = "A.B.C."` + "\n"},
		{name: "ends of texts do not count beside a text between", model: "# One\n<a>--<b><c>", sent: "# One\nA.--B.C.", cuts: []int{12}, want: `["a" "--" "b" "" "c"] = "A.--B.C."` + "\n"},
		{name: "facts stay with the part that they are in", model: "# One\n<a>--<b>\n# End", sent: "# One\non MON--and TUE.\n# End", spans: []match.Span{day(9, 12), day(18, 21)}, want: `["a"] = "on " "MON":day` + "\n" + `["b"] = "and " "TUE":day "."` + "\n"},
		{name: "the best of two places of a text", model: "<a>\n# Two\n<b>\n# Three\n<c>", sent: "See\n# Two\nthere.\n# Two\nB.\n# Three\nC.", want: `["a"] = "See"` + "\n" + `["b"] = "there.\n# Two\nB."` + "\n" + `["c"] = "C."` + "\n"},
		{name: "a text that occurs more often than is tried", model: "<a>---<b>\n# End", sent: many + "\n# End", want: `["a"] =` + "\n" + `["b"] = ` + fmt.Sprintf("%q", many[3:]) + "\n"},
	} {
		got := runsText(align(flatten(made(c.model).Messages[0]), sentText{text: c.sent, cuts: c.cuts, spans: c.spans}, false))
		if got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// standIn returns a block whose text is a stand-in.
func standIn(id, title string, before string) prompt.Block {
	b := prompt.Block{ID: id, Title: title, Before: source.Literal(before)}
	b.Text = source.Of("ours", source.Origin{Kind: source.StandIn, Source: id, Span: source.Span{End: 4}})
	return b
}

// If an agent begins its blocks with their titles, such a heading is found although galley does
// not write it. The heading belongs to the words of the block.
func TestTitlesOfBlocksAreAnchors(t *testing.T) {
	m := prompt.Message{Blocks: []prompt.Block{standIn("intro", "", ""), standIn("style", "Style", "\n\n"), standIn("tools", "Tools", "\n\n"), standIn("end", "Missing", "\n\n")}}
	text := "You are it.\n\n# Style\nBe brief.\n\n## Tools\r\nUse them.\n\n# Other\n\nMore."
	want := `["intro"] = "You are it."
["style"] = "# Style\nBe brief."
["tools" "\n\n" "end"] = "## Tools\r\nUse them.\n\n# Other\n\nMore."
`
	if got := runsText(align(flatten(m), sentText{text: text}, true)); got != want {
		t.Errorf("with titles:\n%swant\n%s", got, want)
	}
	want = `["intro" "\n\n" "style" "\n\n" "tools" "\n\n" "end"] = ` + fmt.Sprintf("%q", text) + "\n"
	if got := runsText(align(flatten(m), sentText{text: text}, false)); got != want {
		t.Errorf("without titles:\n%swant\n%s", got, want)
	}
}

// A stand-in that values split has one gap for each part between them. If the same stand-in
// follows again, its gap has another number, unless its parts continue each other within one
// block.
func TestGapsNumberThePartsOfAStandIn(t *testing.T) {
	in := func(block int, name string, from, to int) flat {
		return flat{Piece: source.Piece{Text: name, Origin: source.Origin{Kind: source.StandIn, Source: name, Span: source.Span{Start: from, End: to}}}, block: block}
	}
	value := flat{Piece: source.Piece{Text: "v", Origin: source.Origin{Kind: source.Variable}}}
	for _, c := range []struct {
		name string
		all  []flat
		want string
	}{
		{"parts that continue each other", []flat{in(0, "a", 0, 4), in(0, "a", 4, 8), in(0, "a", 9, 10)}, "a/a[0:3]"},
		{"a part that begins again", []flat{in(0, "a", 0, 4), in(0, "a", 3, 8)}, "a/a[0:1] a/a[1:2]"},
		{"another block", []flat{in(0, "a", 0, 4), in(1, "a", 4, 8)}, "a/a[0:1] a#2/a[1:2]"},
		{"another name", []flat{in(0, "a", 0, 4), in(0, "b", 4, 8)}, "a/a[0:1] b/b[1:2]"},
		{"parts around values", []flat{in(0, "a", 0, 4), value, in(0, "a", 4, 8), value, value, in(0, "a", 8, 9)}, "a/a[0:1] a#2/a[2:3] a#3/a[5:6]"},
		{"the same again after a value", []flat{in(0, "a", 0, 4), value, in(0, "a", 4, 8), value, in(0, "a", 0, 4), value, in(0, "a", 4, 8)}, "a/a[0:1] a#2/a[2:3] a/a[4:5] a#2/a[6:7]"},
		{"continued and then after a value", []flat{in(0, "a", 0, 4), in(0, "a", 4, 8), value, in(0, "a", 7, 9), value, in(0, "a", 9, 10)}, "a/a[0:2] a/a[3:4] a#2/a[5:6]"},
	} {
		var got []string
		for _, g := range gaps(c.all) {
			got = append(got, fmt.Sprintf("%s/%s[%d:%d]", g.name, g.entry, g.from, g.to))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// A request of several messages. All roles that mean the system count as one. Messages that the
// API joined are compared together. Texts that the caller gave and other roles are left out. The
// declarations are stored.
func TestLearnComparesGroupsOfMessages(t *testing.T) {
	body, _ := json.Marshal(map[string]any{"model": "m", "messages": []any{
		map[string]any{"role": "system", "content": []any{map[string]any{"type": "text", "text": "# One\nAlpha."}, map[string]any{"type": "text", "text": "Beta on MON."}}},
		map[string]any{"role": "user", "content": []any{map[string]any{"type": "text", "text": "# Task\nGamma."}, map[string]any{"type": "text", "text": "Please Say ok. now"}}},
		map[string]any{"role": "assistant", "content": "Fine."},
		map[string]any{"role": "user", "content": "# More\nDelta."},
		map[string]any{"role": "user", "content": "# Last\nOn TUE, Epsilon on MON."},
	}, "tools": []any{
		map[string]any{"type": "function", "function": map[string]any{"name": "Read"}},
		map[string]any{"type": "function", "function": map[string]any{"name": "Extra"}},
		map[string]any{"type": "function", "function": map[string]any{"name": "served"}},
	}})
	r, err := wire.Decode(wire.Chat, body)
	if err != nil {
		t.Fatal(err)
	}
	var model prompt.Prompt
	for _, m := range []struct {
		role prompt.Role
		text string
	}{{prompt.Developer, "# One\n<a>"}, {prompt.Instructions, "<b>"}, {prompt.User, "# Task\n<c>"}, {prompt.Role("nobody"), "# Never\n<x>"}, {prompt.User, "# More\n<d>"}, {prompt.User, "# Last\n<e>"}, {prompt.Assistant, "# Late\n<y>"}} {
		one := made(m.text).Messages[0]
		one.Role = m.role
		model.Messages = append(model.Messages, one)
	}
	model.Tools = []prompt.Tool{{Name: "Read"}, {Name: "Gone"}}
	place := func(i int, part string) match.Span {
		_, text := r.At(i)
		at := strings.Index(text, part)
		return match.Span{Place: i, Start: at, End: at + len(part), Origin: source.Origin{Kind: source.Variable, Source: "day"}, Expected: -1}
	}
	spans := []match.Span{place(6, "MON"), place(6, "TUE"), place(1, "MON")}
	w := Learn(From{Profile: "agent@1", Model: model, Request: r, Map: match.Map{Spans: spans}, Given: "Say ok.", Served: func(name string) bool { return name == "served" }})
	want := `["a"] = "Alpha."
["b"] = "Beta on " "MON":day "."
["c"] = "Gamma."
["d"] = "Delta."
["e"] = "On " "TUE":day ", Epsilon on " "MON":day "."
`
	if got := runsText(w.Runs); got != want {
		t.Errorf("learned:\n%swant\n%s", got, want)
	}
	var tools []string
	for _, one := range w.Tools {
		tools = append(tools, fmt.Sprint(one.Name, " ", one.Added, " ", strings.Contains(one.Text, `"`+one.Name+`"`)))
	}
	if got := strings.Join(tools, ", "); w.Profile != "agent@1" || got != "Read false true, Extra true true" || fmt.Sprint(w.Lacks) != "[Gone]" {
		t.Errorf("profile %q, tools %s, lacks %q", w.Profile, got, w.Lacks)
	}
}

// What a prompt is filled with: the most specific run that fits; words of a capture before those
// of the next one; without blanks that the agent does not send. Some stand-ins keep galley's
// words.
func TestFillTakesTheMostSpecificRun(t *testing.T) {
	bit := func(text string) []Bit { return []Bit{{Text: text}} }
	first := &Words{Runs: []Run{
		{},
		{Row: []string{"a"}, Words: bit("A alone")},
		{Row: []string{"a", "\n", "b"}, Words: bit("A and B")},
		{Row: []string{"a", "\n", "b", "\n", "c"}, Words: bit("A, B and C")},
		{Row: []string{"s"}, Before: "\n\n", After: "\n\n\n", Words: bit("S")},
		{Row: []string{"v"}, Words: []Bit{{Text: "on "}, {Text: "MON", Value: "day"}, {Text: "."}}},
	}}
	second := &Words{Runs: []Run{{Row: []string{"a"}, Words: bit("A older")}, {Row: []string{"d"}, Words: bit("D")}}}
	value := func(name, old string) string { return name + " not " + old }
	for _, c := range []struct {
		name, prompt string
		value        func(name, old string) string
		want         string
		used         string
		left         string
	}{
		{"no stand-in", "Text.", nil, "Text.", "[]", "[]"},
		{"one alone", "<a>.", nil, "A alone.", "[0]", "[]"},
		{"two", "<a>\n<b>.", nil, "A and B.", "[0]", "[]"},
		{"three", "<a>\n<b>\n<c>.", nil, "A, B and C.", "[0]", "[]"},
		{"three and the first again", "<a>\n<b>\n<c>\n<a>.", nil, "A, B and C\nA alone.", "[0]", "[]"},
		{"two with another text between", "<a>\n\n<b>.", nil, "A alone\n\nours.", "[0]", "[b]"},
		{"the second is another one", "<a>\n<c>.", nil, "A alone\nours.", "[0]", "[c]"},
		{"what is left is named once", "<x> <y> <x>", nil, "ours ours ours", "[]", "[x y]"},
		{"of the second capture", "<d> <a>", nil, "D A alone", "[0 1]", "[]"},
		{"of the second capture alone", "<d>", nil, "D", "[1]", "[]"},
		{"without the blanks around", "One.\n\n<s>\n\n\nTwo.", nil, "One.STwo.", "[0]", "[]"},
		{"with fewer blanks before", "One.\n<s>\n\n\nTwo.", nil, "One.\nours\n\n\nTwo.", "[]", "[s]"},
		{"with fewer blanks after", "One.\n\n<s>\n\nTwo.", nil, "One.\n\nours\n\nTwo.", "[]", "[s]"},
		{"facts as captured", "<v>", nil, "on MON.", "[0]", "[]"},
		{"facts of today", "<v>", value, "on day not MON.", "[0]", "[]"},
	} {
		p := made(c.prompt)
		before := p.Messages[0].Text().String()
		f := Fill(p, []*Words{first, second}, c.value, false)
		if got := f.Messages[0].Text().String(); got != c.want || fmt.Sprint(f.Used) != c.used || fmt.Sprint(f.Left) != c.left {
			t.Errorf("%s: %q, used %v, left %v; want %q, %s, %s", c.name, got, f.Used, f.Left, c.want, c.used, c.left)
		}
		if p.Messages[0].Text().String() != before {
			t.Errorf("%s: the prompt that was filled changed", c.name)
		}
	}
	f := Fill(made("<v>"), []*Words{first}, value, false)
	var origins []string
	for _, p := range f.Messages[0].Blocks[0].Text.Pieces() {
		origins = append(origins, fmt.Sprint(p.Origin.Kind, " ", p.Origin.Source, " ", p.Origin.Span.Start, "-", p.Origin.Span.End))
	}
	want := fmt.Sprint(source.Captured, " v 0-3, ", source.Variable, " day 0-11, ", source.Captured, " v 0-1")
	if got := strings.Join(origins, ", "); got != want {
		t.Errorf("origins %s, want %s", got, want)
	}
}

// Declarations are replaced only if the caller asks for it and there are captures.
func TestFillReplacesDeclarationsIfAsked(t *testing.T) {
	p := made("<a>")
	p.Tools = []prompt.Tool{{Name: "Read", Declaration: source.Literal("ours")}, {Name: "Gone", Declaration: source.Literal("ours")}}
	theirs := []*Words{{Tools: []Tool{{Name: "Read", Text: "theirs"}}}, {Tools: []Tool{{Name: "Read", Text: "older"}, {Name: "More", Text: "older", Added: true}}}}
	lacks := []*Words{{Lacks: []string{"Read"}}}
	adds := []*Words{{}, {}}
	adds[0].Tools = []Tool{{Name: "More", Text: "more", Added: true}, {Name: "Plain", Text: "plain"}}
	for _, c := range []struct {
		name  string
		all   []*Words
		tools bool
		want  string
	}{
		{"not asked", theirs, false, "Read=ours Gone=ours; used [] left [a]"},
		{"no capture", nil, true, "Read=ours Gone=ours; used [] left [a]"},
		{"asked", theirs, true, "Read=theirs Gone=ours; used [0] left [a tool Gone]"},
		{"of the second", theirs[1:], true, "Read=older Gone=ours More=older; used [0] left [a tool Gone]"},
		{"the first has none", []*Words{{}, theirs[1]}, true, "Read=older Gone=ours; used [1] left [a tool Gone]"},
		{"lacked", lacks, true, "Gone=ours; used [0] left [a tool Gone]"},
		{"added", adds, true, "Read=ours Gone=ours More=more; used [0] left [a tool Read tool Gone]"},
	} {
		f := Fill(p, c.all, nil, c.tools)
		var got []string
		for _, one := range f.Tools {
			got = append(got, one.Name+"="+one.Declaration.String())
		}
		if s := fmt.Sprintf("%s; used %v left %v", strings.Join(got, " "), f.Used, f.Left); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// The search for common texts tries each text at no more than 40 places, which may overlap, and
// all texts at no more than 4,000 places.
func TestSearchForCommonTextsIsBounded(t *testing.T) {
	model := flatten(made("aaa<a>").Messages[0])
	places := func(text string) (at []int) {
		for _, c := range candidates(model, gaps(model), text, false) {
			at = append(at, c.at)
		}
		return at
	}
	if got := fmt.Sprint(places("aaaaa aaa")); got != "[0 1 2 6]" {
		t.Errorf("found at %s", got)
	}
	if got := places(strings.Repeat("aaa ", 50)); len(got) != 40 || got[39] != 39*4 {
		t.Errorf("%d places, the last at %d", len(got), got[len(got)-1])
	}
	var lines, text strings.Builder
	for i := range 101 {
		lines.WriteString(fmt.Sprintf("line %03d\n", i))
		text.WriteString(strings.Repeat(fmt.Sprintf("line %03d;", i), 40))
	}
	model = flatten(made(lines.String() + "<a>").Messages[0])
	if got := places(text.String()); len(got) != 4000 {
		t.Errorf("%d places in all, want 4000", len(got))
	}
}
