package geminicli

import (
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// servers lists the MCP servers of the settings.
func (r *geminiRun) servers() {
	for _, in := range []struct{ dir, tier string }{{r.Trace.Cwd, "project"}, {r.Home, "user"}} {
		servers, _ := r.set.files[in.tier]["mcpServers"].(map[string]any)
		other, _ := r.set.files["project"]["mcpServers"].(map[string]any)
		for _, name := range discovery.SortedKeys(servers) {
			c := r.Thing(discovery.Server, name, facts.Join(in.dir, ".gemini", "settings.json"), in.tier)
			switch {
			case !r.trusted && in.tier == "project":
				c.No(discovery.Untrusted, r.why)
			case !r.trusted:
				c.No(discovery.Untrusted, "the agent starts no server there: "+r.why)
			case in.tier == "user" && other[name] != nil:
				c.No(discovery.ShadowedByName, "the project's settings.json has one too")
			case r.headless && !trusted(servers[name]):
				c.Later("its tools are declared only in interactive sessions")
			default:
				c.List(source.Text{}, "its tools are declared")
			}
			r.Add(c)
		}
	}
}

// trusted reports whether a server's settings let its tools run without asking.
func trusted(server any) bool {
	settings, _ := server.(map[string]any)
	return settings["trust"] == true
}
