package yume_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/yume"
	"galley/engine/facts"
)

// What yume finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	t.Parallel()
	agenttest.Worlds(t, "yume", []agenttest.World{
		{Name: "all files", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "first").File("/p/d/.claude/CLAUDE.md", "second").File("/p/d/claude.md", "third").File("/p/CLAUDE.md", "above")
		}},
		{Name: "the second file", Build: func(w *facts.Memory) { w.File("/p/d/.claude/CLAUDE.md", "second").File("/p/d/claude.md", "third") }},
		{Name: "an empty file", Build: func(w *facts.Memory) { w.File("/p/d/CLAUDE.md", "").File("/p/d/claude.md", "third") }},
		{Name: "files that cannot be read", Build: func(w *facts.Memory) {
			w.File("/p/d/CLAUDE.md", "x").Mode("/p/d/CLAUDE.md", 0).Link("/p/d/.claude/CLAUDE.md", "nowhere").File("/p/d/claude.md", "third")
		}},
		{Name: "links to nowhere", Build: func(w *facts.Memory) { w.File("/p/d/CLAUDE.md", "first").Link("/p/d/claude.md", "nowhere") }},
		{Name: "a directory behind a link", Cwd: "/l", Build: func(w *facts.Memory) {
			w.Remove("/l").Link("/l", "/p/d").File("/p/d/CLAUDE.md", "first").File("/CLAUDE.md", "above the link").File("/p/CLAUDE.md", "above the directory")
		}},
		{Name: "no file", Build: func(w *facts.Memory) {}},
	})
}

// The prompts of small scenarios, in each of yume's forms.
func TestPromptsAreAsRecorded(t *testing.T) {
	t.Parallel()
	rules := func(w *facts.Memory) { w.File("/p/CLAUDE.md", "Be brief.") }
	const tools = "tools = [{name = 'look', description = 'Looks', parameters = {type = 'object', properties = {p = {type = 'string', description = 'where'}}}}]\n"
	for _, p := range yume.Profiles {
		agenttest.Prompts(t, p, "prompts-"+p.Name()+".txt", []agenttest.Prompted{
			{Name: "by default", Build: rules},
			{Name: "without a rule file"},
			{Name: "a template", Template: "TEMPLATE", Build: rules},
			{Name: "a template appended", Scenario: "template_as = 'append'\n", Template: "TEMPLATE", Build: rules},
			{Name: "nothing appended", Scenario: "template_as = 'append'\n", Build: rules},
			{Name: "no template", Scenario: "template_as = 'none'\n", Template: "TEMPLATE", Build: rules},
			{Name: "tools", Scenario: tools, Build: rules},
			{Name: "automatic", Scenario: "permission_mode = 'auto'\n", Build: rules},
			{Name: "interactive", Scenario: "permission_mode = 'interactive'\n", Build: rules},
			{Name: "denying", Scenario: "permission_mode = 'deny'\n", Build: rules},
			{Name: "an unknown mode", Scenario: "permission_mode = 'wild'\n", Build: rules},
			{Name: "a model and a conversation", Scenario: "model = 'm'\nhistory = [{role = 'user', content = 'one'}, {role = 'assistant', content = 'two'}]\n", Build: rules},
		})
	}
}
