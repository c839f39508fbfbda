package continuecli_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
)

const config = "/h/.continue/config.yaml"

// What Continue finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	t.Parallel()
	args := func(list ...string) discovery.Options { return discovery.Options{Args: list} }
	agenttest.Worlds(t, "continue", []agenttest.World{
		{Name: "the first agent file", Build: func(w *facts.Memory) {
			w.File("/p/d/AGENT.md", "\n agent \n").File("/p/d/CLAUDE.md", "c").File("/p/d/CODEX.md", "x").File("/p/AGENTS.md", "above").File("/p/d/e/AGENTS.md", "below").File("/p/d/agents.md", "case").File("/p/.continue/rules/a.md", "above")
		}},
		{Name: "a blank agent file hides the others", Build: func(w *facts.Memory) { w.File("/p/d/AGENTS.md", " \n").File("/p/d/CLAUDE.md", "c") }},
		{Name: "an empty agent file", Build: func(w *facts.Memory) { w.File("/p/d/AGENTS.md", "") }},
		{Name: "an agent file that cannot be read", Build: func(w *facts.Memory) {
			w.File("/p/d/AGENTS.md", "a").Mode("/p/d/AGENTS.md", 0).File("/p/d/CLAUDE.md", "c")
		}},
		{Name: "an agent file and rules", Build: func(w *facts.Memory) {
			w.File("/p/d/AGENTS.md", "agent").File("/p/d/.continue/rules/b.md", "b").File("/p/d/.continue/rules/sub/a.md", "sub a").File("/p/d/.continue/rules/B.md", "B").File("/p/d/.continue/rules/c.txt", "c").
				File("/h/.continue/rules/a.md", "of the user").Link("/p/d/.continue/rules/linked.md", "/p/x.md").File("/p/x.md", "linked").Link("/p/d/.continue/rules/loop", "../rules").Link("/p/d/.continue/rules/gone.md", "nowhere").File("/p/d/.continue/rules/shut/a.md", "s").Mode("/p/d/.continue/rules/shut", 0)
		}},
		{Name: "rules by option", Build: func(w *facts.Memory) {
			w.File("/p/d/r.md", "from the file").File("/p/d/empty.md", "").File("/p/d/.continue/rules/twice.md", "be kind").File("/abs.txt", "absolute").File("/p/d/word", "not a file's name")
		}, Options: args("--rule", "be kind", "--rule", " r.md ", "--rule=none.md", "--rule", "/abs.txt", "--rule", "empty.md", "--rule", "a.md\nin lines", "--rule", `c\d`, "--rule", "./word", "--rule", "word")},
		{Name: "settings", Build: func(w *facts.Memory) {
			w.File(config, "rules:\n  - Be kind.\n  - name: n\n    rule: Be brief.\n    globs: '*.go'\n  - uses: owner/slug\n    rule: with text\n  - 5\n  - ''\n  - name: only\nmcpServers:\n  - name: one\n  - two\nprompts:\n  - name: go\n    prompt: x\n").
				File("/p/d/.continue/rules/a.md", "Be brief.").File("/p/d/.continue/rules/b.md", "Be else.").File("/h/.continue/rules/b.md", "Be else.")
		}},
		{Name: "settings by option", Build: func(w *facts.Memory) {
			w.File(config, "rules: [usual]\n").File("/p/d/own.yaml", "rules: [own]\n")
		}, Options: args("--config", "other.yaml", "--config", "own.yaml")},
		{Name: "settings by one option", Build: func(w *facts.Memory) {
			w.File(config, "rules: [usual]\n").File("/own.yaml", "rules: [own]\n")
		}, Options: args("--config=/own.yaml")},
		{Name: "settings that are not valid", Build: func(w *facts.Memory) { w.File(config, "rules: [\n").File("/p/d/.continue/rules/a.md", "a") }},
		{Name: "settings of another form", Build: func(w *facts.Memory) { w.File(config, "mcpServers:\n  - name: s\nrules: text\n") }},
		{Name: "settings that are too deep", Build: func(w *facts.Memory) {
			w.File(config, "rules: "+strings.Repeat("[", 2000)+strings.Repeat("]", 2000)+"\n")
		}},
		{Name: "its folder elsewhere", Build: func(w *facts.Memory) {
			w.Env("CONTINUE_GLOBAL_DIR", "/own").File("/own/config.yaml", "rules: [own]\n").File("/own/rules/a.md", "a").File(config, "rules: [usual]\n")
		}},
		{Name: "heads of rules", Build: func(w *facts.Memory) {
			for name, text := range map[string]string{
				"always": "---\nalwaysApply: true\nglobs: '*.go'\n---\n\n body \n\n", "never": "---\nalwaysApply: false\n---\nx", "word": "---\nalwaysApply: 'true'\n---\nx", "null": "---\nalwaysApply: null\n---\nx", "globs": "---\nglobs: '*.go'\n---\nx", "regex": "---\nregex: a\n---\nx",
				"noglobs": "---\nglobs: ''\nregex: false\n---\nno globs", "zero": "---\nglobs: 0\n---\nzero", "one": "---\nglobs: 1\n---\nx", "list": "---\nglobs: []\n---\nx", "invokable": "---\ninvokable: true\n---\nx", "notinvokable": "---\ninvokable: false\n---\nnot invokable",
				"broken": "---\na: [\n---\nsent whole", "text": "---\njust words\n---\nafter words", "late": "before\n---\na: 1\n--- \nafter", "three": "---\na: 1\n---\none\n---  \ntwo\n---\t\nthree", "open": "---\na: 1\nopen", "windows": "---\r\na: 1\r\n---\r\nw\r\nin lines\r\n", "blank": "---\na: 1\n---\n \n", "empty": "", "dashes": "----\na\n----\n",
				"minus": "---\nglobs: -1\n---\nx", "float": "---\nglobs: 0.5\n---\nx", "below": "---\nglobs: -0.5\n---\nx", "nought": "---\nglobs: 0.0\n---\nno number of globs", "nan": "---\nglobs: .nan\n---\nno number", "wide": "---\na: 1\n---\u00a0\nafter a wide blank",
			} {
				w.File("/p/d/.continue/rules/"+name+".md", text)
			}
			w.File("/p/d/.continue/rules/shut.md", "x").Mode("/p/d/.continue/rules/shut.md", 0)
		}},
		{Name: "skills", Build: func(w *facts.Memory) {
			for name, text := range map[string]string{"one": "---\nname: One\ndescription: does one\n---\n", "two": "---\nname: two\n---\n", "three": "---\ndescription: d\n---\n", "broken": "---\nname: [\n---\n", "plain": "x", "five": "---\nname: 5\ndescription: d\n---\n"} {
				w.File("/p/d/.continue/skills/"+name+"/SKILL.md", text)
			}
			w.File("/p/d/.claude/skills/c/SKILL.md", "---\nname: c\ndescription: of Claude\n---\n").File("/h/.continue/skills/u/SKILL.md", "---\nname: u\ndescription: of the user\n---\n").Link("/h/.continue/skills/linked", "u").Dir("/h/.continue/skills/empty").
				File("/h/.continue/skills/shut/SKILL.md", "x").Mode("/h/.continue/skills/shut/SKILL.md", 0)
			for _, at := range []string{"/p/d/.agents", "/p/d/.github", "/p/d", "/h/.claude", "/h/.agents", "/h"} {
				w.File(at+"/skills/x/SKILL.md", "x").Dir(at + "/skills/y")
			}
		}},
		{Name: "prompts, servers and agents", Build: func(w *facts.Memory) {
			w.File("/p/d/.continue/prompts/a.md", "a").File("/p/d/.continue/mcpServers/s.yaml", "s").File("/p/d/.continue/agents/g.md", "g").File("/h/.continue/agents/h.md", "h").File("/h/.continue/prompts/i.md", "i")
		}},
		{Name: "files for other agents", Build: func(w *facts.Memory) {
			for _, name := range []string{".continuerules", "CONTINUE.md", ".continue/CONTINUE.md", "GEMINI.md", ".cursorrules", ".github/copilot-instructions.md"} {
				w.File("/p/d/"+name, "x")
			}
		}},
	})
}

