package requirements

import (
	"context"
	"fmt"
	"testing"

	"galley/engine/facts"
)

// The requirements of the document about OpenCode's prompt and OpenAgentic's variant of it.
func TestOpenCodesRequirements(t *testing.T) {
	const agentic, code, old = "render --messages --profile openagentic", "render --messages --profile opencode", "render --messages --profile opencode@1.1.34"
	title := func(file string) []string { return []string{file} }
	const claude = " --model anthropic/claude-sonnet-4-5"
	rules := []string{"AGENTS.md", "AAA", "opencode.json", `{"instructions": ["docs/*.md"]}`, "docs/a.md", "INA", "docs/b.md", "INB"}
	page := []string{"opencode.json", `{"instructions": ["https://example.org/x.md"]}`}
	env := func(name, value string) func(*facts.Memory) {
		return func(w *facts.Memory) { w.Env(name, value) }
	}
	serves := func(status int, body string) func(*facts.Memory) {
		return func(w *facts.Memory) { w.URL("https://example.org/x.md", facts.Response{Status: status, Body: body}) }
	}
	off := func(dir string) func(*facts.Memory) {
		return func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", "1")
			if dir != "" {
				w.Env("OPENCODE_CONFIG_DIR", dir)
			}
		}
	}
	wide := func(w *facts.Memory) {
		for i := range 2100 {
			w.Dir(fmt.Sprintf("/d%d", i))
		}
	}
	meets(t, "opencode", []requirement{
		{number: 1, demand: "gpt-5 gets the Codex text", run: "blocks --profile opencode@1.1.34 --model openai/gpt-5", has: title("codex_header.txt")},
		{number: 2, demand: "gpt-, o1 and o3 get the long text", run: "blocks --profile opencode@1.1.34 --model openai/gpt-4o", has: title("beast.txt")},
		{number: 3, demand: "gemini- gets its own", run: "blocks --profile opencode@1.1.34 --model google/gemini-2.5-pro", has: title("gemini.txt")},
		{number: 4, demand: "claude gets its own", run: "blocks --profile opencode@1.1.34 --model anthropic/claude-sonnet-4-5", has: title("anthropic.txt")},
		{number: 5, demand: "any other gets the short text", run: "blocks --profile opencode@1.1.34 --model x/qwen3", has: title("qwen.txt")},
		{number: 8, demand: "the texts are stand-ins, and say so: decision 3", run: code, says: []string{"bytes are stand-ins"}},
		{number: 10, demand: "an agent's prompt stands in the base prompt's place", scenario: "agent_prompt = 'AGENT'", run: "blocks --profile opencode", has: []string{"Agent prompt", "built but not sent:"}},
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
		{number: 6, demand: "today's table: gpt", run: "blocks --profile opencode --model openai/gpt-5", has: title("gpt.txt")},
		{number: 6, demand: "today's table: codex", run: "blocks --profile opencode --model openai/gpt-5-codex", has: title("codex.txt")},
		{number: 6, demand: "today's table: beast", run: "blocks --profile opencode --model openai/gpt-4o", has: title("beast.txt")},
		{number: 6, demand: "today's table: kimi", run: "blocks --profile opencode --model x/kimi-k2", has: title("kimi.txt")},
		{number: 6, demand: "today's table: any other", run: "blocks --profile opencode --model x/qwen3", has: title("default.txt")},
		{number: 7, demand: "which text was chosen is shown", run: "blocks --profile openagentic --model anthropic/claude-sonnet-4-5", has: []string{"Base prompt (anthropic.txt)"}},
		{number: 9, demand: "a header is first, in a message of its own", run: old + claude, has: []string{"--- system ---\nYou work inside a command-line coding tool.\n\n--- system ---\n"}},
		{number: 11, demand: "without an agent's prompt the provider's stands there", run: "blocks --profile opencode@1.1.34" + claude, order: []string{"Provider header", "Base prompt (anthropic.txt)", "Environment"}},
		{number: 12, demand: "environment, rules and instructions follow", files: rules, run: agentic, order: []string{"</env>", "AGENTS.md\nAAA", "docs/a.md\nINA", "docs/b.md\nINB"}},
		{number: 14, demand: "OpenAgentic joins with a blank line", files: rules, run: agentic, has: []string{"</files>\n\nInstructions from: /p/AGENTS.md\nAAA\n\nInstructions from: /p/docs/a.md\nINA"}},
		{number: 14, demand: "OpenCode joins with one line end, as the capture of 1.1.34 has it", files: rules, run: old, has: []string{"</files>\nInstructions from: /p/AGENTS.md\nAAA\nInstructions from: /p/docs/"}},
		{number: 16, demand: "a Codex session leaves the base prompt out", scenario: "auth = 'oauth'", run: "blocks --profile openagentic --model openai/gpt-4o", has: []string{"!beast.txt", "Codex instructions"}},
		{number: 17, demand: "its instructions are the Codex text", scenario: "auth = 'oauth'", run: "request --profile opencode@1.1.34 --model openai/gpt-5", has: []string{`"instructions": "You are a coding agent`}},
		{number: 18, demand: "the system text goes as the user's", scenario: "auth = 'oauth'", files: rules, run: "request --profile opencode@1.1.34 --model openai/gpt-5", has: []string{`!"role": "system"`}, order: []string{`"input"`, `"role": "user"`, "<env>", "AAA"}},
		{number: 20, demand: "today all of it is in the instructions", scenario: "auth = 'oauth'", files: rules, run: code + " --model openai/gpt-5", has: []string{"!--- user ---"}, order: []string{"--- instructions ---", "<env>", "AAA"}},
		{number: 29, demand: "what a kind hides is named with the reason", files: []string{".git/HEAD", "x", "AGENTS.md", "T", "a/b/CLAUDE.md", "C"}, run: "scan --agent opencode@1.1.34 --cwd /p/a/b", order: []string{"CLAUDE.md", "AGENTS.md comes first"}},
		{number: 31, demand: "the search ends at the repository", files: []string{"a/.git/HEAD", "x", "AGENTS.md", "TOP", "a/b/AGENTS.md", "DEEP"}, run: agentic + " --cwd /p/a/b", has: []string{"DEEP", "!TOP"}},
		{number: 32, demand: "without one it goes up to the root", files: []string{"/AGENTS.md", "ROOT"}, run: agentic, has: []string{"Instructions from: /AGENTS.md\nROOT"}},
		{number: 33, demand: "an empty file leaves a line", files: []string{"AGENTS.md", ""}, run: agentic, has: []string{"Instructions from: /p/AGENTS.md"}},
		{number: 33, demand: "today it leaves none", files: []string{"AGENTS.md", ""}, run: code, has: []string{"!Instructions from"}},
		{number: 34, demand: "a file that cannot be read leaves a line", files: []string{"AGENTS.md", "AAA"}, in: func(w *facts.Memory) { w.Mode("/p/AGENTS.md", 0) }, run: agentic, has: []string{"Instructions from: /p/AGENTS.md", "!AAA"}},
		{number: 37, demand: "OPENCODE_DISABLE_CLAUDE_CODE_PROMPT", files: []string{"/home/u/.claude/CLAUDE.md", "SECOND"}, in: env("OPENCODE_DISABLE_CLAUDE_CODE_PROMPT", "1"), run: agentic, has: []string{"!SECOND"}},
		{number: 38, demand: "the third global file", files: []string{"/cfg/AGENTS.md", "THIRD"}, in: env("OPENCODE_CONFIG_DIR", "/cfg"), run: agentic, has: []string{"Instructions from: /cfg/AGENTS.md\nTHIRD"}},
		{number: 39, demand: "only the first global file, even an empty one", files: []string{"/home/u/.config/opencode/AGENTS.md", "", "/home/u/.claude/CLAUDE.md", "SECOND"}, run: agentic, has: []string{"!SECOND"}},
		{number: 40, demand: "an instruction that is a URL", files: page, in: serves(200, "FETCHED"), run: agentic + " --fetch", has: []string{"FETCHED"}},
		{number: 40, demand: "a URL that does not answer in time", files: page, in: func(w *facts.Memory) { w.URLThrow("https://example.org/x.md", context.DeadlineExceeded) }, run: agentic + " --fetch", has: []string{"!example.org"}},
		{number: 41, demand: "a URL that fails is left out", files: page, in: serves(404, "GONE"), run: agentic + " --fetch", has: []string{"!GONE", "!example.org"}},
		{number: 42, demand: "URLs are last, whatever their place in the list", files: []string{"opencode.json", `{"instructions": ["https://example.org/x.md", "a.md"]}`, "a.md", "LOCAL"}, in: serves(200, "FETCHED"), run: agentic + " --fetch", order: []string{"LOCAL", "FETCHED"}},
		{number: 43, demand: "~/ is the home", files: []string{"opencode.json", `{"instructions": ["~/h.md"]}`, "/home/u/h.md", "HOME"}, run: agentic, has: []string{"Instructions from: /home/u/h.md\nHOME"}},
		{number: 44, demand: "an absolute pattern is looked for in its directory", files: []string{"opencode.json", `{"instructions": ["/o/docs/*.md"]}`, "/o/docs/1.md", "ABS"}, run: agentic, has: []string{"ABS"}},
		{number: 44, demand: "a directory that is a pattern finds nothing", files: []string{"opencode.json", `{"instructions": ["/o*/docs/1.md"]}`, "/o/docs/1.md", "ABS"}, run: agentic, has: []string{"!ABS"}},
		{number: 46, demand: "project discovery off: patterns are relative to OPENCODE_CONFIG_DIR", files: []string{"/cfg/opencode.json", `{"instructions": ["i.md"]}`, "/cfg/i.md", "THERE", "i.md", "BESIDE"}, in: off("/cfg"), run: agentic, has: []string{"THERE", "!BESIDE"}},
		{number: 47, demand: "project discovery off, and no such directory: skipped, with the reason", files: []string{"/home/u/.config/opencode/opencode.json", `{"instructions": ["i.md"]}`, "i.md", "BESIDE"}, in: off(""), run: "scan --agent opencode@1.1.34", has: []string{"OPENCODE_DISABLE_PROJECT_CONFIG is set and OPENCODE_CONFIG_DIR is not"}},
		{number: 48, demand: "no text twice", files: []string{"AGENTS.md", "AAA", "opencode.json", `{"instructions": ["AGENTS.md"]}`}, run: "scan --agent opencode", has: []string{"the same text is loaded already"}},
		{number: 49, demand: "missing files are passed over", files: []string{"opencode.json", `{"instructions": ["gone.md"]}`}, run: agentic, has: []string{"!gone.md"}},
		{number: 50, demand: "{env:} and {file:} in settings", files: []string{"opencode.json", `{"instructions": ["{env:NAME}.md", "{file:./which}"]}`, "which", "two.md", "one.md", "ONE", "two.md", "TWO"}, in: env("NAME", "one"), run: code, has: []string{"ONE", "TWO"}},
		{number: 50, demand: "a {file:} that is missing keeps OpenCode from starting", files: []string{"opencode.json", `{"instructions": ["{file:./gone}"]}`}, run: "scan --agent opencode", has: []string{"the agent would not start"}},
		{number: 56, demand: "a project does not switch fetching on", files: append([]string{".galley/config.toml", "fetch = true"}, page...), in: serves(200, "FETCHED"), run: agentic, has: []string{"!FETCHED"}},
		{number: 56, demand: "which is told", files: []string{".galley/config.toml", "fetch = true"}, run: "check --profile openagentic", status: 1, has: []string{"fetch"}},
		{number: 58, demand: "links are followed, as OpenCode was seen to", files: []string{"/other/x.md", "LINKED"}, in: func(w *facts.Memory) { w.Link("/p/AGENTS.md", "/other/x.md") }, run: agentic, has: []string{"LINKED"}},
		{number: 58, demand: "and refused where the user asks for it", files: []string{"/other/x.md", "LINKED"}, in: func(w *facts.Memory) { w.Link("/p/AGENTS.md", "/other/x.md") }, run: agentic + " --no-follow", has: []string{"!LINKED"}},
		{number: 58, demand: "and a pattern through a link that is refused names the link", files: []string{"/p/real/a.md", "A", "/p/opencode.json", `{"instructions":["linkdir/*.md","gone/*.md"]}`}, in: func(w *facts.Memory) { w.Link("/p/linkdir", "/p/real") }, run: "scan --agent opencode --no-follow", has: []string{"linkdir/*.md", "it is a symbolic link, or reached through one, and links are not followed", "gone/*.md", "the pattern matches no file"}},
		{number: 59, demand: "a secret that settings take in is not printed", files: []string{"opencode.json", `{"instructions": ["{env:SECRET}/x.md"]}`}, in: env("SECRET", "hunter2"), run: "scan --agent opencode", has: []string{"!hunter2"}},
		{number: 60, demand: "a search of the whole disk is bounded, and this is told", files: []string{"opencode.json", `{"instructions": ["docs/*.md"]}`}, in: wide, run: agentic, says: []string{"stopped at"}},
		{number: 61, demand: "files come in a stated order", files: rules, run: "scan --agent opencode@1.1.34", order: []string{"in an order that is not stable", "AGENTS.md", "docs/a.md", "docs/b.md"}},
		{number: 62, demand: "the header is a part of its own behind which caching begins", run: "render --json --profile opencode@1.1.34" + claude, order: []string{`"messages"`, `"role": "system"`, `"role": "system"`, `"blocks"`}},
		{number: 64, demand: "the builder's blocks by name", scenario: "user_system = 'LAST'", files: rules, run: "render --json --profile openagentic" + claude, order: []string{`"id": "header"`, `"id": "provider"`, `"id": "environment"`, `"id": "custom_rules`, `"id": "instructions`, `"id": "sdk_user_system_prompt"`}},
		{number: 67, demand: ".claude's blocks where they are asked for", scenario: "setting_sources = ['project', 'claude']", files: []string{".claude/commands/foo.md", "x", "CLAUDE.md", "MEM"}, run: "blocks --profile openagentic", has: []string{"Project memory", "Slash commands"}},
		{number: 67, demand: "and nowhere else", files: []string{".claude/commands/foo.md", "x", "CLAUDE.md", "MEM"}, run: "blocks --profile openagentic", has: []string{"!Project memory", "!Slash commands"}},
		{number: 69, demand: "the three fields that are built: system text, instructions, Codex or not", scenario: "auth = 'oauth'", run: "render --json --profile openagentic --model openai/gpt-5", order: []string{`"messages"`, `"role": "instructions"`, `"role": "user"`}},
		{number: 73, demand: "acceptance: the environment", files: []string{".git/HEAD", "ref"}, run: agentic, has: []string{"Working directory: /p", "Is directory a git repo: yes", "Platform: linux", "Today's date: Fri Feb 06 2026"}},
		{number: 74, demand: "acceptance: one kind, all ancestors", files: []string{"/AGENTS.md", "ROOT", "AGENTS.md", "HERE", "CLAUDE.md", "OTHER"}, run: agentic, has: []string{"!OTHER"}, order: []string{"HERE", "ROOT"}},
		{number: 75, demand: "acceptance: the first global file", files: []string{"/home/u/.config/opencode/AGENTS.md", "FIRST", "/home/u/.claude/CLAUDE.md", "SECOND"}, run: agentic, has: []string{"FIRST", "!SECOND"}},
		{number: 76, demand: "acceptance: a URL only when it has a text", files: page, in: serves(200, ""), run: agentic + " --fetch", has: []string{"!example.org"}},
		{number: 77, demand: "acceptance: Anthropic's header and Claude's text", run: "blocks --profile openagentic" + claude, order: []string{"header", "Base prompt (anthropic.txt)"}},
		{number: 78, demand: "acceptance: Codex has instructions, and the rest as the user's", scenario: "auth = 'oauth'", run: "request --profile openagentic --model openai/gpt-5", order: []string{`"instructions"`, `"role": "user"`, "<env>"}},
	})
}
