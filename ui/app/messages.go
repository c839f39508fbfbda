package app

import (
	"strconv"
	"strings"

	"galley/ui/cell"
	"galley/ui/dialog"
)

// openMessages shows all messages in full, newest first, after the footer's text
// about the place under the caret.
func (m *Model) openMessages() {
	type entry struct {
		head, text string
		look       dialog.Look
	}
	var entries []entry
	if text, _ := m.paint.hover(); text != "" {
		entries = append(entries, entry{"Under the caret", text, dialog.Base})
	}
	past := m.screen.Messages()
	for i := len(past) - 1; i >= 0; i-- {
		e := entry{past[i].When.Local().Format("15:04:05"), past[i].Text, dialog.Base}
		if past[i].Count > 1 {
			e.head += ", " + strconv.Itoa(past[i].Count) + " times"
		}
		if past[i].Warn {
			e.head, e.look = "! "+e.head, dialog.Warning
		}
		entries = append(entries, e)
	}
	r := dialog.NewReader("Messages", nil)
	r.Flow(func(width int) []dialog.Line {
		var lines []dialog.Line
		for _, e := range entries {
			lines = append(lines, dialog.Text(e.head, dialog.Muted))
			for line := range strings.SplitSeq(strings.TrimRight(e.text, "\n"), "\n") {
				for _, row := range cell.WrapText(line, width-2, 0) {
					lines = append(lines, dialog.Text("  "+row, e.look))
				}
			}
		}
		if lines == nil {
			lines = append(lines, dialog.Plain("No messages yet."))
		}
		return lines
	})
	m.screen.Open(r)
}
