// Package cline follows the Cline extension for VS Code as its code was read at commit
// 21cb8d2. It was not run. It loads
//
//	.clinerules      a file, or every file below the directory of that name except
//	                 for its workflows, hooks and skills
//	global           every file below ~/Documents/Cline/Rules
//	.windsurfrules, .cursor/rules/**.mdc, .cursorrules, AGENTS.md
//
// all at the workspace's root, unless Cline's own list disables them. The prompt has
// the file's path, a line feed and its trimmed body. A file with "paths" in its front
// matter waits for a file that they match and that is edited, open, visible or
// mentioned, according to the page on conditional rules; that page does not mention
// files that are only read. Places where only Cline's CLI and SDK look are listed as
// such.
package cline

import (
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "21cb8d2", Evidence: discovery.ReadSource}}

type clineRun struct{ *discovery.Finder }

// Discover looks for the rule files.
var Discover = discovery.By("cline", Versions, discovery.ReadSource, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	r := &clineRun{p}
	t := r.Trace
	t.BringsAt(true, discovery.EditAct, discovery.WriteAct, discovery.CreateAct)
	rules, global := facts.Join(t.Cwd, ".clinerules"), facts.Join(r.Home, "Documents", "Cline", "Rules")
	r.folder(ctx, rules, t.Cwd, "rules", "")
	r.folder(ctx, global, global, "global", "")
	r.folder(ctx, facts.Join(t.Cwd, ".windsurfrules"), t.Cwd, "windsurf", "")
	r.folder(ctx, facts.Join(t.Cwd, ".cursor", "rules"), t.Cwd, "cursor", ".mdc")
	r.folder(ctx, facts.Join(t.Cwd, ".cursorrules"), t.Cwd, "cursor", "")
	r.folder(ctx, facts.Join(t.Cwd, "AGENTS.md"), t.Cwd, "agents", "")
	r.overlooked(ctx)
	r.Note("this is the extension for VS Code; the command line program is cline-cli, and reads other files")
	r.Note("each of these files can be turned off in Cline's own list, which galley does not see; by default all are on")
	r.Note("the order of these groups in Cline is not known")
	return r.Done("\n\n")
}

// folder loads the file at the path full. If the path leads to a directory, folder loads the files
// below that directory.
func (r *clineRun) folder(ctx context.Context, full, base, tier, ext string) {
	if info, err := r.World.Stat(full); err != nil || !info.IsDir() {
		if c := r.At(full, tier); c.Reason != discovery.Missing && ext == "" {
			r.take(c, base)
		}
	}
	for _, f := range r.FilesIn(ctx, full, false) {
		c := r.At(f, tier)
		rel, _ := discovery.RelativeTo(f, full)
		first, _, deeper := strings.Cut(rel, "/")
		switch {
		case tier == "rules" && deeper && slices.Contains([]string{"workflows", "hooks", "skills"}, first):
			r.Add(c.Never(discovery.NotLookedFor, "files in "+first+" are not rules"))
		case ext != "" && path.Ext(f) != ext:
			r.Add(c.Never(discovery.NotLookedFor, "only "+ext+" files are rules here"))
		default:
			r.take(c, base)
		}
	}
}

// take loads a file.
func (r *clineRun) take(c *discovery.Candidate, base string) {
	text, ok := r.Text(c)
	if !ok {
		r.Add(c)
		return
	}
	text = text.TrimFunc(source.IsJSSpace)
	if text.Len() == 0 {
		r.Add(c.No(discovery.Empty, ""))
		return
	}
	f := discovery.ReadFront(text.String())
	c.Oddities(&f)
	patterns, s := f.List("paths")
	if f.Broken != "" {
		c.Remark(discovery.FrontMatter, "it is not valid YAML (%s): the rule always loads, front matter included", f.Broken)
		f.Body, s = 0, discovery.ShapeNone
	}
	body := text.Slice(f.Body, text.Len()).TrimFunc(source.IsJSSpace)
	c.Load(source.Literal(discovery.RelativePath(base, c.Path)+"\n").Append(body), body.Len())
	switch {
	case s == discovery.ShapeList && !onlyTexts(f.Values["paths"]):
		c.Remark(discovery.FrontMatter, "paths contains something that is not a string: the rule always loads")
	case s == discovery.ShapeList && len(patterns) == 0:
		c.Patterns = []string{}
		c.No(discovery.OtherFiles, "its list of paths is empty, so it applies to no file")
	case s == discovery.ShapeList:
		r.ForFile(c, r.Trace.Cwd, patterns, "when Cline works with a file that matches", discovery.Picomatch)
	case s != discovery.ShapeNone:
		c.Remark(discovery.FrontMatter, "paths is not a list: it is ignored, and the rule always loads")
	case f.Values["globs"] != nil || f.Values["alwaysApply"] == false:
		c.Remark(discovery.FrontMatter, "Cline ignores globs and alwaysApply: the rule always loads")
	}
	r.Add(c)
}

// onlyTexts reports whether a value is a list that contains only non-empty texts.
func onlyTexts(value any) bool {
	list, _ := value.([]any)
	return !slices.ContainsFunc(list, func(item any) bool { s, ok := item.(string); return !ok || s == "" })
}

// overlooked adds to the trace the rule files that only Cline's CLI reads, and the files that
// people expect Cline to load, but that it does not load.
func (r *clineRun) overlooked(ctx context.Context) {
	const other = "Cline's CLI and SDK read it, but the extension does not"
	for _, dir := range discovery.Unique([]string{facts.Join(r.Trace.Cwd, ".cline", "rules"), facts.Join(r.Home, ".cline", "rules")}) {
		for _, f := range r.FilesIn(ctx, dir, false) {
			r.Add(r.At(f, "cli").Never(discovery.NotLookedFor, other))
		}
	}
	r.NotFor(facts.Join(r.Home, ".agents"), other, "AGENTS.md")
	r.AboveNever("the extension looks only in the workspace's root", "AGENTS.md", ".clinerules", ".cursorrules", ".windsurfrules")
	r.NotFor(r.Trace.Cwd, "Cline does not look for such a file", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md")
	r.BelowNever(ctx, "AGENTS.md", ".clinerules")
	for _, c := range r.Trace.Find(facts.Join(r.Home, "Documents", "Cline", "Rules", "AGENTS.md")) {
		if c.Verdict == discovery.Loaded {
			r.Note("%s: users report that it is listed, but not active", c.Path)
		}
	}
}
