package discovery

import (
	"context"
	"path"
	"strings"

	"galley/engine/facts"
)

// copilotCLI follows GitHub's documentation of the Copilot CLI, as of November
// 2026. The program was not run.
//
// In the repository's root, the directory and those between: .github/
// copilot-instructions.md, the files *.instructions.md below .github/instructions
// with the "applyTo" that they are for, and AGENTS.md, of which the root's is the
// primary one. CLAUDE.md and GEMINI.md at the root. In the home, the same below
// ~/.copilot. Which comes first is not stated.
var copilotCLIVersions = []Version{{Name: "docs-2026-11", Evidence: Documented, Date: "2026-11"}}

// discoverCopilotCLI looks for the rule files.
func discoverCopilotCLI(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "copilot-cli", copilotCLIVersions, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	t := p.trace
	p.git()
	user := facts.Join(p.home, ".copilot")
	p.always(facts.Join(user, "copilot-instructions.md"), "user")
	p.instructionFiles(facts.Join(user, "instructions"), t.Cwd, "user", copilotApplies)
	for _, dir := range p.chain() {
		p.always(facts.Join(dir, ".github", "copilot-instructions.md"), "repository")
		p.instructionFiles(facts.Join(dir, ".github", "instructions"), t.Root, "instructions", copilotApplies)
		tier := "agents, additional"
		if dir == t.Root {
			tier = "agents, primary"
		}
		p.always(facts.Join(dir, "AGENTS.md"), tier)
		for _, name := range []string{"CLAUDE.md", "GEMINI.md"} {
			full := facts.Join(dir, name)
			if dir == t.Root {
				p.always(full, "agents")
			} else if c := p.at(full, "agents"); c.there() {
				p.add(c.unknown("whether it counts below the root: ask the CLI which instructions it has"))
			}
		}
	}
	for _, dir := range strings.Split(p.envOr("COPILOT_CUSTOM_INSTRUCTIONS_DIRS", ""), ",") {
		if dir = strings.TrimSpace(dir); dir != "" {
			p.always(facts.Join(facts.Resolve(t.Cwd, dir), "AGENTS.md"), "agents, additional")
			p.instructionFiles(facts.Join(facts.Resolve(t.Cwd, dir), ".github", "instructions"), t.Root, "instructions", copilotApplies)
		}
	}
	for _, full := range p.below("AGENTS.md", ".github/copilot-instructions.md") {
		dir := facts.Dir(full)
		if path.Base(dir) == ".github" {
			dir = facts.Dir(dir)
		}
		c := p.at(full, "below")
		if c.Reason == "" {
			p.forDir(c, dir, "when a file in "+dir+" is worked on")
		}
		p.add(c)
	}
	p.nearMisses([]string{"AGENTS.md"})
	p.note("the documentation states no order among these files")
	return p.done("\n\n")
}

// copilotApplies decides by applyTo.
func copilotApplies(p *Finder, c *Candidate, f *front, base string) {
	patterns, s := f.list("applyTo")
	switch {
	case f.broken != "" && s != shapeText:
		c.unknown("its front matter is no YAML (" + f.broken + ")")
	case s == shapeText && len(patterns) > 0:
		p.forGlobs(c, base, patterns, "when a file is worked on that matches")
	case s == shapeNone:
		c.unknown("whether a file without applyTo counts always: give it applyTo, or ask the CLI which instructions it has")
	default:
		c.unknown("applyTo is to be one text, with commas between patterns; it is a " + string(s))
	}
}
