package budget

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// known is a [Sizes] with given numbers: the bytes of the agent's own words, by the id of a block
// or the name of a tool.
type known map[string]int

func (k known) Block(b prompt.Block) (int, bool) { n, ok := k[b.ID]; return n, ok }

func (k known) Tool(t prompt.Tool) (int, bool, bool) {
	n, ok := k[t.Name]
	return n, ok, strings.HasPrefix(t.Name, "standin")
}

func sizeText(s Size) string {
	return fmt.Sprintf("%d/%d/%d bytes/units/runes, %d (%d-%d) %s %s", s.Length.Bytes, s.Length.UTF16, s.Length.Runes, s.Tokens.Tokens, s.Tokens.Low, s.Tokens.High, s.Tokens.Basis, s.Tokens.Method)
}

func gaugeText(g Gauge) string {
	return fmt.Sprintf("%s %s %d of %d %s, %d (%d-%d) %s", g.Provider, g.Unit, g.Used, g.Max, g.State, g.Count.Tokens, g.Count.Low, g.Count.High, g.Count.Basis)
}

// All sizes of a prompt whose stand-ins have measured sizes, with the numbers of the gauges.
func TestWholeSizesOfAPrompt(t *testing.T) {
	standIn := func(id string, n int) prompt.Block {
		return prompt.Block{ID: id, Text: source.Of(strings.Repeat("x", n), source.Origin{Kind: source.StandIn, Source: id})}
	}
	plain := func(id, text string) prompt.Block { return prompt.Block{ID: id, Text: source.Literal(text)} }
	tool := func(name, text string) prompt.Tool { return prompt.Tool{Name: name, Declaration: source.Literal(text)} }
	p := prompt.Prompt{
		Messages: []prompt.Message{
			{Role: prompt.System, Blocks: []prompt.Block{standIn("measured", 100), plain("plain", "eighty"), standIn("unknown", 7)}},
			{Role: prompt.Developer, Blocks: []prompt.Block{plain("dev", "five words are in this")}},
			{Role: prompt.User, Blocks: []prompt.Block{plain("user", "é😀 go"), standIn("shrunk", 60)}},
			{Role: prompt.Assistant},
		},
		Tools: []prompt.Tool{tool("standin-measured", "0123456789"), tool("standin-unknown", "abc"), tool("own", `{"a":1}`)},
	}
	m := NewMeter(Estimates, nil).Measure(p, Options{Overrides: map[string]int{"claude": 130, "gemini": 620, "openai": 3000}})
	w := m.Whole(p, known{"measured": 575, "shrunk": 12, "standin-measured": 98})
	var got []string
	add := func(name string, s Size) { got = append(got, name+": "+sizeText(s)) }
	add("system", w.System)
	add("messages", w.Messages)
	add("tools", w.Tools)
	add("all", w.All())
	for i, b := range w.Blocks {
		add(fmt.Sprint("block ", i), b)
	}
	add("tool 0", w.Tool(0, Size{}))
	add("tool 1", w.Tool(1, Size{}))
	add("tool 9", w.Tool(9, Size{}))
	got = append(got, fmt.Sprintf("%+v there %v", w.StandIns, w.StandIns.There()))
	for _, g := range m.Gauges {
		got = append(got, "text "+gaugeText(g))
	}
	for _, g := range w.Gauges(m) {
		got = append(got, "whole "+gaugeText(g))
	}
	w.Unread = m.Unread(950)
	add("unread", w.Unread)
	add("all with it", w.All())
	for _, g := range w.Gauges(m) {
		got = append(got, "with it "+gaugeText(g))
	}
	if s := strings.Join(got, "\n"); s != wantWhole {
		t.Errorf("got\n%s\nwant\n%s", s, wantWhole)
	}
	if (Measurement{}).Unread(0) != (Size{}) || (Whole{}).Gauges(Measurement{}) != nil || (StandIns{}).There() || !(StandIns{Tools: 1}).There() || !(StandIns{Blocks: 1}).There() {
		t.Error("nothing is something")
	}
	if got := (Measurement{}).Whole(p, known{}); len(got.Blocks) != 0 || got.StandIns.Bytes != 180 {
		t.Errorf("without a measurement: %+v", got)
	}
}

