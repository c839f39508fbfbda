package gemini

import (
	"maps"
	"slices"
	"strings"

	"galley/engine/collate"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

// section is one part of a system instruction.
type section struct {
	ID, Title string
	Key       string // the KEY of its switch GEMINI_PROMPT_KEY, or ""
	when      string // the flag that it needs; "" if it is always there
	layout    layout
}

type sections []section

// compose makes a block of each section that a session has, in order; the function has decides
// this. It leaves out sections without text.
func (all sections) compose(f filling, has func(section) bool) []prompt.Block {
	var blocks []prompt.Block
	for _, s := range all {
		if has(s) {
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
	b := block(id, title, text)
	if len(blocks) > 0 {
		b.Before = source.Literal("\n\n")
	}
	return append(blocks, b)
}

// spoken lists the tools whose names occur in the text of the sections.
var spoken = []string{
	"activate_skill", "ask_user", "enter_plan_mode", "exit_plan_mode", "glob", "google_web_search", "grep_search", "invoke_agent",
	"list_directory", "read_file", "replace", "run_shell_command", "tracker_create_task", "tracker_list_tasks", "tracker_update_task",
	"update_topic", "write_file", "write_todos",
}

// filling returns the flags and texts that fill the layouts of the sections in a session with these
// options.
func (o Options) filling(prose Prose, model string, tools []string, inGit bool, sandbox, temp string, plans source.Text) filling {
	has := func(name string) bool { return slices.Contains(tools, name) }
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
			"old":          o.Version == V028,
			"investigator": false, // false: the agent looks for a name that no sub-agent has
			"todos":        has("write_todos"), "plan-tool": has("enter_plan_mode"), "tracker": o.Tracker && o.Version == V061,
			"ready-agents": false, "yolo": mode == Yolo && !o.Headless, "git": inGit,
			"shell-efficiency": !o.NoShellEfficiency,
			"seatbelt":         sandbox == Seatbelt, "generic": sandbox != "" && sandbox != Seatbelt,
			"outside": sandbox == "", "sandboxed": sandbox != "",
		},
		texts: map[string]source.Text{
			"mode":              value("approval-mode", mode.name()),
			"context-files":     value("context-files", o.Memory.quoted()),
			"plans-directory":   plans,
			"approved-plan":     value("approved-plan", o.ApprovedPlan),
			"tracker-directory": o.session(temp, "tracker"),
			"memory-index":      value("memory-index", facts.Join(temp, "memory", "MEMORY.md")),
			"global-memory":     value("global-memory", facts.Join(o.Home, ".gemini", o.Memory.names()[0])),
			"blanks-4":          source.Of("    ", structure), "blanks-6": source.Of("      ", structure),
			"skills":      entryList("skill", o.Skills, true),
			"agents":      entryList("subagent", o.Agents, false),
			"agent-lines": agentLines(o.Agents, o.Version),
			"plan-tools":  o.planTools(tools),
		},
	}
	maps.Copy(f.texts, toolNames(nil))
	return f
}

// toolName returns name, the name to use for a tool, as a text whose origin is that tool.
func toolName(tool, name string) source.Text {
	return source.Of(name, source.Origin{Kind: source.Tool, Source: tool, Tag: source.NoSpan})
}

// entryList lists skills or sub-agents as elements. Like the agent, it does not
// escape their texts.
func entryList(tag string, entries []Entry, location bool) source.Text {
	var b source.Builder
	for i, e := range entries {
		if i > 0 {
			b.Add("\n", structure)
		}
		if e.Element.Len() > 0 {
			b.Append(e.Element)
			continue
		}
		origin := source.Origin{Kind: source.Variable, Source: tag + ":" + e.Name, Tag: source.NoSpan}
		b.Add("  <"+tag+">\n    <name>", structure)
		b.Add(e.Name, origin)
		b.Add("</name>\n    <description>", structure)
		b.Append(e.description(origin))
		b.Add("</description>\n", structure)
		if location {
			b.Add("    <location>", structure)
			b.Append(e.Where)
			b.Add(e.Location, origin)
			b.Add("</location>\n", structure)
		}
		b.Add("  </"+tag+">", structure)
	}
	return b.Text()
}

// agentLines lists sub-agents as lines, for the older prompts; 0.28 gives only their names.
func agentLines(agents []Entry, v Version) source.Text {
	var b source.Builder
	for i, a := range agents {
		if i > 0 {
			b.Add("\n", structure)
		}
		origin := source.Origin{Kind: source.Variable, Source: "subagent:" + a.Name, Tag: source.NoSpan}
		b.Add("- ", structure)
		b.Add(a.Name, origin)
		if v == V061 {
			b.Add(" -> ", structure)
			b.Append(a.description(origin))
		}
	}
	return b.Text()
}

// readOnly lists the tools that 0.28 allows in plan mode.
var readOnly = []string{"glob", "grep_search", "read_file", "list_directory", "google_web_search", "ask_user", "activate_skill"}

// planTools returns the list of tools for plan mode. In 0.61 it has the titles of all declared
// tools. In 0.28 it has only the tools that read.
func (o Options) planTools(tools []string) source.Text {
	names, before, after := tools, "  <tool>`", "`</tool>"
	if o.Version == V028 {
		names, before, after = nil, "- `", "`"
		for _, name := range readOnly {
			if slices.Contains(tools, name) {
				names = append(names, name)
			}
		}
	} else {
		title := func(name string) string {
			i := slices.IndexFunc(registry061, func(t builtIn) bool { return t.name == name })
			return registry061[i].title
		}
		names = slices.SortedStableFunc(slices.Values(tools), func(a, b string) int { return collate.Compare(title(a), title(b)) })
	}
	var b source.Builder
	for i, name := range names {
		if i > 0 {
			b.Add("\n", structure)
		}
		b.Add(before, structure)
		b.Append(toolName(name, name))
		b.Add(after, structure)
	}
	return b.Text()
}

// topicLine is the last line of the system instruction if a topic is set.
func topicLine(topic string) source.Text {
	topic = strings.NewReplacer("\r\n", " ", "\n", " ", "]", "").Replace(topic)
	if topic = strings.TrimFunc(topic, source.IsJSSpace); topic == "" {
		return source.Text{}
	}
	return source.Literal("[Active Topic: ").Append(value("topic", topic), source.Literal("]"))
}
