package gemini

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

// A tool is declared unless the first rule that applies to it denies it.
func TestToolsOfASessionByApprovalMode(t *testing.T) {
	skills := []Entry{{Name: "one"}, {Name: "two"}}
	for name, c := range map[string]struct {
		o    Options
		want string
	}{
		"plan mode, interactive": {Options{Mode: PlanMode, Skills: skills},
			"update_topic list_directory read_file grep_search glob replace write_file web_fetch google_web_search ask_user exit_plan_mode invoke_agent activate_skill"},
		"yolo mode, interactive": {Options{Mode: Yolo, Skills: skills},
			"update_topic list_directory read_file grep_search glob replace write_file web_fetch run_shell_command list_background_processes read_background_output google_web_search ask_user invoke_agent activate_skill"},
		"headless, a shell allowed": {Options{Headless: true, Allowed: []string{"ShellTool(git status)"}},
			"update_topic list_directory read_file grep_search glob run_shell_command google_web_search enter_plan_mode invoke_agent"},
		"headless, consent required": {Options{Headless: true, Confirm: []string{"write_file"}},
			"update_topic list_directory read_file grep_search glob write_file google_web_search enter_plan_mode invoke_agent"},
		"excluded by class, and kept by a condition": {Options{Mode: Yolo, Headless: true, ExcludeTools: []string{"GlobTool", "ReadFileTool(x)"}, CoreTools: &[]string{"glob", "read_file"}},
			"read_file"},
		"0.28 alone": {Options{Version: V028, Headless: true, NoPlan: true, Model: "gemini-3-pro-preview", Agents: []Entry{{Name: "cli_help"}}},
			"list_directory read_file grep_search glob activate_skill save_memory google_web_search ask_user cli_help"},
		"0.28 alone with edits": {Options{Version: V028, Headless: true, Mode: AutoEdit, NoPlan: true, Model: "gemini-3-pro-preview"},
			"list_directory read_file grep_search glob activate_skill replace write_file web_fetch save_memory google_web_search ask_user"},
	} {
		c.o.Program = true
		if c.o.Version == "" {
			c.o.Version = V061
		}
		if got := strings.Join(Tools(c.o), " "); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", name, got, c.want)
		}
	}
}

func TestActivateSkillTakesTheNamesOfTheSkills(t *testing.T) {
	all := Declarations(facts.NewMemory(), Options{Version: V061, Program: true, Skills: []Entry{{Name: "one"}, {Name: "two"}}}, marked)
	last := all[len(all)-1]
	if names := last.Schema.Get("properties").Get("name").Get("enum").JSON(); last.Name != activateSkill || names != `["one","two"]` || !last.Schema.Has("$schema") {
		t.Errorf("%s %s", last.Name, last.Schema.JSON())
	}
}

// Tools of servers come after the agent's own. In a headless run only tools of trusted servers are
// declared.
func TestToolsOfServersNeedConsentToo(t *testing.T) {
	o := Options{Version: V061, Program: true, Headless: true, TrustedServers: []string{"good"}}
	barred := o.barred()
	if barred("mcp_good_look") || !barred("mcp_other_look") {
		t.Error("want the tools of the trusted server declared and those of the other not")
	}
	if o.Headless = false; o.barred()("mcp_other_look") {
		t.Error("want the tools declared if the user can consent")
	}
}

func TestPathsOfPlansAndTasks(t *testing.T) {
	w := facts.NewMemory().Dir("/r/docs").Link("/r/out", "/elsewhere").Dir("/elsewhere")
	for _, c := range []struct {
		o           Options
		full, shown string
	}{
		{Options{Version: V061}, "/t/plans", "/t/plans"},
		{Options{Version: V061, Program: true}, "/t/[gemini-cli/session-id]/plans", "../t/[gemini-cli/session-id]/plans"},
		{Options{Version: V061, Program: true, PlansDir: "docs/plans"}, "/r/docs/plans", "docs/plans"},
		{Options{Version: V061, Program: true, PlansDir: "."}, "/r", "."},
		{Options{Version: V061, Program: true, PlansDir: "../x"}, "/t/[gemini-cli/session-id]/plans", "../t/[gemini-cli/session-id]/plans"},
		{Options{Version: V061, Program: true, PlansDir: "out"}, "/t/[gemini-cli/session-id]/plans", "../t/[gemini-cli/session-id]/plans"},
		{Options{Version: V028, Program: true}, "/t/plans", "/t/plans"},
	} {
		c.o.Cwd = "/r"
		full, shown := c.o.plans(w, "/t")
		if full.String() != c.full || shown.String() != c.shown {
			t.Errorf("%q: %s, shown %s; want %s, %s", c.o.PlansDir, full, shown, c.full, c.shown)
		}
	}
}

