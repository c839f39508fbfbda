package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/keymap"
	"galley/ui/layout"
)

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
func (w *Workbench) mouseEvent(e tea.MouseEvent) tea.Cmd {
	if !w.mouse {
		return nil
	}
	if e.IsWheel() {
		w.wheel(e)
		return nil
	}
	if w.dialog != nil {
		if e.Action == tea.MouseActionPress && e.Button == tea.MouseButtonLeft {
			open := w.dialog
			done, cmd := open.Click(e.X, e.Y)
			w.closeDialog(open, done)
			return cmd
		}
		return nil
	}
	switch e.Action {
	case tea.MouseActionPress:
		if e.Button == tea.MouseButtonLeft {
			return w.press(e)
		}
	case tea.MouseActionMotion:
		if w.drag == layout.Template {
			r := w.layout.Template
			w.editor.Drag(e.X-r.X, e.Y-r.Y)
		}
	case tea.MouseActionRelease:
		w.drag = layout.None
	}
	return nil
}

func (w *Workbench) press(e tea.MouseEvent) tea.Cmd {
	pane, x, y := w.layout.Hit(e.X, e.Y)
	count := w.clicks.press(e.X, e.Y, w.o.Clock())
	if pane == layout.None {
		return nil
	}
	if action, ok := w.hitBar(pane, x, y); ok {
		return w.do(action)
	}
	w.point(pane)
	switch pane {
	case layout.Template:
		w.drag = layout.Template
		w.editor.Click(x, y, count, e.Shift)
		w.editor.CloseCompletion()
	case layout.Variables:
		if w.inspector.Click(y) && count == 2 {
			return w.jumpToUse()
		}
	case layout.Preview:
		if w.clickPreview(x, y) && count == 2 {
			return w.jump()
		}
	}
	return nil
}

// problemsWidth is how far from the right end of the strip a press means the
// problems and not the budgets.
const problemsWidth = 16

// point gives a pane the focus for the mouse. Where that moves the panes, the
// next press is on something else and counts by itself.
func (w *Workbench) point(pane layout.Pane) {
	if pane == w.focus {
		return
	}
	w.setFocus(pane)
	w.steady = true
	w.arrange()
	if w.layout.Mode != layout.Wide {
		w.clicks = clicks{}
	}
}

// hitBar tells whether a press is on something that stands for an action.
func (w *Workbench) hitBar(pane layout.Pane, x, _ int) (keymap.Action, bool) {
	if pane == layout.Budget {
		if x >= w.layout.Budget.W-problemsWidth {
			return keymap.Problems, true
		}
		return keymap.Budgets, true
	}
	return "", false
}

func (w *Workbench) wheel(e tea.MouseEvent) {
	rows := wheelRows
	if e.Button == tea.MouseButtonWheelUp {
		rows = -wheelRows
	} else if e.Button != tea.MouseButtonWheelDown {
		return
	}
	if w.dialog != nil {
		w.dialog.Scroll(rows)
		return
	}
	switch pane, _, _ := w.layout.Hit(e.X, e.Y); pane {
	case layout.Template:
		w.editor.Scroll(rows)
	case layout.Variables:
		w.inspector.Scroll(rows)
	case layout.Preview:
		w.view().Scroll(rows)
	}
}
