package crush_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/capture/start"
	"galley/engine/facts"
)

// What Crush finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	t.Parallel()
	skill := func(name string) string {
		return "---\nname: " + name + "\ndescription: what " + name + " does\n---\nBody.\n"
	}
	const settings = "/h/.config/crush/crush.json"
	agenttest.Worlds(t, "crush", []agenttest.World{
		{Name: "the names of the directory", Build: func(w *facts.Memory) {
			for _, name := range []string{".github/copilot-instructions.md", ".cursorrules", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "crush.local.md", "Crush.md", "CRUSH.md", "AGENTS.md", "agents.md"} {
				w.File("/p/d/"+name, "of "+name)
			}
			w.File("/p/d/.cursor/rules/a.mdc", "rule a").File("/p/d/.cursor/rules/sub/b.txt", "rule b").File("/p/AGENTS.md", "above").File("/p/d/e/AGENTS.md", "below")
		}},
		{Name: "one file", Build: func(w *facts.Memory) { w.File("/p/d/CRUSH.md", "one") }},
		{Name: "the user's files", Build: func(w *facts.Memory) {
			w.File("/h/.config/crush/CRUSH.md", "global").File("/h/.config/AGENTS.md", "beside").File("/h/.config/crush/AGENTS.md", "not here").File("/h/.crush/CRUSH.md", "nor here").File("/h/.crush/AGENTS.md", "x")
		}},
		{Name: "blank, linked and closed files", Build: func(w *facts.Memory) {
			w.File("/p/d/AGENTS.md", " \n").File("/p/d/CRUSH.md", "").Link("/p/d/CLAUDE.md", "AGENTS.md").Link("/p/d/GEMINI.md", "nowhere").File("/p/d/.cursorrules", "x").Mode("/p/d/.cursorrules", 0).Link("/p/d/.cursor/rules", "/p/rules").File("/p/rules/a.mdc", "a")
		}},
		{Name: "a folder with twenty files", Build: func(w *facts.Memory) {
			for i := range 20 {
				w.File(fmt.Sprintf("/p/d/.cursor/rules/r%02d.mdc", i), "x")
			}
		}},
		{Name: "a folder with more files", Build: func(w *facts.Memory) {
			for i := range 21 {
				w.File(fmt.Sprintf("/p/d/.cursor/rules/r%02d.mdc", i), "x")
			}
		}},
		{Name: "paths of the settings", Build: func(w *facts.Memory) {
			w.Env("EXTRA", "/x").Env("TOKEN", "sk-0123456789abcdef").File(settings, `{"options":{"context_paths":["~/a.md","~","$EXTRA/b.md","${EXTRA}/c.md","$EXTRA/none.md","$(pwd)/d.md","/abs.md","docs/","docs","DOCS","none.md","${TOKEN}.md","a$EXTRA.md"]}}`).
				File("/p/crush.json", `{"options":{"context_paths":["e.md"]}}`).File("/p/d/.crush.json", `{"options":{"context_paths":["e.md","f.md"]}}`)
			w.File("/h/a.md", "a").File("/x/b.md", "b").File("/x/c.md", "c").File("/abs.md", "abs").File("/p/d/docs/g.md", "g").File("/p/d/e.md", "e").File("/p/d/f.md", "f").File("/p/e.md", "above").Dir("/p/d/DOCS").File("/p/d/a$EXTRA.md", "kept")
		}},
		{Name: "the user's paths of the settings", Build: func(w *facts.Memory) {
			w.File(settings, `{"options":{"global_context_paths":["~/own.md","~/none.md"]}}`).File("/h/own.md", "own").File("/h/.config/crush/CRUSH.md", "replaced")
		}},
		{Name: "folders by variables", Build: func(w *facts.Memory) {
			w.Env("CRUSH_GLOBAL_CONFIG", "/g").Env("CRUSH_GLOBAL_DATA", "/gd").File("/g/CRUSH.md", "g").File("/AGENTS.md", "beside").File("/g/crush.json", `{"options":{"context_paths":["a.md"]}}`).File("/gd/crush.json", `{"options":{"context_paths":["b.md"]}}`).File("/p/d/a.md", "a").File("/p/d/b.md", "b").File(settings, `{`)
		}},
		{Name: "folders by the system's variables", Build: func(w *facts.Memory) {
			w.Env("XDG_CONFIG_HOME", "/c").Env("XDG_DATA_HOME", "/data").File("/c/crush/CRUSH.md", "g").File("/c/agents/skills/a/SKILL.md", skill("a")).File("/c/crush/skills/b/SKILL.md", skill("b")).File("/data/crush/crush.json", `{"options":{"initialize_as":"NEW.md"}}`).File("/p/d/NEW.md", "written")
		}},
		{Name: "settings that are not valid", Build: func(w *facts.Memory) {
			w.File(settings, `{`).File("/p/crush.json", `{"options":{"context_paths":5}}`).File("/p/d/crush.json", `[]`).File("/p/d/.crush.json", `{"options":{"initialize_as":""}}`).File("/h/.local/share/crush/crush.json", `{"options":{"context_paths":["a.md"],"skills_paths":5}}`).File("/p/d/a.md", "not sent").File("/p/crushrc", "x").File("/p/d/.crushrc", "x")
		}},
		{Name: "a file that only names another", Build: func(w *facts.Memory) { w.File("/p/d/AGENTS.md", "x.md\n").File("/p/d/x.md", "x") }},
		{Name: "settings without a repository", Build: func(w *facts.Memory) {
			w.Remove("/p/.git").File("/p/crush.json", `{"options":{"context_paths":["a.md"]}}`).File("/p/d/a.md", "a").File("/p/crushrc", "x").File("/p/AGENTS.md", "above").File("/p/.crush/skills/s/SKILL.md", skill("s"))
		}},
		{Name: "servers", Build: func(w *facts.Memory) {
			w.File(settings, `{"mcp":{"b":{},"a":{"disabled":true}}}`).File("/p/d/crush.json", `{"mcp":{"a":{},"c":{}}}`)
		}},
		{Name: "skills of all places", Build: func(w *facts.Memory) {
			w.File(settings, `{"options":{"skills_paths":["~/more","$(x)","extra","~/more"]}}`)
			for i, at := range []string{"/h/more", "/p/d/extra", "/h/.config/crush/skills", "/h/.config/agents/skills", "/h/.agents/skills", "/h/.claude/skills", "/p/d/.agents/skills", "/p/d/.crush/skills", "/p/d/.claude/skills", "/p/d/.cursor/skills", "/p/.agents/skills", "/p/.crush/skills"} {
				name := string(rune('m' - i))
				w.File(at+"/"+name+"/SKILL.md", skill(name)).File(at+"/deep/in/"+name+name+"/SKILL.md", skill(name+name)).File(at+"/"+name+"/other.md", "x")
			}
		}},
		{Name: "skills of a variable", Build: func(w *facts.Memory) {
			w.Env("CRUSH_SKILLS_DIR", "/s").File("/s/a/SKILL.md", skill("a")).File("/h/.agents/skills/b/SKILL.md", skill("b")).File("/p/d/.crush/skills/c/SKILL.md", skill("c"))
		}},
		{Name: "names of skills", Build: func(w *facts.Memory) {
			for _, name := range []string{"Upper", "with-hyphen", "two--hyphens", "-first", "last-", "under_score", strings.Repeat("n", 64), strings.Repeat("m", 65), "a9"} {
				w.File("/p/d/.crush/skills/"+name+"/SKILL.md", skill(name))
			}
			w.File("/p/d/.crush/skills/case/SKILL.md", skill("CASE")).File("/p/d/.crush/skills/folder/SKILL.md", skill("other")).File("/p/d/.crush/skills/bare/SKILL.md", "---\ndescription: d\n---\n").File("/p/d/.crush/skills/skill.md", "x")
		}},
		{Name: "heads of skills", Build: func(w *facts.Memory) {
			for name, text := range map[string]string{
				"none": "text", "broken": "---\nname: [\n---\n", "empty": "---\nname: empty\ndescription: ''\n---\n", "five": "---\nname: five\ndescription: 5\n---\n", "longest": "---\nname: longest\ndescription: " + strings.Repeat("d", 1024) + "\n---\n", "longer": "---\nname: longer\ndescription: " + strings.Repeat("d", 1025) + "\n---\n",
				"marks": "---\nname: marks\ndescription: <a> & \"b\" 'c'\n---\n", "people": "---\nname: people\ndescription: d\ndisable-model-invocation: true\n---\n", "hidden": "---\nname: other\ndescription: d\ndisable-model-invocation: true\n---\n",
			} {
				w.File("/p/d/.crush/skills/"+name+"/SKILL.md", text)
			}
			w.File("/p/d/.crush/skills/shut/SKILL.md", "x").Mode("/p/d/.crush/skills/shut/SKILL.md", 0)
		}},
		{Name: "skills of one name, and disabled ones", Build: func(w *facts.Memory) {
			w.File(settings, `{"options":{"disabled_skills":["off"]}}`).File("/h/.agents/skills/one/SKILL.md", skill("one")).File("/p/d/.crush/skills/one/SKILL.md", skill("one")).File("/p/d/.crush/skills/off/SKILL.md", skill("off")).File("/p/d/.crush/skills/ONE/SKILL.md", skill("ONE"))
		}},
		{Name: "commands", Build: func(w *facts.Memory) {
			w.File("/h/.config/crush/commands/a.md", "a").File("/h/.crush/commands/b/c.md", "c").File("/p/d/.crush/commands/d.md", "d").File("/p/d/.crush/commands/e.txt", "e").File("/p/.crush/commands/f.md", "f")
		}},
		{Name: "in the home", Cwd: "/h", Build: func(w *facts.Memory) {
			w.File("/h/.crush/commands/a.md", "once").File("/h/.crush/CRUSH.md", "x").File("/h/AGENTS.md", "here")
		}},
	})
}

