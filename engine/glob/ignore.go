package glob

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Ignore is a list of gitignore patterns. It reads them as npm's package ignore does, because
// agents in JavaScript use that package. Unlike in git, case never matters. The zero value ignores
// nothing.
type Ignore struct {
	rules []ignoreRule
	// Work, unless it is nil, is called with the steps of reading a pattern and of comparing a path;
	// see [Steps]. If it returns false, patterns are no longer added, and they match nothing.
	Work func(steps int) bool
}

type ignoreRule struct {
	negative bool
	dirOnly  bool
	// One of these four fields decides, after fold: name must equal the last element, suffix must
	// end it, exact must equal the whole path; whole is an expression for everything else.
	name, suffix, exact string
	whole               *regexp.Regexp
	stars               int // the number of stars in whole
}

// Add appends patterns; later ones override earlier ones. It skips comments, blank lines and
// patterns that end in an unescaped backslash.
func (g *Ignore) Add(patterns ...string) {
	for _, p := range patterns {
		if !g.work(1 + len(p)/64) {
			return
		}
		r, ok := parseIgnore(p, g.work)
		if ok {
			g.rules = append(g.rules, r)
		}
	}
}

func (g *Ignore) work(steps int) bool { return g.Work == nil || g.Work(steps) }

// Append appends the patterns of another list.
func (g *Ignore) Append(other Ignore) { g.rules = append(g.rules, other.rules...) }

// Ignores reports whether a path is ignored, by itself or because a directory above it is. dir says
// that the path is a directory. The path is relative to the directory of the patterns, and has no
// "." and "..".
func (g *Ignore) Ignores(path string, dir bool) bool {
	for i := range len(path) {
		if path[i] == '/' && g.Matches(path[:i], true) {
			return true
		}
	}
	return g.Matches(path, dir)
}

// Matches is Ignores without the directories above the path, for searches that never enter an
// ignored directory.
func (g *Ignore) Matches(path string, dir bool) bool {
	matched, ignored := g.Decide(path, dir)
	return matched && ignored
}

// Decide is Matches for a list that overrides another one: it also reports whether a pattern matches
// the path.
func (g *Ignore) Decide(path string, dir bool) (matched, ignored bool) {
	if len(g.rules) == 0 || !g.work(1+len(g.rules)/32) {
		return false, false
	}
	path = fold(path)
	base := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(g.rules) - 1; i >= 0; i-- {
		r := &g.rules[i]
		if r.whole != nil && !g.work(steps(r.stars, path)) {
			break
		}
		if r.matches(path, base, dir) {
			return true, !r.negative
		}
	}
	return false, false
}

func (r *ignoreRule) matches(path, base string, dir bool) bool {
	switch {
	case r.dirOnly && !dir:
		return false
	case r.name != "":
		return base == r.name
	case r.suffix != "":
		return strings.HasSuffix(base, r.suffix)
	case r.exact != "":
		return path == r.exact
	}
	return r.whole != nil && r.whole.MatchString(path)
}

// parseIgnore reads a pattern. ok is false if it has no effect, or if work refuses the steps of
// compiling it.
func parseIgnore(p string, work func(steps int) bool) (r ignoreRule, ok bool) {
	p = strings.TrimPrefix(p, "\uFEFF")
	if p == "" || p[0] == '#' || strings.TrimSpace(p) == "" || oddBackslashes(p) {
		return r, false
	}
	if p[0] == '!' {
		r.negative, p = true, p[1:]
	}
	p = trimPattern(p)
	if head, star := strings.CutSuffix(p, `\*`); star && !oddBackslashes(head) {
		p = head + "*" // an escape has no effect at the end
	}
	if p == "" || p == "/" {
		return r, false
	}
	r.dirOnly = strings.HasSuffix(p, "/")
	p = strings.TrimSuffix(p, "/")
	anchored := strings.Contains(p, "/")
	p = fold(strings.TrimPrefix(p, "/"))
	if !anchored && !strings.ContainsAny(p, `\*?[`) {
		r.name = p
		return r, true
	}
	if rest, star := strings.CutPrefix(p, "*"); star && !anchored && rest != "" && !strings.ContainsAny(rest, `\*?[`) {
		r.suffix = rest
		return r, true
	}
	if anchored && !strings.ContainsAny(p, `\*?[`) {
		r.exact = p
		return r, true
	}
	if !work(compileSteps(p)) {
		return r, false
	}
	r.whole, r.stars = compileIgnore(p, anchored, r.dirOnly), strings.Count(p, "*")
	return r, true
}

