package opencode

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// opencodeDefinitions holds the keys of a settings file that define agents and models. A value with
// another shape is ignored here, because another function checks the shapes.
type opencodeDefinitions struct {
	Model        any             `json:"model"`
	DefaultAgent string          `json:"default_agent"`
	Agent        json.RawMessage `json:"agent"`
	Agents       json.RawMessage `json:"agents"` // the newer form
	Mode         json.RawMessage `json:"mode"`
}

// define reads what one settings file defines; later files override earlier ones. A mode is the old
// form of an agent. Modes are applied after all files have been read, and override agents. written
// is the file's text before substitution.
func (r *opencodeRun) define(top map[string]json.RawMessage, name, written string) {
	d := readDefinitions(top)
	r.defineServers(top["mcp"], name)
	r.defineProviders(top)
	r.defineReferences(top, name)
	r.definePlugins(top)
	r.defineSkills(top)
	if model := r.modelOf(d.Model); model != "" {
		d := &r.Trace.Defined
		d.Model, d.ModelShown, d.ModelFrom = model, r.Mask(model), "which the agent's settings name"
	}
	r.Trace.Defined.Permissions = permissions(r.Trace.Defined.Permissions, top)
	if d.DefaultAgent != "" {
		r.Trace.Defined.Agent = d.DefaultAgent
	}
	older := names(d.Agent)
	forms := []struct {
		key, prompt, disable string
		list                 json.RawMessage
	}{{"agent", "prompt", "disable", d.Agent}, {"agents", "system", "disabled", d.Agents}, {"mode", "prompt", "disable", d.Mode}}
	for _, form := range forms {
		if form.key == "agents" && !r.newerForm {
			continue
		}
		for _, a := range inOrder(form.list) {
			if a.values == nil {
				continue
			}
			if form.key == "agents" {
				if want, _ := newerAgent(a.values); older[a.name] != nil || want != "" {
					continue
				}
				a.values = maps.Clone(a.values)
				a.values["disable"], a.values["model"] = a.values["disabled"], r.modelOf(a.values["model"])
			}
			disable := form.key + "." + a.name + "." + form.disable + " in " + name
			prompt, given := promptOf(a.raw, form.prompt)
			if form.key == "mode" {
				m := modeSetting{name: a.name, values: a.values, disable: disable}
				if given {
					m.prompt, m.prompted = r.prompt(prompt, name, written, form.key, a.name, form.prompt), true
				}
				r.modes = append(r.modes, m)
				continue
			}
			r.setAgent(a.name, a.values, disable)
			r.permitAgent(a.name, a.raw)
			if _, ok := a.values["description"].(string); ok {
				r.describes[a.name] = name
			}
			if given {
				r.Trace.Defined.AddAgent(a.name, r.prompt(prompt, name, written, form.key, a.name, form.prompt))
			}
		}
	}
}

// names returns the members of a JSON object by name, or nil for another value.
func names(object json.RawMessage) (all map[string]json.RawMessage) {
	_ = json.Unmarshal(object, &all)
	return all
}

// readDefinitions reads each key separately, so that a value of the wrong shape affects only
// its own key.
func readDefinitions(top map[string]json.RawMessage) (d opencodeDefinitions) {
	for key, to := range map[string]any{
		"model": &d.Model, "default_agent": &d.DefaultAgent, "agent": &d.Agent, "agents": &d.Agents, "mode": &d.Mode,
	} {
		if raw, there := top[key]; there {
			_ = json.Unmarshal(raw, to) // a value of another shape has no effect
		}
	}
	return d
}

// promptOf returns the prompt under a key of an agent's settings, and whether the key is given.
func promptOf(agent json.RawMessage, key string) (prompt string, given bool) {
	var a map[string]json.RawMessage
	var p *string
	if json.Unmarshal(agent, &a) != nil || json.Unmarshal(a[key], &p) != nil || p == nil {
		return "", false
	}
	return *p, true
}

