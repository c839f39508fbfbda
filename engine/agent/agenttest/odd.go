package agenttest

import (
	"fmt"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Odd is a world with a project at /p whose files are unusual in every way that an agent may
// meet: byte order marks, line ends of Windows, front matter of wrong types or without an end,
// blank files, files that cannot be read, links to files, to directories and to nothing, two skills
// of one name, and settings with comments, variables, file references, URLs and paths in the home.
func Odd() *facts.Memory {
	w := Repository().File("/p/.git/HEAD", "ref: refs/heads/main\n").Env("KEY", "sk-odd-0123456789abcdef").Env("EXTRA", "/h/extra").
		File("/p/AGENTS.md", "\ufeffRules.\r\n\r\nSee @docs/a.md, @~/home.md, @/abs/a.md, @./docs, @../out.md and @gone.md.\r\n").File("/p/docs/a.md", "A, and @b.md\n").File("/p/docs/b.md", "B, and @a.md\n").
		File("/h/home.md", "Of the home.\n").File("/abs/a.md", "Absolute.\n").File("/out.md", "Outside.\n").File("/h/extra/x.md", "Extra.\n").File("/p/docs/rules.MD", "Capitals.\n").
		File("/p/part/AGENTS.md", " \n\t\n").File("/p/part/x.go", "package part\n").Link("/p/part/deep/AGENTS.md", "../../AGENTS.md").File("/p/part/deep/y.go", "package deep\n").
		Link("/p/CLAUDE.md", "AGENTS.md").Link("/p/GEMINI.md", "docs").File("/p/QWEN.md", "\xff\xfeQ\x00").Link("/p/.windsurfrules", "nowhere").File("/p/.cursorrules", "closed").Mode("/p/.cursorrules", 0).
		File("/p/part/CLAUDE.md", "").File("/p/part/GEMINI.md", "Part.\n").File("/p/part/QWEN.md", "Part.\n").File("/p/part/CRUSH.md", "\n").File("/p/part/.goosehints", "@docs/none.md\nHints {{x}}\n").File("/p/.goosehints", "See @docs/a.md\n")
	for _, global := range []string{".claude/CLAUDE.md", ".codex/AGENTS.md", ".gemini/GEMINI.md", ".qwen/QWEN.md", ".config/opencode/AGENTS.md", ".config/kilo/AGENTS.md", ".config/goose/.goosehints", ".config/crush/CRUSH.md", ".pi/agent/AGENTS.md", ".copilot/copilot-instructions.md", ".agents/AGENTS.md"} {
		w.File("/h/"+global, " \n")
	}
	for _, folder := range []string{".claude/rules", ".cursor/rules", ".clinerules", ".cline/rules", ".continue/rules", ".kilo/rules", ".kilocode/rules", ".roo/rules", ".qwen/rules", ".github/instructions", ".claude/agents", ".claude/commands", ".gemini/agents", ".gemini/commands", ".qwen/agents", ".qwen/commands", ".github/agents", ".github/prompts", ".pi/prompts", ".codex/prompts", ".crush/commands", ".cline/workflows"} {
		for _, at := range []string{"/p/", "/h/"} {
			oddRules(w, at+folder+"/")
		}
	}
	for _, folder := range []string{".claude", ".agents", ".codex", ".gemini", ".qwen", ".opencode", ".pi", ".pi/agent", ".kilo", ".crush", ".cline", ".github", ".continue", ".copilot", ".config/opencode", ".config/kilo", ".config/crush"} {
		for _, at := range []string{"/p/", "/h/"} {
			oddSkills(w, at+folder+"/skills/")
		}
	}
	oddSkills(w, "/h/extra/skills/")
	return oddSettings(w)
}

// oddRules fills a folder with rules, commands or sub-agents whose front matter and texts are
// unusual.
func oddRules(w *facts.Memory, dir string) {
	for _, ending := range []string{".md", ".mdc", ".instructions.md"} {
		if strings.Contains(dir, ".cursor/") != (ending == ".mdc") || strings.Contains(dir, "instructions/") != (ending == ".instructions.md") {
			continue
		}
		w.File(dir+"bom"+ending, "\ufeff---\r\ndescription: d\r\nalwaysApply: 1\r\n---\r\nMark.\r\n").
			File(dir+"crlf"+ending, "---\r\npaths:\r\n  - part/**\r\nglobs: [part/**, '*.go']\r\napplyTo: 'part/**, *.go'\r\n---\r\nLines.\r\n").
			File(dir+"numbers"+ending, "---\ndescription: 5\nname: 7\npaths: [1, '']\nglobs: 3\napplyTo: true\nalwaysApply: 'yes'\n---\nNumbers.\n").
			File(dir+"off"+ending, "---\ndisabled: true\nenabled: false\nalwaysApply: 0\nmode: all\n---\nOff.\n").
			File(dir+"list"+ending, "---\nalwaysApply: true\npaths: []\nglobs: []\napplyTo: []\ntools: [a, b]\n---\nList.\n").
			File(dir+"blank"+ending, "---\ndescription: nothing follows\n---\n \n").File(dir+"open"+ending, "---\ndescription: never closed\n")
	}
	w.File(dir+"hidden.md", "---\nname: x\ndescription: \"two\\nlines\"\nmodel: m\nhidden: true\nuser-invocable: false\ndisable-model-invocation: 'true'\n---\nHidden.\n").
		File(dir+"closed.md", "closed").Mode(dir+"closed.md", 0).Link(dir+"twice.md", "bom.md").Link(dir+"gone.md", "nowhere").Link(dir+"linked", "/abs").
		File(dir+"UPPER.MD", "Upper.\n").File(dir+".dot.md", "Dot.\n").File(dir+"a.md.bak", "Old.\n").File(dir+"README.md", "Read me.\n").File(dir+"sub/deep/x.md", "---\npaths: [deep/**]\n---\nDeep.\n").
		File(dir+"run.toml", "description = \"runs\"\nprompt = \"Run {{args}} !{ls} @{x}\"\n").File(dir+"bad.toml", "prompt = \n").Dir(dir + "folder.md")
}

// oddSkills fills a folder with skills that are unusual.
func oddSkills(w *facts.Memory, dir string) {
	skill := func(name, text string) { w.File(dir+name+"/SKILL.md", text) }
	skill("one", "---\nname: one\ndescription: the first & <best>\n---\nOne.\n")
	skill("same", "---\nname: one\ndescription: of the same name\n---\nSame.\n")
	skill("broken", "---\nname: [\ndescription: d\n---\nBroken.\n")
	skill("long", "---\nname: "+strings.Repeat("n", 70)+"\ndescription: d\n---\nLong.\n")
	skill("wordy", "---\nname: wordy\ndescription: "+strings.Repeat("w", 1100)+"\n---\nWordy.\n")
	skill("Caps", "---\nname: Caps_x\ndescription: d\n---\nCaps.\n")
	skill("crlf", "---\r\nname: crlf\r\ndescription: of Windows\r\n---\r\nLines.\r\n")
	skill("blank", "---\nname: blank\ndescription: ' '\n---\n\n")
	skill("people", "---\nname: people\ndescription: d\nuser-invocable: false\ndisable-model-invocation: true\n---\nPeople.\n")
	skill("deep/er", "---\nname: er\ndescription: lies deeper\n---\nDeeper.\n")
	skill("none", "No header.\n")
	skill("closed", "closed")
	w.Mode(dir+"closed/SKILL.md", 0).File(dir+"lower/skill.md", "---\nname: lower\ndescription: d\n---\nLower.\n").File(dir+"flat.md", "---\nname: flat\ndescription: d\n---\nFlat.\n").
		Link(dir+"linked", "one").Link(dir+"gone", "nowhere").Dir(dir + "empty")
}

// oddSettings adds unusual settings to the user's home, to the project and to one of its
// subdirectories.
func oddSettings(w *facts.Memory) *facts.Memory {
	const servers = `{"a b":{"command":"node","args":["${KEY}"],"env":{"T":"$KEY"}},"web":{"type":"http","url":"https://x.example","headers":{"A":"{env:KEY}"}},"off":{"command":"x","disabled":true,"enabled":false},"bad":7}`
	const openCode = "// a comment {file:./none.txt}\n{\n\"instructions\": [\"~/home.md\", \"https://example.com/rules.md\", \"/abs/*.md\", \"docs/**/*.md\", \"../out.md\", \"none.md\", \"{env:EXTRA}/x.md\"],\n" +
		`"skills":{"paths":["~/extra/skills","none"],"urls":["https://example.com/skills"]},"mcp":{"a b":{"type":"local","command":["node","{env:KEY}"]},"web":{"type":"remote","url":"https://x.example","headers":{"A":"{env:KEY}"}},"off":{"type":"local","command":["x"],"enabled":false}},"agent":{"a":{"prompt":"{file:~/home.md}","disable":true},"b":{"mode":"subagent","description":"does b"}},"command":{"go":{"template":"t"}},"model":"x/y","provider":{"x":{"options":{"apiKey":"{env:KEY}","baseURL":"https://x.example"}}},"plugin":["p@1"],"disabled_providers":["z"],}`
	for _, at := range []string{"/h/.config/opencode/opencode.jsonc", "/h/.config/kilo/kilo.jsonc", "/p/opencode.jsonc", "/p/kilo.jsonc"} {
		w.File(at, openCode)
	}
	const crush = `{"options":{"context_paths":["$EXTRA/x.md","${EXTRA}/x.md","$(pwd)/x.md","~/home.md","docs","docs/","NONE.md","none.MD","/abs/a.md","linked","AGENTS.md"],"global_context_paths":["~/home.md","$NOWHERE/y.md"],"skills_paths":["$EXTRA/skills","$(x)","~/none"],"disabled_skills":["crlf"],"initialize_as":"WRITTEN.md"},` +
		`"mcp":` + `{"on":{"command":"node"},"off":{"command":"x","disabled":true}}` + `,"lsp":{"go":{"command":"gopls"}},"providers":{"anthropic":{},"gemini":{},"mine":{"type":"anthropic"},"theirs":{"type":"gemini"},"other":{"type":"openai"}},"models":{"large":{"model":"m"}}}`
	w.File("/h/.config/crush/crush.json", crush).File("/p/.crush.json", crush).File("/p/crushrc", "x").File("/p/WRITTEN.md", "Written.\n").Link("/p/linked", "/abs")
	const claude = `{"permissions":{"deny":["Read(./docs/**)"]},"hooks":{"SessionStart":[{"matcher":"","hooks":[{"type":"command","command":"a"},{"type":"http","url":"u"}]}],"Stop":7},"env":{"A":"b","ANTHROPIC_BASE_URL":"https://x.example"},"claudeMdExcludes":["**/part/CLAUDE.md",5],"outputStyle":"Odd","enabledPlugins":{"p@m":true,"q@m":false},"mcpServers":` + servers + `,"context":{"fileName":["GEMINI.md","AGENTS.md"],"includeDirectories":["~/extra","docs"],"discoveryMaxDirs":1},"contextFileName":"AGENTS.md","mcp":{"excluded":["off"]},"skills":{"disabled":["crlf"]},"modelProviders":{"openai":[{"id":"m"},5]},"packages":["npm:x","./local",{"source":"git:y"}],"skills_x":["~/extra/skills","!none"],"extensions":["~/e.ts","./f.ts"],"prompts":["!x","+docs/a.md"],"defaultModel":"m"}`
	for _, dir := range []string{".claude", ".gemini", ".qwen", ".pi", ".pi/agent", ".copilot"} {
		text := claude
		if dir == ".claude" { // Claude Code ignores a whole file with such a list
			text = strings.Replace(claude, `CLAUDE.md",5]`, `CLAUDE.md"]`, 1)
		}
		for _, at := range []string{"/h/", "/p/"} {
			w.File(at+dir+"/settings.json", text).File(at+dir+"/settings.local.json", text)
		}
	}
	for _, at := range []string{"/h/", "/p/"} {
		w.File(at+".mcp.json", `{"mcpServers":`+servers+`}`).File(at+".vscode/mcp.json", `{"servers":`+servers+`}`).File(at+".github/mcp.json", `{"mcpServers":`+servers+`}`).
			File(at+".codex/config.toml", "project_doc_max_bytes = 20\nproject_doc_fallback_filenames = [\"QWEN.md\", \"\"]\nmodel = \"m\"\n[mcp_servers.\"a b\"]\nurl = \"https://x.example\"\nbearer_token_env_var = \"KEY\"\n[projects.\"/p\"]\ntrust_level = \"trusted\"\n[[skills.config]]\npath = \"/p/.agents/skills/one\"\nenabled = false\n").
			File(at+".continue/config.yaml", "name: n\nversion: 1\nrules:\n  - Be kind.\n  - name: r\n    rule: Be brief.\n    globs: ['**/*.go']\n  - uses: owner/slug\n  - uses: file://docs/a.md\n  - 5\nmodels:\n  - name: m\n    provider: anthropic\n    model: m\n  - 7\nprompts:\n  - name: p\n    prompt: go\nmcpServers:\n  - name: w\n    url: https://x.example\n  - uses: a/b\n").
			File(at+".aider.conf.yml", "read: [~/home.md, docs, 5]\n").File(at+"package.json", `{"name":"x","type":"module"}`)
	}
	return w.File("/h/.claude.json", `{"mcpServers":`+servers+`,"projects":{"/p":{"mcpServers":`+servers+`,"enabledMcpjsonServers":["a b"],"hasTrustDialogAccepted":true},"/q":5}}`).
		File("/h/.cline/data/settings/cline_mcp_settings.json", `{"mcpServers":`+servers+`}`).File("/h/.cline/data/settings/providers.json", `{"lastUsedProvider":"x","providers":{"x":{"settings":{"model":"m","apiKey":"k","baseUrl":"https://x.example"}},"bad":5}}`).
		File("/h/.copilot/mcp-config.json", `{"mcpServers":`+servers+`}`).File("/h/.copilot/config.json", `// c`+"\n"+`{"trusted_folders":["/h"],"model":"m","disabledSkills":["crlf"],"disabled_skills":["one"]}`).
		File("/h/.config/goose/config.yaml", "GOOSE_PROVIDER: x\nGOOSE_MODEL: m\nCONTEXT_FILE_NAMES: [AGENTS.md, QWEN.md]\nextensions:\n  a:\n    enabled: true\n    type: stdio\n    cmd: node\n    args: [a.js]\n  b:\n    enabled: false\n    type: sse\n    uri: https://x.example\n")
}

// told writes what a discovery found: one candidate per line, with every reason and note in full.
func told(b *strings.Builder, trace *discovery.Trace) {
	fmt.Fprintf(b, "%d bytes, loaded %q, names %q, entries %q, starts %v\n", trace.Text.Len(), trace.Loaded, trace.Names, trace.Entries, trace.Failure == nil)
	for _, s := range trace.Settings {
		fmt.Fprintf(b, "settings %s %s: %v %s\n", s.Tier, s.Path, s.Found, s.Detail)
	}
	for _, c := range trace.Candidates {
		fmt.Fprintf(b, "%s %s%s %s: %s %s, %d of %d, %s %q %s\n", c.Kind, c.Path, also(c.Name), c.Tier, c.Verdict, c.Reason, c.Used, c.Bytes, c.LoadType, c.Patterns, c.Detail)
		for _, r := range c.Remarks {
			fmt.Fprintf(b, "  %s %s\n", r.Reason, r.Detail)
		}
		imports(b, c.Imports, "  ")
	}
	for _, p := range trace.Parts {
		fmt.Fprintf(b, "part %s, %s %s, %d bytes\n", p.Name, p.Role, p.Where, p.Text.Len())
	}
	for _, touch := range trace.Touched {
		fmt.Fprintf(b, "at %s: %q, %d bytes\n", touch.Path, touch.New, touch.Text.Len())
	}
	for _, note := range trace.Notes {
		fmt.Fprintf(b, "note: %s\n", note)
	}
	if trace.Failure != nil {
		fmt.Fprintf(b, "it would not start: %s\n", trace.Failure.Message)
	}
	for _, p := range trace.Problems {
		fmt.Fprintf(b, "problem: %s %s %s\n", p.Code, p.File, p.Message)
	}
}
