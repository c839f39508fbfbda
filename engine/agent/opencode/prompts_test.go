package opencode_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/opencode"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

// The prompts of small scenarios, at both versions.
func TestPromptsAreAsRecorded(t *testing.T) {
	t.Parallel()
	const model = "provider = 'p'\nmodel = 'm'\n"
	files := func(w *facts.Memory) {
		w.File("/p/AGENTS.md", "Be brief.").File("/p/opencode.json", `{"instructions":["more.md","https://x.example/a.md"],"model":"own/big","agent":{"plan":{"prompt":"PLAN","permission":{"skill":"deny"}},"quiet":{"disable":true}}}`).File("/p/more.md", "More.").
			File("/p/.opencode/skills/s/SKILL.md", "---\nname: s\ndescription: does s\n---\n")
	}
	const servers = "mcp = [{name = 'b', instructions = \" one\\ntwo \"}, {name = 'a', instructions = 'A'}, {name = 'silent'}, {name = 'blank', instructions = ' '}]\n"
	all := []agenttest.Prompted{
		{Name: "by default", Build: files},
		{Name: "a template", Scenario: model, Template: "TEMPLATE", Build: files},
		{Name: "a template of the user", Scenario: model + "template_as = 'user'\nuser_system = 'replaced'\n", Template: "TEMPLATE", Build: files},
		{Name: "a template in place of the agent's prompt", Scenario: model + "agent_prompt = 'AGENT'\n", Template: "TEMPLATE", Build: files},
		{Name: "prompts of the agent and the user", Scenario: model + "agent_prompt = 'AGENT'\nuser_system = 'USER'\n", Build: files},
		{Name: "an agent of the settings", Scenario: model + "agent = 'plan'\n", Build: files},
		{Name: "an agent that is switched off", Scenario: model + "agent = 'quiet'\n", Build: files},
		{Name: "an unknown agent", Scenario: model + "agent = 'nobody'\n", Build: files},
		{Name: "Claude", Scenario: "provider = 'anthropic'\nmodel = 'claude-sonnet-4-5'\n", Build: files},
		{Name: "GPT 5 by OAuth", Scenario: "provider = 'openai'\nmodel = 'gpt-5'\nauth = 'oauth'\n", Build: files},
		{Name: "GPT 4", Scenario: "provider = 'openai'\nmodel = 'gpt-4o'\n", Build: files},
		{Name: "Codex", Scenario: "provider = 'openai'\nmodel = 'gpt-5-codex'\n", Build: files},
		{Name: "Gemini", Scenario: "provider = 'google'\nmodel = 'gemini-2.5-pro'\n", Build: files},
		{Name: "Kimi", Scenario: "provider = 'x'\nmodel = 'kimi-k2'\n", Build: files},
		{Name: "a model without a provider", Scenario: "model = 'claude-sonnet-4-5'\n", Build: files},
		{Name: "servers with instructions", Scenario: model + servers, Build: files},
		{Name: "servers whose tools are denied", Scenario: model + servers, Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"permission":{"a_*":"deny","b_*":"deny","b_look":"allow"}}`)
		}},
		{Name: "skills of the scenario", Scenario: model + "skills = [{name = 's', description = 'replaced', path = 'own/SKILL.md'}, {name = 'a', description = 'first'}, {name = 'mute'}, {name = 'z', description = 'last', path = '/z & y/SKILL.md'}]\n", Build: files},
		{Name: "without the tool of skills", Scenario: model + "allowed_tools = ['read']\n", Build: files},
		{Name: "with skills denied", Scenario: model, Build: func(w *facts.Memory) {
			files(w)
			w.File("/p/opencode.json", `{"permission":{"skill":{"*":"deny"}}}`)
		}},
		{Name: "with skills denied to the agent that starts, for another", Scenario: model + "agent = 'plan'\n", Build: func(w *facts.Memory) {
			files(w)
			w.File("/p/opencode.json", `{"agent":{"build":{"permission":{"skill":{"*":"deny"}}}}}`)
		}},
		{Name: "a URL with a value of the environment", Scenario: model, Build: func(w *facts.Memory) {
			w.Env("KEY", "sk-0123456789abcdef").File("/p/opencode.json", `{"instructions":["https://x.example/{env:KEY}"]}`)
		}},
		{Name: "references", Scenario: model, Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"references":{"b":"../lib","a":{"path":"~/docs","description":"the docs"},"c":{"repository":"github:o/r","branch":"x/y"},"d":{"repository":"https://h.example:8080/o/r.git#f"},"e":{"repository":"git@h.example:o/r.git"},"f":{"repository":"h.example/o/r/"},"g":{"repository":"o/r"},"h":{"repository":"file:///x"},"i":{"repository":"git+ssh://h.example/o"},"j":{"repository":" "},"k":{"path":"/abs","hidden":true}}}`)
		}},
		{Name: "an editor's turn", Scenario: model + "history = [{role = 'user', content = 'one'}]\ntime_zone = 'Asia/Tokyo'\n", Build: files},
		{Name: "a time zone that is not known", Scenario: model + "time_zone = 'Nowhere'\n", Build: files},
		{Name: "tools", Scenario: "provider = 'anthropic'\nmodel = 'claude-sonnet-4-5'\ntools = [{name = 'look', description = 'Looks', parameters = {type = 'object', properties = {p = {type = 'string'}}}}]\n"},
		{Name: "settings with which it does not start", Scenario: model, Build: func(w *facts.Memory) { w.File("/p/opencode.json", `{"instructions":5}`) }},
	}
	agenttest.Prompts(t, opencode.Profiles[0], "prompts.txt", all)
	agenttest.Prompts(t, opencode.Profiles[1], "prompts-1.1.34.txt", all)
}

