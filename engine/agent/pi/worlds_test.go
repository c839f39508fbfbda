package pi_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What pi finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	t.Parallel()
	args := func(list ...string) discovery.Options { return discovery.Options{Args: list} }
	agenttest.Worlds(t, "pi", []agenttest.World{
		{Name: "context files in each directory", Build: func(w *facts.Memory) {
			w.File("/h/.pi/agent/AGENTS.md", "of pi\n").File("/CLAUDE.MD", "top").File("/p/AGENTS.MD", "p\n\n").File("/p/CLAUDE.md", "second").File("/p/d/CLAUDE.md", "").File("/p/d/e/AGENTS.md", "below").File("/p/d/agents.md", "case")
		}},
		{Name: "the first that can be read", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "shut").Mode("/p/AGENTS.md", 0).File("/p/CLAUDE.md", "p").Link("/p/d/AGENTS.md", "nowhere").Link("/p/d/CLAUDE.md", "/h/x.md").File("/h/x.md", "linked")
		}},
		{Name: "pi's own folder on the way", Cwd: "/h/.pi/agent/x", Build: func(w *facts.Memory) {
			w.File("/h/.pi/agent/AGENTS.md", "once").File("/h/.pi/agent/SYSTEM.md", "S").File("/h/.pi/AGENTS.md", "a")
		}},
		{Name: "without context files", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "p").File("/p/CLAUDE.md", "c")
		}, Options: args("--no-context-files")},
		{Name: "system prompts of both places", Build: func(w *facts.Memory) {
			w.File("/p/d/.pi/SYSTEM.md", "S\n").File("/h/.pi/agent/SYSTEM.md", "of the user").File("/h/.pi/agent/APPEND_SYSTEM.md", "A").File("/p/.pi/SYSTEM.md", "above")
		}},
		{Name: "a system prompt of the user", Build: func(w *facts.Memory) { w.File("/h/.pi/agent/SYSTEM.md", "U").File("/p/d/.pi/APPEND_SYSTEM.md", "") }},
		{Name: "a system prompt that cannot be read", Build: func(w *facts.Memory) {
			w.File("/p/d/.pi/SYSTEM.md", "S").Mode("/p/d/.pi/SYSTEM.md", 0).Dir("/p/d/.pi/APPEND_SYSTEM.md").File("/h/.pi/agent/APPEND_SYSTEM.md", "A").File("/h/.pi/agent/SYSTEM.md", "U")
		}},
		{Name: "flags in their place", Build: func(w *facts.Memory) {
			w.File("/p/d/.pi/SYSTEM.md", "S").File("/h/.pi/agent/APPEND_SYSTEM.md", "A")
		}, Options: args("--append-system-prompt", "x", "--system-prompt=y")},
		{Name: "without a repository", Build: func(w *facts.Memory) {
			w.Remove("/p/.git").File("/.agents/skills/top/SKILL.md", skill("top")).File("/AGENTS.md", "a")
		}},
		{Name: "skills of all places", Build: func(w *facts.Memory) {
			for _, at := range []string{"/p/d/.pi/skills", "/p/d/.agents/skills", "/p/.agents/skills", "/.agents/skills", "/h/.pi/agent/skills", "/h/.agents/skills", "/p/.pi/skills", "/p/d/.claude/skills", "/p/d/.github/skills", "/p/d/skills", "/h/.claude/skills"} {
				w.File(at+"/"+strings.Trim(strings.ReplaceAll(at, "/", "-"), "-.")+"/SKILL.md", skill("of "+at)).File(at+"/loose.md", skill("loose "+at)).File(at+"/sub/loose.md", skill("deep")).File(at+"/.hidden/SKILL.md", skill("hidden")).File(at+"/node_modules/x/SKILL.md", skill("module"))
			}
		}},
		{Name: "skills of the home's .agents, from the home", Cwd: "/h", Build: func(w *facts.Memory) {
			w.File("/h/.agents/skills/a/SKILL.md", skill("a")).File("/h/.claude/skills/c/SKILL.md", skill("c"))
		}},
		{Name: "the first of a name, and of a file", Build: func(w *facts.Memory) {
			w.File("/p/d/.pi/skills/a/SKILL.md", skill("same")).File("/p/d/.pi/skills/b/SKILL.md", skill("same")).Link("/h/.pi/agent/skills/c", "/p/d/.pi/skills/a").File("/p/d/.pi/skills/d/SKILL.md", "---\ndescription: by its folder\n---\n").
				Link("/p/d/.pi/skills/e", "nowhere").Link("/p/d/.pi/skills/f.md", "d/SKILL.md")
		}},
		{Name: "skills that are not valid", Build: func(w *facts.Memory) {
			for name, text := range map[string]string{
				"none": "text", "open": "---\nname: x\n", "yaml": "---\nname: [\n---\n", "blank": "---\ndescription: ' '\n---\n", "number": "---\nname: 5\ndescription: d\n---\n", "list": "---\n- a\n---\n", "described": "---\ndescription: 7\n---\n",
				"people": "---\nname: p\ndescription: d\ndisable-model-invocation: true\n---\n", "word": "---\nname: w\ndescription: d\ndisable-model-invocation: 'true'\n---\n", "marks": "---\nname: <&>\"'\ndescription: a & 'b' <c> \"d\"\n---\n", "mac": "---\rname: mac\rdescription: d\r---\r", "windows": "---\r\nname: win\r\ndescription: d\r\n---\r\n", "empty": "------\n", "early": "---x\n---\n", "bare": "---\n---\n", "late": "x\nname: l\ndescription: d\n---\n",
			} {
				w.File("/p/d/.pi/skills/"+name+"/SKILL.md", text)
			}
			w.File("/p/d/.pi/skills/shut/SKILL.md", "x").Mode("/p/d/.pi/skills/shut/SKILL.md", 0).File("/p/d/.pi/skills/case/skill.md", skill("case")).Dir("/p/d/.pi/skills/dir/SKILL.md").File("/p/d/.pi/skills/dir/SKILL.md/SKILL.md", skill("inner"))
			w.File("/p/d/.agents/skills/flat.md", skill("flat")).File("/p/d/.agents/skills/flat.txt", "x").File("/p/d/.agents/skills/x/more.md", "x")
		}},
		{Name: "ignore files", Build: func(w *facts.Memory) {
			w.File("/p/d/.pi/skills/.gitignore", "# said\n\n/a\n!kept\n\\!odd\r\nb/SKILL.md\n").File("/p/d/.pi/skills/.ignore", "c.md\n").File("/p/d/.pi/skills/.fdignore", "e*\n!/eight\nfive\\\n").
				File("/p/d/.pi/skills/sub/.gitignore", "\n#odd\n/deep\n/zeta\n").Dir("/p/d/.pi/skills/ignored")
			for _, name := range []string{"a", "b", "kept", "!odd", "eight", "every", "five ", "odd", "sub/deep", "sub/other", "sub/#odd", "sub/zeta", "zeta"} {
				w.File("/p/d/.pi/skills/"+name+"/SKILL.md", skill(strings.ReplaceAll(name, "/", "-")))
			}
			w.File("/p/d/.pi/skills/c.md", skill("c")).File("/p/d/.pi/skills/d.md", skill("d")).File("/p/d/.pi/skills/b/more/SKILL.md", skill("more"))
		}},
		{Name: "skills by name, whatever order the disk has", Build: func(w *facts.Memory) {
			w.File("/p/d/.pi/skills/a/SKILL.md", skill("a")).File("/p/d/.pi/skills/b/SKILL.md", skill("b")).ReadDirOrder("/p/d/.pi/skills", "b", "a")
		}},
		{Name: "a folder of skills that is one", Build: func(w *facts.Memory) {
			w.File("/p/d/.pi/skills/SKILL.md", skill("itself")).File("/p/d/.pi/skills/a/SKILL.md", skill("a"))
		}},
		{Name: "without skills", Build: func(w *facts.Memory) { w.File("/p/d/.pi/skills/a/SKILL.md", skill("a")) }, Options: args("-ns")},
		{Name: "prompts and extensions", Build: func(w *facts.Memory) {
			w.File("/p/d/.pi/prompts/a.md", "a").File("/h/.pi/agent/prompts/a.md", "again").File("/h/.pi/agent/prompts/b.md", "b").File("/p/d/.pi/prompts/.c.md", "c").File("/p/d/.pi/prompts/d.txt", "d").Link("/p/d/.pi/prompts/b.md", "nowhere").Link("/p/d/.pi/prompts/0.md", "nowhere").File("/h/.pi/agent/prompts/0.md", "zero")
			for _, name := range []string{"a.ts", "b.js", "c.mjs", ".d.ts", "node_modules/index.ts", "e/index.ts", "f/index.js", "g/package.json", "h/other.ts"} {
				w.File("/p/d/.pi/extensions/"+name, "x").File("/h/.pi/agent/extensions/u"+name, "x")
			}
		}},
		{Name: "settings that are not followed", Build: func(w *facts.Memory) {
			w.File("/p/d/.pi/settings.json", `{"skills":["x"],"packages":[],"extensions":null,"other":1} // said`).File("/h/.pi/agent/settings.json", `{"prompts":[]}`)
		}},
		{Name: "settings that are not valid", Build: func(w *facts.Memory) { w.File("/p/d/.pi/settings.json", `{`).File("/h/.pi/agent/settings.json", `[]`) }},
		{Name: "pi's own folder elsewhere", Build: func(w *facts.Memory) {
			w.Env("PI_CODING_AGENT_DIR", "~/own").File("/h/own/AGENTS.md", "own").File("/h/own/skills/a/SKILL.md", skill("a")).File("/h/.pi/agent/AGENTS.md", "usual")
		}},
		{Name: "pi's own folder at the top", Build: func(w *facts.Memory) { w.Env("PI_CODING_AGENT_DIR", "/").File("/AGENTS.md", "once") }},
		{Name: "files for other agents", Build: func(w *facts.Memory) {
			for _, name := range []string{"GEMINI.md", "AGENT.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".pi/AGENTS.md", ".agents/AGENTS.md", ".github/copilot-instructions.md", ".cursorrules"} {
				w.File("/p/d/"+name, "x").File("/h/"+name, "x")
			}
		}},
	})
}

