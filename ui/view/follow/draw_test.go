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
