package gemini

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/tool"
)

// Declaration is one tool as declared to the model.
type Declaration struct {
	Name        string
	Description source.Text // from the pack, or a stand-in
	Schema      tool.Value
}

// JSON returns the declaration as the agent sends it.
func (d Declaration) JSON() tool.Value {
	return tool.Table(
		tool.Member{Name: "name", Value: tool.Text(d.Name)},
		tool.Member{Name: "description", Value: tool.Text(d.Description.String())},
		tool.Member{Name: "parametersJsonSchema", Value: d.Schema},
	)
}

// builtIn is a built-in tool: its name, the class by which settings may name it, and the condition
// under which a session has it.
type builtIn struct {
	name, class string
	when        func(Options) bool // nil means always
	title       string             // sort key in lists for people; "" in 0.28
}

// registry061 and registry028 hold the built-in tools of the versions 0.61 and 0.28, in the order in
// which a request declares them to the model.
var (
	registry061 = []builtIn{
		{"update_topic", "UpdateTopicTool", func(o Options) bool { return !o.NoTopics }, "Update Topic Context"},
		{"list_directory", "LSTool", nil, "ReadFolder"},
		{"read_file", "ReadFileTool", nil, "ReadFile"},
		{"grep_search", "GrepTool", nil, "SearchText"},
		{"glob", "GlobTool", nil, "FindFiles"},
		{"activate_skill", "ActivateSkillTool", nil, "Activate Skill"},
		{"replace", "EditTool", nil, "Edit"},
		{"write_file", "WriteFileTool", nil, "WriteFile"},
		{"web_fetch", "WebFetchTool", nil, "WebFetch"},
		{"run_shell_command", "ShellTool", nil, "Shell"},
		{"list_background_processes", "ListBackgroundProcessesTool", nil, "List Background Processes"},
		{"read_background_output", "ReadBackgroundOutputTool", nil, "Read Background Output"},
		{"google_web_search", "WebSearchTool", nil, "GoogleSearch"},
		{"ask_user", "AskUserTool", nil, "Ask User"},
		{"write_todos", "WriteTodosTool", func(o Options) bool { return o.todos() && !o.Tracker }, "WriteTodos"},
		{"enter_plan_mode", "EnterPlanModeTool", func(o Options) bool { return !o.NoPlan && o.mode() != PlanMode }, "Enter Plan Mode"},
		{"exit_plan_mode", "ExitPlanModeTool", func(o Options) bool { return !o.NoPlan && o.mode() == PlanMode }, "Exit Plan Mode"},
		{"tracker_create_task", "TrackerCreateTaskTool", tracked, "Create Task"},
		{"tracker_update_task", "TrackerUpdateTaskTool", tracked, "Update Task"},
		{"tracker_get_task", "TrackerGetTaskTool", tracked, "Get Task"},
		{"tracker_list_tasks", "TrackerListTasksTool", tracked, "List Tasks"},
		{"tracker_add_dependency", "TrackerAddDependencyTool", tracked, "Add Dependency"},
		{"tracker_visualize", "TrackerVisualizeTool", tracked, "Visualize Tracker"},
		{"invoke_agent", "AgentTool", nil, "Invoke Subagent"},
	}
	registry028 = []builtIn{
		{"list_directory", "LSTool", nil, ""},
		{"read_file", "ReadFileTool", nil, ""},
		{"grep_search", "GrepTool", nil, ""},
		{"glob", "GlobTool", nil, ""},
		{"activate_skill", "ActivateSkillTool", nil, ""},
		{"replace", "EditTool", nil, ""},
		{"write_file", "WriteFileTool", nil, ""},
		{"web_fetch", "WebFetchTool", nil, ""},
		{"run_shell_command", "ShellTool", nil, ""},
		{"save_memory", "MemoryTool", nil, ""},
		{"google_web_search", "WebSearchTool", nil, ""},
		{"ask_user", "AskUserTool", nil, ""},
		{"write_todos", "WriteTodosTool", Options.todos, ""},
		{"exit_plan_mode", "ExitPlanModeTool", func(o Options) bool { return !o.NoPlan }, ""},
	}
)

// todos reports whether the session has the tool write_todos. The requested model decides this,
// even if another model answers.
func (o Options) todos() bool {
	if o.Version == V028 && o.Program {
		return !o.NoTodos && !isGemini3(resolveModel(o.model(), false))
	}
	return !o.NoTodos && SetOf(o.model()) == Legacy
}

func tracked(o Options) bool { return o.Tracker }

// BuiltInAgents and builtInSkills list the built-in sub-agents and skills of 0.61, in the order in
// which the agent lists them.
var (
	BuiltInAgents = []string{"codebase_investigator", "cli_help", "generalist"}
	builtInSkills = []string{"skill-creator", "antigravity-support"}
)

