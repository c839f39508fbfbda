package claudecode

import (
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// claudeTouch says what makes a file load later.
const claudeTouch = "when Read, Write or Edit touches a file"

// rules loads the rules of a directory. Their patterns are relative to base.
func (r *claudeRun) rules(dir, base, tier string) {
	project := tier == "rules"
	files := r.FilesIn(dir, true)
	slices.Sort(files)
	for _, full := range files {
		c := r.At(full, tier)
		switch off := r.set.off(tier); {
		case !strings.HasSuffix(full, ".md"):
			r.Add(c.Never(discovery.NotLookedFor, "only .md files are rules"))
		case off != "" && (project || r.set.files == claudeManagedOnly):
			r.Add(c.No(discovery.Disabled, off))
		case r.set.excluded(c) != "":
			r.Add(c.No(discovery.Excluded, "claudeMdExcludes has "+r.set.excluded(c)))
		case project && facts.Within(full, r.Trace.Cwd) && c.RealPath != "" && !facts.Within(c.RealPath, r.Trace.Cwd):
			r.Add(c.No(discovery.Unapproved, "it leads to "+c.RealPath+", outside the working directory; when approved, it loads unless it has paths"))
		default:
			r.rule(c, base, project)
		}
	}
}

func (r *claudeRun) rule(c *discovery.Candidate, base string, project bool) {
	text, ok := r.read(c)
	if !ok {
		r.Add(c)
		return
	}
	f := discovery.ReadFront(text.String())
	c.Oddities(&f)
	patterns, s := f.List("paths")
	switch {
	case f.Broken != "":
		patterns = nil
		c.Remark(discovery.FrontMatter, "it is no YAML (%s): the rule loads as if it had no paths", f.Broken)
	case s == discovery.ShapeBool || s == discovery.ShapeElse:
		c.Remark(discovery.FrontMatter, "paths is neither a list nor a text: what Claude Code makes of that is not known")
	case s == discovery.ShapeNone:
		for _, key := range []string{"globs", "glob", "applyTo", "alwaysApply", "path"} {
			if _, there := f.Values[key]; there {
				c.Remark(discovery.FrontMatter, "%s does nothing here: paths is the only key that is read", key)
			}
		}
	}
	text = text.Slice(f.Body, text.Len())
	if len(patterns) == 0 {
		r.enter(c, text, project, 0)
		return
	}
	c.Text, c.Used = text, text.Len()
	r.ForFile(c, base, patterns, claudeTouch+" that matches", discovery.ClaudeGlobs)
	if strings.Contains(strings.Join(f.Odd, " "), "byte order mark") {
		c.Unknown("whether front matter counts behind a byte order mark: take the mark away, or see /memory")
	}
	r.Add(c)
}

// overlooked adds what loads later, and what people expect to count.
func (r *claudeRun) overlooked() {
	for _, full := range r.Below("CLAUDE.md", claudeLocal, "AGENTS.md") {
		c := r.At(full, "below")
		dir := facts.Dir(full)
		if path.Base(dir) == ".claude" {
			if facts.Dir(dir) != r.Trace.Cwd {
				r.Add(c.Unknown("whether it loads with its directory: see /context after reading a file there"))
			}
			continue
		}
		if c.Tier = "below"; c.Reason != "" {
			r.Add(c)
			continue
		}
		r.nested(c, dir)
	}
	for _, dir := range r.LookBelow().Dirs {
		if path.Base(dir) != ".claude" || facts.Dir(dir) == r.Trace.Cwd {
			continue
		}
		for _, full := range r.FilesIn(facts.Join(dir, "rules"), false) {
			r.Add(r.At(full, "below").Unknown("whether rules below the directory load: see /context after reading a file there"))
		}
	}
	for _, dir := range r.Chain() {
		r.NotFor(dir, "Claude Code never reads it", "AGENTS.local.md", "AGENTS.override.md", ".agents/AGENTS.md")
	}
	r.Trace.Root = r.repositoryOrCwd()
	r.NearMisses([]string{"CLAUDE.md", claudeLocal})
	r.Trace.Root = facts.Root(r.Trace.Cwd)
}

// repositoryOrCwd is the repository's root, without one the directory.
func (r *claudeRun) repositoryOrCwd() string {
	if root, _, found := facts.Nearest(r.World, r.Trace.Cwd, ".git"); found {
		return root
	}
	return r.Trace.Cwd
}

// nested decides about a file below the directory.
func (r *claudeRun) nested(c *discovery.Candidate, dir string) {
	base := path.Base(c.Path)
	tier := "project"
	if base == claudeLocal {
		tier = "local"
	}
	when := claudeTouch + " in " + dir
	switch off := r.set.off(tier); {
	case off != "":
		c.No(discovery.Disabled, off)
	case r.set.excluded(c) != "":
		c.No(discovery.Excluded, "claudeMdExcludes has "+r.set.excluded(c))
	case c.Bytes > claudeFileCap:
		c.No(discovery.TooLarge, "Claude Code skips files over 4 MiB")
	case base != "AGENTS.md" || r.set.files == claudeAndAgents:
		r.ForDir(c, dir, when)
	case !r.agents:
		r.agentsNot(c)
	case r.hasClaude(dir):
		c.No(discovery.ShadowedByKind, "there is a CLAUDE.md in its directory")
	default:
		r.ForDir(c, dir, "when Read opens a file in "+dir)
	}
	r.Add(c)
}

func (r *claudeRun) hasClaude(dir string) bool {
	return slices.ContainsFunc(append(slices.Clone(claudeNames), claudeLocal), func(name string) bool {
		return r.Exists(facts.Join(dir, name))
	})
}

// WithoutBlockComments takes out the HTML comments that begin a line, those in
// code left alone. A line that held nothing else goes with it.
func WithoutBlockComments(t source.Text) source.Text {
	s := t.String()
	if !strings.Contains(s, "<!--") {
		return t
	}
	code := discovery.MarkdownCode(s)
	var spans []source.Span
	for at := 0; at < len(s); {
		end := len(s)
		if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := s[at:end]
		start := at + len(line) - len(strings.TrimLeft(line, " "))
		if start-at < 4 && strings.HasPrefix(s[start:], "<!--") && !discovery.InSpans(&code, start) {
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
	return discovery.WithoutSpans(t, spans)
}
