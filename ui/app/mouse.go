package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/view"
)

// mouse is what the mouse is doing.
type mouse struct {
	on     bool // it is galley's, not the terminal's
	drag   layout.Pane
	clicks clicks
}

// clicks tells double and triple clicks from single ones.
type clicks struct {
	x, y  int
	at    time.Time
	count int
}

// clickTime is the most time between two presses that count together.
const clickTime = 400 * time.Millisecond

// wheelRows is how far one notch of the wheel goes.
const wheelRows = 3

func (c *clicks) press(x, y int, now time.Time) int {
	if x == c.x && y == c.y && now.Sub(c.at) <= clickTime {
		c.count = c.count%3 + 1
	} else {
		c.count = 1
	}
	c.x, c.y, c.at = x, y, now
	return c.count
}

// mouseEvent handles the mouse: a press takes the focus, in the editor it sets
// the caret or selects, in the preview it jumps to what made the text.
func (m *Model) mouseEvent(e tea.MouseEvent) tea.Cmd {
	if !m.mouse.on {
		return nil
	}
	if e.IsWheel() {
		return m.wheel(e)
	}
	if m.screen.Dialog() != nil {
		if e.Action == tea.MouseActionPress && e.Button == tea.MouseButtonLeft {
			m.screen.Clicked()
			return m.screen.Click(e.X, e.Y)
		}
		return nil
	}
	switch e.Action {
	case tea.MouseActionPress:
		if e.Button == tea.MouseButtonLeft {
			m.screen.Clicked()
			return m.press(e)
		}
	case tea.MouseActionMotion:
		if m.mouse.drag == layout.Template {
			r := m.screen.Layout().Template
			m.editor().Drag(e.X-r.X, e.Y-r.Y)
		}
	case tea.MouseActionRelease:
		m.mouse.drag = layout.None
	}
	return nil
}

func (m *Model) press(e tea.MouseEvent) tea.Cmd {
	pane, x, y := m.screen.Layout().Hit(e.X, e.Y)
	count := m.mouse.clicks.press(e.X, e.Y, m.o.Clock())
	switch pane {
	case layout.None:
		return nil
	case layout.Budget:
		if x >= m.screen.Layout().Budget.W-problemsWidth {
			return m.do(keymap.Problems)
		}
		return m.do(keymap.Budgets)
	case layout.Footer:
		return m.do(keymap.Messages)
	}
	m.point(pane)
	switch pane {
	case layout.Template:
		m.mouse.drag = layout.Template
		m.editor().Click(x, y, count, e.Shift)
		m.editor().CloseCompletion()
	case layout.Variables, layout.Preview:
		return m.send(pane, view.Click{X: x, Y: y, Count: count})
	}
	return nil
}

// problemsWidth is how far from the right end of the strip a press means the
// problems and not the budgets.
const problemsWidth = 16

// point gives a pane the focus for the mouse. Where that moves the panes, the
// next press is on something else and counts by itself.
func (m *Model) point(pane layout.Pane) {
	if pane == m.screen.Focus() {
		return
	}
	m.setFocus(pane)
	m.screen.Steady()
	if m.screen.Layout().Mode != layout.Wide {
		m.mouse.clicks = clicks{}
	}
}

func (m *Model) wheel(e tea.MouseEvent) tea.Cmd {
	rows := wheelRows
	if e.Button == tea.MouseButtonWheelUp {
		rows = -wheelRows
	} else if e.Button != tea.MouseButtonWheelDown {
		return nil
	}
	if d := m.screen.Dialog(); d != nil {
		d.Scroll(rows)
		return nil
	}
	switch pane, x, y := m.screen.Layout().Hit(e.X, e.Y); pane {
	case layout.Template:
		m.editor().Scroll(rows)
	case layout.Variables, layout.Preview:
		return m.send(pane, view.Scroll{Rows: rows, X: x, Y: y})
	}
	return nil
}