const wantWhole = `system: 610/610/610 bytes/units/runes, 107 (86-128) estimate byte classes
messages: 21/18/17 bytes/units/runes, 8 (3-13) estimate byte classes
tools: 108/108/108 bytes/units/runes, 27 (21-33) estimate byte classes
all: 739/736/735 bytes/units/runes, 142 (110-174) estimate byte classes
block 0: 575/575/575 bytes/units/runes, 101 (83-119) estimate byte classes
block 1: 6/6/6 bytes/units/runes, 1 (0-2) estimate byte classes
block 2: 7/7/7 bytes/units/runes, 1 (0-2) estimate byte classes
block 3: 22/22/22 bytes/units/runes, 4 (3-5) estimate byte classes
block 4: 9/6/5 bytes/units/runes, 4 (3-5) estimate byte classes
block 5: 12/12/12 bytes/units/runes, 4 (0-8) estimate byte classes
tool 0: 88/88/88 bytes/units/runes, 16 (14-18) estimate 
tool 1: 0/0/0 bytes/units/runes, 0 (0-0)  
tool 9: 0/0/0 bytes/units/runes, 0 (0-0)  
{Blocks:3 Tools:2 Bytes:180 Real:685 Unknown:2 Measured:} there true
text claude tokens 42 of 130 ok, 42 (30-54) estimate
text gemini utf16 201 of 620 ok, 42 (30-54) estimate
text openai tokens 42 of 3000 ok, 42 (30-54) estimate
whole claude tokens 142 of 130 over, 142 (110-174) estimate
whole gemini utf16 628 of 620 over, 142 (110-174) estimate
whole openai tokens 142 of 3000 ok, 142 (110-174) estimate
unread: 950/950/950 bytes/units/runes, 162 (135-189) estimate byte classes
all with it: 1689/1686/1685 bytes/units/runes, 304 (245-363) estimate byte classes
with it claude tokens 304 of 130 over, 304 (245-363) estimate
with it gemini utf16 1578 of 620 over, 304 (245-363) estimate
with it openai tokens 304 of 3000 ok, 304 (245-363) estimate`

// Gauges of each unit, with the sizes of what a request has besides the text.
func TestGaugesOfEachUnit(t *testing.T) {
	length := source.Length{Bytes: 90, UTF16: 70, Runes: 60}
	count := token.Count{Tokens: 20, Low: 15, High: 30, Basis: token.Exact, Method: "m"}
	w := Whole{System: Size{Length: source.Length{Bytes: 91, UTF16: 72, Runes: 63}, Tokens: token.Count{Tokens: 40, Low: 25, High: 60, Basis: token.Exact, Method: "m"}}, Tools: Size{Length: source.Length{Bytes: 500, UTF16: 500, Runes: 500}, Tokens: token.Count{Tokens: 2, Low: 1, High: 3, Basis: token.Exact, Method: "m"}}}
	var got []string
	for _, l := range []Limit{{"a", Bytes, 100, ""}, {"b", UTF16, 72, ""}, {"c", Runes, 62, ""}, {"d", Tokens, 42, ""}, {"e", Tokens, 20, ""}, {"f", Tokens, 53, ""}} {
		g := gauge(l, length, count)
		got = append(got, gaugeText(g), gaugeText(w.gauge(g, Size{length, count})), gaugeText(w.gauge(g, Size{length, token.Count{Tokens: 10}})), gaugeText(Whole{System: Size{length, count}}.gauge(g, Size{length, count})), gaugeText(g.With(token.Count{Tokens: 7, Basis: token.Estimate})))
		got = append(got, fmt.Sprintf("%s share %.2f exact %v %v", l.Provider, g.Share(), g.Exact(), g.With(token.Count{Basis: token.Assumed}).Exact()))
	}
	if s := strings.Join(got, "\n"); s != wantGauges {
		t.Errorf("got\n%s\nwant\n%s", s, wantGauges)
	}
}

