package crush

import (
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
)

// skills lists the skills after the built-in ones, sorted by path. If several skills have the same
// name, the last one counts.
func (r *crushRun) skills(ctx context.Context) {
	type found struct {
		*discovery.Candidate
		text source.Text
	}
	var all []found
	last, seen := map[string]string{}, map[string]bool{}
	for _, dir := range r.skillFolders() {
		for _, full := range r.FilesIn(ctx, dir, true) {
			if path.Base(full) != discovery.SkillFile || seen[full] {
				continue
			}
			seen[full] = true
			c, f, _, ok := r.Described(discovery.Skill, full, "skills")
			var text source.Text
			if ok {
				text = r.skill(c, &f)
			}
			all = append(all, found{c, text})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int {
		return strings.Compare(strings.ToLower(facts.Dir(a.Path)), strings.ToLower(facts.Dir(b.Path)))
	})
	for _, one := range all {
		if one.Reason == "" {
			last[one.Name] = one.Path
		}
	}
	var b source.Builder
	b.Append(source.Literal("<available_skills>\n").Append(discovery.StandIn("crush/own-skills")))
	for _, one := range all {
		switch winner := last[one.Name]; {
		case one.Reason != "":
		case winner != one.Path:
			one.No(discovery.ShadowedByName, winner)
		case slices.Contains(r.disabledSkills, one.Name):
			one.No(discovery.Disabled, "disabled_skills names it")
		case one.text.Len() == 0:
			one.No(discovery.PeopleOnly, "disable-model-invocation is set")
		default:
			one.List(one.text, "")
			b.Append(one.text)
		}
		r.Add(one.Candidate)
	}
	b.Append(source.Literal("</available_skills>"))
	r.Trace.Parts = append(r.Trace.Parts, discovery.Part{Name: "skills", Role: "system", Where: "system[0]", Text: b.Text()})
}

// skillFolders lists the folders in which Crush searches for skills.
func (r *crushRun) skillFolders() (out []string) {
	for _, entry := range r.skillPaths {
		if full, ok := r.expand(entry, "skills"); ok {
			out = append(out, facts.Clean(full))
		}
	}
	if dir := facts.EnvPath(r.World, "CRUSH_SKILLS_DIR"); dir != "" {
		out = append(out, dir)
	} else {
		config := r.PathOr("XDG_CONFIG_HOME", facts.Join(r.Home, ".config"))
		for _, dir := range []string{facts.Join(config, "crush"), facts.Join(config, "agents"), facts.Join(r.Home, ".agents"), facts.Join(r.Home, ".claude")} {
			out = append(out, facts.Join(dir, "skills"))
		}
	}
	for _, dir := range discovery.Unique([]string{r.Trace.Cwd, r.Trace.Root}) {
		for _, kind := range []string{".agents", ".crush", ".claude", ".cursor"} {
			out = append(out, facts.Join(dir, kind, "skills"))
		}
	}
	return out
}

var skillName = textutil.LazyRegexp(`^[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*$`)

// skill returns a skill's text in the request. The text is empty if the request does not list the
// skill; the candidate then says why.
func (r *crushRun) skill(c *discovery.Candidate, f *discovery.Front) source.Text {
	description, _ := f.Values["description"].(string)
	folder := path.Base(facts.Dir(c.Path))
	switch {
	case f.Body == 0:
		c.No(discovery.FrontMatter, "it has no header")
	case f.Broken != "":
		c.No(discovery.FrontMatter, "its header cannot be read: "+f.Broken)
	case len(c.Name) > maxSkillName || !skillName().MatchString(c.Name):
		c.No(discovery.FrontMatter, "its name must be letters and digits with single hyphens between them, at most 64 characters")
	case !strings.EqualFold(folder, c.Name):
		c.No(discovery.FrontMatter, "its name must be that of its folder, "+folder)
	case description == "" || len(description) > maxSkillDescription:
		c.No(discovery.FrontMatter, "it needs a description of at most 1,024 bytes")
	}
	if hidden, _ := f.Flag("disable-model-invocation"); c.Reason != "" || hidden {
		return source.Text{}
	}
	return source.Of("  <skill>\n    <name>"+escapes.Replace(c.Name)+"</name>\n    <description>"+escapes.Replace(description)+"</description>\n    <location>"+
		escapes.Replace(c.Path)+"</location>\n  </skill>\n", discovery.FileOrigin(c.Path, 0, f.Body, 1))
}
