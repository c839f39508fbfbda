package app

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/view"
	"galley/ui/words"
)

// openPalette lists every action with its keys.
func (m *Model) openPalette() {
	var items []dialog.Item
	tabs := m.tabRows()
	for _, e := range m.keys.Palette() {
		if len(tabs) > 0 && e.Group == tabs[0].Detail { // list the tabs before the actions that work in a tab
			items, tabs = append(items, tabs...), nil
		}
		item := dialog.Item{Label: e.Title, Also: e.Also, Detail: e.Group, Value: e.Action}
		if len(e.Keys) > 0 {
			item.Key = e.Keys[0]
		}
		if e.Action == keymap.ChooseProfile { // the filter must find this action by the name of an agent
			for _, a := range m.o.Engine.Agents().All() {
				item.Also += a.Title + " " + a.Name + " "
			}
		}
		items = append(items, item)
		if e.Action == keymap.CycleTheme {
			items = append(items, m.themes.rows(e.Group)...)
		}
	}
	m.screen.Open(dialog.NewList("Actions", "", items, func(item dialog.Item) tea.Cmd {
		switch to := item.Value.(type) {
		case string:
			return host{m}.Show(to)
		case themeName:
			return m.themes.use(string(to))
		}
		return m.chosen(item.Value.(keymap.Action))
	}).Even())
}

// tabRows returns a row of the palette for each tab.
func (m *Model) tabRows() (items []dialog.Item) {
	for _, v := range m.tabs.all {
		items = append(items, dialog.Item{Label: v.Title() + " tab: show it in the preview", Detail: keymap.OfTabs, Value: v.Title()})
	}
	return items
}

// openHelp shows the keys that work at the moment, first those of the view with the focus. It
// reads them from the same table that decides what a key does.
func (m *Model) openHelp() {
	sections := m.keys.Help(m.context())
	if v := m.focused(); v != nil {
		sections = append([]keymap.Section{m.ownKeys(v, sections)}, sections...)
	}
	reader := dialog.NewReader("Keys", nil)
	reader.Flow(func(width int) []dialog.Line { return helpLines(sections, width) })
	m.screen.Open(reader)
}

// keysWidth is the width of the column of keys in the help, and leastHelp the least width of a
// window in which the titles stand beside it.
const (
	keysWidth = 24
	leastHelp = 56
)

// helpLines returns the lines of the help for a width. In a narrow window each title stands below
// its keys.
func helpLines(sections []keymap.Section, width int) (lines []dialog.Line) {
	for i, section := range sections {
		if i > 0 {
			lines = append(lines, nil)
		}
		lines = append(lines, dialog.Text(section.Group, dialog.Accent))
		for _, e := range section.Entries {
			keys, title := "  "+strings.Join(e.Keys, " "), dialog.Part{Text: e.Title, Look: dialog.Base}
			if width < leastHelp {
				title.Text = "    " + title.Text
				lines = append(append(lines, dialog.Text(keys, dialog.Key)), dialog.Line{title}.Hang(4, width)...)
				continue
			}
			line := dialog.Line{{Text: cell.Pad(keys, keysWidth+2) + " ", Look: dialog.Key}, title}
			lines = append(lines, line.Hang(keysWidth+3, width)...)
		}
	}
	return lines
}

// ownKeys returns the keys that the view handles itself, from its hints.
func (m *Model) ownKeys(v view.View, sections []keymap.Section) keymap.Section {
	own := keymap.Section{Group: "Here, in " + v.Title()}
	for _, h := range v.Hints() {
		if key := m.keys.HintIn(m.context(), h.Action); key != "" {
			own.Entries = append(own.Entries, keymap.Entry{Action: h.Action, Title: ownTitle(v, h, sections), Keys: []string{key}})
		}
	}
	return own
}

// ownTitle returns the description of a key in a view: the title in the key table if that is about
// this view, otherwise the text in the footer's hint.
func ownTitle(v view.View, h view.Hint, sections []keymap.Section) string {
	for _, s := range sections {
		for _, e := range s.Entries {
			if rest, ok := strings.CutPrefix(e.Title, v.Title()+": "); ok && e.Action == h.Action {
				return h.Word + ": " + rest
			}
		}
	}
	return h.Word
}

// openTold shows the full description of the selected row, for which the foot of a list may be too
// small.
func (m *Model) openTold() {
	v := m.focused()
	teller, ok := v.(view.Detailer)
	if !ok || teller.Details() == "" {
		m.screen.Say("Only rows of lists can be read in full; " + m.keys.Hint(keymap.ToggleWrap) + " wraps the lines of a text")
		return
	}
	m.screen.Open(dialog.NewReader(v.Title(), []dialog.Line{dialog.Plain(cell.Visible(teller.Details()))}))
}

// openGoToLine asks for a line, or line:column.
func (m *Model) openGoToLine() {
	note := fmt.Sprintf("1 to %d, or line:column", m.editor().LineCount())
	m.screen.Open(dialog.NewField("Go to line", note, "", func(text string) tea.Cmd {
		var line, column int
		if n, _ := fmt.Sscanf(text, "%d:%d", &line, &column); n == 0 {
			m.screen.Warn(fmt.Sprintf("%q is not a line number", text))
			return nil
		}
		m.jumps.remember()
		m.setFocus(layout.Template)
		m.editor().GoToLine(line, max(column, 1))
		return nil
	}))
}

// applyTextOptions applies the editor's options, such as wrapping, to the texts of every pane.
func (m *Model) applyTextOptions() {
	o := m.editor().Options()
	m.tell(view.Looks{Wrap: !o.NoWrap, Cell: o.Cell})
}

func (m *Model) toggleWrap() {
	wrap := m.editor().Options().NoWrap
	m.files.SetEditorOptions(func(o *editorOptions) { o.NoWrap = !wrap })
	m.applyTextOptions()
	m.screen.Say(words.OnOff("Long lines wrap", "Long lines do not wrap", wrap))
}

func (m *Model) toggleSpace() {
	show := !m.editor().Options().Cell.ShowSpace
	m.files.SetEditorOptions(func(o *editorOptions) { o.Cell.ShowSpace = show })
	m.applyTextOptions()
	m.screen.Say(words.OnOff("Spaces and tabs are shown", "Spaces and tabs are not shown", show))
}

// toggleMouse passes the handling of the mouse from galley to the terminal, or back to galley.
// The user can select text as in other programs of the terminal only while the terminal handles
// the mouse.
func (m *Model) toggleMouse() tea.Cmd {
	m.mouse.on = !m.mouse.on
	m.screen.Say(words.OnOff("The mouse controls galley", "The mouse controls the terminal: select and copy with it", m.mouse.on))
	if m.mouse.on {
		return tea.EnableMouseCellMotion
	}
	return tea.DisableMouse
}
