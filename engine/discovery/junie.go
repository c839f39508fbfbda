package discovery

import (
	"context"

	"galley/engine/facts"
)

// junie follows the documentation of JetBrains' Junie of November 2025. The
// program was not run.
var junieVersions = []Version{{Name: "docs-2025-11", Evidence: Documented, Date: "2025-11"}}

// discoverJunie looks for the rule files.
func discoverJunie(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "junie", junieVersions, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	cwd := p.trace.Cwd
	p.always(facts.Join(cwd, ".junie", "guidelines.md"), "guidelines")
	const check = "it counts when Junie's settings name it as the path of the guidelines: look there"
	for _, name := range []string{"AGENTS.md", ".junie/AGENTS.md"} {
		if c := p.at(facts.Join(cwd, name), "guidelines"); c.there() {
			p.add(c.unknown(check))
		}
	}
	p.notFor(cwd, "Junie looks for no such file", "CLAUDE.md", "GEMINI.md")
	p.aboveNever("the guidelines lie in the project's own path", ".junie/guidelines.md", "AGENTS.md")
	p.belowNever(".junie/guidelines.md", "AGENTS.md")
	return p.done("\n\n")
}
