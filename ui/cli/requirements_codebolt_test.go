package cli

import "testing"

// The document that maps Gemini CLI's prompt onto Codebolt's modifiers.
func TestCodeboltsRequirements(t *testing.T) {
	const builder, bolt = "render --profile gemini-builder", "render --messages --profile codebolt"
	const cli, old = "render --messages --profile gemini-cli@0.61.0", "render --messages --profile gemini-cli@0.28"
	memory := []string{"GEMINI.md", "HOUSE RULES\n"}
	talk := "history = [{role = 'user', content = 'first question, long enough to be quoted'}, {role = 'assistant', content = 'the first answer, long enough to be quoted'}, {role = 'user', content = 'second'}, {role = 'assistant', content = 'two'}]\n"
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
		{number: 43, demand: "the section on hooks is always there, and the key says so", scenario: "hooks = false", run: "check --profile gemini-cli@0.61.0", has: []string{"the scenario's hooks does nothing", "GEMINI_PROMPT_HOOKCONTEXT=0"}},
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
		{number: 57, demand: "todos that change nothing are told of", scenario: "todos = true", run: "check --profile gemini-cli@0.61.0 --model google/gemini-3-pro-preview", has: []string{"todos changes nothing for gemini-3-pro-preview"}},
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
	})
}
