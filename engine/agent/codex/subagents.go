package codex

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	parser "galley/engine/settings"
	"galley/engine/source"
)

// A role is a sub-agent. A .toml file in the directory "agents" beside a config.toml defines a
// role, and so does a table [agents.NAME] in config.toml, which may name such a file. The
// description of the tool spawn_agent lists the roles by name.
type role struct {
	*discovery.Candidate
	description string
}

// roles lists the roles of each layer. A role in a later layer replaces an earlier role of the same
// name. If the later role has no description, it keeps the description of the earlier role.
func (r *codexRun) roles(ctx context.Context) {
	found := map[string]*role{}
	var all []*role
	for _, layer := range r.set.layers {
		mine := map[string]*role{}
		declared := map[string]bool{}
		add := func(one *role) {
			all = append(all, one)
			if layer.untrusted {
				one.No(discovery.Untrusted, "")
			}
			if one.Reason != "" {
				return
			}
			if first := mine[one.Name]; first != nil {
				one.No(discovery.ShadowedByName, "as "+first.Path)
				return
			}
			before := found[one.Name]
			if one.description == "" && before != nil {
				one.description = before.description
			}
			if one.description == "" {
				one.No(discovery.FrontMatter, "it needs a description")
				return
			}
			mine[one.Name] = one
		}
		tables, _ := layer.values["agents"].(map[string]any)
		for _, name := range discovery.SortedKeys(tables) {
			table, isTable := tables[name].(map[string]any)
			if !isTable {
				continue
			}
			one := &role{}
			if file, named := table["config_file"].(string); named {
				full := facts.Resolve(layer.dir, file)
				declared[full] = true
				one = r.roleFile(full, layer.tier, name)
			} else {
				one.Candidate = r.Thing(discovery.Subagent, name, facts.Join(layer.dir, "config.toml"), layer.tier)
			}
			if own, _ := table["description"].(string); one.description == "" {
				one.description = strings.TrimSpace(own)
			}
			add(one)
		}
		for _, full := range r.FilesIn(ctx, facts.Join(layer.dir, "agents"), true) {
			if strings.HasSuffix(full, ".toml") && !declared[full] {
				add(r.roleFile(full, layer.tier, ""))
			}
		}
		for name, one := range mine {
			before := found[name]
			if before != nil {
				before.No(discovery.ShadowedByName, "as "+one.Path)
			}
			found[name] = one
		}
	}
	slices.SortStableFunc(all, func(a, b *role) int { return cmp.Compare(a.Name, b.Name) })
	for _, one := range all {
		if one.Reason == "" {
			one.List(source.Text{}, "the description of the tool spawn_agent names it")
		}
		r.Add(one.Candidate)
	}
}

// roleFile reads the file of a role. name is the name that a settings file gives the role, or "".
func (r *codexRun) roleFile(full, tier, name string) *role {
	one := &role{Candidate: r.Thing(discovery.Subagent, cmp.Or(name, strings.TrimSuffix(path.Base(full), ".toml")), full, tier)}
	text, ok := r.Text(one.Candidate)
	if !ok {
		return one
	}
	var file map[string]any
	if err := readTOML(text.String(), &file); err != nil {
		one.No(discovery.FrontMatter, discovery.Located(parser.PlaceTOML(err), "it is not TOML: "+parser.Why(err)))
		return one
	}
	fault := ""
	value := func(key string) string {
		v, there := file[key]
		s, isText := v.(string)
		if s = strings.TrimSpace(s); fault == "" && there && !isText {
			fault = key + " must be a text"
		} else if fault == "" && there && s == "" && key != "name" {
			fault = key + " is blank"
		}
		return s
	}
	one.Name = cmp.Or(value("name"), name)
	one.description = value("description")
	instructions := value("developer_instructions")
	names, isList := discovery.Texts(file["nickname_candidates"])
	switch {
	case fault != "":
	case one.Name == "":
		fault = "it needs a name"
		one.Name = strings.TrimSuffix(path.Base(full), ".toml")
	case instructions == "":
		fault = "it needs developer_instructions"
	case file["nickname_candidates"] != nil && (!isList || len(names) == 0):
		fault = "nickname_candidates must be a list of names"
	}
	if list, isList := file["tools"].([]any); isList && fault == "" {
		fault = fmt.Sprintf("tools is a list of %d, but Codex expects a table", len(list))
	}
	for _, key := range foreign {
		if _, there := file[key]; there && fault == "" {
			fault = "it has the key " + key + ", which Codex does not know"
		}
	}
	if fault != "" {
		one.No(discovery.FrontMatter, fault)
	}
	return one
}

// foreign lists keys of other agents' sub-agents. Codex ignores a file that has a key that it does
// not know; galley does not know all keys that Codex accepts.
var foreign = []string{"color", "disallowedTools", "enabled", "max_turns", "mode", "permission", "permissionMode", "prompt", "readonly", "sandbox", "system_prompt", "temperature"}
