package files

import (
	"errors"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/words"
)

// The choices for an unsaved file when galley quits.
const (
	saveIt  = "s"
	keepIt  = "k"
	discard = "d"
)

// Quit ends the program. If texts are unsaved, it asks about them first.
func (fs *Files) Quit() tea.Cmd {
	var dirty []*File
	for _, f := range fs.all {
		if f.Dirty() {
			dirty = append(dirty, f)
		}
	}
	if len(dirty) == 0 {
		return fs.end(nil) // this also deletes the copy of a text whose changes were undone
	}
	fs.askQuit(dirty)
	return nil
}

// askEach asks about each of several unsaved files.
func (fs *Files) askEach(dirty []*File) {
	rows := make([]dialog.Choice, len(dirty))
	for i, f := range dirty {
		name, state := f.Title()
		rows[i] = dialog.Choice{Label: name + state, Way: saveIt}
	}
	ways := []dialog.Way{{Key: saveIt, Label: "Save"}, {Key: keepIt, Label: "Keep for next time"}, {Key: discard, Label: "Discard"}}
	if !fs.canKeep() {
		ways = []dialog.Way{ways[0], ways[2]}
	}
	fs.screen.Open(dialog.NewChoices("Unsaved changes", "These files have changes that are not saved.", "Apply and quit", ways, rows, func(ways []string) tea.Cmd {
		var save, keep []*File
		for i, way := range ways {
			switch way {
			case saveIt:
				save = append(save, dirty[i])
			case keepIt:
				keep = append(keep, dirty[i])
			}
		}
		return fs.saveAll(save, keep)
	}))
}

// canKeep reports whether unsaved text can be kept for the next start.
func (fs *Files) canKeep() bool { return fs.Template().unsaved != nil }

// saveAll saves the files in save, one after the other, and then ends the program. The program
// stores the texts of the files in keep for the next start. It stops at the first file that cannot
// be saved.
func (fs *Files) saveAll(save, keep []*File) tea.Cmd {
	if len(save) == 0 {
		return fs.end(keep)
	}
	return save[0].save(func() tea.Cmd {
		if save[0].Dirty() {
			return nil
		}
		return fs.saveAll(save[1:], keep)
	})
}

// keptMsg says that the texts to keep are stored, or why they are not.
type keptMsg struct {
	keep []*File
	err  error
}

// end ends the program. It stores the unsaved texts of the files in keep, which the next start
// offers, and deletes all other copies.
func (fs *Files) end(keep []*File) tea.Cmd {
	if len(keep) == 0 {
		return fs.leave(nil)
	}
	return func() tea.Msg {
		var failed []error
		for _, f := range keep {
			failed = append(failed, f.unsaved.Flush())
		}
		return keptMsg{keep, errors.Join(failed...)}
	}
}

// finishQuit ends the program, unless a text that was to be kept would be lost.
func (fs *Files) finishQuit(msg keptMsg) tea.Cmd {
	if msg.err != nil {
		fs.screen.Warn("The text was not stored: " + words.Reason(msg.err))
		return nil
	}
	return fs.leave(msg.keep)
}

func (fs *Files) leave(keep []*File) tea.Cmd {
	var drop []tea.Cmd
	for _, f := range fs.all {
		if !slices.Contains(keep, f) {
			drop = append(drop, f.unsaved.Drop())
		}
	}
	return tea.Sequence(append(drop, fs.o.Leave())...)
}

// mostNamed is the most unsaved files that the question names.
const mostNamed = 6

// askQuit asks about the unsaved files: for all at once, or for each.
func (fs *Files) askQuit(dirty []*File) {
	var names []string
	for _, f := range dirty {
		if f.doc == nil {
			names = append(names, "The template")
		} else {
			names = append(names, f.short())
		}
	}
	has := " has"
	if len(names) > 1 {
		has = " have"
	}
	if more := len(names) - mostNamed; more > 0 {
		names = append(names[:mostNamed], words.Plural(more, "other file"))
	}
	answers := []dialog.Answer{
		{Key: saveIt, Label: "Save and quit", Do: func() tea.Cmd { return fs.saveAll(dirty, nil) }},
		{Key: keepIt, Label: "Keep them for next time and quit", Do: func() tea.Cmd { return fs.end(dirty) }},
		{Key: discard, Label: "Discard them and quit", Do: func() tea.Cmd { return fs.end(nil) }},
	}
	if !fs.canKeep() {
		answers = slices.Delete(answers, 1, 2)
	}
	if len(dirty) > 1 {
		answers = append(answers, dialog.Answer{Key: "e", Label: "Choose for each file", Do: func() tea.Cmd {
			fs.askEach(dirty)
			return nil
		}})
	}
	fs.screen.Open(dialog.NewQuestion("Unsaved changes", words.List(names)+has+" changes that are not saved.", answers...))
}
