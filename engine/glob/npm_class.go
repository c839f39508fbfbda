package glob

import (
	"strings"
	"unicode"
)

// namedClass is a class such as [:alpha:], defined by Unicode categories.
type namedClass struct {
	name    string
	in      func(rune) bool
	points  bool // an expression with this class counts code points, not UTF-16 units
	negated bool
}

var namedClasses = []namedClass{
	{"[:alnum:]", inTables(unicode.L, unicode.Nl, unicode.Nd), true, false},
	{"[:alpha:]", inTables(unicode.L, unicode.Nl), true, false},
	{"[:ascii:]", func(r rune) bool { return r <= 0x7f }, false, false},
	{"[:blank:]", func(r rune) bool { return r == '\t' || unicode.Is(unicode.Zs, r) }, true, false},
	{"[:cntrl:]", inTables(unicode.Cc), true, false},
	{"[:digit:]", inTables(unicode.Nd), true, false},
	{"[:graph:]", func(r rune) bool { return unicode.Is(unicode.Z, r) || isOther(r) }, true, true},
	{"[:lower:]", inTables(unicode.Ll), true, false},
	{"[:print:]", isOther, true, false}, // as in the package, these are the characters that cannot be printed
	{"[:punct:]", inTables(unicode.P), true, false},
	{"[:space:]", func(r rune) bool { return unicode.Is(unicode.Z, r) || r >= '\t' && r <= '\r' }, true, false},
	{"[:upper:]", inTables(unicode.Lu), true, false},
	{"[:word:]", inTables(unicode.L, unicode.Nl, unicode.Nd, unicode.Pc), true, false},
	{"[:xdigit:]", func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F'
	}, false, false},
}

func inTables(tables ...*unicode.RangeTable) func(rune) bool {
	return func(r rune) bool { return unicode.In(r, tables...) }
}

// isOther reports whether r is in the category C: control, format, surrogate, private use and
// unassigned characters.
func isOther(r rune) bool {
	return unicode.Is(unicode.C, r) || !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z)
}

// class reads the bracket expression that opens at i. e is nil if the bracket is not closed, so
// that it stands for itself. magic reports that the result is not plain text. bracket reports that
// it is a class and not one plain character.
func (g *npmGen) class(s []rune, i int) (e expr, next int, magic, bracket bool) {
	open := i
	i++
	var spans [][2]rune
	var named, not []func(rune) bool
	sawStart, escaping, negate := false, false, false
	first, caret := true, false // no member was read yet; the first member begins with ^
	rangeStart := rune(-1)
	closed := false
	never := set{func(rune) bool { return false }}
scan:
	for i < len(s) {
		c := s[i]
		if (c == '!' || c == '^') && i == open+1 {
			negate = true
			i++
			continue
		}
		if c == ']' && sawStart && !escaping {
			i++
			closed = true
			break
		}
		sawStart = true
		if c == '\\' && !escaping {
			escaping = true
			i++
			continue
		}
		if c == '[' && !escaping && i+1 < len(s) && s[i+1] == ':' {
			for _, cls := range namedClasses {
				if !strings.HasPrefix(string(s[i:min(i+10, len(s))]), cls.name) {
					continue
				}
				if rangeStart >= 0 { // after [a-[:alpha:]] the rest is invalid
					return never, len(s), true, false
				}
				i += len(cls.name)
				if cls.negated {
					not = append(not, cls.in)
				} else {
					named, first = append(named, cls.in), false
				}
				g.unicode = g.unicode || cls.points
				continue scan
			}
		}
		escaping = false
		caret = caret || first && c == '^'
		first = false
		switch {
		case rangeStart >= 0:
			if c >= rangeStart {
				spans = append(spans, [2]rune{rangeStart, c})
			}
			rangeStart = -1
			i++
		case i+2 < len(s) && s[i+1] == '-' && s[i+2] == ']':
			spans = append(spans, [2]rune{c, c}, [2]rune{'-', '-'})
			i += 2
		case i+1 < len(s) && s[i+1] == '-':
			rangeStart = c
			i += 2
		default:
			spans = append(spans, [2]rune{c, c})
			i++
		}
	}
	if !closed {
		g.scanned += len(s) - open
		return nil, 0, false, false
	}
	if len(spans)+len(named)+len(not) == 0 {
		return never, len(s), true, false
	}
	if len(spans) == 1 && len(named)+len(not) == 0 && !negate && spans[0][0] == spans[0][1] {
		return lit{[]rune{spans[0][0]}}, i, false, false
	}
	inverse := negate
	if caret && !negate { // the package does not escape the ^, so it negates the class
		inverse = true
		if end := spans[0][1]; end == '^' {
			spans = spans[1:]
		} else {
			spans = append(spans[1:], [2]rune{'-', '-'}, [2]rune{end, end})
		}
	}
	positive := func(r rune) bool {
		for _, sp := range spans {
			if sp[0] <= r && r <= sp[1] {
				return !inverse
			}
		}
		for _, in := range named {
			if in(r) {
				return !inverse
			}
		}
		return inverse
	}
	negative := func(r rune) bool {
		for _, in := range not {
			if in(r) {
				return negate
			}
		}
		return !negate
	}
	switch {
	case len(not) == 0:
		return set{positive}, i, true, true
	case len(spans)+len(named) == 0:
		return set{negative}, i, true, true
	}
	return set{func(r rune) bool { return positive(r) || negative(r) }}, i, true, false
}
