package app

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/style"
	"galley/ui/view"
	"galley/ui/view/diff"
	"galley/ui/view/follow"
	"galley/ui/view/rules"
	"galley/ui/view/text"
)

// tabs are the views of the preview pane.
type tabs struct {
	all []view.View // in their order on the screen
	at  int

	// Those that the workbench asks for more than a view has.
	text    *text.View
	request view.View
	diff    *diff.Tab
	rules   *rules.View
	follow  *follow.View
}

// current is the view that is shown.
func (t *tabs) current() view.View { return t.all[t.at] }

// send gives a message to the view that is shown.
func (t *tabs) send(msg tea.Msg) tea.Cmd { return t.update(t.at, msg) }

// tell gives a message to every view.
func (t *tabs) tell(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i := range t.all {
		cmds = append(cmds, t.update(i, msg))
	}
	return tea.Batch(cmds...)
}

func (t *tabs) update(i int, msg tea.Msg) (cmd tea.Cmd) {
	t.all[i], cmd = t.all[i].Update(msg)
	return cmd
}

// step shows the next view, or the one before.
func (t *tabs) step(step int) tea.Cmd {
	t.at = (t.at + step + len(t.all)) % len(t.all)
	return t.send(view.Shown{})
}

// show shows a view by its title.
func (t *tabs) show(title string) tea.Cmd {
	for i, v := range t.all {
		if v.Title() == title {
			t.at = i
		}
	}
	return t.send(view.Shown{})
}

// owners are the titles of the views that do an action themselves.
func (t *tabs) owners(action keymap.Action) (titles []string) {
	for _, v := range t.all {
		if slices.Contains(v.Keys(), action) {
			titles = append(titles, v.Title())
		}
	}
	return titles
}

// titles are the views' names behind the pane's title, the one that is shown marked by
// more than its colour, as far as they fit: that one always does.
func (t *tabs) titles(width, x int, st *style.Styles) []said {
	var all []said
	x++
	for i := t.first(width - x); i < len(t.all); i++ {
		name, look := t.all[i].Title(), st.Tab
		if i == t.at {
			look = st.TabActive
		}
		if x+cell.Width(name)+3 > width {
			break
		}
		if len(all) > 0 {
			all = append(all, said{text: "│", look: st.Border, x: x})
			x++
		}
		all = append(all, said{text: " ", look: look, tab: name, x: x}, said{text: name, look: look, tab: name, x: x + 1})
		all = append(all, said{text: " ", look: look, tab: name, x: x + 1 + cell.Width(name)})
		x += cell.Width(name) + 2
	}
	return all
}

// first is the first of the names that are shown, so that the one on screen is among them.
func (t *tabs) first(width int) int {
	first := t.at
	for used := cell.Width(t.all[t.at].Title()) + 3; first > 0; first-- {
		if used += cell.Width(t.all[first-1].Title()) + 3; used > width {
			break
		}
	}
	return first
}
