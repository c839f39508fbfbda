package geminicli

import (
	"context"
	"slices"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// skillRow is a row of the list of skills: a skill and its element in the request.
type skillRow struct {
	*discovery.Candidate
	text source.Text
}

// skillList is the list of skills. A later skill replaces an earlier one of the same name.
type skillList struct {
	rows []*skillRow
	at   map[string]*skillRow
}

// skills lists the skills in this order: the built-in ones, those of extensions, the user's, and
// those of the working directory. The skills of one folder are listed from the last name to the
// first.
func (r *geminiRun) skills(ctx context.Context) source.Text {
	_, own := gemini.BuiltIns(r.version())
	list := skillList{at: map[string]*skillRow{}}
	for _, name := range own {
		list.at[name] = &skillRow{text: r.ownSkill(name)}
		list.rows = append(list.rows, list.at[name])
	}
	for _, e := range r.exts {
		r.skillsIn(ctx, &list, facts.Join(e.dir, "skills"), geminiExtension, &e)
	}
	places := []struct{ dir, tier string }{{r.Home, "user"}}
	if r.Trace.Cwd != r.RealCwd(r.Home) {
		places = append(places, struct{ dir, tier string }{r.Trace.Cwd, "project"})
	}
	for _, in := range places {
		for _, folder := range []string{".gemini", ".agents"} {
			r.skillsIn(ctx, &list, facts.Join(in.dir, folder, "skills"), in.tier, nil)
		}
	}
	var b source.Builder
	for _, name := range own {
		if row := list.at[name]; row.Candidate == nil && skillOff(r.setting, name) != "" {
			row.text = source.Text{}
		}
	}
	for _, row := range list.rows {
		if row.Candidate != nil {
			r.Add(row.Candidate)
		}
		b.Append(row.text)
	}
	text := b.Text()
	if text.Len() == 0 {
		return text
	}
	return source.Literal("<available_skills>\n").Append(text, source.Literal("</available_skills>"))
}

// unlisted marks the skills and sub-agents that the request does not describe. The agent's own text
// contains a list of each kind. If GEMINI_SYSTEM_MD names a file, this file replaces that text, and
// a list remains only if the file has the placeholder for it. The model can still use the skills
// and sub-agents by name.
func (r *geminiRun) unlisted() {
	file := gemini.SystemFile(r.World, r.Trace.Cwd, r.Home)
	if file == "" {
		return
	}
	text, err := r.World.ReadFile(file)
	if err != nil || strings.TrimSpace(text) == "" {
		return
	}
	for i := range r.Trace.Candidates {
		c := &r.Trace.Candidates[i]
		list := map[discovery.Kind]string{discovery.Skill: "${AgentSkills}", discovery.Subagent: "${SubAgents}"}[c.Kind]
		if c.Verdict == discovery.Listed && list != "" && !strings.Contains(text, list) {
			c.Later("by its name: GEMINI_SYSTEM_MD names a file without " + list + ", so the request does not describe it")
			c.Text, c.Used = source.Text{}, 0
		}
	}
}

func (r *geminiRun) version() gemini.Version {
	return r.is.version
}

// ownSkill returns the element of a built-in skill. It has stand-ins for the skill's description
// and the agent's directory, which galley does not know.
func (r *geminiRun) ownSkill(name string) source.Text {
	return source.Literal("  <skill>\n    <name>"+name+"</name>\n    <description>").Append(discovery.StandIn("gemini-cli/skill "+name),
		source.Literal("</description>\n    <location>"), discovery.StandIn("gemini-cli/installed"),
		source.Literal("/builtin/"+name+"/SKILL.md</location>\n  </skill>\n"))
}

// skillOff returns the setting that disables a skill, or "".
func skillOff(setting func(keys ...string) any, name string) string {
	switch {
	case setting("skills", "enabled") == false:
		return "the setting skills.enabled"
	}
	off, _ := discovery.Texts(setting("skills", "disabled"))
	if slices.ContainsFunc(off, func(s string) bool { return strings.EqualFold(s, name) }) {
		return "the setting skills.disabled"
	}
	return ""
}

// skillFiles lists the SKILL.md of a directory itself, then those of its subdirectories. The
// subdirectories come from the last name to the first. Hidden ones and node_modules are left out.
func (r *geminiRun) skillFiles(ctx context.Context, dir string) (all []string) {
	top := facts.Join(dir, discovery.SkillFile)
	if info, err := r.World.Stat(top); err == nil && info.IsRegular() {
		all = append(all, top)
	}
	for _, full := range slices.Backward(r.SkillFiles(ctx, dir, 1)) {
		if name := facts.Base(facts.Dir(full)); name != "node_modules" && !strings.HasPrefix(name, ".") {
			all = append(all, full)
		}
	}
	return all
}

// skillsIn adds the skills of a directory. e is the extension to which the directory belongs, or
// nil.
func (r *geminiRun) skillsIn(ctx context.Context, list *skillList, dir, tier string, e *extension) {
	for _, full := range r.skillFiles(ctx, dir) {
		c, f, ok := r.skill(full, tier)
		if !ok {
			r.Add(c)
			continue
		}
		if e != nil {
			Hydrate(f.values, e.dir, r.Trace.Cwd)
		}
		name, _ := f.values["name"].(string)
		description, known := f.values["description"].(string)
		c.Name = strings.Map(func(r rune) rune {
			if strings.ContainsRune(`:\/<>*?"|`, r) {
				return '-'
			}
			return r
		}, name)
		off := skillOff(r.setting, c.Name)
		switch {
		case tier == "project" && !r.trusted:
			c.No(discovery.Untrusted, r.why)
		case e != nil && !e.active:
			c.No(discovery.Disabled, "the extension "+e.name+" is switched off here")
		case !known:
			c.No(discovery.FrontMatter, "it needs a name and a description")
		default:
			text := "  <skill>\n    <name>" + c.Name + "</name>\n    <description>" + description + "</description>\n    <location>" + full + "</location>\n  </skill>\n"
			said := source.Of(text, discovery.FileOrigin(full, 0, f.body, 1))
			if c.List(said, ""); off != "" {
				c.No(discovery.Disabled, off)
				said = source.Text{}
			}
			list.put(r, c, said)
			continue
		}
		r.Add(c)
	}
}

// put adds a skill to the list or replaces one of the same name.
func (l *skillList) put(r *geminiRun, c *discovery.Candidate, text source.Text) {
	if have := l.at[c.Name]; have != nil {
		if have.Candidate != nil {
			r.Add(have.No(discovery.ShadowedByName, c.Path))
		}
		have.Candidate, have.text = c, text
		return
	}
	l.at[c.Name] = &skillRow{c, text}
	l.rows = append(l.rows, l.at[c.Name])
}

// header is a skill's front matter.
type header struct {
	values map[string]any
	body   int
}

// skill reads a skill's front matter. If the front matter is not valid YAML, or its name or
// description is not a text, skill reads it line by line.
func (r *geminiRun) skill(full, tier string) (*discovery.Candidate, header, bool) {
	c, f, _, ok := r.Described(discovery.Skill, full, tier)
	if !ok {
		return c, header{}, false
	}
	values := map[string]any{}
	name, first := f.Values["name"].(string)
	description, second := f.Values["description"].(string)
	if f.Broken == "" && first && second {
		values["name"], values["description"] = name, description
	} else if data, err := r.World.ReadFile(full); err == nil && f.Body > 0 && f.Body <= len(data) {
		values = lineHeader(data[:f.Body])
	}
	return c, header{values, f.Body}, true
}

// lineHeader reads a name and a description line by line. An indented line continues the value
// before it.
func lineHeader(text string) map[string]any {
	values := map[string]any{}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimLeft(lines[i], " \t")
		if name, ok := strings.CutPrefix(line, "name:"); ok {
			values["name"] = strings.TrimSpace(name)
		} else if description, ok := strings.CutPrefix(line, "description:"); ok {
			said := []string{strings.TrimSpace(description)}
			for ; i+1 < len(lines) && strings.TrimLeft(lines[i+1], " \t") != lines[i+1] && strings.TrimSpace(lines[i+1]) != ""; i++ {
				said = append(said, strings.TrimSpace(lines[i+1]))
			}
			if said[0] == "" {
				said = said[1:]
			}
			values["description"] = strings.Join(said, " ")
		}
	}
	if values["name"] == nil || values["description"] == nil {
		return map[string]any{}
	}
	return values
}
