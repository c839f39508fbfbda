package codex

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// skillsLabel is the label of the list of skills.
const skillsLabel = "host_skills.instructions"

// parts adds the parts of the request. The name of each part is the label that Codex gives to the
// content.
func (r *codexRun) parts(skills discovery.Part, message source.Text) {
	t := r.Trace
	t.AddPart(discovery.Part{Name: "developer instructions", Role: "developer", Where: "generic.developer_instructions", Text: r.instructions(), Item: true, Before: skillsLabel,
		Data: `{"provenance":{"type":"developer_instructions","from_additional_requirements":false}}`})
	t.Parts = append(t.Parts, skills)
	if message.Len() != 0 {
		t.Parts = append(t.Parts, discovery.Part{Name: "rules", Role: "user", Where: "agents_md.instructions", Text: message, Item: true, Before: "environments.environment_context",
			Data: `{"provenance":{"type":"agents_md"}}`})
	}
}

// skillRoot is a folder of skills. The request contains a table of these folders, and the list of
// skills shortens the paths of files with it.
type skillRoot struct {
	dir, tier string
	used      bool
}

// ownSkills is the folder of Codex's built-in skills.
const ownSkills = ".system"

// skills lists the skills: Codex's own, the project's and the user's, each group sorted by name.
// Several skills may share a name.
func (r *codexRun) skills(ctx context.Context) discovery.Part {
	var roots []*skillRoot
	dirs := r.UpTo(r.Trace.Cwd, r.Trace.Root)
	for _, dir := range dirs {
		roots = append(roots, &skillRoot{dir: facts.Join(dir, ".codex", "skills"), tier: "project"})
	}
	system := &skillRoot{dir: facts.Join(r.home, "skills", ownSkills), used: true}
	roots = append(roots, &skillRoot{dir: facts.Join(r.home, "skills"), tier: "user"}, &skillRoot{dir: facts.Join(r.Home, ".agents", "skills"), tier: "user"}, system)
	for _, dir := range slices.Backward(dirs) {
		roots = append(roots, &skillRoot{dir: facts.Join(dir, ".agents", "skills"), tier: "project"})
	}
	type row struct {
		*discovery.Candidate
		root *skillRoot
		said string // the description
		head int    // length of the front matter in bytes
	}
	var rows []row
	seen := map[string]bool{}
	for _, root := range roots {
		for _, full := range r.SkillFiles(ctx, root.dir, 8) {
			if facts.Within(full, system.dir) || seen[full] {
				continue
			}
			seen[full] = true
			c := r.Thing(discovery.Skill, "", full, root.tier)
			text, ok := r.Text(c)
			described := skillHeader{}
			if ok {
				described = readSkill(c, text.String())
			}
			if described.fault != "" {
				c.No(discovery.FrontMatter, described.fault)
			} else if why := r.hidingPolicy(full); ok && why != "" {
				c.No(discovery.PeopleOnly, why)
			} else if ok {
				root.used = true
			}
			rows = append(rows, row{c, root, described.description, described.bytes})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if a.root.tier != b.root.tier {
			return strings.Compare(a.root.tier, b.root.tier) // the project's before the user's
		}
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Path, b.Path))
	})
	names := map[*skillRoot]string{}
	var b source.Builder
	for _, root := range roots {
		if root.used {
			names[root] = "r" + strconv.Itoa(len(names))
			b.Add("- `"+names[root]+"` = `"+root.dir+"`\n", discovery.NoOrigin)
		}
	}
	b.Add("### Available skills\n", discovery.NoOrigin)
	b.Append(discovery.StandIn("codex/own-skills"))
	for _, one := range rows {
		if one.Reason == "" {
			rel, _ := discovery.RelativeTo(one.Path, one.root.dir)
			line := source.Of("- "+one.Name+": "+one.said+" (file: "+names[one.root]+"/"+rel+")\n", discovery.FileOrigin(one.Path, 0, one.head, 1))
			one.List(line, "")
			b.Append(line)
		}
		r.Add(one.Candidate)
	}
	b.Add("</skills_instructions>", discovery.NoOrigin)
	return discovery.Part{Name: "skills", Role: "developer", Where: skillsLabel, Text: b.Text(), Numbered: "(file: " + names[system] + "/"}
}

// prompts lists the custom prompts. The request does not name them.
func (r *codexRun) prompts(ctx context.Context) {
	for _, full := range r.FilesIn(ctx, facts.Join(r.home, "prompts"), false) {
		if strings.HasSuffix(full, ".md") {
			r.Add(r.Thing(discovery.Command, strings.TrimSuffix(path.Base(full), ".md"), full, "user").No(discovery.PeopleOnly, ""))
		}
	}
}
