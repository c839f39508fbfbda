package dialog

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/style"
)

// Way is a possible answer for a row of [Choices]: the letter that selects it, and its label.
type Way struct{ Key, Label string }

// Choice is a row of [Choices].
type Choice struct {
	Label  string
	Detail string
	Way    string // Way is the key of the answer that is selected at the start
	Not    string // Not has the keys of the answers that this row does not allow
}

// Choices is a dialog that asks about several things at once. Each row has one of several
// answers, called ways. A letter selects the answer of the row under the bar, and Enter carries
// out all answers. Esc closes the dialog without doing anything.
type Choices struct {
	title, text, enter string
	no                 string // no is the label of the key that closes the dialog without doing anything
	ways               []Way
	rows               []Choice
	bar                int
	take               func(ways []string) tea.Cmd
	view               func(row int)
	box                box
	first              int // first is the row of the screen that shows the first choice
}

// NewChoices returns a dialog about rows. enter is the label of the Enter key. take is called
// with the key of each row's answer.
func NewChoices(title, text, enter string, ways []Way, rows []Choice, take func(ways []string) tea.Cmd) *Choices {
	return &Choices{title: title, text: text, enter: enter, no: "Cancel", ways: ways, rows: rows, take: take}
}

// Viewing makes the letter v call view, which shows more about a row.
func (c *Choices) Viewing(view func(row int)) *Choices {
	c.view = view
	return c
}

// Key implements [Dialog].
func (c *Choices) Key(key tea.KeyMsg) (bool, tea.Cmd) {
	switch pressed := key.String(); pressed {
	case "esc", "ctrl+c":
		return true, nil
	case "enter":
		ways := make([]string, len(c.rows))
		for i, r := range c.rows {
			ways[i] = r.Way
		}
		return true, c.take(ways)
	case "up":
		c.bar = max(c.bar-1, 0)
	case "down", "tab":
		c.bar = min(c.bar+1, len(c.rows)-1)
	case "left":
		c.step(-1)
	case "right", " ":
		c.step(1)
	case "v":
		if c.view != nil && !strings.Contains(c.rows[c.bar].Not, "v") {
			c.view(c.bar)
		}
	default:
		if c.allowed(c.bar, pressed) {
			c.rows[c.bar].Way = pressed
			c.bar = min(c.bar+1, len(c.rows)-1)
		}
	}
	return false, nil
}

// Answers implements [Answering].
func (c *Choices) Answers(key tea.KeyMsg) bool {
	switch pressed := key.String(); pressed {
	case "up", "down", "tab", "left", "right", " ", "enter":
		return true
	case "v":
		return c.view != nil
	default:
		return c.allowed(c.bar, pressed)
	}
}

// Else sets the label of the key that closes the dialog without doing anything.
func (c *Choices) Else(label string) *Choices {
	c.no = label
	return c
}

// allowed reports whether a key selects an answer that the row allows.
func (c *Choices) allowed(row int, key string) bool {
	return slices.ContainsFunc(c.ways, func(w Way) bool { return w.Key == key }) && !strings.Contains(c.rows[row].Not, key)
}

// step selects the next answer that the row under the bar allows, or the previous one if by is -1.
func (c *Choices) step(by int) {
	at := slices.IndexFunc(c.ways, func(w Way) bool { return w.Key == c.rows[c.bar].Way })
	for range c.ways {
		at = (at + by + len(c.ways)) % len(c.ways)
		if c.allowed(c.bar, c.ways[at].Key) {
			c.rows[c.bar].Way = c.ways[at].Key
			return
		}
	}
}

// Paste implements [Dialog]. It ignores the text.
func (c *Choices) Paste(string) tea.Cmd { return nil }

// Scroll implements [Dialog].
func (c *Choices) Scroll(rows int) { c.bar = min(max(c.bar+rows, 0), len(c.rows)-1) }

// Click implements [Dialog]. A press on a row changes the answer of this row.
func (c *Choices) Click(x, y int) (bool, tea.Cmd) {
	if !c.box.contains(x, y) {
		return true, nil
	}
	if i := y - c.first + c.top(); y >= c.first && i < len(c.rows) && y-c.first < c.shown() {
		c.bar = i
		c.step(1)
	} else if y == c.first+c.shown()+len(c.ways)+c.extra() {
		return c.Key(tea.KeyMsg{Type: tea.KeyEnter})
	}
	return false, nil
}

// mostChoices is the most rows that are shown at once.
const mostChoices = 8

func (c *Choices) shown() int { return min(len(c.rows), mostChoices) }

// top returns the first row that is shown.
func (c *Choices) top() int { return max(c.bar-c.shown()+1, 0) }

// extra returns the number of rows below the choices: a blank row, and the row that explains the
// key v.
func (c *Choices) extra() int {
	if c.view != nil {
		return 2
	}
	return 1
}

// marked says what Enter does with the answers that are selected now.
func (c *Choices) marked() string {
	var all []string
	for _, w := range c.ways {
		n := 0
		for _, r := range c.rows {
			if r.Way == w.Key {
				n++
			}
		}
		if n > 0 {
			all = append(all, fmt.Sprintf("%s %d", strings.TrimSuffix(w.Label, "…"), n))
		}
	}
	return strings.Join(all, ", ")
}

// Draw implements [Dialog].
func (c *Choices) Draw(screen cell.Area, st *style.Styles) (x, y int, visible bool) {
	wayWidth, labels, details, width := 0, 0, 0, max(cell.Width(c.title)+8, 40)
	for _, w := range c.ways {
		wayWidth = max(wayWidth, cell.Width(w.Label))
	}
	for _, r := range c.rows {
		labels, details = max(labels, cell.Width(cell.Visible(r.Label))), max(details, cell.Width(cell.Visible(r.Detail)))
	}
	width = max(width, wayWidth+labels+details+12)
	text := cell.WrapText(c.text, max(min(width, screen.W)-4, 10), 0)
	in := c.box.drawFrame(screen, st, c.title, width, len(text)+c.shown()+len(c.ways)+c.extra()+5)
	row := 0
	for _, line := range text {
		in.Put(0, row, line, st.Popup)
		row++
	}
	row++
	c.first = c.box.y + 1 + row
	for i := c.top(); i < c.top()+c.shown(); i++ {
		r, label := c.rows[i], ""
		for _, w := range c.ways {
			if w.Key == r.Way {
				label = w.Label
			}
		}
		in.Put(1, row, cell.Pad(label, wayWidth), st.Popup.Over(st.Accent))
		at := in.Put(wayWidth+3, row, cell.ShortenStart(cell.Visible(r.Label), max(in.W-wayWidth-4, 1)), st.Popup)
		at = max(at, min(wayWidth+3+labels, in.W-details-3))
		in.Put(at+2, row, cell.Shorten(cell.Visible(r.Detail), max(in.W-at-3, 0)), st.Popup.Over(st.Muted))
		if i == c.bar {
			in.Overlay(0, row, in.W, 1, st.PopupSelected)
		}
		row++
	}
	row++
	put := func(key, label string, look cell.Style) {
		in.Put(1, row, key, st.Popup.Over(st.Key))
		in.Put(7, row, cell.Shorten(label, max(in.W-7, 0)), st.Popup.Over(look))
		row++
	}
	for _, w := range c.ways {
		put(w.Key, w.Label, cell.Style{})
	}
	if c.view != nil {
		put("v", "View the difference", cell.Style{})
	}
	put("enter", c.enter+": "+c.marked(), cell.Style{})
	put("esc", c.no, st.Muted)
	return c.box.x + 2, c.first + c.bar - c.top(), true
}
