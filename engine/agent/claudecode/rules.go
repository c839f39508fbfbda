package claudecode

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// claudeTouch tells people which tool calls load a rule file that did not load at launch.
const claudeTouch = "when Read, Write, Edit or a command in Bash touches a file"

// scopedRule is a rule that applies to some files only.
type scopedRule struct {
	path, base string
	tier       string
	patterns   []string
	doc        document
}

// rules loads the rules of a directory. Their patterns are relative to base.
func (r *claudeRun) rules(ctx context.Context, dir, base, tier string) {
	for _, full := range r.FilesAsListed(ctx, dir) {
		c := r.At(full, tier)
		if first := r.real[c.RealPath]; first == c.Path && first != "" {
			continue // an import has loaded it already
		}
		c.Group = dir
		if c = r.ruleAt(c); c.Verdict != discovery.Loaded {
			r.Add(c)
			continue
		}
		d, ok := r.load(c)
		if !ok {
			r.Add(c)
			continue
		}
		r.rule(c, d, base)
	}
}

// ruleAt decides whether a file of a rule directory is loaded. A file with the verdict "loaded" may
// still be rejected when its text is read.
func (r *claudeRun) ruleAt(c *discovery.Candidate) *discovery.Candidate {
	c.Verdict = discovery.NotLoaded
	first, twice := r.real[c.RealPath]
	linked := c.RealPath != "" && c.RealPath != c.Path
	switch off, denied := r.off(c.Tier), r.unreadable(c); {
	case !strings.HasSuffix(c.Path, ".md"):
		return c.Never(discovery.NotLookedFor, "only .md files are rules")
	case off != "":
		return c.No(discovery.Disabled, off)
	case !c.There():
		return c
	case c.Tier != "managed" && (r.set.excluded(c.Path) != "" || r.set.excluded(c.RealPath) != ""):
		return c.No(discovery.Excluded, "claudeMdExcludes has "+cmp.Or(r.set.excluded(c.Path), r.set.excluded(c.RealPath)))
	case c.Tier == "rules" && linked && !r.inside(c.RealPath):
		return c.No(discovery.Unapproved, "it leads to "+c.RealPath+", outside the working directory")
	case denied != "":
		return c.No(discovery.Disabled, denied)
	case twice:
		return c.No(discovery.AlreadyLoaded, "it is the same file as "+first)
	}
	c.Verdict = discovery.Loaded
	return c
}

// rule loads a rule, or makes it wait until a tool reaches a file that the rule applies to. In both
// cases the files that the rule imports load at once.
func (r *claudeRun) rule(c *discovery.Candidate, d document, base string) {
	r.oddities(c, &d.front)
	r.base = base
	if patterns := d.front.patterns(); len(patterns) > 0 {
		r.wait(c, d, patterns, c.Tier == "user rules", 0)
	} else {
		r.enter(c, d, c.Tier == "user rules", 0)
	}
}

// wait records a rule that applies to some files only, and loads the files that it imports.
func (r *claudeRun) wait(c *discovery.Candidate, d document, patterns []string, anywhere bool, depth int) {
	r.real[c.RealPath] = c.Path
	r.forFiles(c, d, r.base, patterns)
	r.Add(c)
	r.conditional = append(r.conditional, scopedRule{headed(c), r.base, c.Tier, patterns, d})
	r.imports(len(r.Trace.Candidates)-1, c, d, anywhere, depth)
}

// forFiles marks a rule as one that loads only for files that match its patterns.
func (r *claudeRun) forFiles(c *discovery.Candidate, d document, base string, patterns []string) {
	if !slices.ContainsFunc(patterns, mayMatch) {
		c.No(discovery.FrontMatter, "no path matches "+strings.Join(patterns, ", ")+", because its [ is never closed")
		return
	}
	c.Text, c.Used = d.text, d.text.Len()
	r.ForFile(c, base, patterns, claudeTouch+" that matches", discovery.ClaudeGlobs)
}

// mayMatch reports whether every bracket of a pattern is closed; a pattern with an open bracket
// matches nothing.
func mayMatch(p string) bool {
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '[':
			n := strings.IndexByte(p[i+1:], ']')
			if n < 0 {
				return false
			}
			i += n + 1
		}
	}
	return true
}

// oddities adds remarks on a rule's unusual front matter.
func (r *claudeRun) oddities(c *discovery.Candidate, f *front) {
	if f.unread {
		c.Remark(discovery.FrontMatter, "%s: it is not known whether its paths have an effect", f.lenient)
		return
	}
	if f.lost {
		c.Remark(discovery.FrontMatter, "it is not valid YAML (%s): Claude Code ignores all of it, and the rule loads as if it had no paths", f.lenient)
		return
	}
	if f.lenient != "" {
		c.Remark(discovery.FrontMatter, "it is not valid YAML (%s): Claude Code uses the values as they are written; put them in quotes", f.lenient)
	}
	if _, given := f.list("paths"); given {
		return
	}
	if f.values["paths"] != nil {
		c.Remark(discovery.FrontMatter, "paths is neither a list nor a text, so it is ignored")
		return
	}
	for _, key := range []string{"globs", "glob", "applyTo", "alwaysApply", "path"} {
		if _, there := f.values[key]; there {
			c.Remark(discovery.FrontMatter, "%s has no effect here: paths is the only key that is read", key)
		}
	}
}

