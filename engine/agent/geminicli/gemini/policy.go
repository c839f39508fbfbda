package gemini

import (
	"slices"
	"strings"

	"galley/engine/textutil"
)

// rule is one of the agent's rules on tools. Of all rules that match a tool in a session, the one
// with the highest priority decides.
type rule struct {
	tools    []string // by name; "*" matches every tool
	deny     bool
	priority float64
	modes    []Mode // nil means all modes
	headless *bool  // nil means with and without a user who can answer
	// arguments means that the rule depends on the arguments of a call. Before any call, such a
	// rule may allow a tool but cannot forbid it.
	arguments bool
}

var (
	alone  = func() *bool { yes := true; return &yes }()
	asking = func() *bool { no := false; return &no }()

	inPlan    = []Mode{PlanMode}
	notInPlan = []Mode{DefaultMode, AutoEdit, Yolo}
	writing   = []string{"replace", "write_file"}
)

// rules061 lists the built-in rules of 0.61, sorted by priority. A tool that needs approval is
// forbidden if no user can give the approval.
var rules061 = []rule{
	{tools: []string{"ask_user"}, deny: true, priority: 1.999, headless: alone},
	{tools: []string{"ask_user"}, priority: 1.999, modes: []Mode{Yolo}, headless: asking},
	{tools: []string{"enter_plan_mode", "exit_plan_mode"}, deny: true, priority: 1.999, modes: []Mode{Yolo}, headless: asking},
	{tools: []string{"*"}, priority: 1.998, modes: []Mode{Yolo}},
	{tools: []string{"enter_plan_mode"}, deny: true, priority: 1.070, modes: inPlan},
	{tools: []string{"exit_plan_mode"}, priority: 1.070, modes: inPlan},
	{tools: writing, priority: 1.070, modes: inPlan, arguments: true},
	{tools: writing, deny: true, priority: 1.065, modes: inPlan},
	{tools: []string{"enter_plan_mode"}, priority: 1.050},
	{tools: []string{"exit_plan_mode"}, deny: true, priority: 1.050},
	{tools: []string{"invoke_agent"}, priority: 1.050},
	{tools: []string{"ask_user", "web_fetch", "activate_skill"}, priority: 1.050, modes: inPlan, headless: asking},
	{tools: []string{"glob", "grep_search", "list_directory", "read_file", "google_web_search", "update_topic",
		"tracker_create_task", "tracker_update_task", "tracker_get_task", "tracker_list_tasks", "tracker_add_dependency",
		"tracker_visualize", "read_mcp_resource", "list_mcp_resources"}, priority: 1.050},
	{tools: []string{"*"}, deny: true, priority: 1.040, modes: inPlan},
	{tools: []string{"replace", "write_file", "web_fetch"}, priority: 1.015, modes: []Mode{AutoEdit}},
	{tools: []string{"replace", "run_shell_command", "write_file", "activate_skill", "web_fetch"}, priority: 1.010, headless: asking},
	{tools: []string{"replace", "run_shell_command", "write_file", "activate_skill", "web_fetch"}, deny: true, priority: 1.010, headless: alone},
}

// The priorities of rules that come from settings; all are above those of the built-in rules.
const (
	excludedPriority  = 4.4
	confirmedPriority = 4.35
	allowedPriority   = 4.3
	corePriority      = 4.25
	trustedPriority   = 4.2
)

var narrowed = textutil.LazyRegexp(`^([a-zA-Z0-9_-]+)\((.*)\)$`)

// rules returns the rules on tools that are in force in a session, the highest priority first.
func (o Options) rules() []rule {
	all := slices.Clone(o.policies)
	named := func(name string) []string {
		if name == "ShellTool" {
			name = "run_shell_command"
		}
		return []string{name}
	}
	allow := func(list []string, priority float64, modes []Mode, elseDeny bool) {
		for _, entry := range list {
			r := rule{tools: named(entry), priority: priority, modes: modes}
			if m := narrowed().FindStringSubmatch(entry); m != nil {
				r.tools = named(m[1])
				if r.arguments = r.tools[0] == "run_shell_command"; r.arguments && elseDeny {
					all = append(all, rule{tools: r.tools, deny: true, priority: priority - 0.01, modes: modes})
				}
			}
			all = append(all, r)
		}
	}
	for _, name := range o.ExcludeTools {
		all = append(all, rule{tools: []string{name}, deny: true, priority: excludedPriority})
	}
	for _, name := range o.Confirm {
		all = append(all, rule{tools: named(name), priority: confirmedPriority})
	}
	allow(o.Allowed, allowedPriority, nil, true)
	if o.CoreTools != nil && len(*o.CoreTools) > 0 {
		allow(*o.CoreTools, corePriority, notInPlan, false)
		all = append(all, rule{tools: []string{"*"}, deny: true, priority: corePriority - 0.01, modes: notInPlan})
	}
	for _, server := range o.TrustedServers {
		all = append(all, rule{tools: []string{"mcp_" + server + "_*"}, priority: trustedPriority, modes: notInPlan})
	}
	all = append(all, rules061...)
	slices.SortStableFunc(all, func(a, b rule) int {
		switch {
		case a.priority > b.priority:
			return -1
		case a.priority < b.priority:
			return 1
		}
		return 0
	})
	return all
}

// appliesTo reports whether the rule applies to a tool in this session.
func (r rule) appliesTo(name string, o Options) bool {
	if r.modes != nil && !slices.Contains(r.modes, o.mode()) || r.headless != nil && *r.headless != o.Headless {
		return false
	}
	return slices.ContainsFunc(r.tools, func(tool string) bool {
		prefix, wild := strings.CutSuffix(tool, "*")
		return tool == name || wild && strings.HasPrefix(name, prefix)
	})
}

// barred returns a function that reports whether the rules exclude a tool from the request. If no
// user can be asked, a tool without a rule is excluded.
func (o Options) barred() func(name string) bool {
	switch {
	case !o.Program:
		return func(string) bool { return false }
	case o.Version == V028:
		return o.excluded028
	}
	rules := o.rules()
	return func(name string) bool {
		for _, r := range rules {
			if r.appliesTo(name, o) && !(r.deny && r.arguments) {
				return r.deny
			}
		}
		return o.Headless
	}
}

// excluded028 reports whether 0.28 leaves a tool out: if no user can be asked, it leaves out tools
// that need approval, unless tools.allowed names them.
func (o Options) excluded028(name string) bool {
	if !o.Headless || o.mode() == Yolo {
		return false
	}
	if name == "run_shell_command" {
		return !slices.ContainsFunc(o.Allowed, func(s string) bool {
			return strings.HasPrefix(s, "run_shell_command") || strings.HasPrefix(s, "ShellTool")
		})
	}
	return o.mode() != AutoEdit && slices.Contains([]string{"replace", "write_file", "web_fetch"}, name) && !slices.Contains(o.Allowed, name)
}
