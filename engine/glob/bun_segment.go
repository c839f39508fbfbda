package glob

import (
	"strings"
	"unicode/utf8"
)

// bunBraces is how deep braces may be nested; Bun gives up beyond that.
const bunBraces = 10

// bunSegment compiles the pattern between two slashes. Bun has `*`, `?` (one code point), `[ab]`,
// `[a-z]`, `[!a]`, `[^a]`, `{a,b}` (also with a single alternative) and escapes with a backslash;
// every leading `!` negates the answer. It has no extended patterns, no `{1..3}` and no
// `[[:alpha:]]`. A bracket that is not closed matches nothing.
//
// The program reproduces two oddities of Bun's matcher. In a brace that is not closed, every
// alternative except the last still matches, and ends the pattern. And after two braces in a row
// Bun counts one of them as still open; a later comma or closing brace outside any group then ends
// an alternative that was never opened.
func bunSegment(pattern string) (*program, func(name string) bool) {
	if !strings.ContainsAny(pattern, "*[{?!") { // compared literally, including backslashes
		return &program{}, func(name string) bool { return name == pattern }
	}
	negated := false
	for strings.HasPrefix(pattern, "!") {
		negated, pattern = !negated, pattern[1:]
	}
	b := bunCompiler{s: pattern, p: &program{}, made: map[bunState]int{}}
	b.compileFrom(bunState{})
	return b.p, func(name string) bool { return b.p.match(name) != negated }
}

// bunState is a state of Bun's matcher: the position in the pattern, the depth of braces as Bun
// counts it, and how many braces it has entered.
type bunState struct{ at, depth, entered int }

type bunCompiler struct {
	s    string
	p    *program
	made map[bunState]int // from a state to the first instruction of its code
}

// compileFrom returns the code that matches the rest of the pattern from a state.
func (b *bunCompiler) compileFrom(st bunState) int {
	first := len(b.p.code)
	for {
		if pc, known := b.made[st]; known {
			b.p.code[b.p.add(instruction{op: opJump})].x = pc
			return first
		}
		b.made[st] = len(b.p.code)
		if st.at >= len(b.s) {
			b.p.add(instruction{op: opEnd})
			b.p.add(instruction{op: opMatch})
			return first
		}
		switch c := b.s[st.at]; {
		case c == '*':
			for st.at < len(b.s) && b.s[st.at] == '*' {
				st.at++
			}
			anyStar().emit(b.p)
		case c == '?':
			st.at++
			any1().emit(b.p)
		case c == '[':
			in, next := b.class(st.at + 1)
			if in == nil {
				b.never()
				return first
			}
			st.at = next
			set{in}.emit(b.p)
		case c == '{':
			b.brace(st)
			return first
		case (c == ',' || c == '}') && st.depth > 0:
			st.at, st.depth = b.skip(st)
		default:
			r, next, ok := bunRune(b.s, st.at)
			if !ok {
				b.never()
				return first
			}
			st.at = next
			lit{[]rune{r}}.emit(b.p)
		}
	}
}

func (b *bunCompiler) never() { set{func(rune) bool { return false }}.emit(b.p) }

// brace tries each alternative of the brace that opens here, followed by the pattern
// after the brace.
func (b *bunCompiler) brace(st bunState) {
	if st.entered < bunBraces {
		for _, branch := range b.branches(st.at) {
			split := b.p.add(instruction{op: opSplit})
			b.compileFrom(bunState{branch, st.entered + 1, st.entered + 1})
			b.p.code[split].y = len(b.p.code)
		}
	}
	b.never()
}

// branches returns the positions at which the alternatives of the brace at i begin. An alternative
// that ends neither at a comma nor at the brace's own end does not count.
func (b *bunCompiler) branches(i int) (starts []int) {
	start := i + 1
	b.braces(i, 0, func(at, depth int) bool {
		switch {
		case b.s[at] == ',' && depth == 1:
			starts, start = append(starts, start), at+1
		case b.s[at] == '}' && depth == 0:
			starts = append(starts, start)
			return false
		}
		return true
	})
	return starts
}

// skip moves from the end of an alternative to the end of its brace.
func (b *bunCompiler) skip(st bunState) (at, depth int) {
	at, depth = len(b.s), st.depth
	b.braces(st.at, st.depth, func(i, now int) bool {
		depth = now
		if b.s[i] == '}' && now == st.depth-1 {
			at = i + 1
			return false
		}
		return true
	})
	return at, depth
}

// braces looks from i on for the braces and commas that are neither escaped nor in brackets. For
// each of them it calls a function with its position and the depth of braces after it. It stops
// when this function returns false.
func (b *bunCompiler) braces(i, depth int, each func(at, depth int) bool) {
	brackets := false
	for ; i < len(b.s); i++ {
		switch c := b.s[i]; {
		case c == '\\':
			i++
			continue
		case c == ']':
			brackets = false
			continue
		case brackets:
			continue
		case c == '[':
			brackets = true
			continue
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c != ',':
			continue
		}
		if !each(i, depth) {
			return
		}
	}
}

// class reads a bracket expression whose content begins at i. in is nil if the bracket is not
// closed.
func (b *bunCompiler) class(i int) (in func(rune) bool, next int) {
	s := b.s
	negated := i < len(s) && (s[i] == '^' || s[i] == '!')
	if negated {
		i++
	}
	type span struct{ low, high rune }
	var spans []span
	for first := true; i < len(s) && (first || s[i] != ']'); first = false {
		low, after, ok := bunRune(s, i)
		if !ok {
			return nil, 0
		}
		i = after
		high := low
		if i+1 < len(s) && s[i] == '-' && s[i+1] != ']' {
			if high, i, ok = bunRune(s, i+1); !ok {
				return nil, 0
			}
		}
		spans = append(spans, span{low, high})
	}
	if i >= len(s) {
		return nil, 0
	}
	return func(r rune) bool {
		for _, sp := range spans {
			if sp.low <= r && r <= sp.high {
				return !negated
			}
		}
		return negated
	}, i + 1
}

// bunRune reads one code point, which may be escaped; ok is false for a backslash at the end.
func bunRune(s string, i int) (r rune, next int, ok bool) {
	r, size := utf8.DecodeRuneInString(s[i:])
	if r != '\\' {
		return r, i + size, true
	}
	i += size
	if i >= len(s) {
		return 0, 0, false
	}
	r, size = utf8.DecodeRuneInString(s[i:])
	switch r {
	case 'b':
		r = '\b'
	case 'n':
		r = '\n'
	case 'r':
		r = '\r'
	case 't':
		r = '\t'
	}
	return r, i + size, true
}
