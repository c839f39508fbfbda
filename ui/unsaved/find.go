package unsaved

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
)

// Found is a message with text of an earlier run that was never saved.
type Found struct {
	document.Unsaved
	Change  Change
	Written time.Time // when the file was last written; zero if it does not exist
	Now     string    // the file's content; "" if it does not exist or cannot be read
}

// Left is a message with the texts of an earlier run, one for each file.
type Left struct{ Found []Found }

// Change says how the file has changed since the text was typed.
type Change int

// The changes of a file.
const (
	Same    Change = iota // the file is as it was when the edit started
	Changed               // the file has another text now
	Gone                  // the file no longer exists
)

// Find returns a command that looks for unsaved text of a file from an earlier run. It also deletes
// old texts, and in dirs the temporary files of interrupted saves.
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
		return since(found[0])
	}
}

// FindLeft returns a command that looks for unsaved texts of an earlier run. It looks for texts
// of the files at paths, and of files that the run edited beside them in the directory from.
// Like Find, it also deletes old texts.
func (g *Guard) FindLeft(paths []string, from string, now time.Time, dirs ...string) tea.Cmd {
	return func() tea.Msg {
		var left Left
		for _, path := range paths {
			switch msg := g.Find(path, now, dirs...)().(type) {
			case Found:
				left.Found = append(left.Found, msg)
			case FailedMsg:
				if msg.Err != nil {
					return msg
				}
			}
		}
		if g == nil {
			return left
		}
		all, err := g.recovery.List()
		if err != nil {
			return failed("A copy of unsaved text cannot be read", err)
		}
		for _, u := range all {
			known := slices.ContainsFunc(left.Found, func(f Found) bool { return f.Path == u.Path })
			if u.From == from && from != "" && !known {
				left.Found = append(left.Found, since(u))
			}
		}
		return left
	}
}

// since returns an unsaved text, and how its file has changed since the text was stored.
func since(u document.Unsaved) Found {
	doc, err := document.Load(u.Path)
	if err != nil { // the file cannot be read, so it does not count as unchanged
		return Found{Unsaved: u, Change: Changed}
	}
	f := Found{Unsaved: u, Change: Changed, Written: doc.Info().Modified, Now: doc.Text()}
	switch {
	case doc.Digest() == u.Digest:
		f.Change = Same
	case !doc.Info().Exists:
		f.Change = Gone
	}
	return f
}

// Short says briefly when the text was typed, and what happened to the file.
func (f Found) Short() string {
	switch f.Change {
	case Changed:
		return "file changed since " + f.When.Local().Format(day)
	case Gone:
		return "file deleted; typed on " + f.When.Local().Format(day)
	}
	return "typed on " + f.When.Local().Format(moment)
}

// The layouts of a time, long and short.
const (
	moment = "2 January at 15:04"
	day    = "2 Jan 15:04"
)

// Question returns the question about the text. restore says what restoring the text does.
func (f Found) Question() (text, restore string) {
	text = "Text typed on " + f.When.Local().Format(moment)
	if host := f.Elsewhere(); host != "" {
		text += ", on " + host + ","
	}
	text += " was not saved."
	switch f.Change {
	case Changed:
		text += "\nThe file has changed since"
		if !f.Written.IsZero() {
			text += ", on " + f.Written.Local().Format(moment)
		}
		return text + ":\nthe unsaved text was made from an older version.", "Restore it in place of the changed text; undo reverts that"
	case Gone:
		return text + "\nThe file has been deleted since.", "Restore it; saving creates the file again"
	}
	return text, "Restore it; undo reverts that"
}
