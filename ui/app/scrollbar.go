package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/layout"
	"galley/ui/view"
)

// extent returns which part of a pane's content is visible, for the scroll bar.
func (p *painter) extent(pane layout.Pane) view.Extent {
	if v := p.m.viewIn(pane); v != nil {
		return v.Extent()
	}
	top, shown, total := p.m.editor().Extent()
	return view.Extent{Top: top, Shown: shown, Total: total}
}

// bar returns the place of a pane's scroll bar. The rectangle column is the column to the right
// of the contents or, in a pane without a frame, the last column of the contents. The rectangle
// thumb has the rows of the thumb in this column; it is empty if all of the content is visible.
func (p *painter) bar(pane layout.Pane) (column, thumb layout.Rect) {
	l := p.m.screen.Layout()
	r := l.Body(pane)
	e := p.extent(pane)
	if r.Empty() || r.H < 3 || e.Total <= e.Shown || e.Total <= 0 {
		return layout.Rect{}, layout.Rect{}
	}
	x := r.X + r.W
	if x >= l.W {
		x = l.W - 1
	}
	size := min(max(r.H*e.Shown/e.Total, 1), r.H-1)
	at := 0
	if hidden := e.Total - e.Shown; hidden > 0 {
		at = min((r.H-size)*e.Top/hidden, r.H-size)
	}
	return layout.Rect{X: x, Y: r.Y, W: 1, H: r.H}, layout.Rect{X: x, Y: r.Y + at, W: 1, H: size}
}

// drawBar draws the thumb of a pane's scroll bar.
func (p *painter) drawBar(a cell.Area, pane layout.Pane) {
	st := p.m.screen.Styles()
	look := st.Muted
	if pane == p.m.screen.Focus() {
		look = st.BorderFocused
	}
	_, thumb := p.bar(pane)
	for y := range thumb.H {
		a.Rune(thumb.X, thumb.Y+y, '┃', look)
	}
}

// barAt returns the pane whose scroll bar is at a position. The second result is false if no scroll
// bar with a thumb is there.
func (p *painter) barAt(x, y int) (layout.Pane, bool) {
	for _, pane := range layout.Focusable() {
		if column, thumb := p.bar(pane); column.Contains(x, y) {
			return pane, thumb.Contains(x, y)
		}
	}
	return layout.None, false
}

// scrollTo scrolls a pane so that its thumb is at a row of the screen.
func (mo *mouse) scrollTo(pane layout.Pane, y int) tea.Cmd {
	r := mo.m.screen.Layout().Body(pane)
	share := float64(min(max(y-r.Y, 0), r.H-1)) / float64(max(r.H-1, 1))
	if pane == layout.Template {
		mo.m.editor().ScrollTo(share)
		return nil
	}
	return mo.m.send(pane, view.ScrollTo{Share: share})
}
