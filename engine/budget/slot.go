package budget

import (
	"strings"
	"unsafe"

	"galley/engine/source"
	"galley/engine/token"
)

// slot caches one text and its size.
type slot struct {
	round   uint64 // the measurement that used it last
	pieces  []source.Piece
	length  source.Length
	points  int // the text's [token.Estimator.Points]
	counted map[token.Counter]token.Count
}

// measure returns the length of the text, and its count by each counter that is not nil.
func (s *slot) measure(t source.Text, counters []token.Counter) (source.Length, []token.Count) {
	pieces := t.Pieces()
	if separable(s.pieces) && separable(pieces) {
		s.change(pieces)
	} else {
		text := t.String()
		*s = slot{round: s.round, length: source.Measure(text), points: token.Estimator{}.Points(text)}
	}
	s.pieces = pieces
	counts := make([]token.Count, len(counters))
	for i, c := range counters {
		if c != nil {
			counts[i] = s.count(c, t)
		}
	}
	return s.length, counts
}

// separable reports whether every code point lies within one piece, so that the pieces can be
// measured separately.
func separable(pieces []source.Piece) bool {
	for _, p := range pieces {
		if inside(p.Text, 0) {
			return false
		}
	}
	return true
}

// change sets the pieces, and corrects length and points by the difference between the old pieces
// and the new ones.
func (s *slot) change(pieces []source.Piece) {
	old, now := middle(s.pieces, pieces)
	if same(old, now) {
		return
	}
	s.counted = nil
	from, oldEnd, newEnd := changed(old, now)
	was, is := old[from:oldEnd], now[from:newEnd]
	a, b := source.Measure(was), source.Measure(is)
	s.length.Bytes += b.Bytes - a.Bytes
	s.length.UTF16 += b.UTF16 - a.UTF16
	s.length.Runes += b.Runes - a.Runes
	s.points += token.Estimator{}.Points(is) - token.Estimator{}.Points(was)
}

// middle returns the texts of the pieces that differ, without the equal pieces at both ends.
func middle(a, b []source.Piece) (string, string) {
	for len(a) > 0 && len(b) > 0 && same(a[0].Text, b[0].Text) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && same(a[len(a)-1].Text, b[len(b)-1].Text) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return joined(a), joined(b)
}

func joined(pieces []source.Piece) string {
	texts := make([]string, len(pieces))
	for i, p := range pieces {
		texts[i] = p.Text
	}
	return strings.Join(texts, "")
}

// count returns the number of tokens in the text. With the estimator, a change only corrects the
// sum of the pieces' points, because points add up wherever a text is divided. With other counters,
// a changed text is counted again.
func (s *slot) count(c token.Counter, t source.Text) token.Count {
	if e, ok := c.(token.Estimator); ok {
		return e.FromPoints(s.points)
	}
	if n, ok := s.counted[c]; ok {
		return n
	}
	if s.counted == nil {
		s.counted = map[token.Counter]token.Count{}
	}
	n := c.Count(t.String())
	s.counted[c] = n
	return n
}

// same reports whether two strings are equal. It answers at once if they share memory.
func same(a, b string) bool {
	return len(a) == len(b) && (unsafe.StringData(a) == unsafe.StringData(b) || a == b)
}

// changed returns the part in which two texts differ: a[from:aEnd] became b[from:bEnd]. Both ends
// lie at the start of a code point in both texts, so the parts can be measured separately.
func changed(a, b string) (from, aEnd, bEnd int) {
	from = source.CommonPrefix(a, b)
	for from > 0 && (inside(a, from) || inside(b, from)) {
		from--
	}
	n := source.CommonSuffix(a[from:], b[from:])
	for n > 0 && inside(a, len(a)-n) {
		n--
	}
	return from, len(a) - n, len(b) - n
}

// inside reports whether the byte at i is not the first byte of a code point.
func inside(s string, i int) bool { return i < len(s) && s[i]&0xC0 == 0x80 }
