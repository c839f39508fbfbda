package zed_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestZed(t *testing.T) {
	agenttest.Hold(t, "zed", "/p", []agenttest.RuleTest{
		{"the first of the list", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/.rules", "r") }, discovery.Options{}, "/p/.rules", "loaded"},
		{"one file counts", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/.rules", "r") }, discovery.Options{}, "/p/AGENTS.md", "not loaded shadowed-by-kind"},
		{"Cursor's file before Windsurf's", func(w *facts.Memory) { w.File("/p/.windsurfrules", "w").File("/p/.cursorrules", "c") }, discovery.Options{}, "/p/.cursorrules", "loaded"},
		{"the personal file", agenttest.File("/h/.config/zed/AGENTS.md", "a"), discovery.Options{}, "/h/.config/zed/AGENTS.md", "loaded"},
		{"below", agenttest.File("/p/d/AGENTS.md", "a"), discovery.Options{}, "/p/d/AGENTS.md", "not loaded below-cwd"},
	})
}

func TestWhatZedSaysOfItsFiles(t *testing.T) {
	agenttest.Say(t, agenttest.Repository().Dir("/p/.rules").File("/p/AGENTS.md", "a"), "zed", "/p", discovery.Options{},
		"/p/.rules: it is a directory; it is not documented whether Zed then looks for the next name", "/p/AGENTS.md: loaded")
	agenttest.Say(t, agenttest.Repository().File("/p/.rules", "").File("/p/AGENTS.md", "a"), "zed", "/p", discovery.Options{},
		"/p/.rules: loaded "+discovery.Empty.Text(), "/p/AGENTS.md: /p/.rules comes first, and Zed reads only one file")
	agenttest.Say(t, agenttest.Repository().SetPlatform("win32").File("/h/AppData/Roaming/Zed/AGENTS.md", "w").File("/h/.config/zed/AGENTS.md", "u"), "zed", "/p", discovery.Options{},
		"/h/AppData/Roaming/Zed/AGENTS.md: loaded", "!/h/.config/zed/AGENTS.md: ")
}
