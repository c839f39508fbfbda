package claudecode

import (
	"strings"

	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/pathmatch"
	"galley/engine/textutil"
)

// oneOf matches an extended glob such as @(a|b), which means the same as {a,b}. extended matches the
// start of any extended glob.
var (
	oneOf    = textutil.LazyRegexp(`@\(([^()]*)\)`)
	extended = textutil.LazyRegexp(`[@?*+!]\(`)
)

// patterns returns the patterns of claudeMdExcludes in the form in which galley matches them. A
// backslash separates directories, as a slash does.
func (r *claudeRun) patterns(all []string) (out []string) {
	literal := ""
	for _, p := range all {
		p = oneOf().ReplaceAllStringFunc(strings.ReplaceAll(p, `\`, "/"), func(group string) string {
			return "{" + strings.ReplaceAll(group[len("@("):len(group)-1], "|", ",") + "}"
		})
		if literal == "" && extended().MatchString(p) {
			literal = p
		}
		out = append(out, p)
	}
	if literal != "" {
		r.Note("claudeMdExcludes has extended globs such as %s: galley compares them literally", literal)
	}
	return out
}

// excluded returns the pattern that excludes a path, or "". A pattern through a linked directory
// also counts for the link's target.
func (s *claudeSettings) excluded(name string) string {
	for _, p := range s.excludes {
		if s.work(p)(glob.Steps(p, name)) && excludes(p, name) {
			return p
		}
	}
	return ""
}

// excludes reports whether a pattern matches a path. A pattern that begins with "!" matches the paths
// that the rest of it does not match.
func excludes(p, name string) bool {
	rest := strings.TrimLeft(p, "!")
	if strings.HasPrefix(rest, "(") {
		rest = p // an extended glob
	}
	negated := (len(p)-len(rest))%2 == 1
	return pathmatch.Valid(rest) && pathmatch.Match(rest, name) != negated
}

// resolved returns the patterns and, for each pattern whose directory is a link, also the same
// pattern below the link's target.
func (r *claudeRun) resolved(patterns []string) []string {
	for _, p := range patterns[:len(patterns):len(patterns)] {
		plain := p
		if i := strings.IndexAny(p, "*?[{\\"); i >= 0 {
			plain = p[:strings.LastIndexByte(p[:i], '/')+1]
		} else {
			plain = p[:strings.LastIndexByte(p, '/')+1]
		}
		if !strings.HasPrefix(p, "/") || len(plain) < 2 {
			continue
		}
		dir := strings.TrimSuffix(plain, "/")
		if real, err := r.World.RealPath(dir); err == nil && real != dir {
			patterns = append(patterns, facts.Join(real, p[len(plain):]))
		}
	}
	return patterns
}
