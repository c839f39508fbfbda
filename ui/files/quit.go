package files

import (
	"errors"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/words"
)

// The ways to quit with an unsaved file.
const (
	saveIt  = "s"
	keepIt  = "k"
	discard = "d"
)

// Quit ends the program; it asks first about unsaved text, for all files in one
// dialog.
func (fs *Files) Quit() tea.Cmd {
	var dirty []*File
	for _, f := range fs.all {
		if f.Dirty() {
			dirty = append(dirty, f)
		}
	}
	switch len(dirty) {
	case 0:
		return fs.end(nil) // copies of text may remain whose changes were undone
	case 1:
		fs.askQuit(dirty[0])
		return nil
	}
	rows := make([]dialog.Choice, len(dirty))
	for i, f := range dirty {
		name, state := f.Title()
		rows[i] = dialog.Choice{Label: name + state, Way: saveIt}
	}
	ways := []dialog.Way{{Key: saveIt, Label: "Save"}, {Key: keepIt, Label: "Keep for next time"}, {Key: discard, Label: "Discard"}}
	if !fs.canKeep() {
		ways = []dialog.Way{ways[0], ways[2]}
	}
	fs.screen.Open(dialog.NewChoices("Unsaved changes", "These files have changes that are not on disk.", "Do this and quit", ways, rows, func(ways []string) tea.Cmd {
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
	return nil
}

// canKeep reports whether unsaved text can be kept for the next start.
func (fs *Files) canKeep() bool { return fs.Template().unsaved != nil }

// saveAll saves files one after the other and ends the program, which keeps the text of
// others for the next start. It stops at the first that cannot be saved.
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

// keptMsg says that the texts to keep are on disk, or why not.
type keptMsg struct {
	keep []*File
	err  error
}

// end ends the program. It keeps the unsaved text of some files, which the next start
// offers, and drops all other copies.
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

// kept ends the program, unless a text that was to be kept would be lost.
func (fs *Files) kept(msg keptMsg) tea.Cmd {
	if msg.err != nil {
		fs.screen.Warn("The text was not kept: " + words.Reason(msg.err))
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

// askQuit asks about the one unsaved file.
func (fs *Files) askQuit(f *File) {
	name := "The template"
	if f.doc != nil {
		name = f.short()
	}
	only := []*File{f}
	answers := []dialog.Answer{
		{Key: saveIt, Label: "Save and quit", Do: func() tea.Cmd { return fs.saveAll(only, nil) }},
		{Key: keepIt, Label: "Keep them for next time and quit", Do: func() tea.Cmd { return fs.end(only) }},
		{Key: discard, Label: "Discard them and quit", Do: func() tea.Cmd { return fs.end(nil) }},
	}
	if !fs.canKeep() {
		answers = slices.Delete(answers, 1, 2)
	}
	fs.screen.Open(dialog.NewQuestion("Unsaved changes", name+" has changes that are not on disk.", answers...))
}
