package discovery

import (
	"context"
	"slices"
	"strings"

	"galley/engine/facts"
)

// vscode follows the documentation of VS Code's Local agent, as of November 2026.
// It was not run. Sessions of other harnesses follow those.
//
// At the workspace's root, always: .github/copilot-instructions.md, AGENTS.md,
// CLAUDE.md. Below .github/instructions and the configured folders the files
// *.instructions.md, for what their "applyTo" covers; without one they wait to
// be attached by hand. And .claude/rules. Which comes first is not guaranteed.
var vscodeVersions = []Version{{Name: "docs-2026-11", Evidence: Documented, Date: "2026-11"}}

// discoverVscode looks for the rule files.
func discoverVscode(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "vscode", vscodeVersions, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	t := p.trace
	settings := map[string]any{}
	for _, layer := range []struct{ name, tier string }{{vscodeUser(p), "user"}, {facts.Join(t.Cwd, ".vscode", "settings.json"), "workspace"}} {
		for key, value := range p.jsonc(layer.name, layer.tier) {
			settings[key] = value
		}
	}
	for _, f := range []struct{ name, setting string }{
		{".github/copilot-instructions.md", "github.copilot.chat.codeGeneration.useInstructionFiles"},
		{"AGENTS.md", "chat.useAgentsMdFile"},
		{"CLAUDE.md", ""},
	} {
		full := facts.Join(t.Cwd, f.name)
		if c := p.at(full, "always"); settings[f.setting] == false && c.there() {
			p.add(c.no(Disabled, f.setting+" is false"))
			continue
		}
		p.always(full, "always")
	}
	locations, _ := settings["chat.instructionsFilesLocations"].(map[string]any)
	folders := []string{".github/instructions"}
	for _, key := range sortedKeys(locations) {
		if on := locations[key] == true; on {
			folders = append(folders, key)
		} else if key == folders[0] {
			folders[0] = ""
		}
	}
	for _, folder := range unique(folders) {
		if folder == "" || strings.HasPrefix(folder, "~") {
			continue
		}
		p.instructionFiles(facts.Resolve(t.Cwd, folder), t.Cwd, "instructions", vscodeApplies)
	}
	vscodeClaudeRules(p)
	vscodeBelow(p, settings["chat.useNestedAgentsMdFiles"])
	p.aboveUnknown("whether files above the workspace's folder count: see the Chat view's list of references", "AGENTS.md", ".github/copilot-instructions.md", "CLAUDE.md")
	p.nearMisses([]string{"AGENTS.md"})
	p.note("no order among these files is guaranteed")
	return p.done("\n\n")
}

// vscodeUser is where the user's settings lie.
func vscodeUser(p *Finder) string {
	switch p.world.Platform() {
	case "darwin":
		return facts.Join(p.home, "Library", "Application Support", "Code", "User", "settings.json")
	case "win32":
		return facts.Join(p.home, "AppData", "Roaming", "Code", "User", "settings.json")
	}
	return facts.Join(p.pathOr("XDG_CONFIG_HOME", facts.Join(p.home, ".config")), "Code", "User", "settings.json")
}

func vscodeApplies(p *Finder, c *Candidate, f *front, base string) {
	patterns, s := f.list("applyTo")
	byHand := "no applyTo: it counts only when it is attached by hand"
	if f.text("description") != "" {
		byHand = "no applyTo: it counts when it is attached by hand, or chosen by its description"
	}
	switch {
	case s == shapeText && len(patterns) > 0:
		if f.broken != "" {
			c.unknown("its front matter is no YAML (" + f.broken + "): put the patterns in quotes")
			return
		}
		p.forGlobs(c, base, patterns, "when a file is in the context that matches")
	case s == shapeNone && f.broken == "":
		c.LoadType = OnDemand
		c.no(FrontMatter, byHand)
	case s == shapeList:
		c.Evidence = SecondHand
		c.no(FrontMatter, "as if there were no applyTo")
		c.remark(FrontMatter, "applyTo is to be one text, with commas between patterns; as a list it is said not to count")
	default:
		c.unknown("what VS Code makes of this front matter")
	}
}

// vscodeClaudeRules looks at Claude Code's rules, which count as well.
func vscodeClaudeRules(p *Finder) {
	files := p.filesIn(facts.Join(p.trace.Cwd, ".claude", "rules"), false)
	slices.Sort(files)
	for _, full := range files {
		c := p.at(full, "claude rules")
		if !strings.HasSuffix(full, ".md") {
			continue
		}
		if text, ok := p.text(c); ok {
			f := frontMatter(text.String())
			c.oddities(&f)
			c.loadBody(text, &f)
			if patterns, _ := f.list("paths"); len(patterns) > 0 && f.broken == "" {
				p.forGlobs(c, p.trace.Cwd, patterns, "when a file is in the context that matches")
			} else if f.broken != "" {
				c.unknown("its front matter is no YAML (" + f.broken + ")")
			}
		}
		p.add(c)
	}
}

// vscodeBelow adds the AGENTS.md below the workspace's root.
func vscodeBelow(p *Finder, setting any) {
	for _, full := range p.below("AGENTS.md") {
		c := p.at(full, "below")
		switch {
		case c.Reason != "":
		case setting == true:
			p.forDir(c, facts.Dir(full), "when a file in "+facts.Dir(full)+" is in the context")
		case setting == false:
			c.no(Disabled, "chat.useNestedAgentsMdFiles is false")
		default:
			c.unknown("chat.useNestedAgentsMdFiles is not set here: look at it in VS Code's settings")
		}
		p.add(c)
	}
	p.belowNever("CLAUDE.md")
}
