package requirements

import (
	"fmt"
	"testing"

	"galley/engine/facts"
)

// The requirements of the document that maps Gemini CLI's prompt onto Codebolt's modifiers.
func TestCodeboltsRequirements(t *testing.T) {
	const builder, bolt = "render --profile gemini-builder", "render --messages --profile codebolt"
	const cli, old = "render --messages --profile gemini-cli@0.61.0", "render --messages --profile gemini-cli@0.28"
	memory := []string{"GEMINI.md", "HOUSE RULES\n"}
	talk := "history = [{role = 'user', content = 'first question, long enough to be quoted'}, {role = 'assistant', content = 'the first answer, long enough to be quoted'}, {role = 'user', content = 'second'}, {role = 'assistant', content = 'two'}]\n"
	const everything = "modifiers = ['ChatHistory', 'EnvironmentContext', 'DirectoryContext', 'IdeContext', 'CoreSystemPrompt', 'GeminiMemory', 'ToolInjection', 'AtFileProcessor']\nmemory = 'M'\n"
	const ide = "ide = {active_file = 'a.go', cursor = {line = 3, character = 4}, selection = 'SELECTED', open_files = ['b.go', 'c.go']}\n"
	const two = "tools = [{name = 'A', description = 'DESCRIBED', input_schema = {type = 'object'}}, {name = 'B', input_schema = {type = 'object'}}]\n"
	tags := func(text string) []string {
		return []string{".galley/config.toml", "[template]\nextensions = ['tool']\n", "t.md", text}
	}
	many := func(w *facts.Memory) {
		for i := range 230 {
			w.File(fmt.Sprintf("/p/f%03d", i), "")
		}
	}
	meets(t, "codebolt", []requirement{
		{number: 2, demand: "the session begins with a message of the user's", run: old, has: []string{"--- user ---"}},
		{number: 4, demand: "the date in its long form", run: old, has: []string{"Today's date is Friday, February 6, 2026"}},
		{number: 5, demand: "the operating system", run: old, has: []string{"My operating system is: linux"}},
		{number: 6, demand: "the temporary directory, as it was measured", run: cli, has: []string{"/home/u/.gemini/tmp/"}},
		{number: 9, demand: "memory, as it was measured", scenario: "trusted = true", files: memory, run: cli, has: []string{"HOUSE RULES"}},
		{number: 11, demand: "the system instruction has sections", run: old, has: []string{"# Core Mandates", "# Primary Workflows", "# Operational Guidelines"}},
		{number: 12, demand: "tools are declared", run: "request --profile gemini-cli@0.61.0", has: []string{"functionDeclarations", "run_shell_command"}},
		{number: 13, demand: "one request holds the stages", run: "request --profile gemini-cli@0.61.0", has: []string{`"systemInstruction"`, `"contents"`, `"tools"`}},
		{number: 16, demand: "the list of modifiers is the author's", scenario: "modifiers = ['ChatHistoryMesage']", run: "check --profile codebolt", status: 1, has: []string{"did you mean ChatHistoryMessageModifier"}},
		{number: 17, demand: "history is in it", scenario: talk, run: bolt, has: []string{"first question"}},
		{number: 21, demand: "date, system and directory", run: bolt, has: []string{"Friday, February 6, 2026", "linux", "/p"}},
		{number: 23, demand: "the folder tree", files: []string{"src/a.go", "x"}, run: bolt, has: []string{"src/"}},
		{number: 24, demand: "the editor's state", scenario: "ide = {active_file = 'a.go', open_files = ['a.go']}\nmodifiers = ['IdeContext']", run: bolt, has: []string{"a.go"}},
		{number: 28, demand: "a custom system prompt", scenario: "custom_prompt = 'MINE'", run: bolt, has: []string{"--- system ---\nMINE"}},
		{number: 30, demand: "memory of user and project", scenario: "memory = {user = 'U', project = 'P'}", run: bolt, has: []string{"# User Preferences", "# Project Context"}},
		{number: 36, demand: "a base prompt", scenario: "base_prompt = 'BASE'\nmodifiers = ['EnvironmentContext']", run: bolt, has: []string{"--- system ---\nBASE"}},
		{number: 39, demand: "the preamble", run: "blocks --profile gemini-cli@0.28", has: []string{"Preamble"}},
		{number: 41, demand: "sub-agents", scenario: "agents = [{name = 'helper', description = 'helps'}]", run: old, has: []string{"# Available Sub-Agents", "helper"}},
		{number: 42, demand: "skills", scenario: "skills = [{name = 'cook', description = 'cooks'}]", run: old, has: []string{"<available_skills>", "cook"}},
		{number: 43, demand: "the section on hooks is always there, and the key says so", scenario: "hooks = false", run: "check --profile gemini-cli@0.61.0", has: []string{"the scenario's hooks has no effect", "GEMINI_PROMPT_HOOKCONTEXT=0"}},
		{number: 45, demand: "the planning workflow", scenario: "trusted = true\npermission_mode = 'plan'", run: "render --messages --profile gemini-cli@0.61.0", has: []string{"# Active Approval Mode: Plan", "### 1.", "### 4.", "!# Primary Workflows"}},
		{number: 51, demand: "the compression prompt can be seen", run: "compaction --profile gemini-cli@0.61.0", has: []string{"### CRITICAL SECURITY RULE", "### GOAL", "<state_snapshot>"}},
		{number: 52, demand: "sizes say what is not the agent's own text", run: "budget --profile gemini-cli@0.28", has: []string{"bytes are stand-ins", "tools\n"}},
		{number: 53, demand: "the builder's prompt is a profile of its own", run: builder, has: []string{"# Core Mandates", "# Primary Workflows", "# Final Reminder"}},
		{number: 53, demand: "the builder's prompt is Codebolt's custom system prompt", scenario: "template_as = 'gemini-builder'", run: bolt, has: []string{"--- system ---\n", "# Core Mandates", "codebolt--executeCommand"}},
		{number: 54, demand: "option interactive", scenario: "interactive = false", run: builder, has: []string{"!a person works with you"}},
		{number: 55, demand: "option hasSkills", scenario: "skills = [{name = 's'}]", run: builder, has: []string{"`activate_skill`"}},
		{number: 56, demand: "option enableCodebaseInvestigator", scenario: "agents = [{name = 'codebase_investigator'}]", run: builder, has: []string{"codebase_investigator"}},
		{number: 56, demand: "a sub-agent with the name of a built-in one is listed once", scenario: "agents = [{name = 'codebase_investigator', description = 'OURS'}]", run: cli, has: []string{"<name>codebase_investigator</name>\n    <description>OURS"}},
		{number: 57, demand: "option enableWriteTodosTool", scenario: "todos = true", run: builder, has: []string{"`write_todos`"}},
		{number: 57, demand: "todos that change nothing are told of", scenario: "todos = true", run: "check --profile gemini-cli@0.61.0 --model google/gemini-3-pro-preview", has: []string{"todos has no effect for gemini-3-pro-preview"}},
		{number: 58, demand: "option sandbox: the Seatbelt of macOS", scenario: "sandbox = 'macos-seatbelt'", run: builder, has: []string{"# macOS Seatbelt"}},
		{number: 58, demand: "option sandbox: another one", scenario: "sandbox = 'generic'", run: builder, has: []string{"# Sandbox"}},
		{number: 58, demand: "option sandbox: outside has no section", scenario: "sandbox = 'outside'", run: builder, has: []string{"!Sandbox"}},
		{number: 59, demand: "option isGitRepo", scenario: "git = true", run: builder, has: []string{"# Git Repository"}},
		{number: 59, demand: "option isGitRepo, off in a repository", scenario: "git = false", files: []string{".git/HEAD", "ref: refs/heads/main\n"}, run: builder, has: []string{"!# Git Repository"}},
		{number: 60, demand: "option isPlanMode", scenario: "permission_mode = 'plan'", run: builder, has: []string{"# Active Approval Mode: Plan", "!# Primary Workflows"}},
		{number: 61, demand: "options for the names of tools", scenario: "tool_names = {read_file = 'OPEN', shell = 'RUN', edit = 'CHANGE', grep = 'SEEK', glob = 'LIST'}", run: builder, has: []string{"OPEN", "`RUN`", "`CHANGE`", "`SEEK`", "`LIST`", "!codebolt--readFile"}},
		{number: 62, demand: "sections are parted by one blank line", run: builder, has: []string{"!\n\n\n"}},
		{number: 63, demand: "tools have Codebolt's names", run: builder, has: []string{"codebolt--readFile", "codebolt--executeCommand", "codebolt--searchFiles", "codebolt--listFiles", "!read_file", "!run_shell_command"}},
		{number: 63, demand: "a name with a reserve is noted", run: builder, says: []string{"codebolt--editFile here: or similar"}},
		{number: 64, demand: "the names stand for a template's tags", files: []string{".galley/config.toml", "[template]\nextensions = ['tool']\n", "t.md", "Use [tool:shell]."}, run: "render t.md --profile codebolt --messages", has: []string{"Use codebolt--executeCommand."}},
		{number: 64, demand: "all rows of the table, by the document's words", files: tags("[tool:read_file] [tool:write_file] [tool:edit] [tool:shell] [tool:grep] [tool:glob] [tool:ls] [tool:web_fetch] [tool:web_search]"), run: "render t.md --profile codebolt --messages", has: []string{"codebolt--readFile codebolt--writeFile codebolt--editFile codebolt--executeCommand codebolt--searchFiles codebolt--listFiles codebolt--listFiles codebolt--webFetch codebolt--webSearch"}},
		{number: 64, demand: "two rows have no tool", files: tags("[tool:memory][tool:attempt_completion]"), run: "check t.md --profile codebolt", status: 1, has: []string{"[tool:memory] is dropped: codebolt has no such tool", "[tool:attempt_completion] is dropped: codebolt has no such tool"}},
		{number: 64, demand: "a name that is not in the table is told of", files: tags("[tool:read_fil]"), run: "check t.md --profile codebolt", status: 1, has: []string{`unknown tool "read_fil"`, "did you mean [tool:read_file]?", "unknown-name"}},
		{number: 64, demand: "where a name comes from is shown", files: tags("[tool:shell]"), run: "vars t.md --profile codebolt", has: []string{"codebolt--executeCommand", "tools of codebolt"}},
		{number: 64, demand: "how they are switched on is told", files: []string{"t.md", "[tool:shell]"}, run: "check t.md --profile codebolt", status: 1, has: []string{`extensions = ["tool"]`}},
		{number: 65, demand: "the modifier of plan mode", scenario: "permission_mode = 'plan'", run: bolt, has: []string{"1. ", "4. "}},
		{number: 66, demand: "plan mode restricts no tools, as in the code", scenario: "permission_mode = 'plan'\ntools = [{name = 'write', input_schema = {type = 'object'}}]", run: "request --profile codebolt --provider openai", has: []string{`"name": "write"`}},
		{number: 73, demand: "the seven parts of the snapshot", run: "compaction --profile gemini-cli@0.61.0 --json", has: []string{`"overall_goal"`, `"active_constraints"`, `"key_knowledge"`, `"artifact_trail"`, `"file_system_state"`, `"recent_actions"`, `"task_state"`}},
		{number: 74, demand: "compaction begins at half the model's limit", scenario: "model = 'gpt-4'\nmodifiers = [{name = 'ConversationCompactor', options = {compactStrategy = 'smart'}}]", run: "compaction --profile codebolt --json", has: []string{`"limit": 4096`, `"due": false`, `"request": null`}},
		{number: 75, demand: "a summary in Gemini's form can be asked for", scenario: talk + "modifiers = ['ChatHistory', {name = 'ConversationCompactor', options = {compactStrategy = 'summarize'}}]", run: "compaction --profile codebolt", has: []string{"<state_snapshot>"}},
		{number: 76, demand: "an unknown strategy is told of", scenario: "modifiers = [{name = 'ConversationCompactor', options = {compactStrategy = 'bogus'}}]", run: "check --profile codebolt", status: 1, has: []string{"unknown compactStrategy"}},
		{number: 76, demand: "a limit that does not count is told of", scenario: "model = 'gpt-4'\nmodifiers = [{name = 'ConversationCompactor', options = {modelTokenLimit = 5000}}]", run: "check --profile codebolt", has: []string{"modelTokenLimit 5000 does not decide"}},
		{number: 77, demand: "the other modifier for long chats", scenario: talk + "modifiers = ['ChatHistory', {name = 'ChatCompression', options = {force = true}}]", run: "compaction --profile codebolt --json", has: []string{`"by": "ChatCompressionModifier"`, `"due": true`, `"limit": 89600`}},
		{number: 78, demand: "who provides what, and when it changes", run: "profiles compare gemini-cli@0.28 codebolt", has: []string{"CoreSystemPromptModifier"}},
		{number: 81, demand: "memory below the directory comes with the work", scenario: "trusted = true", files: []string{"src/GEMINI.md", "DEEP"}, run: "scan --agent gemini-cli --file src/a.go", has: []string{"src/GEMINI.md"}},
		{number: 1, demand: "the four stages: first message, instruction, declarations, request", run: "request --profile gemini-cli@0.28", order: []string{`"systemInstruction"`, "# Core Mandates", `"contents"`, "My operating system is: linux", `"tools"`, `"functionDeclarations"`}},
		{number: 3, demand: "the setup begins with a sentence: decision 3, in galley's own words", run: old, has: []string{"--- user ---\nGemini CLI begins a session"}, says: []string{"bytes are stand-ins"}},
		{number: 7, demand: "the working directory, or several", run: old, has: []string{"I'm currently working in the directory: /p\n"}},
		{number: 7, demand: "several working directories", scenario: "directories = ['/more']", in: func(w *facts.Memory) { w.Dir("/more") }, run: old, has: []string{"I'm currently working in the following directories:\n  - /p\n  - /more\n"}},
		{number: 8, demand: "the folder tree ends at 200 items", in: many, run: old, has: []string{"Showing up to 200 items", "f198", "!f200", "..."}},
		{number: 10, demand: "the setup ends with a reminder and a closing line: decision 3, in galley's own words", run: "blocks --profile gemini-cli@0.28", order: []string{"Folder structure", "Reminder (stand-in", "Closing line (stand-in"}},
		{number: 14, demand: "eight modifiers in the order of the document", scenario: talk + everything, run: "blocks --profile codebolt", order: []string{"System prompt", "Memory", "History", "Environment", "Folder structure", "Acknowledgement"}},
		{number: 15, demand: "processMessage adds the acknowledgement, the reminder of todos and the user's text", run: bolt, order: []string{"--- assistant ---\nUnderstood", "--- user ---\n<system-reminder>"}},
		{number: 18, demand: "option enableChatHistory", scenario: "modifiers = [{name = 'ChatHistory', options = {enableChatHistory = false}}]\n" + talk, run: bolt, has: []string{"!first question"}},
		{number: 19, demand: "option includeSystemMessages", scenario: "modifiers = [{name = 'ChatHistory', options = {includeSystemMessages = true}}]\nhistory = [{role = 'system', content = 'OLD RULES'}]", run: bolt, has: []string{"OLD RULES"}},
		{number: 19, demand: "without it they are left out", scenario: "modifiers = [{name = 'ChatHistory', options = {includeSystemMessages = false}}]\nhistory = [{role = 'system', content = 'OLD RULES'}]", run: bolt, has: []string{"!OLD RULES"}},
		{number: 19, demand: "maxHistoryMessages is told not to count, as in the code of 5.0.7", scenario: "modifiers = [{name = 'ChatHistory', options = {maxHistoryMessages = 1}}]\n" + talk, run: "check --profile codebolt", has: []string{"maxHistoryMessages"}},
		{number: 20, demand: "a call without a result gets a message", scenario: "history = [{role = 'user', content = 'q'}, {role = 'assistant', content = 'a', tool_calls = [{id = 'c1', name = 'read', arguments = {path = 'a.go'}}]}]", run: bolt, has: []string{"--- tool ---\nTool call \"read\"", `{"path":"a.go"}`}},
		{number: 22, demand: "options enableFullContext, maxFiles and includePatterns", scenario: "modifiers = [{name = 'EnvironmentContext', options = {enableFullContext = true, maxFiles = 1, includePatterns = ['*.md']}}]", files: []string{"a.md", "AAA", "b.md", "BBB", "c.txt", "CCC"}, run: bolt, has: []string{"AAA", "!BBB", "!CCC"}},
		{number: 25, demand: "cursor and selection are left out, as a request to Codebolt 5.0.7 leaves them out", scenario: ide, run: "check --profile codebolt", status: 1, has: []string{"cursor and selection are not sent"}},
		{number: 26, demand: "option includeOpenFiles", scenario: ide + "modifiers = [{name = 'IdeContext', options = {includeOpenFiles = false}}]", run: bolt, has: []string{"a.go", "!b.go"}},
		{number: 26, demand: "option maxOpenFiles", scenario: ide + "modifiers = [{name = 'IdeContext', options = {maxOpenFiles = 2}}]", run: bolt, has: []string{"b.go", "!c.go"}},
		{number: 26, demand: "options includeSelectedText and includeCursorPosition, with metadata", scenario: ide + "modifiers = [{name = 'IdeContext', options = {metadata = true, includeSelectedText = false, includeCursorPosition = true}}]", run: bolt, has: []string{`"line": 3`, "!SELECTED"}},
		{number: 27, demand: "the first turn has all, the next ones the changes", scenario: "ide = {active_file = 'a.go', open_files = ['a.go'], turns = [{active_file = 'b.go', open_files = ['b.go']}]}\nmodifiers = ['IdeContext']", run: bolt, order: []string{`"filesClosed"`, "a.go", `"activeFileChanged"`, "b.go"}},
		{number: 29, demand: "the system prompt behind the editor's state takes its place, and this is told", scenario: "ide = {active_file = 'a.go', open_files = ['a.go']}", run: "check --profile codebolt", status: 1, has: []string{"what IdeContextModifier added is lost"}},
		{number: 31, demand: "tools are injected", scenario: two, run: "request --profile codebolt --provider openai", order: []string{`"tools"`, `"name": "A"`, `"name": "B"`, `"tool_choice": "auto"`}},
		{number: 32, demand: "option allowedTools filters", scenario: two + "modifiers = [{name = 'ToolInjection', options = {allowedTools = ['A']}}]", run: "request --profile codebolt --provider openai", has: []string{`"name": "A"`, `!"name": "B"`}},
		{number: 32, demand: "the code of 5.0.7 does not, which is told", scenario: two + "modifiers = [{name = 'ToolInjection', options = {allowedTools = ['A']}}]", run: "check --profile codebolt", status: 1, has: []string{"never stores the option and sends all"}},
		{number: 33, demand: "option includeToolDescriptions", scenario: two + "modifiers = ['CoreSystemPrompt', {name = 'ToolInjection', options = {toolsLocation = 'SystemMessage', includeToolDescriptions = false}}]", run: bolt, has: []string{"**A**", "!DESCRIBED"}},
		{number: 34, demand: "tools in a system message", scenario: two + "modifiers = ['CoreSystemPrompt', {name = 'ToolInjection', options = {toolsLocation = 'SystemMessage'}}]", run: bolt, has: []string{"--- system ---\nAvailable Tools:\n1. **A**\n   Description: DESCRIBED"}},
		{number: 34, demand: "tools inside the prompt, up to a number", scenario: two + "modifiers = ['EnvironmentContext', {name = 'ToolInjection', options = {toolsLocation = 'InsidePrompt', maxToolsInMessage = 1}}]", run: bolt, has: []string{"A", "!**B**"}},
		{number: 35, demand: "files and folders that are mentioned", scenario: "mentions = ['a.md', 'docs/', 'gone.md']", files: []string{"a.md", "AAA", "docs/x.md", "XXX"}, run: bolt, order: []string{"Content from @a.md:\nAAA", "ENOENT", "Structure of @docs:", "XXX"}},
		{number: 37, demand: "how much of the context Codebolt has of its own", scenario: "trusted = true", files: memory, run: "profiles compare gemini-cli@0.28 codebolt", has: []string{"elements about the session and its directory; codebolt@5.0.7 has"}, order: []string{"Date ", "EnvironmentC", "Operating system", "EnvironmentC", "Working directory", "EnvironmentC", "Folder tree", "DirectoryContextModifier"}},
		{number: 38, demand: "a temporary directory is Gemini's alone", run: "profiles compare gemini-cli@0.28 codebolt", order: []string{"Temporary directory", "getInitialChatHistory", " -\nTool declarations"}},
		{number: 40, demand: "the core mandates", run: old, has: []string{"# Core Mandates\n"}},
		{number: 44, demand: "the primary workflows", run: old, order: []string{"# Primary Workflows\n", "## Software Engineering Tasks", "## New Applications"}},
		{number: 46, demand: "the operational guidelines", run: old, order: []string{"# Operational Guidelines\n", "## Tone and Style", "## Security and Safety Rules", "## Tool Usage"}},
		{number: 47, demand: "the sandbox: Seatbelt", scenario: "sandbox = 'sandbox-exec'", run: old, has: []string{"# macOS Seatbelt\n"}},
		{number: 47, demand: "the sandbox: another", scenario: "sandbox = 'docker'", run: old, has: []string{"# Sandbox\n"}},
		{number: 47, demand: "the sandbox: outside has a section, as was measured", run: old, has: []string{"# Outside of Sandbox\n"}},
		{number: 48, demand: "the repository", files: []string{".git/HEAD", "ref: refs/heads/main\n"}, run: old, has: []string{"# Git Repository\n"}},
		{number: 48, demand: "only in one", run: old, has: []string{"!# Git Repository"}},
		{number: 49, demand: "the final reminder names the tool that reads", run: old, order: []string{"# Final Reminder\n", "'read_file'"}},
		{number: 50, demand: "memory with what it imports", scenario: "trusted = true", files: []string{"GEMINI.md", "RULES\n@./more.md\n", "more.md", "IMPORTED"}, run: old, order: []string{"RULES", "IMPORTED"}},
		{number: 72, demand: "Codebolt makes a new prompt for every message", run: "profiles compare gemini-cli@0.28 codebolt", has: []string{"turn: message (documented: session start (static))"}},
		{number: 79, demand: "the sizes of both side by side", run: "profiles compare gemini-cli@0.28 codebolt", order: []string{"SIZE IN BYTES", "system instruction", "environment context", "tool declarations", "total"}},
		{number: 80, demand: "memory of the user and of the project", scenario: "trusted = true", files: append([]string{"/home/u/.gemini/GEMINI.md", "GLOBAL\n"}, memory...), run: old, order: []string{"GLOBAL", "HOUSE RULES"}},
		{number: 74, demand: "other agents begin by their own rules", scenario: "model = 'anthropic/claude-sonnet-4-5'", run: "compaction --profile opencode", has: []string{"SessionCompaction: not due", "starts at 168000 tokens, of the 200000"}},
		{number: 74, demand: "of an agent whose rules are not known that is said", run: "compaction --profile claude-code", has: []string{"it is not known when claude-code"}},
	})
}