const wantGauges = `a bytes 90 of 100 warning, 20 (15-30) exact
a bytes 91 of 100 warning, 42 (26-63) exact
a bytes 91 of 100 warning, 84 (67-156) exact
a bytes 90 of 100 warning, 20 (15-30) exact
a bytes 90 of 100 warning, 7 (0-0) estimate
a share 0.90 exact true true
b utf16 70 of 72 warning, 20 (15-30) exact
b utf16 72 of 72 warning, 42 (26-63) exact
b utf16 72 of 72 warning, 84 (67-156) exact
b utf16 70 of 72 warning, 20 (15-30) exact
b utf16 70 of 72 warning, 7 (0-0) estimate
b share 0.97 exact true true
c runes 60 of 62 warning, 20 (15-30) exact
c runes 63 of 62 over, 42 (26-63) exact
c runes 63 of 62 over, 84 (67-156) exact
c runes 60 of 62 warning, 20 (15-30) exact
c runes 60 of 62 warning, 7 (0-0) estimate
c share 0.97 exact true true
d tokens 20 of 42 ok, 20 (15-30) exact
d tokens 42 of 42 warning, 42 (26-63) exact
d tokens 84 of 42 over, 84 (67-156) exact
d tokens 20 of 42 ok, 20 (15-30) exact
d tokens 7 of 42 ok, 7 (0-0) estimate
d share 0.48 exact true false
e tokens 20 of 20 warning, 20 (15-30) exact
e tokens 42 of 20 over, 42 (26-63) exact
e tokens 84 of 20 over, 84 (67-156) exact
e tokens 20 of 20 warning, 20 (15-30) exact
e tokens 7 of 20 ok, 7 (0-0) estimate
e share 1.00 exact true false
f tokens 20 of 53 ok, 20 (15-30) exact
f tokens 42 of 53 ok, 42 (26-63) exact
f tokens 84 of 53 over, 84 (67-156) exact
f tokens 20 of 53 ok, 20 (15-30) exact
f tokens 7 of 53 ok, 7 (0-0) estimate
f share 0.38 exact true false`

// Counts are added; the sum is as certain as its least certain part.
func TestSumOfCounts(t *testing.T) {
	one := func(n int, basis token.Basis, method string) token.Count {
		return token.Count{Tokens: n, Low: n - 1, High: n + 1, Basis: basis, Method: method}
	}
	for _, c := range []struct {
		all  []token.Count
		want token.Count
	}{
		{nil, token.Count{}},
		{[]token.Count{{}, one(2, token.Exact, "a"), {}}, one(2, token.Exact, "a")},
		{[]token.Count{one(2, token.Exact, "a"), one(3, token.Exact, "b")}, token.Count{Tokens: 5, Low: 3, High: 7, Basis: token.Exact, Method: "a"}},
		{[]token.Count{one(2, token.Exact, "a"), one(3, token.Assumed, "b")}, token.Count{Tokens: 5, Low: 3, High: 7, Basis: token.Assumed, Method: "b"}},
		{[]token.Count{one(2, token.Estimate, "a"), one(3, token.Assumed, "b"), one(4, token.Exact, "c")}, token.Count{Tokens: 9, Low: 6, High: 12, Basis: token.Estimate, Method: "a"}},
		{[]token.Count{one(2, token.Assumed, "a"), one(3, token.Estimate, "b")}, token.Count{Tokens: 5, Low: 3, High: 7, Basis: token.Estimate, Method: "b"}},
	} {
		if got := Sum(c.all...); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.all, got, c.want)
		}
	}
	for provider, want := range map[string]string{"anthropic": "claude", "claude": "claude", "google": "gemini", "gemini": "gemini", "openai": "openai", "mistral": "mistral", "": ""} {
		if got := Family(provider); got != want {
			t.Errorf("the family of %q is %q, want %q", provider, got, want)
		}
	}
	limits := []Limit{{Provider: "nobody"}, {Provider: "claude"}, {Provider: "openai"}, {Provider: "azure"}}
	for model, want := range map[[2]string]string{
		{"anthropic", ""}: "claude", {"google", ""}: "", {"", ""}: "", {"nobody", "x"}: "", {"", "claude-opus-5"}: "claude",
		{"openai", "gpt-5"}: "openai", {"codex", "gpt-5"}: "openai", {"azure", "gpt-5"}: "azure", {"", "gpt-5"}: "openai",
		{"openrouter", "openai/gpt-5"}: "openai", {"openai", "claude-opus-5"}: "claude",
	} {
		if got := providerOf(limits, token.Means(model[0], model[1])); got != want {
			t.Errorf("%q: the limit of %q applies, want %q", model, got, want)
		}
	}
	if got := Guess(475, 440, func(string) token.Count { return token.Count{} }); got != 200 {
		t.Errorf("without a counter %d tokens, want 200", got)
	}
	if got := Guess(475, 440, func(text string) token.Count { return token.Count{Tokens: len(text)} }); got != 882 {
		t.Errorf("with one token a byte: %d", got)
	}
}

