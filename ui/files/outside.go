package files

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/words"
)

// difference says how a file on disk differs from its state when it was last read or written.
type difference struct {
	file     *File
	conflict *document.ConflictError // nil if the file does not differ
	err      error
}

// outsideMsg is the result of comparing files with the disk.
type outsideMsg struct {
	all   []difference
	asked *screen.Ticket // the ticket of the user's request; nil if the watcher caused the comparison
}

// compare compares files on disk with their state when they were last read or written.
func (fs *Files) compare(files []*File, asked *screen.Ticket) tea.Cmd {
	if len(files) == 0 {
		return nil
	}
	docs, store := make([]*document.Document, len(files)), fs.o.Store
	for i, f := range files {
		docs[i] = f.doc
	}
	return func() tea.Msg {
		msg := outsideMsg{asked: asked}
		for i, doc := range docs {
			conflict, err := store.Outside(doc)
			msg.all = append(msg.all, difference{files[i], conflict, err})
		}
		return msg
	}
}

// fileChanged names the question about changed files, so that a newer one replaces it.
const fileChanged = "a changed file"

// outside reloads the changed files whose text here has no unsaved changes, and asks about the
// others in one dialog.
func (fs *Files) outside(msg outsideMsg) tea.Cmd {
	var cmds []tea.Cmd
	var ask []difference
	for _, d := range msg.all {
		f, c := d.file, d.conflict
		if d.err == nil {
			f.gone = c != nil && c.Kind == document.Deleted
		}
		switch {
		case d.err != nil:
			fs.screen.Warn(f.short() + " can no longer be read; the text here is safe: " + words.Reason(d.err))
		case c == nil:
		case c.Kind == document.Deleted:
			f.unsaved.Put(f.unsavedText()) // keep a copy, because the text is no longer on the disk
			fs.screen.Warn(f.short() + " was deleted from the disk; saving writes it again")
		case !c.Large && (!f.Dirty() || c.Text == f.Editor.Text()):
			cmds = append(cmds, f.take(f.Path(), true))
		default:
			ask = append(ask, d)
		}
	}
	if len(ask) > 0 {
		cmds = append(cmds, fs.askDiffering(ask, msg.asked))
	}
	return tea.Batch(cmds...)
}

// askDiffering asks about changed files when a dialog can be opened.
func (fs *Files) askDiffering(all []difference, asked *screen.Ticket) tea.Cmd {
	gate := &fs.screen.Gate
	open := func() tea.Cmd {
		if fs.differ = nil; len(all) == 1 {
			all[0].file.askOutside(all[0].conflict)
		} else {
			fs.askOutside(all)
		}
		return nil
	}
	switch {
	case asked != nil:
		return gate.Answer(*asked, fileChanged, open)
	case gate.Dialog() == nil && gate.Still():
		return gate.Ask(fileChanged, open)
	}
	for _, d := range all {
		if !slices.Contains(fs.differ, d.file) {
			fs.differ = append(fs.differ, d.file)
		}
	}
	// The files may have changed again when the question opens, so compare again.
	return gate.Ask(fileChanged, func() tea.Cmd {
		files := fs.differ
		fs.differ = nil
		return fs.compare(files, nil)
	})
}

// askOutside asks what to do with each of several files that other programs changed.
func (fs *Files) askOutside(all []difference) {
	rows := make([]dialog.Choice, len(all))
	for i, d := range all {
		rows[i] = dialog.Choice{Label: d.file.short(), Way: "k"}
		if d.conflict.Large {
			rows[i].Detail, rows[i].Not = tooLarge(d.conflict), "mv"
		}
	}
	ways := []dialog.Way{{Key: "k", Label: "Keep mine"}, {Key: "m", Label: "Merge both"}, {Key: "t", Label: "Take theirs"}}
	text := "Another program has changed these files, and you have changed them here too. Undo restores your text after Take theirs; saving after Keep mine asks again."
	ask := dialog.NewChoices("Files have changed on disk", text, "Apply", ways, rows, func(ways []string) tea.Cmd {
		var cmds []tea.Cmd
		for i, way := range ways {
			switch f, path := all[i].file, all[i].conflict.Path; way {
			case "m":
				cmds = append(cmds, f.merge(path))
			case "t":
				cmds = append(cmds, f.take(path, false))
			}
		}
		return tea.Batch(cmds...)
	})
	ask.Viewing(func(row int) {
		d := all[row]
		fs.screen.OpenThen(dialog.NewDiff("On disk (−) and here (+)", d.conflict.Text, d.file.Editor.Text()), func() { fs.screen.Open(ask) })
	})
	fs.screen.Open(ask)
}

