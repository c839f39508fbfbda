package windsurf_test

import (
	"strings"
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
		{"rules below in the newer folder", agenttest.File("/p/d/e/.devin/rules/a.md", "---\ntrigger: always_on\n---\nA"), discovery.Options{}, "/p/d/e/.devin/rules/a.md", "loaded"},
		{"the user's file", agenttest.File("/h/.codeium/windsurf/memories/global_rules.md", "G"), discovery.Options{}, "/h/.codeium/windsurf/memories/global_rules.md", "loaded"},
		{"agents.md", agenttest.File("/p/d/agents.md", "G"), discovery.Options{}, "/p/d/agents.md", "loaded"},
		{"AGENTS.md below", agenttest.File("/p/d/e/AGENTS.md", "G"), discovery.Options{}, "/p/d/e/AGENTS.md", "on demand"},
		{"AGENTS.md above", agenttest.File("/p/AGENTS.md", "G"), discovery.Options{}, "/p/AGENTS.md", "not known not-known"},
		{"the old file", agenttest.File("/p/d/.windsurfrules", "G"), discovery.Options{}, "/p/d/.windsurfrules", "loaded"},
	})
}

func TestWhatWindsurfSaysOfARule(t *testing.T) {
	const user, old, at = "/h/.codeium/windsurf/memories/global_rules.md", "/p/d/.windsurfrules", "/p/d/.windsurf/rules/a.md"
	const head = "---\ntrigger: always_on\n---\n"
	for _, c := range []struct {
		name, file, text, says string
	}{
		{"6,000 characters of the user's", user, strings.Repeat("é", 6000), "!" + user + ": are allowed"},
		{"6,001 are too many", user, strings.Repeat("é", 6001), user + ": it has 6001 characters, and 6000 are allowed"},
		{"12,000 characters of the old file", old, strings.Repeat("é", 12000), "!" + old + ": are allowed"},
		{"12,001 are too many", old, strings.Repeat("é", 12001), old + ": it has 12001 characters, and 12000 are allowed"},
		{"12,000 characters of a rule", at, head + strings.Repeat("é", 12000), "!" + at + ": are allowed"},
		{"12,001 of them are too many", at, head + strings.Repeat("é", 12001), at + ": it has 12001 characters, and 12000 are allowed"},
		{"a broken rule that waits for its name", at, "---\ntrigger: manual\nx: [\n---\nA", at + ": its front matter is not valid YAML"},
		{"a broken rule with patterns that always loads", at, "---\ntrigger: always_on\nglobs: a\nx: [\n---\nA", at + ": its front matter is not valid YAML"},
		{"a broken rule without patterns", at, "---\ntrigger: glob\nx: [\n---\nA", at + ": its front matter is not valid YAML"},
		{"a broken rule with patterns", at, "---\ntrigger: glob\nglobs: *.go\n---\nA", at + ": it is not known whether the patterns have an effect"},
	} {
		t.Run(c.name, func(t *testing.T) {
			agenttest.Say(t, agenttest.Repository().File(c.file, c.text), "windsurf", "/p/d", discovery.Options{}, c.says)
		})
	}
	agenttest.Say(t, agenttest.Repository().File("/p/d/AGENTS.md", "A").File("/p/d/agents.md", "a"), "windsurf", "/p/d", discovery.Options{},
		"/p/d/AGENTS.md: loaded", "!/p/d/agents.md: ")
}
