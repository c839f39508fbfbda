// Package token counts tokens. The count is exact where the vocabulary of a model is public.
// Otherwise it is an estimate and marked as one.
//
// All counting works in the same way. A splitter divides a text into pieces, a table of pairs
// merges each piece into tokens, and a cache remembers the counts of pieces. Each scheme knows
// where a text can be divided without changing its count. So after a change, a [Document] counts
// only the chunk around the change. The vocabularies are part of the program; [Tokenizer] decodes
// one on first use.
//
// Go libraries count the whole text each time. For a megabyte that is too slow at every key press.
// The cases in testdata/conformance/tokens compare each vocabulary with the published encoder.
//
// data/NOTICE.md says where the vocabularies come from.
package token

//go:generate go run ./internal/gen

// Basis says how reliable a number is.
type Basis string

// The bases, the most reliable first.
const (
	Exact    Basis = "exact"    // the model's own vocabulary, or its provider's answer
	Assumed  Basis = "assumed"  // the vocabulary of the most similar model that is known
	Estimate Basis = "estimate" // a calculation, with a range in which the true number probably lies
)

// Sign returns the sign before a number of tokens that is not exact: ≈ for an estimate, ~ for a
// count with the vocabulary of a similar model.
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

// Count is a number of tokens, and how it was counted.
type Count struct {
	Tokens int
	Basis  Basis
	Method string // the vocabulary or the calculation: "o200k_base", "bytes/4"
	// Low and High bound the true number in nineteen of twenty texts. Both equal Tokens if Basis
	// is Exact. They also equal Tokens if Basis is Assumed, because galley cannot know by how much
	// the model's own vocabulary differs from the vocabulary that was used.
	Low, High int
}

// Counter counts the tokens of a text. It may be used by several goroutines.
type Counter interface {
	// Method returns the name of the vocabulary or, for an estimate, of the calculation.
	Method() string
	Count(text string) Count
}
