package kilo_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What Kilo finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	skill := func(name, description string) string {
		return "---\nname: " + name + "\ndescription: " + description + "\n---\n"
	}
	agenttest.Worlds(t, "kilo", []agenttest.World{
		{Name: "a directory of settings by variable", Build: func(w *facts.Memory) {
			w.Env("KILO_CONFIG_DIR", "/k").File("/k/AGENTS.md", "k").File("/h/.config/kilo/AGENTS.md", "h").File("/k/kilo.json", `{"instructions":["own.md"]}`).File("/k/own.md", "own").File("/p/own.md", "of the project {env:X}")
			w.File("/k/skill/a/SKILL.md", skill("a", "of the variable")).File("/k/agent/one.md", "1").File("/k/command/two.md", "2").File("/k/command/two.txt", "2")
		}},
		{Name: "the project switched off, with a directory", Build: func(w *facts.Memory) {
			w.Env("KILO_DISABLE_PROJECT_CONFIG", "TRUE").Env("KILO_CONFIG_DIR", "/k").File("/k/kilo.jsonc", `{"instructions":["own.md","../k/*.md"]}`).File("/k/own.md", "own").File("/k/more.md", "{env:SECRET}").Env("SECRET", "sk-0123456789abcdef")
			w.File("/p/AGENTS.md", "p").File("/p/kilo.json", `{"instructions":["x.md"]}`).File("/p/x.md", "x").File("/p/.kilo/skills/a/SKILL.md", skill("a", "d"))
		}},
		{Name: "the project switched off", Build: func(w *facts.Memory) {
			w.Env("KILO_DISABLE_PROJECT_CONFIG", "true").File("/h/.config/kilo/kilo.json", `{"instructions":["own.md"]}`).File("/h/.config/kilo/own.md", "own").File("/p/AGENTS.md", "p")
		}},
		{Name: "not switched off by another word", Build: func(w *facts.Memory) {
			w.Env("KILO_DISABLE_PROJECT_CONFIG", "yes").File("/p/AGENTS.md", "p")
		}},
		{Name: "settings by variables", Build: func(w *facts.Memory) {
			w.Env("KILO_CONFIG", "../c.json").File("/p/c.json", `{"instructions":["~/a.md","/abs/[ab].md","none/*.md"],"mcp":{"s":{"enabled":true},"t":{"enabled":false}}}`).
				Env("KILO_CONFIG_CONTENT", `{"instructions":["b.md","~/a.md"],"mcp":{"t":5}}`)
			w.File("/h/a.md", "a").File("/abs/a.md", "abs {env:KEY} a").File("/abs/b.md", "abs b").File("/p/b.md", "b").File("/p/d/b.md", "b of d").Env("KEY", "sk-0123456789abcdef")
		}},
		{Name: "settings that are not valid", Build: func(w *facts.Memory) {
			w.File("/h/.config/kilo/config.json", `{`).File("/h/.config/kilo/kilo.json", ` `).File("/p/kilo.json", `{"instructions":5,"mcp":{"m":{}}}`).File("/p/opencode.json", `{"mcp":`+strings.Repeat("[", 300)+strings.Repeat("]", 300)+`}`).File("/p/opencode.jsonc", `{"instructions":[]}`)
		}},
		{Name: "all files of settings in order", Build: func(w *facts.Memory) {
			for _, at := range []string{"/h/.config/kilo/config.json", "/h/.config/kilo/kilo.jsonc", "/p/kilo.json", "/p/d/kilo.jsonc", "/p/opencode.json", "/p/.kilo/kilo.json", "/p/d/.kilocode/opencode.jsonc", "/h/.kilo/kilo.jsonc"} {
				w.File(at, `{"instructions":["/i`+at+`.md"],"mcp":{"m":{"enabled":`+map[bool]string{true: "true", false: "false"}[strings.HasPrefix(at, "/p/")]+`}}}`).File("/i"+at+".md", "of "+at)
			}
		}},
		{Name: "instructions from the network and with values", Build: func(w *facts.Memory) {
			w.File("/p/kilo.json", `{"instructions":["https://x.example/a.md","http://x.example/b.md","{env:X}/c.md","{file:d.md}"]}`).URL("https://x.example/a.md", facts.Response{Status: 200, Body: "text of a"})
		}, Options: discovery.Options{Fetch: true}},
		{Name: "instructions in several directories", Build: func(w *facts.Memory) {
			w.File("/p/kilo.json", `{"instructions":["docs/*.md","docs/a.md"]}`).File("/p/docs/a.md", "a").File("/p/docs/b.md", "b").File("/p/docs/.c.md", "c").File("/p/d/docs/a.md", "a of d").File("/p/AGENTS.md", "p")
		}},
		{Name: "references", Build: func(w *facts.Memory) {
			w.Env("KEY", "sk-0123456789abcdef").File("/h/.config/kilo/AGENTS.md", "a {env:KEY} b {file:~/in.md} c {file:none} d {file:in2.md}{env:NONE} ${env:KEY}\n \t// {env:KEY}\nx // {env:KEY} {file:} {env:}\n").File("/h/in.md", "\n in \n").File("/h/.config/kilo/in2.md", "in2")
			w.File("/p/AGENTS.md", "{file:in.md} {file:~/gone.md} ${file:in.md} {file:d/x.md").File("/p/in.md", "of the project")
		}},
		{Name: "folders of rules", Build: func(w *facts.Memory) {
			w.File("/p/d/.kilo/rules/a.md", "a").File("/p/d/.kilo/rules/b.md", " \n").File("/p/d/.kilo/rules/c.txt", "c").File("/p/d/.kilo/rules/sub/d.md", "d").Link("/p/d/.kilo/rules/e.md", "a.md").
				File("/p/d/.kilocode/rules/a.md", "a again").File("/p/d/.kilocode/rules/f.md", "f").File("/h/.kilo/rules/g.md", "g").File("/h/.kilocode/rules/h.md", "h {env:KEY}").
				File("/p/d/.kilocoderules", "one").File("/p/d/.kilocoderules-code", "of code").File("/p/d/.kilocode/rules-ask/i.md", "i").File("/p/d/.kilo/rules-architect/j.md", "j").File("/p/d/.kilo/rules-other/k.md", "k")
		}},
		{Name: "files below, reached by tools", Build: func(w *facts.Memory) {
			w.File("/p/d/AGENTS.md", "d").File("/p/d/e/AGENTS.md", "e").File("/p/d/e/f/CLAUDE.md", "f").File("/p/d/e/g/AGENTS.md", "{env:X}").File("/p/d/e/f/CONTEXT.md", "c").File("/p/x/AGENTS.md", "x").File("/p/d/n/AGENTS.md", "n")
		}, Options: discovery.Options{Touched: []string{"e/f/a.go", "e/b.go", "e/g/c.go", "/p/x/d.go", "e/AGENTS.md", "n/e.go", "e/f/CLAUDE.md"}, Acts: []discovery.Act{discovery.ReadAct, discovery.ReadAct, discovery.ReadAct, discovery.ReadAct, discovery.ReadAct, discovery.WriteAct}}},
		{Name: "a file that is itself what is read", Build: func(w *facts.Memory) {
			w.File("/p/d/e/AGENTS.md", "e").File("/p/d/e/f/AGENTS.md", "f")
		}, Options: discovery.Options{Touched: []string{"e/f/AGENTS.md"}}},
		{Name: "skills", Build: func(w *facts.Memory) {
			w.File("/h/.claude/skills/z/SKILL.md", skill("z", "of the home")).File("/h/.agents/skills/.hid/SKILL.md", skill("hid", "hidden")).File("/p/.claude/skills/z/SKILL.md", skill("z", "of the project")).File("/p/d/.kilo/skill/b/SKILL.md", skill("b", "in skill")).
				File("/p/d/.kilo/skills/.c/SKILL.md", skill("c", "hidden")).File("/p/d/.kilo/skills/d/SKILL.md", "---\nname: d\n---\n").File("/p/d/.kilo/skills/e/SKILL.md", skill("e", "5")).File("/p/d/.kilo/skills/f/SKILL.md", skill("5", "d")).
				File("/p/d/.kilo/skills/g/other.md", skill("g", "d")).File("/p/d/.kilo/skills/h/SKILL.md", "---\nname: h\ndescription: {env:X}\n---\n").File("/p/d/skills/i/SKILL.md", skill("i", "elsewhere")).File("/p/d/.github/skills/j/SKILL.md", skill("j", "elsewhere")).File("/p/d/skills/i/x.md", "").File("/h/.kilo/skills/k/SKILL.md", skill("kilo-a", "before its own"))
		}},
		{Name: "a skill in place of its own", Build: func(w *facts.Memory) {
			w.File("/p/d/.kilo/skills/a/SKILL.md", skill("kilo-config", "mine")).File("/p/d/.kilo/skills/b/SKILL.md", skill("later", "l"))
		}},
		{Name: "a skill right after its own", Build: func(w *facts.Memory) {
			w.File("/p/d/.kilo/skills/a/SKILL.md", skill("kilo-confih", "next"))
		}},
		{Name: "heads of skills with colons", Build: func(w *facts.Memory) {
			for name, text := range map[string]string{"colon": "name: colon\ndescription: a: b", "twice": "name: [\ndescription: a: b", "quoted": "name: quoted\ndescription: 'a: b", "two": "name: two: three\ndescription: d"} {
				w.File("/p/d/.kilo/skills/"+name+"/SKILL.md", "---\n"+text+"\n---\nBody.\n")
			}
		}},
		{Name: "in the home, where a skill is found once", Cwd: "/h", Build: func(w *facts.Memory) {
			w.Dir("/h/.git").File("/h/.claude/skills/a/SKILL.md", skill("a", "of the home")).File("/h/.kilo/agent/one.md", "1")
		}},
		{Name: "names in another case", Build: func(w *facts.Memory) {
			w.File("/p/d/Agents.md", "a").File("/p/d/Claude.md", "c").File("/p/d/Context.md", "x")
		}},
		{Name: "a dollar at the very start", Build: func(w *facts.Memory) { w.File("/p/d/AGENTS.md", "${env:KEY} a") }},
		{Name: "agents that are odd", Build: func(w *facts.Memory) {
			w.File("/p/d/.kilo/agent/shut.md", "x").Mode("/p/d/.kilo/agent/shut.md", 0).File("/p/d/.kilo/agent/new.md", "---\ndescription: d\nmode: new\n---\n").File("/p/d/.kilo/agent/open.md", "---\ndescription: d\n")
		}},
		{Name: "an empty list of instructions", Build: func(w *facts.Memory) { w.File("/p/kilo.json", `{"instructions":[]}`) }},
		{Name: "commands and agents", Build: func(w *facts.Memory) {
			w.File("/p/d/.kilo/commands/sub/a.md", "a").File("/p/.kilocode/workflows/b.md", "b").File("/h/.kilo/command/c.md", "c").File("/h/.kilocode/agents/d.md", "d").File("/p/d/.kilo/modes/e.md", "e").File("/p/d/.kilo/agent/f.txt", "f").File("/h/.config/kilo/mode/g.md", "g")
		}},
	})
}
