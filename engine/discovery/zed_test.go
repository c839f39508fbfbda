package discovery

import (
	"testing"

	"galley/engine/facts"
)

func TestZed(t *testing.T) {
	hold(t, "zed", "/p", []ruleTest{
		{"the first of the list", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/.rules", "r") }, Options{}, "/p/.rules", "loaded"},
		{"one file counts", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/.rules", "r") }, Options{}, "/p/AGENTS.md", "not loaded shadowed-by-kind"},
		{"the personal file", file("/h/.config/zed/AGENTS.md", "a"), Options{}, "/h/.config/zed/AGENTS.md", "loaded"},
		{"below", file("/p/d/AGENTS.md", "a"), Options{}, "/p/d/AGENTS.md", "not loaded below-cwd"},
	})
}
