package view

import (
	"strings"

	"galley/ui/cell"
	"galley/ui/style"
)

// Teller is a view that has more to say of the row under the bar than its foot may have
// room for.
type Teller interface {
	// Told is all of it; "" where nothing is to be said.
	Told() string
}

// leastRows is how many rows of a list are left above what is told of one.
const leastRows = 4

// Told is how many rows the foot takes in which a view tells the row under the bar in
// full: a line, and text; 0 where the pane has no room for it. It is the same for every
// row, so that the list stays where it is.
func Told(height int) int {
	if height < leastRows+2 {
		return 0
	}
	return min(height-leastRows, max(height/5, 2)+1)
}

// DrawTold tells a row in full, under a line.
func DrawTold(a cell.Area, text string, st *style.Styles) {
	if a.H < 2 {
		return
	}
	a.HLine(0, 0, a.W, st.Border)
	rows := cell.WrapText(text, a.W-2, 0)
	for y, row := range rows[:min(len(rows), a.H-1)] {
		if y+2 == a.H && y+1 < len(rows) {
			row = cell.Shorten(strings.Join(rows[y:], ""), a.W-2)
		}
		a.Put(1, y+1, row, st.Base)
	}
}
