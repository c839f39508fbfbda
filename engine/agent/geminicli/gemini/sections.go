package gemini

import (
	"maps"
	"strings"

	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

// section is one part of a system instruction.
type section struct {
	ID, Title string
	Key       string // of its switch GEMINI_PROMPT_<Key>; "": it has none
	when      string // the flag that it needs; "": it is always there
	layout    layout
}

type sections []section

// compose makes blocks of the sections that are there and not empty.
func (all sections) compose(f filling, there func(section) bool) []prompt.Block {
	var blocks []prompt.Block
	for _, s := range all {
		if there(s) {
			blocks = add(blocks, s.ID, s.Title, f.fill(s.layout))
		}
	}
	return blocks
}

// add appends a block with a blank line before it, unless its text is empty.
func add(blocks []prompt.Block, id, title string, text source.Text) []prompt.Block {
	if text.Len() == 0 {
		return blocks
	}
	b := prompt.Block{ID: id, Title: title, Lifetime: lifetimes[id], Text: text}
	if b.Lifetime == "" {
		b.Lifetime = prompt.Static
	}
	if len(blocks) > 0 {
		b.Before = source.Literal("\n\n")
	}
	return append(blocks, b)
}

// lifetimes are those of the blocks that hold facts of a session; the others are
// the same in every session of a mode and a model.
var lifetimes = map[string]prompt.Lifetime{
	"subAgents": prompt.Session, "agentContexts": prompt.Session, "agentSkills": prompt.Session,
	"planningWorkflow": prompt.Session, "sandbox": prompt.Session, "git": prompt.Session,
	"custom": prompt.Session, "userMemory": prompt.Session, "activeTopic": prompt.Turn,
}

// tools that sections speak of, as this agent calls them.
var spoken = []string{
	"activate_skill", "ask_user", "enter_plan_mode", "exit_plan_mode", "glob", "google_web_search", "grep_search", "invoke_agent",
	"list_directory", "read_file", "replace", "run_shell_command", "tracker_create_task", "tracker_list_tasks", "tracker_update_task",
	"update_topic", "write_file", "write_todos",
}

// filling returns what sections are filled with under these options.
func (o Options) filling(prose Prose, model string, tools []string, inGit bool, sandbox, temp string) filling {
	has := func(name string) bool { return contains(tools, name) }
	mode := o.mode()
	f := filling{
		prose: prose,
		on: map[string]bool{
			"interactive": !o.Headless, "gemini3": isGemini3(model), "topic": !o.NoTopics && o.Version == V061,
			"hierarchical": o.Memory.hierarchical() && o.Version == V061,
			"skills":       len(o.Skills) > 0, "hooks": true,
			"agents": len(o.Agents) > 0 && (o.Version == V028 || has("invoke_agent")),
			"plan":   mode == PlanMode, "work": mode != PlanMode,
			"approved":     o.ApprovedPlan != "" && o.Version == V061,
			"investigator": containsEntry(o.Agents, "codebase_investigator"),
			"todos":        has("write_todos"), "plan-tool": has("enter_plan_mode"), "tracker": o.Tracker && o.Version == V061,
			"ready-agents": false, "yolo": mode == Yolo && !o.Headless, "git": inGit,
			"shell-efficiency": !o.NoShellEfficiency,
			"seatbelt":         sandbox == "sandbox-exec", "generic": sandbox != "" && sandbox != "sandbox-exec",
			"outside": sandbox == "", "sandboxed": sandbox != "",
		},
		texts: map[string]source.Text{
			"mode":            value("approval-mode", mode.name()),
			"context-files":   value("context-files", o.Memory.quoted()),
			"plans-directory": value("plans-directory", facts.Join(temp, "plans")),
			"approved-plan":   value("approved-plan", o.ApprovedPlan),
			"skills":          entryList("skill", o.Skills, true),
			"agents":          entryList("subagent", o.Agents, false),
			"agent-lines":     agentLines(o.Agents),
			"plan-tools":      planTools(o.Version, tools),
		},
	}
	maps.Copy(f.texts, toolNames(nil))
	return f
}

// toolName is the name that stands in a tool's place.
func toolName(tool, name string) source.Text {
	return source.Of(name, source.Origin{Kind: source.Tool, Source: tool, Tag: source.NoSpan})
}

// entryList is the list of skills or sub-agents as elements. What they say is
// not escaped: that is the agent's way.
func entryList(tag string, entries []Entry, location bool) source.Text {
	var b source.Builder
	for i, e := range entries {
		if i > 0 {
			b.Add("\n", structure)
		}
		origin := source.Origin{Kind: source.Variable, Source: tag + ":" + e.Name, Tag: source.NoSpan}
		b.Add("  <"+tag+">\n    <name>", structure)
		b.Add(e.Name, origin)
		b.Add("</name>\n    <description>", structure)
		b.Append(e.description(origin))
		b.Add("</description>\n", structure)
		if location {
			b.Add("    <location>", structure)
			b.Add(e.Location, origin)
			b.Add("</location>\n", structure)
		}
		b.Add("  </"+tag+">", structure)
	}
	return b.Text()
}

// agentLines is the list of sub-agents before there were elements for them.
func agentLines(agents []Entry) source.Text {
	var b source.Builder
	for i, a := range agents {
		if i > 0 {
			b.Add("\n", structure)
		}
		origin := source.Origin{Kind: source.Variable, Source: "subagent:" + a.Name, Tag: source.NoSpan}
		b.Add("- ", structure)
		b.Add(a.Name, origin)
		b.Add(" -> ", structure)
		b.Append(a.description(origin))
	}
	return b.Text()
}

// readOnly are the tools that plan mode allows.
var readOnly = []string{"glob", "grep_search", "read_file", "list_directory", "google_web_search", "ask_user", "activate_skill"}

func planTools(v Version, tools []string) source.Text {
	var b source.Builder
	for _, name := range readOnly {
		if !contains(tools, name) {
			continue
		}
		before, after := "- `", "`"
		if v == V061 {
			before, after = "  <tool>`", "`</tool>"
		}
		if b.Len() > 0 {
			b.Add("\n", structure)
		}
		b.Add(before, structure)
		b.Append(toolName(name, name))
		b.Add(after, structure)
	}
	return b.Text()
}

// topicLine is the last line of the system instruction while a topic is set.
func topicLine(topic string) source.Text {
	topic = strings.NewReplacer("\r\n", " ", "\n", " ", "]", "").Replace(topic)
	if topic = strings.TrimFunc(topic, isSpace); topic == "" {
		return source.Text{}
	}
	return source.Literal("[Active Topic: ").Append(value("topic", topic), source.Literal("]"))
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func containsEntry(list []Entry, name string) bool {
	for _, e := range list {
		if e.Name == name {
			return true
		}
	}
	return false
}
