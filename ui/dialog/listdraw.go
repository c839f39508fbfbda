package dialog

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/style"
)

// headRows is the number of rows of the box above the list: the frame, the field and a line.
const headRows = 3

// Draw implements [Dialog].
func (l *List) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	want := min(max(len(l.shown), 1), max(screen.H*2/3, 4)) + 4
	width := l.width(screen)
	l.cut = l.cut || l.cuts(width-4)
	if l.tells() {
		want += toldRows + 1
	}
	in := l.box.drawFrame(screen, st, l.title, width, want)
	if in.H < 1 {
		return
	}
	base := st.Popup
	in.Put(0, 0, "› ", base.Over(st.Accent))
	fx := drawField(in.Sub(2, 0, in.W-2, 1), l.field, base)
	if in.H > 1 {
		in.HLine(0, 1, in.W, st.PopupBorder)
		if l.field.Value() != "" {
			count := fmt.Sprintf(" %d of %d match ", len(l.shown), len(l.items))
			in.Put(in.W-cell.Width(count)-1, 1, count, base.Over(st.Muted))
		}
	}
	l.rows = max(in.H-2, 0)
	if item, ok := l.chosen(); ok && l.tells() {
		if told := min(toldRows, l.rows-1-min(len(l.shown), (l.rows+1)/2)); told > 0 {
			l.rows -= told + 1
			drawDetails(in.Sub(0, 2+l.rows, in.W, told+1), item, st)
		}
	}
	if len(l.shown) == 0 && l.rows > 0 {
		in.Put(0, 2, l.emptyNote(), base.Over(st.Muted))
	}
	chosen, _ := l.list.Bar()
	column := l.column(in.W)
	bare := l.bare(in.W, column)
	l.list.DrawRows(in.Sub(0, 2, in.W, l.rows), func(a cell.Area, y, row int) {
		l.drawRow(in, 2+y, column, bare, l.shown[row], row == chosen, st)
	})
	top, _ := l.list.Window()
	at, size := bar(top, l.rows, len(l.shown), l.rows)
	l.box.drawBar(screen, st, headRows, at, size)
	place := ""
	if len(l.shown) > 0 {
		place = fmt.Sprintf("%d of %d", chosen+1, len(l.shown))
	}
	l.box.drawFoot(screen, st, l.hints(), place)
	return l.box.x + 4 + fx, l.box.y + 1, true
}

// tells reports whether the chosen row is shown in full below the rows.
func (l *List) tells() bool { return l.tell || l.cut }

// width returns the width of the box. It is the width of the widest row, if the screen has
// room.
func (l *List) width(screen cell.Area) int {
	label, rest := 0, 0
	for _, item := range l.items {
		label, rest = max(label, cell.Width(item.Label)), max(rest, afterLabel(item))
	}
	least := min(max(screen.W*2/3, 40), 92)
	if l.tell {
		least = min(max(least, min(screen.W-4, 76)), 92)
	}
	least = max(least, cell.Width(l.title)+8)
	return min(max(least, min(label+rest+6, max(screen.W*3/4, 92))), roomFor(screen))
}

// afterLabel returns the number of columns that a row's detail and key need, with the space before
// them.
func afterLabel(item Item) (n int) {
	if item.Detail != "" {
		n += cell.Width(item.Detail) + 2
	}
	if item.Key != "" {
		n += cell.Width(item.Key) + 2
	}
	return n
}

// cuts reports whether a row does not fit into a list of this width.
func (l *List) cuts(width int) bool {
	if l.tell {
		return false
	}
	for _, item := range l.items {
		if cell.Width(item.Label)+afterLabel(item) > width {
			return true
		}
	}
	return false
}

func (l *List) emptyNote() string {
	if l.field.Value() == "" || l.ask != nil {
		return l.empty
	}
	if l.free != nil {
		return "Enter uses it as typed."
	}
	return "Nothing matches."
}

// hints returns the keys shown on the lower edge of the list.
func (l *List) hints() []hint {
	var all []hint
	if l.ask != nil {
		all = append(all, hint{tea.KeyMsg{Type: tea.KeyTab}, "Tab", "complete"})
	}
	if _, ok := l.chosen(); ok {
		all = append(all, hint{enterKey, "Enter", "choose"})
	} else if l.free != nil && l.field.Value() != "" {
		all = append(all, hint{enterKey, "Enter", "use as typed"})
	}
	return append(all, closeHint)
}
