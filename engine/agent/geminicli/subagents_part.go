package geminicli

import (
	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/source"
)

// subagentList returns 0.61's list of sub-agents: first the built-in ones, whose descriptions
// galley does not know, then those from files. It is empty if no file adds a sub-agent.
func (r *geminiRun) subagentList() source.Text {
	var texts []source.Text
	own, _ := gemini.BuiltIns(r.version())
	for _, name := range own {
		if r.setting("agents", "overrides", name, "enabled") != false {
			texts = append(texts, source.Literal("  <subagent>\n    <name>"+name+"</name>\n    <description>").Append(discovery.StandIn("gemini-cli/agent "+name), source.Literal("</description>\n  </subagent>")))
		}
	}
	brought := len(texts)
	for _, c := range r.Trace.OfKind(discovery.Subagent) {
		if c.Verdict == discovery.Listed {
			texts = append(texts, c.Text)
		}
	}
	if len(texts) == brought {
		return source.Text{}
	}
	return source.Literal("<available_subagents>\n").Append(source.Join(source.Literal("\n"), texts...), source.Literal("\n</available_subagents>"))
}
