package discovery

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
)

// scoped is an agent's rule that applies to some files only.
type scoped struct {
	agent string
	rule  *Candidate
}

// patternKeys are the keys of front matter that hold patterns.
var patternKeys = []string{"applyTo", "globs", "paths"}

// patterns reports rules whose patterns match no file of the project. It reports nothing if the
// search was incomplete and may have missed such a file. It skips a rule that lies outside the
// directory to which its patterns are relative, for example a rule in the user's home, because such
// a rule is also for other projects.
func (d *doctor) patterns() {
	if len(d.scoped) == 0 {
		return
	}
	top, w := d.project()
	if w.cut != "" {
		return
	}
	ctx, cancel := context.WithTimeout(d.ctx, belowTime)
	defer cancel()
	s := scopes{ctx: ctx, walk: w, windows: d.w.Platform() == "win32", known: map[scopeKey]bool{}}
	said := map[string]string{} // what was already reported for each place, because several agents may read the same pattern
	for _, sc := range d.scoped {
		c := sc.rule
		if !facts.Within(c.base, top) || !facts.Within(c.Path, c.base) || slices.ContainsFunc(c.Patterns, func(pattern string) bool {
			return s.mayCover(scopeKey{c.base, c.dialect, pattern})
		}) {
			continue
		}
		key, offset := d.patternKey(c)
		place := c.Path + "\x00" + strconv.Itoa(offset)
		if said[place] == "" {
			said[place] = fmt.Sprintf("no file of the project matches %s: %s", key, firstOf(c.Patterns, 3))
		}
		d.add(sc.agent, problem(diag.DeadPattern, said[place], "correct it (patterns are relative to "+c.base+"), or remove the rule"), c.Path, offset)
	}
}

func firstOf(items []string, most int) string {
	if len(items) <= most {
		return strings.Join(items, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(items[:most], ", "), len(items)-most)
}

// patternKey returns the key of front matter that holds a rule's patterns, and the offset of this
// key in the file. The offset is -1 if the file does not contain the patterns as the agent read
// them.
func (d *doctor) patternKey(c *Candidate) (key string, offset int) {
	text, err := d.w.ReadFile(c.Path)
	if err != nil {
		return "its pattern", -1
	}
	f := ReadFront(text)
	key, offset = "its pattern", -1
	var at, start int // offsets of the present line, and of the last line with a key
	inside := ""
	for line := range strings.SplitAfterSeq(text[:f.Body], "\n") {
		if name, _, ok := strings.Cut(line, ":"); ok && strings.TrimLeft(name, " \t-#") == name {
			if inside, start = "", at; slices.Contains(patternKeys, strings.TrimSpace(name)) {
				inside = strings.TrimSpace(name)
			}
		}
		// If a key occurs twice, use the later one.
		if inside != "" && strings.Contains(line, c.Patterns[0]) {
			key, offset = inside, start
		}
		at += len(line)
	}
	return key, offset
}

// scopes caches whether each pattern may match a file that the search found.
type scopes struct {
	ctx     context.Context
	walk    *Search
	windows bool
	known   map[scopeKey]bool
}

type scopeKey struct {
	base    string
	dialect *Dialect
	pattern string
}

// mayCover reports whether a pattern matches a file that the search found, or could match a file
// that the search left out, or is written so that galley cannot tell.
func (s *scopes) mayCover(k scopeKey) bool {
	may, known := s.known[k]
	if !known {
		may = s.doubtful(k) || s.covers(k)
		s.known[k] = may
	}
	return may
}

func (s *scopes) covers(k scopeKey) bool {
	reaches := k.dialect.open && !strings.Contains(k.pattern, "/")
	for i, file := range s.walk.every {
		if i%256 == 0 && s.ctx.Err() != nil {
			return true // it may match in a directory that was not searched
		}
		rel, inside := RelativeTo(file, k.base)
		if inside && (k.dialect.match(k.pattern, rel) || reaches && k.dialect.match("**/"+k.pattern, rel)) {
			return true
		}
	}
	return s.ctx.Err() != nil
}

// doubtful reports whether a pattern could match files that the search left out, or is written in a
// way that different programs match differently.
func (s *scopes) doubtful(k scopeKey) bool {
	p := k.pattern
	if n, _ := Alternatives(p); n > 1000 {
		return true
	}
	if p[0] == '!' || strings.Contains(p, "(") || strings.Contains(p, "..") || strings.Contains(p, "[:") ||
		k.dialect.open && p[0] == '/' || s.windows && strings.Contains(p, `\`) {
		return true
	}
	if s.walk.skipped && slices.ContainsFunc(strings.Split(p, "/"), func(part string) bool { return slices.Contains(skipped, part) }) {
		return true
	}
	plain := strings.TrimPrefix(p, "./")
	if i := strings.IndexAny(plain, `*?[{\`); i >= 0 {
		plain = plain[:i]
	}
	if k.dialect.open && !strings.Contains(p, "/") {
		plain = ""
	}
	return slices.ContainsFunc(s.walk.blind, func(dir string) bool {
		rel, inside := RelativeTo(dir, k.base)
		return !inside && facts.Within(k.base, dir) || inside && (strings.HasPrefix(rel+"/", plain) || strings.HasPrefix(plain, rel+"/"))
	})
}
