package opencode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"galley/engine/discovery"
)

// setAgent records the values that a settings file or front matter gives for an agent. They
// override values that were recorded before. The parameter disable names the setting with which
// this file can disable the agent.
func (r *opencodeRun) setAgent(name string, values map[string]any, disable string) {
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
	if model, _ := values["model"].(string); model != "" {
		s.Model, s.ModelShown = model, r.Mask(model)
	}
	if disabled, ok := values["disable"].(bool); ok {
		if s.DisabledBy = ""; disabled {
			s.DisabledBy = disable
		}
	}
	if hidden, ok := values["hidden"].(bool); ok {
		s.Hidden = hidden
	}
	d.AgentSettings[name] = s
}

// modelOf returns a model as "PROVIDER/NAME". Newer releases also accept an object, or a variant
// after "#", which modelOf removes.
func (r *opencodeRun) modelOf(value any) string {
	if want, _ := newerModel(value); r.newerForm && want == "" {
		if m, ok := value.(map[string]any); ok {
			return m["providerID"].(string) + "/" + m["model"].(string)
		}
		model, _, _ := strings.Cut(value.(string), "#")
		return model
	}
	model, _ := value.(string)
	return model
}

// named is an entry of a JSON object.
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
		_ = json.Unmarshal(n.raw, &n.values) // an entry of another shape has no effect
		all = append(all, n)
	}
	return all
}

// checkAgent makes the discovery fail if the front matter of an agent's file contains a value with
// which OpenCode does not start.
func (r *opencodeRun) checkAgent(file string, values map[string]any) {
	issue, found := r.agentIssue(values)
	if name, there := values["name"]; there && !found {
		want, _ := isText(name)
		issue, found = discovery.Issue{Code: "invalid_type", Expected: want, Path: []string{"name"}}, want != ""
	}
	if found {
		r.refuse(file, issue)
	}
}

// startingAgent returns the agent of a session for which the user names no agent. It is the agent
// of the setting default_agent, else the first agent that is neither a sub-agent nor hidden. why is
// the reason why OpenCode would not start, or "".
func startingAgent(d discovery.Defined) (name, why string) {
	if d.Agent != "" {
		switch mode, there := agentMode(d, d.Agent); {
		case !there:
			return "", fmt.Sprintf("default_agent is %q, and that agent does not exist", d.Agent)
		case mode == "subagent":
			return "", fmt.Sprintf("default_agent is %q, which is a subagent", d.Agent)
		case isHidden(d, d.Agent):
			return "", fmt.Sprintf("default_agent is %q, which is hidden", d.Agent)
		}
		return d.Agent, ""
	}
	for _, name := range append(builtInNames(), d.AgentNames...) {
		if mode, there := agentMode(d, name); there && mode != "subagent" && !isHidden(d, name) {
			return name, ""
		}
	}
	return "", "all agents with which a session could start are disabled, hidden or subagents"
}

// agentMode returns an agent's mode. there is false if the agent is undefined or disabled.
func agentMode(d discovery.Defined, name string) (mode string, there bool) {
	set, defined := d.AgentSettings[name]
	_, prompted := d.Agents[name]
	if there = defined || prompted; there {
		mode = "all"
	}
	if b, ours := builtIn(name); ours {
		mode, there = b.mode, true
	}
	if set.Mode != "" {
		mode = set.Mode
	}
	return mode, there && set.DisabledBy == ""
}
