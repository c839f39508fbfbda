package dialog

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/style"
)

// hint is a key shown on the lower edge of a dialog. A click on it does what the key does.
type hint struct {
	key  tea.KeyMsg
	name string // the key's name on the screen
	word string // what the key does
}

// placed is a hint and where it was last drawn.
type placed struct {
	hint
	x, y, w int
}

var (
	enterKey  = tea.KeyMsg{Type: tea.KeyEnter}
	closeHint = hint{tea.KeyMsg{Type: tea.KeyEsc}, "Esc", "close"}
)

// letter returns the key message of a letter.
func letter(r rune) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}} }

// alt returns the key message of a letter with Alt.
func alt(r rune) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: true} }

// drawFoot draws hints on the lower edge of the frame, and a text at the right end of this edge.
// If not all hints fit, it leaves out the first ones.
func (b *box) drawFoot(screen cell.Area, st *style.Styles, hints []hint, right string) {
	b.hints = b.hints[:0]
	y := b.y + b.h - 1
	a := screen.Sub(b.x+2, y, max(b.w-4, 0), 1)
	room := a.W
	if right != "" && cell.Width(right)+2 <= room {
		room -= cell.Width(right) + 2
		a.Put(room, 0, " "+right+" ", st.Popup.Over(st.Muted))
	}
	width := footWidth(hints)
	for len(hints) > 0 && width > room {
		width -= hints[0].width()
		hints = hints[1:]
	}
	x := 0
	for _, h := range hints {
		a.Put(x, 0, " ", st.Popup)
		to := a.Put(x+1, 0, h.name, st.Popup.Over(st.Key))
		a.Put(to, 0, " "+h.word+" ", st.Popup.Over(st.Muted))
		b.hints = append(b.hints, placed{h, b.x + 2 + x, y, h.width()})
		x += h.width()
	}
}

// footWidth returns the number of columns that hints need on the lower edge.
func footWidth(hints []hint) int {
	n := 1
	for _, h := range hints {
		n += h.width()
	}
	return n
}

func (h hint) width() int { return cell.Width(h.name) + cell.Width(h.word) + 3 }

// hintAt returns the key of the hint that is shown at a cell of the screen.
func (b *box) hintAt(x, y int) (key tea.KeyMsg, ok bool) {
	for _, p := range b.hints {
		if y == p.y && x >= p.x && x < p.x+p.w {
			return p.key, true
		}
	}
	return key, false
}
