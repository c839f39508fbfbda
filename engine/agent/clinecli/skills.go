package clinecli

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// skills finds the skills. A skill is a folder with a SKILL.md, or a file SKILL.md itself,
// directly in .clinerules/skills, .cline/skills or .agents/skills of the repository's root, or in
// the user's $CLINE_DIR/skills or ~/.agents/skills. Outside of a repository, the working directory
// takes the place of the root. If there is a skill, the request declares the tool "skills", whose
// description lists only the skills' names, in the file system's order. If several skills have the
// same name, the last one takes the place of the first.
func (r *run) skills() {
	var sent []rule
	seen := map[string]int{}
	for _, p := range once([]location{
		{facts.Join(r.top, ".clinerules", "skills"), "project"}, {facts.Join(r.top, ".cline", "skills"), "project"}, {facts.Join(r.top, ".agents", "skills"), "project"},
		{facts.Join(r.cline, "skills"), "user"}, {facts.Join(r.Home, ".agents", "skills"), "user"},
	}) {
		entries, _ := r.World.ReadDir(p.path)
		for _, e := range entries {
			full := facts.Join(p.path, e.Name)
			if e.Name != "SKILL.md" || !e.Type.IsRegular() {
				full = facts.Join(full, "SKILL.md")
			}
			c := r.Thing(discovery.Skill, facts.Base(facts.Dir(full)), full, p.tier)
			if c.Reason == discovery.Missing {
				continue
			}
			if len(entries) > 1 {
				c.Group = p.path
			}
			if !r.readSkill(c) {
				r.Add(c)
				continue
			}
			id := strings.ToLower(c.Name)
			if i, twice := seen[id]; twice {
				r.Add(sent[i].candidate.No(discovery.ShadowedByName, c.Path))
				sent[i] = rule{c.Name, c}
				continue
			}
			seen[id] = len(sent)
			sent = append(sent, rule{c.Name, c})
		}
	}
	var names []source.Text
	for _, s := range sent {
		if s.candidate.Reason == "" {
			o := source.Origin{Kind: source.File, Source: s.candidate.Path, Line: 1, Tag: source.NoSpan}
			names = append(names, source.Of(s.name, o))
			s.candidate.List(names[len(names)-1], "")
		}
		r.Add(s.candidate)
	}
	part := discovery.Part{Name: "skills", Role: "tool description", Where: "tool skills", Absent: names == nil}
	if names != nil {
		part.Text = discovery.StandIn("skills-tool").Append(source.Literal(" Available skills: "), source.Join(source.Literal(", "), names...), source.Literal("."))
	}
	r.Trace.AddPart(part)
	for _, dir := range discovery.Unique([]string{facts.Join(r.top, ".claude"), facts.Join(r.top, ".github"), r.top, facts.Join(r.Home, ".claude")}) {
		r.otherSkills(facts.Join(dir, "skills"))
	}
}

// readSkill reads a skill's name. ok is false if the file is not a skill. A disabled skill still
// takes its name, so ok is true for a disabled skill.
func (r *run) readSkill(c *discovery.Candidate) (ok bool) {
	text, ok := r.Text(c)
	if !ok {
		return false
	}
	h := readHeader(text)
	name, why := h.text("name")
	_, whyNot := h.text("description")
	disabled, whyOff := h.disabled()
	switch {
	case h.broken != "":
		c.No(discovery.FrontMatter, "it is not valid YAML: "+h.broken)
	case h.body.TrimFunc(source.IsJSSpace).Len() == 0:
		c.No(discovery.Empty, "it has no text after its front matter")
	case why+whyNot+whyOff != "":
		c.No(discovery.FrontMatter, why+whyNot+whyOff)
	case disabled:
		c.No(discovery.Disabled, "its front matter turns it off")
		fallthrough
	default:
		if name != "" {
			c.Name = name
		}
		return true
	}
	return false
}

// otherSkills adds the skills of a folder that Cline does not search.
func (r *run) otherSkills(dir string) {
	entries, _ := r.World.ReadDir(dir)
	for _, e := range discovery.SortedEntries(entries) {
		if full := facts.Join(dir, e.Name, "SKILL.md"); r.Exists(full) {
			r.Add(r.Thing(discovery.Skill, e.Name, full, "other").Never(discovery.NotLookedFor, "Cline looks for skills in .clinerules, .cline and .agents"))
		}
	}
}
