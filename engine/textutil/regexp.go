package textutil

import (
	"regexp"
	"sync"
)

// LazyRegexp returns a function that compiles an expression on its first call and returns it. A
// package's own expressions are made this way: compiling all of them would delay each start
// of the program, and most runs need few. A mistake in the expression panics, as MustCompile does.
func LazyRegexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
