package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/wire"
)

func decoded(t *testing.T, form wire.Form, body string) *wire.Request {
	t.Helper()
	r, err := wire.Decode(form, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func textsOf(r *wire.Request) (all []string) {
	for i := range r.Count() {
		_, text := r.At(i)
		all = append(all, text)
	}
	return all
}

// A range overlaps a span if they share a byte.
func TestOverlapsOfARange(t *testing.T) {
	t.Parallel()
	m := matcher{taken: [][]Span{{{Start: 0, End: 1}, {Start: 3, End: 6}, {Start: 6, End: 8}}}}
	for _, c := range []struct {
		start, end int
		want       int // the end of the first span that overlaps, or 0
	}{{0, 1, 1}, {0, 9, 1}, {1, 3, 0}, {1, 4, 6}, {2, 3, 0}, {3, 4, 6}, {5, 6, 6}, {5, 7, 6}, {6, 7, 8}, {7, 9, 8}, {8, 9, 0}} {
		if got := m.overlapEnd(0, c.start, c.end); got != c.want || m.overlaps(0, c.start, c.end) != (c.want > 0) {
			t.Errorf("%d to %d: %d, want %d", c.start, c.end, got, c.want)
		}
	}
}

// The search tries a text's beginning at 200 places. In this test, only the last place is near
// enough to the end of the text.
func TestTheStartOfATextIsTriedAtSoManyPlaces(t *testing.T) {
	t.Parallel()
	text := source.Literal("a").Append(gap("g"), source.Literal("c"))
	for n, found := range map[int]bool{199: true, 200: false} {
		where := strings.Repeat("a", n) + strings.Repeat("x", maxGap) + "abbc"
		want := strings.TrimSpace(fmt.Sprintf("%d a", n+maxGap))
		for name, c := range map[string]struct {
			r    *wire.Request
			tool string
		}{"a message": {request(t, []string{where}, "go"), ""}, "a tool": {twoTools(t, where, ""), "Skill"}} {
			m := Match(Input{Request: c.r, Expected: []Expected{{Name: "1", Tool: c.tool, Text: text}}})
			got := ""
			if len(m.Spans) > 0 {
				got = fmt.Sprintf("%d a", m.Spans[0].Start)
			}
			if (got == want) != found || (len(m.Differences) == 0) != found || (m.Gaps["g"] == "bb") != found {
				t.Errorf("%s with %d other places: %q, %d differences", name, n, got, len(m.Differences))
			}
		}
	}
}

func TestALineIsFoundAtSoManyPlaces(t *testing.T) {
	t.Parallel()
	m := Match(Input{Request: request(t, []string{strings.Repeat("twelve bytes\n", 201)}, "go"), Files: []File{{"/A.md", "twelve bytes\nand more that is not there\n", true}}})
	if len(m.Spans) != 200 {
		t.Errorf("%d places, want 200", len(m.Spans))
	}
}

// A file that an expected text imports is found with that text.
func TestImportedFilesAreFoundWithTheirText(t *testing.T) {
	t.Parallel()
	const text = "Always write the tests before the code."
	rules := source.Literal("Rules: ").Append(source.Of(text, source.Origin{Kind: source.Import, Source: "/I.md", Tag: source.NoSpan}))
	m := Match(Input{Request: request(t, []string{"Rules: " + text}, text), Expected: []Expected{{Name: "rules", Text: rules}}, Files: []File{{"/I.md", text, true}}})
	if got := wholeMap(m); got != "0:0-7 - (0); 0:7-46 /I.md 0-0 l0 (0)" {
		t.Error(got)
	}
}

// If the messages of a request have no text, the first text is the description of the first tool.
func TestARequestWhoseOnlyTextsAreOfTools(t *testing.T) {
	t.Parallel()
	r := decoded(t, wire.Anthropic, `{"messages":[{"role":"user","content":[]}],"tools":[{"name":"Skill","description":"Skills: a","input_schema":{}}]}`)
	was := Expected{Name: "skills", Tool: "Skill", Text: source.Literal(": a")}
	m := Match(Input{Request: r, Expected: []Expected{was}})
	if got := wholeMap(m); got != "0:6-9 - (0)" {
		t.Error(got)
	}
	p, err := Predict(r, m, []string{"skills"}, []Expected{was, {Name: "more", Tool: "Skill", Text: source.Literal(", b")}}, nil)
	if err != nil || fmt.Sprint(textsOf(p.Request), p.Unplaced) != "[Skills: a, b] []" {
		t.Errorf("%v: %q, unplaced %q", err, textsOf(p.Request), p.Unplaced)
	}
	if got := Prompt(r, m, []Expected{was}); len(got.Messages) != 1 || len(got.Messages[0].Blocks) != 0 {
		t.Errorf("%+v", got.Messages)
	}
}

// Spans in the description of a tool do not become part of a block.
func TestBlocksOfARequestWithTools(t *testing.T) {
	t.Parallel()
	r := twoTools(t, "Skills: a", "")
	in := []Expected{{Name: "skills", Tool: "Skill", Text: source.Literal(": a")}}
	if got := fmt.Sprint(titled(Prompt(r, Match(Input{Request: r, Expected: in}), in))); got != "[“You help.” “hello”]" {
		t.Error(got)
	}
}

// The instructions of a request are its first system text. A separate text that must come last is
// added at their end.
func TestInstructionsAreTheFirstSystemText(t *testing.T) {
	t.Parallel()
	r := decoded(t, wire.Responses, `{"instructions":"You help.","input":[{"role":"user","content":[{"text":"go"}]}]}`)
	p, err := Predict(r, Map{}, nil, []Expected{{Name: "new", Text: source.Literal("NEW"), Separate: true, Last: true}}, nil)
	if err != nil || fmt.Sprintf("%q", textsOf(p.Request)) != `["You help.NEW" "go"]` {
		t.Errorf("%v: %q", err, textsOf(p.Request))
	}
}

// Gaps at the beginning and the end of an expected text are left out; captured words fill the
// others.
func TestHowGapsAreFilled(t *testing.T) {
	t.Parallel()
	lit, all := source.Literal, func(parts ...source.Text) source.Text { return source.Text{}.Append(parts...) }
	for _, c := range []struct {
		text source.Text
		want string
	}{
		{source.Text{}, `"" []`}, {gap("g"), `"" []`}, {all(gap("g"), gap("h")), `"" []`},
		{all(lit("a"), gap("g")), `"a" [0-1 ]`}, {all(gap("g"), lit("a")), `"a" [0-1 ]`}, {all(lit("a"), gap("g"), gap("h")), `"a" [0-1 ]`},
		{all(lit("a"), gap("g"), lit("b")), `"awordsb" [0-1  1-6 g 6-7 ]`}, {all(lit("a"), gap("h"), lit("b")), `"a…b" [0-1  1-4 h 4-5 ]`}, {all(lit("a"), gap("none"), lit("b")), `"ab" [0-1  1-2 ]`},
	} {
		text, spans := filled(c.text, map[string]string{"g": "words", "none": ""}, 3)
		var all []string
		for _, s := range spans {
			all = append(all, fmt.Sprintf("%d-%d %s", s.Start, s.End, s.Origin.Source))
			if s.Expected != 3 || s.Place != 0 {
				t.Errorf("%q: %+v", c.text.String(), s)
			}
		}
		if got := fmt.Sprintf("%q %v", text, all); got != c.want {
			t.Errorf("%q: %s, want %s", c.text.String(), got, c.want)
		}
	}
}

// Captured words can contain the number of a text. It is replaced only where the characters before
// and after the number are those of the numbered text.
func TestCapturedWordsAreRenumbered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ words, numbered, want string }{
		{"a (file: r0/a) b (file: r12/b)", "(file: r2/", "a (file: r2/a) b (file: r2/b)"},
		{"(file: r/a) (file: rx/ (file: r1) (file: r1", "(file: r2/", "(file: r/a) (file: rx/ (file: r1) (file: r1"},
		{"(file: r0/(file: r1/", "(file: r10/", "(file: r10/(file: r10/"},
		{"r0/ words", "", "r0/ words"}, {"", "r1/", ""}, {"r0", "r7", "r7"},
	} {
		if got := renumbered(map[string]string{"g": c.words}, c.numbered)["g"]; got != c.want {
			t.Errorf("%q with %q: %q, want %q", c.words, c.numbered, got, c.want)
		}
	}
}

