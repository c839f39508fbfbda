package junie_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestJunie(t *testing.T) {
	agenttest.Hold(t, "junie", "/p", []agenttest.RuleTest{
		{"the guidelines", agenttest.File("/p/.junie/guidelines.md", "a"), discovery.Options{}, "/p/.junie/guidelines.md", "loaded"},
		{"AGENTS.md depends on a setting", agenttest.File("/p/AGENTS.md", "a"), discovery.Options{}, "/p/AGENTS.md", "not known not-known"},
	})
}
