package token

// Tokenizer is a Counter for one of the schemes of this package. Its tables are decoded on first
// use, which takes some tens of milliseconds. A caller that must not wait checks Ready, and calls
// Load in another goroutine.
type Tokenizer struct {
	scheme scheme
	basis  Basis // Assumed if the model's own vocabulary is not known
}

// The names of the encodings, as users spell them.
const (
	O200k    = "o200k_base"
	CL100k   = "cl100k_base"
	Gemma3   = "gemma3"
	ClaudeV3 = "claude-v3"
	ClaudeV4 = "claude-v4.7"
)

// Encodings returns the names that Encoding knows, in a fixed order.
func Encodings() []string { return []string{O200k, CL100k, Gemma3, ClaudeV3, ClaudeV4} }

var (
	o200k    = &byteEncoding{name: O200k, packed: o200kPacked, o200k: true}
	cl100k   = &byteEncoding{name: CL100k, packed: cl100kPacked}
	claudeV3 = &claudeScheme{name: ClaudeV3, family: familyV3, base: o200k}
	claudeV4 = &claudeScheme{name: ClaudeV4, family: familyV4, base: o200k}
)

// schemes maps the names to the schemes.
var schemes = map[string]scheme{O200k: o200k, CL100k: cl100k, Gemma3: gemma, ClaudeV3: claudeV3, ClaudeV4: claudeV4}

// tokenizers holds one tokenizer for each scheme and basis. So the same scheme and basis always
// give the same pointer, which callers use as the key of cached counts.
var tokenizers = func() map[string]map[Basis]*Tokenizer {
	all := map[string]map[Basis]*Tokenizer{}
	for name, s := range schemes {
		all[name] = map[Basis]*Tokenizer{Exact: {s, Exact}, Assumed: {s, Assumed}}
	}
	return all
}()

// Encoding returns the tokenizer with a name from Encodings. Its counts are Exact for a vocabulary,
// and Estimate for the Claude estimators and for a vocabulary that this build does not contain.
func Encoding(name string) (*Tokenizer, bool) {
	t, ok := tokenizers[name][Exact]
	return t, ok
}

// Method names how the tokenizer counts: it returns the name of the encoding or, in a build without
// the vocabulary of Gemma, the name of the estimate that replaces it.
func (t *Tokenizer) Method() string { return t.scheme.method() }

// Ready reports whether counting can begin at once.
func (t *Tokenizer) Ready() bool { return t.scheme.isReady() }

// Load decodes the tables if necessary. Several goroutines may call it; all calls return when the
// tables are ready.
func (t *Tokenizer) Load() { t.scheme.load() }

// Count counts a text, which may have invalid bytes. The spellings of special tokens are ordinary
// text. Each longest invalid part of a character counts as one U+FFFD.
func (t *Tokenizer) Count(text string) Count {
	sum := t.scheme.sum(text)
	return t.count(sum, t.scheme.tokens(sum))
}

// count converts a tally into a Count for this tokenizer's model.
func (t *Tokenizer) count(sum tally, tokens int) Count {
	c := t.scheme.count(sum, tokens)
	if c.Basis == Exact {
		c.Basis = t.basis
	}
	return c
}