// The same lists for 0.28, where each sub-agent is also a tool.
var (
	builtInAgents028 = BuiltInAgents[:2]
	builtInSkills028 = builtInSkills[:1]
)

// BuiltIns returns the names of a version's built-in sub-agents and skills.
func BuiltIns(v Version) (agents, skills []string) {
	if v == V028 {
		return builtInAgents028, builtInSkills028
	}
	return BuiltInAgents, builtInSkills
}

// Tools returns the names of the built-in tools in the order of their declarations.
func Tools(o Options) []string {
	names, barred := []string{}, o.barred()
	for _, t := range o.registry() {
		if o.registers(t) && !t.excluded(o.ExcludeTools) && !barred(t.name) {
			names = append(names, t.name)
		}
	}
	if o.Version == V028 && o.Program {
		for _, a := range o.Agents {
			if o.Allowed == nil || slices.Contains(o.Allowed, a.Name) {
				names = append(names, a.Name)
			}
		}
	}
	if i := slices.Index(names, activateSkill); i >= 0 && o.declaresSkills() {
		names = append(slices.Delete(names, i, i+1), activateSkill)
	}
	return names
}

// excludedTools lists the built-in tools that the mode excludes, in order.
func excludedTools(o Options) (names []string) {
	barred := o.barred()
	for _, t := range o.registry() {
		if o.registers(t) && !t.excluded(o.ExcludeTools) && barred(t.name) {
			names = append(names, t.name)
		}
	}
	return names
}

const activateSkill = "activate_skill"

// declaresSkills reports whether activate_skill is declared again after the others,
// with the names of the skills.
func (o Options) declaresSkills() bool { return o.Program && len(o.Skills) > 0 }

func (o Options) registry() []builtIn {
	if o.Version == V028 {
		return registry028
	}
	return registry061
}

// registers reports whether the session has a tool, before rules exclude any.
func (o Options) registers(t builtIn) bool {
	return (t.when == nil || t.when(o)) && (o.CoreTools == nil || t.namedIn(*o.CoreTools))
}

// namedIn reports whether a list of core tools names the tool. An entry may use the tool's name or
// class, with or without a condition in brackets: "ShellTool(git status)" names the shell.
func (t builtIn) namedIn(list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		s, _, _ = strings.Cut(s, "(")
		return s == t.name || s == t.class
	})
}

// older maps old names of tools, which settings may contain, to the new ones.
var older = map[string]string{"search_file_content": "grep_search"}

// excluded reports whether a list of excluded tools names the tool, by its name, an old name or its
// class. An entry with a condition in brackets does not count.
func (t builtIn) excluded(list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return s == t.name || s == t.class || older[s] == t.name })
}

// schemaText has the schemas of the tools of 0.61 and, where they differ, those of 0.28. Those of
// 0.61 were taken from the running agent; those of 0.28 were read in its source.
//
//go:embed tools.json
var schemaText string

// schemas parses the schemas when a prompt first declares tools. They are large, and most runs of
// the program do not need them.
var schemas = sync.OnceValue(func() tool.Value {
	v, _, err := tool.ParseJSON(schemaText)
	if err != nil {
		panic("the schemas built into galley are not JSON: " + err.Error())
	}
	return v
})

// Declarations returns the declarations of the built-in tools.
func Declarations(w facts.World, o Options, prose Prose) []Declaration {
	var all []Declaration
	plans, _ := o.plans(w, TempDir(w, o))
	own, newest := schemas().Get(string(o.Version)), schemas().Get(string(V061))
	for _, name := range Tools(o) {
		schema := own.Get(name)
		if schema.Kind == tool.Absent {
			schema = newest.Get(name)
		}
		d := Declaration{name, prose("tool/" + name), schema}
		switch i := slices.IndexFunc(o.Agents, func(a Entry) bool { return a.Name == name }); {
		case name == activateSkill && o.declaresSkills():
			d.Schema = skillSchema(o.Skills, schema)
		case o.Version == V028 && i >= 0:
			if d.Description = o.Agents[i].description(structure); d.Schema.Kind == tool.Absent {
				d.Schema = own.Get("agent")
			}
		case o.Version == V061 && o.Program && o.mode() == PlanMode && slices.Contains(writing, name):
			d.Description = prose("planning/tool", d.Description, plans)
		}
		all = append(all, d)
	}
	return all
}

// skillSchema returns the schema of activate_skill, which lists the skills' names.
func skillSchema(skills []Entry, schema tool.Value) tool.Value {
	var names []tool.Value
	for _, s := range skills {
		names = append(names, tool.Text(s.Name))
	}
	properties := schema.Get("properties")
	name := properties.Get("name").With("enum", tool.List(names...))
	return schema.With("properties", properties.With("name", name)).With("$schema", tool.Text("http://json-schema.org/draft-07/schema#"))
}
