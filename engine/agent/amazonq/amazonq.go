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
	p.MarkdownRules(ctx, facts.Join(p.Trace.Cwd, ".amazonq", "rules"), "the documentation does not say whether rules in subfolders load: move it up, or look at the list of rules in the chat",
		func(c *discovery.Candidate, text source.Text) {
			c.Load(text, text.Len())
			loaded++
		})
	p.NotFor(p.Trace.Cwd, "rules are in .amazonq/rules", "AGENTS.md", "CLAUDE.md", "AmazonQ.md")
	p.AboveUnknown("the documentation does not say whether rules above the open folder load: open the project's root", ".amazonq/rules")
	if loaded > 1 {
		p.Note("the order of the rules is not documented")
	}
	return p.Done("\n\n")
}
