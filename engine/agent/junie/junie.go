// Package junie follows the documentation of JetBrains' Junie of November 2025. The
// program was not run.
package junie

import (
	"context"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "docs-2025-11", Evidence: discovery.Documented, Date: "2025-11"}}

// Discover looks for the rule files.
var Discover = discovery.By("junie", Versions, discovery.Documented, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	p.Trace.BringsAt(false, discovery.Acts...)
	cwd := p.Trace.Cwd
	p.Always(facts.Join(cwd, ".junie", "guidelines.md"), "guidelines")
	const check = "it is loaded if Junie's settings name it as the path of the guidelines: look there"
	for _, name := range []string{"AGENTS.md", ".junie/AGENTS.md"} {
		if c := p.At(facts.Join(cwd, name), "guidelines"); c.There() {
			p.Add(c.Unknown(check))
		}
	}
	p.NotFor(cwd, "Junie does not look for such a file", "CLAUDE.md", "GEMINI.md")
	p.AboveNever("the guidelines must be in the project itself", ".junie/guidelines.md", "AGENTS.md")
	p.BelowNever(ctx, ".junie/guidelines.md", "AGENTS.md")
	return p.Done("\n\n")
}
