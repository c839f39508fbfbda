package claudecode_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What Claude Code finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	const dir = "/p/d/"
	skill := func(more string) string { return "---\ndescription: does it\n" + more + "---\nBody.\n" }
	files := func(w *facts.Memory) *facts.Memory {
		return w.File("/p/CLAUDE.md", "p").File("/p/d/CLAUDE.md", "d").File("/p/d/CLAUDE.local.md", "local").File("/h/.claude/CLAUDE.md", "user").File("/p/AGENTS.md", "agents").File("/p/d/.claude/rules/r.md", "rule").File("/h/.claude/rules/u.md", "user rule")
	}
	settings := func(name, text string) func(w *facts.Memory) {
		return func(w *facts.Memory) { files(w).File(name, text) }
	}
	option := func(value string) string {
		return `{"pluginConfigs":{"agents-md@builtin":{"options":{"instructionFiles":"` + value + `"}}}}`
	}
	args := func(all ...string) discovery.Options { return discovery.Options{Args: all} }
	agenttest.Worlds(t, "claude-code", []agenttest.World{
		{Name: "all kinds of files", Build: func(w *facts.Memory) { files(w) }},
		{Name: "managed rules and settings", Build: func(w *facts.Memory) {
			files(w).File("/etc/claude-code/CLAUDE.md", "managed").File("/etc/claude-code/managed-settings.json", `{"claudeMd":"of the settings","env":{"A":1}}`).File("/etc/claude-code/.claude/rules/m.md", "managed rule")
		}},
		{Name: "managed on a Mac", Build: func(w *facts.Memory) {
			files(w).SetPlatform("darwin").File("/Library/Application Support/ClaudeCode/CLAUDE.md", "managed")
		}},
		{Name: "only managed files", Build: settings("/etc/claude-code/managed-settings.json", option("managed-only"))},
		{Name: "Claude's and agents' files", Build: settings("/h/.claude/settings.json", option("claude-md-and-agents-md"))},
		{Name: "only Claude's files", Build: settings("/h/.claude/settings.json", option("claude-md"))},
		{Name: "a value that is not known", Build: settings("/h/.claude/settings.json", option("other"))},
		{Name: "a value of the project's settings", Build: settings("/p/d/.claude/settings.json", option("claude-md"))},
		{Name: "agents' files alone", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "p").File("/p/d/AGENTS.md", "d").File("/p/d/sub/AGENTS.md", "sub").File("/p/d/CLAUDE.md", " \n").File("/p/d/CLAUDE.local.md", "<!-- only a comment -->")
		}},
		{Name: "excluded files", Build: settings("/p/d/.claude/settings.local.json", `{"claudeMdExcludes":["/p/CLAUDE.md","**/r.md","/p/d/CLAUDE.local.*","["]}`)},
		{Name: "excluded behind a link", Build: func(w *facts.Memory) {
			files(w).Link("/l", "/p/d").File("/h/.claude/settings.json", `{"claudeMdExcludes":["/l/CLAUDE.md","/l/.claude/**","rel/x.md","/x"]}`)
		}},
		{Name: "switched off by a variable", Build: func(w *facts.Memory) { files(w).Env("CLAUDE_CODE_DISABLE_CLAUDE_MDS", " Yes ") }},
		{Name: "switched off by a setting", Build: settings("/h/.claude/settings.json", `{"env":{"CLAUDE_CODE_DISABLE_CLAUDE_MDS":1},"outputStyle":"Explanatory"}`)},
		{Name: "not switched off", Build: func(w *facts.Memory) { files(w).Env("CLAUDE_CODE_DISABLE_CLAUDE_MDS", "2") }},
		{Name: "another directory of settings", Build: func(w *facts.Memory) {
			files(w).Env("CLAUDE_CONFIG_DIR", "../conf").File("/p/conf/CLAUDE.md", "conf").File("/p/conf/rules/c.md", "conf rule").File("/p/conf/settings.json", `{"outputStyle":"Mine"}`).File("/p/conf/output-styles/Mine.md", "---\nname: Mine\ndescription: d\n---\nStyle.").File("/p/conf/.claude.json", `{"projects":{"/p":{"hasClaudeMdExternalIncludesApproved":true}}}`).File("/p/d/CLAUDE.md", "@/out.md").File("/out.md", "out")
		}},
		{Name: "sources of settings", Build: func(w *facts.Memory) { files(w) }, Options: discovery.Options{Sources: []string{"user"}}},
		{Name: "sources by option", Build: func(w *facts.Memory) { files(w) }, Options: args("--setting-sources", "project, local")},
		{Name: "no source by option", Build: func(w *facts.Memory) { files(w) }, Options: args("--setting-sources=")},
		{Name: "settings by option", Build: func(w *facts.Memory) { files(w) }, Options: args("--settings", `{"claudeMdExcludes":["/p/CLAUDE.md"]}`)},
		{Name: "settings by option, in a file", Build: settings("/s.json", `{"claudeMdExcludes":["/p/d/CLAUDE.md"]}`), Options: args("-p", "--settings", "/s.json", "hello")},
		{Name: "settings by option, broken", Build: func(w *facts.Memory) { files(w) }, Options: args("--settings={")},
		{Name: "bare", Build: func(w *facts.Memory) {
			files(w).File(dir+".claude/skills/s/SKILL.md", skill("")).File(dir+".claude/agents/a.md", "---\nname: a\ndescription: d\n---\nA.").File("/p/d/.mcp.json", `{"mcpServers":{"m":{"command":"x"}}}`)
		}, Options: args("--bare")},
		{Name: "without slash commands", Build: func(w *facts.Memory) {
			files(w).File(dir+".claude/skills/s/SKILL.md", skill("")).File(dir+".claude/commands/c.md", "Go.")
		}, Options: args("--disable-slash-commands")},
		{Name: "added directories", Build: func(w *facts.Memory) {
			files(w).Env("CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD", "1").File("/add/CLAUDE.md", "added").File("/add/.claude/rules/r.md", "added rule").File("/more/CLAUDE.md", "more").File("/set/CLAUDE.md", "set").File("/h/.claude/settings.json", `{"permissions":{"additionalDirectories":["/set"]}}`)
		}, Options: args("--add-dir", "/add", "../../more", "--print")},
		{Name: "added directories that are not read", Build: func(w *facts.Memory) {
			files(w).File("/add/CLAUDE.md", "added").File("/add/.claude/skills/s/SKILL.md", skill(""))
		}, Options: args("--add-dir=/add")},
		{Name: "imports", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "@a.md and @./b.md, @../up.md. @~/h.md @/out.md @none.md @"+strings.Repeat("x", 5000)+" `@code.md` <!-- @hidden.md -->\n```\n@fence.md\n```\n    @indented.md\n- @list.md\n> @quote.md\n**@bold.md** _@em.md_ [@text.md](u) ![@alt.md](u)\n# @head.md\n@a.md#part @b\\ c.md x@mail.md (@paren.md) @CLAUDE.md @dir @bin.png")
			for _, name := range []string{"a.md", "b.md", "list.md", "quote.md", "bold.md", "em.md", "text.md", "alt.md", "head.md", "b c.md", "mail.md", "paren.md", "code.md", "hidden.md", "fence.md", "indented.md", "bin.png"} {
				w.File(dir+name, "of "+name+"\n")
			}
			w.File("/p/up.md", "up @d/a.md").File("/h/h.md", "h").File("/out.md", "out").Dir("/p/d/dir")
		}},
		{Name: "imports in Markdown of every kind", Build: func(w *facts.Memory) {
			for i, text := range []string{
				"~~~\n@a.md\n~~~~ \n@b.md", "```\n@a.md\n``\n@b.md\n", "   ```go\n@a.md\n    ```\n@b.md\n```\n@c.md", "para\n```\n@a.md\n```\n@b.md", "para\n    @a.md\n\n    @b.md\n\t@c.md",
				"> @a.md\nlazy @b.md\n\n@c.md", "> \nx @a.md", "> para\n# @a.md\n> @b.md", "> > @a.md\n> ```\n> @b.md\n> ```",
				"- @a.md\n\n      @b.md\n  @c.md", "- x\n\n\n@a.md", "1. @a.md\n   @b.md\n2) @c.md", "para\n2. @a.md", "-\n\n  @a.md", "-     @a.md\n", "- a\n  - @a.md\n    ```\n    @b.md\n    ```\n- @c.md", "* x\n@a.md\n***\n@b.md", "- `@a.md` and @b.md", "+ x\n\t@a.md",
				"<div>\n@a.md\n\n@b.md", "<span>\n@a.md\n\n@b.md", "para\n<span>\n@a.md", "<script>\n@a.md\n\n</script> @b.md\n@c.md", "<PRE>\n@a.md\n</pre>\n@b.md", "<?php\n@a.md ?> @b.md\n@c.md", "<!DOCTYPE html\n@a.md>\n@b.md", "<![CDATA[\n@a.md]]>\n@b.md", "</div>\n@a.md\n\n@b.md", "<x-y a=\"1\" b='2' c=3/>\n@a.md\n\n@b.md", "<3 @a.md",
				"<!-- @a.md --> @b.md\n@c.md", "@a.md <!-- @b.md -->", "<!--\n@a.md\n--> @b.md\n\n@c.md", "<!-- @a.md\n@b.md", "<!--> @a.md -->", "<!---> @a.md", "    <!-- @a.md -->", "<!-- x -->\n\n\n@a.md", "para\n<!-- @a.md -->\n@b.md", "<!-- a --><!-- b -->@a.md",
				"[x]: @a.md\n@b.md", "[x]: /url\n@a.md", "- [x]: @a.md", "[@a.md](url) and [@b.md](u (v)) [@c.md](open", "![@a.md](u) @b.md", "[x](@a.md) [y] @b.md]", "\\`@a.md\\` \\@b.md", "`` @a.md ` @b.md `` @c.md", "` @a.md", "**@a.md** __@b.md__ *@c.md*", "***@a.md** x*", "a*@a.md*", "_@a.md_x _@b.md_", "**@a.md *@b.md***", "<a href=\"@a.md\">@b.md</a>", "x  \n@a.md", "x\\\n@a.md",
				"# @a.md #\n#@b.md\n####### @c.md", "@a.md\n===\n@b.md\n---\n@c.md", "---\n@a.md\n- - -\n@b.md", "\t@a.md\n@b.md", "@a.md@b.md", "(@a.md) \"@b.md\" '@c.md'", "@a.md, @b.md. @c.md!", "x@a.md\n@./b.md\n@~/c.md", "@a.md\\ b", "@dir/\n@dir", strings.Repeat("> ", 40) + "@a.md", strings.Repeat("- ", 40) + "@a.md",
				"<?php x>\n@a.md\n?>\n@b.md", "<![CDATA[ x>\n@a.md\n]]>\n@b.md", "<!A x\n@a.md\n>\n@b.md", "<!Z\n@a.md>", "<!a\n@a.md", "<![\n@a.md", "<!@\n@a.md", "<!", "   <?x\n@a.md ?>\n@b.md", "- x\n  ```\n@a.md", "- x\n  # head\n@a.md\n    @b.md", "- x\n  ***\n    @a.md",
			} {
				w.File(fmt.Sprintf(dir+".claude/rules/r%02d.md", i), text)
			}
			for _, name := range []string{"a.md", "b.md", "c.md"} {
				w.File(dir+".claude/rules/"+name, "---\npaths: x/**\n---\n"+name)
			}
			w.Dir(dir + ".claude/rules/dir")
		}},
		{Name: "imports in quotes", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "@'a b.md' @\"a b.md\" @'none.md' @\"open @'a b.md\n@'c.md'\n").File("/p/d/a b.md", "ab").File("/p/d/c.md", "c")
		}},
		{Name: "heads of skills that are not valid", Build: func(w *facts.Memory) {
			for name, text := range map[string]string{"list": "name: [\ndescription: d", "colon": "name: colon\ndescription: a: b", "tab": "name:\ttab\ndescription: d", "alias": "name: *x\ndescription: d", "twice": "name: a\nname: b\ndescription: d", "dash": "- a", "deep": "description: " + strings.Repeat("[", 200), "people": "description: d\ndisable-model-invocation: true", "paths": "description: d\npaths: '*.go'", "angles": "description: <a> & b\n  c"} {
				w.File(dir+".claude/skills/"+name+"/SKILL.md", "---\n"+text+"\n---\nBody.\n").File(dir+".claude/agents/"+name+".md", "---\n"+text+"\n---\nYou.\n").File(dir+".claude/commands/"+name+".md", "---\n"+text+"\n---\nGo.\n")
			}
		}},
		{Name: "rules below", Build: func(w *facts.Memory) {
			e := dir + "e/"
			w.File(e+".claude/CLAUDE.md", "ce").File(e+".claude/CLAUDE.local.md", "never").File(dir+".claude/CLAUDE.local.md", "never").File(e+"AGENTS.md", "ae").File(e+"CLAUDE.local.md", "le").File(dir+"f/AGENTS.md", "af").File(dir+"g/CLAUDE.md", "").File(dir+"h/CLAUDE.md", strings.Repeat("x", 4<<20+1)).SetFileCap(8<<20).
				File(e+".claude/rules/a.md", "---\npaths: '*.go'\n---\nA").File(e+".claude/rules/b.md", " \n").File(e+".claude/rules/c.md", "C").File(e+".claude/rules/d.md", "---\npaths: [\n---\nD").File(e+".claude/rules/shut.md", "x").Mode(e+".claude/rules/shut.md", 0).File("/CLAUDE.md", "root").File("/.claude/CLAUDE.md", "root")
			w.File("/h/.claude/settings.json", `{"claudeMdExcludes":["**/i/CLAUDE.md"]}`).File(dir+"i/CLAUDE.md", "i").File("/h/.claude/AGENTS.md", "h").File("/h/.claude/CLAUDE.local.md", "h").File(dir+"AGENTS.override.md", "o")
		}, Options: discovery.Options{Touched: []string{dir + "e/x.go", dir + "f/y", dir + "i/z"}}},
		{Name: "imports from outside, approved", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "@/out.md @../up.md").File("/out.md", "out @in.md").File("/in.md", "in").File("/p/up.md", "up").File("/h/.claude.json", `{"projects":{"/p":{"hasClaudeMdExternalIncludesApproved":true}}}`)
		}},
		{Name: "a chain of imports", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "0 @1.md")
			for i := range 8 {
				w.File(dir+string(rune('1'+i))+".md", string(rune('1'+i))+" @"+string(rune('2'+i))+".md")
			}
		}},
		{Name: "rules", Build: func(w *facts.Memory) {
			r := dir + ".claude/rules/"
			w.File(r+"all.md", "All.").File(r+"go.md", "---\npaths: \"**/*.go\"\n---\nGo @x.md").File(r+"list.md", "---\npaths:\n  - a/**\n  - b.{ts,js}\n---\nList.").File(r+"sub/deep.md", "Deep.").File(r+"x.md", "---\npaths: [5]\n---\nX.").File(r+"empty.md", "---\npaths: []\n---\nEmpty.").File(r+"bad.md", "---\npaths: [\n---\nBad.").File(r+"blank.md", " ").File(r+"note.txt", "n").Link(r+"link.md", "/out.md").File("/out.md", "out").
				File("/h/.claude/rules/home.md", "---\npaths: '*.md'\n---\nHome.").Link(r+"loop", ".").File("/p/.claude/rules/up.md", "Up.")
		}, Options: discovery.Options{Touched: []string{"/p/d/x.go", "/p/d/a/y.txt", "/p/d/b.js", "/p/d/z.md", "/p/d/x.go"}}},
		{Name: "files below, reached by tools", Build: func(w *facts.Memory) {
			files(w).File("/p/d/sub/CLAUDE.md", "sub @in.md").File("/p/d/sub/in.md", "in").File("/p/d/sub/deep/CLAUDE.local.md", "deep").File("/p/d/sub/.claude/rules/s.md", "sub rule").File("/p/d/sub/AGENTS.md", "a").File("/q/CLAUDE.md", "q").File("/p/d/sub/.claude/skills/s/SKILL.md", skill(""))
		}, Options: discovery.Options{Touched: []string{"/p/d/sub/deep/x.go", "/p/d/sub/y.go", "/q/z.go", "/p/d/sub/CLAUDE.md", "/p/d/w.go"}, Acts: []discovery.Act{discovery.ReadAct, discovery.EditAct, discovery.ReadAct, discovery.ReadAct, discovery.WriteAct}}},
		{Name: "files read by commands", Build: func(w *facts.Memory) {
			files(w).File("/p/d/sub/CLAUDE.md", "sub").File("/p/d/sub/x.txt", "x").File("/p/d/two/CLAUDE.md", "two").File("/p/d/two/y.txt", "y")
		}, Options: discovery.Options{Touched: []string{"", "", ""}, Calls: []discovery.Call{{Tool: "Bash", Command: "cat sub/x.txt"}, {Tool: "Bash", Command: "cat two/y.txt | head"}, {Tool: "Bash", Command: "ls two"}}}},
		{Name: "while a file is edited", Build: func(w *facts.Memory) {
			files(w).File("/p/d/sub/CLAUDE.md", "sub").File("/p/d/other/CLAUDE.md", "other").File(dir+".claude/rules/go.md", "---\npaths: '*.go'\n---\nGo.").File(dir+".claude/rules/ts.md", "---\npaths: '*.ts'\n---\nTs.")
		}, Options: discovery.Options{File: "/p/d/sub/x.go"}},
		{Name: "skills and commands", Build: func(w *facts.Memory) {
			for _, at := range []string{"/p/d/.claude/", "/h/.claude/", "/p/.claude/"} {
				w.File(at+"skills/one/SKILL.md", skill("name: other\n")).File(at+"skills/user/SKILL.md", skill("disable-model-invocation: true\n")).File(at+"skills/model/SKILL.md", skill("user-invocable: false\n")).File(at+"skills/none/SKILL.md", "No header.").File(at+"skills/blank/SKILL.md", "").File(at+"skills/long/SKILL.md", "---\ndescription: "+strings.Repeat("w ", 800)+"\nwhen_to_use: always\n---\nL.").
					File(at+"commands/c.md", "---\ndescription: of c\n---\nGo $ARGUMENTS").File(at+"commands/sub/d.md", "Plain first line.\nMore.").File(at+"commands/one.md", "as the skill").File(at+"commands/e.txt", "e")
			}
		}},
		{Name: "agents and styles", Build: func(w *facts.Memory) {
			for _, at := range []string{"/p/d/.claude/", "/h/.claude/"} {
				w.File(at+"agents/a.md", "---\nname: a\ndescription: does a\ntools: Read, Grep\nmodel: opus\n---\nYou are a.").File(at+"agents/sub/b.md", "---\nname: b\n---\nB.").File(at+"agents/c.md", "no header").File(at+"agents/d.md", "---\nname: a\ndescription: again\n---\nD.").File(at+"output-styles/Mine.md", "---\nname: Mine\nkeep-coding-instructions: true\n---\nStyle.")
			}
			w.File("/p/d/.claude/settings.json", `{"outputStyle":"Mine"}`)
		}},
		{Name: "servers", Build: func(w *facts.Memory) {
			const all = `{"mcpServers":{"on":{"command":"x","args":["${KEY}"]},"off":{"command":"y"},"web":{"type":"http","url":"https://x.example"},"odd":5}}`
			w.Env("KEY", "sk-0123456789abcdef").File("/p/d/.mcp.json", all).File("/p/.mcp.json", `{"mcpServers":{"up":{"command":"z"},"on":{"command":"other"}}}`).File("/h/.claude.json", `{"mcpServers":{"user":{"command":"u"}},"projects":{"/p":{"mcpServers":{"local":{"command":"l"}},"enabledMcpjsonServers":["on"],"disabledMcpjsonServers":["web"]}}}`).File("/p/d/.claude/settings.json", `{"disabledMcpjsonServers":["off"]}`)
		}},
		{Name: "settings that are not valid", Build: func(w *facts.Memory) {
			files(w).File("/h/.claude/settings.json", `{`).File("/p/d/.claude/settings.json", `[]`).File("/p/d/.claude/settings.local.json", `{"claudeMdExcludes":"x","env":[],"outputStyle":5}`).File("/h/.claude.json", `x`)
		}},
		{Name: "a worktree", Build: func(w *facts.Memory) {
			w.Remove("/p/.git").File("/p/.git", "gitdir: /main/.git/worktrees/p\n").File("/main/.git/HEAD", "x").File("/main/.git/worktrees/p/commondir", "../..\n").File("/main/.git/worktrees/p/gitdir", "/p/.git\n").File("/p/CLAUDE.md", "p").File("/main/CLAUDE.local.md", "main local").File("/main/CLAUDE.md", "main").File("/h/.claude.json", `{"projects":{"/main":{"hasClaudeMdExternalIncludesApproved":true}}}`).File("/p/d/CLAUDE.md", "@/out.md").File("/out.md", "out")
		}},
		{Name: "large and closed files", Build: func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", strings.Repeat("x", 50_000)).File("/p/d/CLAUDE.md", "x").Mode("/p/d/CLAUDE.md", 0).Dir("/p/d/CLAUDE.local.md").Link("/h/.claude/CLAUDE.md", "nowhere").File("/p/d/.claude/CLAUDE.md", "\ufeffdot\r\nlines\r\n")
		}},
		{Name: "bare, with managed text and notes", Build: func(w *facts.Memory) {
			files(w).File("/etc/claude-code/managed-settings.json", `{"claudeMd":"of the settings"}`).File("/h/.claude/projects/-p/memory/MEMORY.md", "note")
		}, Options: args("--bare")},
		{Name: "notes", Build: func(w *facts.Memory) { w.File("/h/.claude/projects/-p/memory/MEMORY.md", "note\n") }},
		{Name: "notes of a directory with other characters", Cwd: "/x/AZaz09@[`{:é-", Build: func(w *facts.Memory) {
			w.File("/h/.claude/projects/-x-AZaz09-------/memory/MEMORY.md", "note")
		}},
		{Name: "hooks for some starts", Build: func(w *facts.Memory) {
			w.File("/p/d/.claude/settings.json", `{"hooks":{"SessionStart":[{"matcher":"startup","hooks":[{"command":"one"}]},{"matcher":"resume|startup","hooks":[{"command":"two"}]},{"matcher":"*","hooks":[{"command":"three"}]},{"matcher":"resume","hooks":[{"command":"four"}]},{"matcher":"","hooks":[{"command":"five"},{"command":""},5]}],"Stop":[{"hooks":[{"command":"six"}]}]}}`)
		}, Options: discovery.Options{Printed: map[string]string{"one": " says one\n", "four": "not sent", "six": "not sent"}}},
		{Name: "blank notes", Build: func(w *facts.Memory) { w.File("/h/.claude/projects/-p/memory/MEMORY.md", " \n") }},
		{Name: "comments between line ends of Windows", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "one\r\n\r\n<!-- two -->\r\n\r\nthree\rfour\r\n")
		}},
		{Name: "a path that does not begin like one", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "@é.md @+a.md @!none.md @+dir\n").File("/p/d/é.md", "e").File("/p/d/+a.md", "a").Dir("/p/d/+dir")
		}},
		{Name: "a rule that imports a rule for some files, a closed file and an excluded one", Build: func(w *facts.Memory) {
			w.File(dir+".claude/rules/r.md", "R @/p/d/scoped.md @/p/d/shut.md @/p/d/out.md @/p/d/plain.md").File(dir+"scoped.md", "---\npaths: '*.go'\n---\nScoped.").File(dir+"shut.md", "x").Mode(dir+"shut.md", 0).File(dir+"out.md", "o").File(dir+"plain.md", "<!-- only a comment -->").File("/h/.claude/settings.json", `{"claudeMdExcludes":["**/out.md"]}`)
		}, Options: discovery.Options{Touched: []string{dir + "x.go"}}},
		{Name: "marks and brackets that do not pair", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "[x](a\\)b @a.md) [y](c @b.md\n\n*d _@c.md* e_ @d.md\n").File(dir+"a.md", "a").File(dir+"b.md", "b").File(dir+"c.md", "c").File(dir+"d.md", "d")
		}},
		{Name: "rules below, managed only", Build: func(w *facts.Memory) {
			settings("/etc/claude-code/managed-settings.json", option("managed-only"))(w)
			w.File(dir+"e/CLAUDE.md", "e").File(dir+"e/.claude/rules/r.md", "r").File(dir+"e/.claude/rules/n.txt", "n")
		}, Options: discovery.Options{Touched: []string{dir + "e/x.go"}}},
		{Name: "servers, skills, agents and styles of sources that are left out", Build: func(w *facts.Memory) {
			for _, at := range []string{dir + ".claude/", "/h/.claude/"} {
				w.File(at+"skills/s/SKILL.md", skill("")).File(at+"commands/c.md", "Go.").File(at+"agents/a.md", "---\nname: a\ndescription: d\n---\nYou.").File(at+"output-styles/Mine.md", "Style.")
			}
			w.File("/p/d/.mcp.json", `{"mcpServers":{"m":{"command":"x"}}}`).File("/h/.claude/settings.json", `{"outputStyle":"Mine"}`).File("/p/d/.claude/output-styles/Shut.md", "x").Mode("/p/d/.claude/output-styles/Shut.md", 0)
		}, Options: discovery.Options{Sources: []string{"user"}}},
		{Name: "sources without the user's", Build: func(w *facts.Memory) {
			for _, at := range []string{dir + ".claude/", "/h/.claude/"} {
				w.File(at+"skills/s/SKILL.md", skill("")).File(at+"agents/a.md", "---\nname: a\ndescription: d\n---\nYou.")
			}
		}, Options: discovery.Options{Sources: []string{"project"}}},
		{Name: "front matter that is too long", Build: func(w *facts.Memory) {
			w.File(dir+".claude/skills/s/SKILL.md", "---\n"+strings.Repeat("a: b\n", 14_000)+"---\nBody.\n").File(dir+".claude/rules/r.md", "---\n"+strings.Repeat("a: b\n", 14_000)+"---\nRule.\n")
		}},
		{Name: "a CLAUDE.md that is too large to say something", Build: func(w *facts.Memory) {
			w.SetFileCap(8<<20).File("/p/CLAUDE.md", strings.Repeat("x", 4<<20+1)).File("/p/d/AGENTS.md", "agents")
		}},
		{Name: "a CLAUDE.md of 4 MiB", Build: func(w *facts.Memory) {
			w.SetFileCap(8<<20).File("/p/CLAUDE.md", strings.Repeat("x", 4<<20)).File("/p/d/AGENTS.md", "agents")
		}},
		{Name: "hooks that speak", Build: func(w *facts.Memory) {
			files(w).File("/p/d/.claude/settings.json", `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"say"},{"type":"command","command":"quiet"}]}],"UserPromptSubmit":[{"hooks":[{"type":"command","command":"ask"}]}]}}`)
		}, Options: discovery.Options{Printed: map[string]string{"say": "hello from a hook"}}},
	})
}
