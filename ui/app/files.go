package app

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/ui/dialog"
)

// savedMsg says how a save ended.
type savedMsg struct {
	revision uint64
	doc      *document.Document
	saved    document.Saved
	err      error
	quit     bool // quit when it went well
}

// save writes the template to its file; one that has none asks for a name.
func (w *Workbench) save(quit bool) tea.Cmd {
	if w.doc == nil {
		w.openSaveAs(quit)
		return nil
	}
	return w.write(document.SaveOptions{}, quit)
}

// openSaveAs asks for the name of the file to save to.
func (w *Workbench) openSaveAs(quit bool) {
	name := w.o.SaveAs
	if w.doc != nil {
		name = w.doc.Path()
	}
	w.dialog = dialog.NewField("Save as", "Enter saves, Esc leaves it unsaved", name, func(name string) tea.Cmd {
		if name == "" {
			return nil
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(w.request.Cwd, name)
		}
		return w.writeAs(name, document.SaveOptions{}, quit)
	})
}

// write saves in the background what the editor holds at this moment.
func (w *Workbench) write(o document.SaveOptions, quit bool) tea.Cmd {
	doc, text, revision := w.doc, w.editor.Text(), w.editor.Revision()
	return func() tea.Msg {
		saved, err := doc.Save(text, o)
		return savedMsg{revision, doc, saved, err, quit}
	}
}

// writeAs saves under a name, which is the template's from then on.
func (w *Workbench) writeAs(name string, o document.SaveOptions, quit bool) tea.Cmd {
	from, text, revision := w.doc, w.editor.Text(), w.editor.Revision()
	return func() tea.Msg {
		if from == nil {
			doc, err := document.Load(name)
			if err != nil {
				return savedMsg{err: err}
			}
			if doc.Info().Exists && !o.Force {
				return savedMsg{revision, doc, document.Saved{}, &document.ConflictError{
					Path: name, Kind: document.Created, Text: doc.Text(), Digest: doc.Digest(),
				}, quit}
			}
			saved, err := doc.Save(text, o)
			return savedMsg{revision, doc, saved, err, quit}
		}
		doc, saved, err := from.SaveAs(name, text, o)
		return savedMsg{revision, doc, saved, err, quit}
	}
}

func (w *Workbench) savedFile(msg savedMsg) tea.Cmd {
	var conflict *document.ConflictError
	switch {
	case errors.As(msg.err, &conflict):
		w.askConflict(conflict, msg.quit)
		return nil
	case errors.Is(msg.err, document.ErrReadOnly):
		w.askReadOnly(msg.quit)
		return nil
	case msg.err != nil:
		w.warn("Not saved: " + msg.err.Error())
		return nil
	}
	w.asked++ // what is on disk is another text now
	cmds := []tea.Cmd{w.render(), w.unsaved.Drop()}
	if w.doc != msg.doc {
		cmds = append(cmds, w.setDocument(msg.doc))
	}
	w.builtIn, w.gone = false, false
	w.setTitle()
	w.say(describeSave(w.shorten(msg.doc.Path()), msg.saved))
	if w.editor.Revision() == msg.revision {
		w.editor.MarkSaved()
	}
	if msg.quit && !w.dirty() {
		cmds = append(cmds, w.leave())
	}
	return tea.Batch(cmds...)
}

// describeSave says what was done, and what about it was not the usual way.
func describeSave(name string, saved document.Saved) string {
	text := fmt.Sprintf("Saved %s, %s", name, plural(int(saved.Size), "byte"))
	if saved.InPlace {
		text += " (written in place: " + saved.Why + ")"
	}
	return text
}

// askConflict asks what to do about a file that somebody else has changed.
func (w *Workbench) askConflict(c *document.ConflictError, quit bool) {
	overwrite := func() tea.Cmd {
		if w.doc == nil || filepath.Clean(w.doc.Path()) != filepath.Clean(c.Path) {
			return w.writeAs(c.Path, document.SaveOptions{Force: true}, quit)
		}
		return w.write(document.SaveOptions{Over: c}, quit)
	}
	answers := []dialog.Answer{{Key: "k", Label: "Keep mine: write it over the file", Do: overwrite}}
	if c.Kind != document.Deleted {
		answers = append([]dialog.Answer{{Key: "d", Label: "Show the difference", Do: func() tea.Cmd {
			reader := w.diffReader("On disk (−) and here (+)", c.Text, w.editor.Text())
			w.dialog = &chain{Dialog: reader, next: func() { w.askConflict(c, quit) }}
			return nil
		}}}, answers...)
		answers = append(answers, w.mergeAnswer(c))
		answers = append(answers, dialog.Answer{Key: "t", Label: "Take theirs: undo brings mine back", Do: func() tea.Cmd {
			return w.take(c.Path)
		}})
	}
	w.dialog = dialog.NewQuestion("Not saved: "+conflictTitle(c.Kind), w.shorten(c.Path)+" is not what was opened here.", answers...)
}

