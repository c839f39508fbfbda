package codebolt_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/codebolt"
	"galley/engine/facts"
)

// The whole prompts of small scenarios, one for each option of the modifiers.
func TestPromptsAreAsRecorded(t *testing.T) {
	t.Parallel()
	only := func(name, options string) string {
		return "todos = false\nmodifiers = [{name = '" + name + "', options = {" + options + "}}]\n"
	}
	const editor = `
ide = {active_file = "/p/a.go", open_files = ["/p/a.go", "/p/b.go", "/p/c.md"], selection = "some text", cursor = {line = 3, character = 4}, turns = [
{active_file = "/p/b.go", open_files = ["/p/b.go", "/p/d.go"], selection = "more", cursor = {line = 9, character = 1}}]}
`
	const history = `
history = [{role = "system", content = "s"}, {role = "user", content = "one"}, {role = "assistant", content = "two"}, {role = "user", content = "three"}]
`
	const tools = `
tools = [{name = "readFile", description = "Reads", parameters = {type = "object", properties = {p = {type = "string"}}}}, {name = "deleteFile", description = ""}, {name = "git", description = "Git"}]
`
	build := func(w *facts.Memory) {
		w.Remove("/p/.git").File("/p/a.go", "package a\n").File("/p/b.go", strings.Repeat("b", 50)).File("/p/c.md", "# C\n").File("/p/.gitignore", "*.log\nout/\n").File("/p/x.log", "log").File("/p/out/o.txt", "o").
			File("/p/sub/deep/e.go", "package e\n").File("/p/sub/f.bin", "\x00\x01").File("/p/node_modules/m/i.js", "m").Link("/p/link", "sub").File("/q/g.txt", "g").Dir("/p/empty").File("/p/shut.txt", "x").Mode("/p/shut.txt", 0)
		for i := range 60 {
			w.File(fmt.Sprintf("/m/many/f%02d.x", i), "x").Dir(fmt.Sprintf("/m/big/d%02d", i)).File(fmt.Sprintf("/m/hidden/.f%02d", i), "")
		}
		w.File("/m/many/.hidden", "h").File("/m/order/a.x", "x").Dir("/m/order/z").Link("/m/gone/x", "nowhere")
	}
	var all []agenttest.Prompted
	for _, one := range []struct{ name, toml, template string }{
		{"all by default", editor + history + tools + "memory = {user = '{\"2\": 1e3, \"1\": [true, null]}', project = 'plain'}\ntodos = ['x']\nmentions = ['a.go', 'sub/', 'none.txt']", "RULES"},
		{"history", history + only("ChatHistory", ""), ""},
		{"no history", history + only("ChatHistory", "enableChatHistory = false"), ""},
		{"history with system messages", history + only("ChatHistory", "includeSystemMessages = true, maxHistoryMessages = 2"), ""},
		{"environment", "locale = 'de-DE'\ntime_zone = 'Europe/Berlin'\n" + only("EnvironmentContext", ""), ""},
		{"a time zone that is not known", "time_zone = 'Nowhere'\n" + only("EnvironmentContext", ""), ""},
		{"environment with files", only("EnvironmentContext", "enableFullContext = true"), ""},
		{"environment with few files", only("EnvironmentContext", "enableFullContext = true, maxFiles = 2, maxFileSize = 20"), ""},
		{"environment with some files", only("EnvironmentContext", "enableFullContext = true, includePatterns = ['*.go'], excludePatterns = ['sub']"), ""},
		{"environment with a pattern of two stars", only("EnvironmentContext", "enableFullContext = true, includePatterns = ['**/*.go']"), ""},
		{"directories", "directories = ['/q', '/none']\n" + only("DirectoryContext", ""), ""},
		{"directories of an option", only("DirectoryContext", "workspaceDirectories = ['/q']"), ""},
		{"editor", editor + only("IdeContext", ""), ""},
		{"editor without parts", editor + only("IdeContext", "includeOpenFiles = false, includeSelectedText = false"), ""},
		{"editor without the active file", editor + only("IdeContext", "includeActiveFile = false, includeCursorPosition = false, maxOpenFiles = 1"), ""},
		{"own texts", "custom_prompt = 'own'\nbase_prompt = 'base'\nmemory = 'm'\ntemplate_as = 'none'\n" + only("CoreSystemPrompt", ""), "T"},
		{"texts of options", "template_as = 'none'\n" + only("CoreSystemPrompt", "customSystemPrompt = 'C', userMemory = ' M '"), "T"},
		{"no template", only("CoreSystemPrompt", "userMemory = 'M'"), ""},
		{"memory", only("GeminiMemory", "user = {b = 1, a = [1.0]}, project = 'text'"), "T"},
		{"plan", "permission_mode = 'plan'\n" + only("PlanMode", ""), ""},
		{"not to plan", "permission_mode = 'plan'\n" + only("PlanMode", "isPlanMode = false"), ""},
		{"tools", tools + only("ToolInjection", ""), ""},
		{"tools in a system message", tools + only("ToolInjection", "toolsLocation = 'SystemMessage', giveToolExamples = true, maxToolExamples = 1"), ""},
		{"tools in the prompt", tools + "todos = false\nmodifiers = ['EnvironmentContext', {name = 'ToolInjection', options = {toolsLocation = 'InsidePrompt', maxToolsInMessage = 1}}]\n", ""},
		{"tools in a prompt without a message", tools + only("ToolInjection", "toolsLocation = 'InsidePrompt'"), ""},
		{"some tools", tools + "allowed_tools = ['git']\n" + only("ToolInjection", ""), ""},
		{"mentions", "mentions = ['a.go', '/p/b.go', 'sub/', 'empty/', '/q/g.txt', 'none', 'shut.txt', 'sub/f.bin']\n" + "todos = false\nmodifiers = ['EnvironmentContext', 'AtFileProcessor']\n", ""},
		{"small mentions", "mentions = ['a.go', 'b.go', 'sub/']\n" + "todos = false\nmodifiers = ['EnvironmentContext', {name = 'AtFileProcessor', options = {maxFileSize = 20, allowedExtensions = ['.go'], enableRecursiveSearch = false}}]\n", ""},
		{"options of other types", only("ChatHistory", "maxHistoryMessages = 'x', unheard = 1"), ""},
		{"the builder's prompt", "template_as = 'gemini-builder'\ncustom_prompt = 'x'\n" + only("CoreSystemPrompt", ""), ""},
		{"todos", "modifiers = ['CoreSystemPrompt']\ntodos = [{text = 'x', status = 'done'}, {text = 'y', status = 'pending'}, {text = 'z', status = 'cancelled'}]\n", "T"},
		{"compression", history + "todos = false\nmodifiers = ['ChatHistory', 'ChatCompression']\n", ""},
		{"a compactor with another limit than the model's", history + "model = 'gpt-4o'\ntodos = false\nmodifiers = ['ChatHistory', {name = 'ConversationCompactor', options = {modelTokenLimit = 40}}]\n", ""},
		{"mentions of many files", "mentions = ['/m/many/', '/m/big/', '/m/order/', '/m/gone/']\n" + "todos = false\nmodifiers = ['EnvironmentContext', {name = 'AtFileProcessor', options = {allowedExtensions = []}}]\n", ""},
		{"mentions without a message", "mentions = ['a.go']\n" + "todos = false\nmodifiers = ['AtFileProcessor']\n", ""},
		{"mentions with a star", "mentions = ['*.go', 'many/*']\n" + "todos = false\nmodifiers = ['EnvironmentContext', 'AtFileProcessor']\n", ""},
		{"environment with all kinds of files", only("EnvironmentContext", "enableFullContext = true, includePatterns = ['**', '[', 'sub/?.bin', '*'], maxFileSize = 50"), ""},
		{"editor with many files", "ide = {active_file = '/p/a.go', open_files = ['/p/1', '/p/2', '/p/3', '/p/4', '/p/5', '/p/6', '/p/7', '/p/8', '/p/9', '/p/10', '/p/11']}\n" + only("IdeContext", ""), ""},
		{"editor with a cursor in the metadata", editor + only("IdeContext", "metadata = true"), ""},
		{"editor without an active file", "ide = {open_files = ['/p/1', '/p/1']}\n" + only("IdeContext", ""), ""},
		{"editor with nothing", "ide = {active_file = '/p/a.go'}\n" + only("IdeContext", "includeActiveFile = false"), ""},
		{"unknown modifiers and options", "modifiers = ['Nothing', {name = 'ChatHistory', options = {enableChatHistry = true}}, {name = 'ToolInjection', options = {toolsLocation = 'Prompt'}}]\n", ""},
		{"unknown modes", "permission_mode = 'yolo'\nmodifiers = ['ChatHistory']\n", "T"},
		{"a plan that nobody mentions", "permission_mode = 'plan'\nmodifiers = ['ChatHistory']\n", "T"},
		{"calls that did not run", "history = [{role = 'user', content = 'go'}, {role = 'assistant', content = 'look', tool_calls = [{id = 'c1', name = 'look', arguments = '{}'}, {id = 'c2', name = 'see', arguments = '\"text\"'}]}]\n" + only("ChatHistory", ""), ""},
		{"a time zone and a platform", "time_zone = 'Asia/Tokyo'\nplatform = 'darwin'\n" + only("EnvironmentContext", ""), ""},
		{"an empty template", "modifiers = ['CoreSystemPrompt']\ntodos = false\n", ""},
		{"a base prompt with a system message", "base_prompt = 'base'\ntodos = false\nmodifiers = ['CoreSystemPrompt']\n", "T"},
		{"the builder's prompt without a place", "template_as = 'gemini-builder'\nmodifiers = ['ChatHistory']\n", ""},
		{"a cursor that is not known any more", "ide = {active_file = '/p/a.go', cursor = {line = 3, character = 4}, turns = [{active_file = '/p/a.go', open_files = ['/p/b.go']}]}\n" + only("IdeContext", "metadata = true"), ""},
		{"a cursor in the same line", "ide = {active_file = '/p/a.go', cursor = {line = 3, character = 4}, turns = [{active_file = '/p/a.go', cursor = {line = 3, character = 5}}]}\n" + only("IdeContext", "metadata = true"), ""},
		{"a base prompt and a template in its place", "template_as = 'base'\nbase_prompt = 'base'\ntodos = false\nmodifiers = ['EnvironmentContext']\n", "T"},
		{"a mentioned folder of hidden files", "mentions = ['/m/hidden/']\ntodos = false\nmodifiers = ['EnvironmentContext', 'AtFileProcessor']\n", ""},
		{"a base prompt alone", "template_as = 'base'\ntodos = false\nmodifiers = ['EnvironmentContext']\n", "T"},
		{"the builder with a list of names", "template_as = 'gemini-builder'\ntool_names = {shell = 'run', nothing = 'x'}\nskills = [{name = 's', description = 'd'}]\npermission_mode = 'plan'\nsandbox = 'odd'\n" + only("CoreSystemPrompt", ""), ""},
		{"the builder with the names of Gemini CLI", "template_as = 'gemini-builder'\ntool_names = 'gemini-cli'\ngit = true\ntodos = true\nagents = [{name = 'codebase_investigator', description = 'd'}]\ninteractive = false\nmodifiers = ['CoreSystemPrompt']\n", ""},
		{"a compaction of tool output", "history = [{role = 'user', content = 'go'}, {role = 'assistant', content = '', tool_calls = [{id = 'c1', name = 'look', arguments = '{}'}]}, {role = 'tool', tool_call_id = 'c1', content = \"" + strings.Repeat("line\\n", 200) + "\"}, {role = 'assistant', content = 'done'}]\ntodos = false\nmodifiers = ['ChatHistory', {name = 'ConversationCompactor', options = {modelTokenLimit = 400, toolResponseTokenBudget = 50}}]\n", ""},
		{"a compaction that fails", "history = [{role = 'user', content = 'a long question that goes on'}]\ntodos = false\nmodifiers = ['ChatHistory', {name = 'ConversationCompactor', options = {modelTokenLimit = 4}}]\n", ""},
		{"compression that shortens", "history = [" + strings.Repeat("{role = 'user', content = '"+strings.Repeat("long ", 60)+"'}, {role = 'assistant', content = '"+strings.Repeat("answer ", 60)+"'}, ", 6) + "]\ntodos = false\nmodifiers = ['ChatHistory', {name = 'ChatCompression', options = {modelTokenLimit = 100}}]\n", ""},
		{"a strategy that is not known", "modifiers = ['ChatHistory', {name = 'ConversationCompactor', options = {compactStrategy = 'smrt', unheard = 1}}, {name = 'ChatCompression', options = {unheard = 1}}]\n", ""},
	} {
		all = append(all, agenttest.Prompted{Name: one.name, Scenario: one.toml, Template: one.template, Build: build})
	}
	agenttest.Prompts(t, codebolt.Profiles[0], "prompts.txt", all)
}
