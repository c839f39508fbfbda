// Package cursor follows Cursor's documentation as of November 2026. What a boolean in
// quotes does is known only from reports of users. The program was not run.
//
// Cursor reads *.mdc files below .cursor/rules of the project and of directories in
// the project. The front matter decides when such a rule loads: always (alwaysApply), for
// files that match (globs), or when the agent chooses the rule by its description. A rule
// with none of these keys loads when the user names it. AGENTS.md at the root always
// loads; below the root it applies to its directory. .cursorrules at the root, the older
// form, always loads too. The documentation does not say in which order the rules come,
// nor which tool calls make a file "referenced".
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

// cursorRules decides about each rule in dir and below it. The rules apply to files in base, the
// directory that contains .cursor.
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

// cursorRule decides, by a rule's front matter f, when the rule loads.
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
