package kilo

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// agents lists the sub-agents, which the description of the tool task names. Every .md file below
// the directories agent and agents of Kilo's folders defines one. Its name is the name in the front
// matter, or else the file's path. If several have the same name, the last one counts. Modes, and
// agents whose mode is "primary", are left out, because only users can choose them.
func (r *run) agents(ctx context.Context) {
	var found []*discovery.Candidate
	for _, dir := range r.dirs() {
		tier := "project"
		if r.trusts(dir) {
			tier = "user"
		}
		for _, sub := range []string{"agent", "agents", "mode", "modes"} {
			for _, full := range r.FilesIn(ctx, facts.Join(dir, sub), true) {
				rel, _ := discovery.RelativeTo(full, facts.Join(dir, sub))
				if name, is := strings.CutSuffix(rel, ".md"); is {
					found = append(found, r.agent(full, name, tier, strings.HasPrefix(sub, "mode")))
				}
			}
		}
	}
	last := map[string]string{}
	for _, c := range slices.Backward(found) {
		if c.Verdict == discovery.Listed && last[c.Name] != "" {
			c.No(discovery.ShadowedByName, last[c.Name])
		}
		last[c.Name] = cmp.Or(last[c.Name], c.Path)
	}
	for _, c := range found {
		r.Add(c)
	}
}

// agent reads the file of one agent or, if mode is set, of one mode.
func (r *run) agent(full, name, tier string, mode bool) *discovery.Candidate {
	c := r.Thing(discovery.Subagent, name, full, tier)
	text, ok := r.Text(c)
	if !ok {
		return c
	}
	f := readHeader(text.String())
	c.Oddities(&f)
	if f.Broken != "" {
		f.Values = nil // Kilo treats this as a file without front matter
	}
	c.Name = cmp.Or(f.Text("name"), name)
	described, isText := f.Values["description"].(string)
	off, _ := f.Flag("disable")
	switch kind := f.Text("mode"); {
	case f.Values["description"] != nil && !isText:
		return c.No(discovery.FrontMatter, "its description is not a string")
	case off:
		return c.No(discovery.Disabled, "disable is true")
	case mode, kind == "primary":
		return c.No(discovery.PeopleOnly, "the user chooses it as the session's agent")
	case kind != "" && kind != "subagent" && kind != "all":
		return c.Unknown("galley does not know whether Kilo accepts the mode " + kind + ": a capture shows it")
	case described == "":
		return c.List(source.Text{}, "the description of the tool task names it, without a description")
	}
	return c.List(source.Text{}, "the description of the tool task names it")
}
