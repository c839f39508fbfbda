package view

import (
	"strings"

	"galley/ui/cell"
	"galley/ui/style"
)

// Detailer is a view whose foot may be too small for the description of the row under the bar.
type Detailer interface {
	// Details returns the full description of the chosen row, or "".
	Details() string
}

// leastRows is the least number of rows of a list above the foot.
const leastRows = 4

// FootHeight returns the height of the foot that describes the row under the bar. The foot
// consists of a line and a text. The height is 0 if the pane has no room. It is the same for
// every row, so that the list does not move when the bar does.
func FootHeight(height int) int {
	if height < leastRows+2 {
		return 0
	}
	return min(height-leastRows, max(height/5, 2)+1)
}

// DrawDetails draws a line and, below it, the description of a row.
func DrawDetails(a cell.Area, text string, st *style.Styles) {
	if a.H < 2 {
		return
	}
	a.HLine(0, 0, a.W, st.Border)
	rows := cell.WrapText(text, a.W-2, 0)
	for y, row := range rows {
		if y+2 == a.H {
			row = cell.Shorten(strings.Join(rows[y:], ""), a.W-2)
		}
		a.Put(1, y+1, row, st.Base)
	}
}
