package opencode

import (
	"context"
	"encoding/json"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// definePlugins reads the plugins that a settings file names.
func (r *opencodeRun) definePlugins(top map[string]json.RawMessage) {
	var list []json.RawMessage
	_ = json.Unmarshal(top["plugin"], &list) // a value of another shape names no plugins
	for _, raw := range list {
		var name string
		var withOptions []json.RawMessage
		_ = json.Unmarshal(raw, &withOptions) // what is not a list has no options
		if len(withOptions) > 0 {
			raw = withOptions[0]
		}
		_ = json.Unmarshal(raw, &name) // what is not a text names no plugin
		if name != "" {
			r.plugins = append(r.plugins, r.settingsPath()+"\x00"+name)
		}
	}
}

// listPlugins adds the programs that run inside OpenCode: those of the settings, and
// plugin/*.js, plugin/*.ts, plugins/*.js and plugins/*.ts of the configuration
// directories. Each may change the settings, the agents and the prompt.
func (r *opencodeRun) listPlugins(ctx context.Context) {
	var names []string
	add := func(name, file string) {
		c := r.Thing(discovery.Plugin, name, file, "plugins")
		if r.flags.noPlugins != "" {
			r.Add(c.No(discovery.Disabled, r.flags.noPlugins))
			return
		}
		names = append(names, name)
		r.Add(c.Unknown("it runs inside OpenCode and can change settings, agents and the prompt: a capture shows what is sent"))
	}
	for _, p := range discovery.Unique(r.plugins) {
		file, name, _ := strings.Cut(p, "\x00")
		add(name, file)
	}
	for _, dir := range r.dirs {
		for _, sub := range []string{"plugin", "plugins"} {
			top := facts.Join(dir, sub)
			for _, full := range r.FilesIn(ctx, top, true) {
				if name := facts.Base(full); facts.Dir(full) == top && (strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".ts")) {
					add(name, full)
				}
			}
		}
	}
	r.Trace.Defined.Plugins = names
}
