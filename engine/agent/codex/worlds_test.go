package codex_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What Codex finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	untrusted := false
	skill := func(name string) string {
		return "---\nname: " + name + "\ndescription: does " + name + "\n---\nBody.\n"
	}
	user := func(text string) func(w *facts.Memory) {
		return func(w *facts.Memory) {
			w.File("/h/.codex/config.toml", text).File("/p/.git/HEAD", "x").File("/p/AGENTS.md", "p").File("/p/d/AGENTS.md", "d").File("/p/d/OTHER.md", "other").File("/p/CLAUDE.md", "c").File("/h/.codex/AGENTS.md", "u")
		}
	}
	agenttest.Worlds(t, "codex", []agenttest.World{
		{Name: "files from the root down", Build: func(w *facts.Memory) {
			user("")(w)
			w.File("/AGENTS.md", "top").File("/p/d/sub/AGENTS.md", "sub").File("/p/agents.md", "near")
		}},
		{Name: "overrides", Build: func(w *facts.Memory) {
			user("")(w)
			w.File("/p/AGENTS.override.md", "po").File("/h/.codex/AGENTS.override.md", "uo").File("/p/d/AGENTS.override.md", " \n")
		}},
		{Name: "another home", Build: func(w *facts.Memory) {
			user("")(w)
			w.Env("CODEX_HOME", "/x").Dir("/x").File("/x/AGENTS.md", "x").File("/x/config.toml", "project_doc_fallback_filenames = ['OTHER.md']\n")
		}},
		{Name: "further names", Build: func(w *facts.Memory) {
			user("project_doc_fallback_filenames = ['CLAUDE.md', ' OTHER.md ', '', 'a/b.md']\n")(w)
			w.Remove("/p/d/AGENTS.md").Remove("/p/AGENTS.md")
		}},
		{Name: "a limit in a file", Build: user("project_doc_max_bytes = 1\n")},
		{Name: "no bytes", Build: user("project_doc_max_bytes = 0\n")},
		{Name: "a limit between files", Build: func(w *facts.Memory) {
			user("project_doc_max_bytes = 10\n")(w)
			w.File("/p/AGENTS.md", "0123456").File("/p/d/AGENTS.md", "é23456")
		}},
		{Name: "the usual limit", Build: func(w *facts.Memory) { user("")(w); w.File("/p/AGENTS.md", strings.Repeat("x", 32<<10)) }},
		{Name: "markers", Build: func(w *facts.Memory) { user("project_root_markers = ['', 'go.mod']\n")(w); w.File("/p/d/go.mod", "m") }},
		{Name: "no markers", Build: user("project_root_markers = []\n")},
		{Name: "markers of another type", Build: user("project_root_markers = 5\n")},
		{Name: "names of another type", Build: user("project_doc_fallback_filenames = [5]\n")},
		{Name: "a limit below zero", Build: user("project_doc_max_bytes = -1\n")},
		{Name: "a profile", Build: user("profile = 'x'\n")},
		{Name: "no TOML", Build: user("a = = 1\n")},
		{Name: "a level of trust that is not known", Build: user("[projects.\"/p\"]\ntrust_level = 'maybe'\n")},
		{Name: "a trusted project", Build: func(w *facts.Memory) {
			user("[projects.\"/p\"]\ntrust_level = 'trusted'\n")(w)
			w.File("/p/.codex/config.toml", "project_doc_fallback_filenames = ['OTHER.md']\nproject_root_markers = ['x']\n[mcp_servers.p]\ncommand = 'p'\n").File("/p/d/.codex/config.toml", "project_doc_max_bytes = 3\n")
		}},
		{Name: "a project whose trust is not known", Build: func(w *facts.Memory) { user("")(w); w.File("/p/.codex/config.toml", "project_doc_max_bytes = 3\n") }},
		{Name: "a project that is not trusted", Build: func(w *facts.Memory) {
			user("[projects.\"/p\"]\ntrust_level = 'untrusted'\n")(w)
			w.File("/p/.codex/config.toml", "project_doc_max_bytes = 3\n").File("/p/.codex/skills/s/SKILL.md", skill("s"))
		}},
		{Name: "not trusted by the scenario", Build: user(""), Options: discovery.Options{Trusted: &untrusted}},
		{Name: "managed and system settings", Build: func(w *facts.Memory) {
			user("project_doc_max_bytes = 100\n")(w)
			w.File("/etc/codex/config.toml", "project_doc_fallback_filenames = ['CLAUDE.md']\n").File("/etc/codex/managed_config.toml", "project_doc_max_bytes = 2\nproject_root_markers = ['d']\n")
		}},
		{Name: "a worktree", Build: func(w *facts.Memory) {
			user("[projects.\"/main\"]\ntrust_level = 'trusted'\n")(w)
			w.Remove("/p/.git").File("/p/.git", "gitdir: /main/.git/worktrees/p\n").File("/main/.git/worktrees/p/commondir", "../..\n").File("/main/.git/HEAD", "x").File("/p/.codex/config.toml", "project_doc_max_bytes = 1\n")
		}},
		{Name: "a worktree that was moved", Build: func(w *facts.Memory) { user("")(w); w.Remove("/p/.git").File("/p/.git", "gitdir: /gone\n") }},
		{Name: "without a repository", Cwd: "/q/d", Build: func(w *facts.Memory) { w.File("/q/AGENTS.md", "q").File("/q/d/AGENTS.md", "d") }},
		{Name: "skills", Build: func(w *facts.Memory) {
			user("[[skills.config]]\npath = '/p/.agents/skills/off'\nenabled = false\n[projects.\"/p\"]\ntrust_level = 'trusted'\n")(w)
			for _, at := range []string{"/p/.agents/skills/", "/p/d/.agents/skills/", "/h/.agents/skills/", "/h/.codex/skills/", "/p/.codex/skills/", "/etc/codex/skills/"} {
				w.File(at+"one/SKILL.md", skill("one")).File(at+"off/SKILL.md", skill("off")).File(at+"bad/SKILL.md", "---\nname: bad\n---\n").File(at+"head/SKILL.md", "No header.").File(at+"deep/er/SKILL.md", skill("er")).Link(at+"link", "one")
			}
		}},
		{Name: "roles, prompts and servers", Build: func(w *facts.Memory) {
			user("[mcp_servers.on]\ncommand = 'x'\n[mcp_servers.off]\ncommand = 'y'\nenabled = false\n[mcp_servers.web]\nurl = 'https://x.example'\nbearer_token_env_var = 'KEY'\n[agents.mine]\ndescription = 'does it'\nconfig_file = 'mine.toml'\n[agents.bare]\n")(w)
			w.File("/h/.codex/mine.toml", "model = 'm'\n").File("/h/.codex/agents/role.toml", "name = 'role'\ndescription = 'a role'\ndeveloper_instructions = 'Be it.'\n").File("/h/.codex/agents/bad.toml", "x = \n").File("/h/.codex/prompts/go.md", "---\ndescription: goes\n---\nGo $1").File("/h/.codex/prompts/x.txt", "x")
		}},
		{Name: "files that are odd", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "\ufeffA\r\n").Link("/p/d/AGENTS.md", "nowhere").File("/h/.codex/AGENTS.md", "x").Mode("/h/.codex/AGENTS.md", 0).Dir("/p/d/AGENTS.override.md")
		}},
		{Name: "a closed file", Build: func(w *facts.Memory) { user("")(w); w.Mode("/p/AGENTS.md", 0) }},
		{Name: "while a file is edited", Build: func(w *facts.Memory) { user("")(w); w.File("/p/d/sub/AGENTS.md", "sub") }, Options: discovery.Options{File: "/p/d/sub/x.go", Touched: []string{"/p/d/sub/x.go"}}},
		{Name: "roles that are not valid", Build: func(w *facts.Memory) {
			const text = "description = 'd'\ndeveloper_instructions = 'i'\n"
			for name, more := range map[string]string{"nameless": "", "blank": "name = ' '\n", "five": "name = 5\n", "listed": "name = 'l'\ntools = ['a']\n", "nicks": "name = 'n'\nnickname_candidates = []\n", "nick": "name = 'n'\nnickname_candidates = 'x'\n", "good": "name = ' good '\nnickname_candidates = ['x']\n"} {
				w.File("/h/.codex/agents/"+name+".toml", more+text)
			}
			w.File("/h/.codex/agents/silent.toml", "name = 'silent'\ndescription = ' '\n").File("/h/.codex/agents/lazy.toml", "name = 'lazy'\ndescription = 'd'\n").File("/h/.codex/agents/note.md", "x").File("/h/.codex/agents/open.toml", "name = \n").
				File("/h/.codex/agents/shut.toml", "x").Mode("/h/.codex/agents/shut.toml", 0)
		}},
		{Name: "roles of the settings", Build: func(w *facts.Memory) {
			const text = "description = 'of the file'\ndeveloper_instructions = 'i'\n"
			w.File("/h/.codex/config.toml", "[agents.one]\nconfig_file = 'agents/one.toml'\n[agents.two]\ndescription = ' of the settings '\n[agents.three]\nconfig_file = 'three.toml'\n[agents.four]\n[agents]\nfive = 5\n").
				File("/h/.codex/agents/one.toml", text).File("/h/.codex/three.toml", "name = 'other'\n"+text).File("/h/.codex/agents/six.toml", "name = 'two'\n"+text)
		}},
		{Name: "values of skills that are YAML only in quotes", Build: func(w *facts.Memory) {
			for name, value := range map[string]string{"colon": "a: b", "near": "a:b", "end": "ends:", "wide": "a:\u00a0b", "open": "[x", "list": "[x]", "table": "{x", "at": "@x", "tick": "`x`", "said": "say # this", "sharp": "a#b", "double": `"a: b"`, "single": "'a: b'", "fold": "> x"} {
				w.File("/p/d/.codex/skills/"+name+"/SKILL.md", "---\nname: "+name+"\ndescription: "+value+"\n---\nBody.\n")
			}
		}},
		{Name: "policies of skills", Build: func(w *facts.Memory) {
			for name, text := range map[string]string{"off": "policy:\n  allow_implicit_invocation: false\n", "on": "policy:\n  allow_implicit_invocation: true\n", "other": "policy:\n  products: [chatgpt]\n", "both": "policy:\n  products: [chatgpt, codex]\n", "text": "policy: x\n", "broken": "policy: [\n", "nobody": "policy:\n  products: []\n"} {
				w.File("/p/d/.codex/skills/"+name+"/SKILL.md", skill(name)).File("/p/d/.codex/skills/"+name+"/agents/openai.yaml", text)
			}
			w.File("/p/d/.codex/skills/shut/SKILL.md", skill("shut")).File("/p/d/.codex/skills/shut/agents/openai.yaml", "x").Mode("/p/d/.codex/skills/shut/agents/openai.yaml", 0)
		}},
		{Name: "links to rules", Build: func(w *facts.Memory) {
			w.File("/p/x.md", "linked").Link("/p/AGENTS.md", "x.md").Link("/p/d/AGENTS.md", "/p/none").File("/p/d/CLAUDE.md", "c")
		}},
		{Name: "one text twice", Build: func(w *facts.Memory) { user("")(w); w.File("/p/AGENTS.md", "same").File("/p/d/AGENTS.md", "same") }},
		{Name: "a pointer to a repository", Build: func(w *facts.Memory) {
			user("[projects.\"/main\"]\ntrust_level = 'trusted'\n")(w)
			w.Remove("/p/.git").File("/p/.git", "gitdir: /main/.git/worktrees/p\n").File("/main/.git/worktrees/p/commondir", "../..").File("/p/.codex/config.toml", "project_doc_max_bytes = 3\n")
		}},
		{Name: "a pointer to nowhere", Build: func(w *facts.Memory) {
			user("[projects.\"/p\"]\ntrust_level = 'trusted'\n")(w)
			w.Remove("/p/.git").File("/p/.git", "gitdir: /none\n").File("/p/.codex/config.toml", "project_doc_max_bytes = 3\n")
		}},
		{Name: "a link to itself behind a file", Build: func(w *facts.Memory) { user("")(w); w.Link("/p/d/AGENTS.md", "AGENTS.md") }},
		{Name: "in the user's own folder, where skills are found once", Cwd: "/h", Build: func(w *facts.Memory) {
			w.Dir("/h/.git").File("/h/.codex/config.toml", "project_doc_max_bytes = 1\n").File("/h/AGENTS.md", "xy").File("/h/.codex/skills/one/SKILL.md", skill("one")).File("/h/.agents/skills/two/SKILL.md", skill("two"))
		}},
		{Name: "a project's names replace the user's", Build: func(w *facts.Memory) {
			user("project_doc_fallback_filenames = ['CLAUDE.md']\n[projects.\"/p\"]\ntrust_level = 'trusted'\n")(w)
			w.Remove("/p/AGENTS.md").Remove("/p/d/AGENTS.md").File("/p/.codex/config.toml", "project_doc_fallback_filenames = ['OTHER.md']\n")
		}},
		{Name: "a .git file with other text makes a repository all the same", Build: func(w *facts.Memory) {
			user("[projects.\"/p\"]\ntrust_level = 'untrusted'\n")(w)
			w.Remove("/p/.git").File("/p/.git", "text\n")
		}},
		{Name: "a directory without a level of trust takes that of its repository", Build: user("[projects.\"/p/d\"]\nother = 1\n[projects.\"/p\"]\ntrust_level = 'untrusted'\n")},
		{Name: "a level of trust for a name that is not absolute", Cwd: "/q", Build: func(w *facts.Memory) {
			w.File("/q/AGENTS.md", "q").File("/h/.codex/config.toml", "[projects.\".\"]\ntrust_level = 'untrusted'\n")
		}},
		{Name: "TOML that ends in a fault sets nothing", Build: user("developer_instructions = 'x'\nproject_doc_max_bytes = 1\na = = 1\n")},
		{Name: "a file that only names another, and names in folders where Codex does not look", Build: func(w *facts.Memory) {
			w.File("/p/x.md", "x").File("/p/AGENTS.md", "x.md\n").File("/p/.agents/AGENTS.md", "a").File("/p/d/.codex/AGENTS.md", "c")
		}},
		{Name: "roles of one name in two layers", Build: func(w *facts.Memory) {
			const text = "description = 'd'\ndeveloper_instructions = 'i'\n"
			user("[projects.\"/p\"]\ntrust_level = 'trusted'\n[agents.late]\n")(w)
			w.File("/h/.codex/agents/a.toml", "name = 'same'\n"+text).File("/h/.codex/agents/b.toml", "name = 'same'\n"+text).File("/h/.codex/agents/c.toml", "name = 'late'\n"+text).File("/p/.codex/agents/d.toml", "name = 'same'\n"+text)
		}},
		{Name: "names of skills at the limit", Build: func(w *facts.Memory) {
			for name, length := range map[string]int{"longest": 64, "longer": 65} {
				w.File("/p/d/.codex/skills/"+name+"/SKILL.md", skill(strings.Repeat("é", length)))
			}
		}},
	})
}