// A value within an expected text changes only when that text changes. A value next to an expected
// text stays at its place.
func TestValuesBesideAndWithinExpectedTexts(t *testing.T) {
	t.Parallel()
	r := request(t, []string{"cwd=/old\nat /old\nA"}, "go")
	inner := source.Literal("cwd=").Append(source.Of("/old", source.Origin{Kind: source.Variable, Source: "system:cwd", Tag: source.NoSpan}), source.Literal("\nat "))
	was := []Expected{{Name: "first", Text: inner}, {Name: "second", Text: source.Literal("\nA")}}
	names := []string{"first", "second"}
	m := Match(Input{Request: r, Expected: was, Values: []Value{{"system:cwd", "/old"}}})
	if got := wholeMap(m); got != "0:0-4 - (0); 0:4-8 system:cwd 0-0 l0 (0); 0:8-12 - (0); 0:12-16 system:cwd 0-4 l0 (-1); 0:16-18 - (1)" {
		t.Fatal(got)
	}
	longer := []Expected{{Name: "first", Text: inner.Append(source.Literal("home "))}, {Name: "second", Text: source.Literal("\nAB")}}
	for _, c := range []struct {
		name   string
		now    []Expected
		values map[string]string
		want   string
	}{
		{"the same", was, nil, `"cwd=/old\nat /old\nA" [] 0:0-4 - (0); 0:4-8 system:cwd 0-0 l0 (0); 0:8-12 - (0); 0:12-16 system:cwd 0-4 l0 (-1); 0:16-18 - (1)`},
		{"another value", was, map[string]string{"/old": "/other"}, `"cwd=/old\nat /other\nA" [system:cwd] 0:0-4 - (0); 0:4-8 system:cwd 0-0 l0 (0); 0:8-12 - (0); 0:12-18 system:cwd 0-6 l0 (-1); 0:18-20 - (1)`},
		{"longer texts", longer, nil, `"cwd=/old\nat home /old\nAB" [first second] 0:0-4 - (0); 0:4-8 system:cwd 0-0 l0 (0); 0:8-12 - (0); 0:12-17 - (0); 0:17-21 system:cwd 0-4 l0 (-1); 0:21-24 - (1)`},
	} {
		p, err := Predict(r, m, names, c.now, c.values)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%q %v %s", textsOf(p.Request)[0], p.Changed, wholeMap(Map{Spans: p.Map.Spans})); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
	// If the names of the expected texts are unknown, the texts stay in the request without an
	// origin.
	p, err := Predict(r, m, names[:0], nil, nil)
	if got := wholeMap(Map{Spans: p.Map.Spans}); err != nil || p.Request != r || got != "0:12-16 system:cwd 0-4 l0 (-1)" {
		t.Errorf("%v: %s", err, got)
	}
	p, err = Predict(r, m, names[:1], was[:1], nil)
	if got := wholeMap(Map{Spans: p.Map.Spans}); err != nil || p.Request != r || strings.HasSuffix(got, "(1)") || len(p.Changed) != 0 {
		t.Errorf("%v: %s", err, got)
	}
}

// An item that becomes empty is removed, and the places after it move up. No item can be inserted
// before it.
func TestPlacesAfterARemovedItem(t *testing.T) {
	t.Parallel()
	r := request(t, nil, "one", "two", "x")
	was := []Expected{{Name: "1", Text: source.Literal("one")}, {Name: "2", Text: source.Literal("two")}, {Name: "3", Text: source.Literal("x")}}
	m := Match(Input{Request: r, Expected: was})
	names := []string{"1", "2", "3"}
	p, err := Predict(r, m, names, was[1:], nil)
	if got := wholeMap(Map{Spans: p.Map.Spans}); err != nil || !slices.Equal(textsOf(p.Request), []string{"two", "x"}) || got != "0:0-3 - (0); 1:0-1 - (1)" {
		t.Errorf("%v: %q %s", err, textsOf(p.Request), got)
	}
	item := Expected{Name: "new", Text: source.Literal("NEW"), Item: true, Label: "rules.kind"}
	if p, err = Predict(r, m, names, append([]Expected{item}, was[1:]...), nil); err == nil || p.Request != nil || p.Changed != nil {
		t.Errorf("an item before one that is removed: %v, %+v", err, p)
	}
	// A new text can also be inserted before and after a text of one byte.
	for _, c := range []struct {
		now  []Expected
		want string
	}{{[]Expected{was[2], {Name: "new", Text: source.Literal("NEW")}}, "xNEW"}, {[]Expected{{Name: "new", Text: source.Literal("NEW")}, was[2]}, "NEWx"}} {
		if p, err = Predict(r, Match(Input{Request: r, Expected: was[2:]}), names[2:], c.now, nil); err != nil {
			t.Fatal(err)
		}
		if got := textsOf(p.Request); got[2] != c.want {
			t.Errorf("%q, want %s last", got, c.want)
		}
	}
}

// A range has one section for each heading, and one before the first heading unless that is empty.
func TestSectionsOfARange(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "[{ 0 0}]", "a": "[{ 0 1}]", "# A\nx": "[{A 0 5}]", "x\n# A\n# B": "[{ 0 2} {A 2 6} {B 6 9}]",
		"<a>\nx\n</a>\n\ny": "[{<a> 0 12} { 12 13}]", "```\n# A\n```\n# B": "[{ 0 12} {B 12 15}]",
	} {
		s := splitter{text: text}
		if got := fmt.Sprint(s.sections(0, len(text))); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
