package qwencode

import (
	"context"
	"maps"
	"slices"
	"strings"

	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
)

// skills lists the skills of the working directory, then the user's, each in .qwen and in .agents.
// The request lists them by name together with the built-in ones.
func (r *qwenRun) skills(ctx context.Context) {
	taken := map[string]string{}
	elements := map[string]source.Text{}
	folder := func(dir, tier string) {
		for _, full := range r.SkillFiles(ctx, dir, 1) {
			c, f, description, ok := r.described(discovery.Skill, full, tier)
			if ok {
				r.skill(c, &f, description, tier, taken, elements)
			}
			r.Add(c)
		}
	}
	folders := []string{".qwen", ".agents"}
	for _, name := range folders {
		if dir := facts.Join(r.Trace.Cwd, name, "skills"); r.Trace.Cwd != r.RealCwd(r.Home) {
			folder(dir, "project")
		}
	}
	for _, name := range folders {
		dir := facts.Join(r.Home, name)
		if name == ".qwen" {
			dir = r.global
		}
		folder(facts.Join(dir, "skills"), "user")
	}
	names := slices.Concat(r.is.skills, slices.Collect(maps.Keys(elements)))
	slices.SortFunc(names, collate.Compare)
	var b source.Builder
	b.Append(source.Literal("<available_skills>\n"))
	for _, name := range slices.Compact(names) {
		one, own := elements[name]
		if !own {
			one = element(name, discovery.StandIn("qwen-code/skill "+name), "bundled")
		}
		b.Append(one)
	}
	b.Append(source.Literal("</available_skills>"))
	part := discovery.Part{Name: "skills", Role: "user", Where: "m1[0]", Text: b.Text()}
	if r.is.inTool {
		part.Role, part.Where = "tool description", "tool skill"
	}
	r.Trace.Parts = append(r.Trace.Parts, part)
}

// skill decides whether the request lists one skill.
func (r *qwenRun) skill(c *discovery.Candidate, f *discovery.Front, description, tier string, taken map[string]string, elements map[string]source.Text) {
	hidden, _ := f.Flag("disable-model-invocation")
	first, twice := taken[c.Name]
	switch {
	case !skillName().MatchString(c.Name) || strings.TrimSpace(description) == "":
		c.No(discovery.FrontMatter, "it needs a description, and a name of letters, digits and _ : . -")
	case twice:
		c.No(discovery.ShadowedByName, first)
	case hidden:
		c.No(discovery.PeopleOnly, "disable-model-invocation is set")
	default:
		if paths, _ := f.List("paths"); len(paths) > 0 {
			c.Later("when a tool reaches a file that matches " + strings.Join(paths, ", "))
			return
		}
		taken[c.Name], r.skillFiles[c.Name] = c.Path, c.Path
		said := source.Of(escapes.Replace(description)+" ("+tier+")", discovery.FileOrigin(c.Path, 0, f.Body, 1))
		elements[c.Name] = element(escapes.Replace(c.Name), said, tier)
		c.List(elements[c.Name], "")
	}
}

// skillName matches the names that Qwen Code accepts for a skill.
var skillName = textutil.LazyRegexp(`^[\pL\pN_:.-]+$`)
