// Package copilotcli follows GitHub's documentation of the Copilot CLI, as of November
// 2026. The program was not run.
//
// In the repository's root, the directory and those between: .github/
// copilot-instructions.md, the files *.instructions.md below .github/instructions
// with the "applyTo" that they are for, and AGENTS.md, of which the root's is the
// primary one. CLAUDE.md and GEMINI.md at the root. In the home, the same below
// ~/.copilot. Which comes first is not stated.
package copilotcli

import (
	"context"
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Versions lists what is followed, the default first.
var Versions = []discovery.Version{{Name: "docs-2026-11", Evidence: discovery.Documented, Date: "2026-11"}}

// Discover looks for the rule files.
func Discover(ctx context.Context, w facts.World, o discovery.Options) (*discovery.Trace, error) {
	p, err := discovery.Begin(ctx, w, o, "copilot-cli", Versions, discovery.Documented)
	if err != nil {
		return nil, err
	}
	defer p.Tree.Close()
	t := p.Trace
	p.FindGit()
	user := facts.Join(p.Home, ".copilot")
	p.Always(facts.Join(user, "copilot-instructions.md"), "user")
	p.InstructionFiles(facts.Join(user, "instructions"), t.Cwd, "user", copilotApplies)
	for _, dir := range p.Chain() {
		p.Always(facts.Join(dir, ".github", "copilot-instructions.md"), "repository")
		p.InstructionFiles(facts.Join(dir, ".github", "instructions"), t.Root, "instructions", copilotApplies)
		tier := "agents, additional"
		if dir == t.Root {
			tier = "agents, primary"
		}
		p.Always(facts.Join(dir, "AGENTS.md"), tier)
		for _, name := range []string{"CLAUDE.md", "GEMINI.md"} {
			full := facts.Join(dir, name)
			if dir == t.Root {
				p.Always(full, "agents")
			} else if c := p.At(full, "agents"); c.There() {
				p.Add(c.Unknown("whether it counts below the root: ask the CLI which instructions it has"))
			}
		}
	}
	for _, dir := range strings.Split(p.EnvOr("COPILOT_CUSTOM_INSTRUCTIONS_DIRS", ""), ",") {
		if dir = strings.TrimSpace(dir); dir != "" {
			p.Always(facts.Join(facts.Resolve(t.Cwd, dir), "AGENTS.md"), "agents, additional")
			p.InstructionFiles(facts.Join(facts.Resolve(t.Cwd, dir), ".github", "instructions"), t.Root, "instructions", copilotApplies)
		}
	}
	for _, full := range p.Below("AGENTS.md", ".github/copilot-instructions.md") {
		dir := facts.Dir(full)
		if path.Base(dir) == ".github" {
			dir = facts.Dir(dir)
		}
		c := p.At(full, "below")
		if c.Reason == "" {
			p.ForDir(c, dir, "when a file in "+dir+" is worked on")
		}
		p.Add(c)
	}
	p.NearMisses([]string{"AGENTS.md"})
	p.Note("the documentation states no order among these files")
	return p.Done("\n\n")
}

// copilotApplies decides by applyTo.
func copilotApplies(p *discovery.Finder, c *discovery.Candidate, f *discovery.Front, base string) {
	patterns, s := f.List("applyTo")
	switch {
	case f.Broken != "" && s != discovery.ShapeText:
		c.Unknown("its front matter is no YAML (" + f.Broken + ")")
	case s == discovery.ShapeText && len(patterns) > 0:
		p.ForGlobs(c, base, patterns, "when a file is worked on that matches")
	case s == discovery.ShapeNone:
		c.Unknown("whether a file without applyTo counts always: give it applyTo, or ask the CLI which instructions it has")
	default:
		c.Unknown("applyTo is to be one text, with commas between patterns; it is a " + string(s))
	}
}
