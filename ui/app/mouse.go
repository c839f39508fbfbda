package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/files"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/view"
)

// mouse is the state of the mouse.
type mouse struct {
	m      *Model
	on     bool // on is true if galley handles the mouse, not the terminal
	drag   drag
	clicks clicks
}

// drag is what the mouse moves while its button is held: the end of a selection, a divider or a
// scroll bar.
type drag struct {
	pane    layout.Pane    // the pane of the selection or the scroll bar
	bar     bool           // bar is true for the scroll bar
	divider layout.Divider // divider is a line between panes
}

// clicks distinguishes single, double and triple clicks.
type clicks struct {
	x, y  int
	at    time.Time
	count int
}

// clickTime is the longest time between the two presses of a double click.
const clickTime = 400 * time.Millisecond

// wheelRows is how many rows one notch of the wheel scrolls.
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

// event handles the mouse: a press moves the focus; in the editor it sets the caret
// or selects, in the preview it jumps to the source of the text.
func (mo *mouse) event(e tea.MouseEvent) tea.Cmd {
	if !mo.on {
		return nil
	}
	if e.IsWheel() {
		return mo.wheel(e)
	}
	if mo.m.screen.Dialog() != nil {
		return mo.inDialog(e)
	}
	switch e.Action {
	case tea.MouseActionPress:
		if e.Button == tea.MouseButtonLeft {
			mo.m.screen.Clicked()
			return mo.press(e)
		}
	case tea.MouseActionMotion:
		return mo.dragged(e)
	case tea.MouseActionRelease:
		mo.drag = drag{}
	}
	return nil
}

// inDialog sends presses and drags of the mouse to the open dialog.
func (mo *mouse) inDialog(e tea.MouseEvent) tea.Cmd {
	switch {
	case e.Action == tea.MouseActionPress && e.Button == tea.MouseButtonLeft:
		mo.m.screen.Clicked()
		return mo.m.screen.Click(e.X, e.Y, mo.clicks.press(e.X, e.Y, mo.m.o.Clock()))
	case e.Action == tea.MouseActionMotion:
		mo.m.screen.Drag(e.X, e.Y)
	}
	return nil
}

// dragged handles a move with the button held.
func (mo *mouse) dragged(e tea.MouseEvent) tea.Cmd {
	d := mo.drag
	r := mo.m.screen.Layout().Body(d.pane)
	switch {
	case d.divider != layout.NoDivider:
		mo.m.screen.Divide(d.divider, e.X, e.Y)
	case d.bar:
		return mo.scrollTo(d.pane, e.Y)
	case d.pane == layout.Template:
		mo.m.editor().Drag(e.X-r.X, e.Y-r.Y)
	case d.pane != layout.None:
		return mo.m.send(d.pane, view.Drag{X: e.X - r.X, Y: e.Y - r.Y})
	}
	return nil
}

func (mo *mouse) press(e tea.MouseEvent) tea.Cmd {
	l := mo.m.screen.Layout()
	pane, x, y := l.Hit(e.X, e.Y)
	count := mo.clicks.press(e.X, e.Y, mo.m.o.Clock())
	if mo.m.editor().ClickCompletion(e.X, e.Y) {
		return mo.m.editing.accept()
	}
	if bar, thumb := mo.m.paint.barAt(e.X, e.Y); bar != layout.None && (thumb || l.DividerAt(e.X, e.Y) == layout.NoDivider) {
		mo.drag = drag{pane: bar, bar: true}
		return mo.scrollTo(bar, e.Y)
	}
	mo.drag = drag{divider: l.DividerAt(e.X, e.Y)}
	switch pane {
	case layout.None:
		return nil
	case layout.Header:
		return mo.m.do(at(mo.m.paint.header(l.Header.W), x).action)
	case layout.Budget:
		return mo.pressBudget(x, y)
	case layout.Footer:
		if text, _ := mo.m.paint.footerNews(); text != "" {
			return mo.m.do(keymap.Messages)
		}
		return mo.m.do(at(mo.m.paint.footer(mo.m.paint.footerWidth(l.Footer.W)), x).action)
	}
	if y < 0 {
		return mo.pressTitle(pane, x)
	}
	mo.point(pane)
	switch pane {
	case layout.Template:
		mo.drag = drag{pane: pane}
		mo.m.editor().Click(x, y, count, e.Shift)
		mo.m.editor().CloseCompletion()
	default:
		mo.drag = drag{pane: pane}
		return mo.m.send(pane, view.Click{X: x, Y: y, Count: count})
	}
	return nil
}

// pressTitle handles a press on a pane's title. A press on a tab shows the tab, a press on a word
// after the name runs the word's action, and a press on the name moves the focus to the pane.
func (mo *mouse) pressTitle(pane layout.Pane, x int) tea.Cmd {
	word := at(mo.m.paint.titleLine(pane, mo.m.screen.Layout().Titles[pane].W), x)
	mo.point(pane)
	switch {
	case word.tab != "":
		return host{mo.m}.Show(word.tab)
	case word.file != nil:
		return mo.m.files.Show(word.file, files.Place{})
	case word.action != "":
		return mo.m.do(word.action)
	}
	return nil
}

func (mo *mouse) pressBudget(x, y int) tea.Cmd {
	switch {
	case y > 0:
		return mo.m.do(keymap.Rules)
	case x >= mo.m.screen.Layout().Budget.W-problemsWidth:
		return mo.m.do(keymap.Problems)
	case mo.m.prompts.Result() != nil && mo.m.prompts.Result().Model == "" && x < chooseWidth:
		return mo.m.do(keymap.ChooseModel)
	}
	return mo.m.do(keymap.Budgets)
}

// chooseWidth is the width, in columns, of the left end of the bar, where a press opens the list
// of models if no model is chosen. It is about the width of the words that ask for a model.
const chooseWidth = 42

// problemsWidth is the width, in columns, of the right end of the bar, where a press opens the
// problems and not the budgets.
const problemsWidth = 16

// point moves the focus to the pane that was pressed. If this changes the layout, the next
// press does not count as the second press of a double click.
func (mo *mouse) point(pane layout.Pane) {
	if pane == mo.m.screen.Focus() {
		return
	}
	mo.m.setFocus(pane)
	mo.m.screen.Steady()
	if mo.m.screen.Layout().Mode != layout.Wide {
		mo.clicks = clicks{}
	}
}

func (mo *mouse) wheel(e tea.MouseEvent) tea.Cmd {
	rows := wheelRows
	if e.Button == tea.MouseButtonWheelUp {
		rows = -wheelRows
	}
	columns := map[tea.MouseButton]int{tea.MouseButtonWheelLeft: -sideStep, tea.MouseButtonWheelRight: sideStep}[e.Button]
	if columns == 0 && e.Shift {
		columns = rows / wheelRows * sideStep
	}
	if columns == 0 && e.Button != tea.MouseButtonWheelUp && e.Button != tea.MouseButtonWheelDown {
		return nil
	}
	if d := mo.m.screen.Dialog(); d != nil {
		d.Scroll(rows)
		return nil
	}
	switch pane, x, y := mo.m.screen.Layout().Hit(e.X, e.Y); {
	case pane == layout.Template:
		if columns != 0 {
			mo.m.editor().ScrollSideways(columns)
			return nil
		}
		mo.m.editor().Scroll(rows)
	case mo.m.viewIn(pane) != nil:
		if columns != 0 {
			return mo.m.send(pane, view.Sideways{Columns: columns})
		}
		return mo.m.send(pane, view.Scroll{Rows: rows, X: x, Y: y})
	}
	return nil
}
