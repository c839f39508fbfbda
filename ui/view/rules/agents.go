package rules

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
	"galley/ui/view"
)

// The column of agents is shown beside the files if the pane is wide enough for both.
const (
	agentsWidth = 25
	agentsLeast = 62 // the least width of a pane that shows the column
	launchAt    = agentsWidth - 7
	laterAt     = agentsWidth - 1
)

// places has the parts of the pane as they were last drawn.
type places struct {
	agents, files rect
	names         int // the width of the longest file name
	needed        int // the rows of the longest reason of the shown agent; 0 if not counted
	width         int // the width for which they were counted
}

type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

func (r rect) of(a cell.Area) cell.Area { return a.Sub(r.x, r.y, r.w, r.h) }

// drawAgents draws the agents with the number of files that each loads at launch and later.
func (v *View) drawAgents(a cell.Area, st *style.Styles) {
	a.Put(1, 0, "agent ←/→", st.Muted)
	drawRightAligned(a, launchAt, 0, "launch", st.Muted)
	drawRightAligned(a, laterAt, 0, "later", st.Muted)
	v.agents.DrawRows(v.at.agents.of(a), func(a cell.Area, y, i int) {
		t, n := v.traces[i], v.counts[i]
		look := st.Base
		if n.launch+n.later == 0 {
			look = st.Muted
		}
		if i == v.agent {
			a.Put(0, y, "▸", st.Accent)
			look = st.Accent
		}
		a.Put(1, y, cell.Shorten(t.Agent, launchAt-4), look)
		if t.Failure != nil {
			drawRightAligned(a, laterAt, y, "✗ no start", st.Error)
		} else {
			drawRightAligned(a, launchAt, y, number(n.launch), look)
			drawRightAligned(a, laterAt, y, number(n.later), look)
		}
		if i == v.agent {
			a.Underlay(0, y, a.W-1, 1, st.RowBlurred)
		}
	})
}

func number(n int) string {
	if n == 0 {
		return "·"
	}
	return fmt.Sprint(n)
}

// drawRightAligned draws a text so that it ends before the column end.
func drawRightAligned(a cell.Area, end, y int, text string, st cell.Style) {
	a.Put(end-cell.Width(text), y, text, st)
}

// click handles a press. A press on an agent chooses the agent, and a press on a file moves the
// bar there. A double click on a file shows the file.
func (v *View) click(msg view.Click) tea.Cmd {
	switch {
	case v.at.agents.has(msg.X, msg.Y):
		if v.agents.Click(msg.Y - v.at.agents.y) {
			i, _ := v.agents.Bar()
			v.choose(i)
		}
	case v.matrix && msg.Y < v.at.files.y:
		if i, ok := v.columnAt(msg.X); ok {
			v.choose(i)
		}
	case v.list.Click(msg.Y - v.at.files.y):
		if i, ok := v.columnAt(msg.X); ok && v.matrix {
			v.choose(i)
		}
		if msg.Count == 2 {
			return v.open()
		}
	}
	return nil
}

// chooseAgent lists the agents to choose one.
func (v *View) chooseAgent() {
	var items []dialog.Item
	for _, a := range v.o.Agents.Leading(v.whose).SurveyAgents() {
		item := dialog.Item{Label: a.Agent, Value: a.Agent}
		for i, t := range v.traces {
			if t.Agent == a.Agent {
				n := v.counts[i]
				item.Detail = fmt.Sprintf("%d at launch, %d on demand", n.launch, n.later)
				item.Key = report.AgentName(t)
			}
		}
		items = append(items, item)
	}
	v.host.Open(dialog.NewList("Rules of which agent", "", items, func(item dialog.Item) tea.Cmd {
		v.show(item.Value.(string))
		return nil
	}))
}
