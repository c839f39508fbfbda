package layout

import "galley/ui/cell"

// Line is a straight line of the frame, N cells long.
type Line struct {
	X, Y, N  int
	Vertical bool
}

// Joint is a cell of the frame where lines meet.
type Joint struct {
	X, Y int
	Rune rune
}

func (l *Layout) hline(x, y, n int) { l.Lines = append(l.Lines, Line{x, y, n, false}) }
func (l *Layout) vline(x, y, n int) { l.Lines = append(l.Lines, Line{x, y, n, true}) }

// The directions in which lines leave a joint.
const (
	up = 1 << iota
	down
	left
	right
)

var joints = [16]rune{
	down | right: '┌', down | left: '┐', up | right: '└', up | left: '┘',
	down | left | right: '┬', up | left | right: '┴', up | down | right: '├', up | down | left: '┤',
	up | down | left | right: '┼', left | right: '─', up | down: '│',
}

// join finds the joints: the cells where a horizontal and a vertical line meet.
func (l *Layout) join() {
	for _, h := range l.Lines {
		if h.Vertical {
			continue
		}
		for _, v := range l.Lines {
			if !v.Vertical || v.X < h.X || v.X >= h.X+h.N || h.Y < v.Y || h.Y >= v.Y+v.N {
				continue
			}
			ways := 0
			for _, w := range []struct {
				way  int
				goes bool
			}{
				{up, h.Y > v.Y}, {down, h.Y < v.Y+v.N-1}, {left, v.X > h.X}, {right, v.X < h.X+h.N-1},
			} {
				if w.goes {
					ways |= w.way
				}
			}
			l.Joints = append(l.Joints, Joint{v.X, h.Y, joints[ways]})
		}
	}
}

// DrawFrame draws the frame on an area that covers the screen. It draws the border of the focused
// pane in the style focused. Titles, header and footer must be drawn afterwards.
func (l *Layout) DrawFrame(a cell.Area, border, focused cell.Style) {
	o := l.outer[l.Focus]
	style := func(x, y int) cell.Style {
		if o.Contains(x, y) && (x == o.X || y == o.Y || x == o.X+o.W-1 || y == o.Y+o.H-1) {
			return focused
		}
		return border
	}
	for _, line := range l.Lines {
		r, dx, dy := '─', 1, 0
		if line.Vertical {
			r, dx, dy = '│', 0, 1
		}
		for i := range line.N {
			x, y := line.X+i*dx, line.Y+i*dy
			a.Rune(x, y, r, style(x, y))
		}
	}
	for _, j := range l.Joints {
		a.Rune(j.X, j.Y, j.Rune, style(j.X, j.Y))
	}
}
