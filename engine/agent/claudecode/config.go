package claudecode

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// claudeSettings holds the settings that affect the rule files and the other lists in a request.
type claudeSettings struct {
	excludes    []string
	work        func(place string) func(steps int) bool // charges steps of matching: see [discovery.Finder.Work]
	files       string                                  // which instruction files are read: a value of instructionFiles
	sources     []string                                // the sources of settings that are read; nil means all
	managedText string
	managedFile string
	shadow      *string           // the CLAUDE.md because of which no AGENTS.md is read; nil until searched for
	approved    bool              // imports from outside the directory are approved
	env         map[string]string // variables that settings set
	stateFile   string            // the path of .claude.json
	state       map[string]any    // what it has
	project     map[string]any    // what it has about this project
	style       string            // the chosen output style
	language    string            // in which Claude Code answers; "" if it is not set
	overrides   map[string]string // skillOverrides
	noBundled   bool              // the program's own skills are left out
	// descriptionCap is skillListingMaxDescChars, or 0.
	descriptionCap int
	onlyServers    bool     // the organisation has a file of servers, which excludes all others
	permitted      policy   // which servers may be started
	memoryDir      string   // where Claude Code keeps its notes; "" at the usual place
	memoryOff      string   // why it reads no notes, or ""
	hooksOff       string   // why hooks are off, or ""
	noHooks        bool     // hooksOff also holds for managed hooks
	noServers      []string // MCP servers of the project that are switched off
	denied         denials
	layers         []layer
}

// layer is a settings file.
type layer struct {
	name, tier string // name is "" for what the session gives
	values     map[string]any
}

// The values of the setting instructionFiles.
const (
	claudeOrAgents    = "claude-md-or-agents-md"
	claudeAndAgents   = "claude-md-and-agents-md"
	claudeOnly        = "claude-md"
	claudeManagedOnly = "managed-only"
)

// managedDir returns the directory in which an organisation puts its managed settings and rules.
func (r *claudeRun) managedDir() string {
	switch r.World.Platform() {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "win32":
		return "C:/Program Files/ClaudeCode"
	}
	return "/etc/claude-code"
}

// settings reads the layers of settings. A later layer overrides an earlier one; the order is: user,
// project, local, those of the session, managed, and the files of managed-settings.d. The lists of
// excluded files of all layers are joined. The key instructionFiles counts only in managed settings,
// the user's settings and those of the session.
func (r *claudeRun) settings() {
	r.set = claudeSettings{work: r.Work, files: claudeOrAgents, sources: r.Options.Sources, env: map[string]string{}, overrides: map[string]string{}}
	if r.session.sources != nil {
		r.set.sources = r.session.sources
	}
	r.set.managedFile = facts.Join(r.managedDir(), "managed-settings.json")
	dot := facts.Join(r.Trace.Cwd, ".claude")
	layers := []layer{
		{facts.Join(r.config, "settings.json"), "user", nil},
		{facts.Join(dot, "settings.json"), "project", nil},
		{facts.Join(dot, "settings.local.json"), "local", nil},
		{"", "session", nil},
		{r.set.managedFile, "managed", nil},
	}
	for _, name := range r.dropIns() {
		layers = append(layers, layer{name, "managed", nil})
	}
	for _, layer := range layers {
		values := r.Options.Settings
		if layer.name == "" && r.session.settings != nil {
			values = r.session.settings
		}
		if layer.name != "" {
			if layer.tier != "managed" && r.set.sources != nil && !slices.Contains(r.set.sources, layer.tier) {
				continue
			}
			values = r.settingsFile(layer.name, layer.tier)
		} else {
			values = r.accepted(layer.name, "", layer.tier, values)
		}
		list, _ := discovery.Texts(values["claudeMdExcludes"])
		r.set.excludes = append(r.set.excludes, list...)
		if text, ok := values["claudeMd"].(string); ok && layer.tier == "managed" {
			r.set.managedText, r.set.managedFile = text, layer.name
		}
		r.instructionFiles(values, layer.name, layer.tier)
		if vars, ok := values["env"].(map[string]any); ok {
			for name, value := range vars {
				r.set.env[name] = fmt.Sprint(value)
			}
		}
		if style, ok := values["outputStyle"].(string); ok {
			r.set.style = style
		}
		if language, ok := values["language"].(string); ok {
			r.set.language = language
		}
		overrides, _ := values["skillOverrides"].(map[string]any)
		for name, v := range overrides {
			r.set.overrides[name], _ = v.(string)
		}
		if bundled, ok := values["disableBundledSkills"].(bool); ok {
			r.set.noBundled = bundled
		}
		if n, ok := values["skillListingMaxDescChars"].(float64); ok && n >= 1 {
			r.set.descriptionCap = int(min(n, 1<<20))
		}
		off, _ := discovery.Texts(values["disabledMcpjsonServers"])
		r.set.noServers = append(r.set.noServers, off...)
		layer.values = values
		r.set.layers = append(r.set.layers, layer)
	}
	r.set.excludes = r.resolved(r.patterns(r.set.excludes))
	r.denials()
	r.memorySettings()
	r.hookSettings()
	r.serverSettings()
	r.readState()
	if truthy(r.env("CLAUDE_CODE_DISABLE_CLAUDE_MDS")) && r.session.nothing == "" {
		r.session.nothing = "CLAUDE_CODE_DISABLE_CLAUDE_MDS is set"
	}
}