func (f *File) askOutside(c *document.ConflictError) {
	keep := dialog.Answer{Key: "k", Label: "Keep mine; saving asks again", Do: func() tea.Cmd { return nil }}
	text := f.in.o.Paths.Short(c.Path) + " was changed by another program"
	if c.Large {
		f.in.screen.Open(dialog.NewQuestion("The file has changed on disk", text+".\n"+tooLarge(c), keep, f.takeAnswer(c)))
		return
	}
	f.in.screen.Open(dialog.NewQuestion("The file has changed on disk", text+", and here too.",
		f.diffAnswer(c, func() { f.askOutside(c) }), keep, f.mergeAnswer(c), f.takeAnswer(c)))
}

// tooLarge returns the sentence that says why a changed file is neither compared nor merged.
func tooLarge(c *document.ConflictError) string {
	return "It has " + words.Plural(int(c.Size), "byte") + " now: too much to compare or merge."
}

// diffAnswer returns the answer that shows the differences between the file on disk and the
// text here. After that, it calls again, which asks the question once more.
func (f *File) diffAnswer(c *document.ConflictError, again func()) dialog.Answer {
	return dialog.Answer{Key: "d", Label: "Show the difference", Do: func() tea.Cmd {
		f.in.screen.OpenThen(dialog.NewDiff("On disk (−) and here (+)", c.Text, f.Editor.Text()), again)
		return nil
	}}
}

func (f *File) mergeAnswer(c *document.ConflictError) dialog.Answer {
	return dialog.Answer{Key: "m", Label: "Merge both", Do: func() tea.Cmd { return f.merge(c.Path) }}
}

func (f *File) takeAnswer(c *document.ConflictError) dialog.Answer {
	return dialog.Answer{Key: "t", Label: "Take theirs; undo restores mine", Do: func() tea.Cmd { return f.take(c.Path, false) }}
}

// takenMsg carries a file's content, which replaces the text here.
type takenMsg struct {
	file *File
	doc  *document.Document
	err  error
	idle bool // replace the text only if it has no unsaved changes
}

// take replaces the text here by the content of a file, as one step that undo reverts. If idle
// is set, it does so only if the text has no unsaved changes when the content has been read.
func (f *File) take(path string, idle bool) tea.Cmd {
	store, was := f.in.o.Store, f.doc
	return func() tea.Msg {
		if idle && was != nil {
			// The file may have become too large since it was compared.
			if c, err := store.Outside(was); err == nil && c != nil && c.Large {
				return outsideMsg{all: []difference{{f, c, nil}}}
			}
		}
		doc, err := store.Load(path)
		return takenMsg{f, doc, err, idle}
	}
}

func (f *File) taken(msg takenMsg) tea.Cmd {
	doc := msg.doc
	switch {
	case msg.err != nil:
		f.in.screen.Warn("Not reloaded: " + words.Reason(msg.err))
		return nil
	case msg.idle && f.Dirty() && doc.Text() != f.Editor.Text():
		return f.in.compare([]*File{f}, nil) // the user has typed in the meantime
	}
	f.builtIn, f.gone, f.piped = false, false, false
	cmd := tea.Batch(f.setDocument(doc), f.edit(func() { f.Editor.Replace(doc.Text()) }))
	f.Editor.MarkSaved()
	say := f.in.screen.Say
	if msg.idle { // galley itself may have written the file and said so
		say = f.in.screen.Note
	}
	say("Reloaded " + f.in.o.Paths.Short(doc.Path()))
	return tea.Batch(cmd, f.in.o.Rebuild(), f.unsaved.Drop())
}

// mergedMsg carries a file's content, which is merged with the text here.
type mergedMsg struct {
	file *File
	doc  *document.Document
	err  error
}

// merge merges the text in the editor with the text on disk. The common ancestor of the two is
// the text that was last read or written.
func (f *File) merge(path string) tea.Cmd {
	store := f.in.o.Store
	return func() tea.Msg {
		doc, err := store.Load(path)
		return mergedMsg{f, doc, err}
	}
}

func (f *File) merged(msg mergedMsg) tea.Cmd {
	if msg.err != nil {
		f.in.screen.Warn("Not merged: " + words.Reason(msg.err))
		return nil
	}
	base := ""
	if f.doc != nil {
		base = f.doc.Text()
	}
	text, clashes := document.Merge(base, f.Editor.Text(), msg.doc.Text())
	cmd := tea.Batch(f.setDocument(msg.doc), f.edit(func() { f.Editor.Replace(text) }))
	if clashes > 0 {
		f.in.screen.Warn("Merged; " + words.Plural(clashes, "place") + " where both were changed, the lines appear twice, marked <<<<<<<")
	} else {
		f.in.screen.Say("Merged the changes here and on disk; not saved yet")
	}
	return cmd
}

// setDocument sets the file's document and tells other running galleys that this file is open
// here.
func (f *File) setDocument(doc *document.Document) tea.Cmd {
	moved := f.doc == nil || f.doc.Path() != doc.Path()
	f.doc = doc
	if !moved {
		return nil
	}
	return f.announce()
}
