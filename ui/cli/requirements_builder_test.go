package cli

import "testing"

// The document of the system prompt's builder: templates, variables, kept prompts.
func TestTheBuildersRequirements(t *testing.T) {
	text := func(s string, more ...string) []string { return append([]string{"t.md", s}, more...) }
	const show, vars, look = "render t.md", "vars t.md", "check t.md"
	meets(t, "builder", []requirement{
		{number: 2, demand: "without a stored template the built-in one counts", run: "render", has: []string{"You are a helpful coding assistant.\n"}},
		{number: 4, demand: "an empty template does not replace the system prompt", files: text(""), run: show, has: []string{"!helpful"}},
		{number: 12, demand: "a variable is put in", files: text("in [prompt:cwd]"), run: show, has: []string{"in /p"}},
		{number: 13, demand: "an unknown type becomes nothing, and is told of", files: text("a[nope:x]b"), run: look, status: 1, has: []string{"unknown-type"}},
		{number: 13, demand: "an unknown type becomes nothing", files: text("a[nope:x]b"), run: show, has: []string{"ab"}},
		{number: 14, demand: "a variable without a value becomes nothing", files: text("a[file:gone.md]b"), run: show, has: []string{"ab"}},
		{number: 15, demand: "a value is not parsed again", files: text("[file:A.md]", "A.md", "[prompt:cwd]"), run: show, has: []string{"[prompt:cwd]"}},
		{number: 16, demand: "a condition that holds", files: text("[if prompt:cwd]Y[endif]"), run: show, has: []string{"Y"}},
		{number: 16, demand: "a condition that does not hold", files: text("x[if file:gone]Y[endif]"), run: show, has: []string{"!Y"}},
		{number: 17, demand: "the other branch", files: text("[if file:gone]Y[else]N[endif]"), run: show, has: []string{"N", "!Y"}},
		{number: 18, demand: "a negated condition", files: text("[if !file:gone]N[endif]"), run: show, has: []string{"N"}},
		{number: 19, demand: "conditions within conditions", files: text("[if prompt:cwd]B[if file:gone]C[else]D[endif][endif]"), run: show, has: []string{"BD", "!C"}},
		{number: 20, demand: "conditions over lines keep the lines", files: text("a\n[if prompt:cwd]\nb\n[endif]\nc"), run: show, has: []string{"a\n\nb\n\nc"}},
		{number: 21, demand: "an open condition is text, and its content counts", files: text("[if prompt:cwd]x"), run: show, has: []string{"[if prompt:cwd]x"}},
		{number: 21, demand: "an open condition is told of", files: text("[if prompt:cwd]x"), run: look, status: 1, has: []string{"unclosed-if"}},
		{number: 22, demand: "an end without a beginning is text", files: text("x[endif]"), run: show, has: []string{"x[endif]"}},
		{number: 25, demand: "Markdown stays", files: text("[text](url) - [ ] a[0]"), run: show, has: []string{"[text](url) - [ ] a[0]"}},
		{number: 26, demand: "the time in UTC", files: text("[system:time]"), run: show, has: []string{"2026-02-06T04:30:00.000Z"}},
		{number: 27, demand: "the day in UTC", files: text("[system:date]"), run: show, has: []string{"2026-02-06"}},
		{number: 30, demand: "the directory", files: text("[prompt:cwd]"), run: show, has: []string{"/p"}},
		{number: 31, demand: "the model", files: text("[prompt:model]"), run: show + " --model openai/gpt-5/x", has: []string{"gpt-5/x"}},
		{number: 32, demand: "the conversation's id", scenario: "conversation_id = 'c-1'", files: text("[prompt:conversation_id]"), run: show, has: []string{"c-1"}},
		{number: 33, demand: "the workspace's id", scenario: "workspace_id = 'w-1'", files: text("[prompt:workspace_id]"), run: show, has: []string{"w-1"}},
		{number: 29, demand: "the host's name", scenario: "hostname = 'build-7'", files: text("[system:hostname]"), run: show, has: []string{"build-7"}},
		{number: 36, demand: "variables that are not named have their true state", files: text("x"), run: vars, has: []string{"git:branch", "!was not asked for"}},
		{number: 37, demand: "a file by its relative path", files: text("[file:docs/a.md]", "docs/a.md", "TEXT"), run: show, has: []string{"TEXT"}},
		{number: 38, demand: "a file by its absolute path", files: text("[file:/etc/x]", "/etc/x", "OUT"), run: show, has: []string{"OUT"}},
		{number: 39, demand: "an empty file exists", files: text("[if file:e.md]Y[endif]", "e.md", ""), run: show, has: []string{"Y"}},
		{number: 41, demand: "only a file's name is free", files: text("x"), run: "vars t.md --json", has: []string{`"dynamic": false`}},
		{number: 51, demand: "the built-in template", files: []string{"AGENTS.md", "RULES"}, run: "render", has: []string{"You are a helpful coding assistant.\n\n\nRULES\n\n\nThe current working directory is /p.\n"}},
	})
}

