package claudecode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// For a hostile tree the number of reads and imports grows in proportion to its size and stays
// within a budget.
func TestHostileTreesAreBounded(t *testing.T) {
	for _, tt := range []struct {
		name  string
		build func(w *facts.Memory, n int)
	}{
		{"imports of one file", func(w *facts.Memory, n int) {
			w.File("/p/CLAUDE.md", strings.Repeat("@a.md ", n)).File("/p/a.md", "A")
		}},
		{"imports of missing files", func(w *facts.Memory, n int) { w.File("/p/CLAUDE.md", strings.Repeat("@a \n", n)) }},
		{"a loop", func(w *facts.Memory, n int) {
			w.File("/p/CLAUDE.md", strings.Repeat("@a.md\n", n)).File("/p/a.md", strings.Repeat("@CLAUDE.md @a.md\n", n))
		}},
		{"unmatched emphasis markers", func(w *facts.Memory, n int) { w.File("/p/CLAUDE.md", strings.Repeat("*a _b [", n)+"@x.md") }},
		{"back-ticks", func(w *facts.Memory, n int) {
			w.File("/p/CLAUDE.md", strings.Repeat("` `` ``` ", n)+"@x.md")
		}},
		{"lists in lists", func(w *facts.Memory, n int) { w.File("/p/CLAUDE.md", strings.Repeat("- ", n)+"@x.md") }},
		{"quotations", func(w *facts.Memory, n int) { w.File("/p/CLAUDE.md", strings.Repeat("> ", n)+"@x.md\n") }},
		{"comments", func(w *facts.Memory, n int) { w.File("/p/CLAUDE.md", strings.Repeat("<!-- x -->\n<!--\n", n)) }},
		{"long front matter", func(w *facts.Memory, n int) {
			w.File("/p/.claude/rules/r.md", "---\npaths: ["+strings.Repeat("a,", n)+"\n---\nR")
		}},
		{"front matter with many keys", func(w *facts.Memory, n int) {
			w.File("/p/.claude/rules/r.md", "---\n"+strings.Repeat("k: {\n", n)+"---\nR")
		}},
		{"a deeply nested value", func(w *facts.Memory, n int) {
			w.File("/p/.claude/rules/r.md", "---\npaths: "+strings.Repeat("[", n)+"\n---\nR")
		}},
		{"braces", func(w *facts.Memory, n int) {
			w.File("/p/.claude/rules/r.md", "---\npaths: \""+strings.Repeat("{a,b}", n)+"\"\n---\nR")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spent := func(n int) (facts.Amounts, uint64) {
				w := agenttest.Repository()
				tt.build(w, n)
				bounded := facts.Bounded(w)
				allocated := testing.AllocsPerRun(1, func() {
					agenttest.Discover(t, bounded, "claude-code", "/p", discovery.Options{File: "/p/x.ts"})
				})
				return facts.BudgetOf(bounded).Spent(), uint64(allocated)
			}
			once, small := spent(2500)
			more, large := spent(10_000)
			if more.Imports > 5*once.Imports+100 || more.Files > 5*once.Files+100 || large > 5*small+10_000 {
				t.Errorf("four times the input costs %+v and %d allocations, instead of %+v and %d", more, large, once, small)
			}
		})
	}
}

// Imports of a hostile file stop when the budget is used up.
func TestImportsEndWithTheBudget(t *testing.T) {
	w := agenttest.Repository().File("/p/CLAUDE.md", strings.Repeat("@a ", 400_000))
	bounded := facts.Bounded(w)
	trace := agenttest.Discover(t, bounded, "claude-code", "/p", discovery.Options{})
	if over := facts.BudgetOf(bounded).Over(); over == nil || len(trace.Find("/p/CLAUDE.md")[0].Imports) > 400_000 {
		t.Errorf("error %v after %d imports", over, len(trace.Find("/p/CLAUDE.md")[0].Imports))
	}
}
