package term

import (
	"fmt"
	"os"

	"galley/engine/textutil"
)

// PasteMsg is one paste: what the terminal sent between its paste marks, a burst of
// input that counts as a paste (see [burst] and Inferred), or the clipboard's
// content.
//
// Line ends are "\n", whatever the terminal sent. Control characters other
// than "\n" and "\t", and bytes that are not UTF-8, are left out and counted:
// report them with [PasteMsg.Summary].
type PasteMsg struct {
	Text         string
	Lines        int    // lines in Text; 0 when Text is empty
	Bytes        int    // len(Text)
	Controls     int    // control characters left out
	Invalid      int    // bytes left out because they are not UTF-8
	Unterminated bool   // the end mark did not come in time
	More         bool   // a part of a very large paste: the next message continues it
	Inferred     bool   // no paste marks: recognized as a paste because it came at once
	Source       string // the tool that was used, for a paste by command; else ""
}

// Summary returns one line about what was pasted and what was left out.
func (p PasteMsg) Summary() string {
	s := fmt.Sprintf("pasted %s, %s", textutil.Plural(p.Lines, "line"), textutil.Plural(p.Bytes, "byte"))
	if p.Source != "" {
		s += " from " + p.Source
	}
	if p.Controls > 0 {
		s += fmt.Sprintf("; left out %s", textutil.Plural(p.Controls, "control character"))
	}
	if p.Invalid > 0 {
		s += fmt.Sprintf("; left out %s of invalid UTF-8", textutil.Plural(p.Invalid, "byte"))
	}
	if p.Unterminated {
		s += "; the terminal did not mark the end, so it may be incomplete"
	}
	return s
}

// unknownMsg holds input bytes with no meaning here: an unknown sequence, a
// terminal's late answer, a stray byte. They are never typed text, and can be
// ignored.
type unknownMsg []byte

// KeyName is a key that bubbletea v1 has no value for, spelled as bubbletea would:
// "shift+enter", "ctrl+delete", "shift+pgup". Look it up in the key table like a
// tea.KeyMsg's String.
type KeyName string

// EndMsg asks the program to save its work and quit: a signal came, or the terminal
// is gone. A program that does not quit within [EndGrace] is ended.
type EndMsg struct {
	Signal os.Signal // nil if the terminal is gone
	Err    error     // why the terminal cannot be read; nil for a signal
}

// idleMsg says that all input counted by [Session.Pending] has been delivered. It
// comes only after Pending returned more than zero, so that a program that postponed
// its drawing is called once more.
type idleMsg struct{}

// CopiedMsg is the outcome of a copy.
type CopiedMsg struct{ Result }

// ClipboardFailedMsg says why nothing could be pasted from the clipboard.
type ClipboardFailedMsg struct{ Message string }

// EditedMsg says that the external editor has ended. Read the file again whatever Err
// says: editors may fail after saving.
type EditedMsg struct {
	Path string
	Err  error
}