func TestBuiltInsOfEachVersion(t *testing.T) {
	for v, want := range map[Version]string{
		V061: "codebase_investigator cli_help generalist / skill-creator antigravity-support",
		V028: "codebase_investigator cli_help / skill-creator",
	} {
		agents, skills := BuiltIns(v)
		if got := strings.Join(agents, " ") + " / " + strings.Join(skills, " "); got != want {
			t.Errorf("%s brings %s, want %s", v, got, want)
		}
	}
}

// The user's policy files override the agent's own rules. A file with a mistake is ignored.
func TestRulesOnToolsFromFiles(t *testing.T) {
	const rules = "[[rule]]\ntoolName = [\"glob\", \"read_file\"]\ndecision = \"deny\"\npriority = 100\n" +
		"[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \"git\"\ndecision = \"allow\"\npriority = 100\n" +
		"[[rule]]\ntoolName = \"list_directory\"\ndecision = \"deny\"\npriority = 1\nmodes = [\"plan\"]\n"
	for name, c := range map[string]struct {
		w    *facts.Memory
		want string
	}{
		"the user's file": {facts.NewMemory().File("/h/.gemini/policies/a.toml", rules), "update_topic list_directory grep_search run_shell_command google_web_search enter_plan_mode invoke_agent"},
		"the administrator's file": {facts.NewMemory().File("/etc/gemini-cli/policies/a.toml", rules).File("/h/.gemini/policies/b.toml", strings.ReplaceAll(rules, "deny", "allow")),
			"update_topic list_directory grep_search run_shell_command google_web_search enter_plan_mode invoke_agent"},
		"a file with a mistake": {facts.NewMemory().File("/h/.gemini/policies/a.toml", rules+"[[rule]]\ntoolName = \"x\"\ndecision = \"deny\"\npriority = 1000\n"),
			"update_topic list_directory read_file grep_search glob google_web_search enter_plan_mode invoke_agent"},
		"the project's file": {facts.NewMemory().File("/r/.gemini/policies/a.toml", rules),
			"update_topic list_directory read_file grep_search glob google_web_search enter_plan_mode invoke_agent"},
	} {
		o := Options{Version: V061, Program: true, Headless: true, Home: "/h", Cwd: "/r"}
		o.ReadPolicies(c.w, nil)
		if got := strings.Join(Tools(o), " "); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// If the agent cannot read a rule, it ignores the whole file, even the rule at its beginning that
// denies the tool glob.
func TestMistakesInPolicyFiles(t *testing.T) {
	t.Parallel()
	const first = "[[rule]]\ntoolName = \"glob\"\ndecision = \"deny\"\npriority = 999\n[[rule]]\n"
	for rule, ignored := range map[string]bool{
		"toolName = \"x\"\ndecision = \"deny\"\npriority = 0":                    false,
		"toolName = \"x\"\ndecision = \"ask_user\"\npriority = 999":              false,
		"toolName = \"x\"\ndecision = \"allow\"\npriority = 5.0":                 false,
		"toolName = \"x\"\ndecision = \"allow\"\npriority = 5\nsubagent = \"a\"": false,
		"toolName = \"x\"\ndecision = \"allow\"":                                 true,
		"toolName = \"x\"\ndecision = \"allow\"\npriority = 5.5":                 true,
		"toolName = \"x\"\ndecision = \"allow\"\npriority = -1":                  true,
		"toolName = \"x\"\ndecision = \"allow\"\npriority = 1000":                true,
		"toolName = \"x\"\ndecision = \"maybe\"\npriority = 1":                   true,
		"toolName = \"\"\ndecision = \"allow\"\npriority = 1":                    true,
		"toolName = [\"x\", \"\"]\ndecision = \"allow\"\npriority = 1":           true,
		"toolName = 5\ndecision = \"allow\"\npriority = 1":                       true,
		"decision = \"allow\"\npriority = 1":                                     true,
		"this is not TOML":                                                       true,
	} {
		o := Options{Version: V061, Program: true, Home: "/h", Cwd: "/r"}
		o.ReadPolicies(facts.NewMemory().File("/h/.gemini/policies/a.toml", first+rule), nil)
		if declared := slices.Contains(Tools(o), "glob"); declared != ignored {
			t.Errorf("with %q glob is declared: %v", rule, declared)
		}
	}
}

func TestWhereARuleOnToolsApplies(t *testing.T) {
	t.Parallel()
	deny := func(tool, more string) string {
		return "[[rule]]\ntoolName = \"" + tool + "\"\ndecision = \"deny\"\npriority = 100\n" + more
	}
	for _, c := range []struct {
		about        string
		o            Options
		files        map[string]string
		paths        []string
		barred, free string
	}{
		{"in its modes", Options{Mode: PlanMode}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "modes = [\"plan\"]")}, nil, "glob", "read_file"},
		{"not in others", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "modes = [\"plan\"]")}, nil, "", "glob"},
		{"where somebody can be asked", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "interactive = true")}, nil, "glob", "read_file"},
		{"where nobody can be asked", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "interactive = false")}, nil, "", "glob"},
		{"headless, where somebody can be asked", Options{Headless: true}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "interactive = true")}, nil, "", "glob"},
		{"headless, where nobody can be asked", Options{Headless: true}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "interactive = false")}, nil, "glob", "read_file"},
		{"to a server's tools", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("look", "mcpName = \"on\"")}, nil, "mcp_on_look", "look"},
		{"to all tools", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("*", "")}, nil, "glob", ""},
		{"to names that begin alike", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("mcp_*", "")}, nil, "mcp_on_look", "glob"},
		{"not before the arguments of a call are known", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "argsPattern = \"x\"")}, nil, "", "glob"},
		{"not by a prefix of a command", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "commandPrefix = \"x\"")}, nil, "", "glob"},
		{"not by a pattern of a command", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "commandRegex = \"x\"")}, nil, "", "glob"},
		{"not to the tools of a sub-agent", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "subagent = \"x\"")}, nil, "", "glob"},
		{"not to tools with an annotation", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "toolAnnotations = {x = 1}")}, nil, "", "glob"},
		{"of the administrator over the user's", Options{}, map[string]string{"/etc/gemini-cli/policies/a.toml": strings.Replace(deny("glob", ""), "deny", "allow", 1), "/h/.gemini/policies/a.toml": deny("glob", "")}, nil, "", "glob"},
		{"of the higher priority", Options{}, map[string]string{"/h/.gemini/policies/a.toml": deny("glob", "") + "[[rule]]\ntoolName = \"glob\"\ndecision = \"allow\"\npriority = 101\n"}, nil, "", "glob"},
		{"only from files that end in .toml", Options{}, map[string]string{"/h/.gemini/policies/a.txt": deny("glob", "")}, nil, "", "glob"},
		{"from the files that settings name", Options{}, map[string]string{"/r/own.toml": deny("glob", ""), "/x/b.toml": deny("read_file", ""), "/h/.gemini/policies/a.toml": deny("ls", "")}, []string{"own.toml", "/x"}, "glob read_file", "ls"},
	} {
		w := facts.NewMemory()
		for name, text := range c.files {
			w.File(name, text)
		}
		s := Settings{}
		if c.paths != nil {
			var list []any
			for _, p := range c.paths {
				list = append(list, p)
			}
			s["policyPaths"] = list
		}
		c.o.Version, c.o.Program, c.o.Home, c.o.Cwd = V061, true, "/h", "/r"
		c.o.ReadPolicies(w, s)
		expectDeclared(t, c.about, c.o, c.barred, c.free)
	}
	old := Options{Version: V028, Program: true, Home: "/h"}
	if old.ReadPolicies(facts.NewMemory().File("/h/.gemini/policies/a.toml", deny("glob", "")), nil); old.policies != nil {
		t.Error("0.28 has no policy files")
	}
}

