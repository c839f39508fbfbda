// Package roo follows Roo Code, whose code was read at commit cb83656. It was not
// run.
//
// Roo Code loads three groups of files, in this order:
//
//	mode     the files in rules-MODE of ~/.roo and .roo, else .roorules-MODE, else
//	         .clinerules-MODE
//	agents   AGENTS.md, else AGENT.md; and AGENTS.local.md
//	generic  the files in rules of ~/.roo and .roo, else .roorules, else .clinerules
//
// The files in a folder of rules and in all folders below it are sorted together by base name.
// galley assumes the mode "code", unless the key "mode" in [discovery.Options.Settings] names
// another.
package roo

import (
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "cb83656", Evidence: discovery.ReadSource}}

type rooRun struct {
	*discovery.Finder
	mode string
	dirs []string // ~/.roo and .roo
}

// Discover finds the rule files.
var Discover = discovery.By("roo", Versions, discovery.ReadSource, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	p.Trace.NameTools("read_file", "apply_diff", "write_to_file", "write_to_file")
	p.Trace.BringsAt(false, discovery.Acts...)
	r := &rooRun{Finder: p, mode: "code"}
	t := r.Trace
	if mode, ok := p.Options.Settings["mode"].(string); ok && mode != "" {
		r.mode = mode
	}
	r.dirs = []string{facts.Join(r.Home, ".roo"), facts.Join(t.Cwd, ".roo")}
	r.group(ctx, "rules-"+r.mode, "mode", ".roorules-"+r.mode, ".clinerules-"+r.mode)
	r.agents()
	r.group(ctx, "rules", "generic", ".roorules", ".clinerules")
	r.otherModes(ctx)
	r.overlooked(ctx)
	r.Note(`galley assumes the mode "%s"`, r.mode)
	return r.Done("\n\n")
}

// group loads the rule files in the folder ~/.roo/NAME and in .roo/NAME of the working directory.
// The parameter name is NAME. If it finds no such file, it loads the first file that is not blank
// of those in old, which are names of older rule files in the working directory.
func (r *rooRun) group(ctx context.Context, name, tier string, old ...string) {
	found := ""
	for _, dir := range discovery.Unique(slices.Clone(r.dirs)) {
		files := r.files(ctx, facts.Join(dir, name))
		for _, c := range files {
			c.Tier = tier
			if text, ok := r.Text(c); ok {
				text = text.TrimFunc(source.IsJSSpace)
				c.Load(source.Literal("# Rules from "+discovery.RelativePath(r.Trace.Cwd, c.Path)+":\n").Append(text), text.Len())
				if text.Len() == 0 {
					c.Reason = discovery.Empty
				}
			}
			if c.Verdict == discovery.Loaded {
				found = facts.Join(dir, name)
			}
			r.Add(c)
		}
	}
	for _, name := range old {
		c := r.At(facts.Join(r.Trace.Cwd, name), tier)
		if c.Reason == discovery.Missing {
			continue
		}
		if found != "" {
			r.Add(c.No(discovery.ShadowedByKind, "there is "+found))
			continue
		}
		if text, ok := r.Text(c); ok {
			if text = text.TrimFunc(source.IsJSSpace); text.Len() == 0 {
				c.No(discovery.Empty, "")
			} else {
				found = c.Path
				c.Load(source.Literal("# Rules from "+name+":\n").Append(text), text.Len())
			}
		}
		r.Add(c)
	}
}

// rooSkipped lists the extensions of files that are not rules.
var rooSkipped = []string{".DS_Store", ".bak", ".cache", ".crdownload", ".db", ".dmp", ".dump", ".eslintcache", ".lock", ".log", ".old",
	".part", ".partial", ".pyc", ".pyo", ".stackdump", ".swo", ".swp", ".temp", ".tmp"}

// files returns the candidates in dir and below it, sorted by base name without regard to case.
func (r *rooRun) files(ctx context.Context, dir string) (out []*discovery.Candidate) {
	for _, full := range r.FilesIn(ctx, dir, true) {
		c := r.At(full, "")
		base := path.Base(full)
		if slices.ContainsFunc(rooSkipped, func(end string) bool { return strings.HasSuffix(base, end) }) || base == "Thumbs.db" {
			r.Add(c.Never(discovery.NotLookedFor, "files of this kind are left out"))
			continue
		}
		out = append(out, c)
	}
	name := func(c *discovery.Candidate) string { return strings.ToLower(path.Base(c.Path)) }
	slices.SortStableFunc(out, func(a, b *discovery.Candidate) int { return collate.Compare(name(a), name(b)) })
	return out
}

// agents loads AGENTS.md or AGENT.md, and AGENTS.local.md.
func (r *rooRun) agents() {
	off := r.JSONC(facts.Join(r.Trace.Cwd, ".vscode", "settings.json"), "project")["roo-cline.useAgentRules"] == false
	won := ""
	for _, name := range []string{"AGENTS.md", "AGENT.md", "AGENTS.local.md"} {
		c := r.At(facts.Join(r.Trace.Cwd, name), "agents")
		local := name == "AGENTS.local.md"
		if c.Reason == discovery.Missing {
			continue
		}
		switch text, ok := r.Text(c); {
		case !ok:
		case off:
			c.No(discovery.Disabled, "roo-cline.useAgentRules is false")
		case won != "" && !local:
			c.No(discovery.ShadowedByKind, won+" comes first")
		default:
			if text = text.TrimFunc(source.IsJSSpace); text.Len() == 0 {
				c.No(discovery.Empty, "")
				break
			}
			title := "# Agent Rules Standard ("
			if local {
				title = "# Agent Rules Local ("
			} else {
				won = c.Path
			}
			c.Load(source.Literal(title+name+"):\n").Append(text), text.Len())
		}
		r.Add(c)
	}
}

// otherModes adds the rules of the modes that are not active.
func (r *rooRun) otherModes(ctx context.Context) {
	for _, dir := range discovery.Unique(slices.Clone(r.dirs)) {
		entries, _ := r.World.ReadDir(dir)
		for _, e := range discovery.SortedEntries(entries) {
			mode, ok := strings.CutPrefix(e.Name, "rules-")
			if !ok || mode == r.mode {
				continue
			}
			for _, c := range r.files(ctx, facts.Join(dir, e.Name)) {
				c.Tier = "mode"
				r.Add(c.Later("in the mode " + mode))
			}
		}
	}
}

// overlooked adds the files that people expect Roo Code to load, but that it does not load.
func (r *rooRun) overlooked(ctx context.Context) {
	const why = "it is loaded if the setting enableSubfolderRules is on"
	for _, full := range r.Below(ctx, "AGENTS.md", "AGENT.md") {
		r.Add(r.At(full, "below").No(discovery.Disabled, why))
	}
	for _, dir := range r.LookBelow(ctx).Dirs {
		if path.Base(dir) == ".roo" && facts.Dir(dir) != r.Trace.Cwd {
			for _, full := range r.FilesIn(ctx, facts.Join(dir, "rules"), false) {
				r.Add(r.At(full, "below").No(discovery.Disabled, why))
			}
		}
	}
	r.AboveNever("Roo Code looks in "+r.Trace.Cwd, "AGENTS.md", ".roorules", ".clinerules")
	r.NotFor(r.Trace.Cwd, "Roo Code does not look for such a file", "CLAUDE.md", "GEMINI.md", ".cursorrules")
	r.NearMisses(RuleNames.Names)
}
