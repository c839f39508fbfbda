package complete_test

import (
	"strings"
	"testing"

	"galley/ui/cell"
	"galley/ui/editor/complete"
	"galley/ui/view/viewtest"
)

func TestTheMenuStandsWhereThereIsRoom(t *testing.T) {
	items := func(n int) []complete.Item {
		var all []complete.Item
		for i := range n {
			all = append(all, complete.Item{Candidate: complete.Candidate{Text: "item" + string(rune('a'+i)), Detail: "detail"}})
		}
		return all
	}
	for _, c := range []struct {
		name                     string
		items, w, h, x, y        int
		left, top, width, height int
	}{
		{"below", 3, 40, 20, 5, 5, 5, 6, 15, 3},
		{"at most eight rows", 20, 40, 20, 5, 5, 5, 6, 15, 8},
		{"above", 6, 40, 10, 5, 8, 5, 2, 15, 6},
		{"above, as far as there is room", 8, 40, 10, 5, 6, 5, 0, 15, 6},
		{"below, cut, where above has no more room", 8, 40, 7, 5, 3, 5, 4, 15, 3},
		{"below, where it just fits", 3, 40, 9, 5, 5, 5, 6, 15, 3},
		{"above, where one row is missing below", 3, 40, 8, 5, 5, 5, 2, 15, 3},
		{"in a single row", 3, 40, 2, 5, 0, 5, 1, 15, 1},
		{"moved to the left at the edge", 3, 40, 20, 38, 5, 25, 6, 15, 3},
		{"nowhere in a low window", 3, 40, 1, 5, 0, 0, 0, 0, 0},
		{"nowhere in a narrow window", 3, 11, 20, 0, 0, 0, 0, 0, 0},
		{"in a window as narrow as can be", 3, 12, 20, 5, 5, 0, 6, 12, 3},
		{"nothing to choose", 0, 40, 20, 5, 5, 0, 0, 0, 0},
	} {
		m := &complete.Menu{Items: items(c.items)}
		viewtest.Draw(c.w, c.h, func(a cell.Area) {
			if left, top, w, h := m.Draw(a, viewtest.Styles(), c.x, c.y); left != c.left || top != c.top || w != c.width || h != c.height {
				t.Errorf("%s: at %d, %d, size %d by %d", c.name, left, top, w, h)
			}
		})
	}
}

// Without details the menu is as wide as its longest item and the sign before the chosen item.
func TestTheMenuWithoutDetails(t *testing.T) {
	m := &complete.Menu{Items: []complete.Item{{Candidate: complete.Candidate{Text: "twelve bytes"}}, {Candidate: complete.Candidate{Text: "a"}}}}
	viewtest.Draw(40, 6, func(a cell.Area) {
		if left, top, w, h := m.Draw(a, viewtest.Styles(), 3, 0); left != 3 || top != 1 || w != 14 || h != 2 {
			t.Errorf("at %d, %d, size %d by %d", left, top, w, h)
		}
	})
}

// A detail of one column makes the menu wider, too.
func TestTheMenuWithAShortDetail(t *testing.T) {
	m := &complete.Menu{Items: []complete.Item{{Candidate: complete.Candidate{Text: "twelve bytes", Detail: "x"}}}}
	viewtest.Draw(40, 6, func(a cell.Area) {
		if _, _, w, _ := m.Draw(a, viewtest.Styles(), 3, 0); w != 17 {
			t.Errorf("%d columns", w)
		}
	})
}

func TestTheMenuShowsTheChosenRowAndDetailsInOneColumn(t *testing.T) {
	m := &complete.Menu{Items: []complete.Item{
		{Candidate: complete.Candidate{Text: "a", Detail: "first"}}, {Candidate: complete.Candidate{Text: "longer", Detail: ""}}, {Candidate: complete.Candidate{Text: "bb", Detail: "third"}},
	}, Chosen: 1}
	rows := viewtest.Draw(40, 6, func(a cell.Area) { m.Draw(a, viewtest.Styles(), 0, 0) })
	if got := strings.Join(rows[1:4], "|"); got != " a     first|›longer| bb    third" {
		t.Errorf("%q", got)
	}
	narrow := viewtest.Draw(12, 6, func(a cell.Area) { m.Draw(a, viewtest.Styles(), 0, 0) })
	if got := narrow[1]; !strings.HasPrefix(got, " a") || !strings.Contains(got, "fi") {
		t.Errorf("%q", got)
	}
}

func TestTheMenuScrollsToWhatIsChosen(t *testing.T) {
	m := &complete.Menu{}
	for i := range 20 {
		m.Items = append(m.Items, complete.Item{Candidate: complete.Candidate{Text: "item" + string(rune('a'+i))}})
	}
	top := func() string {
		return strings.TrimSpace(viewtest.Draw(40, 20, func(a cell.Area) { m.Draw(a, viewtest.Styles(), 0, 0) })[1])
	}
	for _, c := range []struct {
		chosen int
		want   string
	}{{7, "itema"}, {8, "itemb"}, {19, "itemm"}, {13, "itemm"}, {12, "›itemm"}, {5, "›itemf"}, {0, "›itema"}} {
		if m.Chosen = c.chosen; top() != c.want {
			t.Errorf("with row %d chosen %q comes first, want %q", c.chosen, top(), c.want)
		}
	}
	m.Chosen = 19
	low := func(h int) string {
		return strings.TrimSpace(viewtest.Draw(40, h+1, func(a cell.Area) { m.Draw(a, viewtest.Styles(), 0, 0) })[1])
	}
	for _, c := range []struct {
		rows int
		want string
	}{{3, "itemr"}, {5, "itemp"}, {1, "›itemt"}, {8, "itemm"}} {
		if got := low(c.rows); got != c.want {
			t.Errorf("in %d rows %q comes first, want %q", c.rows, got, c.want)
		}
	}
	for row, want := range map[int]bool{-1: false, 0: true, 7: true, 8: false} {
		if m.Chosen = 19; m.ChooseAt(row) != want || want && m.Chosen != 12+row {
			t.Errorf("row %d: chosen %d", row, m.Chosen)
		}
	}
}
