package discovery

import (
	"context"
	"slices"
	"strings"

	"galley/engine/facts"
)

// aider follows Aider as its code was read at commit 5dc9490. It was not run.
//
// No rule file is found by its name. What is read is the list "read" of
// .aider.conf.yml, in the home, the git root and the directory, the later file
// taking the place of the one before; paths are relative to the directory. How
// Aider frames the files is not looked into: they stand one after the other.
var aiderVersions = []Version{{Name: "5dc9490", Evidence: ReadSource}}

const aiderConf = ".aider.conf.yml"

// discoverAider looks for the rule files.
func discoverAider(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "aider", aiderVersions, ReadSource)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	t := p.trace
	p.git()
	entries, from := aiderRead(p)
	t.Entries = entries
	for _, entry := range append(slices.Clone(entries), o.RuleFiles...) {
		full := entry
		if rest, home := strings.CutPrefix(full, "~/"); home {
			full = facts.Join(p.home, rest)
		}
		aiderTake(p, facts.Resolve(t.Cwd, full))
	}
	for _, dir := range unique([]string{t.Cwd, t.Root}) {
		p.notFor(dir, `Aider finds no file by its name; list it under "read" in `+aiderConf,
			"CONVENTIONS.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules")
	}
	if from != "" && len(entries) > 0 {
		p.note(`"read" is taken from %s`, from)
	}
	return p.done("\n\n")
}

// aiderRead gives the list of files to read, and the settings file it is from.
func aiderRead(p *Finder) (entries []string, from string) {
	for _, dir := range unique([]string{p.home, p.trace.Root, p.trace.Cwd}) {
		name := facts.Join(dir, aiderConf)
		text, ok := p.settingText(name, "settings")
		if !ok {
			continue
		}
		values, err := readYAML(text)
		if err != nil {
			p.note("%s: it is no YAML, and Aider does not start with it: %s", name, firstLine(err.Error()))
			continue
		}
		switch value := values["read"].(type) {
		case nil:
			continue
		case string:
			entries = []string{value}
		default:
			entries, _ = texts(value)
		}
		from = name
	}
	return entries, from
}

// aiderTake loads a file, or every file below a directory.
func aiderTake(p *Finder, full string) {
	if info, err := p.world.Stat(full); err == nil && info.IsDir() {
		for _, f := range p.filesIn(full, false) {
			aiderTake(p, f)
		}
		return
	}
	c := p.at(full, "read")
	if text, ok := p.text(c); ok {
		c.load(text, text.Len())
	}
	p.add(c)
}
