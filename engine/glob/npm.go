package glob

import (
	"io/fs"
	"slices"
	"strings"

	"galley/engine/facts"
)

// npmPart is one segment of a pattern.
type npmPart struct {
	npmTest
	star bool // "**"
}

// npmPattern is one of the patterns that the expansion of braces returns. A "**" may follow one
// link. marked says for each segment whether its "**" has already followed a link. As in the
// package, this is stored in the pattern for the whole walk.
type npmPattern struct {
	parts  []npmPart
	globs  []string
	marked []bool
}

// npmPatterns expands and compiles a pattern; ok is false if the package throws an error.
func (t *Tree) npmPatterns(cwd, pattern string, dot bool) (out []*npmPattern, ok bool) {
	if pattern == "" {
		return nil, true
	}
	if len(pattern) > 65536 {
		return nil, false
	}
	var sets [][]string
	seen := map[string]bool{}
	all := npmBraces(pattern)
	if len(all) > 1 && !t.expand(cwd, len(all)) {
		return nil, true
	}
	for _, g := range all {
		if !seen[g] {
			seen[g] = true
			sets = append(sets, splitSlashes(g))
		}
	}
	for _, parts := range npmMerge(npmSimplify(sets), dot) {
		p := &npmPattern{globs: parts, marked: make([]bool, len(parts)), parts: make([]npmPart, len(parts))}
		for i, s := range parts {
			if s == "**" {
				p.parts[i].star = true
				continue
			}
			if p.parts[i].npmTest, ok = npmSegment(s, dot); !ok {
				return nil, false
			}
			if made := p.parts[i].made; made != nil {
				p.parts[i].test = t.counted(cwd, made, p.parts[i].test)
				if !t.step(cwd, len(made.code)) {
					return nil, true
				}
			}
		}
		if len(parts) > 1 && parts[0] == "" { // the pattern is absolute
			p.parts[0].text = "/"
			if parts[1] == "" {
				p.parts, p.globs, p.marked = slices.Delete(p.parts, 1, 2), slices.Delete(slices.Clone(parts), 1, 2), p.marked[1:]
			}
		}
		out = append(out, p)
	}
	return out, true
}

// splitSlashes splits a text at its slashes; several slashes in a row count as one.
func splitSlashes(s string) []string {
	for strings.Contains(s, "//") {
		s = strings.ReplaceAll(s, "//", "/")
	}
	return strings.Split(s, "/")
}

// npmSimplify removes ".", empty segments and "x/..", and splits "**/../a/b" into two patterns, as
// the package does before a walk.
func npmSimplify(sets [][]string) [][]string {
	for changed, rounds := true, 0; changed && rounds < 1000; rounds++ {
		changed = false
		for k := 0; k < len(sets) && len(sets) < npmExpansions; k++ {
			parts := sets[k]
			for gs := indexFrom(parts, "**", 0); gs >= 0; gs = indexFrom(parts, "**", gs+1) {
				for gs+1 < len(parts) && parts[gs+1] == "**" {
					parts = slices.Delete(parts, gs+1, gs+2)
				}
				plain := func(i int) bool {
					return i < len(parts) && parts[i] != "" && parts[i] != "." && parts[i] != ".."
				}
				if gs+1 >= len(parts) || parts[gs+1] != ".." || !plain(gs+2) || !plain(gs+3) {
					continue
				}
				changed = true
				parts = slices.Delete(parts, gs, gs+1)
				other := slices.Clone(parts)
				other[gs] = "**"
				sets = append(sets, other)
				gs--
			}
			for i := 1; i < len(parts)-1; i++ {
				if i == 1 && parts[i] == "" && parts[0] == "" {
					continue
				}
				if parts[i] == "." || parts[i] == "" {
					changed = true
					parts = slices.Delete(parts, i, i+1)
					i--
				}
			}
			if len(parts) == 2 && parts[0] == "." && (parts[1] == "." || parts[1] == "") {
				changed = true
				parts = parts[:1]
			}
			for dd := indexFrom(parts, "..", 1); dd >= 0; dd = indexFrom(parts, "..", max(dd+1, 0)) {
				if dd == 0 {
					continue
				}
				p := parts[dd-1]
				if p == "" || p == "." || p == ".." || p == "**" {
					continue
				}
				changed = true
				keepDot := dd == 1 && dd+1 < len(parts) && parts[dd+1] == "**"
				parts = slices.Delete(parts, dd-1, dd+1)
				if keepDot {
					parts = slices.Insert(parts, 0, ".")
				}
				if len(parts) == 0 {
					parts = []string{""}
				}
				dd -= 2
			}
			sets[k] = parts
		}
	}
	return sets
}

