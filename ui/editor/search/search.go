// Package search finds text in text: as plain text or a regular expression,
// case-sensitive or not, anywhere or whole words only. Regular expressions are Go's,
// so no pattern can make a search slow.
package search

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"

	"galley/engine/source"
)

// Query is what to search for.
type Query struct {
	Text   string
	Regexp bool // Text is a regular expression; ^ and $ match at lines
	Case   bool // upper and lower case differ
	Word   bool // the match must not continue a word at either end
}

// Toggle switches an option of the query if a search field has the key for this option: alt+c
// for the case, alt+w for whole words, alt+r for a regular expression. It returns false for
// other keys.
func (q *Query) Toggle(key string) bool {
	switch key {
	case "alt+c":
		q.Case = !q.Case
	case "alt+w":
		q.Word = !q.Word
	case "alt+r":
		q.Regexp = !q.Regexp
	default:
		return false
	}
	return true
}

// Matcher finds the matches of one query.
type Matcher struct {
	q Query
	// re is the regular expression. behind is the same expression after any one character, and
	// finds matches that begin in the middle of a text. One character is enough, because
	// conditions on the surrounding text (^, $, \b) look at most one character away.
	re, behind *regexp.Regexp
	// heads is for a plain search that ignores case: it has the forms of the query's first
	// character in upper and lower case.
	heads []string
}

// Compile returns a matcher for q. The error says what is wrong with a regular expression.
func Compile(q Query) (*Matcher, error) {
	m := &Matcher{q: q}
	if !q.Regexp {
		if !q.Case {
			r, size := utf8.DecodeRuneInString(q.Text)
			m.heads = []string{q.Text[:size]}
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				m.heads = append(m.heads, string(f))
			}
		}
		return m, nil
	}
	flags := "(?m)"
	if !q.Case {
		flags = "(?mi)"
	}
	var err error
	if m.re, err = regexp.Compile(flags + q.Text); err == nil {
		m.behind, err = regexp.Compile("(?s:.)" + flags + "(?:" + q.Text + ")")
	}
	if err != nil {
		return nil, explain(err, q.Text)
	}
	return m, nil
}

// explain returns the error of a regular expression without the flags that were added before it.
func explain(err error, text string) error {
	var bad *syntax.Error
	if errors.As(err, &bad) {
		what := bad.Code.String()
		if bad.Expr != "" && bad.Expr != text && strings.Contains(text, bad.Expr) {
			what += ": " + bad.Expr
		}
		return errors.New(what)
	}
	return err
}

// Query returns the matcher's query.
func (m *Matcher) Query() Query { return m.q }

// Next returns the first match in text that begins at or after an offset. Empty matches do not
// count.
func (m *Matcher) Next(text string, from int) (match source.Span, ok bool) {
	m.Each(text, from, len(text), func(s source.Span) bool {
		match, ok = s, true
		return false
	})
	return match, ok
}

// Each calls f for the matches that begin in text[from:to] and do not overlap, until f returns
// false.
func (m *Matcher) Each(text string, from, to int, f func(source.Span) bool) {
	if m.q.Text == "" {
		return
	}
	sc := scan{m: m, text: text}
	for from < to {
		s, ok := sc.next(from)
		if !ok || s.Start >= to {
			return
		}
		if s.Len() == 0 || m.q.Word && !wholeWord(text, s) {
			_, size := utf8.DecodeRuneInString(text[s.Start:])
			from = s.Start + max(size, 1)
			continue
		}
		if !f(s) {
			return
		}
		from = s.End
	}
}

// Count returns the number of matches in text in total, and in index how many of them begin
// before an offset. It stops counting at limit.
func (m *Matcher) Count(text string, before, limit int) (index, total int) {
	m.Each(text, 0, len(text), func(s source.Span) bool {
		total++
		if s.Start < before {
			index++
		}
		return total < limit
	})
	return index, total
}

