package opencode

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// parts adds the parts of the system message. The first part is the prompt of the agent with which
// a session starts, if the agent has its own prompt. The next part is the end of the environment,
// after which new parts are placed.
func (r *opencodeRun) parts(skills source.Text) {
	t := r.Trace
	add := func(name string, text source.Text) {
		t.Parts = append(t.Parts, discovery.Part{Name: name, Role: "system", Where: "system", Text: text})
	}
	starting, _ := startingAgent(t.Defined)
	if own := t.Defined.Agents[starting]; own.Len() != 0 {
		t.Parts = append(t.Parts, discovery.Part{Name: "agent prompt", Role: "system", Where: "system", Text: own, Instead: true})
	}
	if r.listsSkills {
		add("environment", source.Literal("\n</env>"))
		if list := referenceList(t.Defined.References); list.Len() != 0 {
			add("references", source.Literal("\n").Append(discovery.StandIn("opencode/references-intro"), list))
		}
	}
	if len(t.Loaded) > 0 {
		add("rules", source.Literal("\n").Append(t.Text))
	}
	if r.listsSkills && skills.Len() != 0 {
		add("skills", skills)
	}
}

// startingRules returns the permissions of the agent with which a session starts.
func (r *opencodeRun) startingRules() []discovery.Permission {
	name, _ := startingAgent(r.Trace.Defined)
	return rulesOf(r.Trace.Defined, name)
}

// rulesOf returns an agent's permissions; later ones override earlier ones.
func rulesOf(d discovery.Defined, name string) []discovery.Permission {
	ours, _ := builtIn(name)
	return slices.Concat(ours.rules, d.Permissions, d.AgentSettings[name].Permissions)
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
			_, described := m.values["description"].(string)
			switch by := r.describes[c.Name]; {
			case !ok:
			case r.replacedBy[full] != "":
				c.No(discovery.ShadowedByName, r.replacedBy[full])
			case !there:
				c.No(discovery.Disabled, "disable is true")
			case c.Name == starting && r.Trace.Defined.Agents[c.Name].String() == body.String():
				c.List(source.Text{}, "it is the default agent: its text replaces the base prompt")
			case kind == "primary":
				c.No(discovery.PeopleOnly, "a session can run as it")
			case described && by != full:
				c.No(discovery.ShadowedByName, by)
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
		return // a value of another shape defines no servers
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
