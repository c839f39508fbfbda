package complete_test

import (
	"testing"

	"galley/ui/cell"
	"galley/ui/editor/complete"
	"galley/ui/view/viewtest"
)

func TestTheMenuIsAsInItsPictures(t *testing.T) {
	items := complete.Rank("gi", []complete.Candidate{
		{Text: "git:branch", Detail: "the branch"}, {Text: "system:gid", Detail: "a long description of what this is about"}, {Text: "g-i", Detail: "x"}, {Text: "GIt"}, {Text: "gi", Open: true}, {Text: "a漢gi字", Detail: "wide 漢字 letters"},
	})
	var p viewtest.Pictures
	for _, c := range []struct {
		title              string
		w, h, x, y, chosen int
	}{
		{"below the caret", 70, 9, 3, 0, 0}, {"the last is chosen", 70, 8, 3, 0, 5}, {"above", 40, 9, 2, 8, 1}, {"where there is as much room above as below", 40, 7, 0, 3, 1}, {"at the right edge", 30, 7, 25, 0, 2},
		{"as narrow as can be", 12, 7, 4, 0, 3}, {"cut", 40, 4, 0, 0, 4}, {"not enough below, less above", 40, 6, 0, 2, 0},
	} {
		m := &complete.Menu{Items: items, Chosen: c.chosen}
		p.Add(c.title, c.w, c.h, func(a cell.Area) {
			left, top, w, h := m.Draw(a, viewtest.Styles(), c.x, c.y)
			p.Say("at %d, %d: %d by %d", left, top, w, h)
		})
	}
	long := &complete.Menu{Items: []complete.Item{{Candidate: complete.Candidate{Text: "file:a/very/long/path/that/does/not/fit/into/the/menu/at/all/of/it.md", Detail: "detail"}}, {Candidate: complete.Candidate{Text: "b"}}}}
	p.Add("a text longer than the menu may be wide", 80, 4, func(a cell.Area) { long.Draw(a, viewtest.Styles(), 0, 0) })
	for w := 12; w < 44; w += 2 {
		m := &complete.Menu{Items: items}
		p.Add("at each width", w, 7, func(a cell.Area) { m.Draw(a, viewtest.Styles(), 0, 0) })
	}
	p.Compare(t, "menu.txt")
}

func TestTheChoiceWrapsAround(t *testing.T) {
	m := &complete.Menu{Items: make([]complete.Item, 3)}
	for _, step := range []struct{ by, want int }{{1, 1}, {1, 2}, {1, 0}, {-1, 2}, {-4, 1}, {7, 2}, {0, 2}} {
		if m.Move(step.by); m.Chosen != step.want {
			t.Errorf("by %d: %d, want %d", step.by, m.Chosen, step.want)
		}
	}
	empty := &complete.Menu{}
	if empty.Move(1); empty.Chosen != 0 {
		t.Errorf("nothing to choose, and %d is chosen", empty.Chosen)
	}
}
