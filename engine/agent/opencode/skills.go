package opencode

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// skills lists the skills, sorted by name, including the built-in one. OpenCode reads skill files
// concurrently. If several skills have the same name, OpenCode uses any of them, and the choice may
// change from start to start. If the chosen skill has no description, OpenCode does not list the
// name.
func (r *opencodeRun) skills(ctx context.Context) source.Text {
	type found struct {
		*discovery.Candidate
		element source.Text
	}
	rules := r.startingRules()
	byName := map[string][]found{}
	without := map[string][]string{} // from a name to the files that have the name but no description; if such a file is read last, OpenCode does not list the name
	if !denied(rules, "skill", builtInSkill) {
		byName[builtInSkill] = []found{{element: skillElement(builtInSkill, discovery.StandIn("opencode/own-skill"), "&lt;built-in&gt;")}}
	}
	met := map[string]bool{}
	for _, dir := range r.skillFolders() {
		for _, full := range r.FilesIn(ctx, dir.path, true) {
			if facts.Base(full) != discovery.SkillFile || met[full] {
				continue
			}
			met[full] = true
			c := r.Thing(discovery.Skill, "", full, "skills")
			text, ok := r.Text(c)
			if ok && dir.off != "" {
				c.No(discovery.Disabled, dir.off)
			}
			m := r.readMatter(text.String())
			name, named := m.values["name"].(string)
			description, described := m.values["description"].(string)
			switch c.Name = name; {
			case !ok || c.Reason != "":
			case m.broken != "":
				c.No(discovery.FrontMatter, m.broken)
			case !named || !described:
				c.No(discovery.FrontMatter, "it needs a name and a description")
				if named && r.listsSkills {
					without[name] = append(without[name], full)
				}
			}
			if !ok || c.Reason != "" {
				r.Add(c)
				continue
			}
			element := skillElement(c.Name, source.Of(description, discovery.FileOrigin(full, 0, m.body, 1)), escaped(full))
			if denied(rules, "skill", c.Name) {
				c.Text = element // another agent may list it, so keep the text
				r.Add(c.No(discovery.Disabled, "permissions deny it to the default agent"))
				continue
			}
			if own := byName[builtInSkill]; c.Name == builtInSkill && len(own) > 0 && own[0].Candidate == nil {
				byName[c.Name] = nil // the built-in skill is replaced
			}
			byName[c.Name] = append(byName[c.Name], found{c, element})
		}
	}
	switch {
	case toolDenied(rules, "skill"):
		return source.Text{}
	case len(byName) == 0:
		return source.Literal("\nNo skills are currently available.")
	}
	var b source.Builder
	b.Append(source.Literal("\n<available_skills>\n"))
	for _, name := range slices.SortedFunc(maps.Keys(byName), collate.Compare) {
		several := byName[name]
		for _, one := range several {
			switch {
			case one.Candidate == nil:
			case len(without[name]) > 0:
				r.Add(one.Unknown(without[name][0] + " has the same name and no description: if OpenCode reads that one last, it lists neither"))
			case len(several) > 1:
				r.Add(one.Unknown("several skills have this name, and OpenCode may use any of them: give each a different name"))
			default:
				r.Add(one.List(one.element, ""))
			}
		}
		if len(without[name]) > 0 {
			b.Append(discovery.StandIn("opencode/skill " + name))
			continue
		}
		if len(several) > 1 {
			b.Append(source.Literal("  <skill>\n    <name>"+name+"</name>\n    <description>").Append(discovery.StandIn("opencode/skill "+name), source.Literal("</location>\n  </skill>\n")))
			continue
		}
		b.Append(several[0].element)
	}
	b.Append(source.Literal("</available_skills>"))
	return b.Text()
}

// skillFolder is a directory; every SKILL.md below it is a skill.
type skillFolder struct {
	path string
	off  string // the variable that disables it, or ""
}

// skillFolders lists the directories in which OpenCode looks for skills: the folders of other
// programs, the configuration directories, and the directories that the settings name.
func (r *opencodeRun) skillFolders() (dirs []skillFolder) {
	for _, dir := range slices.Concat([]string{r.Home}, r.UpTo(r.cwd, r.Trace.Root)) {
		dirs = append(dirs, skillFolder{facts.Join(dir, ".claude", "skills"), cmp.Or(r.flags.noOtherSkills, r.flags.noClaudeSkills)},
			skillFolder{facts.Join(dir, ".agents", "skills"), r.flags.noOtherSkills})
	}
	for _, dir := range r.dirs {
		dirs = append(dirs, skillFolder{path: facts.Join(dir, "skill")}, skillFolder{path: facts.Join(dir, "skills")})
	}
	for _, dir := range r.skillPaths {
		dirs = append(dirs, skillFolder{path: r.referencePath(r.cwd, dir)})
	}
	return dirs
}

func skillElement(name string, description source.Text, location string) source.Text {
	return source.Literal("  <skill>\n    <name>"+name+"</name>\n    <description>").
		Append(description, source.Literal("</description>\n    <location>"+location+"</location>\n  </skill>\n"))
}