// OpenCode's prompt, and OpenAgentic's form of it.
func TestOpenCodesRequirements(t *testing.T) {
	const agentic, code, old = "render --messages --profile openagentic", "render --messages --profile opencode", "render --messages --profile opencode@1.1.34"
	title := func(file string) []string { return []string{file} }
	meets(t, "opencode", []requirement{
		{number: 1, demand: "gpt-5 gets the Codex text", run: "blocks --profile opencode@1.1.34 --model openai/gpt-5", has: title("codex_header.txt")},
		{number: 2, demand: "gpt-, o1 and o3 get the long text", run: "blocks --profile opencode@1.1.34 --model openai/gpt-4o", has: title("beast.txt")},
		{number: 3, demand: "gemini- gets its own", run: "blocks --profile opencode@1.1.34 --model google/gemini-2.5-pro", has: title("gemini.txt")},
		{number: 4, demand: "claude gets its own", run: "blocks --profile opencode@1.1.34 --model anthropic/claude-sonnet-4-5", has: title("anthropic.txt")},
		{number: 5, demand: "any other gets the short text", run: "blocks --profile opencode@1.1.34 --model x/qwen3", has: title("qwen.txt")},
		{number: 8, demand: "the texts are stand-ins, and say so", run: code, says: []string{"bytes are stand-ins"}},
		{number: 10, demand: "an agent's prompt stands in the base prompt's place", scenario: "agent_prompt = 'AGENT'", run: "blocks --profile opencode", has: []string{"Agent prompt", "made, and not sent:"}},
		{number: 13, demand: "the user's system text comes last", scenario: "user_system = 'LAST'", run: agentic, has: []string{"LAST"}},
		{number: 15, demand: "OAuth at OpenAI is a Codex session", scenario: "auth = 'oauth'", run: old + " --model openai/gpt-5", has: []string{"--- instructions ---", "--- user ---", "!--- system ---"}},
		{number: 19, demand: "an agent's prompt stays in it", scenario: "auth = 'oauth'\nagent_prompt = 'AGENT PROMPT'", run: old + " --model openai/gpt-5", has: []string{"--- user ---\nAGENT PROMPT"}},
		{number: 21, demand: "a header for Anthropic", run: "blocks --profile opencode@1.1.34 --model anthropic/claude-sonnet-4-5", has: []string{"Provider header"}},
		{number: 22, demand: "none for others", run: "blocks --profile opencode@1.1.34 --model openai/gpt-5", has: []string{"!Provider header"}},
		{number: 23, demand: "the environment: directory", run: agentic, has: []string{"<env>\n  Working directory: /p\n"}},
		{number: 24, demand: "the environment: repository", files: []string{".git/HEAD", "ref"}, run: agentic, has: []string{"Is directory a git repo: yes"}},
		{number: 25, demand: "the environment: platform", scenario: "platform = 'darwin'", run: agentic, has: []string{"Platform: darwin"}},
		{number: 26, demand: "the environment: the local day", scenario: "time_zone = 'America/New_York'", run: agentic, has: []string{"Today's date: Thu Feb 05 2026"}},
		{number: 27, demand: "the list of files is empty", run: agentic, has: []string{"<files>\n\n</files>"}},
		{number: 28, demand: "the first kind of rule file wins", files: []string{"AGENTS.md", "AAA", "CLAUDE.md", "CCC", "CONTEXT.md", "XXX"}, run: agentic, has: []string{"AAA", "!CCC", "!XXX"}},
		{number: 30, demand: "all of that kind, upward", files: []string{".git/HEAD", "ref", "AGENTS.md", "TOP", "a/AGENTS.md", "DEEP"}, run: agentic + " --cwd /p/a", has: []string{"DEEP", "TOP"}},
		{number: 35, demand: "the first global file", files: []string{"/home/u/.config/opencode/AGENTS.md", "GLOBAL"}, run: agentic, has: []string{"GLOBAL"}},
		{number: 36, demand: "the second where the first is missing", files: []string{"/home/u/.claude/CLAUDE.md", "SECOND"}, run: agentic, has: []string{"SECOND"}},
		{number: 45, demand: "instructions by pattern", files: []string{"opencode.json", `{"instructions": ["docs/*.md"]}`, "docs/x.md", "MORE"}, run: agentic, has: []string{"MORE"}},
		{number: 51, demand: "nothing is fetched unasked", files: []string{"opencode.json", `{"instructions": ["https://example.org/x.md"]}`}, run: agentic, has: []string{"!example"}},
		{number: 57, demand: "a rule file that could not be read is a problem of the prompt", files: []string{"t.md", "[file:dir]", "dir/x", "y"}, run: "check t.md --strict", status: 3, has: []string{"unreadable"}},
		{number: 63, demand: "plugins are named", files: []string{"opencode.json", `{"plugin": ["my-plugin"]}`}, run: "check --profile opencode --model openai/gpt-5", has: []string{"plugins run inside OpenCode", "my-plugin"}},
		{number: 65, demand: "the strict order refuses another", scenario: "strict_order = true\nblock_order = ['environment', 'provider']", run: "check --profile openagentic", status: 3, has: []string{"block_order"}},
		{number: 66, demand: "another order", scenario: "block_order = ['environment', 'provider']", run: agentic, has: []string{"</files>\n\nYou are a coding agent"}},
		{number: 68, demand: "nothing without the source project", scenario: "setting_sources = []\nuser_system = 'ONLY'", run: agentic, has: []string{"--- system ---\nONLY", "!<env>"}},
		{number: 68, demand: "an unknown source is told of", scenario: "setting_sources = ['projct']", run: "check --profile openagentic", status: 1, has: []string{"did you mean project?"}},
		{number: 70, demand: "files of instructions by name", scenario: "instruction_files = ['rp.txt']", files: []string{"rp.txt", "EXTRA"}, run: agentic, has: []string{"EXTRA"}},
		{number: 71, demand: "rules below the directory come with the work", files: []string{"src/AGENTS.md", "DEEP"}, run: "explain src/AGENTS.md --agent opencode", has: []string{"on demand"}},
		{number: 72, demand: "a prompt that OpenCode refuses is not kept", files: []string{"opencode.json", "{bad"}, run: "render --profile opencode", status: 3, says: []string{"agent-refuses"}},
	})
}
