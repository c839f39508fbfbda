package discovery

import (
	"context"
	"slices"
	"strings"

	"galley/engine/facts"
)

// amazonQ follows the documentation of Amazon Q Developer in the editor, as of
// November 2026. The program was not run.
var amazonQVersions = []Version{{Name: "docs-2026-11", Evidence: Documented, Date: "2026-11"}}

// discoverAmazonQ looks for the rule files.
func discoverAmazonQ(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "amazon-q", amazonQVersions, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	dir := facts.Join(p.trace.Cwd, ".amazonq", "rules")
	files := p.filesIn(dir, false)
	slices.Sort(files)
	loaded := 0
	for _, full := range files {
		c := p.at(full, "rules")
		rel, _ := relativeTo(full, dir)
		switch text, ok := p.text(c); {
		case !strings.HasSuffix(full, ".md"):
			c.never(NotLookedFor, "only .md files are rules")
		case strings.Contains(rel, "/"):
			c.unknown("whether rules in folders count: move it up, or look at the list of rules in the chat")
		case ok:
			c.load(text, text.Len())
			loaded++
		}
		p.add(c)
	}
	p.notFor(p.trace.Cwd, "rules lie in .amazonq/rules", "AGENTS.md", "CLAUDE.md", "AmazonQ.md")
	p.aboveUnknown("whether rules above the folder that is open count: open the project's root", ".amazonq/rules")
	if loaded > 1 {
		p.note("in which order the rules come is not documented")
	}
	return p.done("\n\n")
}
