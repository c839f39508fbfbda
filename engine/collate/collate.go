// Package collate orders names as JavaScript's localeCompare does in the locale
// en-US, which several agents sort by: punctuation before digits before letters,
// a before A before b, é beside e, 10 before 2.
//
// Known from: a comparison of node 20 (ICU) with the root collation of
// golang.org/x/text. The two have different versions of Unicode, so new scripts may
// be ordered differently; ASCII names never are. This package compares ASCII itself,
// because that library is many times slower. For other names it keeps a pool of
// collators, which are not safe for concurrent use.
package collate

import (
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// ascii lists the printable characters in order. Upper and lower case share a place;
// the lower-case letter comes first only between otherwise equal names.
const ascii = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789"

// weights are the places of the printable ASCII characters, from 1; 0 for any other
// byte.
var weights = func() (w [256]uint8) {
	for i := range len(ascii) {
		w[ascii[i]] = uint8(i + 1)
	}
	for c := byte('a'); c <= 'z'; c++ {
		w[c] = uint8(len(ascii)+1) + c - 'a'
		w[c-'a'+'A'] = w[c]
	}
	return w
}()

// A collator has buffers, so each goroutine borrows its own.
var pool = sync.Pool{New: func() any { return collate.New(language.AmericanEnglish) }}

// Compare returns a negative number if a sorts before b, 0 if they are level, and a
// positive number otherwise. Different names can be level: canonically equivalent
// ones, or those that differ only in control characters. Agents sort stably with it.
func Compare(a, b string) int {
	n, ascii := compareASCII(a, b)
	if !ascii {
		c := pool.Get().(*collate.Collator)
		defer pool.Put(c)
		n = c.CompareString(a, b)
	}
	return n
}

// compareASCII compares names of printable ASCII without a collator; ok is false if
// another byte occurs.
func compareASCII(a, b string) (n int, ok bool) {
	primary, third := 0, 0
	both := min(len(a), len(b))
	for i := range both {
		x, y := weights[a[i]], weights[b[i]]
		if x == 0 || y == 0 {
			return 0, false
		}
		if primary != 0 {
			continue
		}
		primary = int(x) - int(y)
		if third == 0 {
			third = int(b[i]) - int(a[i]) // lower-case letters have the larger codes
		}
	}
	for _, rest := range []string{a[both:], b[both:]} {
		for i := range len(rest) {
			if weights[rest[i]] == 0 {
				return 0, false
			}
		}
	}
	switch {
	case primary != 0:
		return primary, true
	case len(a) != len(b):
		return len(a) - len(b), true
	}
	return third, true
}
