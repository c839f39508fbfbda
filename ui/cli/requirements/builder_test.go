package requirements

import (
	"testing"

	"galley/engine/facts"
)

// The requirements of the document about the system prompt's builder: templates, variables, stored
// prompts.
func TestTheBuildersRequirements(t *testing.T) {
	text := func(s string, more ...string) []string { return append([]string{"t.md", s}, more...) }
	const show, vars, look = "render t.md", "vars t.md", "check t.md"
	git := func(args, out string) func(*facts.Memory) {
		return func(w *facts.Memory) { w.OnGit("", args, facts.GitAnswer{Stdout: out}) }
	}
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
		{number: 9, demand: "the catalogue has eleven variables", files: text("x"), run: "vars t.md", order: []string{"system:time", "system:date", "system:os", "system:hostname", "prompt:cwd", "prompt:model", "prompt:conversation_id", "prompt:workspace_id", "git:branch", "git:status"}},
		{number: 23, demand: "a second other branch is text, and told of", files: text("[if prompt:cwd]a[else]b[else]c[endif]"), run: show, has: []string{"a"}},
		{number: 23, demand: "a second other branch is told of", files: text("[if prompt:cwd]a[else]b[else]c[endif]"), run: look, status: 1, has: []string{"second-else"}},
		{number: 24, demand: "blanks around a tag's text do not count", files: text("[ prompt:cwd ][ if prompt:cwd ]Y[ endif ]"), run: show, has: []string{"/pY"}},
		{number: 24, demand: "a blank behind the negation, and capitals, make no tag", files: text("[if ! prompt:cwd][IF prompt:cwd]"), run: show, has: []string{"[if ! prompt:cwd][IF prompt:cwd]"}},
		{number: 28, demand: "the operating system by its name", files: text("[system:os]", "/etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"), run: show, has: []string{"Debian GNU/Linux 12 (bookworm)"}},
		{number: 28, demand: "another system", files: text("[system:os]"), scenario: "platform = 'darwin'", run: show, has: []string{"darwin"}},
		{number: 34, demand: "the branch", files: text("[git:branch]"), in: git("rev-parse --abbrev-ref HEAD", "feat\n"), run: show, has: []string{"feat"}},
		{number: 34, demand: "none outside a repository", files: text("[if git:branch]Y[else]N[endif]"), run: show, has: []string{"N"}},
		{number: 35, demand: "the status", files: text("[git:status]."), in: git("status --short", " M AGENTS.md\n?? new\n"), run: show, has: []string{" M AGENTS.md\n?? new."}},
		{number: 35, demand: "an empty status exists", files: text("[if git:status]Y[endif]"), in: git("status --short", ""), run: show, has: []string{"Y"}},
	})
}
