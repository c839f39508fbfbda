package copilotcli

import (
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"slices"
)

// servers lists the configured MCP servers. Those of the project start only if the
// directory of their file is trusted.
func (r *run) servers() {
	config := r.JSONC(facts.Join(r.user, "config.json"), "user")
	folders, _ := discovery.Texts(config["trusted_folders"])
	trusted := func(dir string) bool {
		if said := r.Options.Trusted; said != nil {
			return *said
		}
		return slices.ContainsFunc(folders, func(above string) bool { return facts.Within(dir, facts.Clean(above)) })
	}
	file := func(name, tier, project string) {
		servers, _ := r.JSONC(name, tier)["mcpServers"].(map[string]any)
		for _, server := range discovery.SortedKeys(servers) {
			c := r.Thing(discovery.Server, server, name, tier)
			if project != "" && !trusted(project) {
				c.No(discovery.Untrusted, "its directory is not among trusted_folders of config.json")
			} else {
				c.List(source.Text{}, "its tools are declared")
			}
			r.Add(c)
		}
	}
	file(facts.Join(r.user, "mcp-config.json"), "user", "")
	for _, dir := range r.ends() {
		file(facts.Join(dir, ".mcp.json"), "project", dir)
		file(facts.Join(dir, ".github", "mcp.json"), "project", dir)
	}
}