// The settings come before the agent's own rules, in this order: excluded tools, tools that need
// consent, allowed tools, core tools, and tools of trusted servers.
func TestRulesOnToolsFromSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		about        string
		o            Options
		barred, free string
	}{
		{"excluded and allowed", Options{ExcludeTools: []string{"glob"}, Allowed: []string{"glob"}}, "glob", "read_file"},
		{"excluded with arguments", Options{ExcludeTools: []string{"glob(x)"}}, "", "glob"},
		{"allowed and not a core tool", Options{Allowed: []string{"web_fetch"}, CoreTools: &[]string{"glob"}}, "read_file", "web_fetch glob"},
		{"an empty list of core tools", Options{CoreTools: &[]string{}}, "", "glob"},
		{"core tools do not count in plan mode", Options{Mode: PlanMode, CoreTools: &[]string{"run_shell_command"}}, "run_shell_command", "read_file"},
		{"a shell of some commands", Options{Headless: true, Allowed: []string{"run_shell_command(git)"}}, "write_file", "run_shell_command"},
		{"another tool of some arguments", Options{Headless: true, Allowed: []string{"web_fetch(x)"}}, "write_file", "web_fetch"},
		{"a shell by its class as a core tool", Options{Headless: true, CoreTools: &[]string{"ShellTool"}}, "glob", "run_shell_command"},
		{"consent before what is allowed", Options{Headless: true, Confirm: []string{"ShellTool"}}, "write_file", "run_shell_command"},
		{"a server that is trusted, among core tools", Options{CoreTools: &[]string{"glob"}, TrustedServers: []string{"on"}}, "mcp_on_look", "glob"},
		{"a server that is trusted", Options{Headless: true, TrustedServers: []string{"on"}}, "mcp_off_look mcp_on", "mcp_on_look"},
		{"a trusted server in plan mode", Options{Mode: PlanMode, TrustedServers: []string{"on"}}, "mcp_on_look", "read_file"},
		{"the library has no rules", Options{ExcludeTools: []string{"glob"}, Version: "library"}, "", "glob"},
		{"0.28 with somebody to ask", Options{Version: V028}, "", "run_shell_command write_file"},
		{"0.28 with nobody to ask", Options{Version: V028, Headless: true}, "run_shell_command replace write_file web_fetch", "glob"},
		{"0.28 with nobody to ask, autonomous", Options{Version: V028, Headless: true, Mode: Yolo}, "", "run_shell_command replace"},
		{"0.28 with nobody to ask, edits allowed", Options{Version: V028, Headless: true, Mode: AutoEdit}, "run_shell_command", "replace web_fetch"},
		{"0.28, allowed by name", Options{Version: V028, Headless: true, Allowed: []string{"ShellTool(git)", "replace"}}, "write_file", "run_shell_command replace"},
		{"0.28, a shell by name", Options{Version: V028, Headless: true, Allowed: []string{"run_shell_command"}}, "write_file", "run_shell_command"},
	} {
		c.o.Program = c.o.Version != "library"
		if c.o.Version == "" {
			c.o.Version = V061
		}
		expectDeclared(t, c.about, c.o, c.barred, c.free)
	}
}

// expectDeclared checks that a session does not declare the tools in barred, and that it declares
// those in free.
func expectDeclared(t *testing.T, about string, o Options, barred, free string) {
	t.Helper()
	bars := o.barred()
	for _, name := range strings.Fields(barred + " " + free) {
		if want := slices.Contains(strings.Fields(barred), name); bars(name) != want {
			t.Errorf("%s: %s is barred: %v", about, name, !want)
		}
	}
}
