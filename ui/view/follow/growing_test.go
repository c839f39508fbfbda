package follow

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/compare"
	"galley/engine/logs"
	"galley/engine/prompt"
	"galley/engine/source"
)

func TestPageFollowsAGrowingLog(t *testing.T) {
	s := logs.Session{Path: filepath.Join(t.TempDir(), "log")}
	grow := func(text string) {
		if err := os.WriteFile(s.Path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	g, builds := &growing{}, 0
	look := func(last int) int {
		p := g.page(s, last, func() page {
			builds++
			return page{rows: make([]row, builds)}
		})
		g.until = time.Now().Add(-time.Hour) // make the time run out
		return len(p.rows)
	}
	grow("1")
	for i, step := range []struct{ log, last, want int }{{0, 10, 1}, {0, 10, 1}, {2, 10, 2}, {0, 10, 2}, {0, 0, 3}} {
		if step.log > 0 {
			grow(strings.Repeat("1", step.log))
		}
		if got := look(step.last); got != step.want {
			t.Errorf("step %d: made %d times, want %d", i, got, step.want)
		}
	}
	grow("12345")
	g.until = time.Now().Add(time.Hour)
	if p := g.page(s, 0, func() page { return page{} }); len(p.rows) != 3 {
		t.Error("a slow page was made again at once")
	}
}

func TestBarFollowsTheEndOfAGrowingList(t *testing.T) {
	for _, tt := range []struct{ bar, want int }{{1, 3}, {0, 0}} {
		l := &level{}
		l.page.rows = []row{{name: "turn 1"}, {name: "turn 2"}}
		l.list.SetRows(2, tt.bar)
		bar := l.barOn(page{ends: true, rows: []row{{name: "turn 1"}, {name: "turn 2"}, {name: "x"}, {name: "turn 3"}}})
		if bar != tt.want {
			t.Errorf("the bar on row %d of 2 moves to %d, want %d", tt.bar, bar, tt.want)
		}
	}
}

// The bar stays on its row, which is found by name. If several rows have that name, the bar stays
// at its index if that is one of them.
func TestBarFollowsItsRow(t *testing.T) {
	for _, c := range []struct {
		name        string
		before, now []string
		bar, want   int
	}{
		{"a row comes in before it", []string{"a", "b", "c"}, []string{"new", "a", "b", "c"}, 1, 2},
		{"a row before it is removed", []string{"a", "b", "c"}, []string{"b", "c"}, 1, 0},
		{"its own row is removed", []string{"a", "b", "c"}, []string{"a", "c"}, 1, 1},
		{"the last row, which moves up", []string{"a", "b", "c"}, []string{"c"}, 2, 0},
		{"two rows of its name", []string{"a", "x", "x"}, []string{"a", "x", "x"}, 2, 2},
		{"two rows of its name, neither at its index", []string{"a", "x"}, []string{"x", "a", "x"}, 1, 0},
		{"rows without names", []string{"", "", ""}, []string{"", "", ""}, 1, 1},
	} {
		rows := func(names []string) (rows []row) {
			for _, name := range names {
				rows = append(rows, row{name: name})
			}
			return rows
		}
		l := &level{page: page{rows: rows(c.before)}}
		l.list.SetRows(len(c.before), c.bar)
		if got := l.barOn(page{rows: rows(c.now)}); got != c.want {
			t.Errorf("%s: the bar moves from %d to %d, want %d", c.name, c.bar, got, c.want)
		}
	}
}

func TestCapturedRequestsAreComparedBlockByBlock(t *testing.T) {
	side := func(name, rules, tools string, more ...prompt.Block) compare.Side {
		blocks := append([]prompt.Block{{ID: "system", Title: "System text", Text: source.Literal("same")}, {ID: "rules", Title: "CLAUDE.md", Text: source.Literal(rules)}}, more...)
		return compare.Side{Name: name, Messages: []prompt.Message{{Role: prompt.System, Blocks: blocks}},
			Tools: []prompt.Tool{{Name: "Read", Declaration: source.Literal("{}")}, {Name: "Edit", Declaration: source.Literal(tools)}}}
	}
	p := differencePage(side("a", "one", "{}"), side("b", "two", `{"x":1}`, prompt.Block{ID: "new", Title: "skills", Text: source.Literal("list")}))
	var all []string
	for _, r := range p.rows {
		all = append(all, strings.TrimSpace(r.heading+r.sign+" "+r.name+" | "+r.right))
	}
	want := `messages, block by block  |
= system  System text | 4 B
~ rules  CLAUDE.md | 3 B → 3 B
+ new  skills | 0 B → 4 B
tools  |
~ Edit | 2 B → 7 B
= 1 tool |`
	if got := strings.Join(all, "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
