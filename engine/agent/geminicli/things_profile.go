package geminicli

import (
	"slices"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/source"
)

// agents lists the sub-agents: the built-in ones, those that discovery found, then those of the
// scenario. A later one replaces an earlier one with the same name.
func (g geminiCLI) agents(in profile.Input, set gemini.Settings, trace *discovery.Trace) (all []gemini.Entry) {
	own, _ := gemini.BuiltIns(g.version)
	if set.Is(false, "experimental", "enableAgents") && g.version == gemini.V061 {
		return nil
	}
	for _, name := range own {
		if !set.Is(false, "agents", "overrides", name, "enabled") {
			all = append(all, gemini.Entry{Name: name, Prose: in.Pack.Text(g.version.Family(), "agent/"+name)})
		}
	}
	for _, c := range trace.OfKind(discovery.Subagent) {
		if c.Verdict == discovery.Listed {
			all = registered(all, gemini.Entry{Name: c.Name, Description: describedIn(c.Text.String()), Element: c.Text})
		}
	}
	for _, a := range in.Scenario.Agents {
		all = registered(all, gemini.Entry{Name: a.Name, Description: a.Description})
	}
	return all
}

// registered returns a list with one entry added. An entry of the same name is replaced.
func registered(all []gemini.Entry, one gemini.Entry) []gemini.Entry {
	if i := slices.IndexFunc(all, func(e gemini.Entry) bool { return e.Name == one.Name }); i >= 0 {
		all[i] = one
		return all
	}
	return append(all, one)
}

// skills lists the skills that discovery found, then the scenario's. The descriptions of the
// built-in ones come from the pack.
func (g geminiCLI) skills(in profile.Input, set gemini.Settings, trace *discovery.Trace) (all []gemini.Entry) {
	found := map[string]*discovery.Candidate{}
	listed := trace.OfKind(discovery.Skill)
	for _, c := range listed {
		if c.Verdict == discovery.Listed {
			found[c.Name] = c
		}
	}
	add := func(c *discovery.Candidate) {
		all = append(all, gemini.Entry{Name: c.Name, Element: c.Text.Slice(0, len(strings.TrimSuffix(c.Text.String(), "\n")))})
	}
	_, own := gemini.BuiltIns(g.version)
	for _, name := range own {
		if c := found[name]; c != nil {
			add(c)
			delete(found, name)
		} else if skillOff(set.At, name) == "" {
			all = append(all, gemini.Entry{
				Name: name, Prose: in.Pack.Text(g.version.Family(), "skill/"+name), Where: g.installed(in.Pack).Append(source.Literal("/builtin/" + name + "/SKILL.md")),
			})
		}
	}
	for _, c := range listed {
		if found[c.Name] == c {
			add(c)
		}
	}
	for _, k := range in.Scenario.Skills {
		all = append(all, gemini.Entry{Name: k.Name, Description: k.Description, Location: k.Path})
	}
	return all
}

// installed returns the directory of the built-in skills; the text comes from the pack.
func (g geminiCLI) installed(p *pack.Pack) source.Text {
	return p.Text(g.version.Family(), "skill/installed")
}

// describedIn returns the description in a sub-agent's element. 0.28 uses this description in the
// declaration of the sub-agent's tool.
func describedIn(element string) string {
	_, description, _ := strings.Cut(element, "<description>")
	description, _, _ = strings.Cut(description, "</description>\n  </subagent>")
	return description
}
