// Package token counts tokens: exactly where a model's vocabulary is public,
// by an estimate that says so where it is not.
package token

// Basis says how far a number can be trusted.
type Basis string

// The bases, from the surest on.
const (
	Exact    Basis = "exact"    // the model's own vocabulary, or its provider's answer
	Assumed  Basis = "assumed"  // the vocabulary of the nearest model that is known
	Estimate Basis = "estimate" // a calculation, with a band
)

// Count is a number of tokens and how it came about.
type Count struct {
	Tokens int
	Basis  Basis
	Method string // the vocabulary or the calculation: "o200k_base", "bytes/4"
	// Low and High bound the true number; both equal Tokens when Basis is Exact.
	Low, High int
}

// Counter counts the tokens of a text. It may be used by several goroutines.
type Counter interface {
	// Method names the vocabulary or the calculation.
	Method() string
	Count(text string) Count
}
