package app

import (
	"galley/ui/budgetbar"
	"galley/ui/cell"
	"galley/ui/layout"
	"galley/ui/view"
)

// View draws one frame, with exactly as many lines as the terminal has. Each line is exactly as
// wide as the terminal.
func (m *Model) View() string {
	width, height := m.screen.Size()
	if m.quitting || width <= 0 || height <= 0 {
		return ""
	}
	if m.session.Pending() > 0 && m.frame != "" {
		// More input is waiting. The frame that is drawn after it will show all changes.
		return m.frame
	}
	m.jumps.matchPreview()
	m.grid.Reset(width, height, m.screen.Styles().Base)
	all := m.grid.Area(0, 0, width, height)
	x, y, visible := m.paint.draw(all)
	all.Overlay(width-1, 0, 1, height, m.screen.Styles().Edge)
	m.session.SetCaret(x, y, visible)
	m.frame = m.grid.String()
	return m.frame
}

// painter draws a frame from the state of the model. It changes nothing.
type painter struct{ m *Model }

// draw paints the panes, and the open dialog over them. It returns the position of the
// terminal's cursor.
func (p *painter) draw(a cell.Area) (x, y int, visible bool) {
	x, y, visible = p.drawPanes(a)
	if p.m.screen.Dialog() != nil {
		return p.m.screen.Draw(a, p.m.screen.Styles())
	}
	return x, y, visible
}

func (p *painter) drawPanes(a cell.Area) (x, y int, visible bool) {
	l, st := p.m.screen.Layout(), p.m.screen.Styles()
	if l.Mode == layout.Tiny {
		a.Put(0, 0, "galley: make the window larger (20x5 or more)", st.Base)
		return
	}
	p.drawFrame(a)
	for _, pane := range layout.Focusable() {
		r := l.Body(pane)
		if r.Empty() {
			continue
		}
		px, py, shown := p.drawPane(pane, a.Sub(r.X, r.Y, r.W, r.H))
		p.drawBar(a, pane)
		if pane == p.m.screen.Focus() {
			x, y, visible = px+r.X, py+r.Y, shown
		}
	}
	p.drawBudget(a)
	p.drawFooter(a)
	if p.m.screen.Focus() == layout.Template {
		menu := a
		if l.Mode != layout.Single {
			menu = a.Sub(0, 0, a.W-1, a.H) // the menu leaves the right border of the frame
		}
		p.m.editor().DrawCompletion(menu, st, x, y)
	}
	return x, y, visible
}

func (p *painter) drawPane(pane layout.Pane, a cell.Area) (x, y int, visible bool) {
	st, focused := p.m.screen.Styles(), pane == p.m.screen.Focus()
	if v := p.m.viewIn(pane); v != nil {
		return v.Draw(a, view.Frame{Styles: st, Focused: focused, Stale: p.m.prompts.Stale()})
	}
	return p.m.editor().Draw(a, st, focused)
}

func (p *painter) drawBudget(a cell.Area) {
	r := p.m.screen.Layout().Budget
	if r.Empty() || p.m.prompts.Result() == nil {
		return
	}
	if st := p.m.screen.Styles(); r.H > 1 {
		screen := a.Sub(r.X, r.Y+1, r.W, 1)
		screen.Put(1, 0, p.filesLine(p.m.prompts.Result(), r.W-2), st.Muted)
	}
	text, look := p.problemNote()
	budgetbar.Draw(a.Sub(r.X, r.Y, r.W, 1), p.m.screen.Styles(), budgetbar.Strip{
		Window: p.m.prompts.Window(), Limits: p.m.prompts.Limits(), Note: text, NoteStyle: look, Stale: p.m.prompts.Stale(),
	})
}
