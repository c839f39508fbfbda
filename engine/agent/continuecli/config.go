package continuecli

import (
	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
	"galley/engine/source"
)

// configFile is the part of config.yaml that discovery reads.
type configFile struct {
	path    string
	rules   []source.Text
	servers []string // names, in the file's order
	prompts []string
}

// readConfig reads config.yaml and ignores values of the wrong shape.
func (r *run) readConfig() {
	r.config.path = facts.Join(r.home, "config.yaml")
	if values := r.Options.Values("--config"); len(values) > 0 {
		r.config.path = facts.Resolve(r.Trace.Cwd, values[len(values)-1])
	}
	text, _ := r.SettingText(r.config.path, "settings")
	var all struct {
		Rules   []any `yaml:"rules"`
		Servers []any `yaml:"mcpServers"`
		Prompts []any `yaml:"prompts"`
	}
	if err := bounded.YAML([]byte(text), &all); err != nil {
		r.TooMuch(r.config.path, err)
		r.Note("%s: it is not valid YAML: %s", r.config.path, settings.Why(err))
		return
	}
	whole := source.Origin{Kind: source.File, Source: r.config.path, Span: source.Span{End: len(text)}, Line: 1, Tag: source.NoSpan}
	for _, item := range all.Rules {
		rule, _ := item.(string)
		if table, isTable := item.(map[string]any); isTable {
			if table["uses"] != nil {
				r.Note("%s: this file takes a rule with \"uses\", which galley does not read; it may be missing here", r.config.path)
			}
			rule, _ = table["rule"].(string)
		}
		if rule != "" {
			r.config.rules = append(r.config.rules, source.Of(rule, whole))
		}
	}
	name := func(item any) string {
		table, _ := item.(map[string]any)
		s, _ := table["name"].(string)
		return s
	}
	for _, item := range all.Servers {
		r.config.servers = append(r.config.servers, name(item))
	}
	for _, item := range all.Prompts {
		r.config.prompts = append(r.config.prompts, name(item))
	}
}

// skills looks for folders with a SKILL.md directly in .continue/skills and
// .claude/skills of the directory and in HOME/skills. The description of the tool
// "Skills" lists name and description of each.
func (r *run) skills() {
	cwd := r.Trace.Cwd
	var texts []source.Text
	for _, p := range []struct{ dir, tier string }{
		{facts.Join(cwd, ".continue", "skills"), "project"}, {facts.Join(cwd, ".claude", "skills"), "project"}, {facts.Join(r.home, "skills"), "user"},
	} {
		entries, _ := r.World.ReadDir(p.dir)
		for _, e := range discovery.SortedEntries(entries) {
			full := facts.Join(p.dir, e.Name, "SKILL.md")
			c := r.Thing(discovery.Skill, e.Name, full, p.tier)
			if c.Reason == discovery.Missing {
				continue
			}
			if !e.Type.IsDir() {
				r.Add(c.Never(discovery.LinkRefused, "Continue does not follow a link to a skill's folder"))
				continue
			}
			if text, ok := r.skill(c); ok {
				texts = append(texts, text)
			}
			r.Add(c)
		}
	}
	if texts != nil {
		r.Trace.AddPart(discovery.Part{Name: "skills", Role: "tool description", Where: "tool Skills", Text: source.Join(source.Literal(","), texts...)})
	}
	listed := r.Listed()
	for _, dir := range []string{facts.Join(cwd, ".agents"), facts.Join(cwd, ".github"), cwd, facts.Join(r.Home, ".claude"), facts.Join(r.Home, ".agents")} {
		entries, _ := r.World.ReadDir(facts.Join(dir, "skills"))
		for _, e := range discovery.SortedEntries(entries) {
			if full := facts.Join(dir, "skills", e.Name, "SKILL.md"); !listed[full] && r.Exists(full) {
				listed[full] = true
				r.Add(r.Thing(discovery.Skill, e.Name, full, "other").Never(discovery.NotLookedFor, "Continue looks for skills in .continue and .claude"))
			}
		}
	}
}

// skill reads one skill. It returns the skill's entry in the list; ok is false if the skill is not
// listed.
func (r *run) skill(c *discovery.Candidate) (text source.Text, ok bool) {
	file, ok := r.Text(c)
	if !ok {
		return source.Text{}, false
	}
	head, _, broken := cut(file)
	name, _ := head["name"].(string)
	description, _ := head["description"].(string)
	switch {
	case broken != "":
		c.No(discovery.FrontMatter, "it is not valid YAML: "+broken)
	case name == "" || description == "":
		c.No(discovery.FrontMatter, "it lacks a name or a description")
	default:
		c.Name = name
		o := source.Origin{Kind: source.File, Source: c.Path, Line: 1, Tag: source.NoSpan}
		text = source.Literal("\nname: ").Append(source.Of(name, o), source.Literal("\ndescription: "), source.Of(description, o), source.Literal("\n"))
		c.List(text, "")
		return text, true
	}
	return source.Text{}, false
}

// others adds the prompts, servers and agents to the trace.
func (r *run) others() {
	for _, name := range r.config.prompts {
		r.Add(r.Thing(discovery.Command, name, r.config.path, "user").No(discovery.PeopleOnly, ""))
	}
	for _, name := range r.config.servers {
		r.Add(r.Thing(discovery.Server, name, r.config.path, "user").List(source.Text{}, "its tools, once the server runs"))
	}
	for _, one := range []struct {
		kind      discovery.Kind
		dir, tier string
	}{
		{discovery.Command, facts.Join(r.Trace.Cwd, ".continue", "prompts"), "project"},
		{discovery.Server, facts.Join(r.Trace.Cwd, ".continue", "mcpServers"), "project"},
		{discovery.Subagent, facts.Join(r.Trace.Cwd, ".continue", "agents"), "project"},
		{discovery.Subagent, facts.Join(r.home, "agents"), "user"},
	} {
		entries, _ := r.World.ReadDir(one.dir)
		for _, e := range discovery.SortedEntries(entries) {
			c := r.Thing(one.kind, e.Name, facts.Join(one.dir, e.Name), one.tier)
			r.Add(c.Unknown("galley does not know whether the command line program reads it: a capture shows it"))
		}
	}
}
