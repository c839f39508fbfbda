// Package token counts tokens: exactly where a model's vocabulary is public,
// by an estimate that says so where it is not.
//
// All counting has one shape. A splitter cuts a text into pieces, a table of
// pairs merges each piece into tokens, a cache remembers what pieces came to, and
// places are known where a text can be cut without changing its count. So a
// [Document] counts a change by counting the chunk that it lies in. The
// vocabularies are part of the program; [Tokenizer] decodes one on first use.
//
// Libraries for Go count a whole text each time, and so a megabyte at every key; none of
// them knows where a count may be cut. Each vocabulary is held against the published
// encoder by the cases in testdata/conformance/tokens.
//
// data/NOTICE.md says where the vocabularies come from.
package token

//go:generate go run ./internal/gen

// Basis says how far a number can be trusted.
type Basis string

// The bases, from the surest on.
const (
	Exact    Basis = "exact"    // the model's own vocabulary, or its provider's answer
	Assumed  Basis = "assumed"  // the vocabulary of the nearest model that is known
	Estimate Basis = "estimate" // a calculation, with a band
)

// Sign stands before a number of tokens that is not exact: ≈ before an estimate, ~
// before a count with the vocabulary of the nearest model that is known.
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

// Count is a number of tokens and how it came about.
type Count struct {
	Tokens int
	Basis  Basis
	Method string // the vocabulary or the calculation: "o200k_base", "bytes/4"
	// Low and High bound the true number in nineteen of twenty texts. Both equal
	// Tokens when Basis is Exact, and when it is Assumed: how far the model's own
	// vocabulary is from the one counted with is not known.
	Low, High int
}

// Counter counts the tokens of a text. It may be used by several goroutines.
type Counter interface {
	// Method names the vocabulary or the calculation.
	Method() string
	Count(text string) Count
}
