package geminicli

import (
	"context"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// things lists what discovery finds besides rule files and skills.
func (r *geminiRun) things(ctx context.Context) {
	r.commands(ctx)
	r.subagents(ctx)
	r.servers()
}

// commands lists the custom commands, which the model does not see.
func (r *geminiRun) commands(ctx context.Context) {
	taken := map[string]string{}
	for _, in := range []struct{ dir, tier string }{{facts.Join(r.Trace.Cwd, ".gemini"), "project"}, {facts.Join(r.Home, ".gemini"), "user"}} {
		dir := facts.Join(in.dir, "commands")
		for _, full := range r.FilesIn(ctx, dir, false) {
			rel, _ := discovery.RelativeTo(full, dir)
			name, isCommand := strings.CutSuffix(rel, ".toml")
			if !isCommand || len(r.Trace.Find(full)) > 0 {
				continue
			}
			c := r.Thing(discovery.Command, strings.ReplaceAll(name, "/", ":"), full, in.tier)
			if first, twice := taken[c.Name]; twice {
				c.No(discovery.ShadowedByName, first)
			} else {
				taken[c.Name] = full
				c.No(discovery.PeopleOnly, "")
			}
			r.Add(c)
		}
	}
}