// denials reads the rules about tools of all layers and of the arguments. The organisation can allow
// only its own rules in settings.
func (r *claudeRun) denials() {
	onlyManaged := slices.ContainsFunc(r.set.layers, func(l layer) bool {
		only, _ := l.values["allowManagedPermissionRulesOnly"].(bool)
		return only && l.tier == "managed"
	})
	for _, l := range r.set.layers {
		if onlyManaged && l.tier != "managed" {
			continue
		}
		root := r.Trace.Cwd
		switch l.tier {
		case "user":
			root = r.config
		case "managed":
			root = r.managedDir()
		}
		permissions, _ := l.values["permissions"].(map[string]any)
		rules, _ := discovery.Texts(permissions["deny"])
		r.deny(l.tier, root, rules)
	}
	r.deny(argumentSource, r.Trace.Cwd, r.session.denied)
}

// dropIns lists the files in the directory managed-settings.d, sorted by name. Each file overrides
// managed-settings.json and the files before it, as observed with 2.1.332.
func (r *claudeRun) dropIns() (files []string) {
	dir := facts.Join(r.managedDir(), "managed-settings.d")
	entries, _ := r.World.ReadDir(dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name, ".json") && !strings.HasPrefix(e.Name, ".") {
			files = append(files, facts.Join(dir, e.Name))
		}
	}
	slices.Sort(files)
	return files
}

// env returns a variable from the settings or the environment.
func (r *claudeRun) env(name string) string {
	if v, ok := r.set.env[name]; ok {
		return v
	}
	return r.EnvOr(name, "")
}

func truthy(v string) bool {
	return slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(strings.TrimSpace(v)))
}

func (r *claudeRun) instructionFiles(values map[string]any, name, tier string) {
	at := values
	for _, key := range []string{"pluginConfigs", "agents-md@builtin", "options"} {
		at, _ = at[key].(map[string]any)
	}
	value, _ := at["instructionFiles"].(string)
	switch {
	case value == "":
	case tier == "project" || tier == "local":
		r.Note("%s: instructionFiles is ignored in the project's settings", name)
	case !slices.Contains([]string{claudeOrAgents, claudeAndAgents, claudeOnly, claudeManagedOnly}, value):
		r.Note("%s: instructionFiles is %q, which is not a known value", name, value)
	default:
		r.set.files = value
	}
}

// off returns the setting that disables the rule files of a tier, or "" if they are enabled.
func (s *claudeSettings) off(tier string) string {
	if s.files == claudeManagedOnly {
		return `instructionFiles is "managed-only"`
	}
	source := "project"
	switch tier {
	case "local":
		source = tier
	case "user", "user rules":
		source = "user"
	case "added":
		return ""
	}
	if s.sources != nil && !slices.Contains(s.sources, source) {
		return "the setting source " + source + " is left out"
	}
	return ""
}

// agentsCount reports whether Claude Code reads AGENTS.md in the working directory and the
// directories above it.
func (r *claudeRun) agentsCount() bool {
	switch r.set.files {
	case claudeAndAgents:
		return true
	case claudeOrAgents:
		return r.claudeFile() == ""
	}
	return false
}

// claudeFile returns the first CLAUDE.md on the way to the working directory that has text, or "".
// If one exists, Claude Code may skip every AGENTS.md.
func (r *claudeRun) claudeFile() string {
	if r.set.shadow != nil {
		return *r.set.shadow
	}
	found := ""
	for _, dir := range r.chain() {
		if found == "" {
			found = r.saying(dir)
		}
	}
	r.set.shadow = &found
	return found
}

// saying returns the file in dir that counts as its CLAUDE.md, or "" if no file counts. A file
// counts if it can be read, is not excluded and has text.
func (r *claudeRun) saying(dir string) string {
	for _, name := range append(slices.Clone(claudeNames), claudeLocal) {
		full, tier := facts.Join(dir, name), "project"
		if name == claudeLocal {
			tier = "local"
		} else if r.skip(dir) {
			continue
		}
		if full == facts.Join(r.config, "CLAUDE.md") || r.off(tier) != "" || r.set.excluded(full) != "" || !r.Exists(full) {
			continue
		}
		c := r.At(full, tier)
		if c.Bytes > claudeFileCap || c.Reason != "" || r.unreadable(c) != "" {
			continue
		}
		data, err := r.World.ReadFile(full)
		if err != nil {
			continue
		}
		text := discovery.FileText(full, data)
		f := frontOf(text.String())
		if trimmed(WithoutBlockComments(text.Slice(f.body, text.Len()))).Len() != 0 {
			return full
		}
	}
	return ""
}

// agentsNot marks an AGENTS.md as not loaded, with the reason why Claude Code does not read it.
func (r *claudeRun) agentsNot(c *discovery.Candidate) *discovery.Candidate {
	if r.set.files != claudeOrAgents {
		return c.No(discovery.Disabled, `instructionFiles is "`+r.set.files+`"`)
	}
	return c.No(discovery.ShadowedByKind, "it is read only if no directory up to the root has a CLAUDE.md, and there is "+r.claudeFile())
}
