package discovery

import (
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
)

// copilotCLI follows GitHub's documentation of the Copilot CLI, as of November
// 2026. The program was not run.
//
// In the repository's root, the directory and those between: .github/
// copilot-instructions.md, the files *.instructions.md below .github/instructions
// with the "applyTo" that they are for, and AGENTS.md, of which the root's is the
// primary one. CLAUDE.md and GEMINI.md at the root. In the home, the same below
// ~/.copilot. Which comes first is not stated.
type copilotCLI struct{}

func (copilotCLI) Name() string { return "copilot-cli" }

func (copilotCLI) Versions() []string { return []string{"docs-2026-11"} }

const instructionsEnd = ".instructions.md"

// Discover implements [Agent].
func (copilotCLI) Discover(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newPlaces(ctx, w, o, copilotCLI{}, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	t := p.trace
	p.git()
	user := facts.Join(p.home, ".copilot")
	p.always(facts.Join(user, "copilot-instructions.md"), "user")
	p.instructionFiles(facts.Join(user, "instructions"), t.Cwd, "user", p.copilotApplies)
	for _, dir := range p.chain() {
		p.always(facts.Join(dir, ".github", "copilot-instructions.md"), "repository")
		p.instructionFiles(facts.Join(dir, ".github", "instructions"), t.Root, "instructions", p.copilotApplies)
		tier := "agents, additional"
		if dir == t.Root {
			tier = "agents, primary"
		}
		p.always(facts.Join(dir, "AGENTS.md"), tier)
		for _, name := range []string{"CLAUDE.md", "GEMINI.md"} {
			full := facts.Join(dir, name)
			if dir == t.Root {
				p.always(full, "agents")
			} else if c := p.place(full, "agents"); c.there() {
				p.add(c.unknown("whether it counts below the root: ask the CLI which instructions it has"))
			}
		}
	}
	for _, dir := range strings.Split(p.envOr("COPILOT_CUSTOM_INSTRUCTIONS_DIRS", ""), ",") {
		if dir = strings.TrimSpace(dir); dir != "" {
			p.always(facts.Join(facts.Resolve(t.Cwd, dir), "AGENTS.md"), "agents, additional")
			p.instructionFiles(facts.Join(facts.Resolve(t.Cwd, dir), ".github", "instructions"), t.Root, "instructions", p.copilotApplies)
		}
	}
	for _, full := range p.below("AGENTS.md", ".github/copilot-instructions.md") {
		dir := facts.Dir(full)
		if path.Base(dir) == ".github" {
			dir = facts.Dir(dir)
		}
		c := p.place(full, "below")
		if c.Reason == "" {
			p.forDir(c, dir, "when a file in "+dir+" is worked on")
		}
		p.add(c)
	}
	p.nearMisses([]string{"AGENTS.md"})
	p.note("the documentation states no order among these files")
	return p.done("\n\n")
}

// always loads a file at launch, whole.
func (p *places) always(full, tier string) *Candidate {
	c := p.place(full, tier)
	if _, twice := p.taken[full]; twice || c.Reason == Missing {
		return c
	}
	p.taken[full] = tier
	if text, ok := p.text(c); ok {
		if strings.TrimSpace(text.String()) == "" {
			c.no(Empty, "")
		} else {
			c.load(text, text.Len())
		}
	}
	p.add(c)
	return c
}

// instructionFiles looks at the files of a directory of instructions; applies
// decides about each that can be read.
func (p *places) instructionFiles(dir, base, tier string, applies func(c *Candidate, f *front, base string)) {
	files := p.filesIn(dir, false)
	slices.Sort(files)
	for _, full := range files {
		if _, twice := p.taken[full]; twice {
			continue
		}
		p.taken[full] = tier
		c := p.place(full, tier)
		if !strings.HasSuffix(full, instructionsEnd) {
			p.add(c.never(NotLookedFor, "only *"+instructionsEnd+" files count"))
			continue
		}
		if text, ok := p.text(c); ok {
			f := frontMatter(text.String())
			c.oddities(&f)
			c.loadBody(text, &f)
			applies(c, &f, base)
		}
		p.add(c)
	}
}

// copilotApplies decides by applyTo.
func (p *places) copilotApplies(c *Candidate, f *front, base string) {
	patterns, s := f.list("applyTo")
	switch {
	case f.broken != "" && s != shapeText:
		c.unknown("its front matter is no YAML (" + f.broken + ")")
	case s == shapeText && len(patterns) > 0:
		p.forGlobs(c, base, patterns, "when a file is worked on that matches")
	case s == shapeNone:
		c.unknown("whether a file without applyTo counts always: give it applyTo, or ask the CLI which instructions it has")
	default:
		c.unknown("applyTo is to be one text, with commas between patterns; it is a " + string(s))
	}
}

// vscode follows the documentation of VS Code's Local agent, as of November 2026.
// It was not run. Sessions of other harnesses follow those.
//
// At the workspace's root, always: .github/copilot-instructions.md, AGENTS.md,
// CLAUDE.md. Below .github/instructions and the configured folders the files
// *.instructions.md, for what their "applyTo" covers; without one they wait to
// be attached by hand. And .claude/rules. Which comes first is not guaranteed.
type vscode struct{}

func (vscode) Name() string { return "vscode" }

func (vscode) Versions() []string { return []string{"docs-2026-11"} }

// Discover implements [Agent].
func (vscode) Discover(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newPlaces(ctx, w, o, vscode{}, Documented)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	t := p.trace
	settings := map[string]any{}
	for _, layer := range []struct{ name, tier string }{{p.vscodeUser(), "user"}, {facts.Join(t.Cwd, ".vscode", "settings.json"), "workspace"}} {
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
		if c := p.place(full, "always"); settings[f.setting] == false && c.there() {
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
		p.instructionFiles(facts.Resolve(t.Cwd, folder), t.Cwd, "instructions", p.vscodeApplies)
	}
	p.vscodeClaudeRules()
	p.vscodeBelow(settings["chat.useNestedAgentsMdFiles"])
	p.aboveUnknown("whether files above the workspace's folder count: see the Chat view's list of references", "AGENTS.md", ".github/copilot-instructions.md", "CLAUDE.md")
	p.nearMisses([]string{"AGENTS.md"})
	p.note("no order among these files is guaranteed")
	return p.done("\n\n")
}

// vscodeUser is where the user's settings lie.
func (p *places) vscodeUser() string {
	switch p.world.Platform() {
	case "darwin":
		return facts.Join(p.home, "Library", "Application Support", "Code", "User", "settings.json")
	case "win32":
		return facts.Join(p.home, "AppData", "Roaming", "Code", "User", "settings.json")
	}
	return facts.Join(p.pathOr("XDG_CONFIG_HOME", facts.Join(p.home, ".config")), "Code", "User", "settings.json")
}

func (p *places) vscodeApplies(c *Candidate, f *front, base string) {
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
func (p *places) vscodeClaudeRules() {
	files := p.filesIn(facts.Join(p.trace.Cwd, ".claude", "rules"), false)
	slices.Sort(files)
	for _, full := range files {
		c := p.place(full, "claude rules")
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
func (p *places) vscodeBelow(setting any) {
	for _, full := range p.below("AGENTS.md") {
		c := p.place(full, "below")
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
