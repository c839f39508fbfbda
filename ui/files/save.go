package files

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/engine/facts"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/words"
)

// then is called after a successful save; it may be nil.
type then func() tea.Cmd

// savedMsg says how a save ended.
type savedMsg struct {
	file     *File
	revision uint64
	doc      *document.Document
	saved    document.Saved
	err      error
	then     then
	asked    screen.Ticket
}

// Save writes the text to its file. If the text is not in a file, it asks for a name.
func (f *File) Save() tea.Cmd { return f.save(nil) }

func (f *File) save(then then) tea.Cmd {
	if f.doc == nil {
		f.askName(then)
		return nil
	}
	return f.write(document.SaveOptions{}, then)
}

// SaveAs asks for the name of the file to save to.
func (f *File) SaveAs() { f.askName(nil) }

func (f *File) askName(then then) {
	name := f.wouldBe()
	f.in.screen.Open(dialog.NewField("Save as", "Enter saves, Esc saves nothing", name, func(name string) tea.Cmd {
		if name == "" {
			return nil
		}
		return f.writeAs(filepath.FromSlash(f.in.o.Paths.Full(name)), document.SaveOptions{}, then)
	}))
}

// write saves the editor's current text.
func (f *File) write(o document.SaveOptions, then then) tea.Cmd {
	msg := savedMsg{file: f, doc: f.doc, revision: f.Editor.Revision(), then: then, asked: f.in.screen.Ticket()}
	text, store, kept := f.Editor.Text(), f.in.o.Store, f.unsaved
	return func() tea.Msg {
		kept.Keep()
		msg.saved, msg.err = store.Save(msg.doc, text, o)
		return msg
	}
}

// writeAs saves the text to a new file, to which the text belongs from then on.
func (f *File) writeAs(name string, o document.SaveOptions, then then) tea.Cmd {
	msg := savedMsg{file: f, revision: f.Editor.Revision(), then: then, asked: f.in.screen.Ticket()}
	from, text, store := f.doc, f.Editor.Text(), f.in.o.Store
	return func() tea.Msg {
		if from != nil {
			msg.doc, msg.saved, msg.err = store.SaveAs(from, name, text, o)
			return msg
		}
		if msg.doc, msg.err = store.Load(name); msg.err != nil {
			return msg
		}
		if msg.doc.Info().Exists && !o.Force {
			msg.err = &document.ConflictError{Path: name, Kind: document.Created, Text: msg.doc.Text(), Digest: msg.doc.Digest()}
			return msg
		}
		msg.saved, msg.err = store.Save(msg.doc, text, o)
		return msg
	}
}

func (f *File) saved(msg savedMsg) tea.Cmd {
	var conflict *document.ConflictError
	ask := func(question func()) tea.Cmd {
		return f.in.screen.Answer(msg.asked, "a save", func() tea.Cmd { question(); return nil })
	}
	switch {
	case errors.As(msg.err, &conflict):
		return ask(func() { f.askConflict(conflict, msg.then) })
	case errors.Is(msg.err, document.ErrReadOnly):
		return ask(func() { f.askReadOnly(msg.then) })
	case msg.err != nil:
		f.in.screen.Warn("Not saved: " + words.Reason(msg.err))
		return nil
	}
	cmds := []tea.Cmd{f.unsaved.Drop()}
	named := f.builtIn || f.doc != msg.doc
	if f.doc != msg.doc {
		cmds = append(cmds, f.setDocument(msg.doc))
	}
	f.builtIn, f.gone, f.piped = false, false, false
	news := describeSave(f.short()+f.linked(msg.saved.Path), msg.saved)
	if note := f.in.o.Written(f, named); note != "" {
		news += "; " + note
	}
	f.in.screen.Say(news)
	if f.Editor.Revision() == msg.revision {
		f.Editor.MarkSaved()
	}
	cmds = append(cmds, f.in.o.Rebuild())
	if msg.then != nil {
		cmds = append(cmds, msg.then())
	}
	return tea.Batch(cmds...)
}

// linked returns the name of the real file that was saved, if the file or a directory of the
// project in its path is a link; otherwise "".
func (f *File) linked(real string) string {
	paths, path := f.in.o.Paths, f.doc.Path()
	for _, link := range f.doc.Info().Links {
		if filepath.Base(link) == filepath.Base(path) {
			return ", a link to " + paths.Short(real)
		}
		if link != paths.Cwd && facts.Within(link, paths.Cwd) {
			return ", behind a link to " + paths.Short(real)
		}
	}
	return ""
}

// describeSave says what was saved, and what was unusual about it.
func describeSave(name string, saved document.Saved) string {
	text := fmt.Sprintf("Saved %s, %s", name, words.Plural(int(saved.Size), "byte"))
	if saved.InPlace {
		text += " (written in place: " + saved.Why + ")"
	}
	return text
}

// askConflict asks what to do about a file that another program has changed.
func (f *File) askConflict(c *document.ConflictError, then then) {
	overwrite := func() tea.Cmd {
		if f.doc == nil || filepath.Clean(f.doc.Path()) != filepath.Clean(c.Path) {
			return f.writeAs(c.Path, document.SaveOptions{Force: true}, then)
		}
		return f.write(document.SaveOptions{Over: c}, then)
	}
	answers := []dialog.Answer{{Key: "k", Label: "Keep mine: overwrite the file", Do: overwrite}}
	text := f.in.o.Paths.Short(c.Path) + " is not the file that was opened here."
	switch {
	case c.Large:
		text += "\n" + tooLarge(c)
		answers = append(answers, f.takeAnswer(c))
	case c.Kind != document.Deleted:
		answers = append([]dialog.Answer{f.diffAnswer(c, func() { f.askConflict(c, then) })}, answers...)
		answers = append(answers, f.mergeAnswer(c), f.takeAnswer(c))
	}
	f.in.screen.Open(dialog.NewQuestion("Not saved: "+conflictTitle(c.Kind), text, answers...))
}

func conflictTitle(kind document.ConflictKind) string {
	titles := map[document.ConflictKind]string{document.Created: "the file exists already", document.Deleted: "the file was deleted"}
	return cmp.Or(titles[kind], "the file has changed on disk")
}

func (f *File) askReadOnly(then then) {
	f.in.screen.Open(dialog.NewQuestion("Not saved: the file is read-only", f.short()+" may not be written.",
		dialog.Answer{Key: "w", Label: "Write it anyway; it stays read-only", Do: func() tea.Cmd {
			return f.write(document.SaveOptions{ReadOnly: true}, then)
		}},
		dialog.Answer{Key: "a", Label: "Save under another name", Do: func() tea.Cmd {
			f.askName(then)
			return nil
		}},
	))
}

// OpenExternally opens the file in the user's own editor, at the caret. It first offers to save
// unsaved text, because that editor reads the file on disk.
func (f *File) OpenExternally() tea.Cmd {
	if f.doc == nil {
		f.askName(nil)
		f.in.screen.Say("The template needs a file before another editor can open it")
		return nil
	}
	pos := f.Editor.Position()
	open := func() tea.Cmd { return f.in.o.External(f.doc.Path(), pos.Line, pos.Column) }
	if !f.Dirty() {
		return open()
	}
	f.in.screen.Open(dialog.NewQuestion("Unsaved changes", "The other editor opens the file on disk.",
		dialog.Answer{Key: "s", Label: "Save, then open it", Do: func() tea.Cmd { return f.write(document.SaveOptions{}, open) }},
	))
	return nil
}
