package clinecli_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/clinecli"
	"galley/engine/capture/start"
	"galley/engine/facts"
)

// What Cline's command line program finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	t.Parallel()
	skill := func(name string) string {
		return "---\nname: " + name + "\ndescription: d\n---\nDo it.\n"
	}
	agenttest.Worlds(t, "cline-cli", []agenttest.World{
		{Name: "rules of all places, by name", Build: func(w *facts.Memory) {
			w.Env("OneDrive", "/o/1").Env("OneDriveConsumer", "/o/2").Env("OneDriveCommercial", "/o/1")
			for i, at := range []string{"/p/d/.clinerules", "/p/d/.cline/rules", "/h/.cline/rules", "/h/Cline/Rules", "/h/Documents/Cline/Rules", "/o/1/Documents/Cline/Rules", "/o/2/Documents/Cline/Rules"} {
				w.File(at+"/"+string(rune('z'-i))+".md", " of "+at+"\n")
			}
			w.File("/p/d/AGENTS.md", "workspace").File("/h/.agents/AGENTS.md", "global").File("/p/d/.cline/rules/agents.md", "case")
		}},
		{Name: "a file in place of the folder", Build: func(w *facts.Memory) { w.File("/p/d/.clinerules", "one file").File("/h/.cline/rules", "another") }},
		{Name: "links", Build: func(w *facts.Memory) {
			w.File("/x.md", "x").Link("/p/d/AGENTS.md", "/x.md").Link("/p/d/.clinerules/a.md", "/x.md").Link("/p/d/.clinerules/AGENTS.md", "/x.md").Link("/p/d/.clinerules/gone.md", "nowhere").Link("/p/d/.clinerules/dir", "/p").Link("/p/d/.cline/rules", "../.clinerules")
		}},
		{Name: "files that do not count", Build: func(w *facts.Memory) {
			for _, name := range []string{"a.MD", "b.Markdown", "c.TXT", "d.mdc", "e", ".f.md", ".md", ".txt", "g.md.bak", "skills/s.md", "workflows/w.md", "hooks/h.sh", "sub/deep/x.md", "sub/y.txt"} {
				w.File("/p/d/.clinerules/"+name, "of "+name)
			}
			w.Dir("/p/d/.clinerules/dir.md")
		}},
		{Name: "folders that cannot be read", Build: func(w *facts.Memory) {
			w.File("/p/d/.clinerules/a.md", "a").Mode("/p/d/.clinerules", 0).File("/p/d/.cline/rules/a.md", "a").Mode("/p/d/.cline/rules/a.md", 0)
		}},
		{Name: "the last of a name", Build: func(w *facts.Memory) {
			w.File("/p/d/.clinerules/a.md", "---\nname: ' Same '\n---\nfirst").File("/p/d/.clinerules/b.md", "---\nname: SAME\n---\nsecond").File("/h/.cline/rules/same.txt", "third").File("/h/.cline/rules/other.md", "other")
		}},
		{Name: "heads of rules", Build: func(w *facts.Memory) {
			for name, text := range map[string]string{
				"off": "---\ndisabled: true\n---\nx", "notoff": "---\ndisabled: false\nenabled: false\n---\nfirst key counts", "on": "---\nenabled: true\n---\non", "noton": "---\nenabled: false\n---\nx", "word": "---\nenabled: 'yes'\n---\nx", "five": "---\nname: 5\n---\nx", "both": "---\nname: 5\ndisabled: 1\n---\nx",
				"broken": "---\na: [\n---\nx", "list": "---\n- a\n---\nof a list", "blank": "---\na: 1\n---\n \n", "empty": "", "open": "---\na: 1", "bom": "\ufeff---\nname: Marked\n---\nbom", "windows": "---\r\nname: Win\r\n---\r\nw\r\n", "later": "x\n---\na: 1\n---\n", "close": "---\nname: Close\n---more\nx", "mixed": "---\nname: Mixed\n---\r\nx", "bare": "---\n---\nbare", "inner": "---\n\n---\ninner",
				"paths": "---\npaths: a\nglobs: [b]\nalwaysApply: false\n---\npaths", "noname": "---\nname: ''\n---\nby its file",
			} {
				w.File("/p/d/.clinerules/"+name+".md", text)
			}
		}},
		{Name: "skills", Build: func(w *facts.Memory) {
			for _, at := range []string{"/p/.clinerules", "/p/.cline", "/p/.agents", "/h/.cline", "/h/.agents", "/p/d/.cline", "/p/.claude", "/p/.github", "/p", "/h/.claude"} {
				w.File(at+"/skills/s/SKILL.md", skill("of "+at)).File(at+"/skills/read.md", "x").Dir(at + "/skills/empty")
			}
			w.File("/p/.cline/skills/SKILL.md", skill("itself")).Link("/p/.cline/skills/linked", "s").Link("/p/.agents/skills/SKILL.md", "s/SKILL.md").Link("/p/.agents/skills/gone", "nowhere")
		}},
		{Name: "one skill a folder", Build: func(w *facts.Memory) {
			w.File("/p/.cline/skills/a/SKILL.md", skill("a")).File("/h/.cline/skills/a/SKILL.md", skill("A"))
		}},
		{Name: "two skills in a folder", Build: func(w *facts.Memory) {
			w.File("/p/.cline/skills/a/SKILL.md", skill("a")).File("/p/.cline/skills/b/SKILL.md", skill("b"))
		}},
		{Name: "skills that are not valid", Build: func(w *facts.Memory) {
			for name, text := range map[string]string{
				"off": "---\nname: off\ndisabled: true\n---\nx", "empty": "---\nname: e\n---\n \n", "broken": "---\na: [\n---\nx", "five": "---\nname: 5\n---\nx", "described": "---\ndescription: 5\n---\nx", "word": "---\nenabled: 5\n---\nx", "plain": "by its folder", "last": "---\nname: OFF\n---\nx",
			} {
				w.File("/p/.cline/skills/"+name+"/SKILL.md", text)
			}
			w.File("/p/.cline/skills/shut/SKILL.md", "x").Mode("/p/.cline/skills/shut/SKILL.md", 0)
		}},
		{Name: "skills without a repository", Build: func(w *facts.Memory) {
			w.Remove("/p/.git").File("/p/.cline/skills/a/SKILL.md", skill("above")).File("/p/d/.cline/skills/a/SKILL.md", skill("here"))
		}},
		{Name: "workflows", Build: func(w *facts.Memory) {
			w.File("/p/d/.clinerules/workflows/go.md", "1").File("/h/Documents/Cline/Workflows/Go.txt", "2").File("/h/.cline/workflows/b.markdown", "b").File("/p/d/.cline/workflows/c.md", "c").File("/p/d/.cline/workflows/d.sh", "d").
				Link("/p/d/.cline/workflows/e.md", "c.md").File("/p/d/.cline/workflows/GO.md", "shut").Mode("/p/d/.cline/workflows/GO.md", 0).Dir("/p/d/.cline/workflows/f.md").File("/p/d/.cline/workflows/.g.md", "g")
		}},
		{Name: "agents, hooks and plugins", Build: func(w *facts.Memory) {
			for _, at := range []string{"/p/.cline/agents", "/p/d/.cline/agents", "/h/.cline/agents", "/p/d/.clinerules/hooks", "/p/d/.cline/hooks", "/h/.cline/hooks", "/h/Documents/Cline/Hooks", "/p/d/.cline/plugins", "/h/.cline/plugins", "/h/Documents/Cline/Plugins"} {
				w.File(at+"/x", "x")
			}
		}},
		{Name: "servers", Build: func(w *facts.Memory) {
			w.File("/h/.cline/data/settings/cline_mcp_settings.json", `{"mcpServers":{"b":{},"a":{"disabled":true},"c":5,"d":{"disabled":"true"}}} // said`)
		}},
		{Name: "servers elsewhere", Build: func(w *facts.Memory) {
			w.Env("CLINE_DATA_DIR", "/data").File("/data/settings/cline_mcp_settings.json", `{"mcpServers":{"of the data":{}}}`)
		}},
		{Name: "servers of a file", Build: func(w *facts.Memory) {
			w.Env("CLINE_DATA_DIR", "/data").Env("CLINE_MCP_SETTINGS_PATH", "/h/m.json").File("/h/m.json", `{"mcpServers":{"of the file":{}}}`)
		}},
		{Name: "its folder elsewhere", Build: func(w *facts.Memory) {
			w.Env("CLINE_DIR", "/own").File("/own/rules/a.md", "a").File("/own/skills/s/SKILL.md", skill("s")).File("/own/data/settings/cline_mcp_settings.json", `{"mcpServers":{"own":{}}}`).File("/h/.cline/rules/b.md", "b")
		}},
		{Name: "the same folder twice", Build: func(w *facts.Memory) { w.Env("CLINE_DIR", "/p/d/.cline").File("/p/d/.cline/rules/a.md", "a") }},
		{Name: "files for other agents", Build: func(w *facts.Memory) {
			for _, name := range []string{".cursorrules", ".windsurfrules", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"} {
				w.File("/p/d/"+name, "x")
			}
			w.File("/p/AGENTS.md", "above").File("/p/.clinerules", "above").File("/h/AGENTS.md", "h").File("/h/.clinerules", "h").File("/p/d/e/AGENTS.md", "below").File("/p/d/agents.md", "case")
		}},
	})
}

