package claudecode

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"galley/engine/source"
	"galley/engine/textutil"
)

// inline splits the text of a block into runs. Code, tags, marks of emphasis, the ends of links,
// escaped characters and hard line ends separate runs. An import may begin only at the start of a
// run or after white space.
func (r *reader) inline(in []line) {
	j := join(in)
	text := j.text
	cuts := inlineCuts(text)
	at := 0
	for _, c := range cuts {
		if c.Start > at {
			r.runs = append(r.runs, run{j, at, c.Start})
		}
		at = max(at, c.End)
	}
	if at < len(text) {
		r.runs = append(r.runs, run{j, at, len(text)})
	}
}

var inlineTag = textutil.LazyRegexp(`^(?:<!--(?:-?>|(?s:.*?)-->)|</?[A-Za-z][\w:-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>` + "`" + `]+))?)*\s*/?>|<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>)`)

// longestTag is a limit in bytes: a longer tag or link target is read as text.
const longestTag = 4096

// inlineCuts returns the parts of s that separate its runs, such as code and tags, in order.
func inlineCuts(s string) []source.Span {
	code := codeRuns(s)
	var cuts []source.Span
	var marks []emphasis
	var brackets []int
	cut := func(from, to int) { cuts = append(cuts, source.Span{Start: from, End: to}) }
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && (s[i+1] == '\n' || isPunctuation(rune(s[i+1]))):
			cut(i, i+2)
			i += 2
		case c == '`':
			if end, ok := code[i]; ok {
				cut(i, end)
				i = end
			} else {
				for i < len(s) && s[i] == '`' {
					i++
				}
			}
		case c == '<':
			if m := inlineTag().FindString(s[i:min(len(s), i+longestTag)]); m != "" {
				cut(i, i+len(m))
				i += len(m)
			} else {
				i++
			}
		case c == '*' || c == '_':
			from := i
			for i < len(s) && s[i] == c {
				i++
			}
			marks = append(marks, newEmphasis(s, from, i))
		case c == '[':
			brackets = append(brackets, i)
			i++
		case c == ']' && len(brackets) > 0:
			open := brackets[len(brackets)-1]
			brackets = brackets[:len(brackets)-1]
			if end := linkEnd(s, i+1); end > 0 {
				if open > 0 && s[open-1] == '!' {
					cut(open-1, end) // the description of a picture is not running text
				} else {
					cut(open, open+1)
					cut(i, end)
				}
				i = end
			} else {
				i++
			}
		case c == '\n' && strings.HasSuffix(s[:i], "  "):
			cut(i, i+1)
			i++
		default:
			i++
		}
	}
	cuts = append(cuts, matched(marks)...)
	slices.SortFunc(cuts, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	return cuts
}

// linkEnd returns the end of the bracketed link target that begins at i, or 0 if it is not closed.
func linkEnd(s string, i int) int {
	if i >= len(s) || s[i] != '(' {
		return 0
	}
	depth := 0
	for j := i; j < min(len(s), i+longestTag); j++ {
		switch s[j] {
		case '\\':
			j++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return 0
}

// codeRuns maps the start of each code span to its end.
func codeRuns(s string) map[int]int {
	type ticks struct{ at, n int }
	var all []ticks
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i+1 < len(s) && s[i+1] == '`' && len(all) == 0 {
				i++
			}
		case '`':
			from := i
			for i < len(s) && s[i] == '`' {
				i++
			}
			all = append(all, ticks{from, i - from})
			i--
		}
	}
	next := map[int]int{} // from a length to the index of the next run of that length
	ends := make([]int, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		ends[i] = -1
		if j, ok := next[all[i].n]; ok {
			ends[i] = j
		}
		next[all[i].n] = i
	}
	out := map[int]int{}
	for i := 0; i < len(all); i++ {
		if j := ends[i]; j >= 0 {
			out[all[i].at] = all[j].at + all[j].n
			i = j
		}
	}
	return out
}

// emphasis is a run of * or _, and whether it may open or close emphasis.
type emphasis struct {
	c            byte
	from, to     int
	opens, shuts bool
}

func newEmphasis(s string, from, to int) emphasis {
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	blankBefore, blankAfter := from == 0 || unicode.IsSpace(before), to == len(s) || unicode.IsSpace(after)
	punctBefore, punctAfter := isPunctuation(before), isPunctuation(after)
	left := !blankAfter && (!punctAfter || blankBefore || punctBefore)
	right := !blankBefore && (!punctBefore || blankAfter || punctAfter)
	e := emphasis{c: s[from], from: from, to: to, opens: left, shuts: right}
	if e.c == '_' {
		e.opens = left && (!right || punctBefore)
		e.shuts = right && (!left || punctAfter)
	}
	return e
}

// matched returns the marks of emphasis that have a partner.
func matched(marks []emphasis) (out []source.Span) {
	var open []emphasis
	waiting := map[byte]int{}
	for _, m := range marks {
		for m.shuts && m.from < m.to && waiting[m.c] > 0 {
			top := open[len(open)-1]
			open = open[:len(open)-1]
			waiting[top.c]--
			if top.c != m.c {
				continue // a mark without a partner stays text
			}
			n := min(2, top.to-top.from, m.to-m.from)
			out = append(out, source.Span{Start: top.to - n, End: top.to}, source.Span{Start: m.from, End: m.from + n})
			m.from += n
			if top.to -= n; top.to > top.from {
				open = append(open, top)
				waiting[top.c]++
			}
		}
		if m.opens && m.from < m.to {
			open = append(open, m)
			waiting[m.c]++
		}
	}
	return out
}

func isPunctuation(c rune) bool {
	return c < 0x80 && c > ' ' && !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') || c >= 0x80 && (unicode.IsPunct(c) || unicode.IsSymbol(c))
}
