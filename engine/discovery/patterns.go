package discovery

import (
	"slices"
	"strings"

	"galley/engine/glob"
	"galley/engine/pathmatch"
)

// Alternatives expands the braces of a pattern and returns the number of resulting patterns and of
// their bytes together. It stops counting at a bound.
func Alternatives(pattern string) (n, bytes int) {
	const most = 1 << 24
	n = pathmatch.Alternatives(pattern, most, false)
	return n, min(n*len(pattern), most)
}

// matchesGlob matches a pattern with doublestar, which follows the usual documentation of globs.
// Wildcards also match hidden names. npm's picomatch gives the same results, except for extended
// globs such as !(a|b), which are matched literally here.
func matchesGlob(pattern, rel string) bool {
	return pathmatch.Match(strings.TrimPrefix(pattern, "./"), rel)
}

// negatable is [matchesGlob], but a pattern that begins with "!" matches the paths that the rest of
// the pattern does not match.
func negatable(pattern, rel string) bool {
	if rest, negated := strings.CutPrefix(strings.TrimPrefix(pattern, "./"), "!"); negated {
		return !negatable(rest, rel)
	}
	return matchesGlob(pattern, rel)
}

// Dialect describes how an agent matches the patterns of its rules.
type Dialect struct {
	match func(pattern, rel string) bool
	// list matches all patterns of a rule together; it is nil if each pattern counts by itself.
	list func(patterns []string, rel string) bool
	// open says that two things are not documented: whether a pattern without a slash matches in
	// subdirectories, and what a leading slash means.
	open bool
	// literal reports whether a pattern is compared literally; if literal is nil, no pattern is.
	literal func(pattern string) bool
}

func (d *Dialect) takesLiterally(pattern string) bool {
	return d.literal != nil && d.literal(pattern)
}

var (
	Picomatch  = &Dialect{match: negatable}
	docDialect = &Dialect{match: matchesGlob, open: true}
)

// ClaudeGlobs matches the patterns of a rule as Claude Code does. It expands braces, removes a
// final "/**", and then treats the patterns as lines of a .gitignore: a pattern without a slash
// matches at any depth, case does not matter, and a later pattern with "!" excludes files again.
var ClaudeGlobs = &Dialect{match: func(pattern, rel string) bool { return claudeCovers([]string{pattern}, rel) }, list: claudeCovers, literal: tooManyAlternatives}

// Covers reports whether the patterns of a rule cover a path relative to their base.
func (d *Dialect) Covers(patterns []string, rel string) bool {
	if d.list != nil {
		return d.list(patterns, rel)
	}
	return slices.ContainsFunc(patterns, func(p string) bool { return d.match(p, rel) })
}

// Covers reports whether the patterns of a rule cover a path relative to their base. It adds the
// steps of the comparison to the budget. If the budget is exceeded, Covers returns false, and
// galley refuses the whole result. The parameter place is the file that has the patterns.
func (f *Finder) Covers(place string, by *Dialect, patterns []string, rel string) bool {
	n := 0
	for _, p := range patterns {
		n += by.steps(p, rel)
	}
	return f.Work(place)(n) && by.Covers(patterns, rel)
}

// steps estimates the work of comparing a path with a pattern and all alternatives of its braces.
// If the agent matches all patterns of a rule together, the work of compiling them is included.
func (d *Dialect) steps(pattern, rel string) int {
	if d.takesLiterally(pattern) {
		return glob.Steps("", rel) + len(pattern)
	}
	one := glob.Steps(pattern, rel)
	if d.list != nil {
		one += 100 + 2*len(pattern)
	}
	return one * pathmatch.Expansions(pattern)
}

func claudeCovers(patterns []string, rel string) bool {
	var g glob.Ignore
	for _, p := range patterns {
		for _, alternative := range Braces(p) {
			g.Add(strings.TrimSuffix(alternative, "/**"))
		}
	}
	return rel != "" && g.Ignores(rel, false)
}

// mostAlternatives is the largest number of patterns to which galley expands the braces of one
// pattern.
const mostAlternatives = 1000

// Braces expands the alternatives of a pattern: "{a,b}/c" becomes "a/c" and "b/c". A pattern with
// too many alternatives stays as it is.
func Braces(pattern string) []string {
	if tooManyAlternatives(pattern) {
		return []string{pattern}
	}
	if out, few := expandBraces(pattern); few {
		return out
	}
	return []string{pattern}
}

// expandBraces expands the braces of a pattern; few is false if that gives too many patterns.
// Unlike in [Alternatives], a back-slash before a brace does not escape the brace.
func expandBraces(pattern string) (out []string, few bool) {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		return []string{pattern}, true
	}
	shut := strings.IndexByte(pattern[open:], '}')
	if shut < 2 {
		return []string{pattern}, true
	}
	shut += open
	for alternative := range strings.SplitSeq(pattern[open+1:shut], ",") {
		more, few := expandBraces(pattern[:open] + strings.TrimSpace(alternative) + pattern[shut+1:])
		if out = append(out, more...); !few || len(out) > mostAlternatives {
			return nil, false
		}
	}
	return out, true
}

// tooManyAlternatives reports whether Claude Code matches a pattern literally because its braces
// expand to too many patterns.
func tooManyAlternatives(pattern string) bool {
	n, bytes := Alternatives(pattern)
	return n > mostAlternatives || bytes > 4<<20
}
