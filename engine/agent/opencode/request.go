package opencode

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// parts adds the parts of the system message, including the end of the environment,
// behind which new parts go.
func (r *opencodeRun) parts(skills source.Text) {
	t := r.Trace
	add := func(name string, text source.Text) {
		t.Parts = append(t.Parts, discovery.Part{Name: name, Role: "system", Where: "system", Text: text})
	}
	if r.listsSkills {
		add("environment", source.Literal("\n</env>"))
		if list := referenceList(t.Defined.References); list.Len() > 0 {
			add("references", source.Literal("\n").Append(discovery.Words("opencode/references-intro"), list))
		}
	}
	if len(t.Loaded) > 0 {
		add("rules", source.Literal("\n").Append(t.Text))
	}
	if r.listsSkills && skills.Len() > 0 {
		add("skills", skills)
	}
}

// skills lists the skills, sorted by name, including the built-in one. OpenCode reads
// them concurrently: of several with one name it takes any, which may change from
// start to start.
func (r *opencodeRun) skills(ctx context.Context) source.Text {
	type found struct {
		*discovery.Candidate
		element source.Text
	}
	rules := r.startingRules()
	byName := map[string][]found{}
	if !denied(rules, "skill", builtInSkill) {
		byName[builtInSkill] = []found{{element: skillElement(builtInSkill, discovery.Words("opencode/own-skill"), "&lt;built-in&gt;")}}
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
			}
			if !ok || c.Reason != "" {
				r.Add(c)
				continue
			}
			element := skillElement(c.Name, source.Of(description, discovery.FileOrigin(full, 0, m.body, 1)), escaped(full))
			if denied(rules, "skill", c.Name) {
				c.Text = element // a session as another agent may list it
				r.Add(c.No(discovery.Disabled, "permissions deny it to the agent that a session starts with"))
				continue
			}
			if own := byName[builtInSkill]; c.Name == builtInSkill && len(own) > 0 && own[0].Candidate == nil {
				byName[c.Name] = nil // it replaces the built-in one
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
	text := source.Literal("\n<available_skills>\n")
	for _, name := range slices.SortedFunc(maps.Keys(byName), collate.Compare) {
		several := byName[name]
		for _, one := range several {
			switch {
			case one.Candidate == nil:
			case len(several) > 1:
				r.Add(one.Unknown("several skills have this name, and OpenCode takes any of them: give each a different name"))
			default:
				r.Add(one.List(one.element, ""))
			}
		}
		if len(several) > 1 {
			text = text.Append(source.Literal("  <skill>\n    <name>"+name+"</name>\n    <description>"), discovery.Words("opencode/skill "+name), source.Literal("</location>\n  </skill>\n"))
			continue
		}
		text = text.Append(several[0].element)
	}
	return text.Append(source.Literal("</available_skills>"))
}

// startingRules are the rules on tools of the agent with which a session starts.
func (r *opencodeRun) startingRules() []discovery.Permission {
	name, _ := startingAgent(r.Trace.Defined)
	return rulesOf(r.Trace.Defined, name)
}

// rulesOf are an agent's rules on tools, the later over the earlier.
func rulesOf(d discovery.Defined, name string) []discovery.Permission {
	ours, _ := builtIn(name)
	return slices.Concat(ours.rules, d.Permissions, d.AgentSettings[name].Permissions)
}

// skillFolder is a directory below which any SKILL.md is a skill.
type skillFolder struct {
	path string
	off  string // the variable that switches it off
}

// skillFolders lists where skills are looked for: in the folders of other programs,
// in the configuration directories, and where the settings say.
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

// listAgents adds the agents, modes and commands of a configuration directory.
func (r *opencodeRun) listAgents(ctx context.Context, dir string) {
	starting, _ := startingAgent(r.Trace.Defined)
	for _, sub := range []string{"agent", "agents", "mode", "modes"} {
		mode := strings.HasPrefix(sub, "mode")
		top := facts.Join(dir, sub)
		for _, full := range r.FilesIn(ctx, top, false) {
			if !strings.HasSuffix(full, ".md") || len(r.Trace.Find(full)) > 0 || mode && facts.Dir(full) != top {
				continue
			}
			c := r.Thing(discovery.Subagent, r.agentName(top, full, mode), full, "agents")
			text, ok := r.Text(c)
			m := r.readMatter(text.String())
			if own, named := m.values["name"].(string); named {
				c.Name = own
			}
			kind, there := agentMode(r.Trace.Defined, c.Name)
			body := text.Slice(m.body, text.Len()).TrimFunc(source.IsJSSpace)
			switch {
			case !ok:
			case !there:
				c.No(discovery.Disabled, "disable is true")
			case c.Name == starting && r.Trace.Defined.Agents[c.Name].String() == body.String():
				c.List(source.Text{}, "a session starts with it: its text takes the place of the base prompt")
			case kind == "primary":
				c.No(discovery.PeopleOnly, "a session can run as it")
			default:
				c.List(source.Text{}, "the description of the tool task names it")
			}
			r.Add(c)
		}
	}
	for _, sub := range []string{"command", "commands"} {
		top := facts.Join(dir, sub)
		for _, full := range r.FilesIn(ctx, top, false) {
			if rel, _ := discovery.RelativeTo(full, top); strings.HasSuffix(full, ".md") && len(r.Trace.Find(full)) == 0 {
				r.Add(r.Thing(discovery.Command, strings.TrimSuffix(rel, path.Ext(rel)), full, "commands").No(discovery.PeopleOnly, ""))
			}
		}
	}
}

// defineServers reads the MCP servers of one settings file.
func (r *opencodeRun) defineServers(raw json.RawMessage, name string) {
	var servers map[string]struct{ Enabled *bool }
	if json.Unmarshal(raw, &servers) != nil {
		return // with another shape none exist
	}
	var names []string
	for key := range servers {
		names = append(names, key)
	}
	slices.Sort(names)
	for _, key := range names {
		on := servers[key].Enabled
		r.servers = append(r.servers, discovery.ServerSetting{Name: key, File: name, Off: on != nil && !*on, Why: "enabled is false"})
	}
}
