package discovery

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// qwenCode follows Qwen Code, measured on @qwen-code/qwen-code 0.15.10; how far
// the search climbs, includes directories and reads rules was read in that
// program's code too.
//
// For each name (QWEN.md, then AGENTS.md) the file in ~/.qwen, then those from
// one directory above the repository's root down to the session's; without a
// repository from the directory above the home, or from "/" when the home does
// not enclose the session's directory. So every QWEN.md comes before any
// AGENTS.md, and both git roots and the home are passed by one. Then
// output-language.md, which Qwen Code writes itself, and the rules below
// ~/.qwen/rules and .qwen/rules in the repository: those with "paths" wait until
// a file is reached that they cover.
var qwenCodeVersions = []Version{{Name: "0.15.10", Evidence: Executed}}

// qwenMemoryLines is how much of the index of its own memory it reads.
const qwenMemoryLines = 200

type qwenRun struct {
	*Finder
	global    string // ~/.qwen
	project   string // the repository's root, else the directory
	untrusted bool
	imports   *qwenImports
	texts     []source.Text
}

// discoverQwenCode looks for the rule files.
func discoverQwenCode(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "qwen-code", qwenCodeVersions, Executed)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	r := &qwenRun{Finder: p, imports: &qwenImports{world: p.world}}
	t := r.trace
	r.global = facts.Resolve(t.Cwd, r.pathOr("QWEN_HOME", facts.Join(r.home, ".qwen")))
	t.Names = []string{"QWEN.md", "AGENTS.md"}
	include := r.settings()
	r.project = t.Cwd
	if root, marker, found := geminiMarker(w, t.Cwd, []string{".git"}, true); found {
		r.project, t.Marker, t.VCS = root, marker, "git"
	}
	for _, dir := range append(include, t.Cwd) {
		t.Root = r.stop(dir)
		for _, name := range t.Names {
			r.look(facts.Join(r.global, name), "global")
			r.upward(dir, name)
		}
	}
	r.language()
	r.rules(facts.Join(r.global, "rules"), "global rules")
	if dir := facts.Join(r.project, ".qwen", "rules"); dir != facts.Join(r.global, "rules") && !r.untrusted {
		r.rules(dir, "rules")
	}
	r.memory()
	r.overlooked()
	t, err = r.done("\n\n")
	t.Text = source.Join(source.Literal("\n\n"), r.texts...)
	return t, err
}

// settings reads the user's and the project's settings.json; it gives the
// include directories that count.
func (r *qwenRun) settings() (include []string) {
	merged := r.o.Settings
	if merged == nil {
		merged = map[string]any{}
		for _, f := range []struct{ dir, tier string }{{r.global, "user"}, {facts.Join(r.trace.Cwd, ".qwen"), "project"}} {
			mergeSettings(merged, r.jsonc(facts.Join(f.dir, "settings.json"), f.tier))
		}
	}
	context, _ := merged["context"].(map[string]any)
	switch names := context["fileName"].(type) {
	case string:
		if names = strings.TrimFunc(names, source.IsJSSpace); names != "" {
			r.trace.Names = []string{names}
		}
	default:
		if list, _ := texts(names); len(list) > 0 {
			r.trace.Names = unique(list)
		}
	}
	if context["importFormat"] == "flat" {
		r.note(`context.importFormat is "flat": galley shows the imports in place all the same`)
	}
	if context["loadFromIncludeDirectories"] == true {
		list, _ := texts(context["includeDirectories"])
		for _, dir := range append(slices.Clone(r.o.Directories), list...) {
			if strings.HasPrefix(dir, "~/") {
				dir = facts.Join(r.home, dir[2:])
			}
			include = append(include, facts.Resolve(r.trace.Cwd, dir))
		}
	}
	security, _ := merged["security"].(map[string]any)
	folder, _ := security["folderTrust"].(map[string]any)
	if folder["enabled"] == true {
		if r.o.Trusted == nil {
			r.note("folder trust is switched on; galley takes this folder for trusted: see %s", facts.Join(r.global, "trustedFolders.json"))
		} else {
			r.untrusted = !*r.o.Trusted
		}
	}
	return unique(include)
}

// stop is the last directory on the way up.
func (r *qwenRun) stop(dir string) string {
	top := facts.Dir(facts.Clean(r.home))
	if root, _, found := geminiMarker(r.world, dir, []string{".git"}, true); found {
		top = facts.Dir(root)
	}
	if !facts.Within(dir, top) {
		return facts.Root(dir)
	}
	return top
}

// upward loads the files of a name on the way up, the highest first. "/" itself
// is never looked at.
func (r *qwenRun) upward(dir, name string) {
	if r.realCwd(r.home) == dir {
		r.look(facts.Join(dir, name), "project") // the home alone
		return
	}
	var found []string
	for _, at := range r.upTo(dir, r.trace.Root) {
		if facts.IsRoot(at) || at == r.global || at == facts.Join(r.home, ".qwen") {
			break
		}
		found = append(found, facts.Join(at, name))
	}
	slices.Reverse(found)
	for _, full := range found {
		r.look(full, "project")
	}
}

