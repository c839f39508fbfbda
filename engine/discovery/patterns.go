package discovery

import (
	"strings"

	"galley/engine/pathmatch"
)

// ClaudeMatch matches a pattern of "paths". One with too many alternatives is
// taken literally; a bad one matches nothing.
func ClaudeMatch(pattern, rel string) bool {
	if n, bytes := Alternatives(pattern); n > 1000 || bytes > 4<<20 {
		return pattern == rel
	}
	return pathmatch.Match(pattern, rel)
}

// Alternatives counts how many patterns a pattern with braces stands for, and
// their bytes, up to a bound.
func Alternatives(pattern string) (n, bytes int) {
	const most = 1 << 24
	type level struct{ sum, product int }
	stack := []level{{0, 1}}
	for i := 0; i < len(pattern); i++ {
		top := &stack[len(stack)-1]
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			stack = append(stack, level{0, 1})
		case ',':
			if len(stack) > 1 {
				top.sum, top.product = min(top.sum+top.product, most), 1
			}
		case '}':
			if len(stack) > 1 {
				inner := min(top.sum+top.product, most)
				stack = stack[:len(stack)-1]
				below := &stack[len(stack)-1]
				below.product = min(below.product*inner, most)
			}
		}
	}
	n = stack[0].product
	return n, min(n*len(pattern), most)
}

// picomatch matches a pattern as npm's picomatch does, hidden names included:
// the same as doublestar but for extended globs, which nobody writes in rules.
func picomatch(pattern, rel string) bool {
	pattern = strings.TrimPrefix(pattern, "./")
	if pattern, negated := strings.CutPrefix(pattern, "!"); negated {
		return !picomatch(pattern, rel)
	}
	return pathmatch.Match(pattern, rel)
}

// docGlob matches a pattern as documentation describes globs, relative to the
// workspace.
func docGlob(pattern, rel string) bool {
	return pathmatch.Match(strings.TrimPrefix(pattern, "./"), rel)
}

// Dialect is how an agent matches the patterns of its rules.
type Dialect struct {
	match func(pattern, rel string) bool
	// open is set where the documentation does not say whether a pattern without
	// a slash reaches into directories, nor what one at its beginning means.
	open bool
}

var (
	Picomatch   = &Dialect{match: picomatch}
	ClaudeGlobs = &Dialect{match: ClaudeMatch}
	docDialect  = &Dialect{match: docGlob, open: true}
)

// Matches reports whether a pattern covers a path, relative to what the pattern is for.
func (d *Dialect) Matches(pattern, rel string) bool { return d.match(pattern, rel) }
