// Package qwencode follows Qwen Code, measured on @qwen-code/qwen-code 0.24.4 and
// 0.15.10. How far 0.15.10 searches upward, how it includes directories and how it
// reads rules was also read in its code.
//
// For each name (QWEN.md, then AGENTS.md) it loads the file in ~/.qwen, then those from
// one directory above the repository's root down to the session's; without a
// repository from the directory above the home, or from "/" if the home does not
// enclose the session's directory. So every QWEN.md comes before any AGENTS.md, and
// the search goes one directory beyond git roots and the home. Then come the files of
// the extensions; output-language.md, which Qwen Code writes itself; the files of the
// included directories; since 0.24 .qwen/QWEN.local.md at the repository's root, if
// there is one; the rules below ~/.qwen/rules and .qwen/rules in the repository; and
// the first lines of MEMORY.md, its own notes. Rules with "paths" wait until a tool
// reaches a file that they cover.
//
// All of this is in the system message (m0). The skills are sorted by name together with
// the built-in ones: since 0.24 in the first text of the next message (m1[0]), in 0.15 at
// the end of the description of the tool skill.
//
// Qwen Code is derived from Gemini CLI. galley uses package geminicli for what both still do in the
// same way: finding the repository's root, the tree of imports, which extensions are enabled, .env
// files, variables in settings, and the four layers of settings (the system's defaults, the user's,
// the project's, the system's). Qwen Code differs in these points:
//
//   - It looks for one name after the other, each in all directories, and looks one
//     directory beyond the root.
//   - It has rules with "paths", and loads no other file on demand.
//   - It does not import in what Markdown treats as code, and leaves a reference to a
//     missing file in the text (imports.go).
//   - Several .env files count, not only the nearest, and they may say where settings
//     are (env.go).
//   - A file qwen-extension.json describes an extension (extensions.go).
//   - Folder trust is off unless the settings switch it on. Qwen Code decides once for the
//     project's settings and once for its files (settings.go). An untrusted folder keeps
//     its skills, commands and sub-agents.
//   - Another rule of trustedFolders.json wins if several cover a folder (trust.go).
package qwencode

