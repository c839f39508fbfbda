package layout

import "testing"

// The left column takes its share, in thousandths, of what is between the frame's lines, within bounds.
func TestTheLeftColumnTakesItsShare(t *testing.T) {
	for _, c := range []struct{ w, left, x int }{{203, 500, 102}, {203, 0, 86}, {203, 1, 32}, {203, 150, 32}, {203, 850, 172}, {203, 999, 172}, {163, 250, 42}, {1003, 421, 423}} {
		l := Compute(c.w, 40, Options{Left: c.left})
		if l.Mode != Wide || l.Preview.X != c.x {
			t.Errorf("%d columns, %d of 1000: the preview begins at %d, want %d", c.w, c.left, l.Preview.X, c.x)
		}
	}
}
