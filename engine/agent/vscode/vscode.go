// Package vscode follows the documentation of VS Code's Local agent as of November
// 2026. It was not run. Sessions of other agents in VS Code follow those agents'
// rules.
//
// At the workspace's root .github/copilot-instructions.md, AGENTS.md and CLAUDE.md
// always load. A file *.instructions.md below .github/instructions or a configured
// folder loads when the context has a file that matches its "applyTo"; without
// "applyTo" it loads only when the user attaches it. A rule in .claude/rules loads
// when the context has a file that matches its "paths"; without "paths" it always
// loads. VS Code does not guarantee the order of all these files. Creating or
// modifying a file brings the instructions that match it; reading it usually does not.
package vscode

import (
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "docs-2026-11", Evidence: discovery.Documented, Date: "2026-11"}}

// Discover looks for the rule files.
var Discover = discovery.By("vscode", Versions, discovery.Documented, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	t := p.Trace
	t.BringsAt(true, discovery.EditAct, discovery.WriteAct, discovery.CreateAct)
	t.BringsAt(false, discovery.ReadAct)
	settings := map[string]any{}
	for _, layer := range []struct{ name, tier string }{{vscodeUser(p), "user"}, {facts.Join(t.Cwd, ".vscode", "settings.json"), "workspace"}} {
		for key, value := range p.JSONC(layer.name, layer.tier) {
			settings[key] = value
		}
	}
	for _, f := range []struct{ name, setting string }{
		{".github/copilot-instructions.md", "github.copilot.chat.codeGeneration.useInstructionFiles"},
		{"AGENTS.md", "chat.useAgentsMdFile"},
		{"CLAUDE.md", ""},
	} {
		full := facts.Join(t.Cwd, f.name)
		if c := p.At(full, "always"); settings[f.setting] == false && c.There() {
			p.Add(c.No(discovery.Disabled, f.setting+" is false"))
			continue
		}
		p.Always(full, "always")
	}
	locations, _ := settings["chat.instructionsFilesLocations"].(map[string]any)
	folders := []string{".github/instructions"}
	for _, key := range discovery.SortedKeys(locations) {
		if on := locations[key] == true; on {
			folders = append(folders, key)
		} else if key == folders[0] {
			folders[0] = ""
		}
	}
	for _, folder := range discovery.Unique(folders) {
		if folder == "" || strings.HasPrefix(folder, "~") {
			continue
		}
		p.InstructionFiles(ctx, facts.Resolve(t.Cwd, folder), t.Cwd, "instructions", vscodeApplies)
	}
	vscodeClaudeRules(ctx, p)
	vscodeBelow(ctx, p, settings["chat.useNestedAgentsMdFiles"])
	vscodeAbove(ctx, p, settings[parents])
	p.NearMisses([]string{"AGENTS.md"})
	p.Note("the order of these files is not guaranteed")
	return p.Done("\n\n")
}

// vscodeUser returns the path of the user's settings file.
func vscodeUser(p *discovery.Finder) string {
	switch p.World.Platform() {
	case "darwin":
		return facts.Join(p.Home, "Library", "Application Support", "Code", "User", "settings.json")
	case "win32":
		return facts.Join(p.Home, "AppData", "Roaming", "Code", "User", "settings.json")
	}
	return facts.Join(p.PathOr("XDG_CONFIG_HOME", facts.Join(p.Home, ".config")), "Code", "User", "settings.json")
}