// galley looks at the first 5,000 files and folders in a folder of rules.
func TestTheSearchForRulesEnds(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().Dir("/p/d")
	for i := range 4998 {
		w.File(fmt.Sprintf("/p/d/.continue/rules/r%04d.txt", i), "")
	}
	w.File("/p/d/.continue/rules/a/one.md", "1")
	if trace := agenttest.Discover(t, w, "continue", "/p/d", discovery.Options{}); len(trace.Candidates) != 4999 || trace.Notes != nil {
		t.Errorf("5000 entries: %d candidates, notes %q", len(trace.Candidates), trace.Notes)
	}
	w.File("/p/d/.continue/rules/a/two.md", "2")
	trace := agenttest.Discover(t, w, "continue", "/p/d", discovery.Options{})
	if n := len(trace.Candidates); n != 4999 || !strings.Contains(strings.Join(trace.Notes, "\n"), "/p/d/.continue/rules: galley reads only the first 5000 files and folders") {
		t.Errorf("%d files, notes %q", n, trace.Notes)
	}
}

func TestStarts(t *testing.T) {
	t.Parallel()
	agenttest.Starts(t, "continue", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) {}},
		{Name: "with a model of Anthropic, and changes", Build: func(w *facts.Memory) {
			w.File(config, "name: mine\nmodels:\n  - name: a\n    provider: anthropic\n    model: claude\n  - name: b\nmcpServers:\n  - name: s\n    command: node\n    args: [a.js, -x]\n  - name: w\n    url: https://x.example\n").
				OnGit("/p/d", "status --porcelain", facts.GitAnswer{Stdout: " M a.go\n?? b\n"}).File("/p/d/.continue/mcpServers/own.yaml", "x").File("/p/.continue/mcpServers/above.yaml", "x")
		}},
		{Name: "with a model of Gemini, in a clean repository", Build: func(w *facts.Memory) {
			w.File(config, "version: 2\nschema: v2\nmodels:\n  - name: g\n    provider: gemini\n    model: gem\n").OnGit("/p/d", "status --porcelain", facts.GitAnswer{Stdout: "\n"})
		}},
		{Name: "with another provider", Build: func(w *facts.Memory) {
			w.File(config, "models:\n  - name: o\n    provider: ollama\n    model: llama\n").OnGit("/p/d", "status --porcelain", facts.GitAnswer{Exit: 1, Stdout: "x"})
		}},
		{Name: "with a model of the session", Build: func(w *facts.Memory) {
			w.File(config, "models:\n  - name: o\n    provider: anthropic\n    model: claude\n")
		}, In: start.Input{Model: "m", Args: []string{"--rule", "x"}}},
		{Name: "with settings that are not valid", Build: func(w *facts.Memory) { w.File(config, "models: [\n").GitThrow(fmt.Errorf("no git")) }},
		{Name: "with settings of another form", Build: func(w *facts.Memory) { w.File(config, "models: x\n") }},
		{Name: "with empty settings", Build: func(w *facts.Memory) { w.File(config, "# nothing\n") }},
		{Name: "with settings of 1 MB", Build: func(w *facts.Memory) {
			w.SetFileCap(4<<20).File(config, "name: n #"+strings.Repeat("x", 1<<20-9))
		}},
		{Name: "with settings of more than 1 MB", Build: func(w *facts.Memory) {
			w.SetFileCap(4<<20).File(config, "name: n #"+strings.Repeat("x", 1<<20-8))
		}},
		{Name: "with its folder elsewhere", Build: func(w *facts.Memory) {
			w.Env("CONTINUE_GLOBAL_DIR", "/own").File("/own/config.yaml", "mcpServers:\n  - name: s\n    command: x\n")
		}},
	})
}
