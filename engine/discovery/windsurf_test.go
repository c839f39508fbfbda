package discovery

import "testing"

func TestWindsurf(t *testing.T) {
	const at = "/p/.windsurf/rules/a.md"
	hold(t, "windsurf", "/p/d", []ruleTest{
		{"always on", file(at, "---\ntrigger: always_on\n---\nA"), Options{}, at, "loaded"},
		{"the newer folder", file("/p/d/.devin/rules/a.md", "---\ntrigger: always_on\n---\nA"), Options{}, "/p/d/.devin/rules/a.md", "loaded"},
		{"by glob", file(at, "---\ntrigger: glob\nglobs: \"d/**\"\n---\nA"), Options{}, at, "on demand"},
		{"by a bare star", file(at, "---\ntrigger: glob\nglobs: *.go\n---\nA"), Options{}, at, "on demand"},
		{"glob without globs", file(at, "---\ntrigger: glob\n---\nA"), Options{}, at, "not known not-known"},
		{"by the model", file(at, "---\ntrigger: model_decision\ndescription: x\n---\nA"), Options{}, at, "on demand"},
		{"by name", file(at, "---\ntrigger: manual\n---\nA"), Options{}, at, "on demand"},
		{"no trigger", file(at, "A"), Options{}, at, "not known not-known"},
		{"another trigger", file(at, "---\ntrigger: alwaysOn\n---\nA"), Options{}, at, "not known not-known"},
		{"rules below", file("/p/d/e/.windsurf/rules/a.md", "---\ntrigger: always_on\n---\nA"), Options{}, "/p/d/e/.windsurf/rules/a.md", "loaded"},
		{"the user's file", file("/h/.codeium/windsurf/memories/global_rules.md", "G"), Options{}, "/h/.codeium/windsurf/memories/global_rules.md", "loaded"},
		{"agents.md", file("/p/d/agents.md", "G"), Options{}, "/p/d/agents.md", "loaded"},
		{"AGENTS.md below", file("/p/d/e/AGENTS.md", "G"), Options{}, "/p/d/e/AGENTS.md", "on demand"},
		{"AGENTS.md above", file("/p/AGENTS.md", "G"), Options{}, "/p/AGENTS.md", "not known not-known"},
		{"the old file", file("/p/d/.windsurfrules", "G"), Options{}, "/p/d/.windsurfrules", "loaded"},
	})
}
