// Package zed follows Zed's documentation; a third party observed the same order in 1.21.0. The
// program was not run.
//
// Zed reads two files: the user's AGENTS.md, and the first existing file of a list of names, for
// which it looks only in the worktree's root.
package zed

import (
	"context"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "1.21.0", Evidence: discovery.Documented}}

var zedNames = []string{".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md",
	"AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"}

// Discover looks for the rule files.
var Discover = discovery.By("zed", Versions, discovery.Documented, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	p.Trace.NameTools("read_file", "edit_file", "", "")
	p.Trace.BringsAt(false, discovery.Acts...)
	t := p.Trace
	t.Names = zedNames
	config := facts.Join(p.PathOr("XDG_CONFIG_HOME", facts.Join(p.Home, ".config")), "zed")
	if p.World.Platform() == "win32" {
		config = facts.Join(p.Home, "AppData", "Roaming", "Zed")
	}
	p.Always(facts.Join(config, "AGENTS.md"), "personal")
	won := ""
	for _, name := range zedNames {
		c := p.At(facts.Join(t.Cwd, name), "project")
		switch {
		case c.Reason == discovery.Missing:
			continue
		case won != "" && c.There():
			c.No(discovery.ShadowedByKind, won+" comes first, and Zed reads only one file")
		case c.Reason == discovery.NotRegular:
			c.Detail = "it is a directory; it is not documented whether Zed then looks for the next name"
		default:
			if text, ok := p.Text(c); ok {
				won = c.Path
				c.Load(text, text.Len())
				if text.Len() == 0 {
					c.Reason = discovery.Empty
				}
			}
		}
		p.Add(c)
	}
	p.AboveUnknown("the folder open in Zed is the root: open the repository to load it", "AGENTS.md", "CLAUDE.md", ".rules")
	p.BelowNever(ctx, "AGENTS.md", "CLAUDE.md", ".rules", ".cursorrules")
	p.NearMisses([]string{"AGENTS.md", "CLAUDE.md"})
	return p.Done("\n\n")
}
