package codex

import (
	"galley/engine/discovery"
	"galley/engine/source"
	"slices"
)

// servers adds the MCP servers of all settings files to the trace. It goes through the files from the
// one that has the highest precedence to the one that has the lowest.
func (r *codexRun) servers() {
	taken := map[string]string{}
	for _, file := range slices.Backward(r.set.files) {
		servers, _ := file.values["mcp_servers"].(map[string]any)
		for _, name := range discovery.SortedKeys(servers) {
			c := r.Thing(discovery.Server, name, file.path, file.tier)
			table, _ := servers[name].(map[string]any)
			first, twice := taken[name]
			switch {
			case twice:
				c.No(discovery.ShadowedByName, first)
			case table["enabled"] == false:
				c.No(discovery.Disabled, "enabled is false")
			default:
				c.List(source.Text{}, "its tools are declared")
			}
			taken[name] = file.path
			r.Add(c)
		}
	}
}
