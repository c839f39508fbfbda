package claudecode

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// servers lists the MCP servers that Claude Code starts. tools lists the names of their tools, and
// instructions joins their instructions. galley starts no server; it knows a server's answers only
// if the session's options contain them.
func (r *claudeRun) servers() (tools, instructions source.Text) {
	var names, texts []source.Text
	taken := map[string]string{}
	add := func(values map[string]any, file, tier string) {
		table, _ := values["mcpServers"].(map[string]any)
		for _, name := range discovery.SortedKeys(table) {
			c := r.Thing(discovery.Server, name, file, tier)
			first, twice := taken[name]
			switch {
			case r.set.onlyServers && tier != "managed":
				r.Add(c.No(discovery.Disabled, r.managedServers()+" exists, so only its servers are started"))
				continue
			case tier == "project" && slices.Contains(r.set.noServers, name):
				r.Add(c.No(discovery.Disabled, "disabledMcpjsonServers lists it"))
				continue
			case tier == "project" && r.sourceOff(tier) != "":
				r.Add(c.No(discovery.Disabled, r.sourceOff(tier)))
				continue
			case twice:
				r.Add(c.No(discovery.ShadowedByName, "as in "+first))
				continue
			}
			if not := r.set.permitted.not(name, table[name]); not != "" {
				r.Add(c.No(discovery.Disabled, not))
				continue
			}
			taken[name] = file
			answer, known := r.Options.Servers[name]
			line := source.Text{}
			if known {
				for _, tool := range answer.Tools {
					full := "mcp__" + toolName(name) + "__" + tool
					if cmp.Or(r.set.denied.use("mcp__"+toolName(name), ""), r.set.denied.use(full, "")) == "" {
						names = append(names, plain(full))
					}
				}
				if answer.Instructions != "" {
					line = plain("## " + name + "\n" + answer.Instructions)
					texts = append(texts, line)
				}
			}
			r.Add(c.List(line, "it is started: "+commandOf(table[name])))
		}
	}
	if r.set.onlyServers {
		add(plainJSON(r.Finder, r.managedServers(), "managed").values, r.managedServers(), "managed")
	}
	add(r.set.project, r.set.stateFile, "local")
	r.projectServers(add)
	add(r.set.state, r.set.stateFile, "user")
	if names != nil {
		tools = source.Join(plain("\n"), append([]source.Text{ownWords("deferred-tools")}, names...)...)
	}
	if texts != nil {
		instructions = concat(plain("# MCP Server Instructions\n\n"), ownWords("server-instructions-intro"), plain("\n\n"), source.Join(plain("\n\n"), texts...))
	}
	return tools, instructions
}

// toolName returns a server's name as the names of its tools contain it.
func toolName(server string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' {
			return c
		}
		return '_'
	}, server)
}

// plugins lists the plugins that settings switch on or off. What a plugin adds to the request was
// not measured.
func (r *claudeRun) plugins() {
	for _, l := range r.set.layers {
		table, _ := l.values["enabledPlugins"].(map[string]any)
		for _, name := range discovery.SortedKeys(table) {
			c := r.Thing(discovery.Plugin, name, l.name, l.tier)
			if on, ok := table[name].(bool); ok && !on {
				r.Add(c.No(discovery.Disabled, "enabledPlugins sets it to false"))
			} else {
				r.Add(c.Unknown("galley does not read which skills, commands, agents, hooks and servers it adds: see /plugin"))
			}
		}
	}
}

// projectServers adds the servers of the .mcp.json files in the working directory and above; if two
// have the same name, the nearer one counts.
func (r *claudeRun) projectServers(add func(values map[string]any, file, tier string)) {
	for dir := range facts.Up(r.Trace.Cwd) {
		file := facts.Join(dir, ".mcp.json")
		add(plainJSON(r.Finder, file, "project").values, file, "project")
	}
}

// commandOf returns the host of a server's URL, or its command without the arguments, which may
// contain secrets.
func commandOf(v any) string {
	table, _ := v.(map[string]any)
	if url, ok := table["url"].(string); ok {
		scheme, rest, _ := strings.Cut(url, "://")
		host, _, _ := strings.Cut(rest, "/")
		host = host[strings.LastIndexByte(host, '@')+1:]
		return scheme + "://" + host
	}
	command, _ := table["command"].(string)
	return command
}

// outputStyle finds the output styles. It returns the text of the chosen style, and the reminder at
// the end of the request that names this style.
func (r *claudeRun) outputStyle(ctx context.Context) (text, reminder source.Text) {
	var found []*discovery.Candidate
	bodies := map[*discovery.Candidate]source.Text{}
	dirs := []struct{ dir, tier string }{{facts.Join(r.managedDir(), ".claude/output-styles"), "managed"}}
	for _, dir := range r.toRepository() {
		if dot := facts.Join(dir, ".claude"); dot != r.config {
			dirs = append(dirs, struct{ dir, tier string }{facts.Join(dot, "output-styles"), "project"})
		}
	}
	dirs = append(dirs, struct{ dir, tier string }{facts.Join(r.config, "output-styles"), "user"})
	for _, at := range dirs {
		for _, full := range r.markdownIn(ctx, at.dir) {
			c := r.Thing(discovery.OutputStyle, strings.TrimSuffix(full[strings.LastIndexByte(full, '/')+1:], ".md"), full, at.tier)
			if d, ok := r.load(c); ok {
				if name, _ := d.front.text("name"); name != "" {
					c.Name = name
				}
				r.lostFront(c, &d.front)
				bodies[c] = trimmed(d.text)
			}
			found = append(found, c)
		}
	}
	chosen := false
	for _, c := range found {
		body, ok := bodies[c]
		switch {
		case !ok:
		case r.sourceOff(c.Tier) != "":
			c.No(discovery.Disabled, r.sourceOff(c.Tier))
		case c.Name != r.set.style:
			c.No(discovery.Disabled, "outputStyle does not name it")
		case chosen:
			c.No(discovery.ShadowedByName, "")
		default:
			chosen = true
			text = concat(plain("# Output Style: "+c.Name+"\n"), body)
			reminder = ownWords("output-style-reminder")
			c.List(text, "outputStyle names it")
		}
		r.Add(c)
	}
	return text, reminder
}
