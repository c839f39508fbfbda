package budget

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// words counts words separated by white space and records how often it is called.
type words struct{ asked *int }

func (words) Method() string { return "words" }

func (w words) Count(s string) token.Count {
	*w.asked++
	n := len(strings.Fields(s))
	return token.Count{Tokens: n, Basis: token.Exact, Method: "words", Low: n, High: n}
}

func message(texts ...string) prompt.Message {
	m := prompt.Message{Role: prompt.System}
	for i, s := range texts {
		b := prompt.Block{ID: "b", Text: source.Literal(s)}
		if i > 0 {
			b.Before = source.Literal("\n\n")
		}
		m.Blocks = append(m.Blocks, b)
	}
	return m
}

func measure(o Options, messages ...prompt.Message) Measurement {
	return NewMeter(Estimates, nil).Measure(prompt.Prompt{Messages: messages}, o)
}

func TestTheLimitsOfTheProviders(t *testing.T) {
	want := []Limit{{"claude", Tokens, 200000, "built in"}, {"gemini", UTF16, 32000, "built in"}, {"openai", Tokens, 128000, "built in"}}
	if got := Limits(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	want[1].Max, want[1].Source = 7, "config"
	if got := WithOverrides(map[string]int{"gemini": 7, "nobody": 1}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestStates(t *testing.T) {
	for _, c := range []struct {
		used int
		want State
	}{{0, OK}, {79, OK}, {80, Warning}, {100, Warning}, {101, Over}} {
		g := measure(Options{Overrides: map[string]int{"gemini": 100}}, message(strings.Repeat("x", c.used))).Gauges[1]
		if g.State != c.want || g.Used != c.used {
			t.Errorf("%d of 100: %s (%d)", c.used, g.State, g.Used)
		}
	}
}

func TestUTF16IsWhatGeminiCounts(t *testing.T) {
	g := measure(Options{}, message("😀é")).Gauges[1]
	if g.Provider != "gemini" || g.Used != 3 || !g.Exact() {
		t.Errorf("got %+v", g)
	}
}

func TestBlocksAndJoinsSumToTheMessage(t *testing.T) {
	asked := 0
	m := NewMeter(func(string, string) token.Counter { return words{&asked} }, nil)
	got := m.Measure(prompt.Prompt{Messages: []prompt.Message{message("one two", "", "three"), message("four")}}, Options{})
	if len(got.Blocks) != 4 || len(got.Messages) != 2 || got.Total.Tokens.Tokens != 4 || got.Total.Tokens.Basis != token.Exact {
		t.Fatalf("got %+v", got)
	}
	if b := got.Blocks[2]; b.Span != (source.Span{Start: 11, End: 16}) || b.Length.Bytes != 5 || b.Tokens.Tokens != 1 || b.Block != 2 {
		t.Errorf("got %+v", b)
	}
	if got.Messages[0].Length.Bytes != 16 || got.Total.Length.Bytes != 20 {
		t.Errorf("got %+v", got)
	}
}

func TestEmptyTextHasNoTokens(t *testing.T) {
	got := measure(Options{})
	if len(got.Gauges) != 3 || got.Gauges[0].Used != 0 || got.Gauges[0].Count.Method == "" || got.Gauges[0].State != OK {
		t.Errorf("got %+v", got)
	}
}

func TestModelSelectsTheCounterOfItsProvider(t *testing.T) {
	var asked [][2]string
	m := NewMeter(func(p, model string) token.Counter {
		asked = append(asked, [2]string{p, model})
		return token.Estimator{}
	}, nil)
	m.Measure(prompt.Prompt{}, Options{Provider: "anthropic", Model: "opus"})
	want := [][2]string{{"anthropic", "opus"}, {"claude", "opus"}, {"gemini", ""}, {"openai", ""}}
	if !reflect.DeepEqual(asked, want) {
		t.Errorf("got %v", asked)
	}
}

func TestUnchangedTextIsNotCountedAgain(t *testing.T) {
	asked := 0
	m := NewMeter(func(string, string) token.Counter { return words{&asked} }, nil)
	m.Measure(prompt.Prompt{Messages: []prompt.Message{message("one", "two")}}, Options{})
	asked = 0
	m.Measure(prompt.Prompt{Messages: []prompt.Message{message("one", "two more")}}, Options{})
	if asked != 1 {
		t.Errorf("%d counts after one block changed", asked)
	}
}

// copyBook is a document that counts words and records the calls of Set and Spans.
type copyBook struct {
	text  string
	asked *[]string
}

func (c *copyBook) Set(text string) {
	c.text = text
	*c.asked = append(*c.asked, "set "+text)
}

func (c *copyBook) Count() token.Count { return words{new(int)}.Count(c.text) }

// Spans counts each word in the span in which it begins.
func (c *copyBook) Spans(spans []source.Span) (shares []token.Count, rest int) {
	*c.asked = append(*c.asked, "spans")
	rest = c.Count().Tokens
	for _, s := range spans {
		n := 0
		for i := s.Start; i < s.End; i++ {
			if c.text[i] != ' ' && (i == 0 || c.text[i-1] == ' ') {
				n++
			}
		}
		rest -= n
		shares = append(shares, token.Count{Tokens: n, Basis: token.Exact, Method: "words", Low: n, High: n})
	}
	return shares, rest
}

func TestDocumentsCountWholeMessages(t *testing.T) {
	asked, n := []string{}, 0
	counter := words{&n}
	m := NewMeter(func(string, string) token.Counter { return counter }, func(token.Counter) Document { return &copyBook{asked: &asked} })
	two := prompt.Message{Blocks: []prompt.Block{{ID: "a", Text: source.Literal("one tw")}, {ID: "b", Text: source.Literal("o three")}}}
	for range 2 {
		got := m.Measure(prompt.Prompt{Messages: []prompt.Message{two}}, Options{})
		if got.Total.Tokens.Tokens != 3 || got.Blocks[0].Tokens.Tokens != 2 || got.Blocks[1].Tokens.Tokens != 1 || got.Gauges[0].Used != 3 {
			t.Errorf("a word that spans two blocks must count once: %+v", got)
		}
	}
	if want := []string{"set one two three", "spans"}; !reflect.DeepEqual(asked, want) || n != 0 {
		t.Errorf("asked %q", asked)
	}
	two.Blocks[1].Text = source.Literal("o x")
	if got := m.Measure(prompt.Prompt{Messages: []prompt.Message{two, {}}}, Options{}); got.Total.Tokens.Tokens != 3 || got.Messages[1].Tokens.Tokens != 0 {
		t.Errorf("got %+v", got)
	}
}

// A meter that follows edits must give the same numbers as a new one, for any edits at any place.
func TestFollowingEditsGivesTheSameNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "\n", "é", "日本", "😀", "\xff", "\xf0\x9f", "\x80\x80", " word", strings.Repeat("ascii text ", 300)}
	m := NewMeter(Estimates, nil)
	text := strings.Repeat("Some prose – with signs.\n", 200)
	for i := range 3000 {
		at := r.IntN(len(text) + 1)
		end := min(at+r.IntN(4), len(text))
		if r.IntN(50) == 0 {
			end = len(text)
		}
		text = text[:at] + parts[r.IntN(len(parts))] + text[end:]
		whole := message(text)
		cut := message(text)
		cut.Blocks[0].Text = inPieces(r, text)
		got := m.Measure(prompt.Prompt{Messages: []prompt.Message{cut}}, Options{})
		if want := measure(Options{}, whole); !reflect.DeepEqual(got, want) {
			t.Fatalf("edit %d at %d: got %+v, want %+v", i, at, got.Total, want.Total)
		}
	}
}

// inPieces splits a text at random offsets, even inside code points.
func inPieces(r *rand.Rand, text string) source.Text {
	var b source.Builder
	for text != "" && r.IntN(4) > 0 {
		n := r.IntN(len(text)) + 1
		b.Add(text[:n], source.Origin{})
		text = text[n:]
	}
	b.Add(text, source.Origin{})
	return b.Text()
}

func FuzzChanged(f *testing.F) {
	f.Add("abc", "abd")
	f.Add("é", "è")
	f.Add("\x80\x80", "\x80")
	f.Fuzz(func(t *testing.T, a, b string) {
		from, aEnd, bEnd := changed(a, b)
		if from > aEnd || from > bEnd || a[:from]+b[from:bEnd]+a[aEnd:] != b {
			t.Fatalf("%q → %q: %d %d %d", a, b, from, aEnd, bEnd)
		}
		sum := source.Measure(a[:from]).Add(source.Measure(b[from:bEnd])).Add(source.Measure(a[aEnd:]))
		if sum != source.Measure(b) {
			t.Fatalf("%q → %q: the edit splits a code point", a, b)
		}
	})
}

func BenchmarkMeasureAKey(b *testing.B) {
	for name, size := range map[string]int{"60KB": 60 << 10, "1MB": 1 << 20} {
		b.Run(name, func(b *testing.B) {
			line := "Keep functions short – and say why, not what.\n"
			s := strings.Repeat(line, size/len(line))
			texts := [2]string{s[:size/2] + "x" + s[size/2:], s[:size/2] + "xy" + s[size/2:]}
			m := NewMeter(Estimates, nil)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				m.Measure(prompt.Prompt{Messages: []prompt.Message{message(texts[i%2])}}, Options{})
			}
		})
	}
}

