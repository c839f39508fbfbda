//go:build !nogemma

package token

import (
	"strings"
	"unicode/utf8"
)

// next returns the end of the part that starts at s[i]. whole says that the part consists of whole
// tokens, so that nothing in it must be merged. Otherwise its characters must be merged into
// tokens.
func (t *charTable) next(s string, i int) (end int, whole bool) {
	switch s[i] {
	case '\n', '\t':
		end = i + 1
		for end < len(s) && s[end] == s[i] {
			end++
		}
		return end, true
	case '<', '[':
		if end := t.wordEnd(s, i); end > 0 {
			return end, true
		}
	case ' ', blankSign[0]:
		// A run of spaces is a part of its own. If the longest runs leave over a single space,
		// that space belongs to the next part.
		end, n, last := blankRun(s, i)
		if n > 1 && n%longestRun == 1 {
			return last, true
		}
		if n > 1 {
			return end, true
		}
		i = max(i, end-1)
	}
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '\n', '\t':
			return j, false
		case '<', '[':
			if t.wordEnd(s, j) > 0 {
				return j, false
			}
		case ' ', blankSign[0]:
			if end, n, _ := blankRun(s, j); n > 1 || n == 1 && !t.glued(s, j, end) {
				return j, false
			}
		}
	}
	return len(s), false
}

// blankSign represents a space in the vocabulary. In a text it has the same meaning.
const blankSign = "▁"

// blankRun returns the end of the spaces from s[i] on, their number, and where the last one starts.
func blankRun(s string, i int) (end, n, last int) {
	for end = i; end < len(s); n++ {
		switch {
		case s[end] == ' ':
			last, end = end, end+1
		case strings.HasPrefix(s[end:], blankSign):
			last, end = end, end+len(blankSign)
		default:
			return end, n, last
		}
	}
	return end, n, last
}

// glued reports whether the space s[i:end] is inside ">▁</", the only token with a
// space after another character.
func (t *charTable) glued(s string, i, end int) bool {
	return s[i-1] == '>' && strings.HasPrefix(s[end:], "</") && t.wordEnd(s, end) == 0
}

// lastUnused is the highest number of the words <unused0>, <unused1> and so on.
const lastUnused = 6241

// wordEnd returns the end of the word at s[i] that is always one token. It returns 0 if no such
// word starts there.
func (t *charTable) wordEnd(s string, i int) int {
	closing := byte('>')
	if s[i] == '[' {
		closing = ']'
	}
	n := strings.IndexByte(s[i:min(len(s), i+t.lens[1])], closing) + 1
	if n < t.lens[0] {
		return 0
	}
	word := s[i : i+n]
	if t.words[word] {
		return i + n
	}
	if digits, ok := strings.CutPrefix(word, "<unused"); ok {
		digits = digits[:len(digits)-1]
		value := 0
		for _, d := range []byte(digits) {
			if d < '0' || d > '9' || value > lastUnused {
				return 0
			}
			value = 10*value + int(d-'0')
		}
		if digits == "0" || digits != "" && digits[0] != '0' && value <= lastUnused {
			return i + n
		}
	}
	return 0
}

// longestRun is how many line feeds, tabs or spaces make one token.
const longestRun = 31

// wholeTokens returns the number of tokens of a part that the method next reports as whole, or of
// the beginning of such a part.
func wholeTokens(s string) int {
	n := 1
	switch s[0] {
	case '\n', '\t':
		n = len(s)
	case ' ', blankSign[0]:
		n = utf8.RuneCountInString(s)
	}
	return (n + longestRun - 1) / longestRun
}
