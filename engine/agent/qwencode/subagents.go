package qwencode

import (
	"slices"
	"strings"
	"unicode/utf8"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
)

// agentName matches the names that Qwen Code accepts for a sub-agent, if they also have 2 to 50
// code points; reserved lists names that it refuses.
var (
	agentName = textutil.LazyRegexp(`^[\pL\pN](?:[\pL\pN_-]*[\pL\pN])?$`)
	reserved  = []string{"self", "system", "user", "model", "tool", "config", "default", "main"}
)

// leastPrompt is the smallest number of code points that the text of a sub-agent may have.
const leastPrompt = 10

// agents lists the sub-agents.
func (r *qwenRun) agents() {
	taken := map[string]string{}
	for _, in := range r.places() {
		for _, full := range r.MarkdownIn(facts.Join(in.dir, "agents")) {
			c, f, description, ok := r.described(discovery.Subagent, full, in.tier)
			first, twice := taken[c.Name]
			fault := ""
			if ok {
				fault = r.agentFault(c, &f, description)
			}
			switch {
			case !ok:
			case fault != "":
				c.No(discovery.FrontMatter, fault)
			case twice:
				c.No(discovery.ShadowedByName, first)
			default:
				taken[c.Name] = full
				c.List(source.Of(description, discovery.FileOrigin(full, 0, f.Body, 1)), "the description of the tool agent names it")
				if description == "|" || description == ">" {
					c.Remarks = append(c.Remarks, discovery.Remark{Detail: "its description is " + description + ": this version reads front matter line by line, so write it on the line of its key"})
				}
			}
			r.Add(c)
		}
	}
}

// agentFault returns the reason why Qwen Code drops a sub-agent, or "".
func (r *qwenRun) agentFault(c *discovery.Candidate, f *discovery.Front, description string) string {
	name := strings.TrimSpace(c.Name)
	length := utf8.RuneCountInString(name)
	switch {
	case name == "" || strings.TrimSpace(description) == "":
		return "it needs a name and a description"
	case length < 2 || length > 50:
		return "its name must have 2 to 50 characters"
	case !agentName().MatchString(name):
		return "its name may have only letters, digits, - and _, and must begin and end with a letter or a digit"
	case slices.Contains(reserved, strings.ToLower(name)):
		return "its name is reserved"
	}
	data, err := r.World.ReadFile(c.Path)
	if err == nil && utf8.RuneCountInString(strings.TrimSpace(data[min(f.Body, len(data)):])) < leastPrompt {
		return "its text has fewer than 10 characters"
	}
	return ""
}