// prompt returns an agent's prompt with its origin. The origin is the whole settings file. If the
// setting consists only of a reference {file:PATH}, the origin is that file.
func (r *opencodeRun) prompt(text, name, written, kind, key, field string) source.Text {
	if list := r.literally(written, name, kind); list != nil {
		if ref, _ := promptOf(list[key], field); ref != "" && FileReference().FindString(ref) == ref {
			target := r.target(ref, name)
			if data, err := r.World.ReadFile(target); err == nil {
				if whole := r.decoded(target, data).TrimFunc(source.IsJSSpace); whole.String() == text {
					r.release(target, text)
					return whole
				}
			}
		}
	}
	return source.Of(text, source.Origin{Kind: source.File, Source: name, Span: source.Span{End: len(written)}, Line: 1, Tag: source.NoSpan})
}

// literalSettings holds the agents and modes of a settings file as the file contains them, before
// substitution.
type literalSettings struct {
	written string
	lists   map[string]map[string]json.RawMessage // by key; nil if the text is valid JSON only after substitution
}

// literally returns the members of an object in a settings file as the file contains them, before
// substitution. It caches the parsed file, because it is called once for each agent of a file.
func (r *opencodeRun) literally(written, name, kind string) map[string]json.RawMessage {
	if r.literal.written != written {
		r.literal = literalSettings{written: written}
		if plain, failure := standardJSON(written, name); failure == nil {
			r.literal.lists = map[string]map[string]json.RawMessage{}
			for _, key := range []string{"agent", "agents", "mode"} {
				r.literal.lists[key] = names(names(plain)[key])
			}
		}
	}
	return r.literal.lists[kind]
}

// release stops masking the text of a file that is used as an agent's prompt. It does so only if
// the file lies in the project and its text has several words. Whoever opens the project can read
// the file anyway, and a secret is usually one word.
func (r *opencodeRun) release(target, text string) {
	root := r.Trace.Root
	if r.Trace.Marker == "" {
		root = r.Trace.Cwd
	}
	if strings.ContainsFunc(text, source.IsJSSpace) && facts.Inside(r.World, root, target) {
		r.Trace.Secrets.Release(text)
	}
}

// agentFile is an agent or a mode that a Markdown file defines.
type agentFile struct {
	name, path string
	values     map[string]any
	body       source.Text
}

// agentFiles reads the agents that Markdown files below dir define: agent/**/*.md and
// agents/**/*.md, and the older mode/*.md and modes/*.md, which override them. The prompt is the
// trimmed body.
//
// With an invalid value in an agent's front matter, OpenCode does not start. It ignores a mode with
// such a value, and any file with broken front matter. Files come in the file system's order, those
// of agent before those of agents. If two files in dir define the same agent, only the last one
// counts. Definitions in several directories and in the settings are merged value by value.
func (r *opencodeRun) agentFiles(dir string) {
	if r.Trace.Failure != nil {
		return
	}
	r.dirs = append(r.dirs, dir)
	r.commandFiles(dir)
	for _, kind := range []string{"agent", "mode"} {
		for _, a := range r.agentsBelow(dir, kind) {
			r.setAgent(a.name, a.values, "disable in "+a.path)
			if raw, err := json.Marshal(a.values); err == nil {
				r.permitAgent(a.name, raw)
			}
			if _, ok := a.values["description"].(string); ok {
				r.describes[a.name] = a.path
			}
			r.Trace.Defined.AddAgent(a.name, a.body)
		}
	}
}

// agentsBelow reads the agents or the modes below a directory. It returns one entry for each name,
// in the order in which the names first occur.
func (r *opencodeRun) agentsBelow(dir, kind string) (all []agentFile) {
	type found struct{ top, path string }
	var files []found
	for _, sub := range []string{kind, kind + "s"} {
		if info, err := r.World.Stat(facts.Join(dir, sub)); err != nil || !info.IsDir() {
			continue
		}
		pattern := sub + "/**/*.md"
		if kind == "mode" {
			pattern = sub + "/*.md"
		}
		paths, _ := r.scan(r.TreeFor(dir), dir, pattern, false)
		for _, p := range paths {
			files = append(files, found{facts.Join(dir, sub), p})
		}
	}
	depth := func(f found) int { return strings.Count(f.path[len(f.top):], "/") }
	slices.SortStableFunc(files, func(a, b found) int { return depth(a) - depth(b) })
	at := map[string]int{}
	for _, f := range files {
		a, ok := r.readAgent(f.top, f.path, kind == "mode")
		switch first, twice := at[a.name]; {
		case r.Trace.Failure != nil:
			return nil
		case !ok:
		case !twice:
			at[a.name] = len(all)
			all = append(all, a)
		default:
			if depth(f) == depth(found{f.top, all[first].path}) && strings.HasPrefix(all[first].path, f.top+"/") {
				r.Note("%s and %s define the agent %s: OpenCode uses the one that the file system lists last", all[first].path, f.path, a.name)
			}
			r.replacedBy[all[first].path] = f.path
			all[first] = a
		}
	}
	return all
}

