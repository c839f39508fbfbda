// Package textutil has small functions for texts for people: plurals and shortening.
// It imports no other package of galley.
package textutil

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Plural writes a number of things: "1 byte", "2 bytes", "3 matches".
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "ch") {
		thing += "e"
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// Clip returns at most most bytes of a text, and never cuts within a character.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// Shorten is [Clip] with "…" after a shortened text.
func Shorten(s string, most int) string {
	if short := Clip(s, most); len(short) < len(s) {
		return short + "…"
	}
	return s
}

// FirstLine returns a text up to its first line end.
func FirstLine(s string) string {
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		return s[:i]
	}
	return s
}
