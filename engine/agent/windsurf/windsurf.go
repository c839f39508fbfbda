// Package windsurf follows the documentation of Windsurf, called Devin Desktop since June 2026, as
// of November 2026. The program was not run.
//
// Windsurf reads these files:
//
//   - the user's global_rules.md, which always loads;
//   - the .md files of .devin/rules and .windsurf/rules in the working directory, in directories
//     below it, and above it up to the git root, each when its "trigger" says;
//   - .windsurfrules in the working directory, which always loads;
//   - AGENTS.md or agents.md, which always loads in the working directory. Below the working
//     directory it applies only to its own directory.
//
// A file may have 12,000 characters, and global_rules.md 6,000. What happens to longer files is not
// documented. The page on AGENTS.md says that an AGENTS.md below the working directory, or a rule
// with patterns, loads when the agent reads or edits a file that it covers. The page does not
// mention new files.
package windsurf

import (
	"context"
	"fmt"
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "docs-2026-11", Evidence: discovery.Documented, Date: "2026-11"}}

var windsurfFolders = []string{".devin/rules", ".windsurf/rules"}

// Discover looks for the rule files.
var Discover = discovery.By("windsurf", Versions, discovery.Documented, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	t := p.Trace
	t.BringsAt(true, discovery.ReadAct, discovery.EditAct, discovery.WriteAct)
	p.FindGit()
	full := facts.Join(p.Home, ".codeium", "windsurf", "memories", "global_rules.md")
	if p.Always(full, "global").Verdict == discovery.Loaded {
		windsurfLimit(p, &t.Candidates[len(t.Candidates)-1], 6000)
	}
	for _, dir := range p.Chain() {
		for _, folder := range windsurfFolders {
			windsurfRules(ctx, p, facts.Join(dir, folder))
		}
	}
	if p.Always(facts.Join(t.Cwd, ".windsurfrules"), "legacy").Verdict == discovery.Loaded {
		windsurfLimit(p, &t.Candidates[len(t.Candidates)-1], 12000)
	}
	for _, name := range []string{"AGENTS.md", "agents.md"} {
		if p.Always(facts.Join(t.Cwd, name), "agents").Verdict == discovery.Loaded {
			break
		}
	}
	for _, dir := range p.UpTo(t.Cwd, t.Root)[1:] {
		for _, name := range []string{"AGENTS.md", "agents.md"} {
			if c := p.At(facts.Join(dir, name), "agents"); c.There() {
				p.Add(c.Unknown("the documentation does not say whether AGENTS.md above the open folder is loaded: see the list of rules in Cascade"))
			}
		}
	}
	windsurfBelow(ctx, p)
	p.Note("galley does not read an organisation's own rules, which are elsewhere")
	return p.Done("\n\n")
}

// windsurfBelow sets the verdicts about the rule files below the working directory.
func windsurfBelow(ctx context.Context, p *discovery.Finder) {
	for _, dir := range p.LookBelow(ctx).Dirs {
		if base := path.Base(dir); (base == ".windsurf" || base == ".devin") && facts.Dir(dir) != p.Trace.Cwd {
			windsurfRules(ctx, p, facts.Join(dir, "rules"))
		}
	}
	for _, full := range p.Below(ctx, "AGENTS.md", "agents.md") {
		c := p.At(full, "agents")
		if c.Reason == "" {
			p.ForDir(c, facts.Dir(full), "when a file in "+facts.Dir(full)+" is in use")
		}
		p.Add(c)
	}
}

// windsurfRules sets the verdicts about the rules in a directory.
func windsurfRules(ctx context.Context, p *discovery.Finder, dir string) {
	p.MarkdownRules(ctx, dir, "the documentation does not say whether rules in folders of "+dir+" are loaded: move it up, or see the list of rules in Cascade",
		func(c *discovery.Candidate, text source.Text) { windsurfRule(p, c, text) })
}

// windsurfRule sets the verdict about a rule by the value of "trigger" in its front matter.
func windsurfRule(p *discovery.Finder, c *discovery.Candidate, text source.Text) {
	f := discovery.ReadFront(text.String())
	c.Oddities(&f)
	c.LoadBody(text, &f)
	windsurfLimit(p, c, 12000)
	if patterns, _ := f.List("globs"); f.Broken != "" && (f.Text("trigger") != "glob" || len(patterns) == 0) {
		c.Unknown("its front matter is not valid YAML (" + f.Broken + ")")
		return
	}
	switch trigger := f.Text("trigger"); trigger {
	case "always_on":
	case "glob":
		patterns, _ := f.List("globs")
		if f.Broken != "" {
			c.Remark(discovery.FrontMatter, "it is not valid YAML (%s): it is not known whether the patterns have an effect", f.Broken)
		}
		if len(patterns) == 0 {
			c.Unknown("its trigger is glob, but it has no globs")
			return
		}
		p.ForGlobs(c, p.Trace.Cwd, patterns, "when Windsurf works with a file that matches")
	case "model_decision":
		c.Later("when the agent chooses it by its description")
	case "manual":
		c.Later("when you name it: @" + strings.TrimSuffix(path.Base(c.Path), ".md"))
	case "":
		c.Unknown("the documentation does not say what a rule without a trigger does: use always_on, glob, model_decision or manual")
	default:
		c.Unknown(fmt.Sprintf("the trigger %q is not documented: use always_on, glob, model_decision or manual", trigger))
	}
}

// windsurfLimit adds a remark to a file with more code points than limit allows.
func windsurfLimit(p *discovery.Finder, c *discovery.Candidate, limit int) {
	if n := len([]rune(c.Text.String())); n > limit {
		c.Remark(discovery.OverLimit, "it has %d characters, and %d are allowed: it is not documented what happens to the rest", n, limit)
	}
}
