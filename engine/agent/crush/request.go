package crush

import (
	"context"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// parts adds the parts for the files of a tier: a head, an element for each file, and a tail. Each
// element is a part of its own, because Crush orders the elements at random.
func (r *crushRun) parts(tier string) {
	head, tail := "\n# Project-Specific Context\n", "\n</project_context>\n"
	slot, open := "crush/project-intro", "\n<project_context>\n"
	if tier == "global" {
		head, tail = "\n\n\n# User context\n", "\n</user_preferences>\n"
		slot, open = "crush/user-intro", "\n<user_preferences>\n"
	}
	add := func(name string, text source.Text) {
		for r.used[name] {
			name += " again"
		}
		r.used[name] = true
		r.Trace.Parts = append(r.Trace.Parts, discovery.Part{Name: name, Role: "system", Where: "system[0]", Text: text, Open: true})
	}
	files := 0
	for _, c := range r.Trace.Candidates {
		if c.Tier != tier || c.Verdict != discovery.Loaded || c.Kind != discovery.Rule {
			continue
		}
		if files++; files == 1 {
			add(tier+" files", source.Literal(head).Append(discovery.StandIn(slot), source.Literal(open)))
		}
		add(c.Path, source.Literal("\n").Append(c.Text, source.Literal("\n")))
	}
	if files > 0 {
		add(tier+" files' end", source.Literal(tail))
	}
}

// The limits of a skill's front matter.
const (
	maxSkillName        = 64
	maxSkillDescription = 1024
)

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;", "'", "&apos;")

// commands lists the custom commands. The request does not name them.
func (r *crushRun) commands(ctx context.Context) {
	for _, in := range []struct{ dir, tier string }{{r.config, "global"}, {facts.Join(r.Home, ".crush"), "global"}, {facts.Join(r.Trace.Cwd, ".crush"), "project"}} {
		dir := facts.Join(in.dir, "commands")
		for _, full := range r.FilesIn(ctx, dir, false) {
			if strings.HasSuffix(full, ".md") && len(r.Trace.Find(full)) == 0 {
				rel, _ := discovery.RelativeTo(full, dir)
				r.Add(r.Thing(discovery.Command, strings.ReplaceAll(strings.TrimSuffix(rel, ".md"), "/", ":"), full, in.tier).No(discovery.PeopleOnly, ""))
			}
		}
	}
}
