package gemini

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"galley/engine/source"
	"galley/engine/tool"
)

// Declaration is what the model is told of one tool.
type Declaration struct {
	Name        string
	Description source.Text // from the pack: ours unless the user supplied the agent's
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

// Tool returns the declaration as a canonical tool.
func (d Declaration) Tool() tool.Tool {
	return tool.Tool{Name: tool.Text(d.Name), Description: tool.Text(d.Description.String()), Schema: d.Schema, Dialect: tool.Gemini}
}

// builtIn is a tool of the agent's own: its name, the class that settings may name
// it by, and the condition on which it is there.
type builtIn struct {
	name, class string
	when        func(Options) bool // nil: always
}

// registry061 and registry028 are in the order in which the tools are declared.
var (
	registry061 = []builtIn{
		{"update_topic", "UpdateTopicTool", func(o Options) bool { return !o.NoTopics }},
		{"list_directory", "LSTool", nil},
		{"read_file", "ReadFileTool", nil},
		{"grep_search", "GrepTool", nil},
		{"glob", "GlobTool", nil},
		{"activate_skill", "ActivateSkillTool", nil},
		{"replace", "EditTool", nil},
		{"write_file", "WriteFileTool", nil},
		{"web_fetch", "WebFetchTool", nil},
		{"run_shell_command", "ShellTool", nil},
		{"list_background_processes", "ListBackgroundProcessesTool", nil},
		{"read_background_output", "ReadBackgroundOutputTool", nil},
		{"google_web_search", "WebSearchTool", nil},
		{"ask_user", "AskUserTool", nil},
		{"write_todos", "WriteTodosTool", func(o Options) bool { return o.todos() && !o.Tracker }},
		{"enter_plan_mode", "EnterPlanModeTool", func(o Options) bool { return !o.NoPlan && o.mode() != PlanMode }},
		{"exit_plan_mode", "ExitPlanModeTool", func(o Options) bool { return !o.NoPlan && o.mode() == PlanMode }},
		{"tracker_create_task", "TrackerCreateTaskTool", tracked},
		{"tracker_update_task", "TrackerUpdateTaskTool", tracked},
		{"tracker_get_task", "TrackerGetTaskTool", tracked},
		{"tracker_list_tasks", "TrackerListTasksTool", tracked},
		{"tracker_add_dependency", "TrackerAddDependencyTool", tracked},
		{"tracker_visualize", "TrackerVisualizeTool", tracked},
		{"invoke_agent", "AgentTool", nil},
	}
	registry028 = []builtIn{
		{"list_directory", "LSTool", nil},
		{"read_file", "ReadFileTool", nil},
		{"grep_search", "GrepTool", nil},
		{"glob", "GlobTool", nil},
		{"activate_skill", "ActivateSkillTool", nil},
		{"replace", "EditTool", nil},
		{"write_file", "WriteFileTool", nil},
		{"web_fetch", "WebFetchTool", nil},
		{"run_shell_command", "ShellTool", nil},
		{"save_memory", "MemoryTool", nil},
		{"google_web_search", "WebSearchTool", nil},
		{"ask_user", "AskUserTool", nil},
		{"write_todos", "WriteTodosTool", Options.todos},
		{"exit_plan_mode", "ExitPlanModeTool", nil}, // in every mode
	}
)

// todos reports whether the list of tasks is there: for Gemini models before 3 by
// the model that was asked for, even if another one answers.
func (o Options) todos() bool { return !o.NoTodos && SetOf(o.model()) == Legacy }

func tracked(o Options) bool { return o.Tracker }

// BuiltInAgents are the sub-agents that 0.61 brings.
var BuiltInAgents = []string{"codebase_investigator", "cli_help", "generalist"}

// Tools returns the names of the built-in tools in the order of their declarations.
func Tools(o Options) []string {
	registry := registry061
	if o.Version == V028 {
		registry = registry028
	}
	names := []string{}
	for _, t := range registry {
		if (t.when == nil || t.when(o)) && (o.CoreTools == nil || t.namedIn(*o.CoreTools)) && !t.namedIn(o.ExcludeTools) {
			names = append(names, t.name)
		}
	}
	return names
}

// namedIn reports whether settings name the tool, by name or by class, with or
// without a condition in brackets: "ShellTool(git status)" is the shell.
func (t builtIn) namedIn(list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		s, _, _ = strings.Cut(s, "(")
		return s == t.name || s == t.class
	})
}

// schemaText holds the schemas by version: those of 0.28 where they differ. Those
// of 0.61 were taken from the running agent, those of 0.28 read in its source.
//
//go:embed tools.json
var schemaText string

// schemas are read when a prompt first declares tools: they are large, and most
// starts of the program want none.
var schemas = sync.OnceValue(func() tool.Value {
	v, _, err := tool.ParseJSON(schemaText)
	if err != nil {
		panic("the schemas built into galley are no JSON: " + err.Error())
	}
	return v
})

// Declarations returns what the model is told of the built-in tools: stage C.
func Declarations(o Options, prose Prose) []Declaration {
	var all []Declaration
	own, newest := schemas().Get(string(o.Version)), schemas().Get(string(V061))
	for _, name := range Tools(o) {
		schema := own.Get(name)
		if schema.Kind == tool.Absent {
			schema = newest.Get(name)
		}
		all = append(all, Declaration{name, prose("tool/" + name), schema})
	}
	return all
}