func vscodeApplies(p *discovery.Finder, c *discovery.Candidate, f *discovery.Front, base string) {
	patterns, s := f.List("applyTo")
	byHand := "without applyTo it is sent only when you attach it"
	if f.Text("description") != "" {
		byHand = "without applyTo it is sent when you attach it, or the agent chooses it by its description"
	}
	switch {
	case s == discovery.ShapeText && len(patterns) > 0:
		if f.Broken != "" {
			c.Unknown("its front matter is not valid YAML (" + f.Broken + "): put the patterns in quotes")
			return
		}
		p.ForGlobs(c, base, patterns, "when the context has a file that matches")
	case s == discovery.ShapeNone && f.Broken == "":
		c.LoadType = discovery.OnDemand
		c.No(discovery.FrontMatter, byHand)
	case s == discovery.ShapeList:
		c.Evidence = discovery.SecondHand
		c.No(discovery.FrontMatter, "it loads as if applyTo were missing")
		c.Remark(discovery.FrontMatter, "applyTo must be one text with commas between patterns; a list is said to have no effect")
	default:
		c.Unknown("the documentation does not say what VS Code does with this front matter")
	}
}

// vscodeClaudeRules sets the verdicts about Claude Code's rules, which VS Code reads as well.
func vscodeClaudeRules(ctx context.Context, p *discovery.Finder) {
	for _, full := range p.FilesIn(ctx, facts.Join(p.Trace.Cwd, ".claude", "rules"), false) {
		c := p.At(full, "claude rules")
		if !strings.HasSuffix(full, ".md") {
			continue
		}
		if text, ok := p.Text(c); ok {
			f := discovery.ReadFront(text.String())
			c.Oddities(&f)
			c.LoadBody(text, &f)
			if patterns, _ := f.List("paths"); len(patterns) > 0 && f.Broken == "" {
				p.ForGlobs(c, p.Trace.Cwd, patterns, "when the context has a file that matches")
			} else if f.Broken != "" {
				c.Unknown("its front matter is not valid YAML (" + f.Broken + ")")
			}
		}
		p.Add(c)
	}
}

// parents is the setting that makes VS Code read the customizations in parent directories.
const parents = "chat.useCustomizationsInParentRepositories"

// vscodeAbove adds the files above the workspace's folder, up to the repository's root.
func vscodeAbove(ctx context.Context, p *discovery.Finder, setting any) {
	names := []string{"AGENTS.md", ".github/copilot-instructions.md", "CLAUDE.md"}
	root, _, found := facts.Nearest(p.World, p.Trace.Cwd, ".git")
	if !found || root == p.Trace.Cwd {
		return
	}
	above := p.UpTo(facts.Dir(p.Trace.Cwd), root)
	if setting != true {
		judge := func(c *discovery.Candidate) *discovery.Candidate {
			if setting == false {
				return c.Never(discovery.AboveRoot, parents+" is false")
			}
			return c.Unknown(parents + " is not set here: look at it in VS Code's settings")
		}
		for _, dir := range above {
			files := p.FilesIn(ctx, facts.Join(dir, ".github", "instructions"), false)
			files = slices.DeleteFunc(files, func(full string) bool { return !strings.HasSuffix(full, ".instructions.md") })
			for _, name := range slices.Backward(names) {
				files = slices.Insert(files, 0, facts.Join(dir, name))
			}
			for _, full := range files {
				if c := p.At(full, "above"); c.There() {
					p.Add(judge(c))
				}
			}
		}
		return
	}
	for _, dir := range above {
		for _, name := range names {
			if full := facts.Join(dir, name); p.Exists(full) {
				p.Always(full, "parent")
			}
		}
		p.InstructionFiles(ctx, facts.Join(dir, ".github", "instructions"), dir, "parent instructions", vscodeApplies)
	}
}

// vscodeBelow adds the AGENTS.md below the workspace's root.
func vscodeBelow(ctx context.Context, p *discovery.Finder, setting any) {
	for _, full := range p.Below(ctx, "AGENTS.md") {
		c := p.At(full, "below")
		switch {
		case c.Reason != "":
		case setting == true:
			p.ForDir(c, facts.Dir(full), "when a file in "+facts.Dir(full)+" is in the context")
		case setting == false:
			c.No(discovery.Disabled, "chat.useNestedAgentsMdFiles is false")
		default:
			c.Unknown("chat.useNestedAgentsMdFiles is not set here: look at it in VS Code's settings")
		}
		p.Add(c)
	}
	p.BelowNever(ctx, "CLAUDE.md")
}
