package requirements

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestYumesRequirements(t *testing.T) {
	const gemini, openai, claude = "render --profile yume-gemini", "render --profile yume-openai", "render --profile yume-claude"
	mode := func(m string) string { return "permission_mode = '" + m + "'" }
	rules := []string{"CLAUDE.md", "HOUSE RULES\n"}
	long := []string{"CLAUDE.md", strings.Repeat("A", 40000)}
	answer := func(lines ...string) []string {
		return append([]string{"a.jsonl", strings.Join(lines, "\n")}, rules...)
	}
	verbose := "tools = [{name = 'Zebra', description = 'First sentence. Second sentence.', input_schema = {type = 'object', title = 'ATITLE', properties = {path = {type = 'string', description = 'Where it is (e.g. /tmp/x). More of it.', default = 'defaultpath', examples = ['one']}}}}]"
	limit := func(n int) []string {
		return []string{".galley/config.toml", fmt.Sprintf("[budgets]\ngemini = %d\n", n)}
	}
	const judge = "check --profile yume-gemini --transcript a.jsonl"
	const call = `{"type":"tool_use","id":"1","name":"Read","input":{"file_path":"/a"}}`
	const knows = `{"type":"text","text":"As CLAUDE.md says."}`
	meets(t, "yume", []requirement{
		{number: 1, demand: "there are prompts for Claude, Gemini and OpenAI", run: "profiles", has: []string{"yume-claude", "yume-gemini", "yume-openai"}},
		{number: 2, demand: "identity and role come first: decision 3, in galley's own words", run: gemini, has: []string{"You are a coding assistant."}, says: []string{"bytes are stand-ins"}},
		{number: 3, demand: "tools are there with their schemas", run: gemini, has: []string{`"name":"Read"`, `"file_path"`}},
		{number: 4, demand: "the working directory is told", run: gemini, has: []string{"## Working Directory\n/p\n"}},
		{number: 5, demand: "OpenAI's form says how tools are approved", scenario: mode("auto"), run: openai, has: []string{"Permission mode: auto\nExecute tools immediately. Do not wait for confirmation.\n"}},
		{number: 6, demand: "answers are line-delimited JSON: decision 3, the sentence about them in galley's own words", run: gemini, has: []string{"## Response Format\n", `{"type": "text", "text": "..."}`}},
		{number: 7, demand: "the project's instructions are in it", files: rules, run: gemini, has: []string{"## Project Instructions\nHOUSE RULES\n"}},
		{number: 8, demand: "Claude gets no prompt", run: claude, says: []string{"no prompt is sent"}},
		{number: 9, demand: "Claude gets the directory as a flag", run: claude, says: []string{"claude --cwd /p"}},
		{number: 10, demand: "Claude gets the mode as a flag", scenario: mode("deny"), run: claude, says: []string{"--permission-mode dontAsk"}},
		{number: 11, demand: "Claude loads CLAUDE.md itself", run: claude, says: []string{"loads CLAUDE.md by itself"}},
		{number: 14, demand: "the mode's value stands there", scenario: mode("deny"), run: gemini, has: []string{"## Permission Mode\ndeny\n"}},
		{number: 15, demand: "auto is explained", run: gemini, has: []string{`- "auto": Execute tools immediately without confirmation`}},
		{number: 16, demand: "interactive is explained", run: gemini, has: []string{`- "interactive": Pause and emit tool_use, wait for approval before executing`}},
		{number: 17, demand: "deny is explained", run: gemini, has: []string{`- "deny": Refuse tool execution, emit tool_result with is_error: true`}},
		{number: 18, demand: "another mode is told of", scenario: mode("bogus"), run: "check --profile yume-openai", status: 1, has: []string{"unknown-word", "bogus"}},
		{number: 19, demand: "tools stand in a tag", run: gemini, has: []string{"<tools>\n[", "]\n</tools>"}},
		{number: 21, demand: "a call has a form", run: gemini, has: []string{`{"type": "tool_use", "id": "...", "name": "...", "input": {...}}`}},
		{number: 22, demand: "thinking has a form", run: gemini, has: []string{`{"type": "thinking", "thinking": "..."}`}},
		{number: 25, demand: "OpenAI's lines for directory and mode", run: openai, has: []string{"Working directory: /p\nPermission mode: interactive\n"}},
		{number: 28, demand: "OpenAI gets the instructions without a heading", files: rules, run: openai, has: []string{"\n\nHOUSE RULES\n", "!## Project"}},
		{number: 29, demand: "OpenAI's tools go beside the prompt", run: "request --profile yume-openai", has: []string{`"tools": [`, `"type": "function"`}},
		{number: 31, demand: "Gemini takes 32,000 characters", files: long, run: "budget --profile yume-gemini", has: []string{"gemini  over", "of 32000 UTF-16 units"}},
		{number: 32, demand: "OpenAI takes 128,000 tokens", run: "budget --profile yume-openai", has: []string{"of 128000 tokens", "8 tools\n"}},
		{number: 34, demand: "long instructions keep 10,000 characters and a mark", files: long, run: gemini + " --fit", has: []string{strings.Repeat("A", 10000) + "\n[truncated]", "!" + strings.Repeat("A", 10001)}, says: []string{"it fits"}},
		{number: 38, demand: "OpenAI's steps are decided by the exact count", files: append([]string{".galley/config.toml", "[budgets]\nopenai = 2000\n"}, "CLAUDE.md", strings.Repeat("hello world lorem ipsum. ", 3000)), run: openai + " --fit", says: []string{"1. project instructions", "2. minimal prompt", "it fits"}, has: []string{"!lorem"}},
		{number: 39, demand: "a prompt of one's own is brought under the limit too", files: []string{".galley/config.toml", "[budgets]\ngemini = 40\n", "t.md", "Keep me.\n## Examples\nan example that is far too long to stay\n"}, scenario: "fit = [{heading = '## Examples', step = 1}]", run: "render t.md --fit --model google/gemini-2.5-pro", has: []string{"Keep me.", "!far too long"}, says: []string{"1. the section ## Examples"}},
		{number: 46, demand: "Gemini's form of declarations", files: []string{"t.json", `[{"name":"A","input_schema":{"type":"object"}}]`}, run: "tools t.json --to gemini", has: []string{"functionDeclarations"}},
		{number: 47, demand: "OpenAI's form of declarations", files: []string{"t.json", `[{"name":"A","input_schema":{"type":"object"}}]`}, run: "tools t.json --to openai", has: []string{`"type": "function"`}},
		{number: 48, demand: "the first of three files is loaded", files: []string{".claude/CLAUDE.md", "SECOND", "claude.md", "THIRD"}, run: gemini, has: []string{"SECOND", "!THIRD"}},
		{number: 49, demand: "an empty file wins", files: []string{"CLAUDE.md", "", ".claude/CLAUDE.md", "SECOND"}, run: gemini, has: []string{"!SECOND"}},
		{number: 52, demand: "eight tools are always there", run: gemini, has: []string{`"name":"Bash"`, `"name":"LS"`, "!WebFetch", "!TodoWrite"}},
		{number: 53, demand: "more with web access", scenario: "capabilities = {webAccess = true}", run: gemini, has: []string{"WebFetch", "WebSearch", "NotebookEdit", "!TodoWrite"}},
		{number: 54, demand: "more with sub-agents", scenario: "capabilities = {subagents = true}", run: gemini, has: []string{"TaskOutput", "TodoWrite", "!WebFetch"}},
		{number: 56, demand: "only tools that are defined", scenario: "tools = ['Bogus']", run: "check --profile yume-gemini", status: 1, has: []string{"undefined-tool"}},
		{number: 57, demand: "the instruction of mode auto", scenario: mode("auto"), run: openai, has: []string{"Execute tools immediately. Do not wait for confirmation."}},
		{number: 58, demand: "the instruction of mode interactive", scenario: mode("interactive"), run: openai, has: []string{"Emit tool_use and pause. Wait for tool_result before continuing."}},
		{number: 59, demand: "the instruction of mode deny", scenario: mode("deny"), run: openai, has: []string{"Do not execute tools. If a tool is needed, explain what you would do."}},
		{number: 60, demand: "every form explains what the mode means", scenario: mode("deny"), run: openai, has: []string{"Permission mode: deny\nDo not execute"}, says: []string{"!does not explain"}},
		{number: 61, demand: "a call that nobody advertised is found", files: answer(knows, `{"role":"assistant","content":"","tool_calls":[{"id":"1","type":"function","function":{"name":"Nope","arguments":"{}"}}]}`), run: judge, status: 1, has: []string{"unadvertised-tool", "Nope"}},
		{number: 61, demand: "a call can be demanded", scenario: "demand_call = true", files: answer(knows), run: judge, status: 1, has: []string{"no-call"}},
		{number: 62, demand: "missing fields are found", files: answer(knows, `{"type":"text"}`, `{"type":"tool_use","name":"Read","input":{"file_path":"/a"}}`), run: judge, status: 1, has: []string{"a.jsonl:2:1", "a text has no text", "a tool_use has no id"}},
		{number: 63, demand: "going on without the result is found, in an API's shape too", files: answer(knows, `{"role":"model","parts":[{"functionCall":{"name":"Read","args":{"file_path":"/a"}}},{"text":"and on"}]}`), run: judge, status: 1, has: []string{"after-call"}},
		{number: 63, demand: "a call in mode deny is found", scenario: mode("deny"), files: answer(knows, `{"output":[`+`{"type":"function_call","call_id":"1","name":"Read","arguments":"{\"file_path\":\"/a\"}"}]}`), run: judge, status: 1, has: []string{"denied-call"}},
		{number: 64, demand: "a probe is demanded even where a file is named", scenario: "probes = ['zebra']", files: answer(knows, call), run: judge, status: 1, has: []string{"no-context", "zebra"}},
		{number: 64, demand: "an answer that is well has no problems", files: answer(knows, call), run: judge, says: []string{"no problems"}},
		{number: 65, demand: "a prompt over the limit is found", files: append(answer(knows), long...), run: judge, status: 1, has: []string{"over-limit"}},
		{number: 12, demand: "Gemini's headings stand in their order", run: gemini, order: []string{"## Working Directory\n", "## Permission Mode\n", "## Available Tools\n", "## Response Format\n", "## Project Instructions\n"}},
		{number: 13, demand: "the directory's value stands under its heading", files: []string{"sub/x", ""}, run: gemini + " --cwd /p/sub", has: []string{"## Working Directory\n/p/sub\n"}},
		{number: 20, demand: "a text has a form", run: gemini, has: []string{`{"type": "text", "text": "..."}`}},
		{number: 23, demand: "a call is emitted and its result waited for: decision 3, in galley's own words", run: gemini, has: []string{"After a tool_use write nothing more: wait for its tool_result"}, says: []string{"bytes are stand-ins"}},
		{number: 24, demand: "the instructions are the last part", files: rules, run: gemini, order: []string{"## Response Format\n", "## Project Instructions\nHOUSE RULES\n"}},
		{number: 26, demand: "OpenAI's form names function calling: decision 3, in galley's own words", run: openai, has: []string{"Use tools by calling functions. Wait for the result"}, says: []string{"bytes are stand-ins"}},
		{number: 27, demand: "OpenAI's form asks for conversation: decision 3, in galley's own words", run: openai, has: []string{"When no tool is needed, simply answer."}, says: []string{"bytes are stand-ins"}},
		{number: 30, demand: "Claude takes 200,000 tokens, and nothing is compressed", files: long, run: "budget --profile yume-claude --fit", has: []string{"of 200000 tokens", "it fits without changes"}},
		{number: 33, demand: "limits are the user's to change", files: []string{".galley/config.toml", "[budgets]\ngemini = 300\n"}, run: "budget --profile yume-gemini", has: []string{"gemini  over", "of 300 UTF-16 units"}},
		{number: 35, demand: "the second step takes optional fields and long descriptions", files: limit(1150), scenario: verbose, run: gemini + " --fit", has: []string{`"description":"First sentence."`, "!Second sentence", "!defaultpath", "!ATITLE", "(e.g. /tmp/x)"}, says: []string{"2. tool definitions: removed", "!3. examples"}},
		{number: 36, demand: "the third step takes examples", files: limit(1090), scenario: verbose, run: gemini + " --fit", has: []string{`"description":"Where it is."`, "!(e.g."}, says: []string{"3. examples: removed", "!4. minimal"}},
		{number: 37, demand: "the fourth step is the minimal prompt, with a warning", files: limit(1050), scenario: verbose, run: gemini + " --fit", has: []string{"!Zebra", "## Response Format\n"}, says: []string{"4. minimal prompt: removed"}},
		{number: 37, demand: "the warning is a problem of the prompt", files: limit(1050), scenario: verbose, run: gemini + " --fit --strict", status: 1, says: []string{"only the minimal prompt fits", "[over-limit]"}},
		{number: 40, demand: "a prompt within its limit stays as it is", files: rules, run: gemini + " --fit", has: []string{"HOUSE RULES\n"}, says: []string{"it fits without changes"}},
		{number: 41, demand: "the section of instructions is cut before all else", files: append(limit(16000), long...), run: gemini + " --fit", order: []string{"## Response Format\n", "## Project Instructions\n" + strings.Repeat("A", 10000) + "\n[truncated]"}},
		{number: 42, demand: "the last resort cuts 100 before the limit and says so", files: append(limit(300), long...), run: gemini + " --fit", has: []string{"## Permission Mode\ninteractive\n[system prompt truncated]"}, says: []string{"now 226"}},
		{number: 43, demand: "lengths are UTF-16 units", files: []string{"t.md", "😀"}, run: "budget t.md", has: []string{"2 of 32000 UTF-16 units"}},
		{number: 45, demand: "the canonical form of a tool", files: []string{"t.json", `[{"name":"A","description":"d","parameters":{"type":"object"}}]`}, run: "tools t.json --to claude", order: []string{`"name": "A"`, `"description": "d"`, `"input_schema": {`}},
		{number: 50, demand: "without a file the heading stands alone", files: []string{"AGENTS.md", "OTHERS"}, run: gemini, has: []string{"## Project Instructions\n", "!OTHERS"}},
		{number: 51, demand: "bytes are decoded as they are", files: []string{"CLAUDE.md", "\ufeffa\r\nb\xff\n"}, run: gemini, has: []string{"\ufeffa\r\nb\ufffd\n"}},
		{number: 55, demand: "with both there are all fourteen", scenario: "capabilities = {webAccess = true, subagents = true}", run: "request --profile yume-openai", has: []string{`"WebFetch"`, `"TodoWrite"`, `"Bash"`}},
	})
}

// Requirement yume 38: all commands use the same count. A test in ui/app checks the workbench.
func TestOneCountDecidesInEveryCommand(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("HOME", "/home/u").File("/p/CLAUDE.md", strings.Repeat("hello world lorem ipsum. ", 3000)).
		File("/p/.galley/config.toml", "[budgets]\nopenai = 2000\n")
	const want = "fit: openai: 15083 tokens, the limit is 2000; now 82: it fits"
	for _, run := range []string{"render", "request", "blocks"} {
		requirement{run: run + " --fit --profile yume-openai", says: []string{want}}.holds(t, w)
	}
	requirement{run: "budget --fit --profile yume-openai", has: []string{want}}.holds(t, w)
	requirement{run: "render --fit --json --profile yume-openai", has: []string{`"fit": {`, `"used": 82`}}.holds(t, w)
}
