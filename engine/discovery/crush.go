package discovery

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// crush follows Crush at commit 37f36e9, measured with its own code.
//
//	project  every default name, and the context_paths of the settings, in the
//	         directory alone; a directory stands for all files below it
//	global   CRUSH.md in Crush's configuration directory and AGENTS.md beside it,
//	         or global_context_paths in their place
//
// The paths are sorted, and those that differ in case alone count once: the
// first of them claims the place even when there is no such file, so "agents.md"
// never loads. Crush then walks through a map: the order of the files differs
// from one start to the next. Nothing is trimmed, cut or imported.
var crushVersions = []Version{{Name: "37f36e9", Evidence: Executed}}

var crushNames = []string{".github/copilot-instructions.md", ".cursorrules", ".cursor/rules/", "CLAUDE.md", "CLAUDE.local.md",
	"GEMINI.md", "gemini.md", "crush.md", "crush.local.md", "Crush.md", "Crush.local.md", "CRUSH.md", "CRUSH.local.md",
	"AGENTS.md", "agents.md", "Agents.md"}

type crushRun struct {
	*Finder
	paths, globals []string
}

// discoverCrush looks for the rule files.
func discoverCrush(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	p, err := newFinder(ctx, w, o, "crush", crushVersions, Executed)
	if err != nil {
		return nil, err
	}
	defer p.tree.Close()
	r := &crushRun{Finder: p}
	t := r.trace
	inGit := r.git()
	config := r.settings(inGit)
	configured := r.paths
	r.paths = append(slices.Clone(crushNames), r.paths...)
	if len(r.globals) == 0 {
		r.globals = []string{facts.Join(config, "CRUSH.md"), facts.Join(facts.Dir(config), "AGENTS.md")}
	}
	slices.Sort(r.paths)
	r.paths = slices.Compact(r.paths)
	t.Memory = map[string]source.Text{}
	project := r.group("project", r.paths, configured)
	global := r.group("global", r.globals, r.globals)
	r.overlooked(config)
	t, err = r.done("\n\n")
	t.Names = r.paths
	if t.Unstable = project > 1 || global > 1; t.Unstable {
		r.note("Crush puts these files in another order at each start")
	}
	return t, err
}

// group loads the files of a list of paths; it gives how many of the paths led
// to anything, for those are what comes in any order.
func (r *crushRun) group(tier string, paths, asked []string) (entries int) {
	claimed := map[string]string{}
	var texts []source.Text
	for _, entry := range paths {
		full, ok := r.expand(entry, tier)
		if !ok {
			continue
		}
		key := strings.ToLower(strings.TrimSuffix(full, "/"))
		if first, taken := claimed[key]; taken {
			if c := r.at(facts.Clean(full), tier); c.there() {
				r.add(c.never(WrongCase, path.Base(first)+" comes first and claims the place, even where there is no such file"))
			}
			continue
		}
		claimed[key] = full
		before := len(texts)
		for _, c := range r.entry(facts.Clean(full), tier, slices.Contains(asked, entry)) {
			c.Group = tier
			if c.Verdict == Loaded {
				texts = append(texts, c.Text)
			}
			r.add(c)
		}
		if len(texts) > before {
			entries++
		}
	}
	r.trace.Memory[tier] = source.Join(source.Literal("\n\n"), texts...)
	return entries
}

// entry gives what one path leads to.
func (r *crushRun) entry(full, tier string, asked bool) (out []*Candidate) {
	c := r.at(full, tier)
	info, err := r.world.Stat(full)
	switch {
	case err == nil && info.IsDir():
		if link, err := r.world.Lstat(full); err == nil && link.IsLink() {
			return append(out, c.no(NotRegular, "a link to a directory is not walked"))
		}
		files := r.filesIn(full, false)
		for _, f := range files {
			file := r.at(f, tier)
			r.take(file)
			out = append(out, file)
		}
		if len(files) > 20 {
			r.note("%s: all %d files below it are loaded, whatever they are", full, len(files))
		}
	case c.there():
		r.take(c)
		out = append(out, c)
	case asked || c.Reason == DanglingLink:
		out = append(out, c)
	}
	return out
}

