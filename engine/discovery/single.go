package discovery

import (
	"context"
	"slices"
	"strings"

	"galley/engine/facts"
)

// zed follows Zed's documentation; a third party found the same order in 1.21.0.
// The program was not run.
//
// The user's AGENTS.md, then the first that exists of a list of names, at the
// worktree's root alone.
type zed struct{}

func (zed) Name() string { return "zed" }

func (zed) Versions() []string { return []string{"1.21.0"} }

var zedNames = []string{".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md",
	"AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"}

// Discover implements [Agent].
func (zed) Discover(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newPlaces(ctx, w, o, zed{}, Documented)
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
		c := p.place(facts.Join(t.Cwd, name), "project")
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

// junie follows the documentation of JetBrains' Junie of November 2025. The
// program was not run.
type junie struct{}

func (junie) Name() string { return "junie" }

func (junie) Versions() []string { return []string{"docs-2025-11"} }

// Discover implements [Agent].
func (junie) Discover(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newPlaces(ctx, w, o, junie{}, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	cwd := p.trace.Cwd
	p.always(facts.Join(cwd, ".junie", "guidelines.md"), "guidelines")
	const check = "it counts when Junie's settings name it as the path of the guidelines: look there"
	for _, name := range []string{"AGENTS.md", ".junie/AGENTS.md"} {
		if c := p.place(facts.Join(cwd, name), "guidelines"); c.there() {
			p.add(c.unknown(check))
		}
	}
	p.notFor(cwd, "Junie looks for no such file", "CLAUDE.md", "GEMINI.md")
	p.aboveNever("the guidelines lie in the project's own path", ".junie/guidelines.md", "AGENTS.md")
	p.belowNever(".junie/guidelines.md", "AGENTS.md")
	return p.done("\n\n")
}

// amazonQ follows the documentation of Amazon Q Developer in the editor, as of
// November 2026. The program was not run.
type amazonQ struct{}

func (amazonQ) Name() string { return "amazon-q" }

func (amazonQ) Versions() []string { return []string{"docs-2026-11"} }

// Discover implements [Agent].
func (amazonQ) Discover(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newPlaces(ctx, w, o, amazonQ{}, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	dir := facts.Join(p.trace.Cwd, ".amazonq", "rules")
	files := p.filesIn(dir, false)
	slices.Sort(files)
	loaded := 0
	for _, full := range files {
		c := p.place(full, "rules")
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
