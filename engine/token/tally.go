package token

// tally is a count that can be added and subtracted. If a text is divided where its scheme allows
// it, the tallies of the two parts add up to the tally of the whole.
type tally struct {
	// n is the number of tokens. For an estimate it is in ten-thousandths of a token, so that sums
	// are exact.
	n int64
	// text has the kinds of the text. Only the Claude estimates use them.
	text kinds
}

func (t tally) plus(o tally) tally  { return tally{t.n + o.n, t.text.plus(o.text)} }
func (t tally) minus(o tally) tally { return tally{t.n - o.n, t.text.minus(o.text)} }

// scheme is one way to count. All schemes may be used by several goroutines.
type scheme interface {
	// method returns the scheme's name as users write it: "o200k_base".
	method() string
	// load decodes the data that the scheme needs. The other methods call load themselves.
	load()
	isReady() bool
	// sum counts a text, which may have invalid bytes.
	sum(text string) tally
	// upTo counts the tokens that begin before byte x of a text.
	upTo(text string, x int) tally
	// cut reports whether the text before+after may be counted in these two parts. It looks only at
	// the characters next to the division: one character before it, and three bytes or one
	// character after it.
	cut(before, after string) bool
	// tokens rounds a tally to a number of tokens.
	tokens(t tally) int
	// count converts a tally into a Count.
	count(t tally, tokens int) Count
}
