package token

// tally is what texts add up to. The tallies of two parts of a text that was
// cut where its scheme allows add up to the tally of the whole, and differences
// mean what they say.
type tally struct {
	// n is the number of tokens; for an estimate in ten-thousandths, so that
	// adding is exact.
	n int64
	// text says what kind of text it is; only the Claude estimates ask for it.
	text kinds
}

func (t tally) plus(o tally) tally  { return tally{t.n + o.n, t.text.plus(o.text)} }
func (t tally) minus(o tally) tally { return tally{t.n - o.n, t.text.minus(o.text)} }

// scheme is one way to count. All schemes may be used by several goroutines.
type scheme interface {
	// method names the scheme as a user does: "o200k_base".
	method() string
	// load decodes what the scheme needs; the other methods do it themselves.
	load()
	isReady() bool
	// sum counts a text of any bytes.
	sum(text string) tally
	// upTo counts the tokens that begin before byte x of a text.
	upTo(text string, x int) tally
	// cut reports whether a text may be counted in two parts, cut between before
	// and after. It looks at the nearest characters alone: one before the cut,
	// three bytes or a character after it.
	cut(before, after string) bool
	// tokens rounds a tally.
	tokens(t tally) int
	// count says what a tally means.
	count(t tally, tokens int) Count
}
