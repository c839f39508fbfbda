// Package amazonq follows the documentation of Amazon Q Developer in the editor, as of
// November 2026. The program was not run.
package amazonq

import (
	"context"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "docs-2026-11", Evidence: discovery.Documented, Date: "2026-11"}}

// Discover looks for the rule files.
var Discover = discovery.By("amazon-q", Versions, discovery.Documented, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	p.Trace.BringsAt(false, discovery.Acts...)
	loaded := 0
	p.MarkdownRules(ctx, facts.Join(p.Trace.Cwd, ".amazonq", "rules"), "whether rules in folders count: move it up, or look at the list of rules in the chat",
		func(c *discovery.Candidate, text source.Text) {
			c.Load(text, text.Len())
			loaded++
		})
	p.NotFor(p.Trace.Cwd, "rules lie in .amazonq/rules", "AGENTS.md", "CLAUDE.md", "AmazonQ.md")
	p.AboveUnknown("whether rules above the folder that is open count: open the project's root", ".amazonq/rules")
	if loaded > 1 {
		p.Note("in which order the rules come is not documented")
	}
	return p.Done("\n\n")
}