func conflictTitle(kind document.ConflictKind) string {
	switch kind {
	case document.Created:
		return "the file exists already"
	case document.Deleted:
		return "the file was deleted"
	default:
		return "the file has changed on disk"
	}
}

func (w *Workbench) askReadOnly(quit bool) {
	w.dialog = dialog.NewQuestion("Not saved: the file is read-only", w.shorten(w.doc.Path())+" may not be written.",
		dialog.Answer{Key: "w", Label: "Write it all the same; it stays read-only", Do: func() tea.Cmd {
			return w.write(document.SaveOptions{ReadOnly: true}, quit)
		}},
		dialog.Answer{Key: "a", Label: "Save under another name", Do: func() tea.Cmd {
			w.openSaveAs(quit)
			return nil
		}},
	)
}

// reload takes the file's text from disk, as one step that undo takes back.
func (w *Workbench) reload() tea.Cmd {
	if w.doc == nil {
		w.say("This template has no file yet")
		return nil
	}
	return w.take(w.doc.Path())
}

func (w *Workbench) mergeAnswer(c *document.ConflictError) dialog.Answer {
	return dialog.Answer{Key: "m", Label: "Merge both", Do: func() tea.Cmd { return w.merge(c) }}
}

// setDocument makes another document the template's, and tells other galleys.
func (w *Workbench) setDocument(doc *document.Document) tea.Cmd {
	moved := w.doc == nil || w.doc.Path() != doc.Path()
	w.doc = doc
	if !moved {
		return nil
	}
	return w.announce()
}

// merge brings together what is here and what is on disk; both were made from what
// was read or written last.
func (w *Workbench) merge(c *document.ConflictError) tea.Cmd {
	doc, err := document.Load(c.Path)
	if err != nil {
		w.warn("Not merged: " + err.Error())
		return nil
	}
	base := ""
	if w.doc != nil {
		base = w.doc.Text()
	}
	text, clashes := document.Merge(base, w.editor.Text(), doc.Text())
	cmd := tea.Batch(w.setDocument(doc), w.edit(func() { w.editor.Replace(text) }))
	if clashes > 0 {
		w.warn("Merged; " + plural(clashes, "place") + " where both changed the same lines stand twice, marked <<<<<<<")
	} else {
		w.say("Merged what was changed here and on disk; it is not saved yet")
	}
	return cmd
}

// take replaces the text here by the one of a file.
func (w *Workbench) take(path string) tea.Cmd {
	doc, err := document.Load(path)
	if err != nil {
		w.warn("Not reloaded: " + err.Error())
		return nil
	}
	w.builtIn, w.gone = false, false
	cmd := tea.Batch(w.setDocument(doc), w.edit(func() { w.editor.Replace(doc.Text()) }))
	w.editor.MarkSaved()
	w.say("Reloaded " + w.shorten(path))
	return tea.Batch(cmd, w.render(), w.unsaved.Drop())
}

// quit leaves; unsaved text asks first.
func (w *Workbench) quit() tea.Cmd {
	if !w.dirty() {
		// What was put in safety may have been undone since.
		return tea.Sequence(w.unsaved.Drop(), w.leave())
	}
	name := "The template"
	if w.doc != nil {
		name = w.shorten(w.doc.Path())
	}
	w.dialog = dialog.NewQuestion("Unsaved changes", name+" has changes that are not on disk.",
		dialog.Answer{Key: "s", Label: "Save and quit", Do: func() tea.Cmd { return w.save(true) }},
		dialog.Answer{Key: "d", Label: "Discard them and quit", Do: func() tea.Cmd {
			return tea.Sequence(w.unsaved.Drop(), w.leave())
		}},
	)
	return nil
}

func (w *Workbench) leave() tea.Cmd {
	w.Withdraw()
	w.quitting = true
	return tea.Quit
}

// form says how the file is written, where it is not the plain form: its line
// ends, a byte order mark, bytes that are no text.
func (w *Workbench) form() string {
	if w.doc == nil {
		return ""
	}
	info := w.doc.Info()
	var parts []string
	if kind := info.LineEnds.Kind(); kind != document.LF && kind != document.None {
		parts = append(parts, kind)
	}
	if info.BOM {
		parts = append(parts, "BOM")
	}
	if info.Invalid > 0 {
		parts = append(parts, plural(info.Invalid, "invalid byte"))
	}
	if info.ReadOnly {
		parts = append(parts, "read-only")
	}
	return strings.Join(parts, " ")
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "ch") {
		thing += "e"
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
