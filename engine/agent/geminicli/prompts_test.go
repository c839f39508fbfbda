package geminicli_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/geminicli"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
)

// The prompts of small scenarios, at both versions.
func TestPromptsAreAsRecorded(t *testing.T) {
	t.Parallel()
	set := func(text string) func(w *facts.Memory) {
		return func(w *facts.Memory) { w.File("/p/GEMINI.md", "Be kind.").File("/h/.gemini/settings.json", text) }
	}
	untrusted := func(w *facts.Memory) {
		set(`{"security":{"folderTrust":{"enabled":true}}}`)(w)
		w.Remove("/h/.gemini/trustedFolders.json")
	}
	const few = "allowed_tools = ['glob', 'look']\n"
	const tools = "tools = [{name = 'look', description = 'Looks', parameters = {type = 'object'}}, {name = 'see', description = 'Sees'}]\n"
	all := []agenttest.Prompted{
		{Name: "by default, with few tools", Scenario: few, Build: set(`{}`)},
		{Name: "tools of the scenario", Scenario: few + tools, Build: set(`{}`)},
		{Name: "a template", Scenario: few, Template: "TEMPLATE ${AvailableTools}", Build: set(`{}`)},
		{Name: "no template", Scenario: few + "template_as = 'none'\n", Template: "TEMPLATE", Build: set(`{}`)},
		{Name: "texts that have no place", Scenario: few + "custom_prompt = 'a'\nappend_prompt = 'b'\nbase_prompt = 'c'\nuser_system = 'd'\nagent_prompt = 'e'\n", Build: set(`{}`)},
		{Name: "a model of a variable", Scenario: few + "interactive = false\n", Build: func(w *facts.Memory) { set(`{}`)(w); w.Env("GEMINI_MODEL", "gemini-2.5-pro") }},
		{Name: "a model of the scenario", Scenario: few + "model = 'gemini-2.5-flash'\ntodos = true\n", Build: set(`{"model":{"name":"other"}}`)},
		{Name: "todos with a newer model", Scenario: few + "model = 'gemini-3-pro'\ntodos = false\n", Build: set(`{}`)},
		{Name: "plan mode", Scenario: few + "permission_mode = 'plan'\n", Build: set(`{"experimental":{"plan":true},"general":{"plan":{"directory":"plans"}}}`)},
		{Name: "plan mode, switched off", Scenario: few + "permission_mode = 'plan'\n", Build: set(`{"general":{"plan":{"enabled":false}}}`)},
		{Name: "a mode of the settings", Scenario: few, Build: set(`{"general":{"defaultApprovalMode":"auto_edit"},"tools":{"approvalMode":"auto_edit"}}`)},
		{Name: "a wrong mode of the settings", Scenario: few, Build: set(`{"general":{"defaultApprovalMode":"wild"},"tools":{"approvalMode":"wild"}}`)},
		{Name: "a wrong mode of the settings, and one of the scenario", Scenario: few + "permission_mode = 'default'\n", Build: set(`{"general":{"defaultApprovalMode":"wild"},"tools":{"approvalMode":"wild"}}`)},
		{Name: "an unknown mode", Scenario: few + "permission_mode = 'wild'\n", Build: set(`{}`)},
		{Name: "yolo that is forbidden", Scenario: few + "permission_mode = 'yolo'\n", Build: set(`{"security":{"disableYoloMode":true}}`)},
		{Name: "yolo in a folder that is not trusted", Scenario: few + "permission_mode = 'yolo'\n", Build: untrusted},
		{Name: "a folder that is not trusted, with nobody to ask", Scenario: few + "interactive = false\n", Build: untrusted},
		{Name: "servers", Scenario: few + "mcp = [{name = 's', instructions = 'Use s.'}]\n", Build: set(`{}`)},
		{Name: "servers in a folder that is not trusted", Scenario: few + "mcp = [{name = 's', instructions = 'Use s.'}]\n", Build: untrusted},
		{Name: "memory as one text", Scenario: few + "memory = 'M'\n", Build: set(`{}`)},
		{Name: "memory of the user and the project", Scenario: few + "memory = {user = 'U', project = 'P'}\n", Build: set(`{}`)},
		{Name: "sandboxes", Scenario: few + "sandbox = 'seatbelt'\n", Build: set(`{}`)},
		{Name: "no sandbox", Scenario: few + "sandbox = 'none'\n", Build: func(w *facts.Memory) { set(`{}`)(w); w.Env("SANDBOX", "docker") }},
		{Name: "another sandbox", Scenario: few + "sandbox = 'podman'\n", Build: set(`{}`)},
		{Name: "a topic and the tracker", Scenario: few + "topic = 'Parsing'\ntracker = true\n", Build: set(`{"general":{"topicUpdateNarration":false}}`)},
		{Name: "skills and agents", Scenario: few + "skills = [{name = 'k', description = 'does k', path = '/k'}]\nagents = [{name = 'generalist', description = 'replaced'}, {name = 'new', description = 'does new'}]\n", Build: func(w *facts.Memory) {
			set(`{"skills":{"disabled":["skill-creator"]},"experimental":{"enableAgents":true}}`)(w)
			w.File("/h/.gemini/skills/own/SKILL.md", "---\nname: own\ndescription: does own\n---\n").File("/h/.gemini/agents/a.md", "---\nname: a\ndescription: does a\n---\nYou.\n")
		}},
		{Name: "a skill of the user in place of a built-in one", Scenario: few, Build: func(w *facts.Memory) {
			set(`{}`)(w)
			w.File("/h/.gemini/skills/skill-creator/SKILL.md", "---\nname: skill-creator\ndescription: makes them in my way\n---\n")
		}},
		{Name: "a time zone and a locale", Scenario: few + "time_zone = 'Asia/Tokyo'\nlocale = 'de-DE'\nplatform = 'darwin'\n", Build: set(`{}`)},
		{Name: "a time zone that is not known", Scenario: few + "time_zone = 'Nowhere'\n", Build: set(`{}`)},
		{Name: "variables of a file", Scenario: few, Build: func(w *facts.Memory) {
			set(`{}`)(w)
			w.File("/p/.env", "GEMINI_SYSTEM_MD=/s.md\nGEMINI_API_KEY=k\n").File("/s.md", "Own.")
		}},
		{Name: "settings of the scenario", Scenario: few + "settings = {context = {fileName = 'OTHER.md'}}\ndirectories = ['/q']\n", Build: func(w *facts.Memory) { set(`{}`)(w); w.File("/p/OTHER.md", "Other.").Dir("/q") }},
		{Name: "extensions of the scenario", Scenario: few + "extensions = [{name = 'x', path = '/x', contextFiles = ['/x/X.md']}, {name = 'off', path = '/y', contextFiles = ['/y/Y.md'], isActive = false}]\n", Build: func(w *facts.Memory) {
			set(`{}`)(w)
			w.File("/x/X.md", "Of x.").File("/y/Y.md", "Of y.")
		}},
		{Name: "settings that are not an object", Scenario: few, Build: set(`[]`)},
	}
	agenttest.Prompts(t, geminicli.Profiles[0], "prompts.txt", all)
	agenttest.Prompts(t, geminicli.Profiles[1], "prompts-0.28.2.txt", all)
}

