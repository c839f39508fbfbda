package claudecode

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"galley/engine/collate"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// ownAgents lists the built-in agents. A user's agent of the same name replaces a built-in one.
var ownAgents = []string{"claude", "Explore", "general-purpose", "Plan", "statusline-setup"}

// subagent is a sub-agent and its line in the list.
type subagent struct {
	name string
	line source.Text
	c    *discovery.Candidate
}

// subagents lists the sub-agents that the model may start, sorted by name. The list includes the
// built-in sub-agents. ownOnly reports whether it contains no others.
func (r *claudeRun) subagents(ctx context.Context) (list source.Text, ownOnly bool) {
	dirs := r.toRepository()
	found := r.agentsIn(ctx, facts.Join(r.managedDir(), ".claude/agents"), "managed")
	for _, dir := range dirs {
		if dot := facts.Join(dir, ".claude"); dot != r.config {
			found = append(found, r.agentsIn(ctx, facts.Join(dot, "agents"), "project")...)
		}
	}
	found = append(found, r.agentsIn(ctx, facts.Join(r.config, "agents"), "user")...)
	taken := map[string]string{}
	var listed []subagent
	for _, a := range found {
		first, twice := taken[a.name]
		if !listable(a.c, cmp.Or(r.sourceOff(a.c.Tier), r.deniedAgent(a.name)), first, twice) {
			r.Add(a.c)
			continue
		}
		taken[a.name] = a.c.Path
		listed = append(listed, a)
	}
	lines := listed
	for _, name := range ownAgents {
		if _, replaced := taken[name]; !replaced && r.deniedAgent(name) == "" {
			lines = append(lines, subagent{name: name, line: concat(plain("- "+name+": "), ownWords("agent "+name))})
		}
	}
	if len(lines) == 0 {
		return source.Text{}, false
	}
	slices.SortStableFunc(lines, func(a, b subagent) int { return collate.Compare(a.name, b.name) })
	texts := []source.Text{ownWords("agents-intro")}
	for _, l := range lines {
		texts = append(texts, l.line)
		if l.c != nil {
			r.Add(l.c.List(l.line, ""))
		}
	}
	// A blank line ends the list.
	return source.Join(plain("\n"), texts...).Append(plain("\n\n")), len(listed) == 0
}

// deniedAgent returns the reason why the permissions do not let the model start a sub-agent, or "".
func (r *claudeRun) deniedAgent(name string) string {
	return cmp.Or(r.set.denied.use("Agent", ""), r.set.denied.use("Agent", name))
}

// agentsIn finds the sub-agents of a directory. The front matter of each file names its sub-agent.
func (r *claudeRun) agentsIn(ctx context.Context, dir, tier string) (out []subagent) {
	for _, full := range r.markdownIn(ctx, dir) {
		c := r.Thing(discovery.Subagent, "", full, tier)
		a := subagent{c: c}
		d, ok := r.load(c)
		if ok {
			name, _ := d.front.values["name"].(string)
			description, _ := d.front.values["description"].(string)
			a.name, c.Name = name, name
			r.lostFront(c, &d.front)
			switch {
			case name == "":
				c.Name = strings.TrimSuffix(full[strings.LastIndexByte(full, '/')+1:], ".md")
				c.No(discovery.FrontMatter, "it has no name, or the name is not a text")
			case description == "":
				c.No(discovery.FrontMatter, "it has no description, or the description is not a text")
			default:
				text := strings.ReplaceAll(description, `\n`, "\n")
				a.line = concat(plain("- "+name+": "), source.Of(text, discovery.FileOrigin(full, 0, 0, 1)), plain(" (Tools: "+toolsOf(&d.front)+")"))
			}
		}
		out = append(out, a)
	}
	// last maps a name to the last path with this name. Of several files in dir, that one counts.
	last := map[string]string{}
	slices.SortFunc(out, func(a, b subagent) int { return strings.Compare(a.c.Path, b.c.Path) })
	for _, a := range slices.Backward(out) {
		if a.c.Reason != "" {
			continue
		}
		if later := last[a.name]; later != "" {
			a.c.No(discovery.ShadowedByName, "as "+later)
			continue
		}
		last[a.name] = a.c.Path
	}
	return out
}

// toolsOf returns the words that say which tools an agent has.
func toolsOf(f *front) string {
	tools, _ := f.list("tools")
	if len(tools) > 0 && !slices.Contains(tools, "*") {
		return strings.Join(tools, ", ")
	}
	if not, _ := f.list("disallowedTools"); len(not) > 0 {
		return "All tools except " + strings.Join(not, ", ")
	}
	return "All tools"
}
