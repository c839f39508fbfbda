package opencode

import (
	"slices"

	"galley/engine/discovery"
)

// builtInAgent is an agent that OpenCode has even if no settings define it.
type builtInAgent struct {
	name, mode string
	hidden     bool
	prompt     string                 // the pack's entry with its prompt; "" for the model's base prompt
	rules      []discovery.Permission // they come before those of the settings
}

func only(tools ...string) []discovery.Permission {
	rules := []discovery.Permission{{Tool: "*", Pattern: "*", Action: "deny"}}
	for _, tool := range tools {
		rules = append(rules, discovery.Permission{Tool: tool, Pattern: "*", Action: "allow"})
	}
	return rules
}

// builtInAgents are the built-in agents in OpenCode's order. The last three are internal helpers;
// each answers one request and has no tools.
var builtInAgents = []builtInAgent{
	{name: "build", mode: "primary"},
	{name: "plan", mode: "primary"},
	{name: "general", mode: "subagent", rules: []discovery.Permission{{Tool: "todoread", Pattern: "*", Action: "deny"}, {Tool: "todowrite", Pattern: "*", Action: "deny"}}},
	{name: "explore", mode: "subagent", prompt: "prompt/explore", rules: only("grep", "glob", "list", "bash", "webfetch", "websearch", "read")},
	{name: "compaction", mode: "primary", hidden: true, prompt: "prompt/compaction", rules: only()},
	{name: "title", mode: "primary", hidden: true, prompt: "prompt/title", rules: only()},
	{name: "summary", mode: "primary", hidden: true, prompt: "prompt/summary", rules: only()},
}

func builtIn(name string) (a builtInAgent, found bool) {
	i := slices.IndexFunc(builtInAgents, func(a builtInAgent) bool { return a.name == name })
	if i < 0 {
		return a, false
	}
	return builtInAgents[i], true
}

func builtInNames() (names []string) {
	for _, a := range builtInAgents {
		names = append(names, a.name)
	}
	return names
}

// isHidden reports whether an agent is hidden, so that users cannot choose it.
func isHidden(d discovery.Defined, name string) bool {
	b, _ := builtIn(name)
	return b.hidden || d.AgentSettings[name].Hidden
}