// The sizes that were measured for each base prompt.
func TestWhichSizesWereMeasured(t *testing.T) {
	t.Parallel()
	prompts := map[string]prompt.Prompt{"a template": {}}
	for _, base := range []string{"default", "anthropic", "gpt", "codex", "codex_header", "gemini"} {
		text := source.Of("x", source.Origin{Kind: source.StandIn, Source: "opencode/prompt/" + base})
		prompts[base] = prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{Text: source.Literal("a")}, {Text: text}}}}}
	}
	captured := source.Of("x", source.Origin{Kind: source.Pack, Source: "opencode/prompt/gemini"})
	prompts["gemini, of a capture"] = prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{Text: captured}}}}}
	prompts["a file of such a name"] = prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{Text: source.Of("x", source.Origin{Kind: source.File, Source: "opencode/prompt/gemini"})}}}}}
	agenttest.Sizes(t, prompts, opencode.Profiles...)
}

func TestStarts(t *testing.T) {
	t.Parallel()
	const settings = "/h/.config/opencode/opencode.json"
	agenttest.Starts(t, "opencode", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) {}},
		{Name: "with a model and providers in the settings", Build: func(w *facts.Memory) {
			w.File(settings, `{"model":"corp/m","provider":{"corp":{},"google":{}}}`).File("/p/opencode.jsonc", `{"model":"near/n"}`)
		}},
		{Name: "with a model of the session", Build: func(w *facts.Memory) {
			w.File(settings, `{"model":"corp/m"}`).Env("OPENCODE_CONFIG_CONTENT", `{"model":"env/e"}`)
		}, In: start.Input{Model: "mine/x", Args: []string{"--agent", "plan"}}},
		{Name: "with settings of a variable", Build: func(w *facts.Memory) {
			w.File(settings, `{"model":"corp/m"}`).Env("OPENCODE_CONFIG_CONTENT", `{"model":"env/e","provider":{"x":{}},"agent":{"build":{"model":"a/b"},"other":{}}}`)
		}},
		{Name: "with settings of a variable that are not valid", Build: func(w *facts.Memory) { w.Env("OPENCODE_CONFIG_CONTENT", `[1]`) }},
		{Name: "with a variable whose agents are a list", Build: func(w *facts.Memory) { w.Env("OPENCODE_CONFIG_CONTENT", `{"agent":[],"model":"no provider"}`) }},
		{Name: "with servers, plugins and tools", Build: func(w *facts.Memory) {
			w.Env("XDG_CONFIG_HOME", "/c").Env("OPENCODE_CONFIG", "/own.json").File("/c/opencode/config.json", `{"mcp":{"s":{"type":"local","command":["node","a"]}},"plugin":["p@1"]}`).File("/own.json", `{"plugin":["q"]}`).
				File("/p/.opencode/plugin/a.ts", "").File("/p/d/.opencode/plugins/b.ts", "").File("/p/d/.opencode/tool/c.ts", "").File("/p/.opencode/tools/d.ts", "").File("/p/.opencode/opencode.json", `{"plugin":["r"]}`)
		}},
	})
}
