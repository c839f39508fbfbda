// Package aider follows Aider, whose code was read at commit 5dc9490. It was not run.
//
// Aider finds no rule file by its name. It reads the list "read" of .aider.conf.yml in the home,
// the git root and the working directory; a later file replaces the list of an earlier one. Paths
// are relative to the working directory. What Aider writes around the files was not studied, so
// galley shows only their texts, one after the other.
package aider

import (
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "5dc9490", Evidence: discovery.ReadSource}}

const aiderConf = ".aider.conf.yml"

// Discover looks for the rule files.
var Discover = discovery.By("aider", Versions, discovery.ReadSource, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	p.Trace.BringsAt(false, discovery.Acts...)
	t := p.Trace
	p.FindGit()
	entries, from := aiderRead(p)
	t.Entries = entries
	for _, entry := range append(slices.Clone(entries), p.Options.RuleFiles...) {
		full := entry
		if rest, home := strings.CutPrefix(full, "~/"); home {
			full = facts.Join(p.Home, rest)
		}
		aiderTake(ctx, p, facts.Resolve(t.Cwd, full))
	}
	for _, dir := range discovery.Unique([]string{t.Cwd, t.Root}) {
		p.NotFor(dir, `Aider does not look for rule files by name; list it under "read" in `+aiderConf,
			"CONVENTIONS.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules")
	}
	if len(entries) > 0 {
		p.Note(`"read" comes from %s`, from)
	}
	return p.Done("\n\n")
}

// aiderRead returns the list of files to read and the settings file that the list comes from.
func aiderRead(p *discovery.Finder) (entries []string, from string) {
	for _, dir := range discovery.Unique([]string{p.Home, p.Trace.Root, p.Trace.Cwd}) {
		name := facts.Join(dir, aiderConf)
		text, _ := p.SettingText(name, "settings")
		values, err := discovery.ReadYAML(text)
		if err != nil {
			p.Note("%s: it is not valid YAML, so Aider does not start: %s", name, settings.Why(err))
		}
		switch value := values["read"].(type) {
		case nil: // the file has no list, so the list of an earlier file stays
		case string:
			entries, from = []string{value}, name
		default:
			entries, _ = discovery.Texts(value)
			from = name
		}
	}
	return entries, from
}

// aiderTake loads a file, or every file below a directory.
func aiderTake(ctx context.Context, p *discovery.Finder, full string) {
	if info, err := p.World.Stat(full); err == nil && info.IsDir() {
		for _, f := range p.FilesIn(ctx, full, false) {
			aiderTake(ctx, p, f)
		}
		return
	}
	c := p.At(full, "read")
	if text, ok := p.Text(c); ok {
		c.Load(text, text.Len())
	}
	p.Add(c)
}
