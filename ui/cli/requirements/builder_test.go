package requirements

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
