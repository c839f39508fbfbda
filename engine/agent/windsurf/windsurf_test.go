package windsurf_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestWindsurf(t *testing.T) {
	const at = "/p/.windsurf/rules/a.md"
	agenttest.Hold(t, "windsurf", "/p/d", []agenttest.RuleTest{
		{"always on", agenttest.File(at, "---\ntrigger: always_on\n---\nA"), discovery.Options{}, at, "loaded"},
		{"the newer folder", agenttest.File("/p/d/.devin/rules/a.md", "---\ntrigger: always_on\n---\nA"), discovery.Options{}, "/p/d/.devin/rules/a.md", "loaded"},
		{"by glob", agenttest.File(at, "---\ntrigger: glob\nglobs: \"d/**\"\n---\nA"), discovery.Options{}, at, "on demand"},
		{"by a bare star", agenttest.File(at, "---\ntrigger: glob\nglobs: *.go\n---\nA"), discovery.Options{}, at, "on demand"},
		{"glob without globs", agenttest.File(at, "---\ntrigger: glob\n---\nA"), discovery.Options{}, at, "not known not-known"},
		{"by the model", agenttest.File(at, "---\ntrigger: model_decision\ndescription: x\n---\nA"), discovery.Options{}, at, "on demand"},
		{"by name", agenttest.File(at, "---\ntrigger: manual\n---\nA"), discovery.Options{}, at, "on demand"},
		{"no trigger", agenttest.File(at, "A"), discovery.Options{}, at, "not known not-known"},
		{"another trigger", agenttest.File(at, "---\ntrigger: alwaysOn\n---\nA"), discovery.Options{}, at, "not known not-known"},
		{"rules below", agenttest.File("/p/d/e/.windsurf/rules/a.md", "---\ntrigger: always_on\n---\nA"), discovery.Options{}, "/p/d/e/.windsurf/rules/a.md", "loaded"},
		{"the user's file", agenttest.File("/h/.codeium/windsurf/memories/global_rules.md", "G"), discovery.Options{}, "/h/.codeium/windsurf/memories/global_rules.md", "loaded"},
		{"agents.md", agenttest.File("/p/d/agents.md", "G"), discovery.Options{}, "/p/d/agents.md", "loaded"},
		{"AGENTS.md below", agenttest.File("/p/d/e/AGENTS.md", "G"), discovery.Options{}, "/p/d/e/AGENTS.md", "on demand"},
		{"AGENTS.md above", agenttest.File("/p/AGENTS.md", "G"), discovery.Options{}, "/p/AGENTS.md", "not known not-known"},
		{"the old file", agenttest.File("/p/d/.windsurfrules", "G"), discovery.Options{}, "/p/d/.windsurfrules", "loaded"},
	})
}
