package dialog

import (
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/style"
)

// Field is a dialog that asks for one line of text.
type Field struct {
	title, note string
	input       textinput.Model
	initial     string
	change      func(text string)
	take        func(text string) tea.Cmd
	cancel      func()
	more        func(text string) // more opens a dialog for several lines with the text; it may be nil
	box         box
}

// NewField returns a Field that starts with text. take is called with the edited text on Enter.
func NewField(title, note, text string, take func(text string) tea.Cmd) *Field {
	f := &Field{title: title, note: note, input: newField(text), initial: text, take: take}
	f.input.CursorEnd()
	return f
}

// OnChange makes the field call change whenever its text changes, and cancel when it closes without
// an answer.
func (f *Field) OnChange(change func(text string), cancel func()) *Field {
	f.change, f.cancel = change, cancel
	return f
}

// More makes the field call more with a text of several lines. The user pastes such a text or
// begins it with Alt+Enter. more opens another dialog with the text.
func (f *Field) More(more func(text string)) *Field {
	f.more = more
	return f
}

// Key implements [Dialog].
func (f *Field) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	switch key.String() {
	case "esc", "ctrl+c":
		if f.cancel != nil {
			f.cancel()
		}
		return true, nil
	case "enter":
		return true, f.take(f.input.Value())
	case "alt+enter", "ctrl+j":
		if f.more != nil {
			f.split("\n")
			return false, nil
		}
	}
	before := f.input.Value()
	var cmd tea.Cmd
	f.input, cmd = typed(f.input, key)
	f.changed(before)
	return false, cmd
}

// Unfinished implements [Writing].
func (f *Field) Unfinished() bool { return f.input.Value() != f.initial }

// split passes the field's text to the function more, with another text inserted at the caret.
func (f *Field) split(text string) {
	value, at := []rune(f.input.Value()), f.input.Position()
	f.more(string(value[:at]) + text + string(value[at:]))
}

func (f *Field) changed(before string) {
	if f.change != nil && f.input.Value() != before {
		f.change(f.input.Value())
	}
}

// Paste implements [Dialog].
func (f *Field) Paste(text string) tea.Cmd {
	if f.more != nil && strings.Contains(strings.TrimSuffix(text, "\n"), "\n") {
		f.split(text)
		return nil
	}
	before := f.input.Value()
	f.input = pasted(f.input, text)
	f.changed(before)
	return nil
}

// Scroll implements [Dialog].
func (f *Field) Scroll(int) {}

// Click implements [Dialog].
func (f *Field) Click(x, y int) (bool, tea.Cmd) {
	if key, ok := f.box.hintAt(x, y); ok {
		return f.Key(key)
	}
	if f.box.contains(x, y) {
		return false, nil
	}
	if f.cancel != nil {
		f.cancel()
	}
	return true, nil
}

// Draw implements [Dialog].
func (f *Field) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	hints := []hint{{enterKey, "Enter", "accept"}}
	if f.more != nil {
		hints = append(hints, hint{tea.KeyMsg{Type: tea.KeyEnter, Alt: true}, "Alt+Enter", "several lines"})
	}
	hints = append(hints, closeHint)
	least := max(cell.Width(f.title)+8, cell.Width(f.initial)+8, footWidth(hints)+5)
	width := max(min(max(screen.W*2/3, 40), 92), min(least, roomFor(screen)))
	note := []string(nil)
	if f.note != "" {
		note = cell.WrapText(f.note, max(min(width, screen.W)-4, 1), 0)
	}
	in := f.box.drawFrame(screen, st, f.title, width, 3+len(note))
	in.Put(0, 0, "› ", st.Popup.Over(st.Accent))
	fx := drawField(in.Sub(2, 0, in.W-2, 1), f.input, st.Popup)
	for i, row := range note {
		in.Put(0, 1+i, row, st.Popup.Over(st.Muted))
	}
	f.box.drawFoot(screen, st, hints, "")
	return f.box.x + 4 + fx, f.box.y + 1, true
}
