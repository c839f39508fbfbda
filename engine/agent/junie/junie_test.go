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
		{"Claude's file", agenttest.File("/p/CLAUDE.md", "a"), discovery.Options{}, "/p/CLAUDE.md", "not loaded not-looked-for"},
		{"guidelines below", agenttest.File("/p/d/.junie/guidelines.md", "a"), discovery.Options{}, "/p/d/.junie/guidelines.md", "not loaded below-cwd"},
	})
	agenttest.Hold(t, "junie", "/p/d", []agenttest.RuleTest{
		{"guidelines above", agenttest.File("/p/.junie/guidelines.md", "a"), discovery.Options{}, "/p/.junie/guidelines.md", "not loaded above-root"},
		{"AGENTS.md above", agenttest.File("/p/AGENTS.md", "a"), discovery.Options{}, "/p/AGENTS.md", "not loaded above-root"},
	})
}
