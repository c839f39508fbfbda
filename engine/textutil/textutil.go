// Package textutil has small functions for texts that people read: plurals, shortening and prices.
// It imports no other package of galley.
package textutil

import (
	"fmt"
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

// Clip returns the beginning of s with at most the given number of bytes, and never cuts within a
// character.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// Shorten is [Clip] with "…" at the end of a text that was shortened.
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

// AssumedDollars spells a price that is assumed: "~$0.0234".
func AssumedDollars(usd float64) string {
	text := Dollars(usd)
	if strings.HasPrefix(text, "<") {
		return text
	}
	return "~" + text
}

// Dollars spells a price. A small price is not rounded to zero.
func Dollars(usd float64) string {
	if usd > 0 && usd < 0.0001 {
		return "<$0.0001"
	}
	return fmt.Sprintf("$%.4f", usd)
}

// Command returns a command as it would be typed in a shell. Words with special characters are
// quoted, because the name of a file or an agent may be any text that a project chooses.
func Command(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = w
		if w == "" || strings.ContainsAny(w, " \t\r\n\"'\\$`*?[]{}()<>|&;#~!") {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
