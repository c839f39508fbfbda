// Package crush follows Crush at commit 37f36e9, measured by running its code. It loads
//
//	project  every default name in the working directory, and the paths in context_paths
//	         of the settings, relative to it; a directory stands for all files below it
//	global   CRUSH.md in Crush's configuration directory and AGENTS.md beside it,
//	         or global_context_paths in their place
//
// The system message holds them in elements, the project's before the user's, after
// the list of skills. Parts call this text system[0], because it is the first text of
// the request's system message.
//
// The paths are sorted, and of those that differ only in case only the first counts, even
// if it does not exist, so "agents.md" never loads. Crush then iterates over a map,
// so the order of the files differs from start to start. Nothing is trimmed, cut or
// imported.
package crush

import (
	"context"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/textutil"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "37f36e9", Evidence: discovery.Executed}}

var crushNames = []string{".github/copilot-instructions.md", ".cursorrules", ".cursor/rules/", "CLAUDE.md", "CLAUDE.local.md",
	"GEMINI.md", "gemini.md", "crush.md", "crush.local.md", "Crush.md", "Crush.local.md", "CRUSH.md", "CRUSH.local.md",
	"AGENTS.md", "agents.md", "Agents.md"}

type crushRun struct {
	*discovery.Finder
	paths, globals []string
	skillPaths     []string
	disabledSkills []string
	servers        []discovery.ServerSetting
	config         string          // Crush's configuration directory
	used           map[string]bool // names of parts that are in use
	initialize     string          // the file that Crush writes when a user asks it to initialize a project
}

// Discover looks for the rule files.
var Discover = discovery.By("crush", Versions, discovery.Executed, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	p.Trace.NameTools("view", "edit", "write", "write")
	p.Trace.BringsAt(false, discovery.Acts...)
	r := &crushRun{Finder: p, used: map[string]bool{}}
	r.FindGit()
	config := r.settings()
	r.config = config
	configured := r.paths
	r.paths = append(slices.Clone(crushNames), r.paths...)
	if len(r.globals) == 0 {
		r.globals = []string{facts.Join(config, "CRUSH.md"), facts.Join(facts.Dir(config), "AGENTS.md")}
	}
	slices.Sort(r.paths)
	r.paths = slices.Compact(r.paths)
	r.skills(ctx)
	project := r.group(ctx, "project", r.paths, configured)
	global := r.group(ctx, "global", r.globals, r.globals)
	r.overlooked(ctx, config)
	r.commands(ctx)
	r.ListServers(r.servers)
	t, _ := r.Done("\n\n")
	t.Names = r.paths
	if t.Unstable = project > 1 || global > 1; t.Unstable {
		r.Note("the order of these files differs at each start of Crush")
	}
	return t, nil
}

// group loads the rule files at the paths of a tier, and returns at how many paths it loaded a
// file; Crush sends the texts of these paths in random order. asked lists those paths that the
// settings name.
func (r *crushRun) group(ctx context.Context, tier string, paths, asked []string) (entries int) {
	claimed := map[string]string{}
	for _, entry := range paths {
		full, ok := r.expand(entry, tier)
		if !ok {
			continue
		}
		key := strings.ToLower(strings.TrimSuffix(full, "/"))
		if first, taken := claimed[key]; taken {
			if c := r.At(facts.Clean(full), tier); c.There() {
				r.Add(c.Never(discovery.WrongCase, discovery.LookedFor(path.Base(first), "this name replaces the other one, even if no such file exists")))
			}
			continue
		}
		claimed[key] = full
		loads := false
		for _, c := range r.entry(ctx, facts.Clean(full), tier, slices.Contains(asked, entry)) {
			c.Group = tier
			if c.Verdict == discovery.Loaded {
				loads = true
			}
			r.Add(c)
		}
		if loads {
			entries++
		}
	}
	r.parts(tier)
	return entries
}

// entry returns the files at one configured path. asked is set if the settings name the path.
func (r *crushRun) entry(ctx context.Context, full, tier string, asked bool) (out []*discovery.Candidate) {
	c := r.At(full, tier)
	info, err := r.World.Stat(full)
	switch {
	case err == nil && info.IsDir():
		if link, err := r.World.Lstat(full); err == nil && link.IsLink() {
			return append(out, c.No(discovery.NotRegular, "a link to a directory is not walked"))
		}
		files := r.FilesIn(ctx, full, false)
		for _, f := range files {
			file := r.At(f, tier)
			r.take(file)
			out = append(out, file)
		}
		if len(files) > 20 {
			r.Note("%s: all %d files below it are loaded, of any kind", full, len(files))
		}
	case c.There():
		r.take(c)
		out = append(out, c)
	case asked || c.Reason == discovery.DanglingLink:
		out = append(out, c)
	}
	return out
}

// take loads a file; its text is unchanged.
func (r *crushRun) take(c *discovery.Candidate) {
	data, reason, detail := r.Bytes(c)
	if reason != "" {
		c.No(reason, detail)
		return
	}
	r.AsLink(c, data)
	c.Load(source.Literal(`<file path="`+c.Path+"\">\n").Append(discovery.GoText(c.Path, data), source.Literal("\n</file>")), len(data))
	if strings.TrimSpace(data) == "" {
		c.Reason = discovery.Empty
	}
}

var crushVariable = textutil.LazyRegexp(`\$(\w+|\{\w+\})`)

// expand replaces "~" and variables in a path. ok is false if only a shell could expand the path.
func (r *crushRun) expand(entry, tier string) (full string, ok bool) {
	full = entry
	if full == "~" || strings.HasPrefix(full, "~/") {
		full = r.Home + full[1:]
	}
	if strings.HasPrefix(full, "$") {
		full = crushVariable().ReplaceAllStringFunc(full, func(ref string) string {
			name := strings.Trim(ref, "${}")
			value := r.EnvOr(name, "")
			r.Trace.Secrets.AddEnv(name, value, ref)
			return value
		})
		if strings.Contains(full, "$") {
			c := r.At(entry, tier)
			r.Add(c.Unknown("a shell would expand it, and galley does not run one"))
			return "", false
		}
	}
	if !facts.Absolute(r.Trace.Cwd, full) {
		full = strings.TrimSuffix(r.Trace.Cwd, "/") + "/" + full
	}
	return full, true
}

// settings reads the settings files and returns Crush's configuration directory. Lists in several
// files are joined. galley never runs a settings script.
func (r *crushRun) settings() (config string) {
	config = r.PathOr("CRUSH_GLOBAL_CONFIG", facts.Join(r.PathOr("XDG_CONFIG_HOME", facts.Join(r.Home, ".config")), "crush"))
	data := r.PathOr("CRUSH_GLOBAL_DATA", facts.Join(r.PathOr("XDG_DATA_HOME", facts.Join(r.Home, ".local", "share")), "crush"))
	files := []string{facts.Join(config, "crush.json"), facts.Join(data, "crush.json")}
	for _, dir := range r.Chain() {
		for _, script := range []string{"crushrc", ".crushrc"} {
			if r.Exists(facts.Join(dir, script)) {
				r.Note("%s: Crush runs this script for its settings; galley does not, so paths that it sets are missing here", facts.Join(dir, script))
			}
		}
		files = append(files, facts.Join(dir, "crush.json"), facts.Join(dir, ".crush.json"))
	}
	for _, name := range files {
		text, ok := r.SettingText(name, "settings")
		if !ok || strings.TrimSpace(text) == "" {
			continue
		}
		var file struct {
			Options struct {
				ContextPaths       []string `json:"context_paths"`
				GlobalContextPaths []string `json:"global_context_paths"`
				SkillsPaths        []string `json:"skills_paths"`
				DisabledSkills     []string `json:"disabled_skills"`
				InitializeAs       string   `json:"initialize_as"`
			} `json:"options"`
			MCP map[string]struct{ Disabled bool } `json:"mcp"`
		}
		if err := json.Unmarshal([]byte(text), &file); err != nil {
			r.Note("%s: it is not the JSON that Crush expects: %s", name, settings.Why(err))
			continue
		}
		r.paths = append(r.paths, file.Options.ContextPaths...)
		r.globals = append(r.globals, file.Options.GlobalContextPaths...)
		if as := file.Options.InitializeAs; as != "" {
			r.initialize = as
		}
		r.skillPaths = append(r.skillPaths, file.Options.SkillsPaths...)
		r.disabledSkills = append(r.disabledSkills, file.Options.DisabledSkills...)
		for _, key := range slices.Sorted(maps.Keys(file.MCP)) {
			r.servers = append(r.servers, discovery.ServerSetting{Name: key, File: name, Off: file.MCP[key].Disabled})
		}
	}
	return config
}

// overlooked adds to the trace the files that people expect Crush to load, but that it does not
// load.
func (r *crushRun) overlooked(ctx context.Context, config string) {
	names := []string{"AGENTS.md", "CRUSH.md", "CLAUDE.md"}
	for dir := range facts.Up(facts.Dir(r.Trace.Cwd)) {
		if !facts.Within(dir, r.Trace.Root) {
			break
		}
		for _, name := range names {
			if c := r.At(facts.Join(dir, name), "above"); c.There() {
				r.Add(c.Never(discovery.AboveRoot, "Crush looks in "+r.Trace.Cwd+" alone"))
			}
		}
	}
	r.NotFor(config, "the global files are CRUSH.md here and AGENTS.md one directory up", "AGENTS.md")
	r.NotFor(facts.Join(r.Home, ".crush"), "the global files are in "+config, "CRUSH.md", "AGENTS.md")
	if r.initialize != "" {
		r.NotFor(r.Trace.Cwd, "initialize_as names the file that Crush writes; context_paths names the files that it reads", r.initialize)
	}
	r.BelowNever(ctx, names...)
}
