package opencode

import (
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

// parts says what the system message holds because of the files. The end of the
// environment stands there too: what is new is put behind it.
func (r *opencodeRun) parts(skills source.Text) {
	t := r.Trace
	add := func(name string, text source.Text) {
		t.Parts = append(t.Parts, discovery.Part{Name: name, Role: "system", Where: "system", Text: text})
	}
	if r.listsSkills {
		add("environment", source.Literal("\n</env>"))
	}
	if len(t.Loaded) > 0 {
		add("rules", source.Literal("\n").Append(t.Text))
	}
	if r.listsSkills {
		add("skills", skills)
	}
}

// skills lists the skills, sorted by name, the program's own among them. OpenCode reads
// all at once: of several with one name it takes any, another one at the next start.
func (r *opencodeRun) skills() source.Text {
	type found struct {
		*discovery.Candidate
		element source.Text
	}
	byName := map[string][]found{builtInSkill: {{element: skillElement(builtInSkill, discovery.Words("opencode/own-skill"), "&lt;built-in&gt;")}}}
	for _, dir := range r.skillFolders() {
		for _, full := range r.SkillFiles(dir, 8) {
			c, f, _, ok := r.Described(discovery.Skill, full, "skills")
			description, _ := f.Values["description"].(string)
			if ok && (f.Broken != "" || c.Name == "" || description == "") {
				c.No(discovery.FrontMatter, "it needs a name and a description")
			}
			if !ok || c.Reason != "" {
				r.Add(c)
				continue
			}
			element := skillElement(c.Name, source.Of(description, discovery.FileOrigin(full, 0, f.Body, 1)), escaped(full))
			byName[c.Name] = append(byName[c.Name], found{c, element})
		}
	}
	text := source.Literal("\n<available_skills>\n")
	for _, name := range slices.SortedFunc(maps.Keys(byName), collate.Compare) {
		several := byName[name]
		for _, one := range several {
			switch {
			case one.Candidate == nil:
			case len(several) > 1:
				r.Add(one.Unknown("several skills have this name, and OpenCode takes any of them: give each a name of its own"))
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

// skillFolders lists where skills are looked for.
func (r *opencodeRun) skillFolders() (dirs []string) {
	up := r.UpTo(r.cwd, r.Trace.Root)
	for _, dir := range slices.Concat([]string{r.Home}, up) {
		dirs = append(dirs, facts.Join(dir, ".claude", "skills"), facts.Join(dir, ".agents", "skills"))
	}
	for _, dir := range slices.Concat([]string{r.config}, joinAll(up, ".opencode")) {
		dirs = append(dirs, facts.Join(dir, "skill"), facts.Join(dir, "skills"))
	}
	return discovery.Unique(dirs)
}

func joinAll(dirs []string, name string) (out []string) {
	for _, dir := range dirs {
		out = append(out, facts.Join(dir, name))
	}
	return out
}

func skillElement(name string, description source.Text, location string) source.Text {
	return source.Literal("  <skill>\n    <name>"+name+"</name>\n    <description>").
		Append(description, source.Literal("</description>\n    <location>"+location+"</location>\n  </skill>\n"))
}

// listAgents adds the agents and commands of a configuration directory.
func (r *opencodeRun) listAgents(dir string) {
	for _, sub := range []string{"agent", "agents"} {
		top := facts.Join(dir, sub)
		for _, full := range r.FilesIn(top, false) {
			if !strings.HasSuffix(full, ".md") || len(r.Trace.Find(full)) > 0 {
				continue
			}
			c, f, _, ok := r.Described(discovery.Subagent, full, "agents")
			if c.Name == "" {
				rel, _ := discovery.RelativeTo(full, top)
				c.Name = strings.TrimSuffix(rel, ".md")
			}
			switch {
			case !ok:
			case f.Text("mode") == "primary":
				c.No(discovery.PeopleOnly, "it is one that a session runs as")
			default:
				c.List(source.Text{}, "the description of the tool task names it")
			}
			r.Add(c)
		}
	}
	for _, sub := range []string{"command", "commands"} {
		top := facts.Join(dir, sub)
		for _, full := range r.FilesIn(top, false) {
			if rel, _ := discovery.RelativeTo(full, top); strings.HasSuffix(full, ".md") && len(r.Trace.Find(full)) == 0 {
				r.Add(r.Thing(discovery.Command, strings.TrimSuffix(rel, path.Ext(rel)), full, "commands").No(discovery.PeopleOnly, ""))
			}
		}
	}
}

// server is an MCP server of a settings file.
type server struct {
	name, file string
	off        bool
}

// defineServers takes over the MCP servers that one settings file names.
func (r *opencodeRun) defineServers(raw json.RawMessage, name string) {
	var servers map[string]struct{ Enabled *bool }
	if json.Unmarshal(raw, &servers) != nil {
		return // of another shape: nothing
	}
	var names []string
	for key := range servers {
		names = append(names, key)
	}
	slices.Sort(names)
	for _, key := range names {
		on := servers[key].Enabled
		r.servers = append(r.servers, server{key, name, on != nil && !*on})
	}
}

// listServers adds the MCP servers; a later settings file stands over an earlier.
func (r *opencodeRun) listServers() {
	last := map[string]string{}
	for _, s := range r.servers {
		last[s.name] = s.file
	}
	for _, s := range r.servers {
		c := r.Thing(discovery.Server, s.name, s.file, "settings")
		switch {
		case last[s.name] != s.file:
			c.No(discovery.ShadowedByName, last[s.name])
		case s.off:
			c.No(discovery.Disabled, "enabled is false")
		default:
			c.List(source.Text{}, "its tools are declared")
		}
		r.Add(c)
	}
}
