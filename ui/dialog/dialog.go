// Package dialog holds what opens over the workbench: lists to choose from,
// questions, a field to fill in, a text to read. One dialog is open at a time;
// it gets every key until it closes, and Esc always closes it without doing
// anything.
package dialog

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/style"
)

// Dialog is something open over the panes.
type Dialog interface {
	// Draw paints the dialog over the screen and returns where the real cursor
	// belongs.
	Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool)
	// Key handles a key. done closes the dialog; cmd is run in either case.
	Key(key tea.KeyMsg) (done bool, cmd tea.Cmd)
	// Paste takes pasted text.
	Paste(text string) tea.Cmd
	// Click handles a press at a cell of the screen. Outside the box it closes.
	Click(x, y int) (done bool, cmd tea.Cmd)
	// Scroll moves what is shown by rows, as a wheel does.
	Scroll(rows int)
}

// box is where a dialog was drawn last.
type box struct{ x, y, w, h int }

func (b box) contains(x, y int) bool {
	return b.x <= x && x < b.x+b.w && b.y <= y && y < b.y+b.h
}

// place draws a dialog's frame in the upper middle of the screen and returns its
// inside, with a blank column at either side.
func (b *box) place(screen cell.Area, st *style.Styles, title string, w, h int) cell.Area {
	w, h = min(w, screen.W), min(h, screen.H)
	*b = box{(screen.W - w) / 2, max((screen.H-h)/4, 0), w, h}
	area := screen.Sub(b.x, b.y, b.w, b.h)
	area.Fill(st.Popup)
	inside := area.Box(title, st.PopupBorder, st.PopupTitle)
	if inside.W > 4 {
		inside = inside.Sub(1, 0, inside.W-2, inside.H)
	}
	return inside
}
