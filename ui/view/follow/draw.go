package follow

import (
	"fmt"
	"strings"

	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/view"
)

// Draw implements [view.View].
func (v *View) Draw(a cell.Area, f view.Frame) (x, y int, visible bool) {
	l := v.level()
	hint := ""
	if l.subject.ofAgent {
		all := v.agents().Discoverers()
		hint = fmt.Sprintf("agent %d of %d: ←/→", v.place(all)+1, len(all))
	}
	l.at = view.DrawHead(a, l.page.head, hint, f.Styles)
	if l.at == 0 || l.at >= a.H {
		return
	}
	if l.reads() {
		l.text.SetStale(l.making.Running())
		x, y, visible = l.text.Draw(a.Sub(1, l.at, a.W-1, a.H-l.at), f.Styles, f.Focused)
		return x + 1, y + l.at, visible
	}
	foot := l.foot(a.W, a.H-l.at)
	if r, ok := l.current(); ok && foot > 0 {
		view.DrawDetails(a.Sub(0, a.H-foot, a.W, foot), r.told, f.Styles)
	}
	names := l.names(a.W)
	x, y, visible = l.list.Draw(a.Sub(0, l.at, a.W, a.H-l.at-foot), f.Styles, f.Focused, func(a cell.Area, y, i int) {
		l.page.rows[i].draw(a, y, names, f.Styles)
	})
	return x, y + l.at, visible
}

// Details implements [view.Detailer].
func (v *View) Details() string {
	if r, ok := v.level().current(); ok {
		return r.told
	}
	return ""
}

// leastRows is the least number of rows of a list above the foot.
const leastRows = 4

// mostFoot is the most rows of the foot.
const mostFoot = 9

// mostTold is the largest number of descriptions whose heights are measured to find the longest
// one.
const mostTold = 60

// foot returns the number of rows of the foot, which describes the selected row. If there is room,
// the longest description fits, so that the list does not move when another row is selected.
func (l *level) foot(width, room int) int {
	if l.width != width {
		l.told, l.width = 0, width
		for _, r := range l.page.rows[:min(len(l.page.rows), mostTold)] {
			if r.told != "" {
				l.told = max(l.told, len(cell.WrapText(r.told, width-2, 0)))
			}
		}
	}
	foot := min(l.told+1, max(room/3, room-len(l.page.rows)), room-leastRows, mostFoot)
	if l.told == 0 || foot < 2 {
		return 0
	}
	return foot
}

// names returns the width of the column of names.
func (l *level) names(width int) (names int) {
	for _, r := range l.page.rows {
		if r.heading == "" && (r.note != "" || r.bar != nil) {
			names = max(names, r.indent+cell.Width(cell.Visible(r.name)))
		}
	}
	return max(min(names, (width-nameAt)/2), 8)
}

// nameAt is the column at which names begin, after the signs.
const nameAt = 4

// draw draws a row on line y. names is the width of the column of names.
func (r *row) draw(a cell.Area, y, names int, st *style.Styles) {
	if r.heading != "" {
		x := a.Put(1, y, cell.Shorten(cell.Visible(r.heading), a.W-2), st.Title)
		a.HLine(x+1, y, max(a.W-x-2, 0), st.Border)
		return
	}
	if r.look != nil {
		a.Put(1, y, r.sign, r.look(st))
	} else {
		a.Put(1, y, r.sign, st.Muted)
	}
	end := a.W - 1
	if w := cell.Width(r.right); w > 0 && w < a.W/2 {
		end -= w
		a.Put(end, y, r.right, st.Base)
		end -= 2
	}
	at := nameAt + r.indent
	room := end - at
	if r.note != "" || r.bar != nil {
		room = min(room, names-r.indent)
	}
	a.Put(at, y, shortName(cell.Visible(r.name), max(room, 1)), st.Base)
	at = nameAt + names + 2
	if r.bar != nil && at < end {
		r.drawBar(a, at, y, end-at, st)
	} else if r.note != "" && at < end {
		a.Put(at, y, cell.Shorten(cell.Visible(r.note), end-at), st.Muted)
	}
}

// shortName shortens a name to a width. It shortens a path at its start but keeps the words before
// the path, as in "read …/c/file.go".
func shortName(name string, width int) string {
	if !strings.Contains(name, "/") {
		return cell.Shorten(name, width)
	}
	act, path, ok := strings.Cut(name, " ")
	if room := width - cell.Width(act) - 1; ok && !strings.Contains(act, "/") && room > cell.Width(act) {
		return act + " " + cell.ShortenStart(path, room)
	}
	return cell.ShortenStart(name, width)
}

// drawBar draws the shares of the row's bar in a width. Every share above zero has at least one
// cell.
func (r *row) drawBar(a cell.Area, x, y, width int, st *style.Styles) {
	sum, from := 0, x
	for _, p := range r.bar {
		sum += p.size
		end := from + width*sum/max(r.whole, 1)
		if p.size > 0 && end == x {
			end++
		}
		for ; x < min(end, from+width); x++ {
			a.Put(x, y, p.fill, p.look(st))
		}
	}
}