import (
	"context"
	"slices"
	"strings"

	"galley/engine/agent/geminicli"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{
	{Name: "0.24.4", Evidence: discovery.Executed, Date: "2026-11"},
	{Name: "0.15.10", Evidence: discovery.Executed},
}

// behaviour lists the differences between the versions.
type behaviour struct {
	local  bool     // .qwen/QWEN.local.md is read
	once   bool     // a file that was already read under another name is left out
	own    bool     // an import of the file itself counts as already processed
	yaml   bool     // the front matter of a rule is read as YAML
	asks   bool     // a folder that no rule covers is not trusted, and a project's servers wait for consent
	skills []string // the names of the built-in skills
	inTool bool     // the description of the tool skill lists the skills, instead of a message
}

var behaviours = map[string]behaviour{
	"0.24.4": {local: true, once: true, own: true, yaml: true, asks: true, skills: []string{
		"batch", "browser-use", "computer-use", "dataviz", "extension-creator", "goal-draft", "loop", "new-app", "qc-helper",
		"review", "simplify", "stuck", "workflow-authoring", "workflow-creator",
	}},
	"0.15.10": {inTool: true, skills: []string{"batch", "loop", "qc-helper", "review"}},
}

// qwenMemoryLines is the number of lines at the beginning of the index of its notes that Qwen Code
// reads.
const qwenMemoryLines = 200

type qwenRun struct {
	*discovery.Finder
	is         behaviour
	global     string         // ~/.qwen
	project    string         // the repository's root, or else the working directory
	untrusted  bool           // the project's files do not count
	why        string         // why the folder is not trusted
	rulesOf    string         // the path of the trustedFolders.json that was read
	folders    map[string]any // its rules
	imports    *qwenImports
	texts      []source.Text
	skillFiles map[string]string // the file of each skill that the agent may call, by name
	read       map[string]string // from a real path to the path by which the file was read
	waiting    []pendingRule
	files      []layer     // the settings files, the strongest first
	ignored    bool        // the project's settings do not count
	language   source.Text // a stand-in for output-language.md until Qwen Code has written it
	system     source.Text // the text of the file that replaces Qwen Code's own system prompt
	languages  int         // the index in texts at which language belongs
}

// pendingRule is a rule that loads only when a tool reads or creates a file that matches its
// patterns.
type pendingRule struct {
	path     string
	patterns []string
	text     source.Text
}

// Discover looks for the rule files.
var Discover = discovery.By("qwen-code", Versions, discovery.Executed, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	r := &qwenRun{Finder: p, is: behaviours[p.Trace.Version], read: map[string]string{}, skillFiles: map[string]string{}}
	r.imports = &qwenImports{world: p.World, own: r.is.own}
	t := r.Trace
	t.Names = []string{"QWEN.md", "AGENTS.md"}
	merged := r.start()
	include := r.include(merged)
	r.project = t.Cwd
	found := false
	if root, marker, ok := geminicli.Marker(p.World, t.Cwd, []string{".git"}, true); ok {
		r.project, t.Marker, t.VCS, found = root, marker, "git", true
	}
	for i, dir := range append([]string{t.Cwd}, include...) {
		root := r.stop(dir)
		if i == 0 {
			t.Root = root
		}
		for _, name := range t.Names {
			r.look(facts.Join(r.global, name), "global")
			r.upward(dir, name, root)
		}
		if i == 0 { // the first directory is the working directory
			r.extensions()
			r.answers()
		}
	}
	if r.is.local && found {
		r.ofProject(facts.Join(r.project, ".qwen", "QWEN.local.md"), "local")
	}
	r.rules(ctx, facts.Join(r.global, "rules"), "global rules")
	if dir := facts.Join(r.project, ".qwen", "rules"); dir != facts.Join(r.global, "rules") {
		r.rules(ctx, dir, "rules")
	}
	r.systemPrompt()
	r.parts()
	r.memory()
	r.overlooked(ctx)
	r.skills(ctx)
	r.commands(ctx)
	r.agents()
	r.servers(merged)
	r.touch()
	_, _ = r.Done("\n\n")
	if r.system.Len() != 0 {
		r.texts = append([]source.Text{r.system}, r.texts...)
	}
	t.Text = source.Join(source.Literal("\n\n"), r.texts...)
	return t, nil
}

// place is a directory with the files of the user or of the session.
type place struct{ dir, tier string }

// places lists the session's folder and the user's folder. If the session runs in the home, they
// are the same folder, which is listed once.
func (r *qwenRun) places() []place {
	user := place{r.global, "user"}
	if own := facts.Join(r.Trace.Cwd, ".qwen"); own != r.global {
		return []place{{own, "project"}, user}
	}
	return []place{user}
}

// include reads the settings about context files. It returns the include directories that count.
func (r *qwenRun) include(merged map[string]any) (include []string) {
	context, _ := merged["context"].(map[string]any)
	switch names := context["fileName"].(type) {
	case string:
		if names = strings.TrimFunc(names, source.IsJSSpace); names != "" {
			r.Trace.Names = []string{names}
		}
	default:
		if list, _ := discovery.Texts(names); len(list) > 0 {
			r.Trace.Names = r.Few("context.fileName", discovery.Unique(list))
		}
	}
	r.imports.flat = context["importFormat"] == "flat"
	if context["loadFromIncludeDirectories"] == true {
		list, _ := discovery.Texts(context["includeDirectories"])
		for _, dir := range append(slices.Clone(r.Options.Directories), list...) {
			if strings.HasPrefix(dir, "~/") {
				dir = facts.Join(r.Home, dir[2:])
			}
			include = append(include, facts.Resolve(r.Trace.Cwd, dir))
		}
	}
	return discovery.Unique(include)
}

// stop returns the highest directory that the search upward from dir reaches.
func (r *qwenRun) stop(dir string) string {
	top := facts.Dir(facts.Clean(r.Home))
	if root, _, found := geminicli.Marker(r.World, dir, []string{".git"}, true); found {
		top = facts.Dir(root)
	}
	if !facts.Within(dir, top) {
		return facts.Root(dir)
	}
	return top
}

// upward loads the files with this name in dir and in the directories above it up to root, the
// highest first. It never looks at "/" itself.
func (r *qwenRun) upward(dir, name, root string) {
	if r.RealCwd(r.Home) == dir {
		r.look(facts.Join(dir, name), "project") // in the home, no directory above it is searched
		return
	}
	var found []string
	for _, at := range r.UpTo(dir, root) {
		if facts.IsRoot(at) || at == r.global || at == facts.Join(r.Home, ".qwen") {
			break
		}
		found = append(found, facts.Join(at, name))
	}
	slices.Reverse(found)
	for _, full := range found {
		r.ofProject(full, "project")
	}
}

// ofProject loads a file that counts only in a trusted folder.
func (r *qwenRun) ofProject(full, tier string) {
	c := r.At(full, tier)
	if !r.untrusted || !c.There() {
		r.look(full, tier)
	} else if _, twice := r.Taken[full]; !twice {
		r.Taken[full] = tier
		r.Add(c.No(discovery.Untrusted, r.why))
	}
}

// look loads a context file unless it was read before.
func (r *qwenRun) look(full, tier string) {
	if _, twice := r.Taken[full]; twice {
		return
	}
	c := r.At(full, tier)
	if c.Reason == discovery.Missing {
		return
	}
	r.Taken[full] = tier
	if first, twice := r.read[c.RealPath]; twice && r.is.once && c.There() {
		r.Add(c.No(discovery.AlreadyLoaded, "it leads to the same file as "+first))
		return
	}
	if text, ok := r.Text(c); ok {
		r.read[c.RealPath] = full
		text, c.Imports = r.imports.expand(full, text)
		r.block(c, text, "Context", r.Trace.Cwd)
	}
	r.Add(c)
}

// block trims a text and puts it between the lines with which Qwen Code marks its beginning and its
// end. A blank text adds nothing.
func (r *qwenRun) block(c *discovery.Candidate, text source.Text, kind, base string) {
	text = text.TrimFunc(source.IsJSSpace)
	if text.Len() == 0 {
		c.No(discovery.Empty, "")
		return
	}
	shown := discovery.RelativePath(base, c.Path)
	c.Load(source.Literal("--- "+kind+" from: "+shown+" ---\n").Append(text, source.Literal("\n--- End of "+kind+" from: "+shown+" ---")), text.Len())
	r.texts = append(r.texts, c.Text)
}

// answers loads output-language.md, which says in which language the model answers. Qwen Code
// writes this file when it first starts.
func (r *qwenRun) answers() {
	for _, dir := range []string{facts.Join(r.Trace.Cwd, ".qwen"), r.global} {
		name := facts.Join(dir, "output-language.md")
		if r.Exists(name) {
			r.look(name, "language")
			return
		}
	}
	name := facts.Join(r.global, "output-language.md")
	shown := discovery.RelativePath(r.Trace.Cwd, name)
	text := discovery.StandIn("qwen-code/output-language")
	if r.imports.flat {
		head := r.imports.head(name)
		text = source.Literal("--- File: "+head+" ---\n").Append(text, source.Literal("\n--- End of File: "+head+" ---"))
	}
	r.languages, r.language = len(r.texts), source.Literal("--- Context from: "+shown+" ---\n").
		Append(text, source.Literal("\n--- End of Context from: "+shown+" ---"))
	r.Note("Qwen Code writes %s at its first start, and then loads it after the other files", name)
}

// rules loads the Markdown files below a rule directory.
func (r *qwenRun) rules(ctx context.Context, dir, tier string) {
	files := r.FilesIn(ctx, dir, false)
	slices.SortFunc(files, discovery.CompareUTF16)
	for _, full := range files {
		c := r.At(full, tier)
		if info, err := r.World.Lstat(full); err == nil && !info.IsRegular() && c.There() {
			r.Add(c.No(discovery.NotRegular, "a link is ignored here"))
			continue
		}
		if !strings.HasSuffix(full, ".md") {
			r.Add(c.Never(discovery.NotLookedFor, "only .md files are rules"))
			continue
		}
		if tier == "rules" && r.untrusted && c.There() {
			r.Add(c.No(discovery.Untrusted, r.why))
			continue
		}
		text, ok := r.Text(c)
		if !ok {
			r.Add(c)
			continue
		}
		text = discovery.NormalLines(text)
		f := discovery.ReadFront(text.String())
		c.Oddities(&f)
		patterns, bracketed := rulePaths(text.String()[:f.Body], &f, r.is.yaml)
		switch {
		case bracketed && r.is.yaml:
			c.Remark(discovery.FrontMatter, "the front matter is not valid YAML (%s), and then Qwen Code reads a list in brackets as one pattern: put each pattern, and each text with a colon, in quotes", f.Broken)
		case bracketed:
			c.Remark(discovery.FrontMatter, "Qwen Code %s reads a list in brackets as one pattern: write each pattern on its own line, after two spaces and a dash", r.Trace.Version)
		}
		r.block(c, discovery.WithoutComments(text.Slice(f.Body, text.Len())), "Rule", r.project)
		if len(patterns) > 0 && c.Verdict == discovery.Loaded {
			r.texts = r.texts[:len(r.texts)-1]
			r.waiting = append(r.waiting, pendingRule{full, patterns, c.Text})
			r.ForFile(c, r.project, patterns, "when a tool reaches a file that matches", discovery.Picomatch)
		}
		r.Add(c)
	}
}

// memory loads the beginning of the index of Qwen Code's own notes.
func (r *qwenRun) memory() {
	id := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '-'
	}, r.project)
	c := r.At(facts.Join(r.global, "projects", id, "memory", "MEMORY.md"), "memory")
	if c.Reason == discovery.Missing {
		return
	}
	if text, ok := r.Text(c); ok {
		r.LoadHead(c, text, qwenMemoryLines, 0)
		r.texts = append(r.texts, c.Text)
		r.Trace.Parts = append(r.Trace.Parts, discovery.Part{Name: "memory", Role: "system", Where: "m0", Text: c.Text})
	}
	r.Add(c)
}

// overlooked adds the files that people expect Qwen Code to load, but that it does not load.
func (r *qwenRun) overlooked(ctx context.Context) {
	r.Above(r.Trace.Names)
	for _, dir := range r.Chain() {
		r.NotFor(dir, "context.fileName in settings.json can name it", "CLAUDE.md", "GEMINI.md")
	}
	r.NearMisses(r.Trace.Names)
	r.BelowNever(ctx, r.Trace.Names...)
}
