package gemini

import (
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
