package rules

import (
	"fmt"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/words"
)

// drawHead draws the agent's name and as much of a summary of its files as fits, and returns the
// number of rows.
func (v *View) drawHead(a cell.Area, t *discovery.Trace, alone bool, st *style.Styles) int {
	at := a.Put(1, 0, report.AgentName(t), st.Accent) + 2
	n := v.counts[v.agent]
	counts := fmt.Sprintf("%d at launch, %d on demand", n.launch, n.later)
	texts := []string{counts + "; " + report.LoadedSize(t), counts + "; " + words.Plural(t.Text.Len(), "byte"), counts}
	if alone {
		texts = []string{fmt.Sprintf("agent %d of %d: ←/→", v.agent+1, len(v.traces)), fmt.Sprintf("%d/%d", v.agent+1, len(v.traces)), ""}
	}
	for len(texts) > 1 && cell.Width(texts[0]) > a.W-at-1 {
		texts = texts[1:]
	}
	a.Put(at, 0, cell.Shorten(texts[0], a.W-at-1), st.Muted)
	y := 1
	if t.Failure != nil {
		for _, row := range cell.WrapText("The agent would not start: "+t.Failure.Message, a.W-2, 0) {
			a.Put(1, y, row, st.Error)
			y++
		}
	}
	a.Put(1, y, cell.Shorten(cell.Visible(v.summary(t)), a.W-2), st.Muted)
	return min(y+1, max(a.H-leastFiles, headRows))
}

// summary says which files have almost the right name, and which directory the agent takes for
// the root of the project, if any.
func (v *View) summary(t *discovery.Trace) string {
	text := "no project root"
	if t.Root != "" {
		text = "project root " + v.host.Short(t.Root)
		switch {
		case t.Root == t.Cwd:
			text = "project root: this directory"
		case facts.Dir(t.Root) == t.Root:
			text = "looks in every directory up to " + t.Root
		}
	}
	if t.Marker != "" {
		text += ", by " + report.Nearby(t.Marker, t.Root)
	}
	if t.Unstable {
		text += "; the order differs at each start"
	}
	if v.o.Misnamed != nil {
		if names := v.o.Misnamed(t.Agent); len(names) > 0 {
			text = "misnamed: " + strings.Join(names, ", ") + "; " + text
		}
	}
	return text
}
