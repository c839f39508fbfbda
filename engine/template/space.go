package template

import (
	"strings"
	"unicode/utf8"

	"galley/engine/source"
)

// skipSpace returns the offset of the first byte in text[from:to] that is not
// white space, or the offset to.
func skipSpace(text string, from, to int) int {
	for from < to {
		if c := text[from]; c < utf8.RuneSelf {
			if c > ' ' || !source.IsJSSpace(rune(c)) {
				return from
			}
			from++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[from:to])
		if !source.IsJSSpace(r) {
			return from
		}
		from += size
	}
	return to
}

// trimEnd returns the offset after the last byte in text[from:to] that is not white space, or the
// offset from.
func trimEnd(text string, from, to int) int {
	for to > from {
		if c := text[to-1]; c < utf8.RuneSelf {
			if c > ' ' || !source.IsJSSpace(rune(c)) {
				return to
			}
			to--
			continue
		}
		r, size := utf8.DecodeLastRuneInString(text[from:to])
		if !source.IsJSSpace(r) {
			return to
		}
		to -= size
	}
	return from
}

// isWord says which bytes may occur in a type.
var isWord = func() (table [256]bool) {
	for _, c := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_" {
		table[c] = true
	}
	return table
}()

// skipWord returns the offset of the first byte in text[from:to] that cannot be part of a type, or
// the offset to.
func skipWord(text string, from, to int) int {
	for from < to && isWord[text[from]] {
		from++
	}
	return from
}

// lastLineEnd returns the offset of the last line end in text[from:to], or -1. Line ends are LF,
// CR, U+2028 and U+2029, which keys cannot contain.
func lastLineEnd(text string, from, to int) int {
	s := text[from:to]
	last := -1
	if strings.IndexByte(s, '\n') >= 0 {
		last = strings.LastIndexByte(s, '\n')
	}
	if strings.IndexByte(s, '\r') >= 0 {
		last = max(last, strings.LastIndexByte(s, '\r'))
	}
	if strings.IndexByte(s, 0xE2) >= 0 {
		last = max(last, strings.LastIndex(s, "\u2028"), strings.LastIndex(s, "\u2029"))
	}
	if last < 0 {
		return -1
	}
	return from + last
}
