package openagentic_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/openagentic"
	"galley/engine/facts"
)

// The prompts of small scenarios, one for each key that the SDK's profile reads.
func TestPromptsAreAsRecorded(t *testing.T) {
	t.Parallel()
	const claude = "setting_sources = ['project', 'claude']\n"
	const model = "provider = 'p'\nmodel = 'm'\n"
	files := func(w *facts.Memory) {
		w.File("/p/AGENTS.md", "Be brief.").File("/p/CLAUDE.md", "Remember.").File("/p/.claude/commands/run.md", "Run.").File("/p/opencode.json", `{"instructions":["more.md"]}`).File("/p/more.md", "More.").File("/p/given.md", "Given.")
	}
	const tools = "tools = [{name = 'look', description = 'Looks', parameters = {type = 'object', properties = {p = {type = 'string'}}}}]\n"
	agenttest.Prompts(t, openagentic.Profiles[0], "prompts.txt", []agenttest.Prompted{
		{Name: "by default", Scenario: "", Build: files},
		{Name: "a template", Scenario: model, Template: "TEMPLATE", Build: files},
		{Name: "a template of the user", Scenario: model + "template_as = 'user'\n", Template: " TEMPLATE\n", Build: files},
		{Name: "no template", Scenario: model + "template_as = 'none'\n", Template: "TEMPLATE", Build: files},
		{Name: "prompts of the agent and the user", Scenario: model + "agent_prompt = 'AGENT'\nuser_system = ' USER '\n", Build: files},
		{Name: "a blank prompt of the user", Scenario: model + "user_system = ' '\n", Build: files},
		{Name: "Anthropic", Scenario: "provider = 'my-Anthropic'\nmodel = 'Claude-Sonnet'\n", Build: files},
		{Name: "OpenAI by OAuth", Scenario: "provider = 'openai-x'\nmodel = 'gpt-5'\nauth = 'oauth'\n", Build: files},
		{Name: "OpenAI by OAuth, with an agent's prompt", Scenario: "provider = 'openai'\nmodel = 'gpt-5'\nauth = 'oauth'\nagent_prompt = 'AGENT'\n", Build: files},
		{Name: "OpenAI by a key", Scenario: "provider = 'openai'\nmodel = 'gpt-5'\nauth = 'api'\n" + tools, Build: files},
		{Name: "another provider by OAuth", Scenario: "provider = 'x-openai'\nmodel = 'gemini-2'\nauth = 'oauth'\n" + tools, Build: files},
		{Name: "Claude Code's memory and commands", Scenario: model + claude + "commands = [{name = 'zip'}, {name = 'ant'}]\n", Build: files},
		{Name: "Claude Code's memory alone", Scenario: model + claude, Build: func(w *facts.Memory) { w.File("/p/CLAUDE.md", "Remember.") }},
		{Name: "nothing of Claude Code", Scenario: model + claude, Build: func(w *facts.Memory) {}},
		{Name: "an explicit prompt alone", Scenario: model + "setting_sources = ['claude']\nuser_system = 'USER'\n", Build: files},
		{Name: "no sources, with an agent's prompt", Scenario: model + "setting_sources = []\nagent_prompt = 'AGENT'\n", Build: files},
		{Name: "an unknown source", Scenario: model + "setting_sources = ['project', 'user']\n", Build: files},
		{Name: "files by option", Scenario: model + "instruction_files = ['given.md']\n", Build: files},
		{Name: "another order", Scenario: model + "block_order = ['environment', 'custom_rules']\n", Build: files},
		{Name: "another order, strictly", Scenario: model + "block_order = ['environment']\nstrict_order = true\n", Build: files},
		{Name: "the agent's order, strictly", Scenario: model + "strict_order = true\n", Build: files},
		{Name: "an unknown kind of block", Scenario: model + "block_order = ['nothing']\nstrict_order = false\n", Build: files},
		{Name: "a conversation", Scenario: model + "history = [{role = 'user', content = 'one'}, {role = 'assistant', content = 'two'}]\n", Build: files},
		{Name: "a time zone that is not known", Scenario: model + "time_zone = 'Nowhere'\n", Build: files},
		{Name: "no model", Scenario: "provider = 'p'\n", Build: files},
	})
}