// readAgent reads the file p of an agent or a mode; p lies below top. ok is false if OpenCode
// ignores the file, or does not start because of the file.
func (r *opencodeRun) readAgent(top, p string, mode bool) (a agentFile, ok bool) {
	data, err := r.World.ReadFile(p)
	if err != nil {
		return agentFile{}, false
	}
	text := r.decoded(p, data)
	m := r.readMatter(text.String())
	if m.broken != "" {
		r.passOver(p, m.broken)
		return agentFile{}, false
	}
	a = agentFile{name: r.agentName(top, p, mode), path: p, values: maps.Clone(m.values), body: text.Slice(m.body, text.Len()).TrimFunc(source.IsJSSpace)}
	if own, named := m.values["name"].(string); named {
		a.name = own
	}
	if mode {
		if issue, found := r.agentIssue(m.values); found {
			r.passOver(p, strings.Join(issue.Path, ".")+" must be "+issue.Expected)
			return agentFile{}, false
		}
		if a.values == nil {
			a.values = map[string]any{}
		}
		a.values["mode"] = "primary"
	}
	r.checkAgent(p, m.values)
	return a, true
}

// commandFiles makes the discovery fail if the front matter of a command contains a value with
// which OpenCode does not start. Commands are the files command/**/*.md and commands/**/*.md below
// dir.
func (r *opencodeRun) commandFiles(dir string) {
	for _, sub := range []string{"command", "commands"} {
		if info, err := r.World.Stat(facts.Join(dir, sub)); err != nil || !info.IsDir() {
			continue
		}
		paths, _ := r.scan(r.TreeFor(dir), dir, sub+"/**/*.md", false)
		for _, p := range paths {
			data, err := r.World.ReadFile(p)
			if err != nil {
				continue
			}
			m := r.readMatter(r.decoded(p, data).String())
			delete(m.values, "template") // OpenCode replaces it by the body of the file
			if issue, found := issueOf(r.commandShape(), m.values); found && m.values != nil {
				r.refuse(p, issue)
			}
		}
	}
}

// refuse makes the discovery fail because file contains a value with which OpenCode does not start.
func (r *opencodeRun) refuse(file string, issue discovery.Issue) {
	r.fail(&discovery.Failure{Name: "ConfigInvalidError", Path: file, Issues: []discovery.Issue{issue},
		Message: fmt.Sprintf("%s: OpenCode does not start with this value of %q; it must be %s", file, strings.Join(issue.Path, "."), issue.Expected)})
}

// passOver records that OpenCode ignores the file of an agent, and why.
func (r *opencodeRun) passOver(file, why string) {
	c := r.Thing(discovery.Subagent, "", file, "agents")
	r.Add(c.No(discovery.FrontMatter, why))
}

// agentName returns the name of an agent or mode whose front matter gives no name. The name is the
// file's path below top, without ".md". For an agent, 1.1.34 instead uses the part after a
// directory "agent" or "agents" anywhere in the whole path.
func (r *opencodeRun) agentName(top, file string, mode bool) string {
	name := strings.TrimPrefix(file, top+"/")
	if !mode && r.cutsNames {
		for _, part := range []string{"/.opencode/agent/", "/.opencode/agents/", "/agent/", "/agents/"} {
			if _, rest, found := strings.Cut(file, part); found {
				name = rest
				break
			}
		}
	}
	return strings.TrimSuffix(name, ".md")
}

// modeSetting is an entry of "mode", the old name for agents.
type modeSetting struct {
	name     string
	values   map[string]any
	disable  string // the setting that can disable it, and its file
	prompt   source.Text
	prompted bool
}

// settleModes applies the modes: each mode overrides the agent of the same name.
func (r *opencodeRun) settleModes() {
	for _, m := range r.modes {
		values := maps.Clone(m.values)
		values["mode"] = "primary"
		r.setAgent(m.name, values, m.disable)
		if m.prompted {
			r.Trace.Defined.AddAgent(m.name, m.prompt)
		}
	}
}