// take loads a file byte for byte.
func (r *crushRun) take(c *Candidate) {
	data, reason, detail := r.bytes(c)
	if reason != "" {
		c.no(reason, detail)
		return
	}
	r.asLink(c, data)
	c.load(source.Literal(`<file path="`+c.Path+"\">\n").Append(source.Of(data, fileOrigin(c.Path, 0, len(data), 1)), source.Literal("\n</file>")), len(data))
	if strings.TrimSpace(data) == "" {
		c.Reason = Empty
	}
}

var crushVariable = expression(`\$(\w+|\{\w+\})`)

// expand puts a path's home and variables in; a path that only a shell could
// expand is not known.
func (r *crushRun) expand(entry, tier string) (full string, ok bool) {
	full = entry
	if full == "~" || strings.HasPrefix(full, "~/") {
		full = r.home + full[1:]
	}
	if strings.HasPrefix(full, "$") {
		full = crushVariable().ReplaceAllStringFunc(full, func(ref string) string {
			return r.envOr(strings.Trim(ref, "${}"), "")
		})
		if strings.Contains(full, "$") {
			c := r.at(entry, tier)
			r.add(c.unknown("a shell would expand it: galley runs none"))
			return "", false
		}
	}
	if !facts.Absolute(r.trace.Cwd, full) {
		full = strings.TrimSuffix(r.trace.Cwd, "/") + "/" + full
	}
	return full, true
}

// settings reads the settings files, and gives Crush's configuration directory.
// Lists in them add up. A script of settings is never run.
func (r *crushRun) settings(inGit bool) (config string) {
	config = r.pathOr("CRUSH_GLOBAL_CONFIG", facts.Join(r.pathOr("XDG_CONFIG_HOME", facts.Join(r.home, ".config")), "crush"))
	data := r.pathOr("CRUSH_GLOBAL_DATA", facts.Join(r.pathOr("XDG_DATA_HOME", facts.Join(r.home, ".local", "share")), "crush"))
	files := []string{facts.Join(config, "crush.json"), facts.Join(data, "crush.json")}
	dirs := []string{r.trace.Cwd}
	if inGit {
		dirs = r.chain()
	}
	for _, dir := range dirs {
		for _, script := range []string{"crushrc", ".crushrc"} {
			if r.exists(facts.Join(dir, script)) {
				r.note("%s: Crush runs this script for its settings; galley does not, so paths that it sets are missing here", facts.Join(dir, script))
			}
		}
		files = append(files, facts.Join(dir, "crush.json"), facts.Join(dir, ".crush.json"))
	}
	for _, name := range files {
		text, ok := r.settingText(name, "settings")
		if !ok || strings.TrimSpace(text) == "" {
			continue
		}
		var file struct {
			Options struct {
				ContextPaths       []string `json:"context_paths"`
				GlobalContextPaths []string `json:"global_context_paths"`
			} `json:"options"`
		}
		if err := json.Unmarshal([]byte(text), &file); err != nil {
			r.note("%s: it is not the JSON that Crush expects: %s", name, err)
			continue
		}
		r.paths = append(r.paths, file.Options.ContextPaths...)
		r.globals = append(r.globals, file.Options.GlobalContextPaths...)
	}
	return config
}

// overlooked adds what people expect to count.
func (r *crushRun) overlooked(config string) {
	names := []string{"AGENTS.md", "CRUSH.md", "CLAUDE.md"}
	for dir := range facts.Up(facts.Dir(r.trace.Cwd)) {
		if !facts.Within(dir, r.trace.Root) {
			break
		}
		for _, name := range names {
			if c := r.at(facts.Join(dir, name), "above"); c.there() {
				r.add(c.never(AboveRoot, "Crush looks in "+r.trace.Cwd+" alone"))
			}
		}
	}
	r.notFor(config, "the global files are CRUSH.md here and AGENTS.md one directory up", "AGENTS.md")
	r.notFor(facts.Join(r.home, ".crush"), "the global files lie in "+config, "CRUSH.md", "AGENTS.md")
	r.belowNever(names...)
}
