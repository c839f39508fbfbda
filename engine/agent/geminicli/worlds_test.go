package geminicli_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What Gemini CLI finds in small projects, one for each of its rules, at both versions.
func TestWorlds(t *testing.T) {
	untrusted := false
	skill := func(name string) string {
		return "---\nname: " + name + "\ndescription: does " + name + "\n---\nBody.\n"
	}
	user := func(text string) func(w *facts.Memory) {
		return func(w *facts.Memory) {
			w.File("/h/.gemini/settings.json", text).File("/p/GEMINI.md", "p").File("/p/d/GEMINI.md", "d").File("/p/AGENTS.md", "a").File("/p/d/sub/GEMINI.md", "sub").File("/h/.gemini/GEMINI.md", "g")
		}
	}
	distrust := func(w *facts.Memory) *facts.Memory { return w.File("/h/.gemini/trustedFolders.json", `{}`) }
	worlds := []agenttest.World{
		{Name: "files from the top down", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.File("/GEMINI.md", "top").File("/p/d/gemini.md", "near").File("/p/d/sub/node_modules/GEMINI.md", "n").File("/p/d/.git/GEMINI.md", "x")
		}},
		{Name: "another home", Build: func(w *facts.Memory) {
			w.Env("GEMINI_CLI_HOME", "/g").File("/g/.gemini/GEMINI.md", "g").File("/h/.gemini/GEMINI.md", "h").File("/g/.gemini/trustedFolders.json", `{"/p":"TRUST_FOLDER"}`).File("/p/GEMINI.md", "p")
		}},
		{Name: "other names", Build: user(`{"context":{"fileName":["AGENTS.md","GEMINI.md","AGENTS.md"]}}`)},
		{Name: "one other name", Build: user(`{"context":{"fileName":"AGENTS.md"}}`)},
		{Name: "a name of the older form", Build: user(`{"contextFileName":"AGENTS.md"}`)},
		{Name: "true in place of a name", Build: user(`{"context":{"fileName":true}}`)},
		{Name: "false in place of a name", Build: user(`{"context":{"fileName":false}}`)},
		{Name: "capitals in a key", Build: user(`{"Context":{"fileName":"AGENTS.md"},"admin":{}}`)},
		{Name: "few directories are searched", Build: user(`{"context":{"discoveryMaxDirs":1}}`)},
		{Name: "markers that lead elsewhere", Build: func(w *facts.Memory) {
			user(`{"context":{"memoryBoundaryMarkers":["../mark","/abs",".git"]}}`)(w)
			w.File("/p/mark", "").File("/p/d/abs", "")
		}},
		{Name: "in the folder of the user's files", Cwd: "/h/.gemini", Build: user(`{}`)},
		{Name: "outside the directory above the home", Cwd: "/x/y", Build: func(w *facts.Memory) {
			w.Env("HOME", "/u/h").File("/u/h/.gemini/trustedFolders.json", `{"/":"TRUST_FOLDER"}`).File("/x/GEMINI.md", "x").File("/x/y/GEMINI.md", "y")
		}},
		{Name: "rules of trust that are not JSON", Build: func(w *facts.Memory) {
			w.File("/h/.gemini/trustedFolders.json", `{`).File("/p/d/GEMINI.md", "d")
		}},
		{Name: "a rule of trust with another word", Build: func(w *facts.Memory) {
			w.File("/h/.gemini/trustedFolders.json", `{"/p":"MAYBE"}`).File("/p/d/GEMINI.md", "d")
		}},
		{Name: "private memory of an older release", Build: func(w *facts.Memory) {
			sum := sha256.Sum256([]byte("/p/d"))
			w.File("/h/.gemini/tmp/"+hex.EncodeToString(sum[:])+"/memory/MEMORY.md", "old")
		}},
		{Name: "nobody to ask", Build: func(w *facts.Memory) { distrust(w); w.File("/p/d/GEMINI.md", "d") }, Options: discovery.Options{Args: []string{"-p", "hello"}}},
		{Name: "nobody to ask, by the long option", Build: func(w *facts.Memory) { distrust(w); w.File("/p/d/GEMINI.md", "d") }, Options: discovery.Options{Args: []string{"--prompt", "hello"}}},
		{Name: "places where tools do not go, and a closed file", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.File("/p/d/node_modules/m/GEMINI.md", "m").File("/p/d/shut/GEMINI.md", "s").Mode("/p/d/shut/GEMINI.md", 0).Dir("/p/d/node_modules/n").Dir("/p/d/g/GEMINI.md")
		}, Options: discovery.Options{Touched: []string{"/p/d/.env", "/p/d/node_modules/m/x.js", "/p/d/node_modules/m/y.js", "/p/d/node_modules/n/z.js", "/p/d/shut/x.go", "/p/d/g/x.go"}}},
		{Name: "names of other types", Build: user(`{"context":{"fileName":5}}`)},
		{Name: "flat imports", Build: func(w *facts.Memory) {
			user(`{"context":{"importFormat":"flat"}}`)(w)
			w.File("/p/GEMINI.md", "@a.md @d/b.md @a.md").File("/p/a.md", "A @b.md").File("/p/b.md", "B").File("/p/d/b.md", "Bd")
		}},
		{Name: "imports of a nested file are never flat", Build: func(w *facts.Memory) {
			user(`{"context":{"importFormat":"flat"}}`)(w)
			w.File("/p/d/sub/GEMINI.md", "sub @a.md @a.md").File("/p/d/sub/a.md", "A")
		}, Options: discovery.Options{Touched: []string{"/p/d/sub/x.go"}}},
		{Name: "imports", Build: func(w *facts.Memory) {
			w.File("/p/GEMINI.md", "@a.md @./a.md `@code.md` @none.md @/abs.md @~/h.md @dir @https://x.example/y.md @b.txt\n```\n@a.md\n```\n@GEMINI.md @../out.md @d/../c.md x@a.md @a.md, @a.md. @bin.png").File("/p/a.md", "A @c.md").File("/p/c.md", "C @a.md").File("/abs.md", "abs").File("/h/h.md", "h").Dir("/p/dir").File("/p/b.txt", "txt").File("/out.md", "out").File("/p/bin.png", "\x00").File("/p/d/GEMINI.md", "@closed.md @l.md").File("/p/d/closed.md", "x").Mode("/p/d/closed.md", 0).Link("/p/d/l.md", "/out.md")
		}},
		{Name: "a chain of imports", Build: func(w *facts.Memory) {
			w.File("/p/GEMINI.md", "0 @1.md")
			for i := range 8 {
				w.File("/p/"+string(rune('1'+i))+".md", string(rune('1'+i))+" @"+string(rune('2'+i))+".md")
			}
		}},
		{Name: "markers of memory", Build: user(`{"context":{"memoryBoundaryMarkers":["package.json",".hg"]}}`)},
		{Name: "no markers", Build: user(`{"context":{"memoryBoundaryMarkers":[]}}`)},
		{Name: "included directories", Build: func(w *facts.Memory) {
			user(`{"context":{"includeDirectories":["~/inc","../other","%userprofile%/win","/none"],"loadMemoryFromIncludeDirectories":true}}`)(w)
			w.File("/h/inc/GEMINI.md", "inc").File("/p/other/GEMINI.md", "other").File("/h/win/GEMINI.md", "win").File("/p/opt/GEMINI.md", "opt")
		}, Options: discovery.Options{Directories: []string{"../opt"}}},
		{Name: "a tool in an included directory reaches its repository", Build: func(w *facts.Memory) {
			user(`{"context":{"includeDirectories":["/q/inc"]}}`)(w)
			w.Dir("/q/.git").File("/GEMINI.md", "above").File("/q/GEMINI.md", "q").File("/q/inc/GEMINI.md", "inc").File("/q/inc/sub/GEMINI.md", "sub")
		}, Options: discovery.Options{Touched: []string{"/q/inc/sub/x.go"}}},
		{Name: "included directories that are there", Build: func(w *facts.Memory) {
			user(`{"context":{"includeDirectories":["~/inc","../other"],"loadMemoryFromIncludeDirectories":true}}`)(w)
			w.File("/h/inc/GEMINI.md", "inc").File("/p/other/GEMINI.md", "other").File("/h/GEMINI.md", "home")
		}},
		{Name: "directories of an editor", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.Env("GEMINI_CLI_IDE_WORKSPACE_PATH", "/p/d:/ed:/ed2:").File("/ed/GEMINI.md", "ed").File("/ed2/GEMINI.md", "ed2")
		}},
		{Name: "directories of an editor that are not there", Build: func(w *facts.Memory) { user(`{}`)(w); w.Env("GEMINI_CLI_IDE_WORKSPACE_PATH", "/gone") }},
		{Name: "plans", Build: func(w *facts.Memory) {
			user(`{"general":{"plan":{"directory":"plans","enabled":true}}}`)(w)
			w.File("/p/d/plans/GEMINI.md", "plans").File("/p/d/plans/one.md", "1")
		}},
		{Name: "plans of an extension", Build: func(w *facts.Memory) {
			user(`{"general":{"plan":{"enabled":true}}}`)(w)
			for name, dir := range map[string]string{"a": "x/../away", "b": "/p/d/full", "c": "plans", "d": "late"} {
				w.File("/h/.gemini/extensions/"+name+"/gemini-extension.json", `{"name":"`+name+`","version":"1","plan":{"directory":"`+dir+`"}}`).File(facts.Resolve("/p/d", dir)+"/GEMINI.md", "plans of "+name)
			}
		}},
		{Name: "plans switched off", Build: func(w *facts.Memory) {
			user(`{"general":{"plan":{"directory":"plans","enabled":false}}}`)(w)
			w.File("/p/d/plans/GEMINI.md", "plans")
		}},
		{Name: "system settings", Build: func(w *facts.Memory) {
			user(`{"context":{"fileName":"AGENTS.md"}}`)(w)
			w.Env("GEMINI_CLI_SYSTEM_SETTINGS_PATH", "/sys.json").Env("GEMINI_CLI_SYSTEM_DEFAULTS_PATH", "/def.json").File("/sys.json", `{"context":{"fileName":"GEMINI.md"}}`).File("/def.json", `{"context":{"importFormat":"flat"},"mcpServers":{"d":{"command":"x"}}}`)
		}},
		{Name: "project settings", Build: func(w *facts.Memory) {
			user(`{"context":{"fileName":"AGENTS.md"}}`)(w)
			w.File("/p/d/.gemini/settings.json", "// c\n{\"context\":{\"fileName\":[\"GEMINI.md\"]}}")
		}},
		{Name: "settings that are not valid", Build: func(w *facts.Memory) { user(`{`)(w); w.File("/p/d/.gemini/settings.json", `[]`) }},
		{Name: "a folder that is not trusted", Build: func(w *facts.Memory) {
			user(`{"security":{"folderTrust":{"enabled":true}}}`)(w)
			distrust(w).File("/p/d/.gemini/settings.json", `{"context":{"fileName":"X.md"}}`).File("/p/d/.gemini/skills/s/SKILL.md", skill("s"))
		}},
		{Name: "trust switched off", Build: func(w *facts.Memory) { user(`{"security":{"folderTrust":{"enabled":false}}}`)(w); distrust(w) }},
		{Name: "a parent that is trusted", Build: func(w *facts.Memory) {
			user(`{"security":{"folderTrust":{"enabled":true}}}`)(w)
			w.File("/h/.gemini/trustedFolders.json", `{"/p/d/x":"TRUST_PARENT","/p/d":"DO_NOT_TRUST","/q":"TRUST_FOLDER"}`)
		}},
		{Name: "trust by a variable", Build: func(w *facts.Memory) {
			user(`{"security":{"folderTrust":{"enabled":true}}}`)(w)
			distrust(w).Env("GEMINI_CLI_TRUST_WORKSPACE", "true")
		}},
		{Name: "trust in another file", Build: func(w *facts.Memory) {
			user(`{"security":{"folderTrust":{"enabled":true}}}`)(w)
			distrust(w).Env("GEMINI_CLI_TRUSTED_FOLDERS_PATH", "/tf.json").File("/tf.json", `{"/p/d":"TRUST_FOLDER"}`)
		}},
		{Name: "not trusted by the scenario", Build: user(`{"security":{"folderTrust":{"enabled":true}}}`), Options: discovery.Options{Trusted: &untrusted}},
		{Name: "in the home", Cwd: "/h", Build: func(w *facts.Memory) {
			w.File("/h/.gemini/skills/s/SKILL.md", skill("s")).File("/h/GEMINI.md", "h").File("/h/.gemini/GEMINI.md", "g").File("/h/sub/GEMINI.md", "s").File("/h/.gemini/settings.json", `{"context":{"fileName":"GEMINI.md"}}`)
		}},
		{Name: "without a repository", Cwd: "/x/y", Build: func(w *facts.Memory) {
			w.File("/x/GEMINI.md", "x").File("/x/y/GEMINI.md", "y").File("/GEMINI.md", "top")
		}},
		{Name: "the system prompt from a file", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.Env("GEMINI_SYSTEM_MD", "~/sys.md").File("/h/sys.md", "You are ${AgentSkills} it.")
		}},
		{Name: "the system prompt of the project", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.Env("GEMINI_SYSTEM_MD", "1").File("/p/d/.gemini/system.md", "Mine.")
		}},
		{Name: "a system prompt that is not there", Build: func(w *facts.Memory) { user(`{}`)(w); w.Env("GEMINI_SYSTEM_MD", "true") }},
		{Name: "variables of a file", Build: func(w *facts.Memory) {
			user(`{"excludedEnvVars":["X"],"mcpServers":{"s":{"command":"$CMD","args":["${ARG}"]}}}`)(w)
			w.File("/p/d/.gemini/.env", "GEMINI_SYSTEM_MD=/sys.md\nCMD='run'\nexport ARG=\"a b\" # c\nX=1\n").File("/p/.env", "CMD=other\n").File("/sys.md", "sys").File("/h/.env", "GEMINI_MODEL=m\n")
		}},
		{Name: "extensions", Build: func(w *facts.Memory) {
			const ext = "/h/.gemini/extensions/"
			user(`{"extensions":{"disabled":["dis"]}}`)(w)
			w.File(ext+"a/gemini-extension.json", `{"name":"a","version":"1"}`).File(ext+"a/GEMINI.md", "of a").File(ext+"b/gemini-extension.json", `{"name":"b","version":"1","contextFileName":["B.md","C.md"],"mcpServers":{"sb":{"command":"${extensionPath}/x"}},"excludeTools":["run_shell_command"]}`).File(ext+"b/B.md", "of b").File(ext+"b/skills/s/SKILL.md", skill("s")).File(ext+"b/commands/c.toml", "prompt = \"go\"\n").File(ext+"b/agents/x.md", "---\nname: x\ndescription: d\n---\nX.").
				File(ext+"bad/gemini-extension.json", `{`).File(ext+"bad/GEMINI.md", "bad").File(ext+"none/GEMINI.md", "none").File(ext+"dis/gemini-extension.json", `{"name":"dis","version":"1"}`).File(ext+"dis/GEMINI.md", "dis").File(ext+"off/gemini-extension.json", `{"name":"off","version":"1"}`).File(ext+"off/GEMINI.md", "off").File(ext+"extension-enablement.json", `{"off":{"overrides":["!/p/*"]}}`).
				File(ext+"l/.gemini-extension-install.json", `{"source":"/src","type":"link"}`).File("/src/gemini-extension.json", `{"name":"linked","version":"1"}`).File("/src/GEMINI.md", "linked").File(ext+"odd name/gemini-extension.json", `{"name":"odd name","version":"1"}`).File(ext+"odd name/GEMINI.md", "odd")
		}},
		{Name: "extensions of the scenario", Build: user(`{}`), Options: discovery.Options{Extensions: []discovery.Extension{{Name: "e", Path: "/e", ContextFiles: []string{"/p/AGENTS.md", "/gone.md", "/p/d/GEMINI.md"}, Active: true}, {Name: "f", Path: "/f", ContextFiles: []string{"/p/AGENTS.md"}}}}},
		{Name: "skills, commands, agents and servers", Build: func(w *facts.Memory) {
			for _, at := range []string{"/p/d/.gemini/", "/h/.gemini/", "/p/d/.agents/", "/h/.agents/"} {
				w.File(at+"skills/one/SKILL.md", skill("one")).File(at+"skills/two/SKILL.md", skill("two")).File(at+"skills/bad/SKILL.md", "---\nname: bad\n---\n").File(at+"skills/head/SKILL.md", "No header.").File(at+"commands/c.toml", "description = \"does c\"\nprompt = \"Go {{args}} !{ls} @{x}\"\n").File(at+"commands/sub/d.toml", "prompt = \"go\"\n").File(at+"commands/bad.toml", "x = \n").File(at+"commands/e.md", "no").
					File(at+"agents/a.md", "---\nname: a-one\ndescription: does a\ntools: [read_file]\nmax_turns: 5\n---\nYou are a.").File(at+"agents/b.md", "no header").File(at+"agents/c.md", "---\nname: C C\ndescription: d\n---\nC.").File(at+"agents/_d.md", "---\nname: d\ndescription: d\n---\nD.").File(at+"agents/r.md", "---\nkind: remote\nname: r\nagent_card_url: https://x.example\n---\n")
			}
			w.File("/h/.gemini/settings.json", `{"skills":{"disabled":["two"]},"agents":{"overrides":{"a-one":{"enabled":false}}},"experimental":{"enableAgents":true},"mcpServers":{"on":{"command":"x"},"off":{"command":"y"},"web":{"httpUrl":"https://x.example","trust":true}},"mcp":{"excluded":["off"]}}`)
		}},
		{Name: "private memory", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.File("/h/.gemini/projects.json", `{"projects":{"/p":"p","/p/d":"d"}}`).File("/h/.gemini/tmp/d/memory/MEMORY.md", "private").File("/h/.gemini/tmp/p/memory/MEMORY.md", "of p")
		}},
		{Name: "files reached by tools", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.File("/p/d/sub/deep/GEMINI.md", "deep @in.md").File("/p/d/sub/deep/in.md", "in").File("/p/o/GEMINI.md", "o").File("/q/GEMINI.md", "q")
		}, Options: discovery.Options{Touched: []string{"/p/d/sub/deep/x.go", "/p/d/sub/y.go", "/p/o/z.go", "/q/w.go", "/p/d/sub/deep/x.go"}, Acts: []discovery.Act{discovery.ReadAct, discovery.EditAct, discovery.ReadAct, discovery.ReadAct, discovery.WriteAct}}},
		{Name: "while a file is edited", Build: user(`{}`), Options: discovery.Options{File: "/p/d/sub/x.go"}},
		{Name: "ignored files", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.File("/p/d/.gitignore", "sub\n").File("/p/d/.geminiignore", "GEMINI.md\n").File("/p/d/two/GEMINI.md", "two")
		}},
		{Name: "sub-agents that are not valid", Build: func(w *facts.Memory) {
			user(`{"experimental":{"enableAgents":true},"agents":{"overrides":{"off":{"enabled":false}}}}`)(w)
			for name, more := range map[string]string{"good": "", "off": "", "remote": "kind: remote\n", "strange": "colour: red\nbright: 1\n", "Upper": "", "keys": "kind: local\ndisplay_name: K\ntools: [a]\nmcp_servers: {}\nmodel: m\ntemperature: 1\nmax_turns: 2\ntimeout_mins: 3\n"} {
				w.File("/h/.gemini/agents/"+name+".md", "---\nname: "+name+"\ndescription: does "+name+"\n"+more+"---\nYou.\n")
			}
			w.File("/h/.gemini/agents/broken.md", "---\nname: [\n---\n").File("/h/.gemini/agents/mute.md", "---\nname: mute\n---\n").File("/h/.gemini/agents/shut.md", "x").Mode("/h/.gemini/agents/shut.md", 0)
		}},
		{Name: "sub-agents of the project", Build: func(w *facts.Memory) {
			user(`{"experimental":{"enableAgents":true}}`)(w)
			const text = "---\nname: NAME\ndescription: d\n---\nYou.\n"
			one := strings.Replace(text, "NAME", "one", 1)
			sum := sha256.Sum256([]byte(one))
			w.File("/p/d/.gemini/agents/one.md", one).File("/p/d/.gemini/agents/two.md", strings.Replace(text, "NAME", "two", 1)).File("/p/d/.gemini/agents/three.md", strings.Replace(text, "NAME", "three", 1)).
				File("/h/.gemini/acknowledgments/agents.json", `{"/p/d":{"one":"`+hex.EncodeToString(sum[:])+`","two":"other"},"/p":{"three":"x"}}`)
		}},
		{Name: "sub-agents switched off", Build: func(w *facts.Memory) {
			user(`{"experimental":{"enableAgents":false}}`)(w)
			w.File("/h/.gemini/agents/a.md", "---\nname: a\ndescription: d\n---\nYou.\n")
		}},
		{Name: "extensions of every form", Build: func(w *facts.Memory) {
			user(`{"security":{"blockGitExtensions":true}}`)(w)
			x := "/h/.gemini/extensions/"
			for name, text := range map[string]string{
				"good": `{"name":"good","version":"1"}`, "named": `{"name":"named","version":"1","contextFileName":"OWN.md"}`, "listed": `{"name":"listed","version":"1","contextFileName":["A.md","B.md","../out.md","%2e%2e/out.md","/abs.md"," ",5,"%zz"]}`,
				"five": `{"name":"five","version":"1","contextFileName":5}`, "empty": `{"name":"empty","version":"1","contextFileName":[]}`, "falsy": `{"name":"falsy","version":"1","contextFileName":""}`, "list": `[]`, "null": `null`, "open": `{`, "noname": `{"version":"1"}`, "noversion": `{"name":"x","version":""}`, "bad": `{"name":"bad name","version":"1"}`, "number": `{"name":7,"version":"1"}`,
				"places": `{"name":"places","version":"1","contextFileName":["${extensionPath}/X.md","P${/}Y.md"],"excludeTools":["glob"],"plan":{"directory":"plans"}}`, "outside": `{"name":"outside","version":"1","plan":{"directory":"../plans"}}`,
			} {
				w.File(x+name+"/gemini-extension.json", text)
				for _, file := range []string{"GEMINI.md", "OWN.md", "A.md", "B.md", "P/Y.md", "X.md"} {
					w.File(x+name+"/"+file, file+" of "+name)
				}
			}
			w.File(x+"out.md", "out").File("/abs.md", "abs").Dir(x+"bare").File(x+"file", "x").File(x+"git/gemini-extension.json", `{"name":"git","version":"1"}`).File(x+"git/.gemini-extension-install.json", `{"type":"git","source":"s"}`).File(x+"git/GEMINI.md", "git").
				File(x+"linked/.gemini-extension-install.json", `{"type":"link","source":"/elsewhere"}`).File("/elsewhere/gemini-extension.json", `{"name":"linked","version":"1"}`).File("/elsewhere/GEMINI.md", "linked").
				File(x+"extension-enablement.json", `{"good":{"overrides":["/p/*","!/p/d/*"]},"named":{"overrides":["!/*","/p/d/"]},"listed":{"overrides":["!/p/d"]},"five":{"overrides":[]}}`)
		}},
		{Name: "extensions with a wrong list of overrides", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.File("/h/.gemini/extensions/a/gemini-extension.json", `{"name":"a","version":"1"}`).File("/h/.gemini/extensions/a/GEMINI.md", "a").File("/h/.gemini/extensions/extension-enablement.json", `{"a":{"overrides":["!/*"]},"b":{}}`)
		}},
		{Name: "a restricted mode", Build: func(w *facts.Memory) { user(`{}`)(w); w.Env("GEMINI_RESTRICTED_MODE", "true") }},
		{Name: "a folder that a variable distrusts", Build: func(w *facts.Memory) { user(`{}`)(w); w.Env("GEMINI_CLI_TRUST_WORKSPACE", "false") }},
		{Name: "things of a project that is not trusted", Build: func(w *facts.Memory) {
			user(`{"experimental":{"enableAgents":true},"security":{"folderTrust":{"enabled":true}}}`)(w)
			distrust(w).File("/p/d/.gemini/agents/a.md", "---\nname: a\ndescription: d\n---\n").File("/p/d/.gemini/skills/s/SKILL.md", skill("s")).File("/h/.gemini/skills/u/SKILL.md", skill("u"))
		}},
		{Name: "things of extensions", Build: func(w *facts.Memory) {
			user(`{"experimental":{"enableAgents":true}}`)(w)
			for _, name := range []string{"on", "off"} {
				x := "/h/.gemini/extensions/" + name
				w.File(x+"/gemini-extension.json", `{"name":"`+name+`","version":"1","mcpServers":{"`+name+`":{"command":"x"}}}`).File(x+"/agents/a.md", "---\nname: "+name+"\ndescription: in ${extensionPath}\n---\nYou.\n").File(x+"/skills/s/SKILL.md", "---\nname: "+name+"\ndescription: in ${extensionPath}${/}x\n---\n").File(x+"/commands/c.toml", "prompt = 'x'\n")
			}
			w.File("/h/.gemini/extensions/extension-enablement.json", `{"off":{"overrides":["!/*"]}}`)
		}},
		{Name: "a file by two names", Build: func(w *facts.Memory) {
			user(`{"context":{"fileName":["GEMINI.md","LINK.md"]}}`)(w)
			w.Link("/p/LINK.md", "GEMINI.md").Link("/p/d/LINK.md", "/h/.gemini/GEMINI.md")
		}},
		{Name: "names of skills", Build: func(w *facts.Memory) {
			user(`{"skills":{"disabled":["off","skill-creator"]}}`)(w)
			for name, head := range map[string]string{"marks": "name: a:b/c?\ndescription: d", "loose": "name: loose\ndescription:\n  one\n  two\nbroken: [", "off": "name: off\ndescription: d", "mute": "name: mute", "five": "name: 5\ndescription: 5", "again": "name: loose\ndescription: again", "blank": "broken: [\ndescription:\n  one\n \t\n  two\nname: blank", "open": "name: [\ndescription: d: e"} {
				w.File("/h/.gemini/skills/"+name+"/SKILL.md", "---\n"+head+"\n---\nDo.\n")
			}
		}},
		{Name: "imports of every form", Build: func(w *facts.Memory) {
			user(`{}`)(w)
			w.File("/p/d/GEMINI.md", "@a.md @./b.md @../c.md @/p/x.md @/out.md @https://x.example/a.md @none.md @dir @shut.md @%61.md @loop.md @l/a.md @file:///p/x.md @./%zz.md @./%2e%2e/%2e%2e/out.md @dangling.md @dangling2.md @[x.md @{x.md @Zx.md\n`@code.md` ``@code.md` `` \n```\n@fence.md\n```\n    @indented.md\n@a.md.\n@a.md, (@b.md) x@a.md @\n").
				File("/p/d/a.md", "A @b.md").File("/p/d/b.md", "B @a.md").File("/p/c.md", "C").File("/p/x.md", "X").File("/out.md", "out").Dir("/p/d/dir").File("/p/d/shut.md", "s").Mode("/p/d/shut.md", 0).Link("/p/d/loop.md", "loop.md").Link("/p/d/l", "/out").File("/out/a.md", "outside").
				File("/p/d/%zz.md", "percent").Link("/p/d/dangling.md", "/nowhere/x.md").Link("/p/d/dangling2.md", "none.md").File("/p/d/[x.md", "bracket").File("/p/d/{x.md", "brace").File("/p/d/Zx.md", "z")
		}},
		{Name: "files that are odd", Build: func(w *facts.Memory) {
			w.File("/p/GEMINI.md", "\ufeffA\r\n").Link("/p/d/GEMINI.md", "nowhere").Dir("/p/d/sub/GEMINI.md").File("/h/.gemini/GEMINI.md", "x").Mode("/h/.gemini/GEMINI.md", 0).File("/p/d/b/GEMINI.md", " \n").Link("/p/d/c/GEMINI.md", "../../GEMINI.md").Link("/p/d/l/GEMINI.md", "GEMINI.md")
		}},
		{Name: "on Windows", Build: func(w *facts.Memory) {
			user(`{"context":{"includeDirectories":["%USERPROFILE%/win"]}}`)(w)
			w.SetPlatform("win32").File("/h/win/GEMINI.md", "win").File("/p/GEMINI.md", "@D:/x.md")
		}},
	}
	agenttest.Worlds(t, "gemini-cli", worlds)
	agenttest.Worlds(t, "gemini-cli@0.28.2", worlds)
}
