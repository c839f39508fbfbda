package textutil

import (
	"regexp"
	"sync"
)

// LazyRegexp returns a function that compiles an expression on its first call and returns it.
// Packages use it for their fixed expressions, because most runs of the program need only a few of
// them. Compiling all of them would delay each start. A mistake in the expression panics, as
// MustCompile does.
func LazyRegexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
