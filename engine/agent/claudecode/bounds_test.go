package claudecode_test

import (
	"fmt"
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

// If the imports of a hostile file use up the budget, Claude Code's discovery follows no more of
// them.
func TestImportsEndWithTheBudget(t *testing.T) {
	w := agenttest.Repository().File("/p/CLAUDE.md", strings.Repeat("@a ", 400_000))
	bounded := facts.Bounded(w)
	trace := agenttest.Discover(t, bounded, "claude-code", "/p", discovery.Options{})
	if over := facts.BudgetOf(bounded).Over(); over == nil || len(trace.Find("/p/CLAUDE.md")[0].Imports) > 400_000 {
		t.Errorf("error %v after %d imports", over, len(trace.Find("/p/CLAUDE.md")[0].Imports))
	}
}

// galley's limits on imports and on bytes of text also apply to the files that a tool's call
// loads.
func TestWhatACallBringsEndsWithTheBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what  string
		limit func(*facts.Amounts)
		want  string
	}{
		{"", func(*facts.Amounts) {}, "/p/e/CLAUDE.md /p/e/a.md /p/e/b.md"},
		{"imports", func(a *facts.Amounts) { a.Imports = 1 }, "/p/e/CLAUDE.md /p/e/a.md"},
		{"bytes of text", func(a *facts.Amounts) { a.Output = 11 }, "/p/e/CLAUDE.md"},
	} {
		limits := facts.DefaultLimits
		c.limit(&limits)
		budget := facts.NewBudget(limits)
		w := agenttest.Repository().File("/p/e/CLAUDE.md", "@a.md @b.md").File("/p/e/a.md", "a").File("/p/e/b.md", "b")
		trace := agenttest.Discover(t, budget.World(w), "claude-code", "/p", discovery.Options{Touched: []string{"/p/e/x.go"}})
		what := ""
		if over := budget.Over(); over != nil {
			what = over.What
		}
		if got := strings.Join(trace.Touched[0].New, " "); got != c.want || what != c.what {
			t.Errorf("%s: %s, over the budget: %s", c.what, got, what)
		}
	}
}

// galley leaves out an import at launch that exceeds the limit on bytes of text. Settings that are
// nested too deeply end the whole discovery.
func TestLaunchEndsWithTheBudget(t *testing.T) {
	t.Parallel()
	limits := facts.DefaultLimits
	limits.Output = 3
	w := agenttest.Repository().File("/p/CLAUDE.md", "@a.md").File("/p/a.md", "text")
	trace, over := agenttest.Limited(t, "claude-code", w, limits)
	if over == nil || over.What != "bytes of text" || over.Place != "/p/a.md" || len(trace.Find("/p/a.md")) != 0 {
		t.Errorf("over the budget: %+v; %+v", over, trace.Find("/p/a.md"))
	}
	limits = facts.DefaultLimits
	limits.Imports = 1
	trace, over = agenttest.Limited(t, "claude-code", agenttest.Repository().File("/p/CLAUDE.md", "@a.md @b.md @c.md"), limits)
	if in := trace.Find("/p/CLAUDE.md")[0].Imports; over == nil || over.What != "imports" || len(in) != 1 {
		t.Errorf("over the budget: %+v after %d imports", over, len(in))
	}
	const settings = "/p/.claude/settings.json"
	agenttest.Exceeds(t, "claude-code", agenttest.Repository().File(settings, `{"a":`+strings.Repeat("[", facts.MaxDepth+1)), settings)
}

// galley looks at the first 2,000 entries of a folder of commands, with those of its subfolders,
// and at the first 2,000 entries of a folder of skills.
func TestTheSearchForCommandsEnds(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository()
	for i := range 1_100 {
		w.File(fmt.Sprintf("/p/.claude/commands/a/c%04d.md", i), "").File(fmt.Sprintf("/p/.claude/commands/b/c%04d.md", i), "")
	}
	if n := len(agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{}).OfKind(discovery.Command)); n != 2_000-2 {
		t.Errorf("%d commands, want 1998: two of 2000 entries are directories", n)
	}
	for n, want := range map[int]int{2_000: 0, 2_001: 1} {
		w := agenttest.Repository()
		for i := range n {
			w.File(fmt.Sprintf("/p/.claude/skills/s%04d", i), "")
		}
		notes := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{}).Notes
		if len(notes) != want || want > 0 && notes[0] != "/p/.claude/skills: galley reads only the first 2000 entries" {
			t.Errorf("%d entries: notes %q", n, notes)
		}
	}
}

// The descriptions of all skills share a limited space. The last descriptions are left out until
// the others fit into it.
func TestTheRoomOfSkills(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		count, first int // characters of the first description; the others have 1000
		name         string
		described    int
	}{{30, 562, "s%02d", 24}, {30, 563, "s%02d", 23}, {3, 1000, "s%02d", 3}, {800, 1000, "s%03d" + strings.Repeat("n", 40), 0}} {
		w := agenttest.Repository()
		for i := range c.count {
			d := 1000
			if i == 0 {
				d = c.first
			}
			w.File("/p/.claude/skills/"+fmt.Sprintf(c.name, i)+"/SKILL.md", "---\ndescription: "+strings.Repeat("d", d)+"\n---\n")
		}
		described := 0
		for _, s := range agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{}).OfKind(discovery.Skill) {
			if strings.Contains(s.Text.String(), ": d") {
				described++
			}
		}
		if described != c.described {
			t.Errorf("%d skills, the first of %d characters: %d are described, want %d", c.count, c.first, described, c.described)
		}
	}
}
