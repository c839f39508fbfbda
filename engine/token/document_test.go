package token

import (
	"math/rand/v2"
	"strings"
	"testing"

	"galley/engine/source"
)

// mixed are the parts of random edits. They contain all classes of characters that the split rules
// distinguish, and invalid UTF-8.
var mixed = []string{
	"a", "B", "Word", " ", "  ", "\t", "\n", "\n\n", "\r\n", "/", "//", "!", ".", "'", "'s", "'ll", "\"", ">", "> </", "</b>", "<b>",
	"<unused7>", "7", "12345", "中", "请你扮演", "。", "かな", "한글", "é", "e\u0301", "\u0301", "ß", "ǅ", "ʰ", "🎉", "👩‍💻", "\u00a0", "\u3000",
	"\u0085", "\u2028", "▁", "▁▁", "\xff", "\xe2\x82", "\x82", "\xf0\x9f", "\x00", "func main() {\n\treturn\n}\n", "- [ ] a task, not done\n",
	"the quick brown fox jumps over the lazy dog ", "{\"key\": [1, 2, 3]},\n",
}

func randomText(r *rand.Rand, parts int) string {
	var b strings.Builder
	for range parts {
		b.WriteString(mixed[r.IntN(len(mixed))])
	}
	return b.String()
}

// allCounters returns the counters of all encodings, and one of a type from outside this package.
func allCounters(t testing.TB) map[string]Counter {
	all := map[string]Counter{"foreign": wordCounter{}}
	for _, name := range Encodings() {
		c, ok := Encoding(name)
		if !ok {
			t.Fatalf("no encoding %s", name)
		}
		all[name] = c
	}
	return all
}

// wordCounter is a Counter that this package does not provide.
type wordCounter struct{}

func (wordCounter) Method() string { return "words" }
func (wordCounter) Count(text string) Count {
	n := len(strings.Fields(text))
	return Count{Tokens: n, Basis: Estimate, Method: "words", Low: n / 2, High: 2 * n}
}

func TestIncrementalCountEqualsTheFullCount(t *testing.T) {
	for name, counter := range allCounters(t) {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(6) {
				r := rand.New(rand.NewPCG(seed, 1))
				text := randomText(r, 3000)
				d := NewDocument(counter)
				d.Set(text)
				for step := range 150 {
					offset := r.IntN(len(text) + 1)
					deleted := r.IntN(3)
					if r.IntN(10) == 0 {
						deleted = r.IntN(2000)
					}
					deleted = min(deleted, len(text)-offset)
					inserted := randomText(r, r.IntN(3))
					if r.IntN(20) == 0 {
						inserted = randomText(r, 400)
					}
					text = text[:offset] + inserted + text[offset+deleted:]
					if step%2 == 0 {
						d.Edit(offset, deleted, inserted)
					} else {
						d.Set(text)
					}
					if d.Len() != len(text) {
						t.Fatalf("seed %d, step %d: %d bytes, want %d", seed, step, d.Len(), len(text))
					}
					if got, want := d.Count(), counter.Count(text); got != want {
						t.Fatalf("seed %d, step %d: %+v, want %+v", seed, step, got, want)
					}
				}
				if d.Text() != text {
					t.Fatalf("seed %d: the document has another text", seed)
				}
			}
		})
	}
}

func TestDocumentShrinksToNothingAndGrowsAgain(t *testing.T) {
	counter, _ := Encoding(O200k)
	d := NewDocument(counter)
	for _, text := range []string{"", "one line\n", "", strings.Repeat("a line of text\n", 2000), "a line", ""} {
		d.Set(text)
		if got, want := d.Count(), counter.Count(text); got != want || d.Text() != text {
			t.Errorf("%d bytes: %+v, want %+v", len(text), got, want)
		}
	}
	d.Edit(-5, 1000, "edits outside the text are brought inside")
	d.Edit(1000, 5, " it")
	if want := "edits outside the text are brought inside it"; d.Text() != want {
		t.Errorf("text %q, want %q", d.Text(), want)
	}
}

// If the count of each block had a fixed overhead, the counts would not add up to the total beside
// them. A block's share is therefore the number of tokens that it adds to its message.
func TestReport39SharesOfBlocksAddUpToTheTotal(t *testing.T) {
	for name, counter := range allCounters(t) {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(20) {
				r := rand.New(rand.NewPCG(seed, 2))
				text := randomText(r, 800)
				d := NewDocument(counter)
				d.Set(text)
				var spans []source.Span
				for at := 0; at < len(text); {
					start := at + r.IntN(20)
					end := start + r.IntN(600)
					if start > len(text) {
						break
					}
					at = min(end, len(text))
					spans = append(spans, source.Span{Start: start, End: at})
				}
				shares, rest := d.Spans(spans)
				sum := rest
				for i, share := range shares {
					if share.Tokens < 0 || share.Method != counter.Method() || share.Low > share.Tokens || share.High < share.Tokens {
						t.Errorf("seed %d, span %v: %+v", seed, spans[i], share)
					}
					sum += share.Tokens
				}
				if total := d.Count().Tokens; sum != total || rest < 0 {
					t.Errorf("seed %d: shares and rest (%d) add up to %d, the total is %d", seed, rest, sum, total)
				}
			}
		})
	}
}

// A border between blocks can split a token. The token belongs to the block in which it begins.
func TestShareOfATokenAcrossABorder(t *testing.T) {
	counter, _ := Encoding(O200k)
	d := NewDocument(counter)
	d.Set("hello world") // tokens: "hello", " world"
	for _, c := range []struct{ border, first, second int }{{0, 0, 2}, {1, 1, 1}, {5, 1, 1}, {6, 2, 0}, {11, 2, 0}} {
		shares, rest := d.Spans([]source.Span{{Start: 0, End: c.border}, {Start: c.border, End: 11}})
		if shares[0].Tokens != c.first || shares[1].Tokens != c.second || rest != 0 {
			t.Errorf("border at %d: %d and %d, rest %d; want %d and %d", c.border, shares[0].Tokens, shares[1].Tokens, rest, c.first, c.second)
		}
	}
}

// A combining mark at the beginning of a block composes with the character before the block. The
// tokens on both sides then overlap, but no token may be counted in two shares.
func TestSharesDoNotOverlapWhereCharactersCompose(t *testing.T) {
	const text = "\u304b\u3099 \u304b"
	for name, counter := range allCounters(t) {
		d := NewDocument(counter)
		d.Set(text)
		var spans []source.Span
		for i := range len(text) {
			spans = append(spans, source.Span{Start: i, End: i + 1})
		}
		shares, rest := d.Spans(spans)
		sum := rest
		for _, share := range shares {
			sum += share.Tokens
		}
		if total := d.Count().Tokens; sum != total || rest < 0 {
			t.Errorf("%s: the shares and the rest of %d add up to %d tokens, the total is %d", name, rest, sum, total)
		}
	}
}

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 9)) }