func TestStarts(t *testing.T) {
	t.Parallel()
	const settings = "/h/.config/crush/crush.json"
	agenttest.Starts(t, "crush", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) {}},
		{Name: "with providers and models", Build: func(w *facts.Memory) {
			w.File(settings, `{"providers":{"anthropic":{},"mine":{"type":"anthropic"},"gemini":{},"theirs":{"type":"gemini"},"openai":{"type":"openai"},"anthropic2":{}},"models":{"large":{"model":"m"}}}`).
				File("/p/d/crush.json", `{"lsp":{"rust":{"command":"ra"}},"hooks":{"Stop":[{"command":"y"}]}}`).File("/p/d/.crush.json", `{"models":{"large":{"model":"nearer"}}}`).File("/p/crush.json", `{"models":5,"lsp":{"go":{"command":"gopls"}},"mcp":{"s":{"command":"node"}}}`)
		}},
		{Name: "with a model of the session", Build: func(w *facts.Memory) {
			w.Env("XDG_CONFIG_HOME", "/c").File("/c/crush/crush.json", `{"lsp":{"go":{"command":"gopls"}},"hooks":{"PreToolUse":[{"command":"x"}]}}`).File(settings, `{"lsp":{"none":{}}}`)
		}, In: start.Input{Model: "m", Args: []string{"-y"}}},
	})
}
