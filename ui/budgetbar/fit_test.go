package budgetbar

import "testing"

// Beside a window, a bar needs one column before it, a gap before each item, and two for an ellipsis.
func TestItemsFitToTheColumn(t *testing.T) {
	window, two := item{{text: "1234"}}, items{{{text: "abc"}}, {{text: "de"}, {text: "f"}}}
	for _, c := range []struct {
		all             items
		n, gap, fits, w int
	}{
		{nil, 1, 2, -1, -2}, {two[:1], 1, 2, 12, 3}, {two, 1, 2, 12, 8}, {two, 2, 2, 17, 8}, {two, 3, 2, 17, 8}, {two, 2, 1, 15, 7},
	} {
		for right := range 30 {
			if got, want := c.all.fit(c.n, window, c.gap, right), c.fits >= 0 && right >= c.fits; got != want {
				t.Errorf("%d of %d items with the gap %d fit into %d columns: %v", c.n, len(c.all), c.gap, right, got)
			}
		}
		if got := c.all.width(c.gap); got != c.w {
			t.Errorf("%d items with the gap %d take %d columns, want %d", len(c.all), c.gap, got, c.w)
		}
	}
}
