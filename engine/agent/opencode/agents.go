package opencode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"galley/engine/discovery"
)

// builtInModes are the modes of the agents that OpenCode knows without any settings,
// in its order.
var builtInModes = []struct{ name, mode string }{
	{"build", "primary"}, {"plan", "primary"}, {"general", "subagent"}, {"explore", "subagent"},
}

// setAgent lays what a settings file, or an agent's front matter, says of an agent
// over what was said before.
func (r *opencodeRun) setAgent(name string, values map[string]any) {
	d := &r.Trace.Defined
	if d.AgentSettings == nil {
		d.AgentSettings = map[string]discovery.AgentSettings{}
	}
	s, there := d.AgentSettings[name]
	if !there {
		d.AgentNames = append(d.AgentNames, name)
	}
	if mode, ok := values["mode"].(string); ok {
		s.Mode = mode
	}
	if model := r.modelOf(values["model"]); model != "" {
		s.Model, s.ModelShown = model, r.Mask(model)
	}
	if disable, ok := values["disable"].(bool); ok {
		s.Disabled = disable
	}
	if hidden, ok := values["hidden"].(bool); ok {
		s.Hidden = hidden
	}
	d.AgentSettings[name] = s
}

// modelOf reads a model, "PROVIDER/NAME"; newer releases take an object as well.
func (r *opencodeRun) modelOf(value any) string {
	switch m := value.(type) {
	case string:
		return m
	case map[string]any:
		provider, _ := m["providerID"].(string)
		name, _ := m["model"].(string)
		if r.newerForm && provider != "" && name != "" {
			return provider + "/" + name
		}
	}
	return ""
}

// named are the entries of a JSON object in the order in which they are written.
type named struct {
	name   string
	raw    json.RawMessage
	values map[string]any // nil unless the entry is an object
}

func inOrder(object json.RawMessage) (all []named) {
	d := json.NewDecoder(bytes.NewReader(object))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		n := named{}
		if err != nil || d.Decode(&n.raw) != nil {
			return all
		}
		n.name, _ = key.(string)
		_ = json.Unmarshal(n.raw, &n.values) // of another shape: it says nothing
		all = append(all, n)
	}
	return all
}

var hexColor = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// colorWords are the colours of the theme that newer releases know.
var colorWords = []string{"primary", "secondary", "accent", "success", "warning", "error", "info"}

// agentIssue finds a value in an agent's settings with which OpenCode does not start.
func (r *opencodeRun) agentIssue(values map[string]any) (issue discovery.Issue, found bool) {
	is := map[string]func(v any) bool{
		"string":  func(v any) bool { _, ok := v.(string); return ok },
		"boolean": func(v any) bool { _, ok := v.(bool); return ok },
		"object":  func(v any) bool { _, ok := v.(map[string]any); return ok },
		"subagent, primary or all": func(v any) bool {
			return v == "subagent" || v == "primary" || v == "all"
		},
		"a colour like #33aaff": func(v any) bool {
			s, ok := v.(string)
			return ok && (hexColor.MatchString(s) || r.newerForm && slices.Contains(colorWords, s))
		},
	}
	for _, f := range []struct{ key, expected string }{
		{"prompt", "string"}, {"description", "string"}, {"mode", "subagent, primary or all"},
		{"disable", "boolean"}, {"color", "a colour like #33aaff"}, {"tools", "object"},
	} {
		if v, there := values[f.key]; there && !is[f.expected](v) {
			return discovery.Issue{Code: "invalid_type", Expected: f.expected, Path: []string{f.key}}, true
		}
	}
	return issue, false
}

// checkAgent fails for an agent's setting that stops OpenCode. at leads to the agent.
func (r *opencodeRun) checkAgent(file string, values map[string]any, at ...string) {
	if issue, found := r.agentIssue(values); found {
		issue.Path = append(at, issue.Path...)
		key := ""
		for _, p := range issue.Path {
			key += "." + p
		}
		r.fail(&discovery.Failure{Name: "ConfigInvalidError", Path: file, Issues: []discovery.Issue{issue},
			Message: fmt.Sprintf("%s: OpenCode does not start with this value of %q; it must be %s", file, key[1:], issue.Expected)})
	}
}

// startingAgent names the agent with which a session starts when it names none: the
// one of default_agent, else the first that is no subagent and not hidden. why says
// why OpenCode does not start.
func startingAgent(d discovery.Defined) (name, why string) {
	if d.Agent != "" {
		switch mode, there := agentMode(d, d.Agent); {
		case !there:
			return "", fmt.Sprintf("default_agent is %q, and there is no such agent", d.Agent)
		case mode == "subagent":
			return "", fmt.Sprintf("default_agent is %q, which is a subagent", d.Agent)
		case d.AgentSettings[d.Agent].Hidden:
			return "", fmt.Sprintf("default_agent is %q, which is hidden", d.Agent)
		}
		return d.Agent, ""
	}
	names := []string{}
	for _, b := range builtInModes {
		names = append(names, b.name)
	}
	for _, name := range append(names, d.AgentNames...) {
		if mode, there := agentMode(d, name); there && mode != "subagent" && !d.AgentSettings[name].Hidden {
			return name, ""
		}
	}
	return "", "all agents with which a session could start are disabled, hidden or subagents"
}

// agentMode is an agent's mode; there is false for one that is disabled or that
// nothing defines.
func agentMode(d discovery.Defined, name string) (mode string, there bool) {
	set, defined := d.AgentSettings[name]
	_, prompted := d.Agents[name]
	if there = defined || prompted; there {
		mode = "all"
	}
	for _, b := range builtInModes {
		if b.name == name {
			mode, there = b.mode, true
		}
	}
	if set.Mode != "" {
		mode = set.Mode
	}
	return mode, there && !set.Disabled
}
