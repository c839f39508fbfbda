package files

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/template"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/words"
)

// changesMsg carries a comparison of unsaved text with its file, for a dialog.
type changesMsg struct {
	page  *dialog.Reader
	err   error
	asked screen.Ticket
}

// Changes shows what is unsaved: the text in the editor compared with its file on disk. If
// several files have unsaved text, it asks for one.
func (fs *Files) Changes() tea.Cmd {
	var items []dialog.Item
	for _, f := range fs.all {
		if f.Dirty() {
			name, state := f.Title()
			items = append(items, dialog.Item{Label: name + state, Value: f})
		}
	}
	switch len(items) {
	case 0:
		fs.screen.Say("Nothing is unsaved")
		return nil
	case 1:
		return items[0].Value.(*File).changes()
	}
	fs.screen.Open(dialog.NewList("Unsaved changes: in which file?", "", items, func(item dialog.Item) tea.Cmd {
		return item.Value.(*File).changes()
	}))
	return nil
}

// changes is a command that compares the text in the editor with the file on disk.
func (f *File) changes() tea.Cmd {
	store, text, path, asked := f.in.o.Store, f.Editor.Text(), f.Path(), f.in.screen.Ticket()
	name, _ := f.Title()
	if path == "" {
		before := ""
		if f.builtIn {
			before = template.Default
		}
		return func() tea.Msg {
			return changesMsg{page: dialog.NewDiff(name+" (−) and the unsaved text (+)", before, text), asked: asked}
		}
	}
	return func() tea.Msg {
		doc, err := store.Load(path)
		if err != nil {
			return changesMsg{err: err, asked: asked}
		}
		return changesMsg{page: dialog.NewDiff(name+" on disk (−) and unsaved (+)", doc.Text(), text), asked: asked}
	}
}

func (fs *Files) showChanges(msg changesMsg) tea.Cmd {
	if msg.err != nil {
		fs.screen.Warn("Cannot compare: " + words.Reason(msg.err))
		return nil
	}
	return fs.screen.Answer(msg.asked, "the unsaved changes", func() tea.Cmd {
		fs.screen.Open(msg.page)
		return nil
	})
}
