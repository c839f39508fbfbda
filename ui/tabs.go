package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/engine/rules"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/layout"
)

// tab is a view of the preview pane.
type tab uint8

const (
	tabText tab = iota
	tabBlocks
	tabRules
	tabCount
)

var tabNames = [tabCount]string{"Text", "Blocks", "Rules"}

// switchTab shows another view of the preview.
func (w *Workbench) switchTab(step int) tea.Cmd {
	w.tab = tab((int(w.tab) + step + int(tabCount)) % int(tabCount))
	if w.tab == tabRules && w.rules.Empty() {
		return w.discover()
	}
	return nil
}

// showTab shows a view and puts the focus on the preview.
func (w *Workbench) showTab(t tab) tea.Cmd {
	w.setFocus(layout.Preview)
	return w.switchTab(int(t) - int(w.tab))
}

// list is what the keys of a list work on.
type list interface {
	Move(rows int)
	Page(pages int)
	Scroll(rows int)
}

// view is what the preview pane shows.
func (w *Workbench) view() list {
	switch w.tab {
	case tabBlocks:
		return w.blocks
	case tabRules:
		return w.rules
	default:
		return w.preview
	}
}

// browsed is the list with the focus; nil while the template has it.
func (w *Workbench) browsed() list {
	switch w.focus {
	case layout.Variables:
		return w.inspector
	case layout.Preview:
		return w.view()
	default:
		return nil
	}
}

func (w *Workbench) clickPreview(x, y int) bool {
	switch w.tab {
	case tabBlocks:
		return w.blocks.Click(y)
	case tabRules:
		return w.rules.Click(y)
	default:
		return w.preview.Click(x, y)
	}
}

// jumpFromView goes to what the reader's place came from: a block's text, a rule
// file's, the tag that made a piece of the prompt.
func (w *Workbench) jumpFromView() tea.Cmd {
	switch w.tab {
	case tabBlocks:
		if offset, ok := w.blocks.Selected(); ok {
			w.tab = tabText
			w.preview.GoTo(offset)
		}
		return nil
	case tabRules:
		return w.openRule()
	default:
		return w.jumpToTemplate()
	}
}

// mostShown bounds how much of a rule file is shown, in bytes.
const mostShown = 256 << 10

// openRule shows the text of the candidate under the bar, as it is on disk.
func (w *Workbench) openRule() tea.Cmd {
	c, ok := w.rules.Selected()
	if !ok {
		return nil
	}
	if c.RealPath == "" {
		w.say(c.Shown + ": " + c.Reason.Text())
		return nil
	}
	text, err := w.o.World.ReadHead(c.RealPath, mostShown)
	if err != nil {
		w.warn(err.Error())
		return nil
	}
	lines := plainLines(text)
	if int64(len(text)) < c.Bytes {
		lines = append(lines, dialog.Plain("… the rest is not shown"))
	}
	w.dialog = dialog.NewReader(w.shorten(c.Path), lines)
	return nil
}

// drawTabs puts the views' names behind the pane's title, the one that is shown
// marked by more than its colour.
func (w *Workbench) drawTabs(a cell.Area, x int) int {
	for t, name := range tabNames {
		look := w.styles.Tab
		if tab(t) == w.tab {
			look = w.styles.TabActive
		}
		if x+cell.Width(name)+3 > a.W {
			break
		}
		x = a.Put(x, 0, " ", w.styles.Tab)
		x = a.Put(x, 0, name, look)
		x = a.Put(x, 0, " ", w.styles.Tab)
		if t+1 < len(tabNames) {
			x = a.Put(x, 0, "│", w.styles.Border)
		}
	}
	return x
}

// discoveredMsg brings what the agents would load from here.
type discoveredMsg struct {
	traces []*rules.Trace
	asked  uint64
}

// discover asks every agent off the key path; a later asking makes an earlier
// answer stale.
func (w *Workbench) discover() tea.Cmd {
	w.discovery++
	asked, world := w.discovery, w.o.World
	o := rules.Options{Cwd: w.request.Cwd, Directories: w.request.Scenario.Directories, Trusted: w.request.Scenario.Trusted}
	return func() tea.Msg {
		// One recording: all agents see the same world.
		recording := facts.NewRecording(world)
		var traces []*rules.Trace
		for _, agent := range rules.Agents() {
			if t, err := agent.Discover(context.Background(), recording, o); err == nil {
				traces = append(traces, t)
			}
		}
		return discoveredMsg{traces, asked}
	}
}

func (w *Workbench) discovered(msg discoveredMsg) {
	if msg.asked == w.discovery {
		w.rules.SetTraces(msg.traces)
	}
}