// Tools are counted too. As long as they do not change they are not counted again.
func TestDeclarationsOfToolsAreCountedOnceEach(t *testing.T) {
	asked := 0
	m := NewMeter(func(string, string) token.Counter { return words{&asked} }, nil)
	p := prompt.Prompt{Tools: []prompt.Tool{
		{Name: "a", Declaration: source.Literal("one two")}, {Name: "a", Declaration: source.Literal("three")},
	}}
	m.Measure(p, Options{})
	asked = 0
	if got := m.Measure(p, Options{}).Tools; got.Tokens.Tokens != 3 || got.Length.Bytes != 12 {
		t.Errorf("got %+v, want 3 tokens and 12 bytes", got)
	}
	if asked > len(Limits())+1 { // one call for each message, and this prompt has no messages
		t.Errorf("%d counts although nothing changed", asked)
	}
}

// A separator of one byte counts, and a text that was empty counts once it is not.
func TestSmallTextsCount(t *testing.T) {
	m := message("one", "")
	m.Blocks[1].Before = source.Literal("\n")
	if got := measure(Options{}, m).Total.Length.Bytes; got != 4 {
		t.Errorf("%d bytes", got)
	}
	follow := NewMeter(Estimates, nil)
	for _, text := range []string{"", "hello world", "", "hello world, and more of it"} {
		p := prompt.Prompt{Messages: []prompt.Message{message(text)}}
		got := follow.Measure(p, Options{}).Total
		want := NewMeter(Estimates, nil).Measure(p, Options{}).Total
		if got != want || (text == "") != (got.Tokens.Tokens == 0) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
