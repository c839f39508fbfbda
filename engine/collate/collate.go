// Package collate orders names as JavaScript's localeCompare does in the locale
// en-US, which several agents sort by: punctuation before digits before letters,
// a before A before b, é beside e, 10 before 2.
//
// Known from: node 20 (ICU) side by side with the root collation of
// golang.org/x/text. The two know different versions of Unicode, so scripts that
// are new may be ordered otherwise; names in ASCII never are. They are compared here,
// without that library, which takes many times as long; a pool of its collators, which no
// two goroutines may use at once, serves the whole process.
package collate

import (
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// ascii lists the printable characters in order; the two cases of a letter have
// one place, and only when names are equal otherwise does the small one go first.
const ascii = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789"

// weights are the places of the printable ASCII characters, from 1; 0 is any
// other byte.
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

// A collator keeps buffers, so each goroutine borrows its own.
var pool = sync.Pool{New: func() any { return collate.New(language.AmericanEnglish) }}

// Compare returns a number below, at or above 0 as a stands before b, level with
// it or behind it. Different names can be level: canonically equivalent ones, or
// such as differ in control characters only. A sort that agents do with it is
// stable.
func Compare(a, b string) int {
	if n, ok := compareASCII(a, b); ok {
		return n
	}
	c := pool.Get().(*collate.Collator)
	defer pool.Put(c)
	return c.CompareString(a, b)
}

// compareASCII decides about names of printable ASCII, as most are, without a
// collator; ok is false when one of them has another byte.
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
			third = int(b[i]) - int(a[i]) // small letters have the larger codes
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