// look loads a context file, once.
func (r *qwenRun) look(full, tier string) {
	if _, twice := r.taken[full]; twice {
		return
	}
	c := r.at(full, tier)
	if c.Reason == Missing {
		return
	}
	r.taken[full] = tier
	if tier == "project" && r.untrusted && c.there() {
		r.add(c.no(Untrusted, "the session says so"))
		return
	}
	if text, ok := r.text(c); ok {
		text, c.Imports = r.imports.expand(full, text)
		r.block(c, text, "Context", r.trace.Cwd)
	}
	r.add(c)
}

// block trims a text and frames it; a blank one gives nothing.
func (r *qwenRun) block(c *Candidate, text source.Text, kind, base string) {
	text = text.TrimFunc(source.IsJSSpace)
	if text.Len() == 0 {
		c.no(Empty, "")
		return
	}
	shown := relativePath(base, c.Path)
	c.load(source.Literal("--- "+kind+" from: "+shown+" ---\n").Append(text, source.Literal("\n--- End of "+kind+" from: "+shown+" ---")), text.Len())
	r.texts = append(r.texts, c.Text)
}

// language loads the note on the language of answers, which Qwen Code writes at
// its first start.
func (r *qwenRun) language() {
	for _, dir := range []string{facts.Join(r.trace.Cwd, ".qwen"), r.global} {
		name := facts.Join(dir, "output-language.md")
		if r.exists(name) {
			r.look(name, "language")
			return
		}
	}
	r.note("Qwen Code writes %s at its first start, and then loads it behind the other files", facts.Join(r.global, "output-language.md"))
}

// rules loads the Markdown files below a directory of rules.
func (r *qwenRun) rules(dir, tier string) {
	files := r.filesIn(dir, false)
	slices.SortFunc(files, compareUTF16)
	for _, full := range files {
		c := r.at(full, tier)
		if info, err := r.world.Lstat(full); err == nil && !info.IsRegular() && c.there() {
			r.add(c.no(NotRegular, "a link is passed over here"))
			continue
		}
		if !strings.HasSuffix(full, ".md") {
			r.add(c.never(NotLookedFor, "only .md files are rules"))
			continue
		}
		text, ok := r.text(c)
		if !ok {
			r.add(c)
			continue
		}
		text = normalLines(text)
		f := frontMatter(text.String())
		c.oddities(&f)
		patterns := qwenPaths(text.String()[:f.body])
		if len(patterns) == 1 && strings.HasPrefix(patterns[0], "[") {
			c.remark(FrontMatter, "Qwen Code takes a list in brackets for one pattern: write each on its own line, behind two blanks and a dash")
		}
		r.block(c, withoutComments(text.Slice(f.body, text.Len())), "Rule", r.project)
		if len(patterns) > 0 && c.Verdict == Loaded {
			r.texts = r.texts[:len(r.texts)-1]
			r.forFile(c, r.project, patterns, "when a file is reached that matches", picomatchDialect)
		}
		r.add(c)
	}
}

// qwenPaths reads "paths" as Qwen Code does, which is not as YAML: a list has each
// item on a line that begins with exactly two blanks and a dash; all else is one
// pattern, commas, brackets and single quotes included.
func qwenPaths(block string) (out []string) {
	inside := false
	for line := range strings.SplitSeq(block, "\n") {
		trimmed := strings.TrimFunc(line, source.IsJSSpace)
		if trimmed == "" || trimmed == "---" || trimmed[0] == '#' {
			continue
		}
		if item, ok := strings.CutPrefix(line, "  - "); ok {
			if item = qwenValue(item); inside && item != "" {
				out = append(out, item)
			}
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		if inside = ok && strings.TrimFunc(key, source.IsJSSpace) == "paths"; !inside {
			continue
		}
		out = nil
		value = strings.TrimFunc(value, source.IsJSSpace)
		_, err := strconv.ParseFloat(value, 64)
		if text := qwenValue(value); text != "" && err != nil && !slices.Contains([]string{"true", "false", "null"}, value) {
			out = []string{text}
		}
	}
	return out
}

func qwenValue(value string) string {
	value = strings.TrimFunc(value, source.IsJSSpace)
	if len(value) >= 2 && value[0] == '"' && value[len(value)-1] == '"' {
		return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value[1 : len(value)-1])
	}
	return value
}

// memory loads the beginning of the index of what Qwen Code noted for itself.
func (r *qwenRun) memory() {
	id := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '-'
	}, r.project)
	c := r.at(facts.Join(r.global, "projects", id, "memory", "MEMORY.md"), "memory")
	if c.Reason == Missing {
		return
	}
	if text, ok := r.text(c); ok {
		r.loadHead(c, text, qwenMemoryLines, 0)
		r.texts = append(r.texts, c.Text)
	}
	r.add(c)
}

// overlooked adds what people expect to count.
func (r *qwenRun) overlooked() {
	r.above(r.trace.Names)
	for _, dir := range r.chain() {
		r.notFor(dir, "context.fileName in settings.json can name it", "CLAUDE.md", "GEMINI.md")
	}
	r.nearMisses(r.trace.Names)
	r.belowNever(r.trace.Names...)
}
