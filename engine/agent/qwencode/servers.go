package qwencode

import (
	"galley/engine/discovery"
	"galley/engine/source"
)

// servers lists the MCP servers of the settings. Servers of a file that overrides others come
// first. If several servers have the same name, only the first one counts, with all its settings.
// In an untrusted folder no server is started. 0.24 starts a project's server only after the user
// has agreed.
func (r *qwenRun) servers() {
	taken := map[string]string{}
	for _, in := range r.files {
		servers, _ := in.values["mcpServers"].(map[string]any)
		for _, server := range discovery.SortedKeys(servers) {
			c := r.Thing(discovery.Server, server, in.path, in.tier)
			first, twice := taken[server]
			switch {
			case in.tier == "project" && r.ignored:
				c.No(discovery.Untrusted, "the file is ignored")
				r.Add(c)
				continue
			case r.untrusted:
				c.No(discovery.Untrusted, "the agent starts no server there: "+r.why)
			case twice:
				c.No(discovery.ShadowedByName, first)
			case in.tier == "project" && r.is.asks:
				c.Unknown("Qwen Code asks you before it starts a project's server: see /mcp")
			default:
				c.List(source.Text{}, "its tools are declared")
			}
			taken[server] = in.path
			r.Add(c)
		}
	}
}
