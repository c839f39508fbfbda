package glob

import (
	"strconv"
	"strings"

	"galley/engine/textutil"
)

// npmExpansions is the most patterns to which the glob package expands one pattern.
const npmExpansions = 10_000

// npmWork is the most work for one expansion, which nested braces could multiply.
const npmWork = 1_000_000

// npmBraces expands braces as a shell does: `{a,b}`, `{1..3}`, `{a..e..2}`, nested and empty
// alternatives; `{a}` stays as it is.
func npmBraces(pattern string) []string {
	if !hasBraces().MatchString(pattern) {
		return []string{pattern}
	}
	if strings.HasPrefix(pattern, "{}") {
		pattern = `\{\}` + pattern[2:]
	}
	b := braces{work: npmWork}
	out := b.expand(maskEscapes.Replace(pattern), true, 0)
	for i := range out {
		out[i] = unmaskEscapes.Replace(out[i])
	}
	return out
}

// Escaped characters must not count as braces, so bytes that do not occur in patterns replace them.
var (
	maskEscapes   = strings.NewReplacer(`\\`, "\xf8", `\{`, "\xf9", `\}`, "\xfa", `\,`, "\xfb", `\.`, "\xfc")
	unmaskEscapes = strings.NewReplacer("\xf8", `\`, "\xf9", `{`, "\xfa", `}`, "\xfb", `,`, "\xfc", `.`)
)

var (
	// hasBraces matches braces on one line. A text without a match is not expanded.
	hasBraces   = textutil.LazyRegexp(`\{[^{\n\r\x{2028}\x{2029}]*\}`)
	numberRange = textutil.LazyRegexp(`^-?\d+\.\.-?\d+(?:\.\.-?\d+)?$`)
	letterRange = textutil.LazyRegexp(`^[a-zA-Z]\.\.[a-zA-Z](?:\.\.-?\d+)?$`)
	padded      = textutil.LazyRegexp(`^-?0\d`)
	// laterSet matches a comma after which another brace could end, for the shell's `{a},b}`.
	laterSet = textutil.LazyRegexp(`,(?:[^,\n\r\x{2028}\x{2029}].*)?\}`)
)

type braces struct{ work int }

func (b *braces) expand(s string, top bool, depth int) []string {
	acc := []string{""}
	dropEmpty, first := false, true
	for rewrites := 0; ; {
		b.work -= len(s) + 16
		start, end := balanced(s)
		if start < 0 || b.work < 0 || depth > 200 {
			return b.combine(acc, s, []string{""}, dropEmpty)
		}
		pre, body, post := s[:start], s[start+1:end], s[end+1:]
		lastDrops := dropEmpty && post == ""
		if strings.HasSuffix(pre, "$") {
			acc, first = b.combine(acc, pre+"{"+body+"}", []string{""}, lastDrops), false
			if post == "" {
				return acc
			}
			s = post
			continue
		}
		isRange := numberRange().MatchString(body) || letterRange().MatchString(body)
		if !isRange && !strings.Contains(body, ",") {
			if laterSet().MatchString(post) && rewrites < 1000 {
				rewrites++
				s, top = pre+"{"+body+"\xfa"+post, true
				continue
			}
			return b.combine(acc, pre+"{"+body+"}"+post, []string{""}, dropEmpty)
		}
		if first {
			dropEmpty, first = top && !isRange, false
		}
		var values []string
		if isRange {
			values = b.sequence(body)
		} else {
			parts := commaParts(body)
			if len(parts) == 1 { // x{{a,b}}y expands to x{a}y and x{b}y
				parts = b.expand(parts[0], false, depth+1)
				for i := range parts {
					parts[i] = "{" + parts[i] + "}"
				}
				if len(parts) == 1 {
					acc = b.combine(acc, pre+parts[0], []string{""}, dropEmpty && post == "")
					if post == "" {
						return acc
					}
					s = post
					continue
				}
			}
			for _, part := range parts {
				values = append(values, b.expand(part, false, depth+1)...)
			}
		}
		acc = b.combine(acc, pre, values, dropEmpty && post == "")
		if post == "" {
			return acc
		}
		s = post
	}
}

func (b *braces) combine(acc []string, pre string, values []string, dropEmpty bool) []string {
	var out []string
	for _, a := range acc {
		for _, v := range values {
			if len(out) >= npmExpansions || b.work < 0 {
				return out
			}
			full := a + pre + v
			if full == "" && dropEmpty {
				continue
			}
			b.work -= len(full) + 1
			out = append(out, full)
		}
	}
	return out
}

// sequence returns the members of a sequence such as `1..5..2` or `a..e`.
func (b *braces) sequence(body string) []string {
	n := strings.Split(body, "..")
	letters := !numberRange().MatchString(body)
	value := func(s string) int {
		if i, err := strconv.Atoi(s); err == nil {
			return i
		}
		return int(s[0])
	}
	from, to, step := value(n[0]), value(n[1]), 1
	if len(n) == 3 {
		step = max(abs(value(n[2])), 1)
	}
	width, pad := max(len(n[0]), len(n[1])), false
	for _, s := range n {
		pad = pad || padded().MatchString(s)
	}
	if to < from {
		step = -step
	}
	var out []string
	for i := from; (step > 0 && i <= to || step < 0 && i >= to) && len(out) < npmExpansions && b.work > 0; i += step {
		b.work--
		s := strconv.Itoa(i)
		switch {
		case letters:
			if s = string(rune(i)); s == `\` {
				s = ""
			}
		case pad && len(s) < width:
			sign := ""
			if i < 0 {
				sign, s = "-", s[1:]
			}
			s = sign + strings.Repeat("0", width-len(s)-len(sign)) + s
		}
		out = append(out, s)
	}
	return out
}

func abs(i int) int { return max(i, -i) }

// commaParts splits the content of a brace at its commas, but not at those of inner braces.
func commaParts(s string) []string {
	var parts []string
	carry := ""
	for {
		start, end := balanced(s)
		if start < 0 {
			tail := strings.Split(s, ",")
			tail[0] = carry + tail[0]
			return append(parts, tail...)
		}
		p := strings.Split(s[:start], ",")
		p[0] = carry + p[0]
		p[len(p)-1] += s[start : end+1]
		if end+1 == len(s) {
			return append(parts, p...)
		}
		carry = p[len(p)-1]
		parts = append(parts, p[:len(p)-1]...)
		s = s[end+1:]
	}
}

// balanced returns the first pair of braces that is closed and not inside another pair. If an
// outer brace is not closed, it returns the leftmost closed pair after that brace.
func balanced(s string) (start, end int) {
	var open []int
	left, right := -1, -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			open = append(open, i)
		case '}':
			if len(open) == 0 {
				continue
			}
			top := open[len(open)-1]
			open = open[:len(open)-1]
			if len(open) == 0 {
				return top, i
			}
			if left < 0 || top < left {
				left, right = top, i
			}
		}
	}
	return left, right
}
