package blocks

import (
	"fmt"
	"strings"

	"galley/engine/discovery"
	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/words"
)

// drawAfter draws the sign that says whether a block is still sent after compaction, and returns
// the column of the block's name.
func (v *View) drawAfter(a cell.Area, y int, r row, st *style.Styles) int {
	after := v.after.Of(v.result.Prompt.Messages[r.message], *r.block, discovery.Compaction)
	look := st.Good
	switch after.Stays {
	case discovery.No:
		look = st.Warning
	case discovery.NotMeasured:
		look = st.Muted
	}
	a.Put(3, y, after.Sign(), look)
	return 5
}

// firstColumn returns the title of the column of blocks for a width. If there is room, the title
// explains the signs of drawAfter.
func (v *View) firstColumn(width int) string {
	if v.after.Known {
		for _, text := range []string{"block, after compaction: + sent  – gone  ? not known", "block (+ stays after compaction)"} {
			if cell.Width(text) < width {
				return text
			}
		}
	}
	return "block"
}

// afterwards says what happens to a block when the session is compacted, cleared or resumed. It
// returns "" if this was not measured for the agent.
func (v *View) afterwards(r row) string {
	if !v.after.Known || r.size == nil {
		return ""
	}
	var says []string
	events := map[string][]string{} // the events with the same outcome, to be reported together
	for _, at := range discovery.Events {
		after := v.after.Of(v.result.Prompt.Messages[r.message], *r.block, at)
		if events[after.Says] == nil {
			says = append(says, after.Says)
		}
		events[after.Says] = append(events[after.Says], string(at))
	}
	var told strings.Builder
	for _, s := range says {
		fmt.Fprintf(&told, "; after %s: %s", words.List(events[s]), s)
	}
	return told.String()
}
