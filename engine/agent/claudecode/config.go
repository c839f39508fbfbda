package claudecode

import (
	"slices"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/pathmatch"
)

// claudeSettings is what the settings files say about rule files.
type claudeSettings struct {
	excludes    []string
	files       string   // which instruction files count
	sources     []string // nil: all
	managedText string
	managedFile string
}

// The values of instructionFiles.
const (
	claudeOrAgents    = "claude-md-or-agents-md"
	claudeAndAgents   = "claude-md-and-agents-md"
	claudeOnly        = "claude-md"
	claudeManagedOnly = "managed-only"
)

// managedDir is where an organisation puts its files.
func (r *claudeRun) managedDir() string {
	switch r.World.Platform() {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "win32":
		return "C:/Program Files/ClaudeCode"
	}
	return "/etc/claude-code"
}

// settings reads the layers: managed, user, project, local, and what the session
// gives. Lists of exclusions add up; which instruction files count is taken from
// the user's, the session's and the managed ones alone.
func (r *claudeRun) settings() {
	r.set = claudeSettings{files: claudeOrAgents, sources: r.Options.Sources}
	r.set.managedFile = facts.Join(r.managedDir(), "managed-settings.json")
	dot := facts.Join(r.Trace.Cwd, ".claude")
	layers := []struct{ name, tier string }{
		{facts.Join(r.config, "settings.json"), "user"},
		{facts.Join(dot, "settings.json"), "project"},
		{facts.Join(dot, "settings.local.json"), "local"},
		{"", "session"},
		{r.set.managedFile, "managed"},
	}
	for _, layer := range layers {
		values := r.Options.Settings
		if layer.name != "" {
			if layer.tier != "managed" && r.set.sources != nil && !slices.Contains(r.set.sources, layer.tier) {
				continue
			}
			values = r.JSONC(layer.name, layer.tier)
		}
		list, _ := discovery.Texts(values["claudeMdExcludes"])
		r.set.excludes = append(r.set.excludes, list...)
		if layer.tier == "managed" {
			r.set.managedText, _ = values["claudeMd"].(string)
		}
		r.instructionFiles(values, layer.name, layer.tier)
	}
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
		r.Note("%s: instructionFiles does not count in the project's settings", name)
	case !slices.Contains([]string{claudeOrAgents, claudeAndAgents, claudeOnly, claudeManagedOnly}, value):
		r.Note("%s: instructionFiles is %q, which is none of the known values", name, value)
	default:
		r.set.files = value
	}
}

// off says what switches the files of a tier off; "" if nothing does.
func (s *claudeSettings) off(tier string) string {
	if s.files == claudeManagedOnly {
		return `instructionFiles is "managed-only"`
	}
	source := "project"
	if tier == "local" {
		source = "local"
	}
	if s.sources != nil && !slices.Contains(s.sources, source) {
		return "the setting source " + source + " is left out"
	}
	return ""
}

// excluded gives the pattern that excludes a file by its own path or by where it
// leads.
func (s *claudeSettings) excluded(c *discovery.Candidate) string {
	for _, pattern := range s.excludes {
		for _, name := range []string{c.Path, c.RealPath} {
			if pathmatch.Match(pattern, name) {
				return pattern
			}
		}
	}
	return ""
}

// agentsCount decides whether AGENTS.md is read on the way.
func (r *claudeRun) agentsCount() bool {
	switch r.set.files {
	case claudeAndAgents:
		return true
	case claudeOrAgents:
		return r.claudeFile() == ""
	}
	return false
}

// claudeFile gives a project file on the way, which keeps AGENTS.md out.
func (r *claudeRun) claudeFile() string {
	for _, dir := range r.Chain() {
		for _, name := range append(slices.Clone(claudeNames), claudeLocal) {
			full := facts.Join(dir, name)
			if full != facts.Join(r.config, "CLAUDE.md") && r.Exists(full) {
				return full
			}
		}
	}
	return ""
}

// agentsNot says why an AGENTS.md is not read.
func (r *claudeRun) agentsNot(c *discovery.Candidate) *discovery.Candidate {
	if r.set.files != claudeOrAgents {
		return c.No(discovery.Disabled, `instructionFiles is "`+r.set.files+`"`)
	}
	return c.No(discovery.ShadowedByKind, "it stands in only where no CLAUDE.md is on the way, and there is "+r.claudeFile())
}
