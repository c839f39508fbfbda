package agenttest

import "galley/engine/facts"

// busy is a world in which most agents find many files: files of every name, in directories of
// every level, some of them empty, linked, identical, limited to some paths, or invalid.
func busy() *facts.Memory {
	w := facts.NewMemory().Env("HOME", "/h").Dir("/h/p/.git").File("/h/p/.git/HEAD", "ref: refs/heads/main\n").Dir("/h/p/d/src").
		OnGit("/h/p", "rev-list --max-parents=0 --all", facts.GitAnswer{Stdout: "abc\n"}).
		OnGit("/h/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/h/p\n"}).
		File("/h/.gemini/trustedFolders.json", `{"/h": "TRUST_FOLDER"}`)
	for _, dir := range []string{"/h", "/h/p", "/h/p/d", "/h/p/d/src", "/h/.claude", "/h/.gemini", "/h/.codex", "/h/.qwen", "/h/.config/opencode", "/h/.config/kilo", "/h/.config/goose", "/h/.config/zed", "/h/.pi/agent"} {
		for _, name := range []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md"} {
			w.File(dir+"/"+name, "In "+dir+" "+name+".\n@./more.md and @../out.md and `@./code.md`, @./more.md/x.md\n")
		}
		w.File(dir+"/more.md", "More, and @./deep.md\n").File(dir+"/deep.md", "Deep.\n")
	}
	for _, name := range []string{"CLAUDE.local.md", "AGENTS.override.md", "AGENT.md", ".cursorrules", ".windsurfrules", ".clinerules", ".goosehints", ".rules", "CONTEXT.md", "CRUSH.md", "WARP.md", ".github/copilot-instructions.md", ".junie/guidelines.md", ".aider.conf.yml", "CONVENTIONS.md"} {
		w.File("/h/p/d/"+name, "read: more.md\n")
	}
	w.File("/h/.aider.conf.yml", "read: [\n").File("/h/p/.aider.conf.yml", "read: CONVENTIONS.md\n")
	w.File("/h/p/CRUSH.md", " \n").Link("/h/p/CLAUDE.local.md", "AGENTS.md").Link("/h/p/.cursorrules", "nowhere").File("/h/p/.roorules", "Roo.\n")
	for _, folder := range []string{".claude/rules", ".cursor/rules", ".windsurf/rules", ".devin/rules", ".amazonq/rules", ".qwen/rules", ".continue/rules", ".kilo/rules", ".kilocode/rules", ".roo/rules", ".cline/rules", ".github/instructions", ".claude/agents", ".claude/commands", ".opencode/agent", ".opencode/command", ".gemini/commands", ".qwen/commands", ".qwen/agents", ".pi/prompts", ".github/prompts", ".github/agents", ".crush/commands", ".codex/prompts"} {
		for _, at := range []string{"/h/p/d/", "/h/p/", "/h/"} {
			dir := at + folder + "/"
			w.File(dir+"a.md", "---\ndescription: what a is for\nname: a\nalwaysApply: true\ntrigger: always_on\napplyTo: '**'\n---\nRule a.\n").
				File(dir+"b.md", "---\ndescription: b\nglobs: src/**\npaths: src/**\napplyTo: src/**\ntrigger: glob\n---\nRule b.\n").
				File(dir+"c.mdc", "---\ndescription: c\nalwaysApply: false\n---\nRule c.\n").
				File(dir+"c.instructions.md", "---\ndescription: c\napplyTo: src/**\n---\nRule c.\n").
				File(dir+"d.md", "---\nbroken: [\n---\nRule d.\n").File(dir+"sub/e.md", "Rule e.\n").File(dir+"f.txt", "Not Markdown.\n").File(dir+"g.md", "").File(dir+"i.md", "---\npaths: *.go\n---\nRule i.\n").
				File(dir+"always.mdc", "---\nalwaysApply: true\n---\nAlways.\n").
				File(dir+"h.md", "---\nname: a\ndescription: the same name\ndisable-model-invocation: true\n---\nRule h.\n")
		}
	}
	for _, folder := range []string{".claude", ".agents", ".codex", ".gemini", ".qwen", ".opencode", ".pi", ".kilo", ".crush", ".cline", ".clinerules", ".github", ".continue", ".copilot", ".roo", ".config/opencode", ".pi/agent"} {
		for _, at := range []string{"/h/p/d/", "/h/p/", "/h/"} {
			if folder == ".clinerules" && at == "/h/p/d/" {
				continue
			}
			dir := at + folder + "/skills/"
			w.File(dir+"one/SKILL.md", "---\nname: one\ndescription: first & best\n---\nBody.\n").File(dir+"two/SKILL.md", "---\nname: two\n---\nBody.\n").
				File(dir+"three/SKILL.md", "---\nname: other\ndescription: d\ndisable-model-invocation: true\n---\nBody.\n").File(dir+"four/SKILL.md", "no front matter\n")
		}
	}
	const servers = `"mcpServers":{"on":{"command":"node","args":["on.js"]},"off":{"command":"x","disabled":true}}`
	const mcp = `"mcp":{"on":{"type":"local","command":["node","on.js"]},"off":{"type":"local","command":["x"],"enabled":false}}`
	const hooks = `"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"./hook.sh"}]}]}`
	for _, at := range []string{"/h", "/h/p", "/h/p/d"} {
		w.File(at+"/.claude/settings.json", `{`+hooks+`,"apiKeyHelper":"get","env":{"ANTHROPIC_AUTH_TOKEN":"t","EDITOR":"vi"},"model":"opus","statusLine":{"command":"line"},"enabledPlugins":{"p":true},"claudeMdExcludes":["**/src/CLAUDE.md"]}`).
			File(at+"/.mcp.json", `{`+servers+`}`).File(at+"/.gemini/settings.json", `{`+servers+`,`+hooks+`,"security":{"auth":{"selectedType":"oauth"}},"model":{"name":"gem"}}`).
			File(at+"/.qwen/settings.json", `{`+servers+`,`+hooks+`,"env":{"K":"v"},"model":{"name":"m"},"modelProviders":{"openai":[{"id":"m","envKey":"CORP_KEY","baseUrl":"https://corp","apiKey":"k"}]}}`).
			File(at+"/.codex/config.toml", "notify = [\"n\"]\nmodel_provider = \"corp\"\nchatgpt_base_url = \"https://x\"\n[model_providers.corp]\nbase_url = \"https://corp\"\nenv_key = \"CORP_KEY\"\n[mcp_servers.on]\ncommand = \"node\"\nargs = [\"on.js\"]\n[mcp_servers.off]\ncommand = \"x\"\nenabled = false\n[projects.\"/h/p\"]\ntrust_level = \"trusted\"\n").
			File(at+"/opencode.json", `{`+mcp+`,"model":"corp/m","plugin":["p"],"instructions":["more.md","none.md"],"provider":{"corp":{"options":{"baseURL":"https://corp","apiKey":"k"}}}}`).
			File(at+"/.config/opencode/opencode.json", `{`+mcp+`,"instructions":["deep.md"]}`).
			File(at+"/.kilo/kilo.json", `{`+mcp+`,"instructions":["more.md"]}`).File(at+"/kilo.json", `{`+mcp+`,"instructions":["deep.md"]}`).
			File(at+"/crush.json", `{`+mcp+`,"options":{"skills_paths":["x"],"disabled_skills":["two"],"context_paths":["more.md"]}}`).
			File(at+"/.continue/config.yaml", "name: n\nversion: 1\nrules:\n  - Be kind.\nmodels:\n  - name: m\n    provider: openai\n    model: m\n    apiKey: k\n    apiBase: https://corp\nmcpServers:\n  - name: on\n    command: node\n")
	}
	w.File("/h/.claude.json", `{"oauthAccount":{"x":"s"},"cachedFeatureFlags":{"f":"on"},`+servers+`,"projects":{"/h/p":{"a":1,`+servers+`}}}`).
		File("/h/.copilot/config.json", `{"model":"m","copilot_tokens":{"h":"s"},"trusted_folders":["/h/p"]}`).File("/h/.copilot/mcp-config.json", `{`+servers+`}`).
		File("/h/.copilot/copilot-instructions.md", "User's.\n").File("/h/.copilot/instructions/i.instructions.md", "User's too.\n").
		File("/h/.cline/data/settings/providers.json", `{"lastUsedProvider":"a","providers":{"a":{"settings":{"model":"m","apiKey":"s"}}}}`).
		File("/h/.cline/data/settings/cline_mcp_settings.json", `{`+servers+`}`).File("/h/p/.clinerules/hooks/pre.sh", "true\n").File("/h/p/.clinerules/a.md", "---\ndisabled: true\n---\nA\n").File("/h/p/.clinerules/b.md", "B\n").
		File("/h/.pi/agent/settings.json", `{"defaultModel":"m","defaultProvider":"p"}`).File("/h/.pi/agent/SYSTEM.md", "S\n").File("/h/.pi/agent/extensions/e.ts", "e").File("/h/p/d/.pi/extensions/f.ts", "f").File("/h/p/d/.pi/APPEND_SYSTEM.md", "A\n").
		File("/h/.gemini/extensions/x/gemini-extension.json", `{"name":"x","version":"1"}`).File("/h/.gemini/extensions/x/GEMINI.md", "X.\n").
		File("/h/.qwen/extensions/x/qwen-extension.json", `{"name":"x","version":"1"}`).File("/h/.qwen/extensions/x/QWEN.md", "X.\n").
		File("/h/.config/crush/crush.json", `{`+mcp+`}`).File("/h/.codeium/windsurf/memories/global_rules.md", "Global.\n").File("/h/Documents/Cline/Rules/r.md", "R.\n").
		File("/h/.config/goose/config.yaml", "GOOSE_MODEL: m\n").File("/h/p/d/out.md", "Out.\n").File("/h/.roo/rules/u.md", "U.\n").File("/h/p/.roomodes", "customModes: []\n")
	return w
}