// A meter forgets a measurement that was not used in the last 64 rounds.
func TestMeasurementsAreForgotten(t *testing.T) {
	asked := []string{}
	n := 0
	m := NewMeter(func(string, string) token.Counter { return words{&n} }, func(token.Counter) Document { return &copyBook{asked: &asked} })
	first := prompt.Prompt{Messages: []prompt.Message{message("one"), message("two", "three")}, Tools: []prompt.Tool{{Name: "t", Declaration: source.Literal("tool")}}}
	m.Measure(first, Options{})
	slots, copies := len(m.slots), len(m.copies)
	for range 64 {
		m.Measure(prompt.Prompt{Messages: []prompt.Message{message("one")}}, Options{})
	}
	if len(m.slots) != slots || len(m.copies) != copies {
		t.Errorf("after 64 rounds %d slots and %d copies, want %d and %d", len(m.slots), len(m.copies), slots, copies)
	}
	m.Measure(prompt.Prompt{Messages: []prompt.Message{message("one")}}, Options{})
	if len(m.slots) != 1 || len(m.copies) != 1 {
		t.Errorf("after 65 rounds %d slots and %d copies, want 1 and 1", len(m.slots), len(m.copies))
	}
}

// Where a text is cut to fit a size, and what remains of it.
func TestWhereATextIsCut(t *testing.T) {
	head := "Intro.\n" + sectionHeading
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name   string
		text   string
		most   int
		want   string
		method Method
		cut    string
	}{
		{"fits", "abc", 3, "abc", Unchanged, `3 0 ""`},
		{"at its end", x(300), 200, x(100) + hardMark, Hard, "100 200 " + fmt.Sprintf("%q", hardMark)},
		{"a limit below the room", x(300), 90, x(290) + hardMark, Hard, "290 10 " + fmt.Sprintf("%q", hardMark)},
		{"a limit far below the room", x(30), 10, hardMark, Hard, "0 30 " + fmt.Sprintf("%q", hardMark)},
		{"a limit of the room", x(300), 100, hardMark, Hard, "0 300 " + fmt.Sprintf("%q", hardMark)},
		{"the instructions", head + x(10001+len(sectionMark)), len(head) + 10000 + len(sectionMark), head + x(10000) + sectionMark, Section, fmt.Sprintf("%d %d %q", len(head)+10000, 1+len(sectionMark), sectionMark)},
		{"the instructions, a unit less", head + x(10001+len(sectionMark)), len(head) + 10000 + len(sectionMark) - 1, head + x(10000+len(sectionMark)-1-hardRoom) + hardMark, Hard, fmt.Sprintf("%d %d %q", len(head)+10000+len(sectionMark)-1-hardRoom, 2+hardRoom, hardMark)},
		{"the instructions from the start", sectionHeading + x(10100), 10050, sectionHeading + x(10000) + sectionMark, Section, fmt.Sprintf("%d 100 %q", len(sectionHeading)+10000, sectionMark)},
		{"a long text without instructions", x(20000), 19000, x(18900) + hardMark, Hard, fmt.Sprintf("18900 1100 %q", hardMark)},
		{"short instructions with a long text before", x(20000) + "\n" + head + x(50), 19000, x(18900) + hardMark, Hard, fmt.Sprintf("18900 %d %q", 1100+1+len(head)+50, hardMark)},
	} {
		got, method, cut := Compress(source.Literal(c.text), c.most)
		if s := fmt.Sprintf("%d %d %q", cut.At, cut.Took.UTF16, cut.Mark); got.String() != c.want || method != c.method || s != c.cut || cut.Split {
			t.Errorf("%s: %d bytes by %s, cut %s; want %d bytes by %s, cut %s", c.name, got.Len(), method, s, len(c.want), c.method, c.cut)
		}
	}
	for n, did := range map[int]bool{10000 + len(sectionMark): false, 10001 + len(sectionMark): true} {
		got, cut, cutIt := Truncated(source.Literal(x(n)))
		if cutIt != did || did && (got.String() != x(10000)+sectionMark || cut.At != 10000 || cut.Took.UTF16 != n-10000) || !did && got.Len() != n {
			t.Errorf("a file of %d units: %v, %+v", n, cutIt, cut)
		}
	}
}

