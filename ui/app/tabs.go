package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/layout"
)

// tab is a view of the preview pane.
type tab uint8

const (
	tabText tab = iota
	tabBlocks
	tabRequest
	tabDiff
	tabRules
	tabCount
)

var tabNames = [tabCount]string{"Text", "Blocks", "Request", "Diff", "Rules"}

// switchTab shows another view of the preview.
func (w *Workbench) switchTab(step int) tea.Cmd {
	w.tab = tab((int(w.tab) + step + int(tabCount)) % int(tabCount))
	if w.tab == tabRules && w.rules.Empty() {
		return w.discover()
	}
	return w.derive()
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
	case tabRequest, tabDiff:
		return w.derivedOf(w.tab).pane
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
	case tabRequest, tabDiff:
		d := w.derivedOf(w.tab)
		return d.pane.Click(x-1, y-d.rows)
	default:
		return w.preview.Click(x, y)
	}
}

// jumpFromView goes to what the reader's place came from: a block's text, a rule
// file's, the tag that made a piece of the prompt.
func (w *Workbench) jumpFromView() tea.Cmd {
	switch w.tab {
	case tabBlocks:
		if b, ok := w.blocks.Unsent(); ok {
			w.dialog = dialog.NewReader(b.Title+", which is not sent", plainLines(b.Text.String()))
		} else if offset, ok := w.blocks.Selected(); ok {
			w.tab = tabText
			w.preview.GoTo(offset)
		}
		return nil
	case tabRequest, tabDiff:
		w.openDerivedNotes()
		return nil
	case tabRules:
		return w.openRule()
	default:
		return w.jumpToTemplate()
	}
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
