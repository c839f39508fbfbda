package app

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/engine/profile"
	"galley/engine/scenario"
	"galley/ui/dialog"
	"galley/ui/layout"
	"galley/ui/term"
)

// cancel closes what is open or ends what was begun. It never discards text and
// never quits.
func (w *Workbench) cancel() {
	switch {
	case w.editor.Completing():
		w.editor.CloseCompletion()
	case w.editor.Finding():
		w.editor.EndFind()
	case w.editor.Unselect():
	case w.inspector.Filter() != "":
		w.inspector.SetFilter("")
	default:
		w.note = note{}
	}
}

// newline breaks the line, or takes the chosen completion.
func (w *Workbench) newline() tea.Cmd {
	if w.editor.Completing() {
		return w.accept()
	}
	return w.edit(w.editor.Newline)
}

func (w *Workbench) accept() tea.Cmd {
	return w.edit(func() { w.editor.AcceptCompletion() })
}

// tabKey takes the chosen completion, or indents the selected lines; with neither it
// goes to the next pane, as everywhere else.
func (w *Workbench) tabKey() tea.Cmd {
	switch {
	case w.editor.Completing():
		return w.accept()
	case strings.ContainsAny(w.editor.Selected(), "\r\n"):
		return w.edit(w.editor.Indent)
	default:
		w.setFocus(w.focus.Next())
		return nil
	}
}

func (w *Workbench) backtabKey() tea.Cmd {
	if strings.ContainsAny(w.editor.Selected(), "\r\n") {
		return w.edit(w.editor.Outdent)
	}
	w.setFocus(w.focus.Prev())
	return nil
}

// refresh asks the world anew, and takes the template from its file when nothing
// of it is unsaved.
func (w *Workbench) refresh() tea.Cmd {
	w.askAnew()
	cmds := []tea.Cmd{w.render()}
	if !w.rules.Empty() {
		cmds = append(cmds, w.discover())
	}
	if w.doc != nil {
		cmds = append(cmds, w.compare(true))
	}
	w.say("Asked the files anew")
	return tea.Batch(cmds...)
}

// insertVariable inserts the variable under the inspector's bar, or offers the
// catalogue.
func (w *Workbench) insertVariable() tea.Cmd {
	if v, ok := w.inspector.Selected(); ok && w.focus == layout.Variables {
		return w.insertTag(v.Key)
	}
	w.openInsert()
	return nil
}

// openEditor hands the file to the user's editor, at the caret. What is unsaved
// is saved first, since the editor sees the file alone.
func (w *Workbench) openEditor() tea.Cmd {
	if w.doc == nil {
		w.openSaveAs(false)
		w.say("The template needs a file before another editor can open it")
		return nil
	}
	pos := w.editor.Position()
	if !w.dirty() {
		return w.session.Edit(w.doc.Path(), pos.Line, pos.Column)
	}
	w.dialog = dialog.NewQuestion("Unsaved changes", "The other editor sees what is on disk.",
		dialog.Answer{Key: "s", Label: "Save, then open it", Do: func() tea.Cmd {
			saved, err := w.doc.Save(w.editor.Text(), document.SaveOptions{})
			cmd := w.savedFile(savedMsg{w.editor.Revision(), w.doc, saved, err, false})
			if err != nil {
				return cmd
			}
			return tea.Batch(cmd, w.session.Edit(w.doc.Path(), pos.Line, pos.Column))
		}},
	)
	return nil
}

// externallyEdited reads the file again, whatever the editor's exit status was.
func (w *Workbench) externallyEdited(msg term.EditedMsg) tea.Cmd {
	if msg.Err != nil {
		w.warn("The editor ended with an error; the file was read again all the same: " + msg.Err.Error())
	}
	var cmds []tea.Cmd
	if !w.rules.Empty() {
		cmds = append(cmds, w.discover())
	}
	if w.doc != nil {
		cmds = append(cmds, w.compare(true))
	}
	return tea.Batch(cmds...)
}