// What is reported about a removed section: the message, the block and byte at which the section
// began, and its size.
func TestCutsOfSections(t *testing.T) {
	user := prompt.Message{Role: prompt.User, Blocks: []prompt.Block{{ID: "u", Text: source.Literal("## X\nmine")}}}
	p := prompt.Prompt{Messages: []prompt.Message{user, parted("one\n## X\n1", "2", "", "3\n## X\nlast").Messages[0], parted("## X").Messages[0]}}
	p.Messages[1].Role, p.Messages[1].Parts = prompt.Developer, []int{4}
	out, cuts := Without(p, " ## X ")
	var got []string
	for _, c := range cuts {
		got = append(got, fmt.Sprintf("%d %s %d %d", c.Message, c.Block, c.At, c.Took.Bytes))
	}
	for _, m := range out.Messages {
		for _, b := range m.Blocks {
			got = append(got, fmt.Sprintf("%s=%q+%q", b.ID, b.Before.String(), b.Text.String()))
		}
	}
	want := `1 a 4 15|1 d 2 9|2 a 0 4|u=""+"## X\nmine"|a=""+"one\n"|c=""+""`
	if s := strings.Join(got, "|"); s != want || out.Messages[1].Parts != nil || p.Messages[1].Parts == nil {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
	top := parted("one\n", "# X\n1", "2").Messages
	top[0].Blocks[1].Before = source.Text{}
	out, cuts = Without(prompt.Prompt{Messages: top}, "# X")
	if len(cuts) != 1 || cuts[0].Block != "b" || cuts[0].At != 0 || out.Messages[0].Text().String() != "one\n" {
		t.Errorf("a section that begins where a block begins: %+v", cuts)
	}
	for line, want := range map[string]int{"# a": 1, "###### a": 6, "####### a": 0, "#a": 0, "#": 0, "": 0, "a": 0, "## ": 2} {
		if got := level(line); got != want {
			t.Errorf("the level of %q is %d, want %d", line, got, want)
		}
	}
	for _, c := range []struct {
		from, to int
		want     string
	}{{1, 2, "acd"}, {-5, 1, "bcd"}, {3, 9, "abc"}, {2, 2, "abcd"}, {3, 1, "abcd"}, {-3, -1, "abcd"}, {0, 4, ""}} {
		if got := without(source.Literal("abcd"), c.from, c.to).String(); got != c.want {
			t.Errorf("without %d to %d: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}
