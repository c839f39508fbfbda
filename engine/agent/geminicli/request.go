package geminicli

import (
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// parts says what 0.61's request holds because of the files: in the system instruction
// ("system") the skills and the global and private memory, in the first user message
// ("session") the rest.
func (r *geminiRun) parts(skills source.Text) {
	t := r.Trace
	add := func(name, role, where string, text source.Text) {
		if text.Len() > 0 {
			t.Parts = append(t.Parts, discovery.Part{Name: name, Role: role, Where: where, Text: text, Apart: true})
		}
	}
	add("skills", "system", "system", skills)
	add("memory", "system", "system", r.instruction())
	add("project memory", "user", "session", t.Memory["session"])
}

// instruction is the memory in the system instruction.
func (r *geminiRun) instruction() source.Text {
	global, private := r.Trace.Memory[geminiGlobal], r.Trace.Memory[geminiPrivate]
	lit := source.Literal
	switch {
	case private.Len() > 0:
		text := lit("\n\n---\n\n<loaded_context>\n")
		if global.Len() > 0 {
			text = text.Append(lit("<global_context>\n"), global, lit("\n</global_context>\n"))
		}
		return text.Append(lit("<user_project_memory>\n--- Private Project Memory Index (private, not committed to repo) ---\n"), private,
			lit("\n--- End Private Project Memory Index ---\n</user_project_memory>\n</loaded_context>"))
	case global.Len() > 0:
		return lit("\n\n# Contextual Instructions ("+strings.Join(r.Trace.Names, ", ")+")\n").
			Append(discovery.Words("gemini-cli/memory-intro"), lit("\n\n<loaded_context>\n"), global, lit("\n</loaded_context>"))
	}
	return source.Text{}
}

// skills lists the skills: the program's own, the user's, the directory's, each folder
// from the last name to the first. One of a later folder takes the place of one of its
// name.
func (r *geminiRun) skills() source.Text {
	type row struct {
		*discovery.Candidate
		text source.Text
	}
	var rows []*row
	at := map[string]*row{}
	for _, in := range []struct{ dir, tier string }{
		{facts.Join(r.Home, ".gemini"), "user"}, {facts.Join(r.Home, ".agents"), "user"},
		{facts.Join(r.Trace.Cwd, ".gemini"), "project"}, {facts.Join(r.Trace.Cwd, ".agents"), "project"},
	} {
		for _, full := range slices.Backward(r.SkillFiles(facts.Join(in.dir, "skills"), 1)) {
			if len(r.Trace.Find(full)) > 0 {
				continue // the home is the directory
			}
			c, f, _, ok := r.Described(discovery.Skill, full, in.tier)
			description, _ := f.Values["description"].(string)
			switch have := at[c.Name]; {
			case !ok:
			case in.tier == "project" && !r.trusted:
				c.No(discovery.Untrusted, r.why)
			case f.Broken != "" || c.Name == "" || description == "":
				c.No(discovery.FrontMatter, "it needs a name and a description")
			default:
				text := "  <skill>\n    <name>" + c.Name + "</name>\n    <description>" + description + "</description>\n    <location>" + full + "</location>\n  </skill>\n"
				said := source.Of(text, discovery.FileOrigin(full, 0, f.Body, 1))
				c.List(said, "")
				if have != nil {
					r.Add(have.No(discovery.ShadowedByName, full))
					have.Candidate, have.text = c, said
				} else {
					at[c.Name] = &row{c, said}
					rows = append(rows, at[c.Name])
				}
				continue
			}
			r.Add(c)
		}
	}
	text := source.Literal("<available_skills>\n").Append(discovery.Words("gemini-cli/own-skills"))
	for _, one := range rows {
		r.Add(one.Candidate)
		text = text.Append(one.text)
	}
	return text.Append(source.Literal("</available_skills>"))
}

// commands lists the custom commands, of which the model is not told, and the
// sub-agents.
func (r *geminiRun) commands() {
	taken := map[string]string{}
	for _, in := range []struct{ dir, tier string }{{facts.Join(r.Trace.Cwd, ".gemini"), "project"}, {facts.Join(r.Home, ".gemini"), "user"}} {
		dir := facts.Join(in.dir, "commands")
		for _, full := range r.FilesIn(dir, false) {
			rel, _ := discovery.RelativeTo(full, dir)
			name, isCommand := strings.CutSuffix(rel, ".toml")
			if !isCommand || len(r.Trace.Find(full)) > 0 {
				continue
			}
			c := r.Thing(discovery.Command, strings.ReplaceAll(name, "/", ":"), full, in.tier)
			if first, twice := taken[c.Name]; twice {
				c.No(discovery.ShadowedByName, first)
			} else {
				taken[c.Name] = full
				c.No(discovery.PeopleOnly, "")
			}
			r.Add(c)
		}
		agents := facts.Join(in.dir, "agents")
		for _, full := range r.FilesIn(agents, false) {
			if facts.Dir(full) == agents && strings.HasSuffix(full, ".md") && len(r.Trace.Find(full)) == 0 {
				c, _, _, ok := r.Described(discovery.Subagent, full, in.tier)
				if ok {
					c.Unknown("people have to accept it first: see /agents")
				}
				r.Add(c)
			}
		}
	}
}

// servers lists the MCP servers of the settings.
func (r *geminiRun) servers() {
	for _, in := range []struct{ dir, tier string }{{r.Trace.Cwd, "project"}, {r.Home, "user"}} {
		servers, _ := r.set.files[in.tier]["mcpServers"].(map[string]any)
		other, _ := r.set.files["project"]["mcpServers"].(map[string]any)
		for _, name := range discovery.SortedKeys(servers) {
			c := r.Thing(discovery.Server, name, facts.Join(in.dir, ".gemini", "settings.json"), in.tier)
			switch {
			case in.tier == "project" && !r.trusted:
				c.No(discovery.Untrusted, r.why)
			case in.tier == "user" && other[name] != nil && r.trusted:
				c.No(discovery.ShadowedByName, "the project's settings.json has one too")
			default:
				c.List(source.Text{}, "its tools are declared")
			}
			r.Add(c)
		}
	}
}
