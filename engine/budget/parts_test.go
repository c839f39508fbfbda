package budget

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/token"
)

func TestBytesOfATokenFollowTheCounter(t *testing.T) {
	t.Parallel()
	fixed := func(n int) token.Counter {
		return counting(func(string) token.Count { return token.Count{Tokens: n} })
	}
	for name, c := range map[string]struct {
		counter token.Counter
		want    float64
	}{"no counter": {nil, 4}, "one that counts nothing": {fixed(0), 4}, "one token": {fixed(1), 4 / sampleBytes * float64(len(sample))}, "a hundred": {fixed(100), 4 / sampleBytes * float64(len(sample)) / 100}} {
		if got := perToken(4, c.counter); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	none := func(string) token.Count { return token.Count{} }
	if got, want := Guess(1000, 500, none), int(math.Floor(1000/proseBytes+500/toolBytes)); got != want {
		t.Errorf("a guess of %d tokens, want %d", got, want)
	}
	if got := (Measurement{}).Unread(0); got != (Size{}) {
		t.Errorf("nothing is unread: %+v", got)
	}
	if got := (Measurement{}).Unread(1000); got.Length.Bytes != 1000 || got.Tokens.Tokens != int(math.Floor(1000/proseBytes)) {
		t.Errorf("unread: %+v", got)
	}
}

func TestTheTableOfLimitsIsStrict(t *testing.T) {
	t.Parallel()
	got := load("[[limit]]\nprovider = \"x\"\nunit = \"bytes\"\nmax = 3\n")
	if len(got) != 1 || got[0].Provider != "x" || got[0].Max != 3 || got[0].Source != "built in" {
		t.Errorf("%+v", got)
	}
	defer func() {
		if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "budget: ") {
			t.Errorf("a table with an unknown key: %v", text)
		}
	}()
	load("[[limit]]\nprovidr = \"x\"\n")
}

func TestTheNamesOfTheLimitsAreInOrder(t *testing.T) {
	t.Parallel()
	all := Limits()
	names := Providers()
	if len(names) != len(all) || len(all) == 0 {
		t.Fatalf("%q of %d", names, len(all))
	}
	for i, l := range all {
		if names[i] != l.Provider {
			t.Errorf("limit %d is of %s, not of %s", i, l.Provider, names[i])
		}
	}
	all[0].Provider = "changed"
	if Limits()[0].Provider == "changed" {
		t.Error("a caller changes the table")
	}
}

func TestTheMiddleOfTwoLists(t *testing.T) {
	t.Parallel()
	for _, c := range [][4]string{
		{"a b c", "a x c", "b", "x"}, {"a b", "x b", "a", "x"}, {"a b", "a x", "b", "x"}, {"a", "x a", "", "x"}, {"a", "a x", "", "x"},
		{"x a", "a", "x", ""}, {"a b", "a b", "", ""}, {"", "a", "", "a"}, {"a b c d", "a c d", "b", ""}, {"a", "b", "a", "b"},
	} {
		pieces := func(words string) (all []source.Piece) {
			for _, w := range strings.Fields(words) {
				all = append(all, source.Piece{Text: w})
			}
			return all
		}
		if a, b := middle(pieces(c[0]), pieces(c[1])); a != c[2] || b != c[3] {
			t.Errorf("%q and %q: %q, %q", c[0], c[1], a, b)
		}
	}
}

func TestWhatChangedInAText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b             string
		from, aEnd, bEnd int
	}{
		{"abc", "abxc", 2, 2, 3}, {"abc", "abc", 3, 3, 3}, {"", "ab", 0, 0, 2}, {"ab", "", 0, 2, 0}, {"aa", "aaa", 2, 2, 3}, {"xab", "yab", 0, 1, 1},
		{"é", "è", 0, 2, 2},                   // the first bytes are equal
		{"a\u00e9b", "a\u0129b", 1, 3, 3},     // the last bytes are equal
		{"a\xc3b", "a\xc3\xa9b", 1, 2, 3},     // a byte completes a code point
		{"\u20ac", "\u20ac\u20ac", 3, 3, 6},   // a code point is added
		{"x\u00e9\u00e9", "x\u00e9", 3, 5, 3}, // a code point is removed
	} {
		if from, aEnd, bEnd := changed(c.a, c.b); from != c.from || aEnd != c.aEnd || bEnd != c.bEnd {
			t.Errorf("%q to %q: %d %d %d", c.a, c.b, from, aEnd, bEnd)
		}
	}
}

// If the pieces of a text divide a code point, the text is measured as a whole, as is the next
// text.
func TestAMeasureAfterADividedCodePoint(t *testing.T) {
	t.Parallel()
	text := func(pieces ...string) source.Text {
		var b source.Builder
		for i, p := range pieces {
			b.Add(p, source.Origin{Source: string(rune('a' + i))})
		}
		return b.Text()
	}
	var s slot
	for _, x := range []source.Text{text("\xc3", "\xa9x"), text("\xc3", "x"), text("\xc3", "y"), text("é", "y"), text("\xc3", "\xa9y")} {
		length, counts := s.measure(x, []token.Counter{token.Estimator{}, nil})
		if want := (token.Estimator{}).Count(x.String()); length != source.Measure(x.String()) || counts[0] != want || counts[1] != (token.Count{}) {
			t.Errorf("%q: %+v %+v, want %+v %+v", x.String(), length, counts, source.Measure(x.String()), want)
		}
		if s.counted != nil {
			t.Errorf("%q: the estimate was counted again", x.String())
		}
	}
}

func TestADeclarationThatWasNotMeasuredKeepsItsSize(t *testing.T) {
	t.Parallel()
	size := Size{Tokens: token.Count{Tokens: 3}}
	w := Whole{tools: []growth{{true, 10, 4}}}
	if got := w.Tool(0, size); got.Tokens.Tokens != 7 || got.Length.Bytes != 10 {
		t.Errorf("got %+v", got)
	}
	if got := w.Tool(1, size); got != size {
		t.Errorf("got %+v", got)
	}
}

func TestAFollowedDocumentIsDividedOnlyOnDemand(t *testing.T) {
	t.Parallel()
	var asked []string
	f := followed{document: &copyBook{asked: &asked}}
	spans := []source.Span{{Start: 0, End: 4}, {Start: 4, End: 7}}
	var got []string
	for _, c := range []struct {
		text  string
		share bool
	}{{"one two", false}, {"one two", true}, {"one two", true}, {"one two", false}, {"two one", false}, {"two one", true}} {
		whole, shares := f.measure(c.text, spans, c.share)
		line := strconv.Itoa(whole.Tokens)
		for _, s := range shares {
			line += " " + strconv.Itoa(s.Tokens)
		}
		got = append(got, line)
	}
	if want := "2|2 1 1|2 1 1|2|2|2 1 1"; strings.Join(got, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "|"), want)
	}
	if want := "set one two|spans|set two one|spans"; strings.Join(asked, "|") != want {
		t.Errorf("asked %s", strings.Join(asked, "|"))
	}
}
