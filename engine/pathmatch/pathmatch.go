// Package pathmatch matches paths with the patterns of the library doublestar, for users' settings
// and for agents that match in the same way. It limits the time that a hostile pattern can take:
// the library tries the alternatives of braces one by one, and several braces multiply them. For a
// pattern with many alternatives, the package uses a regular expression instead, which takes linear
// time. It keeps at most 64 compiled expressions for the whole process; an expression depends only
// on its pattern.
package pathmatch

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// The limits of a pattern. MaxExpansions limits the number of combinations of the alternatives in
// its braces. MaxLength limits its length in bytes; it is the length of the longest path on a
// system.
const (
	MaxExpansions = 4096
	MaxLength     = 4096
)

// few is the number of alternatives that the library may try even for a short pattern.
const few = 64

// Valid reports whether a pattern is well formed and within the limits.
func Valid(p string) bool {
	return len(p) <= MaxLength && Expansions(p) <= MaxExpansions && doublestar.ValidatePattern(p)
}

// Match reports whether a [Valid] pattern matches a whole path. An invalid pattern matches nothing.
func Match(p, name string) bool {
	if len(p) > MaxLength {
		return false
	}
	n := Expansions(p)
	switch {
	case n > MaxExpansions:
		return false
	case n > few && n > len(p):
		re := expression(p)
		return re != nil && re.MatchString(name)
	}
	ok, err := doublestar.Match(p, name)
	return err == nil && ok
}

// Expansions returns how many patterns without braces a pattern stands for, at least 1. It stops
// counting above [MaxExpansions].
func Expansions(p string) int { return Alternatives(p, MaxExpansions+1, true) }

// Alternatives counts the patterns without braces for which a pattern stands. It stops counting
// when the number reaches the limit most. If unclosed is set, an opening brace without a closing
// one counts too.
func Alternatives(p string, most int, unclosed bool) int {
	// brace counts the alternatives of an open brace. sum is the number of patterns for the
	// alternatives before the last comma. product is the number of patterns for the alternative
	// after that comma.
	type brace struct{ sum, product int }
	stack := []brace{{0, 1}}
	shut := func() {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		below := &stack[len(stack)-1]
		below.product = min(below.product*min(top.sum+top.product, most), most)
	}
	for i := 0; i < len(p); i++ {
		top := &stack[len(stack)-1]
		switch p[i] {
		case '\\':
			i++
		case '{':
			stack = append(stack, brace{0, 1})
		case ',':
			if len(stack) > 1 {
				top.sum, top.product = min(top.sum+top.product, most), 1
			}
		case '}':
			if len(stack) > 1 {
				shut()
			}
		}
	}
	for unclosed && len(stack) > 1 {
		shut()
	}
	return stack[0].product
}

var (
	mu    sync.Mutex
	known = map[string]*regexp.Regexp{}
)

// mostKnown is how many compiled expressions are kept.
const mostKnown = 64

func expression(p string) *regexp.Regexp {
	mu.Lock()
	defer mu.Unlock()
	re, there := known[p]
	if !there {
		if len(known) >= mostKnown {
			clear(known)
		}
		re = compile(p)
		known[p] = re
	}
	return re
}

// compile translates a pattern into a regular expression. It returns nil if the translation could
// match differently from the library: for classes, for slashes in braces, for double stars that are
// not a whole element, and for a slash at the end.
func compile(p string) *regexp.Regexp {
	if strings.HasSuffix(p, "/") {
		return nil
	}
	var b strings.Builder
	b.WriteString(`(?s)^`)
	depth := 0
	for i := 0; i < len(p); {
		atStart := i == 0 || p[i-1] == '/'
		switch rest := p[i:]; {
		case depth == 0 && rest == "/**":
			b.WriteString(`(?:/.*)?`)
			i += 3
		case depth == 0 && atStart && rest == "**":
			b.WriteString(`.*`)
			i += 2
		case depth == 0 && atStart && strings.HasPrefix(rest, "**/"):
			b.WriteString(`(?:.*/)?`)
			i += 3
		case rest[0] == '[', strings.HasPrefix(rest, "**"), depth > 0 && rest[0] == '/':
			return nil
		case rest[0] == '*':
			b.WriteString(`[^/]*`)
			i++
		case rest[0] == '?':
			b.WriteString(`[^/]`)
			i++
		case rest[0] == '{':
			depth++
			b.WriteString(`(?:`)
			i++
		case rest[0] == ',' && depth > 0:
			b.WriteByte('|')
			i++
		case rest[0] == '}' && depth > 0:
			depth--
			b.WriteByte(')')
			i++
		default:
			if rest[0] == '\\' && len(rest) > 1 {
				i++
			}
			_, size := utf8.DecodeRuneInString(p[i:])
			b.WriteString(regexp.QuoteMeta(p[i : i+size]))
			i += size
		}
	}
	b.WriteByte('$')
	re, err := regexp.Compile(b.String())
	if err != nil {
		return nil
	}
	return re
}
