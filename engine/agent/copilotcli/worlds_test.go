package copilotcli_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What Copilot CLI finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	t.Parallel()
	trusted, untrusted := true, false
	const github, rules = "/p/.github/instructions/", "/p/.claude/rules/"
	base := func(w *facts.Memory) {
		w.File("/p/AGENTS.md", "root").File("/p/d/AGENTS.md", "directory").File("/h/.copilot/copilot-instructions.md", "user").File("/p/d/sub/AGENTS.md", "sub")
	}
	files := func(pairs ...string) func(w *facts.Memory) {
		return func(w *facts.Memory) {
			for i := 0; i < len(pairs); i += 2 {
				w.File(pairs[i], pairs[i+1])
			}
		}
	}
	skill := func(head string) string { return "---\n" + head + "\n---\nBody.\n" }
	scoped := func(w *facts.Memory) {
		base(w)
		files(github+"go.instructions.md", "---\napplyTo: '**/*.go'\ndescription: for a|b\n---\nGo.", rules+"ts.md", "---\npaths: ['d/**/*.ts', 'x|y']\n---\nTS.", "/p/d/sub/.github/copilot-instructions.md", "<sub> & 'it' \"is\"",
			"/p/d/sub/.claude/rules/all.md", "All below.", "/p/d/sub/.github/instructions/one.instructions.md", "---\napplyTo: x.go\n---\nOne.", "/p/d/sub/.github/instructions/two.instructions.md", "---\napplyTo: y.go\n---\nTwo.",
			"/p/d/sub/CLAUDE.md", " \n", "/p/d/sub/GEMINI.md", "<sub> & 'it' \"is\"", "/p/d/sub/x.go", "package x", "/p/e/CLAUDE.md", "beside")(w)
	}
	agenttest.Worlds(t, "copilot-cli", []agenttest.World{
		{Name: "tagged files from the root to the directory", Cwd: "/p/a/b/c", Build: func(w *facts.Memory) {
			files("/h/.copilot/copilot-instructions.md", "user")(w)
			for _, dir := range []string{"/p", "/p/a", "/p/a/b", "/p/a/b/c", "/"} {
				for _, name := range []string{".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"} {
					w.File(facts.Join(dir, name), dir+" "+name)
				}
			}
			w.File("/p/a/.github/instructions/x.instructions.md", "x").File("/p/a/b/.claude/rules/y.md", "y")
		}},
		{Name: "the directory is the root", Cwd: "/p", Build: base},
		{Name: "without a repository", Cwd: "/q/d", Build: files("/q/AGENTS.md", "q", "/q/d/AGENTS.md", "d")},
		{Name: "another home", Build: func(w *facts.Memory) {
			base(w)
			w.Env("COPILOT_HOME", "../own").File("/p/own/copilot-instructions.md", "own").File("/p/own/instructions/a.instructions.md", "a").File("/p/own/skills/s/SKILL.md", skill("name: s\ndescription: d")).File("/p/own/agents/a.md", skill("description: d"))
		}},
		{Name: "the same text twice", Build: files("/p/AGENTS.md", "same", "/p/CLAUDE.md", "same", "/p/d/GEMINI.md", "same", "/p/d/AGENTS.md", "same ")},
		{Name: "blank files", Build: files("/p/AGENTS.md", "", "/p/CLAUDE.md", " \n", "/p/GEMINI.md", "\ufeff")},
		{Name: "other cases of a name", Build: files("/p/agents.md", "small", "/p/Agents.md", "mixed", "/p/CLAUDE.MD", "large", "/p/CLAUDE.md", "exact", "/p/d/.github/Copilot-Instructions.md", "copilot")},
		{Name: "no file has the exact name", Build: func(w *facts.Memory) {
			w.Dir("/p/AGENTS.MD").File("/p/Agents.md", "mixed").File("/p/agents.md", "small").ReadDirOrder("/p", "agents.md", "Agents.md")
		}},
		{Name: "a home that is also the repository's folder", Build: func(w *facts.Memory) {
			files("/p/.github/copilot-instructions.md", "once", github+"a.instructions.md", "a")(w)
			w.Env("COPILOT_HOME", "/p/.github")
		}},
		{Name: "files that are odd", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "\ufeffA\u200b\r\n").Link("/p/d/AGENTS.md", "nowhere").Dir("/p/CLAUDE.md").File("/p/GEMINI.md", "x").Mode("/p/GEMINI.md", 0).Link("/p/d/CLAUDE.md", "../AGENTS.md")
		}},
		{Name: "imports", Build: files("/p/AGENTS.md", "See @a.md, (@d/b.md) and `@c.md`; x@y.z @name @.\n\n@gone.md @d @~/h.md @/p/a.md @../out.md @a.md @nodir/../a.md", "/p/a.md", "A @d/b.md \n", "/p/d/b.md", "B @../a.md", "/p/c.md", "C",
			"/p/GEMINI.md", "@a.md", "/p/bad.md", "\xff", "/p/CLAUDE.md", "@bad.md", "/out.md", "out", "/h/.copilot/copilot-instructions.md", "@more.md @/p/a.md", "/h/.copilot/more.md", "more")},
		{Name: "deep imports", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "@1.md")
			for i := range 9 {
				w.File("/p/"+string(rune('1'+i))+".md", "level @"+string(rune('2'+i))+".md")
			}
		}},
		{Name: "instructions and rules for all files", Build: files(github+"a.instructions.md", "plain", github+"b.instructions.md", "---\napplyTo: '**'\n---\nb", github+"c.instructions.md", "---\napplyTo: ''\n---\nc", github+"deep/d.INSTRUCTIONS.md", "---\napplyTo: '**/*'\n---\nd",
			github+"e.instructions.md", "---\npaths: '*'\n---\ne", github+"x.md", "x", rules+"f.md", "f", rules+"g.md", "---\npaths: []\n---\ng", rules+"h.txt", "h", rules+"blank.md", " \n", "/p/d/.github/instructions/i.instructions.md", "i", "/p/d/.claude/rules/j.md", "j",
			"/h/.copilot/instructions/k.instructions.md", "k", "/h/.copilot/instructions/l.md", "l")},
		{Name: "instructions for some files", Build: scoped},
		{Name: "two patterns of which one is for all files", Build: files(github+"a.instructions.md", "---\napplyTo: '**, *.go'\n---\na", github+"b.instructions.md", "---\napplyTo: '*.go'\npaths: '**'\n---\nb", rules+"c.md", "---\npaths: '*.go'\napplyTo: '**'\n---\nc")},
		{Name: "front matter that is broken", Build: files(github+"a.instructions.md", "---\napplyTo: ''x''\n---\na", github+"b.instructions.md", "---\napplyTo: \"**/*.go\nother: [\n---\nb", github+"c.instructions.md", "---\napplyTo: '*.go'\nnever closed")},
		{Name: "instructions for other agents", Build: files(github+"a.instructions.md", "---\nexcludeAgent: coding-agent\n---\na", github+"b.instructions.md", "---\nexcludeAgent: [code-review, cloud-agent]\n---\nb", github+"c.instructions.md", "---\nexcludeAgent: code-review\n---\nc")},
		{Name: "further directories", Build: func(w *facts.Memory) {
			base(w)
			w.Env("COPILOT_CUSTOM_INSTRUCTIONS_DIRS", " /x , ../y,,/none,/p").File("/x/AGENTS.md", "x").File("/p/y/agents.md", "y").File("/x/.github/instructions/a.instructions.md", "---\napplyTo: '*.go'\n---\na").File("/x/.claude/rules/b.md", "b").File("/p/y/.github/instructions/c.instructions.md", "c").Link("/none/AGENTS.md", "gone")
		}},
		{Name: "files below", Build: files("/p/d/a/AGENTS.md", "a", "/p/d/a/b/CLAUDE.md", "b", "/p/d/a/.github/copilot-instructions.md", "c", "/p/d/node_modules/m/AGENTS.md", "m", "/p/e/AGENTS.md", "beside", "/p/d/a/GEMINI.md", "g")},
		{Name: "a file is read", Build: scoped, Options: discovery.Options{File: "/p/d/sub/x.go", Touched: []string{"/p/d/sub/x.go", "/p/d/sub/y.go", "/p/d/q.ts", "/p/e/z.c", "/other/x.go", "sub/x.go"}}},
		{Name: "files are read and edited", Build: scoped, Options: discovery.Options{Touched: []string{"/p/d/sub/x.go", "/p/d/sub/x.go"}, Acts: []discovery.Act{discovery.EditAct, discovery.ReadAct}}},
		{Name: "rules below that are links", Build: func(w *facts.Memory) {
			w.File("/p/d/sub/AGENTS.md", "sub").Link("/p/d/sub/CLAUDE.md", "AGENTS.md").File("/p/d/sub/GEMINI.md", "sub")
		}, Options: discovery.Options{Touched: []string{"/p/d/sub/x.go"}}},
		{Name: "no custom instructions", Build: scoped, Options: discovery.Options{Args: []string{"--no-custom-instructions"}, Touched: []string{"/p/d/sub/x.go"}}},
		{Name: "skills", Build: func(w *facts.Memory) {
			for _, at := range []string{"/p/.github/skills/", "/p/d/.github/skills/", "/p/.agents/skills/", "/p/d/.claude/skills/", "/h/.copilot/skills/", "/h/.agents/skills/"} {
				w.File(at+"z/SKILL.md", skill("name: z\ndescription: last")).File(at+"a/SKILL.md", skill("name: a"+at[1:2]+"\ndescription: <first> & 'more'"))
			}
			w.File("/p/.github/skills/head/SKILL.md", "No header.").File("/p/.github/skills/people/SKILL.md", skill("name: people\ndescription: d\ndisable-model-invocation: true")).File("/p/.github/skills/bare/SKILL.md", skill("name: bare")).
				File("/p/.github/skills/broken/SKILL.md", "---\nname: [\n---\n").File("/p/.github/skills/unnamed/SKILL.md", skill("description: no name")).Link("/p/.github/skills/link", "z").File("/p/.github/skills/long/SKILL.md", skill("name: long name!\ndescription: d"))
		}},
		{Name: "skills in the home", Cwd: "/h", Build: func(w *facts.Memory) {
			w.File("/h/.agents/skills/s/SKILL.md", skill("name: s\ndescription: d"))
		}},
		{Name: "commands", Build: files("/p/.claude/commands/go.md", skill("description: goes"), "/p/d/.claude/commands/go.md", skill("description: near"), "/p/.claude/commands/plain.MD", "Plain words.", "/p/.claude/commands/open.md", "---\ndescription: x\n", "/p/.claude/commands/x.txt", "x", "/p/.claude/commands/deep/er.md", "deep")},
		{Name: "sub-agents", Build: func(w *facts.Memory) {
			for name, head := range map[string]string{"good": "name: good\ndescription: d", "file.agent": "description: d", "people": "description: d\ndisable-model-invocation: true", "infer": "description: d\ninfer: false", "inferred": "description: d\ninfer: true", "none": "name: none", "number": "description: 5",
				"name": "description: d\nname: 5", "model": "description: d\nmodel: [x]", "tools": "description: d\ntools: 5", "list": "description: d\ntools: [a, b]", "mixed": "description: d\ntools: [a, 5]", "servers": "description: d\nmcp-servers: []", "mapping": "description: d\nmcp-servers: {a: {command: x}}", "broken": "description: ["} {
				w.File("/p/.github/agents/"+name+".md", skill(head))
			}
			files("/p/.github/agents/bare.md", "No header.", "/p/.github/agents/.hidden.md", skill("description: d"), "/p/.github/agents/.dir/x.md", skill("description: d"), "/p/.github/agents/x.txt", "x", "/p/d/.github/agents/good.agent.md", skill("description: near"), "/p/.claude/agents/good.md", skill("description: claude"),
				"/h/.copilot/agents/list.md", skill("description: user"), "/p/.github/agents/sub/good.md", skill("description: deeper"))(w)
		}},
		{Name: "servers of a directory that is not trusted", Build: files("/h/.copilot/mcp-config.json", `{"mcpServers":{"b":{"command":"b"},"a":{"command":"a"}}}`, "/p/.mcp.json", `{"mcpServers":{"p":{"command":"p"}}}`, "/p/d/.github/mcp.json", `{"mcpServers":{"d":{"url":"https://d.example"}}}`)},
		{Name: "servers of a directory that is trusted", Build: files("/h/.copilot/config.json", "// settings\n{\"trusted_folders\": [\"/p/d/\"]}", "/p/.mcp.json", `{"mcpServers":{"p":{"command":"p"}}}`, "/p/d/.mcp.json", `{"mcpServers":{"d":{"command":"d"}}}`)},
		{Name: "servers that the scenario trusts", Options: discovery.Options{Trusted: &trusted}, Build: files("/p/.mcp.json", `{"mcpServers":{"p":{"command":"p"}}}`)},
		{Name: "servers that the scenario does not trust", Options: discovery.Options{Trusted: &untrusted}, Build: files("/h/.copilot/config.json", `{"trusted_folders": ["/p"]}`, "/p/.mcp.json", `{"mcpServers":{"p":{"command":"p"}}}`)},
		{Name: "settings of other types", Build: files("/h/.copilot/config.json", `{"trusted_folders": 5}`, "/h/.copilot/mcp-config.json", `[`, "/p/.mcp.json", `{"mcpServers": []}`, "/p/d/.mcp.json", `{"mcpServers":{"d":5}}`)},
	})
}
