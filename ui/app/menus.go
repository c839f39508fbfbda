package app

import (
	"fmt"
	"path"
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/variable"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/style"
)

// openPalette lists every action with its keys.
func (w *Workbench) openPalette() {
	var items []dialog.Item
	for _, e := range w.keys.Palette() {
		item := dialog.Item{Label: e.Title, Detail: e.Group, Value: e.Action}
		if len(e.Keys) > 0 {
			item.Key = e.Keys[0]
		}
		items = append(items, item)
	}
	w.dialog = dialog.NewList("Actions", "", items, func(item dialog.Item) tea.Cmd {
		return w.do(item.Value.(keymap.Action))
	})
}

// openHelp shows the keys that work here, made from the table that dispatches
// them.
func (w *Workbench) openHelp() {
	heading := func(st *style.Styles) cell.Style { return st.Accent }
	key := func(st *style.Styles) cell.Style { return st.Key }
	base := func(st *style.Styles) cell.Style { return st.Base }
	var lines []dialog.Line
	for _, section := range w.keys.Help(w.context()) {
		if len(lines) > 0 {
			lines = append(lines, nil)
		}
		lines = append(lines, dialog.Line{{Text: section.Group, Look: heading}})
		for _, e := range section.Entries {
			lines = append(lines, dialog.Line{
				{Text: "  " + cell.Pad(strings.Join(e.Keys, " "), 24) + " ", Look: key},
				{Text: e.Title, Look: base},
			})
		}
	}
	w.dialog = dialog.NewReader("Keys", lines)
}

// openProblems lists the problems; choosing one goes there.
func (w *Workbench) openProblems() {
	var items []dialog.Item
	for _, p := range w.problems() {
		where := "settings"
		if p.Start.Line > 0 {
			where = fmt.Sprintf("%d:%d", p.Start.Line, p.Start.Column)
		}
		if p.File != "" {
			where = w.shorten(p.File) + ":" + where
		}
		items = append(items, dialog.Item{
			Label: severitySign(p.Severity) + " " + where + "  " + p.Message, Detail: p.Hint, Key: string(p.Code), Value: p,
		})
	}
	w.dialog = dialog.NewList("Problems", "Nothing is wrong.", items, func(item dialog.Item) tea.Cmd {
		p := item.Value.(diag.Problem)
		if p.File == "" && p.Start.Line > 0 {
			w.selectSpan(p.Span)
		}
		w.say(strings.TrimSuffix(p.Message+": "+p.Hint, ": "))
		return nil
	}).Telling()
}

func severitySign(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "!"
	case diag.Warning:
		return "~"
	default:
		return "i"
	}
}

// problems are those of the settings and of the result.
func (w *Workbench) problems() []diag.Problem {
	if w.result == nil {
		return w.request.Problems
	}
	return w.result.Problems
}

// openInsert offers the catalogue; a chosen variable goes in at the caret. For a
// file its path is asked.
func (w *Workbench) openInsert() {
	var items []dialog.Item
	for _, v := range variable.Catalogue() {
		items = append(items, dialog.Item{Label: v.Type + ":" + v.Name, Detail: v.Description, Value: v})
	}
	w.dialog = dialog.NewList("Insert a variable", "", items, func(item dialog.Item) tea.Cmd {
		v := item.Value.(variable.Variable)
		if v.Dynamic {
			w.openPath(v.Type)
			return nil
		}
		return w.insertTag(v.Type + ":" + v.Name)
	})
}

// openPath asks for the path of a file variable.
func (w *Workbench) openPath(typ string) {
	w.askPath("Insert the text of a file", func(p string) tea.Cmd { return w.insertTag(typ + ":" + p) })
}

// askPath asks for a path, with completion from the disk.
func (w *Workbench) askPath(title string, take func(p string) tea.Cmd) {
	w.dialog = dialog.NewList(title, "No such file here: Enter takes the path as typed.", nil,
		func(item dialog.Item) tea.Cmd {
			p := item.Label
			if strings.HasSuffix(p, "/") {
				w.askPath(title, take)
				w.dialog.(*dialog.List).SetText(p)
				return nil
			}
			return take(p)
		}).Free(take).Query(w.paths)
}

// mostPaths bounds how many names completion offers.
const mostPaths = 500

// paths lists what a typed path may go on to: directories first, hidden names
// only when asked for.
func (w *Workbench) paths(typed string) []dialog.Item {
	dir, prefix := path.Split(typed)
	at := facts.Resolve(w.request.Cwd, dir)
	entries, err := w.o.World.ReadDir(at)
	if err != nil {
		return nil
	}
	var items []dialog.Item
	for _, e := range entries {
		name := e.Name
		if !strings.HasPrefix(strings.ToLower(name), strings.ToLower(prefix)) ||
			strings.HasPrefix(name, ".") && !strings.HasPrefix(prefix, ".") {
			continue
		}
		label := dir + name
		if e.Type.IsDir() {
			label += "/"
		}
		items = append(items, dialog.Item{Label: label, Value: e.Type.IsDir()})
	}
	sort.Slice(items, func(i, j int) bool {
		a, b := items[i].Value.(bool), items[j].Value.(bool)
		if a != b {
			return a
		}
		return items[i].Label < items[j].Label
	})
	return items[:min(len(items), mostPaths)]
}

func (w *Workbench) insertTag(key string) tea.Cmd {
	w.setFocus(layout.Template)
	return w.edit(func() { w.editor.Insert("[" + key + "]") })
}

// openGoToLine asks for a line, or line:column.
func (w *Workbench) openGoToLine() {
	note := fmt.Sprintf("1 to %d, or line:column", w.editor.LineCount())
	w.dialog = dialog.NewField("Go to line", note, "", func(text string) tea.Cmd {
		var line, column int
		if n, _ := fmt.Sscanf(text, "%d:%d", &line, &column); n == 0 {
			w.warn(fmt.Sprintf("%q is no line number", text))
			return nil
		}
		w.remember()
		w.setFocus(layout.Template)
		w.editor.GoToLine(line, max(column, 1))
		return nil
	})
}

// openFilter narrows the inspector's list while it is typed.
func (w *Workbench) openFilter() {
	before := w.inspector.Filter()
	w.setFocus(layout.Variables)
	w.dialog = dialog.NewField("Filter variables", "words of the key, the value or the state; empty shows all", before,
		func(text string) tea.Cmd {
			w.inspector.SetFilter(text)
			return nil
		}).OnChange(w.inspector.SetFilter, func() { w.inspector.SetFilter(before) })
}