func indexFrom(parts []string, s string, from int) int {
	for i := max(from, 0); i < len(parts); i++ {
		if parts[i] == s {
			return i
		}
	}
	return -1
}

// npmMerge drops patterns whose matches another pattern covers.
func npmMerge(sets [][]string, dot bool) [][]string {
	// The package compares all pairs. With thousands of patterns that is slow, and keeping them
	// separate finds the same files.
	if len(sets) < 200 {
		for i := 0; i < len(sets)-1; i++ {
			for j := i + 1; j < len(sets); j++ {
				if merged := npmCovers(sets[i], sets[j], dot); merged != nil {
					sets[i], sets[j] = nil, merged
					break
				}
			}
		}
	}
	return slices.DeleteFunc(sets, func(s []string) bool { return len(s) == 0 })
}

// npmCovers returns the wider of two patterns if it covers the narrower one, otherwise nil.
func npmCovers(a, b []string, dot bool) []string {
	var out []string
	which := byte(0)
	ai, bi := 0, 0
	at := func(s []string, i int) string {
		if i < len(s) {
			return s[i]
		}
		return "\x00"
	}
	wide := func(star, other string) bool {
		return star == "*" && other != "" && other != "**" && (dot || !strings.HasPrefix(other, "."))
	}
	for ai < len(a) && bi < len(b) {
		switch {
		case a[ai] == b[bi]:
			out = append(out, a[ai])
			ai, bi = ai+1, bi+1
		case a[ai] == "**" && b[bi] == at(a, ai+1):
			out = append(out, a[ai])
			ai++
		case b[bi] == "**" && a[ai] == at(b, bi+1):
			out = append(out, b[bi])
			bi++
		case wide(a[ai], b[bi]):
			if which == 'b' {
				return nil
			}
			which, out = 'a', append(out, a[ai])
			ai, bi = ai+1, bi+1
		case wide(b[bi], a[ai]):
			if which == 'a' {
				return nil
			}
			which, out = 'b', append(out, b[bi])
			ai, bi = ai+1, bi+1
		default:
			return nil
		}
	}
	if len(a) != len(b) {
		return nil
	}
	return out
}

// Npm returns the files that npm's glob 13.0.7 finds with nodir and without following links;
// pattern is relative to the directory cwd. The paths are absolute and plain. A link counts as a
// file, wherever it leads. The order is that of the package if all directories can be read equally
// fast: the names in a directory come in the reverse order of the file system. ok is false if the
// package throws an error; paths is then nil.
func Npm(t *Tree, cwd, pattern string, o Options) (paths []string, ok bool) {
	patterns, ok := t.npmPatterns(cwd, pattern, o.Dot)
	if !ok {
		return nil, false
	}
	w := &npmWalk{t: t, dot: o.Dot, kinds: map[string]npmKind{}, reals: map[string]string{}, seen: map[string]bool{}, been: map[npmStep]bool{}}
	root := facts.Clean(cwd)
	var steps []npmStep
	for _, p := range patterns {
		if len(p.parts) > 0 {
			steps = append(steps, npmStep{root, p, 0})
		}
	}
	w.process(steps)
	for len(w.queue) > 0 && t.stopped == "" {
		group := w.queue[0]
		w.queue = w.queue[1:]
		w.enter(group)
	}
	return w.out, true
}

// npmKind is what a search knows about a path: its type, or nothing yet.
type npmKind struct {
	mode  fs.FileMode
	known bool
}

// npmStep is a path, and the segment of a pattern that comes next.
type npmStep struct {
	path string
	p    *npmPattern
	part int
}

// npmGroup is a directory that must be listed, with the segments that its names must match.
type npmGroup struct {
	dir   string
	steps []npmStep
}

type npmWalk struct {
	t     *Tree
	dot   bool
	kinds map[string]npmKind
	reals map[string]string // the real paths of the directories that were listed
	seen  map[string]bool
	been  map[npmStep]bool
	queue []npmGroup
	out   []string
}
