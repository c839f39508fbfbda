// Package dialog has the dialogs that open over the workbench: lists to choose from,
// questions, a field to fill in, a text to read. One dialog is open at a time; it
// gets every key until it closes, and Esc always closes it without doing anything.
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
	// Scroll moves the content by rows, as a wheel does.
	Scroll(rows int)
}

// Selecting is a dialog in which the mouse does more than press: selects text, or
// moves a scroll bar.
type Selecting interface {
	Dialog
	// Press takes a press at a cell of the screen; false leaves it to Click.
	Press(x, y, count int) bool
	// Drag handles a move with the button held.
	Drag(x, y int)
}

// Writing is a dialog for text that is lost when it closes without an answer.
type Writing interface {
	Dialog
	// Unfinished reports whether something has been written.
	Unfinished() bool
}

// Answering is a dialog in which a key can be an answer without closing it.
type Answering interface {
	Dialog
	// Answers reports whether a key is one.
	Answers(key tea.KeyMsg) bool
}

// CopyMsg requests that a text be copied.
type CopyMsg struct{ What, Text string }

// box is the place where a dialog was drawn last.
type box struct {
	x, y, w, h int
	hints      []placed
}

func (b box) contains(x, y int) bool {
	return b.x <= x && x < b.x+b.w && b.y <= y && y < b.y+b.h
}

// wideScreen is the width from which the background stays visible on both sides of
// every dialog.
const wideScreen = 100

// roomFor returns the most columns of a dialog.
func roomFor(screen cell.Area) int {
	if screen.W >= wideScreen {
		return screen.W - 4
	}
	return screen.W
}

// place draws a dialog's frame in the upper middle of the screen and returns its
// inside, with a blank column on either side. The dialog's border never stands right
// beside the screen's: a dialog nearly as large as the screen fills it, another leaves
// the top line and, if there is room, the lines at the bottom.
func (b *box) place(screen cell.Area, st *style.Styles, title string, w, h int) cell.Area {
	w, h = min(w, roomFor(screen)), min(h, screen.H)
	y := 0
	switch {
	case screen.W < wideScreen && screen.W-w <= 4:
		if w = screen.W; screen.H-h <= 4 {
			h = screen.H
		}
	case screen.H >= 30:
		y, h = 1, min(h, screen.H-4)
	case screen.H >= 12:
		y, h = 1, min(h, screen.H-2)
	}
	*b = box{x: (screen.W - w) / 2, y: max((screen.H-h)/4, y), w: w, h: h, hints: b.hints[:0]}
	area := screen.Sub(b.x, b.y, b.w, b.h)
	area.Fill(st.Popup)
	inside := area.Box(title, st.PopupBorder, st.PopupTitle)
	if inside.W > 4 {
		inside = inside.Sub(1, 0, inside.W-2, inside.H)
	}
	return inside
}

// bar returns the row of a scroll bar's thumb within h rows, and its size.
func bar(top, shown, total, h int) (at, size int) {
	if total <= shown || h < 2 {
		return 0, 0
	}
	size = min(max(h*shown/total, 1), h-1)
	return min((h-size)*top/max(total-shown, 1), h-size), size
}

// drawBar draws a scroll bar on the right edge of the frame, starting at a row of the
// box.
func (b *box) drawBar(screen cell.Area, st *style.Styles, from, at, size int) {
	for y := range size {
		screen.Rune(b.x+b.w-1, b.y+from+at+y, '┃', st.Popup.Over(st.PopupTitle))
	}
}
