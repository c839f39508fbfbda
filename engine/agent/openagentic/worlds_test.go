package openagentic_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/glob"
)

// What the SDK finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	both := discovery.Options{Sources: []string{"project", "claude"}}
	agenttest.Worlds(t, "openagentic", []agenttest.World{
		{Name: "settings of every kind, in order", Build: func(w *facts.Memory) {
			w.Env("XDG_CONFIG_HOME", "/x").Env("OPENCODE_CONFIG", "../c.json").Env("OPENCODE_CONFIG_CONTENT", `{"instructions":["/i/content.md","/i/same.md"]}`).Env("OPENCODE_CONFIG_DIR", "/p/own")
			for _, at := range []string{"/x/opencode/config.json", "/x/opencode/opencode.jsonc", "/p/c.json", "/p/opencode.json", "/p/d/opencode.jsonc", "/p/.opencode/opencode.json", "/p/d/.opencode/opencode.jsonc", "/h/.opencode/opencode.json", "/p/own/opencode.json"} {
				w.File(at, `{"instructions":["/i`+at+`.md", " ", " /i/same.md ", null, 5]}`).File("/i"+at+".md", "of "+at)
			}
			w.File("/i/content.md", "content").File("/i/same.md", "same").File("/p/own/AGENTS.md", "of the directory")
		}},
		{Name: "the project switched off", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", "1").File("/p/AGENTS.md", "p").File("/p/opencode.json", `{"instructions":["x.md"]}`).File("/h/.config/opencode/opencode.json", `{"instructions":["y.md","/i/z.md"]}`).File("/i/z.md", "z").File("/p/y.md", "y").File("/h/.opencode/opencode.json", `{"instructions":["/i/h.md"]}`).File("/i/h.md", "h")
		}},
		{Name: "the project switched off, with a directory", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", "yes").Env("OPENCODE_CONFIG_DIR", "/own").File("/own/opencode.json", `{"instructions":["y.md"]}`).File("/own/y.md", "y").File("/p/y.md", "other")
		}},
		{Name: "switches that are off", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", " OFF ").Env("OPENCODE_DISABLE_CLAUDE_CODE", "no").Env("OPENCODE_DISABLE_CLAUDE_CODE_PROMPT", "False").File("/p/AGENTS.md", "p").File("/h/.claude/CLAUDE.md", "c")
		}},
		{Name: "Claude's prompt switched off", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_CLAUDE_CODE_PROMPT", "").File("/h/.claude/CLAUDE.md", "c").File("/p/own/AGENTS.md", "o").Env("OPENCODE_CONFIG_DIR", "/p/own")
		}},
		{Name: "Claude switched off, behind the user's file", Build: func(w *facts.Memory) {
			w.Env("OPENCODE_DISABLE_CLAUDE_CODE", "1").File("/h/.claude/CLAUDE.md", "c").File("/h/.config/opencode/AGENTS.md", "u").File("/own/AGENTS.md", "o").Env("OPENCODE_CONFIG_DIR", "/own")
		}},
		{Name: "directories in place of files", Build: func(w *facts.Memory) {
			w.Dir("/p/d/AGENTS.md").File("/p/d/CLAUDE.md", "c").File("/p/AGENTS.md", "a").Dir("/h/.config/opencode/AGENTS.md").File("/h/.claude/CLAUDE.md", "")
		}},
		{Name: "a closed file", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").Mode("/p/AGENTS.md", 0).File("/p/d/CLAUDE.md", "c").File("/p/opencode.json", "{}").Mode("/p/opencode.json", 0)
		}},
		{Name: "files by option", Build: func(w *facts.Memory) {
			w.File("/p/d/a.md", "a").File("/p/d/b.md", "").File("/p/d/sub/a.md", "sub").File("/abs/x.md", "x").File("/abs/y.txt", "y").File("/abs/sub/x.md", "below").Dir("/abs/z.md").File("/h/h.md", "h").File("/p/a.md", "p")
		}, Options: discovery.Options{RuleFiles: []string{" a.md ", " ", "*.md", "/abs/*.md", "~/h.md", "none.md", "/abs/none*", "sub/[ab].md", "/gone/*.md"}}},
		{Name: "patterns of the settings", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["docs/*.md","**/b.md","AGENTS.md","none/*.md","~/h.md","/p/docs/b.md/","d/../docs/a.md"]}`).File("/p/docs/a.md", "a").File("/p/docs/b.md", "b").File("/p/d/docs/a.md", "d").File("/p/AGENTS.md", "p").File("/h/h.md", "h")
		}},
		{Name: "URLs", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["https://x.example/a.md","http://x.example/b.md","x.md"]}`).File("/p/x.md", "x").URL("https://x.example/a.md", facts.Response{Status: 200, Body: "text of a"})
		}, Options: discovery.Options{Fetch: true}},
		{Name: "a URL with a value is not fetched", Build: func(w *facts.Memory) {
			w.Env("KEY", "sk-0123456789abcdef").File("/p/opencode.json", `{"instructions":["https://x.example/{env:KEY}","https://x.example/a.md"]}`).
				URL("https://x.example/a.md", facts.Response{Status: 200, Body: "text of a"}).URL("https://x.example/sk-0123456789abcdef", facts.Response{Status: 200, Body: "sent"})
		}, Options: discovery.Options{Fetch: true}},
		{Name: "a search that ends early", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["**/none.md"]}`).File("/p/d/e/f/x.md", "x")
		}, Options: discovery.Options{Limits: glob.Limits{Dirs: 1, Names: 100}}},
		{Name: "the second key of commands, behind an empty one", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"command":{},"commands":{"two":{}}}`)
		}, Options: both},
		{Name: "values in the settings", Build: func(w *facts.Memory) {
			w.Env("KEY", "sk-0123456789abcdef").Env("NAME", "docs").File("/p/opencode.json", "// {file:none.txt}\n{\"instructions\": [\"{env:NAME}/a.md\", \"{file:name.txt}\", \"{file:~/home.txt}\", \"{env:KEY}.md\", \"{env:NONE}c.md\"]}").
				File("/p/name.txt", " b\".md \n").File("/p/b\".md", "b").File("/h/home.txt", "/abs/x.md").File("/abs/x.md", "x").File("/p/docs/a.md", "a").File("/p/c.md", "c")
		}},
		{Name: "a reference to nothing", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["{file:none.txt}","a.md"]}`).File("/p/a.md", "a").File("/h/.config/opencode/opencode.json", `{"instructions":["{file:/closed}"]}`).File("/closed", "x").Mode("/closed", 0)
		}},
		{Name: "settings that are not valid", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":5}`).File("/p/opencode.jsonc", `{"instructions":`).File("/p/d/opencode.json", " \n").File("/p/d/opencode.jsonc", `{"a":`+strings.Repeat("[", 300)+strings.Repeat("]", 300)+`}`).Dir("/h/.config/opencode/config.json").File("/h/.config/opencode/opencode.json", `{"instructions":[]}`)
		}},
		{Name: "the memory and commands of Claude Code", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "c").File("/p/d/.claude/CLAUDE.md", "cc").File("/p/d/.claude/commands/a.md", "a").File("/p/d/.claude/commands/.md", "x").File("/p/d/.claude/commands/b.txt", "b").
				File("/p/opencode.json", `{"command":{"one":{},"":{}},"commands":{"two":{}}}`).File("/p/.opencode/commands/sub/three.md", "3").File("/p/d/.opencode/command/four.md", "4").File("/p/d/.opencode/command/.md", "5").File("/p/d/opencode.json", `{"command":5,"commands":{"six":1}}`).File("/h/.opencode/opencode.json", `5`)
		}, Options: both},
		{Name: "the second memory of Claude Code", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", " \n").File("/p/d/.claude/CLAUDE.md", "cc").File("/p/d/AGENTS.md", "a")
		}, Options: both},
		{Name: "no memory of Claude Code", Build: func(w *facts.Memory) {
			w.Dir("/p/d/CLAUDE.md").File("/p/d/.claude/CLAUDE.md", "x").Mode("/p/d/.claude/CLAUDE.md", 0)
		}, Options: both},
		{Name: "without the project as a source", Build: func(w *facts.Memory) {
			w.File("/p/d/AGENTS.md", "a").File("/p/d/CLAUDE.md", "c").File("/p/CONTEXT.md", "x").File("/p/d/.claude/commands/a.md", "a")
		}, Options: discovery.Options{Sources: []string{"claude"}}},
		{Name: "without a repository", Build: func(w *facts.Memory) {
			w.File("/q/AGENTS.md", "q").File("/q/d/CLAUDE.md", "c").File("/AGENTS.md", "top")
		}, Cwd: "/q/d"},
		{Name: "one file by two patterns", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["*.md"]}`).File("/p/d/a.md", "a").File("/p/b.md", "b")
		}},
		{Name: "a file's text twice", Build: func(w *facts.Memory) {
			w.File("/p/opencode.json", `{"instructions":["{file:name.txt}","{file:name.txt}"]}`).File("/p/name.txt", "a.md").File("/p/a.md", "a")
		}},
		{Name: "an instruction that is a secret", Build: func(w *facts.Memory) {
			w.Env("KEY", "/secret/place").File("/p/opencode.json", `{"instructions":["{env:KEY}/*.md"]}`).File("/secret/place/a.md", "a")
		}},
		{Name: "names that are near", Build: func(w *facts.Memory) {
			w.File("/p/agents.md", "a").File("/p/d/AGENT.md", "b")
		}},
	})
}

// galley ignores a settings file whose references exceed its limits.
func TestReferencesInSettingsEndWithTheBudget(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		entry string
		limit func(*facts.Amounts)
	}{
		"imports":                            {"{file:name.txt}", func(a *facts.Amounts) { a.Imports = 0 }},
		"bytes of text":                      {"{env:LONG}", func(a *facts.Amounts) { a.Output = 3 }},
		"bytes of text, through a file":      {"{file:name.txt}", func(a *facts.Amounts) { a.Output = 20 }},
		"levels of nesting, in what is read": {`a.md"], "deep": ` + strings.Repeat("[", facts.MaxDepth+1) + `["`, func(*facts.Amounts) {}},
	} {
		limits := facts.DefaultLimits
		c.limit(&limits)
		w := agenttest.Repository().Env("LONG", "a.md").File("/p/a.md", "a").File("/p/name.txt", "a.md").File("/p/opencode.json", `{"instructions":["`+c.entry+`"]}`)
		trace, over := agenttest.Limited(t, "openagentic", w, limits)
		want, _, _ := strings.Cut(what, ",")
		if over == nil || over.What != want || over.Place != "/p/opencode.json" || trace.Entries != nil || trace.Settings != nil {
			t.Errorf("%s: over the budget: %+v; entries %q, settings %v", what, over, trace.Entries, trace.Settings)
		}
	}
}