func TestStarts(t *testing.T) {
	t.Parallel()
	const providers, servers = "/h/.cline/data/settings/providers.json", "/h/.cline/data/settings/cline_mcp_settings.json"
	agenttest.Starts(t, "cline-cli", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) {}},
		{Name: "with a model in the settings", Build: func(w *facts.Memory) {
			w.File(providers, `{"lastUsedProvider":"x","providers":{"x":{"settings":{"model":"m"}}}}`).File(servers, `{"mcpServers":{"s":{"command":"node","args":["a"]}}}`)
		}},
		{Name: "with a model of the session, and hooks", Build: func(w *facts.Memory) {
			w.File(providers, `{"lastUsedProvider":"x","providers":{"x":{"settings":{"model":"m"}}}}`).File("/p/.clinerules/hooks/pre.sh", "x").File("/p/d/.clinerules/hooks/post.sh", "x")
		}, In: start.Input{Model: "own", Args: []string{"-v"}}},
		{Name: "with its folder elsewhere", Build: func(w *facts.Memory) {
			w.Env("CLINE_DIR", "/own").File("/own/data/settings/cline_mcp_settings.json", `{"mcpServers":{"own":{"command":"x"}}}`)
		}},
	})
}

// Cline gets the prompt as an argument of its program, and Linux limits the length of an argument.
func TestTheLongestPromptOfASession(t *testing.T) {
	t.Parallel()
	for n, fits := range map[int]bool{128<<10 - 1: true, 128 << 10: false} {
		if _, err := clinecli.Start.Override(start.Input{}, "", strings.Repeat("x", n)); (err == nil) != fits {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}
