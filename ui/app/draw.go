package app

import (
	"galley/ui/budgetbar"
	"galley/ui/cell"
	"galley/ui/layout"
	"galley/ui/view"
)

// panes are those that can have the focus, in their order.
var panes = []layout.Pane{layout.Template, layout.Variables, layout.Preview}

// View draws one frame: always exactly as many lines as the terminal has, each
// exactly as wide.
func (m *Model) View() string {
	width, height := m.screen.Size()
	if m.quitting || width <= 0 || height <= 0 {
		return ""
	}
	if m.session.Pending() > 0 && m.frame != "" {
		// More input is there already: the frame after it shows all of it at once.
		return m.frame
	}
	m.matchPreview()
	m.grid.Reset(width, height, m.screen.Styles().Base)
	all := m.grid.Area(0, 0, width, height)
	x, y, visible := m.draw(all)
	all.Overlay(width-1, 0, 1, height, m.screen.Styles().Edge)
	m.session.SetCaret(x, y, visible)
	m.frame = m.grid.String()
	return m.frame
}

// draw paints the panes and what is open over them, and returns where the real
// cursor belongs.
func (m *Model) draw(a cell.Area) (x, y int, visible bool) {
	x, y, visible = m.drawPanes(a)
	if m.screen.Dialog() != nil {
		return m.screen.Draw(a, m.screen.Styles())
	}
	return x, y, visible
}

func (m *Model) drawPanes(a cell.Area) (x, y int, visible bool) {
	l, st := m.screen.Layout(), m.screen.Styles()
	if l.Mode == layout.Tiny {
		a.Put(0, 0, "galley: make the window larger (20x5 or more)", st.Base)
		return 0, 0, false
	}
	m.drawFrame(a)
	for _, pane := range panes {
		r := l.Body(pane)
		if r.Empty() {
			continue
		}
		px, py, shown := m.drawPane(pane, a.Sub(r.X, r.Y, r.W, r.H))
		if pane == m.screen.Focus() {
			x, y, visible = px+r.X, py+r.Y, shown
		}
	}
	m.drawBudget(a)
	m.drawFooter(a)
	if m.screen.Focus() == layout.Template {
		m.editor().DrawCompletion(a, st, x, y)
	}
	return x, y, visible
}

func (m *Model) drawPane(pane layout.Pane, a cell.Area) (x, y int, visible bool) {
	st, focused := m.screen.Styles(), pane == m.screen.Focus()
	if v := m.viewIn(pane); v != nil {
		return v.Draw(a, view.Frame{Styles: st, Focused: focused, Stale: m.prompts.Stale()})
	}
	return m.editor().Draw(a, st, focused)
}

func (m *Model) drawBudget(a cell.Area) {
	r := m.screen.Layout().Budget
	if r.Empty() || m.prompts.Result() == nil {
		return
	}
	text, look := m.problemNote()
	budgetbar.Draw(a.Sub(r.X, r.Y, r.W, r.H), m.screen.Styles(), m.prompts.Gauges(), text, look, m.prompts.Stale())
}
