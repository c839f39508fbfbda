// Package dialog has the dialogs that open over the workbench: lists to choose from, questions,
// fields to fill in, texts to read. One dialog is open at a time. It receives every key until it
// closes, and Esc always closes it without doing anything.
package dialog

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/style"
)

// Dialog is a box over the panes.
type Dialog interface {
	// Draw paints the dialog over the screen and returns where to show the terminal's cursor.
	Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool)
	// Key handles a key. If done is true, the dialog closes; cmd is run in either case.
	Key(key tea.KeyMsg) (done bool, cmd tea.Cmd)
	// Paste handles pasted text.
	Paste(text string) tea.Cmd
	// Click handles a press at a cell of the screen. A press outside the box closes the dialog.
	Click(x, y int) (done bool, cmd tea.Cmd)
	// Scroll moves the content by some rows, as the mouse wheel does.
	Scroll(rows int)
}

// Selecting is a dialog in which the mouse can also select text or move a scroll bar.
type Selecting interface {
	Dialog
	// Press handles a press at a cell of the screen. If it returns false, Click handles the press.
	Press(x, y, count int) bool
	// Drag handles a mouse move while the button is held.
	Drag(x, y int)
}

// Writing is a dialog with text that would be lost if the dialog closed without an answer.
type Writing interface {
	Dialog
	// Unfinished reports whether the user has written something.
	Unfinished() bool
}

// Answering is a dialog in which some keys are answers that do not close it.
type Answering interface {
	Dialog
	// Answers reports whether a key is such an answer.
	Answers(key tea.KeyMsg) bool
}

// CopyMsg requests that a text be copied.
type CopyMsg struct{ What, Text string }

// box is the rectangle in which a dialog was last drawn.
type box struct {
	x, y, w, h int
	hints      []placed
}

func (b box) contains(x, y int) bool {
	return b.x <= x && x < b.x+b.w && b.y <= y && y < b.y+b.h
}

// wideScreen is the least width of a screen on which the background remains visible on both sides
// of every dialog.
const wideScreen = 100

// roomFor returns the largest width of a dialog, in columns.
func roomFor(screen cell.Area) int {
	if screen.W >= wideScreen {
		return screen.W - 4
	}
	return screen.W
}

// drawFrame draws a dialog's frame in the upper middle of the screen. It returns the inside,
// with a blank column on either side. The dialog's frame must not touch the screen's frame: a
// dialog that is nearly as large as the screen fills the screen. Any other dialog leaves the
// top line and, if there is room, the lines at the bottom visible.
func (b *box) drawFrame(screen cell.Area, st *style.Styles, title string, w, h int) cell.Area {
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

// bar returns the first row and the size of the thumb in a scroll bar of h rows. top is the
// first visible row of the content, shown the number of visible rows, and total the number of
// all rows.
func bar(top, shown, total, h int) (at, size int) {
	if total <= shown || h < 2 {
		return 0, 0
	}
	size = min(max(h*shown/total, 1), h-1)
	return min((h-size)*top/max(total-shown, 1), h-size), size
}

// drawBar draws the thumb of a scroll bar on the right edge of the frame. The bar begins at the row
// from of the box. at is the first row of the thumb in the bar, and size its number of rows.
func (b *box) drawBar(screen cell.Area, st *style.Styles, from, at, size int) {
	for y := range size {
		screen.Rune(b.x+b.w-1, b.y+from+at+y, '┃', st.Popup.Over(st.PopupTitle))
	}
}
