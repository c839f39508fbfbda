package kilo

import (
	"context"
	"slices"
	"strings"

	"galley/engine/agent/opencode"
	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// skill is a skill that Kilo found.
type skill struct {
	name, description string
	described         bool
	candidate         *discovery.Candidate
}

// skills looks for every SKILL.md in three groups of folders: skills in ~/.claude and ~/.agents;
// skills in .claude and .agents of the directories from the working directory up to the
// repository's root; and skill and skills in Kilo's own folders. Links are followed. If several
// skills have the same name, the last one counts. The system message lists the skills that have a
// description, by name, including Kilo's built-in one.
func (r *run) skills(ctx context.Context) {
	var found []skill
	add := func(s skill) {
		i := slices.IndexFunc(found, func(old skill) bool { return old.name == s.name })
		if i < 0 {
			found = append(found, s)
			return
		}
		r.Add(found[i].candidate.No(discovery.ShadowedByName, s.candidate.Path))
		found[i] = s
	}
	seen := map[string]bool{}
	look := func(dir, tier string, hidden, trusted bool) {
		for _, full := range r.FilesIn(ctx, dir, true) {
			rel, _ := discovery.RelativeTo(full, dir)
			if facts.Base(full) != "SKILL.md" || seen[full] || !hidden && strings.Contains("/"+rel, "/.") {
				continue
			}
			seen[full] = true
			if s, ok := r.skill(full, tier, trusted); ok {
				add(s)
			}
		}
	}
	for _, dir := range []string{".claude", ".agents"} {
		look(facts.Join(r.Home, dir, "skills"), "user", true, true)
	}
	for _, dir := range r.up(".claude", ".agents") {
		look(facts.Join(dir, "skills"), "project", true, false)
	}
	for _, dir := range r.dirs() {
		tier := "project"
		if r.trusts(dir) {
			tier = "user"
		}
		look(facts.Join(dir, "skill"), tier, false, r.trusts(dir))
		look(facts.Join(dir, "skills"), tier, false, r.trusts(dir))
	}
	slices.SortStableFunc(found, func(a, b skill) int { return collate.Compare(a.name, b.name) })
	r.list(found)
	for _, dir := range []string{facts.Join(r.cwd, ".github", "skills"), facts.Join(r.cwd, "skills"), facts.Join(r.cwd, ".opencode", "skills")} {
		for _, full := range r.FilesIn(ctx, dir, false) {
			if facts.Base(full) == "SKILL.md" && !seen[full] {
				r.Add(r.Thing(discovery.Skill, facts.Base(facts.Dir(full)), full, "other").Never(discovery.NotLookedFor, "Kilo looks for skills in .claude, .agents, .kilo and .kilocode"))
			}
		}
	}
}

// own is the name of Kilo's built-in skill.
const own = "kilo-config"

// list adds the skills to the system message.
func (r *run) list(found []skill) {
	var b source.Builder
	builtIn := false
	ours := func() {
		if !builtIn {
			builtIn = true
			b.Append(discovery.StandIn("builtin-skill").Append(source.Literal("\n")))
		}
	}
	for _, s := range found {
		if collate.Compare(s.name, own) > 0 {
			ours()
		}
		builtIn = builtIn || s.name == own
		if !s.described {
			r.Add(s.candidate.No(discovery.FrontMatter, "it has no description"))
			continue
		}
		o := source.Origin{Kind: source.File, Source: s.candidate.Path, Line: 1, Tag: source.NoSpan}
		text := source.Literal("  <skill>\n    <name>").Append(source.Of(s.name, o), source.Literal("</name>\n    <description>"), source.Of(s.description, o),
			source.Literal("</description>\n    <location>"+s.candidate.Path+"</location>\n  </skill>\n"))
		b.Append(text)
		r.Add(s.candidate.List(text, ""))
	}
	ours()
	text := discovery.StandIn("skills-intro").Append(source.Literal("\n<available_skills>\n"), b.Text(), source.Literal("</available_skills>"))
	r.Trace.AddPart(discovery.Part{Name: "skills", Role: "system", Where: "system[0]", Text: text})
}

// skill reads one skill. If Kilo does not accept the skill, ok is false and the skill is recorded
// with the reason.
func (r *run) skill(full, tier string, trusted bool) (s skill, ok bool) {
	c := r.Thing(discovery.Skill, facts.Base(facts.Dir(full)), full, tier)
	refuse := func(reason discovery.Reason, detail string) (skill, bool) {
		r.Add(c.No(reason, detail))
		return skill{}, false
	}
	text, ok := r.read(c, trusted)
	if !ok {
		r.Add(c)
		return skill{}, false
	}
	front := readHeader(text.String())
	if front.Broken != "" {
		return refuse(discovery.FrontMatter, "its header is not valid YAML: "+front.Broken)
	}
	name, isText := front.Values["name"].(string)
	if !isText {
		return refuse(discovery.FrontMatter, "it has no name")
	}
	c.Name = name
	description, described := front.Values["description"].(string)
	if front.Values["description"] != nil && !described {
		return refuse(discovery.FrontMatter, "its description is not a string")
	}
	return skill{name, description, described, c}, true
}

// readHeader reads front matter. As in Kilo, a value with a colon needs no quotes.
func readHeader(text string) discovery.Front {
	front := discovery.ReadFront(text)
	if front.Broken != "" {
		if mended := discovery.ReadFront(opencode.QuoteColons(text)); mended.Broken == "" {
			return mended
		}
	}
	return front
}