// Expand returns the text that replaces a match. In the replacement for a regular expression, the
// groups of the match replace $1, ${name} and so on.
func (m *Matcher) Expand(text string, match source.Span, replacement string) string {
	if m.re == nil {
		return replacement
	}
	sc := scan{m: m, text: text}
	loc, start := sc.submatches(match.Start)
	if loc == nil || start != match.Start {
		return replacement
	}
	return string(m.re.ExpandString(nil, replacement, sc.text[sc.base:], loc))
}

// scan is one pass over a text.
type scan struct {
	m    *Matcher
	text string
	at   []int // the next offset of each of m.heads, or -1 if it does not occur again
	base int   // the offset to which the last submatches are relative
}

// next returns the first match that begins at or after an offset. It also returns matches that
// are not whole words.
func (sc *scan) next(from int) (source.Span, bool) {
	m := sc.m
	switch {
	case m.re != nil:
		loc, start := sc.submatches(from)
		if loc == nil {
			return source.Span{}, false
		}
		return source.Span{Start: start, End: sc.base + loc[1]}, true
	case m.q.Case:
		i := indexFrom(sc.text, m.q.Text, from)
		return source.Span{Start: i, End: i + len(m.q.Text)}, i >= 0
	default:
		return sc.nextFolded(from)
	}
}

// submatches returns the first match of the expression at or after an offset, with its groups.
// loc has offsets relative to sc.base, and start is the offset of the match in the whole text.
func (sc *scan) submatches(from int) (loc []int, start int) {
	if from == 0 {
		if loc = sc.m.re.FindStringSubmatchIndex(sc.text); loc != nil {
			start = loc[0]
		}
		return loc, start
	}
	_, size := utf8.DecodeLastRuneInString(sc.text[:from])
	sc.base = from - size
	loc = sc.m.behind.FindStringSubmatchIndex(sc.text[sc.base:])
	if loc == nil {
		return
	}
	_, size = utf8.DecodeRuneInString(sc.text[sc.base+loc[0]:])
	loc[0] += size
	return loc, sc.base + loc[0]
}

// nextFolded searches for every form of the first character, and compares the text after it.
func (sc *scan) nextFolded(from int) (source.Span, bool) {
	if sc.at == nil {
		sc.at = make([]int, len(sc.m.heads)) // all are 0, so that the start of the text is always compared
	}
	for {
		best := -1
		for i, p := range sc.at {
			if p >= 0 && p < from {
				p = indexFrom(sc.text, sc.m.heads[i], from)
				sc.at[i] = p
			}
			if p >= 0 && (best < 0 || p < sc.at[best]) {
				best = i
			}
		}
		if best < 0 {
			return source.Span{}, false
		}
		start := sc.at[best]
		if n, ok := foldPrefix(sc.text[start:], sc.m.q.Text); ok {
			return source.Span{Start: start, End: start + n}, true
		}
		from = start + 1
	}
}

func indexFrom(text, s string, from int) int {
	i := strings.Index(text[from:], s)
	if i < 0 {
		return -1
	}
	return from + i
}

// foldPrefix reports whether text begins with the string want if case is ignored. n is the
// number of bytes at the start of text that match.
func foldPrefix(text, want string) (n int, ok bool) {
	for len(want) > 0 {
		a, as := utf8.DecodeRuneInString(text[n:])
		b, bs := utf8.DecodeRuneInString(want)
		if a != b && !foldEqual(a, b) || a == utf8.RuneError && text[n:n+as] != want[:bs] {
			return n, false
		}
		n += as
		want = want[bs:]
	}
	return n, true
}

func foldEqual(a, b rune) bool {
	for f := unicode.SimpleFold(a); f != a; f = unicode.SimpleFold(f) {
		if f == b {
			return true
		}
	}
	return false
}

// wholeWord reports whether the match is not part of a longer word.
func wholeWord(text string, s source.Span) bool {
	// At an end of the text, decoding returns RuneError, which is not a character of a word.
	before, _ := utf8.DecodeLastRuneInString(text[:s.Start])
	first, _ := utf8.DecodeRuneInString(text[s.Start:])
	last, _ := utf8.DecodeLastRuneInString(text[:s.End])
	after, _ := utf8.DecodeRuneInString(text[s.End:])
	return !(wordRune(before) && wordRune(first)) && !(wordRune(last) && wordRune(after))
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
