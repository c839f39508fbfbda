// Package amazonq follows the documentation of Amazon Q Developer in the editor, as of
// November 2026. The program was not run.
package amazonq

import (
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Versions lists what is followed, the default first.
var Versions = []discovery.Version{{Name: "docs-2026-11", Evidence: discovery.Documented, Date: "2026-11"}}

// Discover looks for the rule files.
var Discover = discovery.By("amazon-q", Versions, discovery.Documented, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	dir := facts.Join(p.Trace.Cwd, ".amazonq", "rules")
	files := p.FilesIn(ctx, dir, false)
	slices.Sort(files)
	loaded := 0
	for _, full := range files {
		c := p.At(full, "rules")
		rel, _ := discovery.RelativeTo(full, dir)
		switch text, ok := p.Text(c); {
		case !strings.HasSuffix(full, ".md"):
			c.Never(discovery.NotLookedFor, "only .md files are rules")
		case strings.Contains(rel, "/"):
			c.Unknown("whether rules in folders count: move it up, or look at the list of rules in the chat")
		case ok:
			c.Load(text, text.Len())
			loaded++
		}
		p.Add(c)
	}
	p.NotFor(p.Trace.Cwd, "rules lie in .amazonq/rules", "AGENTS.md", "CLAUDE.md", "AmazonQ.md")
	p.AboveUnknown("whether rules above the folder that is open count: open the project's root", ".amazonq/rules")
	if loaded > 1 {
		p.Note("in which order the rules come is not documented")
	}
	return p.Done("\n\n")
}
