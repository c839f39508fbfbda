package discovery

import (
	"context"

	"galley/engine/facts"
)

// zed follows Zed's documentation; a third party found the same order in 1.21.0.
// The program was not run.
//
// The user's AGENTS.md, then the first that exists of a list of names, at the
// worktree's root alone.
var zedVersions = []Version{{Name: "1.21.0", Evidence: Documented}}

var zedNames = []string{".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md",
	"AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"}

// discoverZed looks for the rule files.
func discoverZed(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "zed", zedVersions, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	t := p.trace
	t.Names = zedNames
	config := facts.Join(p.pathOr("XDG_CONFIG_HOME", facts.Join(p.home, ".config")), "zed")
	if w.Platform() == "win32" {
		config = facts.Join(p.home, "AppData", "Roaming", "Zed")
	}
	p.always(facts.Join(config, "AGENTS.md"), "personal")
	won := ""
	for _, name := range zedNames {
		c := p.at(facts.Join(t.Cwd, name), "project")
		switch {
		case c.Reason == Missing:
			continue
		case won != "" && c.there():
			c.no(ShadowedByKind, won+" comes first, and one file counts")
		case c.Reason == NotRegular:
			c.Detail = "it is a directory; whether Zed then goes on is not documented"
		default:
			if text, ok := p.text(c); ok {
				won = c.Path
				c.load(text, text.Len())
				if text.Len() == 0 {
					c.Reason = Empty
				}
			}
		}
		p.add(c)
	}
	p.aboveUnknown("the folder that is open in Zed is the root: open the repository to have it", "AGENTS.md", "CLAUDE.md", ".rules")
	p.belowNever("AGENTS.md", "CLAUDE.md", ".rules", ".cursorrules")
	p.nearMisses([]string{"AGENTS.md", "CLAUDE.md"})
	return p.done("\n\n")
}