// The search ends after 2,000 entries of a folder, and below twenty levels of folders.
func TestTheSearchForSkillsEnds(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().Dir("/p/d").File("/p/d/.pi/skills/"+strings.Repeat("x/", 20)+"SKILL.md", skill("near")).File("/p/d/.agents/skills/"+strings.Repeat("x/", 21)+"SKILL.md", skill("far"))
	for i := range 2010 {
		w.File(fmt.Sprintf("/h/.pi/agent/skills/s%04d.md", i), skill(fmt.Sprintf("s%04d", i)))
	}
	var names []string
	for _, c := range agenttest.Discover(t, w, "pi", "/p/d", discovery.Options{}).OfKind(discovery.Skill) {
		names = append(names, c.Name)
	}
	if len(names) != 2001 || names[0] != "near" || names[2000] != "s1999" {
		t.Errorf("%d skills, from %s to %s", len(names), names[0], names[len(names)-1])
	}
}

func TestStarts(t *testing.T) {
	t.Parallel()
	agenttest.Starts(t, "pi", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) {}},
		{Name: "with a model in the settings", Build: func(w *facts.Memory) { w.File("/h/.pi/agent/settings.json", `{"defaultModel":"m"}`) }},
		{Name: "with a model and arguments", Build: func(w *facts.Memory) { w.File("/h/.pi/agent/settings.json", `{"defaultModel":"m"}`) }, In: start.Input{Model: "x/y", Args: []string{"-v"}}},
		{Name: "with its folder elsewhere, and extensions", Build: func(w *facts.Memory) {
			w.Env("PI_CODING_AGENT_DIR", "/own").File("/own/extensions/a.ts", "").File("/p/.pi/extensions/b.ts", "").File("/p/d/.pi/extensions/c.js", "").File("/h/.pi/agent/extensions/none.ts", "")
		}},
	})
}
