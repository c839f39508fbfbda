package dialog

import (
	"strings"

	"galley/ui/cell"
	"galley/ui/list"
	"galley/ui/style"
)

// Even makes the list show details on every row or, if the details of one row do not fit, on no
// row.
func (l *List) Even() *List {
	l.even = true
	return l
}

// bare reports whether no visible row shows its details.
func (l *List) bare(width, column int) bool {
	top, _ := l.list.Window()
	for i := top; l.even && i < min(top+l.rows, len(l.shown)); i++ {
		item := l.row(l.shown[i].Row)
		right := width
		if item.Key != "" {
			right -= cell.Width(item.Key) + 2
		}
		if room := right - max(cell.Width(item.Label)+2, column); room < leastDetail && room < cell.Width(item.Detail) {
			return true
		}
	}
	return false
}

// leastDetail is the least number of columns in which a list shows details. In a narrower space it
// leaves them out, unless the chosen row is shown in full.
const leastDetail = 12

// column returns the column at which the details begin. It is the column after the longest
// visible label that leaves room for details. If possible, column chooses it so that no row is
// cut.
func (l *List) column(width int) int {
	at, most, keys, detail := 0, width/2, 0, 0
	top, _ := l.list.Window()
	for i := top; i < min(top+l.rows, len(l.shown)); i++ {
		item := l.row(l.shown[i].Row)
		keys, detail = max(keys, cell.Width(item.Key)+2), max(detail, cell.Width(item.Detail))
	}
	if keys > 2 { // in a list with keys, a long label is more important than the details
		most = width - keys
		if l.tell {
			most -= leastDetail
		}
		most = max(most, width/2)
	}
	for i := top; i < min(top+l.rows, len(l.shown)); i++ {
		if w := cell.Width(l.row(l.shown[i].Row).Label) + 2; w <= most {
			at = max(at, w)
		}
	}
	if !l.tells() {
		at = min(at, max(width-keys-detail, 0))
	}
	return at
}

func (l *List) drawRow(in cell.Area, y, column int, bare bool, m list.Match, selected bool, st *style.Styles) {
	item, base := l.row(m.Row), st.Popup
	label := cell.Visible(item.Label)
	right := in.W
	if item.Key != "" {
		right -= cell.Width(item.Key)
		key := st.Key
		if item.Faint {
			key = st.Muted
		}
		in.Put(right, y, item.Key, base.Over(key))
		right -= 2
	}
	if cell.Width(label) > right {
		label = cell.Shorten(label, right)
	}
	over := base
	if item.Faint {
		over = base.Over(st.Muted)
	}
	x := in.Put(0, y, label, over)
	if label == item.Label {
		for _, i := range m.Marks {
			at := cell.Width(label[:min(i, len(label))])
			in.Overlay(at, y, 1, 1, st.Match)
		}
	}
	if x = max(x+2, column); item.Detail != "" && !bare && x < right && (right-x >= leastDetail || right-x >= cell.Width(item.Detail) || l.tell) {
		in.Put(x, y, cell.Shorten(cell.Visible(item.Detail), right-x), base.Over(st.Muted))
	}
	if selected {
		in.Overlay(-1, y, in.W+2, 1, st.PopupSelected)
	}
}

// toldRows is the largest number of rows for the chosen row when it is shown in full. In a low box
// the list keeps half of the rows, if it needs them.
const toldRows = 4

// drawDetails draws a row in full below a horizontal line.
func drawDetails(a cell.Area, item Item, st *style.Styles) {
	a.HLine(0, 0, a.W, st.PopupBorder)
	text := item.Label
	if item.Detail != "" {
		text += " · " + item.Detail
	}
	rows, most := cell.WrapText(text, a.W, 0), a.H-1
	for y, row := range rows {
		if y == most-1 && len(rows) > most {
			a.Put(0, y+1, cell.Shorten(strings.Join(rows[y:], ""), a.W), st.Popup)
			return
		}
		a.Put(0, y+1, row, st.Popup)
	}
}
