package token

import "galley/engine/source"

// A Document is a text whose tokens are counted repeatedly while it changes, such as a message of
// a prompt while its template is being typed. It keeps the text in chunks whose counts add up to
// the count of the whole. So after a change it counts only the affected chunks again.
//
// A text that cannot be divided (one endless word) is one chunk, and each change counts the whole
// text. A Document is not safe for concurrent use.
type Document struct {
	counter Counter
	scheme  scheme
	leaves  []leaf
	sum     tally
	size    int // bytes
}

// chunk is the text between two cuts.
type chunk struct {
	text string
	sum  tally
}

// leaf is a run of chunks, with the sum of their counts. Because of leaves, a search or a change
// in a large document visits or moves only a few chunks.
type leaf struct {
	chunks []chunk
	size   int
	sum    tally
}

const (
	chunkSize  = 256 // a chunk of at least this many bytes ends at the next place where the text can be divided
	leafChunks = 64  // number of chunks in a new leaf; a leaf with twice as many is split
)

// NewDocument returns an empty document that counts with c. If c is a Tokenizer of this package,
// the document counts chunk by chunk. With another counter it counts the whole text.
func NewDocument(c Counter) *Document {
	d := &Document{counter: c}
	if t, ok := c.(*Tokenizer); ok {
		d.scheme = t.scheme
	} else {
		d.scheme = &foreign{counter: c}
	}
	return d
}

// Len returns the length of the text in bytes.
func (d *Document) Len() int { return d.size }

// Text returns the text. It joins the chunks at each call.
func (d *Document) Text() string {
	b := make([]byte, 0, d.size)
	for i := range d.leaves {
		for j := range d.leaves[i].chunks {
			b = append(b, d.leaves[i].chunks[j].text...)
		}
	}
	return string(b)
}

// Count returns the count of the whole text. It equals the result of the counter, but takes much
// less work.
func (d *Document) Count() Count { return d.countOf(d.sum, d.scheme.tokens(d.sum)) }

func (d *Document) countOf(sum tally, tokens int) Count {
	if t, ok := d.counter.(*Tokenizer); ok {
		return t.count(sum, tokens)
	}
	return d.scheme.count(sum, tokens)
}

// Spans returns the counts of parts of the text, such as the blocks of a message. The parts must
// be in order and must not overlap. rest is the count of everything else, so that all counts add
// up to Count.
//
// A token belongs to the part that has its first byte. So the share of a block is what the block
// adds to this text in this place. Counted by itself, the block may have one token more or less at
// each end. In a Claude estimate, the pieces of the estimate take the place of tokens.
func (d *Document) Spans(spans []source.Span) (shares []Count, rest int) {
	shares = make([]Count, len(spans))
	rest = d.scheme.tokens(d.sum)
	last := 0
	for i, span := range spans {
		from, to := d.upTo(span.Start), d.upTo(span.End)
		// If characters are corrected or composed across a border, a longer part of the text may
		// have a token less than a shorter one. A share is never negative.
		begin := max(last, d.scheme.tokens(from))
		end := max(begin, d.scheme.tokens(to))
		last = end
		shares[i] = d.countOf(to.minus(from), end-begin)
		rest -= end - begin
	}
	return shares, rest
}

// upTo returns the tally of the tokens that begin before byte x.
func (d *Document) upTo(x int) tally {
	var sum tally
	for i := range d.leaves {
		l := &d.leaves[i]
		if x >= l.size {
			sum = sum.plus(l.sum)
			x -= l.size
			continue
		}
		for j := range l.chunks {
			c := &l.chunks[j]
			if x < len(c.text) {
				return sum.plus(d.scheme.upTo(c.text, x))
			}
			sum = sum.plus(c.sum)
			x -= len(c.text)
		}
	}
	return sum
}

// foreign makes a scheme from a counter of another package. Such a counter does not say where a
// text can be divided, so the document is one chunk.
type foreign struct {
	counter Counter
	last    Count // the count of the whole text
}

func (f *foreign) method() string       { return f.counter.Method() }
func (f *foreign) load()                {}
func (f *foreign) isReady() bool        { return true }
func (f *foreign) cut(_, _ string) bool { return false }
func (f *foreign) tokens(t tally) int   { return int(t.n) }
func (f *foreign) sum(text string) tally {
	f.last = f.counter.Count(text)
	return tally{n: int64(f.last.Tokens)}
}

// upTo assumes that the tokens are spread evenly over the bytes of the text.
func (f *foreign) upTo(text string, x int) tally {
	return tally{n: int64(f.last.Tokens) * int64(x) / int64(len(text))}
}

func (f *foreign) count(_ tally, tokens int) Count {
	c := f.last
	if c.Tokens != tokens && c.Tokens > 0 {
		c.Low = c.Low * tokens / c.Tokens
		c.High = (c.High*tokens + c.Tokens - 1) / c.Tokens
	}
	c.Tokens = tokens
	return c
}
