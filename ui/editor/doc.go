// Package editor is the template editor: a caret, a selection, and the usual
// operations on them, over a [buffer.Buffer] that changes only the bytes that are
// edited. It is galley's own because the text area of bubbles normalizes line ends
// and tabs and lays out the whole text for each frame.
//
// An [Editor] is a plain struct with a method for each thing a user does; it knows no
// keys, no events and no clock (the caller gives the time). [Editor.Draw] draws what
// is on screen; its cost depends on the screen, not on the length of the document or
// its lines.
//
// Offsets in this package's methods are bytes of the document. The caret is always
// between grapheme clusters; offsets given by callers are moved there.
package editor