// overlooked adds to the trace the rule files that load later, and the files that people expect
// Claude Code to load, but that it does not load.
func (r *claudeRun) overlooked(ctx context.Context) {
	for _, full := range r.Below(ctx, "CLAUDE.md", claudeLocal, "AGENTS.md") {
		c := r.At(full, "below")
		dir := facts.Dir(full)
		if path.Base(dir) == ".claude" {
			if dir = facts.Dir(dir); dir == r.Trace.Cwd {
				if path.Base(full) == claudeLocal {
					r.Add(c.Never(discovery.NotLookedFor, "only the CLAUDE.local.md next to .claude is read"))
				}
				continue
			}
			if path.Base(full) == claudeLocal {
				r.Add(c.Never(discovery.NotLookedFor, "only the CLAUDE.local.md next to .claude is read"))
				continue
			}
		}
		if len(r.Trace.Find(full)) > 0 {
			continue
		}
		if c.Reason != "" {
			r.Add(c)
			continue
		}
		r.nested(c, dir)
	}
	for _, dot := range r.LookBelow(ctx).Dirs {
		dir := facts.Dir(dot)
		if path.Base(dot) != ".claude" || dir == r.Trace.Cwd {
			continue
		}
		for _, full := range r.FilesAsListed(ctx, facts.Join(dot, "rules")) {
			r.nestedRule(full, dir)
		}
	}
	for _, dir := range r.chain() {
		r.NotFor(dir, "Claude Code never reads it", "AGENTS.local.md", "AGENTS.override.md", ".agents/AGENTS.md")
	}
	r.NotFor(r.config, "Claude Code does not read such a file of a user", "AGENTS.md", claudeLocal)
	for _, name := range append(slices.Clone(claudeNames), claudeLocal, "AGENTS.md") {
		if c := r.At(facts.Join(facts.Root(r.Trace.Cwd), name), "above"); c.There() {
			r.Add(c.Never(discovery.AboveRoot, "Claude Code does not look in the root of the file system"))
		}
	}
	r.Trace.Root = r.repositoryOrCwd()
	r.NearMisses([]string{"CLAUDE.md", claudeLocal})
	r.Trace.Root = facts.Root(r.Trace.Cwd)
}

// repositoryOrCwd returns the root of the repository, or the working directory outside of one.
func (r *claudeRun) repositoryOrCwd() string {
	if root, _, found := facts.Nearest(r.World, r.Trace.Cwd, ".git"); found {
		return root
	}
	return r.Trace.Cwd
}

// nested decides whether and when a rule file below the working directory loads; dir is the
// directory to which the file applies.
func (r *claudeRun) nested(c *discovery.Candidate, dir string) {
	base := path.Base(c.Path)
	tier := "project"
	if base == claudeLocal {
		tier = "local"
	}
	when := claudeTouch + " in " + dir
	switch off, denied := r.off(tier), r.unreadable(c); {
	case off != "":
		c.No(discovery.Disabled, off)
	case r.set.excluded(c.Path) != "":
		c.No(discovery.Excluded, "claudeMdExcludes has "+r.set.excluded(c.Path))
	case denied != "":
		c.No(discovery.Disabled, denied)
	case c.Bytes > claudeFileCap:
		c.No(discovery.OverLimit, "Claude Code skips files over 4 MiB")
	case c.Bytes == 0:
		c.No(discovery.Empty, "")
	case base != "AGENTS.md" || r.set.files == claudeAndAgents:
		r.ForDir(c, dir, when)
	case !r.agents:
		r.agentsNot(c)
	case r.saying(dir) != "":
		c.No(discovery.ShadowedByKind, "there is "+r.saying(dir))
	default:
		r.ForDir(c, dir, "when Read, Write or Edit reaches a file in "+dir)
	}
	r.Add(c)
}

// nestedRule decides whether and when a file in a rule directory below the working directory
// loads.
func (r *claudeRun) nestedRule(full, dir string) {
	c := r.ruleAt(r.At(full, "rules"))
	if c.Verdict != discovery.Loaded {
		r.Add(c)
		return
	}
	d, ok := r.load(c)
	if !ok {
		c.Verdict = discovery.NotLoaded
		r.Add(c)
		return
	}
	r.oddities(c, &d.front)
	c.Text, c.Used = d.text, d.text.Len()
	if patterns := d.front.patterns(); len(patterns) > 0 {
		r.forFiles(c, d, dir, patterns)
	} else if trimmed(d.text).Len() == 0 {
		c.No(discovery.Empty, "")
	} else {
		r.ForDir(c, dir, claudeTouch+" in "+dir)
	}
	r.Add(c)
}