func TestStarts(t *testing.T) {
	t.Parallel()
	const settings = "/h/.gemini/settings.json"
	agenttest.Starts(t, "gemini-cli", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) { w.File("/p/d/a.go", "") }},
		{Name: "with settings, a model and arguments", Build: func(w *facts.Memory) {
			w.File(settings, `{"security":{"folderTrust":{"enabled":true},"auth":{"selectedType":"oauth"}},"env":{"TOKEN":"x"},"apiKey":"k"}`)
		}, In: start.Input{Model: "m", Args: []string{"-x"}}},
		{Name: "with settings of another form", Build: func(w *facts.Memory) { w.File(settings, `{"security":5}`) }},
		{Name: "with its home elsewhere", Build: func(w *facts.Memory) {
			w.Env("GEMINI_CLI_HOME", "/g").File("/g/.gemini/settings.json", `{"ui":{"theme":"x"}}`)
		}},
		{Name: "with servers, hooks, commands and extensions", Build: func(w *facts.Memory) {
			w.File(settings, `{"mcpServers":{"s":{"command":"node"}},"hooks":{"Stop":[{"hooks":[{"command":"a"}]}]},"tools":{"discoveryCommand":"find","callCommand":"call"}}`).
				File("/p/.gemini/settings.json", `{"mcpServers":{"t":{"command":"x"}}}`).File("/h/.gemini/extensions/e/x", "").File("/p/d/.gemini/extensions/f/x", "")
		}},
		{Name: "in the home", Build: func(w *facts.Memory) { w.File(settings, `{"mcpServers":{"s":{"command":"node"}}}`) }, In: start.Input{Cwd: "/h"}},
	})
}

// The settings give the threshold at which a conversation is compacted, and the model, unless the
// scenario names another model.
func TestCompactionsOfScenarios(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/h/.gemini/settings.json", `{"model":{"name":"gemma-4-27b","compressionThreshold":0.25}}`)
	talk := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.User}}}
	for model, want := range map[string][2]int{"": {256_000, 64_000}, "gemini-2.5-pro": {1_048_576, 262_144}} {
		in := profile.Input{BuiltIn: true, Cwd: "/p", World: w}
		in.Scenario.Model = model
		all := geminicli.Profiles[0].(profile.Compactor).Compactions(t.Context(), in, talk, 64_000)
		if len(all) != 1 || all[0].Window != want[0] || all[0].Limit != want[1] || all[0].Tokens != 64_000 {
			t.Errorf("%q: %+v", model, all)
		}
	}
}

// The measured sizes depend on the version and on the sections that the model gets.
func TestWhichSizesWereMeasured(t *testing.T) {
	t.Parallel()
	old := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{ID: "git"}, {ID: "finalReminder"}}}}}
	for i, want := range []string{"0.61.0 with gemini-2.5-pro", "0.28.2, interactive"} {
		if _, got := geminicli.Profiles[i].(profile.Sizer).Sizes(old); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	newer := prompt.Prompt{Messages: []prompt.Message{{Blocks: []prompt.Block{{ID: "git"}}}}}
	if sizes, got := geminicli.Profiles[0].(profile.Sizer).Sizes(newer); got != "0.61.0" || len(sizes) == 0 {
		t.Errorf("a newer model: %s", got)
	}
	agenttest.Sizes(t, map[string]prompt.Prompt{"an older model": old, "a newer model": newer}, geminicli.Profiles...)
}
