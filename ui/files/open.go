package files

import (
	"path/filepath"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/engine/facts"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/words"
)

// mostOpen is the most files that can be open at once.
const mostOpen = 50

// Place is the position of the caret when a file is shown: a line and a column, from 1, or an
// offset in bytes. The zero Place leaves the caret where it is.
type Place struct {
	Line, Column, Offset int
	Text                 string // the initial text of a file that does not exist yet
}

// openedMsg carries a file to show.
type openedMsg struct {
	doc     *document.Document
	at      Place
	outside bool
	err     error
	asked   screen.Ticket
	then    func(f *File) tea.Cmd // called when the file is in the list; if nil, the file is shown
}

// Open shows a file in the editor pane. A file that does not exist opens empty, and
// saving creates it. path is absolute.
func (fs *Files) Open(path string, at Place) tea.Cmd {
	if f := fs.find(path); f != nil {
		return fs.Show(f, at)
	}
	return fs.load(path, at, nil)
}

// OpenBeside opens an existing file without showing it, and passes the file to the function
// then.
func (fs *Files) OpenBeside(path string, then func(f *File) tea.Cmd) tea.Cmd {
	if f := fs.find(path); f != nil {
		return then(f)
	}
	return fs.load(path, Place{}, then)
}

// Put puts an open file into the editor pane and leaves the focus where it is.
func (fs *Files) Put(f *File) {
	for i, other := range fs.all {
		if other == f {
			fs.current = i
		}
	}
}

// Drop closes a file without unsaved text and leaves the focus where it is.
func (fs *Files) Drop(f *File) tea.Cmd {
	fs.delist(f)
	return tea.Batch(f.unsaved.Drop(), fs.o.Rebuild())
}

// find returns the open file with a path, or nil.
func (fs *Files) find(path string) *File {
	for _, f := range fs.all {
		if f.named([]string{facts.Slash(path)}) {
			return f
		}
	}
	return nil
}

// load is a command that reads a file to open it.
func (fs *Files) load(path string, at Place, then func(f *File) tea.Cmd) tea.Cmd {
	if len(fs.all) >= mostOpen {
		fs.screen.Warn(words.Plural(mostOpen, "file") + " are open: close one first")
		return nil
	}
	store, inside, asked := fs.o.Store, fs.o.Inside, fs.screen.Ticket()
	return func() tea.Msg {
		doc, err := store.Load(filepath.FromSlash(path))
		return openedMsg{doc, at, err == nil && !inside(path), err, asked, then}
	}
}

func (fs *Files) opened(msg openedMsg) tea.Cmd {
	if msg.err != nil {
		fs.screen.Warn("Not opened: " + words.Reason(msg.err))
		return nil
	}
	f, cmd := fs.add(msg.doc, msg.outside, msg.then == nil)
	if msg.then != nil {
		return tea.Batch(cmd, msg.then(f))
	}
	return tea.Batch(cmd, fs.screen.Answer(msg.asked, "an opened file", func() tea.Cmd { return fs.Show(f, msg.at) }))
}

// add adds a file to the list. It does nothing if the file is already there: it may be listed
// under the path of a link, or have been added since the request. If find is set, add looks for
// unsaved text of an earlier run.
func (fs *Files) add(doc *document.Document, outside, find bool) (*File, tea.Cmd) {
	real := facts.Slash(doc.Info().RealPath)
	if f := fs.find(real); f != nil {
		if f.Path() != doc.Path() {
			fs.screen.Say(fs.o.Paths.Short(doc.Path()) + " is a link to " + f.short() + ", which is open")
		}
		return f, nil
	}
	f := fs.file(doc)
	f.locked = outside
	f.Editor.SetText(doc.Text())
	fs.all = append(fs.all, f)
	cmds := []tea.Cmd{f.announce(), fs.o.Rebuild()}
	if find {
		cmds = append(cmds, f.findRecovery())
	}
	return f, tea.Batch(cmds...)
}

// Show puts an open file into the editor pane.
func (fs *Files) Show(f *File, at Place) tea.Cmd {
	fs.Put(f)
	switch {
	case at.Line > 0:
		f.Editor.GoToLine(at.Line, max(at.Column, 1))
		f.Editor.CentreCaret()
	case at.Offset > 0:
		f.Editor.SetCaret(at.Offset - f.Offset(0))
		f.Editor.CentreCaret()
	}
	var begun tea.Cmd
	if f.isNew() && !f.Dirty() {
		fs.screen.Say(f.short() + " does not exist yet: saving creates it")
		begun = f.edit(func() { f.Editor.Replace(at.Text) })
	}
	return tea.Batch(begun, fs.o.Shown(f))
}

// Offset converts an offset in the text to one in the file, where a byte order mark may come before
// the text.
func (f *File) Offset(place int) int { return place + len(f.doc.Encode("")) }

// askUnlock asks whether a file outside of the project may be edited. If so, it runs change.
func (f *File) askUnlock(change func()) {
	f.in.screen.OpenTyped(dialog.NewQuestion("A file outside the project", f.short()+" is outside this project.\nChanges to it affect other projects too.",
		dialog.Answer{Key: "y", Label: "Edit it", Do: func() tea.Cmd {
			f.locked = false
			return f.edit(change)
		}},
	).OrElse("No, leave it as it is"))
}

// Close closes a file other than the template. It asks first about unsaved text.
func (fs *Files) Close(f *File) tea.Cmd {
	switch {
	case f.template:
		fs.screen.Say("The template stays open")
		return nil
	case !f.Dirty():
		return fs.remove(f)
	}
	fs.screen.Open(dialog.NewQuestion("Unsaved changes", f.short()+" has changes that are not saved.",
		dialog.Answer{Key: "s", Label: "Save and close", Do: func() tea.Cmd {
			return f.save(func() tea.Cmd {
				if f.Dirty() {
					return nil
				}
				return fs.remove(f)
			})
		}},
		dialog.Answer{Key: "d", Label: "Discard them and close", Do: func() tea.Cmd { return fs.remove(f) }},
	))
	return nil
}

// remove removes a file from the list and shows the template.
func (fs *Files) remove(f *File) tea.Cmd {
	fs.delist(f)
	return tea.Batch(f.unsaved.Drop(), fs.o.Shown(fs.Current()), fs.o.Rebuild())
}

// delist removes a file from the list. If it was in the editor pane, the template replaces it
// there.
func (fs *Files) delist(f *File) {
	current := fs.Current()
	for i, other := range fs.all {
		if other == f {
			fs.all = append(fs.all[:i:i], fs.all[i+1:]...)
			break
		}
	}
	f.leave()
	fs.current = 0
	for i, other := range fs.all {
		if other == current {
			fs.current = i
		}
	}
}

// Unsaved returns the unsaved texts of files in the form in which saving would write them. It
// leaves out a built-in template without a file.
func (fs *Files) Unsaved() []facts.Unsaved {
	var all []facts.Unsaved
	for _, f := range fs.all {
		if f.doc == nil || f.builtIn || !f.Dirty() {
			continue
		}
		all = append(all, facts.Unsaved{Path: facts.Slash(f.doc.Path()), Text: f.doc.Encode(f.Editor.Text())})
	}
	return all
}
