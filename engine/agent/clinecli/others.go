package clinecli

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// others adds workflows, agents, hooks, servers and plugins.
func (r *run) others() {
	cwd := r.Trace.Cwd
	var all []*discovery.Candidate
	called := map[string]*discovery.Candidate{}
	for _, p := range once([]location{
		{facts.Join(cwd, ".clinerules", "workflows"), "project"}, {facts.Join(r.Home, "Documents", "Cline", "Workflows"), "user"},
		{facts.Join(r.cline, "workflows"), "user"}, {facts.Join(cwd, ".cline", "workflows"), "project"},
	}) {
		for _, full := range r.direct(p.path) {
			name := strings.TrimSuffix(facts.Base(full), extension(facts.Base(full)))
			c := r.Thing(discovery.Command, name, full, p.tier)
			all = append(all, c)
			if old := called[strings.ToLower(name)]; old != nil {
				old.No(discovery.ShadowedByName, full)
			}
			called[strings.ToLower(name)] = c.No(discovery.PeopleOnly, "")
		}
	}
	for _, c := range all {
		r.Add(c)
	}
	r.unknown(discovery.Subagent, "agents", facts.Join(r.top, ".cline", "agents"), facts.Join(r.cline, "agents"))
	r.unknown(discovery.Hook, "hooks", facts.Join(cwd, ".clinerules", "hooks"), facts.Join(cwd, ".cline", "hooks"), facts.Join(r.cline, "hooks"), facts.Join(r.Home, "Documents", "Cline", "Hooks"))
	r.unknown(discovery.Plugin, "plugins", facts.Join(cwd, ".cline", "plugins"), facts.Join(r.cline, "plugins"), facts.Join(r.Home, "Documents", "Cline", "Plugins"))
	name := facts.Join(r.PathOr("CLINE_DATA_DIR", facts.Join(r.cline, "data")), "settings", "cline_mcp_settings.json")
	name = r.PathOr("CLINE_MCP_SETTINGS_PATH", name)
	servers, _ := r.JSONC(name, "servers")["mcpServers"].(map[string]any)
	for _, key := range discovery.SortedKeys(servers) {
		c := r.Thing(discovery.Server, key, name, "user")
		if one, _ := servers[key].(map[string]any); one["disabled"] == true {
			r.Add(c.No(discovery.Disabled, "its entry turns it off"))
			continue
		}
		r.Add(c.List(source.Text{}, "its tools, once it runs"))
	}
}

// direct lists the files directly in a folder that have a rule's extension, sorted by name.
func (r *run) direct(dir string) (out []string) {
	entries, _ := r.World.ReadDir(dir)
	for _, e := range discovery.SortedEntries(entries) {
		switch strings.ToLower(extension(e.Name)) {
		case ".md", ".markdown", ".txt":
			if e.Type.IsRegular() {
				out = append(out, facts.Join(dir, e.Name))
			}
		}
	}
	return out
}

// unknown adds the entries of some folders as things whose effect on the request galley does not
// know.
func (r *run) unknown(kind discovery.Kind, what string, dirs ...string) {
	for _, dir := range discovery.Unique(dirs) {
		entries, _ := r.World.ReadDir(dir)
		for _, e := range discovery.SortedEntries(entries) {
			full := facts.Join(dir, e.Name)
			r.Add(r.Thing(kind, e.Name, full, what).Unknown("galley does not know what it adds to the request: a capture shows it"))
		}
	}
}
