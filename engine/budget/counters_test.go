package budget

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// times is a counter with n tokens for each byte. Its method is the name of the provider.
type times struct {
	provider string
	n        int
}

func (t times) Method() string { return t.provider }

func (t times) Count(text string) token.Count {
	n := t.n * len(text)
	return token.Count{Tokens: n, Low: n, High: n, Basis: token.Exact, Method: t.provider}
}

// whole is a document that counts with one counter. Each of its parts has the tokens of the part's
// bytes.
type whole struct {
	counter token.Counter
	text    string
}

func (w *whole) Set(text string)    { w.text = text }
func (w *whole) Count() token.Count { return w.counter.Count(w.text) }

func (w *whole) Spans(spans []source.Span) (shares []token.Count, rest int) {
	rest = w.Count().Tokens
	for _, s := range spans {
		shares = append(shares, w.counter.Count(w.text[s.Start:s.End]))
		rest -= shares[len(shares)-1].Tokens
	}
	return shares, rest
}

// The chosen provider's counter counts blocks, messages, tools and unread files. Each gauge uses
// the counter of its own provider. Both hold whether messages are counted by block or as a whole.
func TestEachProviderCountsWithItsOwnCounter(t *testing.T) {
	t.Parallel()
	counters := func(provider, model string) token.Counter {
		return times{provider, map[string]int{"chosen": 2, "claude": 3, "gemini": 5, "openai": 7}[provider]}
	}
	follow := func(c token.Counter) Document { return &whole{counter: c} }
	p := prompt.Prompt{
		Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{ID: "a", Text: source.Literal("abc")}, {ID: "b", Text: source.Literal("de")}}}, {Role: prompt.User}},
		Tools:    []prompt.Tool{{Name: "t", Declaration: source.Literal("{}")}},
	}
	want := "blocks 6 chosen 4 chosen|messages 10 chosen 0 chosen|total 10 chosen|tools 4 chosen|claude 15 claude|gemini 25 gemini|openai 35 openai"
	for name, meter := range map[string]*Meter{"by block": NewMeter(counters, nil), "whole": NewMeter(counters, follow)} {
		for range 2 {
			m := meter.Measure(p, Options{Provider: "chosen"})
			got := []string{fmt.Sprint("blocks", numbers(m.Blocks[0].Tokens, m.Blocks[1].Tokens)), fmt.Sprint("messages", numbers(m.Messages[0].Tokens, m.Messages[1].Tokens)), fmt.Sprint("total", numbers(m.Total.Tokens)), fmt.Sprint("tools", numbers(m.Tools.Tokens))}
			for _, g := range m.Gauges {
				got = append(got, g.Provider+numbers(g.Count))
			}
			if s := strings.Join(got, "|"); s != want {
				t.Errorf("%s: %s, want %s", name, s, want)
			}
			if n := m.Unread(475).Tokens.Tokens; n != 882 { // 100 tokens of o200k_base: 4.41 bytes of the sample are one token there, and 8.82 tokens with this counter
				t.Errorf("%s: %d tokens are unread", name, n)
			}
		}
		if m := meter.Measure(prompt.Prompt{Messages: []prompt.Message{{Role: prompt.User}}}, Options{Provider: "chosen"}); len(m.Blocks) != 0 || m.Total.Tokens != (token.Count{Basis: token.Exact, Method: "chosen"}) {
			t.Errorf("%s: without blocks %+v", name, m.Total)
		}
	}
}

func numbers(counts ...token.Count) string {
	s := ""
	for _, c := range counts {
		s += fmt.Sprintf(" %d %s", c.Tokens, c.Method)
	}
	return s
}

// When a message has no spans left, no share of its earlier text remains.
func TestSharesBelongToTheText(t *testing.T) {
	t.Parallel()
	f := followed{document: &whole{counter: times{"x", 1}}}
	if _, shares := f.measure("ab", []source.Span{{Start: 0, End: 1}, {Start: 1, End: 2}}, true); len(shares) != 2 {
		t.Errorf("%d shares of two spans", len(shares))
	}
	if count, shares := f.measure("abc", nil, true); count.Tokens != 3 || len(shares) != 0 {
		t.Errorf("%d tokens, %d shares of no span", count.Tokens, len(shares))
	}
}

// A gauge is scaled by the ratio between its own count of the text and the chosen count. Without
// text, both counts are the same. If no tokens are added, the gauge's count stays as exact as it
// was.
func TestAGaugeCountsWhatIsBesideTheText(t *testing.T) {
	t.Parallel()
	count := func(n int, basis token.Basis) token.Count {
		return token.Count{Tokens: n, Low: n, High: n, Basis: basis, Method: "m"}
	}
	for _, c := range []struct {
		text, all, gauge int // tokens
		basis            token.Basis
		want             string
	}{
		{0, 10, 0, token.Exact, "p tokens 10 of 100 ok, 10 (10-10) exact"},
		{0, 10, 4, token.Exact, "p tokens 14 of 100 ok, 14 (14-14) exact"},
		{1, 11, 3, token.Exact, "p tokens 33 of 100 ok, 33 (33-33) exact"},
		{10, 5, 80, token.Estimate, "p tokens 40 of 100 ok, 40 (40-40) estimate"},
		{10, 10, 80, token.Estimate, "p tokens 80 of 100 warning, 80 (80-80) exact"},
	} {
		g := Gauge{Limit: Limit{Provider: "p", Unit: Tokens, Max: 100}, Used: c.gauge, Count: count(c.gauge, token.Exact)}
		got := Whole{System: Size{Tokens: count(c.all, c.basis)}}.gauge(g, Size{Tokens: count(c.text, token.Estimate)})
		if s := gaugeText(got); s != c.want {
			t.Errorf("%d of text and %d in all: %s, want %s", c.text, c.all, s, c.want)
		}
	}
	longer := Whole{System: Size{Length: source.Length{Bytes: 101}, Tokens: count(5, token.Exact)}}
	g := Gauge{Limit: Limit{Provider: "p", Unit: Bytes, Max: 100}, Used: 20, Count: count(5, token.Exact), State: OK}
	if s := gaugeText(longer.gauge(g, Size{Length: source.Length{Bytes: 20}, Tokens: count(5, token.Exact)})); s != "p bytes 101 of 100 over, 5 (5-5) exact" {
		t.Errorf("more bytes with as many tokens: %s", s)
	}
}

// A count whose basis is not known is the least certain.
func TestCertaintyOfASum(t *testing.T) {
	t.Parallel()
	for i, basis := range []token.Basis{"", token.Estimate, token.Assumed, token.Exact} {
		if got := certainty(basis); got != i-1 {
			t.Errorf("%q is at %d, want %d", basis, got, i-1)
		}
	}
}
