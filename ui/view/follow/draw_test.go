package follow

import (
	"context"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/facts"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// A pane may have any size, and names may contain anything.
func TestAListIsDrawnAtEverySizeAndHostileNamesAreShown(t *testing.T) {
	v := New(&viewtest.Host{}, Options{World: facts.NewMemory(), Request: func() engine.Request { return engine.Request{} }})
	hostile := "a\x1b[31mb/\u202ec\nd"
	v.menu = v.newLevel(still("x", page{head: []string{hostile, hostile}, rows: []row{
		{heading: hostile},
		{sign: "+", name: hostile, note: hostile, right: "≈12", told: hostile},
		{indent: 2, name: strings.Repeat("long/", 40), bar: []part{cacheRead, fresh}, whole: 0},
		{name: "one", bar: []part{{size: 3, fill: "▓", look: fresh.look}, {size: 1, fill: "█", look: fresh.look}}, whole: 4},
	}}))
	v.Update(view.Shown{})
	v.menu.page = v.menu.subject.make(v)(context.Background())
	v.menu.list.SetRows(len(v.menu.page.rows), 0)
	for w := 1; w <= 120; w += 7 {
		for h := 1; h <= 14; h++ {
			viewtest.Rows(v, w, h)
		}
	}
	text := strings.Join(viewtest.Rows(v, 80, 14), "\n")
	if strings.ContainsAny(text, "\x1b\u202e") || !strings.Contains(text, "▓▓▓") || !strings.Contains(text, "≈12") {
		t.Errorf("it shows\n%q", text)
	}
}

func TestTheVerbStandsBesideALongPath(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
		want  string
	}{
		{"read packages/shared/src/index.ts", 20, "read …d/src/index.ts"},
		{"read a/b", 20, "read a/b"},
		{"packages/shared/src/index.ts", 12, "…rc/index.ts"},
		{"a long heading without a path", 10, "a long he…"},
		{"read packages/shared/src/index.ts", 6, "…ex.ts"}, // there is not enough room for both parts
	} {
		if got := shortName(c.name, c.width); got != c.want {
			t.Errorf("%q in %d columns is %q, want %q", c.name, c.width, got, c.want)
		}
	}
}
