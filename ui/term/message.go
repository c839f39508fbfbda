package term

import (
	"fmt"
	"os"

	"galley/engine/textutil"
)

// PasteMsg is one paste: the text that the terminal sent between its paste marks, a burst of input
// that counts as a paste (see [burst] and Inferred), or the content of the clipboard.
//
// Line ends are "
// ", whatever the terminal sent. Control characters except "
// " and "\t", and bytes that are not UTF-8, are removed and counted; [PasteMsg.Summary] reports
// them.
type PasteMsg struct {
	Text         string
	Lines        int    // lines in Text; 0 when Text is empty
	Bytes        int    // len(Text)
	Controls     int    // the number of control characters that were removed
	Invalid      int    // the number of bytes that were removed because they are not UTF-8
	Unterminated bool   // the end mark did not arrive in time
	More         bool   // a part of a very large paste, which the next message continues
	Inferred     bool   // there were no paste marks, but so much text came at once that it counts as a paste
	Source       string // the tool that was used, for a paste by command; else ""
}

// Summary returns one line about what was pasted and what was removed.
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

// unknownMsg holds input bytes that are not a known message: an unknown sequence, a late answer of
// the terminal, or a stray byte. They are not typed text and can be ignored.
type unknownMsg []byte

// KeyName is a key that bubbletea v1 has no value for, with the name that bubbletea would give it:
// "shift+enter", "ctrl+delete", "shift+pgup". It is looked up in the key table like the String of a
// tea.KeyMsg.
type KeyName string

// EndMsg asks the program to save its work and to quit, because a signal arrived or the terminal is
// gone. A program that does not quit within [EndGrace] is ended.
type EndMsg struct {
	Signal os.Signal // nil if the terminal is gone
	Err    error     // why the terminal cannot be read; nil for a signal
}

// idleMsg says that all input that [Session.Pending] counted has been delivered. It is sent only
// after Pending returned more than 0, so that a program that postponed its drawing is called once
// more.
type idleMsg struct{}

// CopiedMsg is the outcome of a copy.
type CopiedMsg struct{ Result }

// ClipboardFailedMsg says why nothing could be pasted from the clipboard.
type ClipboardFailedMsg struct{ Message string }

// EditedMsg says that the user's editor has ended. The program should read the file again even if
// Err is set, because an editor may fail after it has saved.
type EditedMsg struct {
	Path string
	Err  error
}