// oddBackslashes reports whether p ends in an unescaped backslash.
func oddBackslashes(p string) bool {
	return (len(p)-len(strings.TrimRight(p, `\`)))%2 == 1
}

// trimPattern removes trailing white space, except one escaped by a backslash.
func trimPattern(p string) string {
	short := strings.TrimRight(p, " \t\r\n\v\f")
	if len(short) < len(p) && oddBackslashes(short) {
		return short[:len(short)-1] + `\ `
	}
	return short
}

// fold makes names equal that differ only in case, as a JavaScript expression without the flag u
// compares them: it uses the upper case of a character, if that is a single character and does not
// make an ASCII letter out of another one.
func fold(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.Map(func(r rune) rune {
				upper := unicode.ToUpper(r)
				if r > 0xFFFF || r >= utf8.RuneSelf && upper < utf8.RuneSelf {
					return r
				}
				return upper
			}, s)
		}
	}
	return strings.ToUpper(s)
}

// compileIgnore makes an expression of a folded pattern without the slashes at its ends. Every
// pattern gives a valid expression; nil matches nothing.
func compileIgnore(p string, anchored, dirOnly bool) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`(?s)^`)
	if !anchored {
		b.WriteString(`(?:.*/)?`)
	}
	segments := strings.Split(p, "/")
	for i, s := range segments {
		last := i == len(segments)-1
		nextLast := i == len(segments)-2
		switch {
		case s == "**" && last && i > 0:
			b.WriteString(`.+`)
		case s == "**" && !last:
			b.WriteString(`(?:[^/]+/)*`)
			continue
		case s == "*" && last:
			b.WriteString(`[^/]+`)
		default:
			ignoreSegment(&b, s)
		}
		if nextLast && dirOnly && segments[i+1] == "**" {
			b.WriteString(`(?:/[^/]+)*`) // "a/**/" is the directory itself too
			break
		}
		if !last {
			b.WriteByte('/')
		}
	}
	b.WriteByte('$')
	re, err := regexp.Compile(b.String())
	if err != nil {
		return nil
	}
	return re
}

func ignoreSegment(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '*':
			b.WriteString(`[^/]*`)
		case '?':
			b.WriteString(`[^/]`)
		case '[':
			if n := ignoreClass(b, s[i:]); n > 0 {
				i += n - 1
				continue
			}
			b.WriteString(`[^\x00-\x{10FFFF}]`) // a class that is not closed matches nothing
			return
		case '\\':
			if i+1 < len(s) {
				i++
			}
			b.WriteString(regexp.QuoteMeta(s[i : i+1]))
		default:
			if c < 0x80 {
				b.WriteString(regexp.QuoteMeta(s[i : i+1]))
			} else {
				b.WriteByte(c)
			}
		}
	}
}

// ignoreClass writes the class at the start of s and returns its length, or 0 if the class is not
// closed.
func ignoreClass(b *strings.Builder, s string) int {
	end := strings.IndexByte(s[1:], ']')
	if end < 0 {
		return 0
	}
	body := s[1 : 1+end]
	not := body != "" && (body[0] == '!' || body[0] == '^')
	if not {
		body = body[1:]
	}
	var members strings.Builder
	runes := []rune(strings.ReplaceAll(body, `\`, ""))
	for i := 0; i < len(runes); i++ {
		if i+2 < len(runes) && runes[i+1] == '-' {
			if runes[i] <= runes[i+2] { // a reversed range is dropped
				members.WriteString(regexp.QuoteMeta(string(runes[i])) + "-" + regexp.QuoteMeta(string(runes[i+2])))
			}
			i += 2
			continue
		}
		if runes[i] == '-' {
			members.WriteString(`\-`)
			continue
		}
		members.WriteString(regexp.QuoteMeta(string(runes[i])))
	}
	switch {
	case members.Len() == 0:
		b.WriteString(`[^\x00-\x{10FFFF}]`)
	case not:
		b.WriteString(`[^` + members.String() + `]`)
	default:
		b.WriteString(`[` + members.String() + `]`)
	}
	return end + 2
}
