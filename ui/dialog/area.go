package dialog

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/editor"
	"galley/ui/style"
)

// Area is a dialog that asks for a text of several lines. Enter begins a new line, and Ctrl+S
// accepts the text.
type Area struct {
	title, note string
	initial     string
	editor      *editor.Editor
	take        func(text string) tea.Cmd
	box         box
}

// NewArea returns an Area that starts with text. take is called with the edited text when the user
// accepts it.
func NewArea(title, note, text string, take func(text string) tea.Cmd) *Area {
	e := editor.New()
	e.SetText(text)
	e.SetCaret(len(text))
	return &Area{title: title, note: note, initial: text, editor: e, take: take}
}

// areaKeys maps the keys of an area, except those that type text.
var areaKeys = map[string]func(*editor.Editor){
	"enter": (*editor.Editor).Newline, "backspace": (*editor.Editor).Backspace, "ctrl+h": (*editor.Editor).Backspace, "delete": (*editor.Editor).Delete,
	"ctrl+w": (*editor.Editor).DeleteWordLeft, "alt+d": (*editor.Editor).DeleteWordRight, "ctrl+k": (*editor.Editor).DeleteLines,
	"ctrl+z": func(e *editor.Editor) { e.Undo() }, "ctrl+y": func(e *editor.Editor) { e.Redo() }, "ctrl+a": (*editor.Editor).SelectAll,
	"left": func(e *editor.Editor) { e.MoveLeft(false) }, "right": func(e *editor.Editor) { e.MoveRight(false) },
	"up": func(e *editor.Editor) { e.MoveUp(false) }, "down": func(e *editor.Editor) { e.MoveDown(false) },
	"shift+left": func(e *editor.Editor) { e.MoveLeft(true) }, "shift+right": func(e *editor.Editor) { e.MoveRight(true) },
	"shift+up": func(e *editor.Editor) { e.MoveUp(true) }, "shift+down": func(e *editor.Editor) { e.MoveDown(true) },
	"ctrl+left": func(e *editor.Editor) { e.MoveWordLeft(false) }, "ctrl+right": func(e *editor.Editor) { e.MoveWordRight(false) },
	"home": func(e *editor.Editor) { e.MoveLineStart(false) }, "end": func(e *editor.Editor) { e.MoveLineEnd(false) },
	"pgup": func(e *editor.Editor) { e.MovePageUp(false) }, "pgdown": func(e *editor.Editor) { e.MovePageDown(false) },
	"ctrl+home": func(e *editor.Editor) { e.MoveDocStart(false) }, "ctrl+end": func(e *editor.Editor) { e.MoveDocEnd(false) },
	"ctrl+u": func(e *editor.Editor) { e.SelectAll(); e.Delete() },
}

// Key implements [Dialog].
func (d *Area) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	switch name := key.String(); {
	case name == "esc" || name == "ctrl+c":
		return true, nil
	case name == "ctrl+s" || name == "f2":
		return true, d.take(d.editor.Text())
	case areaKeys[name] != nil:
		areaKeys[name](d.editor)
	case key.Alt:
	case key.Type == tea.KeyRunes:
		d.editor.Insert(string(key.Runes))
	case key.Type == tea.KeySpace:
		d.editor.Insert(" ")
	}
	return false, nil
}

// Unfinished implements [Writing].
func (d *Area) Unfinished() bool { return d.editor.Text() != d.initial }

// Paste implements [Dialog].
func (d *Area) Paste(text string) tea.Cmd {
	d.editor.Paste(text)
	return nil
}

// Click implements [Dialog].
func (d *Area) Click(x, y int) (bool, tea.Cmd) { return false, nil }

// Press implements [Selecting].
func (d *Area) Press(x, y, count int) bool {
	if d.box.contains(x, y) {
		d.editor.Click(x-d.box.x-2, y-d.box.y-1, count, false)
	}
	return true // a press outside of the box does not close the dialog, because its text would be lost
}

// Drag implements [Selecting].
func (d *Area) Drag(x, y int) { d.editor.Drag(x-d.box.x-2, y-d.box.y-1) }

// Scroll implements [Dialog].
func (d *Area) Scroll(rows int) { d.editor.Scroll(rows) }

// Draw implements [Dialog].
func (d *Area) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	in := d.box.drawFrame(screen, st, d.title, min(max(screen.W*2/3, 40), 100), min(max(d.editor.LineCount()+4, 8), max(screen.H*2/3, 6)))
	if in.H < 2 {
		return
	}
	note := fmt.Sprintf("^S accept  Esc cancel  line %d of %d", d.editor.Position().Line, d.editor.LineCount())
	if room := in.W - cell.Width(note) - 2; cell.Width(d.note) <= room {
		note += "  " + d.note
	}
	in.Put(0, in.H-1, cell.Shorten(note, in.W), st.Popup.Over(st.Muted))
	in.Sub(0, 0, in.W, in.H-1).On(st.Popup, func(a cell.Area) { x, y, visible = d.editor.Draw(a, st.On(st.Popup), true) })
	return x + d.box.x + 2, y + d.box.y + 1, visible
}
