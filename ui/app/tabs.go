package app

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/style"
	"galley/ui/view"
	"galley/ui/view/blocks"
	"galley/ui/view/diff"
	"galley/ui/view/follow"
	"galley/ui/view/rules"
	"galley/ui/view/text"
)

// tabs are the views of the preview pane.
type tabs struct {
	all []view.View // in the order of the tabs
	at  int

	// The workbench also calls methods of these views that [view.View] does not have.
	text    *text.View
	blocks  *blocks.View
	request view.View
	diff    *diff.Tab
	rules   *rules.View
	follow  *follow.View
}

// current returns the shown view.
func (t *tabs) current() view.View { return t.all[t.at] }

// needsHeight reports whether the shown view is a list whose foot describes the row under the bar.
// Such a list would have few rows on a low screen.
func (t *tabs) needsHeight() bool {
	_, ok := t.current().(view.Detailer)
	return ok
}

// send sends a message to the shown view.
func (t *tabs) send(msg tea.Msg) tea.Cmd { return t.update(t.at, msg) }

// tell sends a message to every view.
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

// step shows the next view, or the previous one if step is -1.
func (t *tabs) step(step int) tea.Cmd {
	return t.turn((t.at + step + len(t.all)) % len(t.all))
}

// show shows a view by its title.
func (t *tabs) show(title string) tea.Cmd {
	for i, v := range t.all {
		if v.Title() == title {
			return t.turn(i)
		}
	}
	return nil
}

// turn shows the view at an index.
func (t *tabs) turn(to int) tea.Cmd {
	if to != t.at {
		t.send(view.Hidden{})
	}
	t.at = to
	return t.send(view.Shown{})
}

// owners returns the titles of the views that handle an action themselves.
func (t *tabs) owners(action keymap.Action) (titles []string) {
	for _, v := range t.all {
		if slices.Contains(v.Keys(), action) {
			titles = append(titles, v.Title())
		}
	}
	return titles
}

// titles returns the views' names, to be shown after the pane's title. The name of the shown view
// is marked by more than colour. If not all names fit, titles returns that of the shown view and
// its neighbours, between signs on which a press shows the other views.
func (t *tabs) titles(width, x int, st *style.Styles) []titleWord {
	from, to := t.window(width - x - 1)
	all := []titleWord{{text: " ", look: st.Tab, x: x}}
	put := func(text string, look cell.Style, tab string) {
		all = append(all, titleWord{text: text, look: look, tab: tab, x: end(all)})
	}
	if from > 0 {
		put("‹", st.Key, t.all[from-1].Title())
	}
	for i, v := range t.all[from:to] {
		look := st.Tab
		if from+i == t.at {
			look = st.TabActive
		}
		if i > 0 {
			put("│", st.Border, "")
		}
		put(" "+v.Title()+" ", look, v.Title())
	}
	if to < len(t.all) {
		put("›", st.Key, t.all[to].Title())
	}
	return all
}

// window returns the range of the tabs whose names fit into a width. If not all fit, it returns the
// shown one and its neighbours, preferring those before it.
func (t *tabs) window(width int) (from, to int) {
	needs := func(from, to int) int {
		n := to - from - 1 // the columns of the dividers between the tabs
		for _, v := range t.all[from:to] {
			n += cell.Width(v.Title()) + 2
		}
		if from > 0 {
			n++
		}
		if to < len(t.all) {
			n++
		}
		return n
	}
	from, to = t.at, t.at+1
	for from > 0 && needs(from-1, to) <= width {
		from--
	}
	for to < len(t.all) && needs(from, to+1) <= width {
		to++
	}
	return from, to
}
