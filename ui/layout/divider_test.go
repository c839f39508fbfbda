package layout

import "testing"

// A dragged divider follows the pointer exactly, within its limits.
func TestDividerFollowsThePointer(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {200, 60}, {333, 90}, {80, 24}, {80, 34}, {60, 20}, {40, 10}} {
		for _, focus := range focusable {
			o := Options{Focus: focus}
			l := Compute(size[0], size[1], o)
			for d := Left; d < dividerCount; d++ {
				if l.Between[d].Empty() {
					continue
				}
				for _, step := range []int{-3, -1, 1, 2, 5} {
					x, y := l.Between[d].X, l.Between[d].Y
					if d == Left {
						x += step
					} else {
						y += step
					}
					moved := o
					switch at := l.Moved(d, x, y); d {
					case Left:
						moved.Left = at
					case Upper:
						moved.Upper = at
					}
					now := Compute(size[0], size[1], moved)
					if now.Between[d].X != l.Between[d].X && d == Upper && now.Between[d].X != x {
						t.Errorf("%v %v: the divider %d moved sideways", size, focus, d)
					}
					fits := y > 3 && y < size[1]-5 && x > size[0]/4 && x < size[0]*3/4
					if d == Left && fits && now.Between[d].X != x || d == Upper && y > 3 && y < size[1]-5 && now.Between[d].Y != y {
						t.Errorf("%v, focus %v: divider %d was put at %d,%d but is at %v", size, focus, d, x, y, now.Between[d])
					}
					if now.Template.H+now.Variables.H < 1 || now.Preview.H < 1 {
						t.Errorf("%v: a pane has no room: %+v", size, now)
					}
				}
			}
		}
	}
}

func TestDividerAtAPosition(t *testing.T) {
	l := Compute(120, 40, Options{})
	if d := l.DividerAt(l.Between[Left].X, 10); d != Left {
		t.Errorf("%v", d)
	}
	if d := l.DividerAt(5, l.Titles[Variables].Y); d != Upper {
		t.Errorf("%v", d)
	}
	if d := l.DividerAt(5, 5); d != NoDivider {
		t.Errorf("%v", d)
	}
	if d := Compute(120, 40, Options{Zoom: true}); d.Between != (Layout{}).Between {
		t.Error("a single pane has a divider")
	}
}
