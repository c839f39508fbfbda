package discovery

import (
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
)

// cursor follows Cursor's documentation, as of November 2026; what a quoted
// boolean does is known at second hand. The program was not run.
//
// The files *.mdc below .cursor/rules, of the project and of directories in it,
// by what their front matter says: alwaysApply, globs, a description by which
// the agent decides, or none of them: by name alone. AGENTS.md at the root
// always, below it for its directory. .cursorrules, which is the old way. In
// which order they come is not documented.
var cursorVersions = []Version{{Name: "docs-2026-11", Evidence: Documented, Date: "2026-11"}}

// discoverCursor looks for the rule files.
func discoverCursor(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "cursor", cursorVersions, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	t := p.trace
	cursorRules(p, facts.Join(t.Cwd, ".cursor", "rules"), t.Cwd)
	p.always(facts.Join(t.Cwd, "AGENTS.md"), "agents")
	p.always(facts.Join(t.Cwd, ".cursorrules"), "legacy")
	for _, dir := range p.lookBelow().dirs {
		if path.Base(dir) == ".cursor" && facts.Dir(dir) != t.Cwd {
			cursorRules(p, facts.Join(dir, "rules"), facts.Dir(dir))
		}
	}
	for _, full := range p.below("AGENTS.md") {
		c := p.at(full, "agents")
		if c.Reason == "" {
			p.forDir(c, facts.Dir(full), "when files in "+facts.Dir(full)+" are in play")
		}
		p.add(c)
	}
	p.aboveUnknown("whether rules above the folder that is open count: open the repository's root, or see the list of rules in the chat", "AGENTS.md", ".cursorrules", ".cursor/rules")
	p.nearMisses([]string{"AGENTS.md"})
	p.belowNever(".cursorrules")
	p.note("user rules and team rules lie in Cursor's settings and its dashboard: they are not looked at")
	p.note("in which order Cursor puts these files is not documented")
	return p.done("\n\n")
}

// cursorRules looks at the rules of a directory; those of a directory below the
// root are for what lies there.
func cursorRules(p *Finder, dir, base string) {
	files := p.filesIn(dir, false)
	slices.Sort(files)
	for _, full := range files {
		c := p.at(full, "rules")
		if !strings.HasSuffix(full, ".mdc") {
			p.add(c.never(NotLookedFor, "only .mdc files are rules"))
			continue
		}
		if text, ok := p.text(c); ok {
			f := frontMatter(text.String())
			c.oddities(&f)
			c.loadBody(text, &f)
			cursorRule(p, c, &f, base)
			if strings.Count(text.String(), "\n") > 500 {
				c.remark("", "Cursor advises 500 lines at most")
			}
		}
		p.add(c)
	}
}

// cursorRule decides by front matter.
func cursorRule(p *Finder, c *Candidate, f *front, base string) {
	patterns, _ := f.list("globs")
	always, s := f.flag("alwaysApply")
	if f.broken != "" {
		if len(patterns) == 0 || !strings.HasPrefix(patterns[0], "*") && s != shapeBool {
			c.unknown("its front matter is no YAML (" + f.broken + "): malformed rules are said to be passed over")
			return
		}
		c.Evidence = SecondHand
	}
	if s == shapeText || s == shapeElse {
		c.remark(FrontMatter, "alwaysApply is no boolean: without its quotes it would count")
		always, c.Evidence = false, SecondHand
	}
	switch {
	case always && base == p.trace.Cwd:
		if len(patterns) == 0 {
			c.remark("", "people report that such a rule is left out until it has globs as well")
		}
	case always:
		p.forDir(c, base, "when files in "+base+" are in play")
	case len(patterns) > 0:
		p.forGlobs(c, base, patterns, "when a file is in play that matches")
	case f.text("description") != "":
		c.later("when the agent takes it by its description")
	default:
		c.later("when it is named: @" + strings.TrimSuffix(path.Base(c.Path), ".mdc"))
	}
}
