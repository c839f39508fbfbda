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

// The template and the variables take their shares, and each keeps a row.
func TestTheUpperPaneTakesItsShare(t *testing.T) {
	for _, c := range []struct{ upper, template, variables int }{{1, 1, 32}, {30, 1, 32}, {500, 16, 17}, {970, 32, 1}, {1000, 32, 1}} {
		l := Compute(120, 40, Options{Upper: c.upper})
		if l.Template.H != c.template || l.Variables.H != c.variables {
			t.Errorf("%d of 1000: %d and %d rows, want %d and %d", c.upper, l.Template.H, l.Variables.H, c.template, c.variables)
		}
	}
}
