package unsaved

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
)

// Found is a message: text of an earlier run that never reached its file.
type Found struct {
	document.Unsaved
	Change  Change
	Written time.Time // when the file was last written; zero when it is not there
}

// Change says what became of the file since the text was typed.
type Change int

// What became of a file.
const (
	Same    Change = iota // it is what the edit started from
	Changed               // it has another text now
	Gone                  // it is not there any more
)

// Find is a command that looks for what an earlier run left of a file, and clears
// away what is old: texts, and in the directories the temporary files of saves that
// never ended.
func (g *Guard) Find(path string, now time.Time, dirs ...string) tea.Cmd {
	return func() tea.Msg {
		document.ClearLeftovers(now, append(dirs, document.SaveDirectories(path)...)...)
		if g == nil {
			return nil
		}
		if err := g.recovery.Clean(now); err != nil {
			return failed("Old copies of unsaved text were not removed", err)
		}
		found, err := g.recovery.Find(path)
		if len(found) == 0 {
			return failed("A copy of unsaved text cannot be read", err)
		}
		f := Found{Unsaved: found[0]}
		f.Change, f.Written = since(found[0])
		return f
	}
}

// since tells what became of the file that an unsaved text belongs to.
func since(u document.Unsaved) (Change, time.Time) {
	doc, err := document.Load(u.Path)
	switch {
	case err != nil: // it cannot be read: whatever it is now, it is something else
		return Changed, time.Time{}
	case doc.Digest() == u.Digest:
		return Same, doc.Info().Modified
	case !doc.Info().Exists:
		return Gone, time.Time{}
	}
	return Changed, doc.Info().Modified
}

const moment = "2 January at 15:04"

// Question is what to ask about the text: the lines of it, and what restoring it
// does.
func (f Found) Question() (text, restore string) {
	text = "What was typed on " + f.When.Local().Format(moment)
	if host := f.Elsewhere(); host != "" {
		text += ", on " + host + ","
	}
	text += " was never saved."
	switch f.Change {
	case Changed:
		text += "\nThe file has changed since"
		if !f.Written.IsZero() {
			text += ", on " + f.Written.Local().Format(moment)
		}
		return text + ":\nwhat stands in it now is not what this text was made from.", "Restore it over the changed file's text; undo takes it back"
	case Gone:
		return text + "\nThe file has been deleted since.", "Restore it; saving creates the file again"
	}
	return text, "Restore it; undo takes it back"
}
