package glob

import "unicode/utf8"

// Fnmatch compiles a pattern of fnmatch(3) and Python's fnmatch: `*` and `?` match any character
// including "/", only `!` negates brackets, and a backslash escapes nothing. The returned function reports
// whether a whole name matches; case matters. It charges its steps to t's budget, as work on place.
func (t *Tree) Fnmatch(place, pattern string) func(name string) bool {
	var parts []fnmatchPart
	single := 0 // number of parts that match exactly one character
	for i := 0; i < len(pattern); {
		r, size := utf8.DecodeRuneInString(pattern[i:])
		i += size
		part := fnmatchPart{char: r}
		switch r {
		case '*':
			if n := len(parts); n > 0 && parts[n-1].star {
				continue
			}
			part.star = true
		case '?':
			part.in = anything
		case '[':
			if in, next := fnmatchClass(pattern, i); in != nil {
				part.in, i = in, next
			}
		}
		if !part.star {
			single++
		}
		parts = append(parts, part)
	}
	return func(name string) bool {
		units := []rune(name)
		if single > len(units) {
			return t.step(place, 1) && false
		}
		ok, steps := fnmatch(parts, units)
		return t.step(place, steps) && ok
	}
}

// fnmatchPart is a star, a set of characters, or one character.
type fnmatchPart struct {
	star bool
	in   func(rune) bool
	char rune
}

// fnmatch matches a whole name and returns the number of steps. Only the last star needs
// backtracking, because an earlier one can never use what a later one matched. So there are at most
// as many steps as the number of parts times the length of the name.
func fnmatch(parts []fnmatchPart, name []rune) (ok bool, steps int) {
	part, at := 0, 0
	star, taken := -1, 0
	for at < len(name) || part < len(parts) {
		steps++
		switch {
		case part < len(parts) && parts[part].star:
			star, taken = part, at
			part++
		case part < len(parts) && at < len(name) && parts[part].fits(name[at]):
			part, at = part+1, at+1
		case star >= 0 && taken < len(name):
			taken++
			part, at = star+1, taken
		default:
			return false, steps
		}
	}
	return true, steps
}

func (p fnmatchPart) fits(r rune) bool {
	if p.in != nil {
		return p.in(r)
	}
	return p.char == r
}

// fnmatchClass reads a bracket expression whose content begins at i. in is nil if the bracket is
// not closed.
func fnmatchClass(s string, i int) (in func(rune) bool, next int) {
	negated := i < len(s) && s[i] == '!'
	if negated {
		i++
	}
	end := i
	if end < len(s) && s[end] == ']' {
		end++
	}
	for end < len(s) && s[end] != ']' {
		end++
	}
	if end >= len(s) {
		return nil, 0
	}
	body := []rune(s[i:end])
	return func(r rune) bool {
		for k := 0; k < len(body); k++ {
			low, high := body[k], body[k]
			if k+2 < len(body) && body[k+1] == '-' {
				high = body[k+2]
				k += 2
			}
			if low <= r && r <= high {
				return !negated
			}
		}
		return negated
	}, end + 1
}
