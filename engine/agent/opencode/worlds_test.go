package opencode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What OpenCode finds in small projects, one for each of its rules, at both versions.
func TestWorlds(t *testing.T) {
	skill := func(name, more string) string {
		return "---\nname: " + name + "\ndescription: does " + name + "\n" + more + "---\nBody.\n"
	}
	git := func(w *facts.Memory, command string, a facts.GitAnswer) *facts.Memory {
		return w.OnGit("/p", command, a)
	}
	worlds := []agenttest.World{
		{Name: "files of every kind", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "p").File("/p/d/AGENTS.md", "d").File("/p/CLAUDE.md", "c").File("/p/CONTEXT.md", "x").File("/h/.config/opencode/AGENTS.md", "u").File("/h/.claude/CLAUDE.md", "uc").File("/p/d/sub/AGENTS.md", "sub").File("/AGENTS.md", "top")
		}},
		{Name: "Claude's files", Build: func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "c").File("/p/d/CONTEXT.md", "x").File("/h/.claude/CLAUDE.md", "uc")
		}},
		{Name: "Claude's prompt switched off", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_CLAUDE_CODE_PROMPT", "1").File("/p/CLAUDE.md", "c").File("/h/.claude/CLAUDE.md", "uc")
		}},
		{Name: "Claude switched off", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_CLAUDE_CODE", "TRUE").File("/p/CLAUDE.md", "c").File("/h/.claude/CLAUDE.md", "uc").File("/p/.claude/skills/s/SKILL.md", skill("s", ""))
		}},
		{Name: "the project switched off", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", "1").File("/p/AGENTS.md", "p").File("/p/opencode.json", `{"instructions":["x.md"]}`).File("/p/x.md", "x").File("/h/.config/opencode/opencode.json", `{"instructions":["y.md","/z.md"]}`).File("/z.md", "z").File("/p/.opencode/agent/a.md", "A.").File("/p/.opencode/skill/s/SKILL.md", skill("s", ""))
		}},
		{Name: "a directory of settings", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_CONFIG_DIR", "../own").Env("OPENCODE_DISABLE_PROJECT_CONFIG", "true").File("/p/own/AGENTS.md", "o").File("/p/own/opencode.json", `{"instructions":["in.md"]}`).File("/p/own/in.md", "in").File("/p/own/agent/a.md", "---\ndescription: d\n---\nA.").File("/p/own/skills/s/SKILL.md", skill("s", ""))
		}},
		{Name: "another home for tests", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_TEST_HOME", "/t").Env("XDG_CONFIG_HOME", "/x").File("/t/.claude/CLAUDE.md", "t").File("/x/opencode/AGENTS.md", "x").File("/t/.opencode/opencode.json", `{"instructions":["/z.md"]}`).File("/z.md", "z")
		}},
		{Name: "managed settings", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_TEST_MANAGED_CONFIG_DIR", "/m").File("/m/opencode.json", `{"instructions":["/z.md"],"mcp":{"s":{"type":"local","command":["x"]}}}`).File("/z.md", "z").File("/p/opencode.json", `{"mcp":{"s":{"enabled":false,"type":"local","command":["y"]}}}`)
		}},
		{Name: "settings in order", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_CONFIG", "../c.json").Env("OPENCODE_CONFIG_CONTENT", `{"instructions":["/i/content.md"],"model":"a/b"}`)
			for _, at := range []string{"/h/.config/opencode/config.json", "/h/.config/opencode/opencode.json", "/h/.config/opencode/opencode.jsonc", "/p/c.json", "/p/opencode.json", "/p/d/opencode.jsonc", "/p/.opencode/opencode.json", "/p/d/.opencode/opencode.jsonc", "/h/.opencode/opencode.json"} {
				w.File(at, `{"instructions":["/i`+at+`.md"," ","/i/same.md"],"mcp":{"m":{"type":"remote","url":"https://`+strings.Trim(strings.ReplaceAll(at, "/", "-"), "-.")+`"}}}`).File("/i"+at+".md", "of "+at)
			}
			w.File("/i/content.md", "content").File("/i/same.md", "same")
		}},
		{Name: "settings that are refused", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":5}`).File("/p/AGENTS.md", "p")
		}},
		{Name: "settings that are not JSON", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", "{\n \"a\": x\n}").File("/p/AGENTS.md", "p")
		}},
		{Name: "settings with an unknown key", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instrctions":["a.md"],"theme":"x"}`).File("/p/AGENTS.md", "p")
		}},
		{Name: "settings that are empty", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", " \n").File("/h/.config/opencode/opencode.json", "").File("/p/AGENTS.md", "p")
		}},
		{Name: "settings that are closed", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", "{}").Mode("/p/opencode.json", 0).File("/p/AGENTS.md", "p")
		}},
		{Name: "values in settings", Build: func(w *facts.Memory) {
			w.Env("KEY", "sk-0123456789abcdef").Env("NAME", "docs").File("/p/opencode.json", "// {file:none.txt}\n{\"instructions\": [\"{env:NAME}/a.md\", \"{file:name.txt}\", \"{file:~/home.txt}\", \"{env:KEY}.md\", \"{env:NONE}c.md\"]}").File("/p/name.txt", " b\".md \n").File("/p/b\".md", "b").File("/h/home.txt", "/abs/x.md").File("/abs/x.md", "x").File("/p/docs/a.md", "a").File("/p/c.md", "c")
		}},
		{Name: "a reference to nothing", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["{file:none.txt}"]}`).File("/p/AGENTS.md", "p")
		}},
		{Name: "instructions", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["docs/*.md","**/b.md","AGENTS.md","none/*.md","~/h.md","d/../docs/a.md","/abs/{a,b}.md","docs","../out.md"]}`).File("/p/docs/a.md", "a").File("/p/docs/b.md", "b").File("/p/d/docs/a.md", "d").File("/p/AGENTS.md", "p").File("/h/h.md", "h").File("/abs/a.md", "aa").File("/abs/b.md", "").File("/out.md", "o").File("/p/docs/.hid.md", "hid")
		}},
		{Name: "URLs", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["https://x.example/a.md","https://x.example/b.md","x.md"]}`).File("/p/x.md", "x").URL("https://x.example/a.md", facts.Response{Status: 200, Body: "text of a"}).URL("https://x.example/b.md", facts.Response{Status: 404, Body: "none"})
		}, Options: discovery.Options{Fetch: true}},
		{Name: "URLs that are not fetched", Build: func(w *facts.Memory) { w.File("/p/opencode.json", `{"instructions":["https://x.example/a.md"]}`) }},
		{Name: "files below, reached by tools", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "p").File("/p/d/e/AGENTS.md", "e").File("/p/d/e/f/CLAUDE.md", "f").File("/p/d/e/f/CONTEXT.md", "x").File("/p/o/AGENTS.md", "o").File("/p/d/n/AGENTS.md", " \n")
		}, Options: discovery.Options{Touched: []string{"e/f/a.go", "e/b.go", "/p/o/d.go", "e/AGENTS.md", "n/e.go", "a.go"}, Acts: []discovery.Act{discovery.ReadAct, discovery.ReadAct, discovery.ReadAct, discovery.ReadAct, discovery.WriteAct, discovery.EditAct}}},
		{Name: "while a file is edited", Build: func(w *facts.Memory) { w.File("/p/d/e/AGENTS.md", "e").File("/p/d/n/AGENTS.md", "n") }, Options: discovery.Options{File: "/p/d/e/x.go", Touched: []string{"/p/d/e/x.go"}}},
		{Name: "skills", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"skills":{"paths":["~/sk","../none","rel"],"urls":["https://x.example/s"]},"permission":{"skill":{"no-*":"deny","ask":"ask","*":"allow"}}}`)
			for _, at := range []string{"/h/.claude/skills/", "/h/.agents/skills/", "/p/.claude/skills/", "/p/d/.agents/skills/", "/h/.config/opencode/skill/", "/p/.opencode/skills/", "/h/sk/", "/p/rel/"} {
				name := strings.Trim(strings.NewReplacer("/", "-", ".", "").Replace(at), "-")
				w.File(at+name+"/SKILL.md", skill(name, "")).File(at+"same/SKILL.md", skill("same", "")).File(at+"bad/SKILL.md", "---\nname: bad\n---\n").File(at+"no-x/SKILL.md", skill("no-x", "")).File(at+"ask/SKILL.md", skill("ask", "")).File(at+"other/SKILL.md", skill("named-otherwise", "")).File(at+"head/SKILL.md", "No header.").File(at+"deep/er/SKILL.md", skill("er", ""))
			}
		}},
		{Name: "skills of others switched off", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_EXTERNAL_SKILLS", "1").File("/p/.claude/skills/a/SKILL.md", skill("a", "")).File("/p/.agents/skills/b/SKILL.md", skill("b", "")).File("/p/.opencode/skill/c/SKILL.md", skill("c", ""))
		}},
		{Name: "skills of Claude switched off", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS", "1").File("/p/.claude/skills/a/SKILL.md", skill("a", "")).File("/p/.agents/skills/b/SKILL.md", skill("b", ""))
		}},
		{Name: "all skills denied", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_PERMISSION", `{"skill":"deny"}`).File("/p/.opencode/skill/c/SKILL.md", skill("c", ""))
		}},
		{Name: "agents, commands, servers and plugins", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"agent":{"own":{"description":"does own","mode":"subagent","prompt":"{file:p.txt}","tools":{"bash":false}},"build":{"prompt":"Mine."},"off":{"disable":true,"description":"d"},"plan":{"disable":true}},"mode":{"build":{"prompt":"of the mode"}},"command":{"go":{"template":"Go $ARGUMENTS","description":"goes"}},"mcp":{"on":{"type":"local","command":["x"]},"off":{"type":"local","command":["y"],"enabled":false},"web":{"type":"remote","url":"https://x.example"}},"plugin":["p@1","./local.ts","file:///abs.ts"]}`).File("/p/p.txt", "Prompt.")
			for _, at := range []string{"/p/.opencode/", "/h/.config/opencode/", "/p/d/.opencode/"} {
				w.File(at+"agent/a.md", "---\ndescription: does a\nmode: subagent\nmodel: x/y\n---\nYou are a.").File(at+"agents/sub/b.md", "---\ndescription: does b\n---\nB.").File(at+"agent/c.md", "No header.").File(at+"agent/off.md", "---\ndisable: true\n---\nOff.").File(at+"mode/m.md", "---\ntemperature: 1\n---\nM.").File(at+"command/c.md", "---\ndescription: of c\nagent: build\n---\nGo.").File(at+"commands/sub/d.md", "D.").File(at+"plugin/one.ts", "x").File(at+"plugins/two.js", "y").File(at+"tool/t.ts", "z").File(at+"agent/bad.md", "---\nmode: [\n---\nBad.")
			}
		}},
		{Name: "without plugins", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_PURE", "1").File("/p/.opencode/plugin/one.ts", "x").File("/p/opencode.json", `{"plugin":["p@1"]}`)
		}},
		{Name: "git without commits", Build: func(w *facts.Memory) {
			git(w.File("/p/AGENTS.md", "p").File("/AGENTS.md", "top"), "rev-list --max-parents=0 --all", facts.GitAnswer{})
		}},
		{Name: "git that accepts no repository", Build: func(w *facts.Memory) {
			git(git(w.File("/p/AGENTS.md", "p").File("/AGENTS.md", "top"), "rev-list --max-parents=0 --all", facts.GitAnswer{Exit: 128}), "rev-parse --show-toplevel", facts.GitAnswer{Exit: 128})
		}},
		{Name: "a bare repository", Build: func(w *facts.Memory) {
			git(git(w.File("/p/AGENTS.md", "p").File("/AGENTS.md", "top"), "rev-parse --show-toplevel", facts.GitAnswer{Exit: 128}), "rev-parse --git-dir", facts.GitAnswer{Stdout: "."})
		}},
		{Name: "another top", Build: func(w *facts.Memory) {
			git(w.File("/p/AGENTS.md", "p").File("/AGENTS.md", "top"), "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/\n"})
		}},
		{Name: "without a repository", Cwd: "/q/d", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_FAKE_VCS", "git").File("/q/AGENTS.md", "q").File("/q/d/CLAUDE.md", "c").File("/AGENTS.md", "top")
		}},
		{Name: "providers and models", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"model":"mine/big","small_model":"mine/small","provider":{"mine":{"npm":"@ai-sdk/openai","options":{"apiKey":"{env:KEY}"},"models":{"big":{"name":"Big"},"small":{}}},"openai":{}},"disabled_providers":["z"],"enabled_providers":["mine","z"]}`).Env("KEY", "sk-0123456789abcdef").File("/h/.local/share/opencode/auth.json", `{"anthropic":{"type":"api","key":"sk-0123456789abcdef"}}`).File("/p/AGENTS.md", "p")
		}},
		{Name: "a variable with settings that are not JSON", Build: func(w *facts.Memory) { w.Env("OPENCODE_CONFIG_CONTENT", `{"a":`).File("/p/AGENTS.md", "p") }},
		{Name: "a variable with a reference to nothing", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_CONFIG_CONTENT", `{"model":"{file:none.txt}"}`).File("/p/AGENTS.md", "p")
		}},
		{Name: "a variable with values", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_CONFIG_CONTENT", `{"instructions":["{env:NAME}.md"]}`).Env("NAME", "x").File("/p/x.md", "x").File("/p/d/x.md", "xd")
		}},
		{Name: "a variable with settings that are refused", Build: func(w *facts.Memory) { w.Env("OPENCODE_CONFIG_CONTENT", `{"share":"maybe"}`) }},
		{Name: "two files that are not valid", Build: func(w *facts.Memory) {
			w.File("/h/.config/opencode/opencode.json", `{"share":"maybe"}`).File("/p/opencode.json", `{`).Env("OPENCODE_CONFIG_CONTENT", `{`)
		}},
		{Name: "a hidden agent as the default", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"default_agent":"h","agent":{"h":{"hidden":true,"mode":"primary"}}}`)
		}},
		{Name: "settings of the oldest form", Build: func(w *facts.Memory) {
			w.File("/h/.config/opencode/config", "provider = 'p'\nmodel = 'm'\ninstructions = ['/z.md']\n").File("/z.md", "z")
		}},
		{Name: "settings of the oldest form with a number that JSON lacks", Build: func(w *facts.Memory) {
			w.File("/h/.config/opencode/config", "a = inf\ninstructions = ['/z.md']\n").File("/z.md", "z")
		}},
		{Name: "an organisation's settings", Build: func(w *facts.Memory) {
			w.File("/h/.local/share/opencode/auth.json", `{"https://x.example":{"type":"wellknown","key":"K","token":"t"}}`)
		}},
		{Name: "a variable with settings of other types", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_CONFIG_CONTENT", `{"instructions":5,"agent":{"a":5,"b":{"permission":5},"c":{"prompt":"C"}}}`)
		}},
		{Name: "a variable with settings that are valid once its values are in", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_CONFIG_CONTENT", `{"instructions":{env:LIST}}`).Env("LIST", `["x.md","https://x.example/x.md"]`).File("/p/x.md", "x")
		}},
		{Name: "a URL with a value", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["https://x.example/{env:KEY}"]}`).Env("KEY", "sk-0123456789abcdef").URL("https://x.example/sk-0123456789abcdef", facts.Response{Status: 200, Body: "sent"})
		}, Options: discovery.Options{Fetch: true}},
		{Name: "a prompt of a file, without a repository", Cwd: "/q/d", Build: func(w *facts.Memory) {
			w.File("/q/d/opencode.json", `{"agent":{"a":{"prompt":"{file:in.md}"},"b":{"prompt":"{file:../out.md}"}}}`).File("/q/d/in.md", "of the directory").File("/q/out.md", "from above it")
		}},
		{Name: "closed files of agents, commands and skills, and headers that cannot be read", Build: func(w *facts.Memory) {
			for _, name := range []string{"agent/shut.md", "command/shut.md", "skill/shut/SKILL.md"} {
				w.File("/p/.opencode/"+name, "x").Mode("/p/.opencode/"+name, 0)
			}
			w.File("/p/.opencode/skill/broken/SKILL.md", "---\nname: [\n---\n").File("/p/.opencode/skill/toml/SKILL.md", "---toml\nname = 'x'\n---\n").File("/p/.opencode/skill/json/SKILL.md", "---json\n{\"name\":\"json\",\"description\":\"d\"}\n---\n").File("/p/.opencode/skill/notjson/SKILL.md", "---json\nname: x\n---\n").
				File("/p/.opencode/agent/toml.md", "---toml\ndescription = 'x'\n---\nT.").File("/p/.opencode/agent/good.md", "---\ndescription: d\n---\nG.")
		}},
		{Name: "providers of which one is switched off", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"disabled_providers":["off"],"provider":{"off":{"npm":"x","models":{"m":{}}},"on":{"npm":"x","models":{"n":{}}}}}`)
		}},
		{Name: "closed files below, and Claude's switched off", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_CLAUDE_CODE", "1").File("/p/d/e/AGENTS.md", "e").Mode("/p/d/e/AGENTS.md", 0).File("/p/d/f/CLAUDE.md", "f").File("/p/d/f/CONTEXT.md", "x")
		}, Options: discovery.Options{Touched: []string{"/p/d/e/x.go", "/p/d/f/x.go"}}},
		{Name: "rules for a tool, then one for all of it", Build: func(w *facts.Memory) {
			w.File("/h/.config/opencode/opencode.json", `{"permission":{"bash":{"a*":"deny","b *":"ask"},"edit":"deny"}}`).File("/p/opencode.json", `{"permission":{"bash":"allow","edit":{"x":"allow"}}}`)
		}},
		{Name: "servers of the program that will succeed it", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"mcp":{"servers":{"a":{"type":"local","command":["x"]}},"timeout":5},"skills":["own"],"agents":{"n":{"system":"N","disabled":false}}}`).File("/p/own/s/SKILL.md", skill("s", ""))
		}},
		{Name: "on a drive of Windows", Cwd: "C:/p/d", Build: func(w *facts.Memory) {
			w.SetPlatform("win32").File("C:/p/d/opencode.json", `{"instructions":["/abs/a.md","C:/b.md"]}`).File("C:/abs/a.md", "a").File("C:/b.md", "b")
		}},
		{Name: "a file that is named and not there", Build: func(w *facts.Memory) { w.Env("OPENCODE_CONFIG", "none.json").File("/p/AGENTS.md", "p") }},
		{Name: "a directory in place of settings", Build: func(w *facts.Memory) { w.Dir("/p/opencode.json").File("/p/AGENTS.md", "p") }},
		{Name: "prompts of agents from files", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"agent":{"whole":{"prompt":"{file:w.md}"},"part":{"prompt":"See {file:w.md}"},"twice":{"prompt":"{file:w.md}{file:w.md}"},"env":{"prompt":"{env:KEY}"},"none":{"prompt":""},"off":{"prompt":"x","disable":true},"build":{"prompt":"B"}},"mode":{"m":{"prompt":"{file:w.md}"}},"default_agent":"whole"}`).
				File("/p/w.md", " Whole \"quoted\".\n").Env("KEY", "sk-0123456789abcdef")
		}},
		{Name: "references in comments and in lines", Build: func(w *facts.Memory) {
			w.File("/p/opencode.jsonc", "{\n  // {file:a.md}\n  \"username\": \"{file:a.md}\",\n  \"instructions\": [\"{file:a.md}.md\", \"{file:~/b.md}\"] // {file:none.md}\n}\n").File("/p/a.md", "$& a\t\u0001\n").File("/h/b.md", "/abs/*.md").File("/abs/c.md", "c")
		}},
		{Name: "permissions of agents and of all", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"permission":{"skill":{"*":"deny","one":"allow","t?o":"ask"},"bash":"deny"},"tools":{"write":false,"mcp_*":true},"agent":{"a":{"permission":{"skill":"deny"},"tools":{"edit":false}},"b":{"permission":"ask"}}}`)
			for _, name := range []string{"one", "two", "three"} {
				w.File("/p/.opencode/skills/"+name+"/SKILL.md", skill(name, ""))
			}
		}},
		{Name: "files that are odd", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "\ufeffA\r\n").Link("/p/d/AGENTS.md", "nowhere").Dir("/p/CLAUDE.md").File("/p/CONTEXT.md", "").File("/h/.config/opencode/AGENTS.md", "x").Mode("/h/.config/opencode/AGENTS.md", 0)
		}},
	}
	agenttest.Worlds(t, "opencode", worlds)
	agenttest.Worlds(t, "opencode@1.1.34", worlds)
}
