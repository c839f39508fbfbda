package discovery

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// windsurf follows the documentation of Windsurf, called Devin Desktop since June
// 2026, as of November of that year. The program was not run.
//
// The user's global_rules.md; then the .md files of .devin/rules and
// .windsurf/rules in the directory, in those below it, and up to the git root,
// by their "trigger"; AGENTS.md, or agents.md, at the root always and below it
// for its directory; .windsurfrules. What is beyond a file's limit of 12,000
// characters (6,000 for the user's) does is not documented.
var windsurfVersions = []Version{{Name: "docs-2026-11", Evidence: Documented, Date: "2026-11"}}

var windsurfFolders = []string{".devin/rules", ".windsurf/rules"}

// discoverWindsurf looks for the rule files.
func discoverWindsurf(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "windsurf", windsurfVersions, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	t := p.trace
	p.git()
	full := facts.Join(p.home, ".codeium", "windsurf", "memories", "global_rules.md")
	if p.always(full, "global").Verdict == Loaded {
		windsurfLimit(p, &t.Candidates[len(t.Candidates)-1], 6000)
	}
	for _, dir := range p.chain() {
		for _, folder := range windsurfFolders {
			windsurfRules(p, facts.Join(dir, folder))
		}
	}
	p.always(facts.Join(t.Cwd, ".windsurfrules"), "legacy")
	for _, name := range []string{"AGENTS.md", "agents.md"} {
		if p.always(facts.Join(t.Cwd, name), "agents").Verdict == Loaded {
			break
		}
	}
	for _, dir := range p.upTo(t.Cwd, t.Root)[1:] {
		for _, name := range []string{"AGENTS.md", "agents.md"} {
			if c := p.at(facts.Join(dir, name), "agents"); c.there() {
				p.add(c.unknown("whether AGENTS.md counts above the folder that is open: see the list of rules in Cascade"))
			}
		}
	}
	windsurfBelow(p)
	p.note("an organisation's own rules lie elsewhere and are not looked at")
	return p.done("\n\n")
}

// windsurfBelow looks at what lies below the directory.
func windsurfBelow(p *Finder) {
	for _, dir := range p.lookBelow().dirs {
		if base := path.Base(dir); (base == ".windsurf" || base == ".devin") && facts.Dir(dir) != p.trace.Cwd {
			windsurfRules(p, facts.Join(dir, "rules"))
		}
	}
	for _, full := range p.below("AGENTS.md", "agents.md") {
		c := p.at(full, "agents")
		if c.Reason == "" {
			p.forDir(c, facts.Dir(full), "when a file in "+facts.Dir(full)+" is in play")
		}
		p.add(c)
	}
}

// windsurfRules looks at the rules of a directory.
func windsurfRules(p *Finder, dir string) {
	files := p.filesIn(dir, false)
	slices.Sort(files)
	for _, full := range files {
		c := p.at(full, "rules")
		rel, _ := relativeTo(full, dir)
		switch text, ok := p.text(c); {
		case !strings.HasSuffix(full, ".md"):
			c.never(NotLookedFor, "only .md files are rules")
		case strings.Contains(rel, "/"):
			c.unknown("whether rules in folders of " + dir + " count: move it up, or see the list of rules in Cascade")
		case ok:
			windsurfRule(p, c, text)
		}
		p.add(c)
	}
}

// windsurfRule decides by the trigger.
func windsurfRule(p *Finder, c *Candidate, text source.Text) {
	f := frontMatter(text.String())
	c.oddities(&f)
	c.loadBody(text, &f)
	windsurfLimit(p, c, 12000)
	if patterns, _ := f.list("globs"); f.broken != "" && (f.text("trigger") != "glob" || len(patterns) == 0) {
		c.unknown("its front matter is no YAML (" + f.broken + ")")
		return
	}
	switch trigger := f.text("trigger"); trigger {
	case "always_on":
	case "glob":
		patterns, _ := f.list("globs")
		if f.broken != "" {
			c.remark(FrontMatter, "it is no YAML (%s): whether the patterns count is not known", f.broken)
		}
		if len(patterns) == 0 {
			c.unknown("its trigger is glob, and it has no globs")
			return
		}
		p.forGlobs(c, p.trace.Cwd, patterns, "when a file is in play that matches")
	case "model_decision":
		c.later("when the agent takes it by its description")
	case "manual":
		c.later("when it is named: @" + strings.TrimSuffix(path.Base(c.Path), ".md"))
	case "":
		c.unknown("what a rule without a trigger does: give it one of always_on, glob, model_decision and manual")
	default:
		c.unknown(fmt.Sprintf("what the trigger %q does: it is none of always_on, glob, model_decision and manual", trigger))
	}
}

// windsurfLimit notes a file that is longer than it may be.
func windsurfLimit(p *Finder, c *Candidate, most int) {
	if n := len([]rune(c.Text.String())); n > most {
		c.remark(NotKnown, "it has %d characters, and %d are allowed: what becomes of the rest is not documented", n, most)
	}
}
