// Package list has the list of the workbench: a bar on one of the rows, a window of visible rows,
// and a ranking of rows by how well they match a typed text. The caller draws the rows. The list
// decides which rows are drawn and where, and which one is chosen.
package list

import (
	"fmt"

	"galley/ui/cell"
	"galley/ui/style"
)

// List is the state of a list. The zero value is an empty list.
type List struct {
	// Skip reports whether the bar skips a row, such as a heading. It may be nil.
	Skip func(row int) bool

	length int
	bar    int
	top    int
	height int // the number of rows that fit into the area of the last Draw
	kept   [2]int
}

// SetRows sets the number of rows and the row of the bar. The window stays where it is, unless the
// bar would leave it or blank rows would be in it.
func (l *List) SetRows(n, bar int) {
	shown := l.bar >= l.top && l.bar < l.top+l.height
	l.length = n
	l.bar, _ = l.nearest(bar, 1)
	l.Scroll(0)
	if shown {
		l.reveal()
	}
}

// Length returns the number of rows.
func (l *List) Length() int { return l.length }

// Bar returns the row under the bar; ok is false if the list is empty.
func (l *List) Bar() (row int, ok bool) {
	return l.bar, l.bar < l.length && !l.skips(l.bar)
}

func (l *List) skips(row int) bool { return l.Skip != nil && l.Skip(row) }

// Move moves the bar by some rows, and over rows that Skip reports. If all rows are skipped, it
// scrolls.
func (l *List) Move(rows int) {
	if !l.GoTo(l.bar + rows) {
		l.Scroll(rows)
	}
}

// Page moves the bar by some windows.
func (l *List) Page(pages int) { l.Move(pages * max(l.height-1, 1)) }

// GoTo puts the bar on a row. If Skip reports the row, GoTo uses the nearest row that is not
// skipped, first in the direction of the move. It reports whether it found such a row.
func (l *List) GoTo(row int) (ok bool) {
	step := 1
	if row < l.bar {
		step = -1
	}
	if l.bar, ok = l.nearest(row, step); ok {
		l.reveal()
	}
	return ok
}

// nearest returns the row that is not skipped and is nearest to a given row. It first searches
// in the direction of step.
func (l *List) nearest(row, step int) (int, bool) {
	row = min(max(row, 0), max(l.length-1, 0))
	for _, s := range []int{step, -step} {
		for i := row; i >= 0 && i < l.length; i += s {
			if !l.skips(i) {
				return i, true
			}
		}
	}
	return 0, false
}

// First puts the bar and the window at the start.
func (l *List) First() {
	l.top = 0
	l.GoTo(0)
}

// Scroll moves the window by some rows without the bar, as the mouse wheel does. It does not leave
// blank rows in the window if there are rows to show.
func (l *List) Scroll(rows int) {
	l.top = min(max(l.top+rows, 0), max(l.length-l.height, 0))
}

// Click puts the bar on the row at line y of the window. It returns false if no row is there.
func (l *List) Click(y int) bool {
	row := l.top + y
	if y < 0 || y >= l.height || row >= l.length || l.skips(row) {
		return false
	}
	l.bar = row
	return true
}

// reveal scrolls as little as possible to show the bar. If only skipped rows are above or below the
// bar, it shows these too.
func (l *List) reveal() {
	if l.height <= 0 {
		return
	}
	l.top = min(l.top, l.bar)
	if l.edge(l.bar, -1) {
		l.top = 0
	}
	if l.bar >= l.top+l.height {
		l.top = l.bar - l.height + 1
	}
	if l.edge(l.bar, 1) {
		l.top = max(l.top, min(l.length-l.height, l.bar))
	}
}

// edge reports whether all rows beyond a given row, in the direction of step, are skipped.
func (l *List) edge(row, step int) bool {
	if l.Skip == nil {
		return false
	}
	for i := row + step; i >= 0 && i < l.length; i += step {
		if !l.Skip(i) {
			return false
		}
	}
	return true
}

// Draw draws the rows that fit into an area, and the bar, and returns the position of the
// terminal's cursor. It calls draw with a row and the line y of the area on which to draw it.
func (l *List) Draw(a cell.Area, st *style.Styles, focused bool, draw func(a cell.Area, y, row int)) (x, y int, visible bool) {
	bar, ok := l.Bar()
	l.DrawRows(a, func(a cell.Area, i, row int) {
		draw(a, i, row)
		switch {
		case !ok || row != bar:
		case focused:
			a.Overlay(0, i, a.W, 1, st.Row)
			x, y, visible = 0, i, true
		default:
			a.Underlay(0, i, a.W, 1, st.RowBlurred)
		}
	})
	return x, y, visible
}

// DrawRows is Draw without a bar.
func (l *List) DrawRows(a cell.Area, draw func(a cell.Area, y, row int)) {
	if a.H != l.height {
		l.height = a.H
		l.Scroll(0)
		if _, ok := l.Bar(); ok {
			l.reveal()
		}
	}
	for i := 0; i < a.H && l.top+i < l.length; i++ {
		draw(a, i, l.top+i)
	}
}

// Place returns the number of the bar's row and the number of rows as text, or "" without a bar.
func (l *List) Place() string {
	row, ok := l.Bar()
	if !ok {
		return ""
	}
	return fmt.Sprintf("row %d of %d", row+1, l.length)
}

// Window returns the first row of the window and the number of rows that fit into it.
func (l *List) Window() (top, height int) { return l.top, l.height }

// ScrollTo scrolls so that a share of the rows, 0 to 1, is above the window. It does not leave rows
// blank.
func (l *List) ScrollTo(share float64) {
	l.top = int(share * float64(l.length))
	l.Scroll(0)
}

// Keep stores the positions of the bar and the window, for [List.Return].
func (l *List) Keep() { l.kept = [2]int{l.bar, l.top} }

// Return restores the positions stored by Keep.
func (l *List) Return() {
	l.GoTo(l.kept[0])
	l.top = l.kept[1]
	l.Scroll(0)
}
