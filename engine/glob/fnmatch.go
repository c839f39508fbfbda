package glob

import "unicode/utf8"

// Fnmatch compiles a pattern as fnmatch(3) and Python's fnmatch have it: `*`
// and `?` match any character, "/" too, brackets take `!` alone for "not", and
// nothing is escaped. The result tells whether a whole name matches, letter
// case counting.
func Fnmatch(pattern string) func(name string) bool {
	var out []expr
	for i := 0; i < len(pattern); {
		r, size := utf8.DecodeRuneInString(pattern[i:])
		i += size
		switch r {
		case '*':
			out = append(out, anyStar())
		case '?':
			out = append(out, any1())
		case '[':
			in, next := fnmatchClass(pattern, i)
			if in == nil {
				out = append(out, lit{[]rune{'['}})
				continue
			}
			out, i = append(out, set{in}), next
		default:
			out = append(out, lit{[]rune{r}})
		}
	}
	return compile(seq{out}, false).match
}

// fnmatchClass reads a bracket whose inside begins at i; nil: not closed.
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