// openProfiles lists the agents whose prompts can be shown.
func (w *Workbench) openProfiles() {
	var items []dialog.Item
	for _, p := range profile.All() {
		item := dialog.Item{Label: profile.FullName(p), Detail: "the template is: " + strings.Join(p.TemplateAs(), ", "), Value: profile.FullName(p)}
		if w.result != nil && w.result.Profile == item.Label {
			item.Key = "now"
		}
		items = append(items, item)
	}
	w.dialog = dialog.NewList("Whose prompt", "", items, func(item dialog.Item) tea.Cmd {
		w.request.Profile = item.Value.(string)
		w.rules.Show(strings.SplitN(w.request.Profile, "@", 2)[0])
		return w.render()
	})
}

// templateAs is what the template becomes under the profile in force, and the
// other things it could be.
func (w *Workbench) templateAs() (now string, all []string) {
	if w.result == nil {
		return "", nil
	}
	agent, _ := profile.Lookup(w.result.Profile)
	all = agent.TemplateAs()
	now = w.request.Scenario.TemplateAs
	switch {
	case len(all) == 0:
		return "", nil
	case now == "" && w.builtIn && !w.dirty() && slices.Contains(all, "none"):
		// The default template is galley's own: another agent's prompt stands as it is.
		return "none", all
	case !slices.Contains(all, now):
		return all[0], all
	}
	return now, all
}

// cycleTemplateAs changes what the template is under the profile.
func (w *Workbench) cycleTemplateAs() tea.Cmd {
	now, all := w.templateAs()
	if len(all) < 2 {
		w.say("Under this profile the template is always the same: " + now)
		return nil
	}
	next := all[(slices.Index(all, now)+1)%len(all)]
	w.request.Scenario.TemplateAs = next
	w.say("The template is now: " + next)
	return w.render()
}

// openModel asks for the model that the prompt is made for.
func (w *Workbench) openModel() {
	now := strings.TrimPrefix(w.request.Provider+"/"+w.request.Model, "/")
	w.dialog = dialog.NewField("Model", "[PROVIDER/]MODEL, as anthropic/claude-sonnet-4-5; empty for none", now, func(text string) tea.Cmd {
		w.request.Provider, w.request.Model = scenario.SplitModel(strings.TrimSpace(text))
		return w.render()
	})
}

func (w *Workbench) toggleWrap() {
	o := w.editor.Options()
	o.NoWrap = !o.NoWrap
	w.editor.SetOptions(o)
	for _, p := range w.texts() {
		p.SetWrap(!o.NoWrap)
	}
	w.say(onOff("Long lines wrap", "Long lines run on", !o.NoWrap))
}

func (w *Workbench) toggleSpace() {
	o := w.editor.Options()
	o.Cell.ShowSpace = !o.Cell.ShowSpace
	w.editor.SetOptions(o)
	for _, p := range w.texts() {
		p.SetOptions(o.Cell)
	}
	w.say(onOff("Spaces and tabs are shown", "Spaces and tabs are blank", o.Cell.ShowSpace))
}

// toggleMouse gives the mouse to galley or leaves it to the terminal, whose own
// selection then works.
func (w *Workbench) toggleMouse() tea.Cmd {
	w.mouse = !w.mouse
	w.say(onOff("The mouse works here", "The mouse is the terminal's: select and copy with it", w.mouse))
	if w.mouse {
		return tea.EnableMouseCellMotion
	}
	return tea.DisableMouse
}

func (w *Workbench) nextTheme() {
	if len(w.o.Themes) == 0 {
		return
	}
	w.theme = (w.theme + 1) % len(w.o.Themes)
	name := w.o.Themes[w.theme]
	w.setStyles(name)
	w.say(fmt.Sprintf("Theme %s", name))
}

func onOff(on, off string, is bool) string {
	if is {
		return on
	}
	return off
}
