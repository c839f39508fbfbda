package qwencode

import (
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// servers lists the MCP servers of the settings.
func (r *qwenRun) servers() {
	for _, in := range []struct{ dir, tier string }{{r.global, "user"}, {facts.Join(r.Trace.Cwd, ".qwen"), "project"}} {
		servers, _ := r.files[in.tier]["mcpServers"].(map[string]any)
		for _, server := range discovery.SortedKeys(servers) {
			c := r.Thing(discovery.Server, server, facts.Join(in.dir, "settings.json"), in.tier)
			if in.tier == "project" {
				c.Unknown("Qwen Code asks people before it starts a project's server: see /mcp")
			} else {
				c.List(source.Text{}, "its tools are declared")
			}
			r.Add(c)
		}
	}
}
