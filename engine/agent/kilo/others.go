package kilo

import (
	"context"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// others adds the commands, agents and servers to the trace.
func (r *run) others(ctx context.Context) {
	for _, dir := range r.dirs() {
		tier := "project"
		if r.trusts(dir) {
			tier = "user"
		}
		for _, sub := range []string{"command", "commands", "workflows"} {
			for _, full := range r.FilesIn(ctx, facts.Join(dir, sub), true) {
				if name, is := strings.CutSuffix(strings.TrimPrefix(full, facts.Join(dir, sub)+"/"), ".md"); is {
					r.Add(r.Thing(discovery.Command, name, full, tier).No(discovery.PeopleOnly, ""))
				}
			}
		}
	}
	r.agents(ctx)
	for _, s := range r.servers {
		c := r.Thing(discovery.Server, s.name, s.path, "settings")
		if s.off {
			r.Add(c.No(discovery.Disabled, "its entry turns it off"))
		} else {
			r.Add(c.List(source.Text{}, "its tools, once it runs"))
		}
	}
}
