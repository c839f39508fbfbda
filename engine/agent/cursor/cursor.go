// Package cursor follows Cursor's documentation as of November 2026; the effect of a
// quoted boolean is second hand. The program was not run.
//
// Cursor reads *.mdc files below .cursor/rules of the project and of directories in
// it. Their front matter decides when: alwaysApply, globs, a description by which the
// agent chooses, or none of these, when people name the rule. AGENTS.md at the root
// always loads; below the root it applies to its directory. .cursorrules is the old
// way. The documentation does not say in which order the rules come, nor which tool
// calls make a file "referenced".
package cursor

import (
	"context"
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "docs-2026-11", Evidence: discovery.Documented, Date: "2026-11"}}

// Discover looks for the rule files.
var Discover = discovery.By("cursor", Versions, discovery.Documented, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	t := p.Trace
	cursorRules(ctx, p, facts.Join(t.Cwd, ".cursor", "rules"), t.Cwd)
	p.Always(facts.Join(t.Cwd, "AGENTS.md"), "agents")
	p.Always(facts.Join(t.Cwd, ".cursorrules"), "legacy")
	for _, dir := range p.LookBelow(ctx).Dirs {
		if path.Base(dir) == ".cursor" && facts.Dir(dir) != t.Cwd {
			cursorRules(ctx, p, facts.Join(dir, "rules"), facts.Dir(dir))
		}
	}
	for _, full := range p.Below(ctx, "AGENTS.md") {
		c := p.At(full, "agents")
		if c.Reason == "" {
			p.ForDir(c, facts.Dir(full), "when files in "+facts.Dir(full)+" are worked on")
		}
		p.Add(c)
	}
	p.AboveUnknown("the documentation does not say whether rules above the open folder load: open the repository's root, or see the list of rules in the chat", "AGENTS.md", ".cursorrules", ".cursor/rules")
	p.NearMisses([]string{"AGENTS.md"})
	p.BelowNever(ctx, ".cursorrules")
	p.Note("galley does not read user rules and team rules, which are in Cursor's settings and its dashboard")
	p.Note("the order of these files in Cursor is not documented")
	return p.Done("\n\n")
}

// cursorRules examines the rules of a directory. Rules in a directory below the root apply to that
// directory.
func cursorRules(ctx context.Context, p *discovery.Finder, dir, base string) {
	for _, full := range p.FilesIn(ctx, dir, false) {
		c := p.At(full, "rules")
		if !strings.HasSuffix(full, ".mdc") {
			p.Add(c.Never(discovery.NotLookedFor, "only .mdc files are rules"))
			continue
		}
		if text, ok := p.Text(c); ok {
			f := discovery.ReadFront(text.String())
			c.Oddities(&f)
			c.LoadBody(text, &f)
			cursorRule(p, c, &f, base)
			if n := strings.Count(text.String(), "\n"); n > 500 {
				c.Remark(discovery.OverLimit, "it has %d lines, and Cursor advises at most 500", n)
			}
		}
		p.Add(c)
	}
}

// cursorRule decides by front matter.
func cursorRule(p *discovery.Finder, c *discovery.Candidate, f *discovery.Front, base string) {
	patterns, _ := f.List("globs")
	always, s := f.Flag("alwaysApply")
	if f.Broken != "" {
		if len(patterns) == 0 || !strings.HasPrefix(patterns[0], "*") && s != discovery.ShapeBool {
			c.Unknown("its front matter is not valid YAML (" + f.Broken + "): Cursor is said to skip malformed rules")
			return
		}
		c.Evidence = discovery.SecondHand
	}
	if s == discovery.ShapeText || s == discovery.ShapeElse {
		c.Remark(discovery.FrontMatter, "alwaysApply is not a boolean: remove its quotes")
		always, c.Evidence = false, discovery.SecondHand
	}
	switch {
	case always && base == p.Trace.Cwd:
		if len(patterns) == 0 {
			c.Remark("", "users report that such a rule is left out until it also has globs")
		}
	case always:
		p.ForDir(c, base, "when files in "+base+" are worked on")
	case len(patterns) > 0:
		p.ForGlobs(c, base, patterns, "when Cursor works with a file that matches")
	case f.Text("description") != "":
		c.Later("when the agent chooses it by its description")
	default:
		c.Later("when you name it: @" + strings.TrimSuffix(path.Base(c.Path), ".mdc"))
	}
}
