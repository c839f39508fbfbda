package qwencode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What Qwen Code finds in small projects, one for each of its rules, at both versions.
func TestWorlds(t *testing.T) {
	trusted, untrusted := true, false
	skill := func(name, more string) string {
		return "---\nname: " + name + "\ndescription: d\n" + more + "---\nBody.\n"
	}
	worlds := []agenttest.World{
		{Name: "files from the top down", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/QWEN.md", "global").File("/p/QWEN.md", "p").File("/p/d/AGENTS.md", "d").File("/QWEN.md", "top").File("/p/.qwen/QWEN.local.md", "local").File("/p/d/QWEN.md", " \n").File("/p/d/sub/QWEN.md", "below").File("/p/CLAUDE.md", "c").File("/p/d/qwen.md", "near")
		}},
		{Name: "a home of its own and a link to a file twice", Build: func(w *facts.Memory) {
			w.Env("QWEN_HOME", "../q").File("/p/q/QWEN.md", "own").File("/p/AGENTS.md", "a").Link("/p/QWEN.md", "AGENTS.md").Link("/p/d/QWEN.md", "nowhere")
		}},
		{Name: "other names", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"contextFileName":["RULES.md","RULES.md","b.md"],"memoryImportFormat":"flat"}`).File("/p/RULES.md", "See @x.md").File("/p/x.md", "x").File("/p/QWEN.md", "not").File("/p/d/b.md", "b")
		}},
		{Name: "one other name, of version 2", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"$version":2,"contextFileName":"old.md","context":{"fileName":" RULES.md "}}`).File("/p/RULES.md", "r").File("/p/old.md", "old")
		}},
		{Name: "names of other types", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"contextFileName":" ","context":5}`).File("/p/.qwen/settings.json", `{"context":{"fileName":[5]}}`).File("/p/QWEN.md", "q")
		}},
		{Name: "included directories", Build: func(w *facts.Memory) {
			w.File("/p/d/.qwen/settings.json", `{"includeDirectories":["~/inc","../other","/none"],"loadMemoryFromIncludeDirectories":true}`).File("/h/inc/QWEN.md", "inc").File("/p/other/QWEN.md", "other").File("/p/opt/AGENTS.md", "opt").File("/p/QWEN.md", "p")
		}, Options: discovery.Options{Directories: []string{"../opt"}}},
		{Name: "included directories that are not loaded", Build: func(w *facts.Memory) {
			w.File("/p/d/.qwen/settings.json", `{"includeDirectories":["../other"]}`).File("/p/other/QWEN.md", "other")
		}},
		{Name: "folder trust", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).File("/p/QWEN.md", "p").File("/p/.qwen/QWEN.local.md", "l").File("/p/.qwen/rules/a.md", "r").File("/h/.qwen/QWEN.md", "g").File("/p/d/.qwen/skills/s/SKILL.md", skill("s", ""))
		}},
		{Name: "folder trust, refused", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).File("/p/QWEN.md", "p").File("/p/.qwen/QWEN.local.md", "l").File("/p/.qwen/rules/a.md", "r").File("/h/.qwen/QWEN.md", "g").File("/p/d/.qwen/skills/s/SKILL.md", skill("s", ""))
		}, Options: discovery.Options{Trusted: &untrusted}},
		{Name: "folder trust, given", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).File("/p/QWEN.md", "p")
		}, Options: discovery.Options{Trusted: &trusted}},
		{Name: "folder trust, denied by a rule", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).File("/h/.qwen/trustedFolders.json", `{"/p/d": "DO_NOT_TRUST"}`).File("/p/QWEN.md", "p")
		}},
		{Name: "settings of the scenario", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"contextFileName":"U.md"}`).File("/p/U.md", "u").File("/p/S.md", "s")
		}, Options: discovery.Options{Trusted: &untrusted, Settings: map[string]any{"context": map[string]any{"fileName": "S.md"}, "security": map[string]any{"folderTrust": map[string]any{"enabled": true}}}}},
		{Name: "outside the directory above the home", Cwd: "/x/y", Build: func(w *facts.Memory) {
			w.Env("HOME", "/u/h").Dir("/u/h").File("/x/QWEN.md", "x").File("/QWEN.md", "top")
		}},
		{Name: "agents of one name", Build: func(w *facts.Memory) {
			for _, at := range []string{"/p/d/.qwen/agents/", "/h/.qwen/agents/"} {
				w.File(at+"a.md", "---\nname: same\ndescription: of "+at+"\n---\nYou are it, in full.\n")
			}
		}},
		{Name: "in the home", Cwd: "/h", Build: func(w *facts.Memory) {
			w.File("/h/QWEN.md", "h").File("/h/.qwen/QWEN.md", "g").File("/AGENTS.md", "top").File("/h/.qwen/skills/s/SKILL.md", skill("s", "")).File("/h/.qwen/commands/c.md", "---\ndescription: d\n---\nGo.").File("/h/.qwen/agents/a.md", "---\nname: one\ndescription: d\n---\nYou are it, in full.\n")
		}},
		{Name: "outside the home and a repository", Cwd: "/x/y", Build: func(w *facts.Memory) {
			w.File("/x/QWEN.md", "x").File("/x/y/AGENTS.md", "y").File("/QWEN.md", "top").File("/x/y/.qwen/QWEN.local.md", "l").File("/x/y/.qwen/rules/a.md", "r")
		}},
		{Name: "the language of answers", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/output-language.md", "German").File("/p/d/.qwen/output-language.md", "French").File("/p/QWEN.md", "p")
		}},
		{Name: "the user's language of answers", Build: func(w *facts.Memory) { w.File("/h/.qwen/output-language.md", "German").File("/p/QWEN.md", "p") }},
		{Name: "rules", Build: func(w *facts.Memory) {
			w.File("/p/.qwen/rules/all.md", "All <!-- not --> of it.\r\n").File("/p/.qwen/rules/z/go.md", "---\npaths:\n  - '**/*.go'\n---\nGo.").File("/p/.qwen/rules/list.md", "---\npaths: [a.go, \"b.go\"]\n---\nList.").File("/p/.qwen/rules/one.md", "---\npaths: c.go\n---\nOne.").
				File("/p/.qwen/rules/bad.md", "---\npaths: [a: b\ndescription: x: y\n---\nBad.").File("/p/.qwen/rules/empty.md", "---\npaths: x\n---\n \n").File("/p/.qwen/rules/note.txt", "n").Link("/p/.qwen/rules/link.md", "all.md").File("/h/.qwen/rules/home.md", "Home.").Mode("/h/.qwen/rules/home.md", 0)
		}, Options: discovery.Options{Touched: []string{"/p/d/x.go", "/p/c.go", "/p/b.go"}}},
		{Name: "rules while a file is edited", Build: func(w *facts.Memory) {
			w.File("/p/.qwen/rules/go.md", "---\npaths:\n  - '**/*.go'\n---\nGo.").File("/p/.qwen/rules/md.md", "---\npaths:\n  - '*.md'\n---\nMd.")
		}, Options: discovery.Options{File: "/p/d/x.go", Touched: []string{"/p/d/x.go"}, Acts: []discovery.Act{discovery.WriteAct}}},
		{Name: "memory", Build: func(w *facts.Memory) {
			w.File("/h/.qwen/projects/-p/memory/MEMORY.md", strings.Repeat("line\n", 201)).File("/p/QWEN.md", "p")
		}},
		{Name: "memory of another name", Cwd: "/x/A b_9", Build: func(w *facts.Memory) { w.File("/h/.qwen/projects/-x-A-b-9/memory/MEMORY.md", "m") }},
		{Name: "memory of a name with many characters", Cwd: "/x/AZaz09@[`{:é", Build: func(w *facts.Memory) { w.File("/h/.qwen/projects/-x-AZaz09------/memory/MEMORY.md", "Remember.") }},
		{Name: "values of front matter", Build: func(w *facts.Memory) {
			for i, value := range []string{"true", "false", "null", "~", `"quoted \\" and \\\\"`, `"`, `""`, "'single'", "5", "1e3", "Infinity", "NaN", "[a, b]", "a: b", " spaced ", "|", ">", "- x"} {
				name := string(rune('a' + i))
				w.File("/p/d/.qwen/agents/"+name+".md", "---\nname: "+name+"\ndescription: "+value+"\ntools:\n  - a\n  - 5\n  - null\n  - [x, y]\ncolor: "+value+"\n---\nYou.\n").File("/p/d/.qwen/commands/"+name+".md", "---\ndescription: "+value+"\ndisable-model-invocation: "+value+"\n---\nGo.\n").
					File("/p/d/.qwen/skills/"+name+"/SKILL.md", "---\nname: "+name+"\ndescription: "+value+"\npaths: "+value+"\n---\nDo.\n")
			}
		}},
		{Name: "imports of every form", Build: func(w *facts.Memory) {
			w.File("/p/d/QWEN.md", "@a.md @./b.md @../c.md @/p/x.md @/out.md @https://x.example/a.md @none.md @dir @shut.md @loop.md @a.md/below @l/a.md\n`@code.md`\n```\n@fence.md\n```\n@a.md. x@a.md\n").
				File("/p/d/a.md", "A @b.md").File("/p/d/b.md", "B @a.md").File("/p/c.md", "C").File("/p/x.md", "X").File("/out.md", "out").Dir("/p/d/dir").File("/p/d/shut.md", "s").Mode("/p/d/shut.md", 0).Link("/p/d/loop.md", "loop.md").Link("/p/d/l", "/out").File("/out/a.md", "outside")
		}},
		{Name: "extensions", Build: func(w *facts.Memory) {
			ext := "/h/.qwen/extensions/"
			w.File(ext+"a/qwen-extension.json", `{"name":"a"}`).File(ext+"a/QWEN.md", "of a").File(ext+"b/qwen-extension.json", `{"name":"b","contextFileName":"B.md"}`).File(ext+"b/B.md", "of b").File(ext+"c/qwen-extension.json", `{"name":"c","contextFileName":["C.md","D.md","none.md"]}`).File(ext+"c/C.md", "of c").File(ext+"c/D.md", "of d").
				File(ext+"e/qwen-extension.json", `{"name":"e e"}`).File(ext+"e/QWEN.md", "of e").File(ext+"f/qwen-extension.json", `{`).File(ext+"f/QWEN.md", "of f").File(ext+"g/QWEN.md", "of g").File(ext+"h/.qwen-extension-install.json", `{"source":"/src","type":"link"}`).File("/src/qwen-extension.json", `{"name":"linked"}`).File("/src/QWEN.md", "linked").
				File(ext+"i/.qwen-extension-install.json", `{"source":"/src2","type":"local"}`).File(ext+"i/qwen-extension.json", `{"name":"i","contextFileName":"${X}.md"}`).Env("X", "val").File(ext+"i/val.md", "of i").File(ext+"file", "x").File(ext+"off/qwen-extension.json", `{"name":"off"}`).File(ext+"off/QWEN.md", "off").
				File(ext+"extension-enablement.json", `{"off":{"overrides":["!/p/*"]}}`)
		}},
		{Name: "imports", Build: func(w *facts.Memory) {
			w.File("/p/QWEN.md", "@a.md @./a.md @../p/a.md `@code.md` @none.md @/abs.md @~/h.md @dir @https://x.example/y.md @b.md\n```\n@a.md\n```\n@QWEN.md @big.md").File("/p/a.md", "A @b.md").File("/p/b.md", "B @a.md").File("/abs.md", "abs").File("/h/h.md", "h").Dir("/p/dir").File("/p/closed.md", "x").Mode("/p/closed.md", 0).File("/p/AGENTS.md", "@closed.md @x.txt").File("/p/x.txt", "txt")
		}},
		{Name: "the system prompt from a file", Build: func(w *facts.Memory) {
			w.Env("QWEN_SYSTEM_MD", "/sys.md").File("/sys.md", "You are it.").File("/p/QWEN.md", "p")
		}},
		{Name: "the system prompt from the project", Build: func(w *facts.Memory) {
			w.Env("QWEN_SYSTEM_MD", "true").File("/p/d/.qwen/system.md", "Mine.").File("/p/QWEN.md", "p")
		}},
		{Name: "the system prompt switched off", Build: func(w *facts.Memory) {
			w.Env("QWEN_SYSTEM_MD", "0").File("/p/d/.qwen/system.md", "Mine.")
		}},
		{Name: "variables of the project's file", Build: func(w *facts.Memory) {
			w.File("/p/d/.env", "QWEN_SYSTEM_MD=/sys.md\nQWEN_HOME=/other\nKEY='v'\n").File("/sys.md", "From .env").File("/p/.qwen/.env", "QWEN_SYSTEM_MD=1\n").File("/h/.qwen/.env", "X=1\n")
		}},
		{Name: "skills, commands, agents and servers", Build: func(w *facts.Memory) {
			for _, at := range []string{"/p/d/.qwen/", "/h/.qwen/", "/p/.qwen/"} {
				w.File(at+"skills/one/SKILL.md", skill("one", "")).File(at+"skills/two/SKILL.md", skill("two", "disable-model-invocation: true\n")).File(at+"skills/batch/SKILL.md", skill("batch", "")).File(at+"skills/bad/SKILL.md", "---\nname: bad\n---\n").File(at+"commands/c.md", "---\ndescription: does c\n---\nGo {{args}}").File(at+"commands/sub/t.toml", "prompt = \"go\"\ndescription = \"t\"\n").File(at+"commands/bad.toml", "x = \n").
					File(at+"agents/a.md", "---\nname: a\ndescription: does a\ntools: [read]\n---\nYou are a.").File(at+"agents/b.md", "no header").File(at+"settings.json", `{"mcpServers":{"on":{"command":"x"},"off":{"command":"y","disabled":true}},"mcp":{"excluded":["ex"],"allowed":["on","off"]}}`)
			}
		}},
	}
	agenttest.Worlds(t, "qwen-code", worlds)
	agenttest.Worlds(t, "qwen-code@0.15.10", worlds)
}
