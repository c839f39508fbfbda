package app

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/ui/cell"
	"galley/ui/preview"
)

// derived is a view of a text that is made of the result: the request's JSON, a
// difference. It is made off the key path, and only while its tab is shown.
type derived struct {
	pane    *preview.Pane
	head    []string // what is said above the text; the first line names it
	notes   []string // everything there is to say, for a reader
	rows    int      // how many stood above the text at the last draw
	made    madeOf
	running bool
}

// madeOf is what a view was made of.
type madeOf struct {
	revision uint64  // of the result
	choice   int     // of the providers
	with     against // what it is compared with
	world    uint64  // how often the world was asked anew
}

// derivedMsg brings what a view shows.
type derivedMsg struct {
	tab         tab
	made        madeOf
	text        string
	head, notes []string
	err         error
}

// derivedOf returns the view of a tab, nil where there is none.
func (w *Workbench) derivedOf(t tab) *derived {
	switch t {
	case tabRequest:
		return &w.requestView.derived
	case tabDiff:
		return &w.diffView.derived
	}
	return nil
}

// derive makes the view that is shown of the result that is shown, unless it is
// made, or being made, already: then what came in between is made afterwards.
func (w *Workbench) derive() tea.Cmd {
	d := w.derivedOf(w.tab)
	if d == nil || w.result == nil || d.running {
		return nil
	}
	made := madeOf{revision: w.result.Revision, world: w.asked}
	var make func(derivedMsg) derivedMsg
	if w.tab == tabRequest {
		made.choice, make = w.requestView.choice, w.makeRequest()
	} else {
		all := w.againsts()
		made.with = all[w.chosenAgainst(all)]
		make = w.makeDiff(made.with)
	}
	if d.made == made {
		return nil
	}
	d.running = true
	msg := derivedMsg{tab: w.tab, made: made}
	return func() tea.Msg { return make(msg) }
}

// tookDerived shows what was made, and makes what has been asked for meanwhile.
func (w *Workbench) tookDerived(msg derivedMsg) tea.Cmd {
	d := w.derivedOf(msg.tab)
	d.running = false
	d.made = msg.made
	if msg.err != nil {
		d.head, d.notes = []string{msg.err.Error()}, nil
		d.pane.SetText("")
	} else {
		d.head, d.notes = msg.head, msg.notes
		d.pane.SetText(msg.text)
	}
	return w.derive()
}

// nextChoice goes to the next of what the tab can show: an agent, a provider,
// something to compare with.
func (w *Workbench) nextChoice(step int) tea.Cmd {
	switch w.tab {
	case tabRules:
		w.rules.NextAgent(step)
	case tabRequest:
		w.requestView.next(step)
	case tabDiff:
		all := w.againsts()
		w.diffView.with = all[(w.chosenAgainst(all)+step+len(all))%len(all)]
	}
	return w.derive()
}

// mostHead bounds the lines above a derived text.
const mostHead = 6

// draw draws what is said above the text, and the text.
func (d *derived) draw(w *Workbench, a cell.Area, choice, of int, focused bool) (x, y int, visible bool) {
	if len(d.head) == 0 {
		a.Put(1, 0, "Being made…", w.styles.Muted)
		return 0, 0, false
	}
	end := a.Put(1, 0, cell.Shorten(cell.Visible(d.head[0]), a.W-2), w.styles.Accent)
	if hint := fmt.Sprintf("%d of %d: ←/→", choice+1, of); of > 1 && end+2+cell.Width(hint) < a.W {
		a.Put(end+2, 0, hint, w.styles.Muted)
	}
	rows := 1
	for _, line := range d.head[1:] {
		for _, part := range cut(line, a.W-2) {
			if rows < min(mostHead, max(a.H/3, 1)) {
				a.Put(1, rows, part, w.styles.Muted)
				rows++
			}
		}
	}
	a.HLine(0, rows, a.W, w.styles.Border)
	rows++
	d.rows = rows
	if d.pane.Text() == "" || a.H <= rows {
		return 0, 0, false
	}
	d.pane.SetStale(w.stale())
	x, y, visible = d.pane.Draw(a.Sub(1, rows, a.W-1, a.H-rows), w.styles, focused)
	return x + 1, y + rows, visible
}

// cut cuts a text into rows of a width, with what it hides made visible.
func cut(text string, width int) []string {
	text = cell.Visible(text)
	cells := cell.Cells(nil, text, 0, 0, cell.Options{})
	starts := cell.Wrap(cells, max(width, 1), 2)
	if len(cells) == 0 {
		return []string{""}
	}
	var rows []string
	for i, from := range starts {
		end, indent := len(text), ""
		if i+1 < len(starts) {
			end = cells[starts[i+1]].Start
		}
		if i > 0 {
			indent = "  "
		}
		rows = append(rows, indent+text[cells[from].Start:end])
	}
	return rows
}

// shownRequest is the request of the result that is shown.
func (w *Workbench) shownRequest() engine.Request { return w.rendering.request }

// askAnew forgets what the world said.
func (w *Workbench) askAnew() {
	w.engine.Refresh()
	w.asked++
}

// texts are the panes that show a text.
func (w *Workbench) texts() []*preview.Pane {
	return []*preview.Pane{w.preview, w.requestView.pane, w.diffView.pane}
}
