// Package token counts tokens: exactly where a model's vocabulary is public, by an
// estimate, marked as one, where it is not.
//
// All counting works alike. A splitter cuts a text into pieces, a table of pairs
// merges each piece into tokens, and a cache remembers the pieces' counts. Each
// scheme knows where a text can be cut without changing its count, so a [Document]
// counts a change by counting only the chunk around it. The vocabularies are part of
// the program; [Tokenizer] decodes one on first use.
//
// Go libraries count the whole text each time, which for a megabyte is too slow at
// every key. The cases in testdata/conformance/tokens compare each vocabulary with
// the published encoder.
//
// data/NOTICE.md says where the vocabularies come from.
package token

//go:generate go run ./internal/gen

// Basis says how far a number can be trusted.
type Basis string

// The bases, from the most reliable on.
const (
	Exact    Basis = "exact"    // the model's own vocabulary or its provider's answer
	Assumed  Basis = "assumed"  // the vocabulary of the nearest model that is known
	Estimate Basis = "estimate" // a calculation, with a band
)

// Sign returns the sign before a number of tokens that is not exact: ≈ for an
// estimate, ~ for a count with the vocabulary of the nearest known model.
func (b Basis) Sign() string {
	switch b {
	case Exact:
		return ""
	case Assumed:
		return "~"
	default:
		return "≈"
	}
}

// Count is a number of tokens and how it was counted.
type Count struct {
	Tokens int
	Basis  Basis
	Method string // the vocabulary or the calculation: "o200k_base", "bytes/4"
	// Low and High bound the true number in nineteen of twenty texts. Both equal
	// Tokens when Basis is Exact, and when it is Assumed: the distance between the
	// model's own vocabulary and the one used is not known.
	Low, High int
}

// Counter counts the tokens of a text. It may be used by several goroutines.
type Counter interface {
	// Method names the vocabulary or the calculation.
	Method() string
	Count(text string) Count
}
