package discovery

import (
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// claudeTouch says what makes a file load later.
const claudeTouch = "when Read, Write or Edit touches a file"

// rules loads the rules of a directory. Their patterns are relative to base.
func (r *claudeRun) rules(dir, base, tier string) {
	project := tier == "rules"
	files := r.filesIn(dir, true)
	slices.Sort(files)
	for _, full := range files {
		c := r.at(full, tier)
		switch off := r.set.off(tier); {
		case !strings.HasSuffix(full, ".md"):
			r.add(c.never(NotLookedFor, "only .md files are rules"))
		case off != "" && (project || r.set.files == claudeManagedOnly):
			r.add(c.no(Disabled, off))
		case r.set.excluded(c) != "":
			r.add(c.no(Excluded, "claudeMdExcludes has "+r.set.excluded(c)))
		case project && facts.Within(full, r.trace.Cwd) && c.RealPath != "" && !facts.Within(c.RealPath, r.trace.Cwd):
			r.add(c.no(Unapproved, "it leads to "+c.RealPath+", outside the working directory; when approved, it loads unless it has paths"))
		default:
			r.rule(c, base, project)
		}
	}
}

func (r *claudeRun) rule(c *Candidate, base string, project bool) {
	text, ok := r.read(c)
	if !ok {
		r.add(c)
		return
	}
	f := frontMatter(text.String())
	c.oddities(&f)
	patterns, s := f.list("paths")
	switch {
	case f.broken != "":
		patterns = nil
		c.remark(FrontMatter, "it is no YAML (%s): the rule loads as if it had no paths", f.broken)
	case s == shapeBool || s == shapeElse:
		c.remark(FrontMatter, "paths is neither a list nor a text: what Claude Code makes of that is not known")
	case s == shapeNone:
		for _, key := range []string{"globs", "glob", "applyTo", "alwaysApply", "path"} {
			if _, there := f.values[key]; there {
				c.remark(FrontMatter, "%s does nothing here: paths is the only key that is read", key)
			}
		}
	}
	text = text.Slice(f.body, text.Len())
	if len(patterns) == 0 {
		r.enter(c, text, project, 0)
		return
	}
	c.Text, c.Used = text, text.Len()
	r.forFile(c, base, patterns, claudeTouch+" that matches", claudeDialect)
	if strings.Contains(strings.Join(f.odd, " "), "byte order mark") {
		c.unknown("whether front matter counts behind a byte order mark: take the mark away, or see /memory")
	}
	r.add(c)
}

// overlooked adds what loads later, and what people expect to count.
func (r *claudeRun) overlooked() {
	for _, full := range r.below("CLAUDE.md", claudeLocal, "AGENTS.md") {
		c := r.at(full, "below")
		dir := facts.Dir(full)
		if path.Base(dir) == ".claude" {
			if facts.Dir(dir) != r.trace.Cwd {
				r.add(c.unknown("whether it loads with its directory: see /context after reading a file there"))
			}
			continue
		}
		if c.Tier = "below"; c.Reason != "" {
			r.add(c)
			continue
		}
		r.nested(c, dir)
	}
	for _, dir := range r.lookBelow().dirs {
		if path.Base(dir) != ".claude" || facts.Dir(dir) == r.trace.Cwd {
			continue
		}
		for _, full := range r.filesIn(facts.Join(dir, "rules"), false) {
			r.add(r.at(full, "below").unknown("whether rules below the directory load: see /context after reading a file there"))
		}
	}
	for _, dir := range r.chain() {
		r.notFor(dir, "Claude Code never reads it", "AGENTS.local.md", "AGENTS.override.md", ".agents/AGENTS.md")
	}
	r.trace.Root = r.repositoryOrCwd()
	r.nearMisses([]string{"CLAUDE.md", claudeLocal})
	r.trace.Root = facts.Root(r.trace.Cwd)
}

// repositoryOrCwd is the repository's root, without one the directory.
func (r *claudeRun) repositoryOrCwd() string {
	if root, _, found := facts.Nearest(r.world, r.trace.Cwd, ".git"); found {
		return root
	}
	return r.trace.Cwd
}

// nested decides about a file below the directory.
func (r *claudeRun) nested(c *Candidate, dir string) {
	base := path.Base(c.Path)
	tier := "project"
	if base == claudeLocal {
		tier = "local"
	}
	when := claudeTouch + " in " + dir
	switch off := r.set.off(tier); {
	case off != "":
		c.no(Disabled, off)
	case r.set.excluded(c) != "":
		c.no(Excluded, "claudeMdExcludes has "+r.set.excluded(c))
	case c.Bytes > claudeFileCap:
		c.no(TooLarge, "Claude Code skips files over 4 MiB")
	case base != "AGENTS.md" || r.set.files == claudeAndAgents:
		r.forDir(c, dir, when)
	case !r.agents:
		r.agentsNot(c)
	case r.hasClaude(dir):
		c.no(ShadowedByKind, "there is a CLAUDE.md in its directory")
	default:
		r.forDir(c, dir, "when Read opens a file in "+dir)
	}
	r.add(c)
}

func (r *claudeRun) hasClaude(dir string) bool {
	return slices.ContainsFunc(append(slices.Clone(claudeNames), claudeLocal), func(name string) bool {
		return r.exists(facts.Join(dir, name))
	})
}

// withoutBlockComments takes out the HTML comments that begin a line, those in
// code left alone. A line that held nothing else goes with it.
func withoutBlockComments(t source.Text) source.Text {
	s := t.String()
	if !strings.Contains(s, "<!--") {
		return t
	}
	code := markdownCode(s)
	var spans []source.Span
	for at := 0; at < len(s); {
		end := len(s)
		if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := s[at:end]
		start := at + len(line) - len(strings.TrimLeft(line, " "))
		if start-at < 4 && strings.HasPrefix(s[start:], "<!--") && !inSpans(&code, start) {
			if i := strings.Index(s[start:], "-->"); i >= 0 {
				stop := start + i + len("-->")
				if rest, more := strings.CutPrefix(strings.TrimLeft(s[stop:], " \t\r"), "\n"); more {
					stop, start = len(s)-len(rest), at
				}
				spans = append(spans, source.Span{Start: start, End: stop})
				at = max(stop, at+1)
				continue
			}
		}
		at = end
	}
	return withoutSpans(t, spans)
}
