package discovery

import (
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// cline follows the Cline extension for VS Code as its code was read at commit
// 21cb8d2. It was not run.
//
//	.clinerules      a file, or every file below the directory of that name but
//	                 for its workflows, hooks and skills
//	global           every file below ~/Documents/Cline/Rules
//	.windsurfrules, .cursor/rules/**.mdc, .cursorrules, AGENTS.md
//
// all at the workspace's root, each unless it is switched off in Cline's own
// list. A file is its path, a line feed and its trimmed body; "paths" in front
// matter make it wait for a file that they cover. Cline's CLI and SDK look at
// further places, which are listed as such.
var clineVersions = []Version{{Name: "21cb8d2", Evidence: ReadSource}}

type clineRun struct{ *Finder }

// discoverCline looks for the rule files.
func discoverCline(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "cline", clineVersions, ReadSource)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	r := &clineRun{p}
	t := r.trace
	rules, global := facts.Join(t.Cwd, ".clinerules"), facts.Join(r.home, "Documents", "Cline", "Rules")
	r.folder(rules, t.Cwd, "rules", "")
	r.folder(global, global, "global", "")
	r.folder(facts.Join(t.Cwd, ".windsurfrules"), t.Cwd, "windsurf", "")
	r.folder(facts.Join(t.Cwd, ".cursor", "rules"), t.Cwd, "cursor", ".mdc")
	r.folder(facts.Join(t.Cwd, ".cursorrules"), t.Cwd, "cursor", "")
	r.folder(facts.Join(t.Cwd, "AGENTS.md"), t.Cwd, "agents", "")
	r.overlooked()
	r.note("each of these files can be switched off in Cline's own list, which galley does not see; all are on at first")
	r.note("in which order Cline puts these groups is not established")
	return r.done("\n\n")
}

// folder loads a file, or the files below a directory.
func (r *clineRun) folder(full, base, tier, ext string) {
	info, err := r.world.Stat(full)
	if err != nil || !info.IsDir() {
		if c := r.at(full, tier); c.Reason != Missing && ext == "" {
			r.take(c, base)
		}
		return
	}
	for _, f := range r.filesIn(full, false) {
		c := r.at(f, tier)
		rel, _ := relativeTo(f, full)
		first, _, deeper := strings.Cut(rel, "/")
		switch {
		case tier == "rules" && deeper && slices.Contains([]string{"workflows", "hooks", "skills"}, first):
			r.add(c.never(NotLookedFor, "what lies in "+first+" is no rule"))
		case ext != "" && path.Ext(f) != ext:
			r.add(c.never(NotLookedFor, "only "+ext+" files are rules here"))
		default:
			r.take(c, base)
		}
	}
}

// take loads a file.
func (r *clineRun) take(c *Candidate, base string) {
	text, ok := r.text(c)
	if !ok {
		r.add(c)
		return
	}
	text = text.TrimFunc(source.IsJSSpace)
	if text.Len() == 0 {
		r.add(c.no(Empty, ""))
		return
	}
	f := frontMatter(text.String())
	c.oddities(&f)
	patterns, s := f.list("paths")
	if f.broken != "" {
		c.remark(FrontMatter, "it is no YAML (%s): the rule loads always, front matter and all", f.broken)
		f.body, s = 0, shapeNone
	}
	body := text.Slice(f.body, text.Len()).TrimFunc(source.IsJSSpace)
	c.load(source.Literal(relativePath(base, c.Path)+"\n").Append(body), body.Len())
	switch {
	case s == shapeList && !onlyTexts(f.values["paths"]):
		c.remark(FrontMatter, "paths holds something that is no text: the rule loads always")
	case s == shapeList && len(patterns) == 0:
		c.Patterns = []string{}
		c.no(OtherFiles, "its list of paths is empty, which covers no file")
	case s == shapeList:
		r.forFile(c, r.trace.Cwd, patterns, "when a file is in play that matches", picomatchDialect)
	case s != shapeNone:
		c.remark(FrontMatter, "paths is no list: it does not count, and the rule loads always")
	case f.values["globs"] != nil || f.values["alwaysApply"] == false:
		c.remark(FrontMatter, "Cline knows neither globs nor alwaysApply: the rule loads always")
	}
	r.add(c)
}

// onlyTexts reports whether a list holds texts that are not empty.
func onlyTexts(value any) bool {
	list, _ := value.([]any)
	return !slices.ContainsFunc(list, func(item any) bool { s, ok := item.(string); return !ok || s == "" })
}

// overlooked adds the places of Cline's CLI, and what people expect to count.
func (r *clineRun) overlooked() {
	const other = "Cline's CLI and SDK read it, the extension does not"
	for _, dir := range []string{facts.Join(r.trace.Cwd, ".cline", "rules"), facts.Join(r.home, ".cline", "rules")} {
		for _, f := range r.filesIn(dir, false) {
			r.add(r.at(f, "cli").never(NotLookedFor, other))
		}
	}
	r.notFor(facts.Join(r.home, ".agents"), other, "AGENTS.md")
	r.aboveNever("the extension looks at the workspace's root alone", "AGENTS.md", ".clinerules", ".cursorrules", ".windsurfrules")
	r.notFor(r.trace.Cwd, "Cline looks for no such file", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md")
	r.belowNever("AGENTS.md", ".clinerules")
	for _, c := range r.trace.Find(facts.Join(r.home, "Documents", "Cline", "Rules", "AGENTS.md")) {
		if c.Verdict == Loaded {
			r.note("%s: people report that it is listed, but not active", c.Path)
		}
	}
}
