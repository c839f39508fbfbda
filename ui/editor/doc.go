// Package editor is the template editor: a caret, a selection, and everything
// that people expect to do with them, over a [buffer.Buffer] that never changes a
// byte it was not asked to. It is galley's own because the text area of bubbles makes line
// ends and tabs alike and lays the whole text out for each frame.
//
// An [Editor] is a plain struct with a method for each thing a user does; it
// knows no keys, no events and no clock (the caller gives the time). [Editor.Draw]
// draws what is on screen and costs what the screen costs, however long the
// document or its lines are.
//
// Offsets in this package's methods are bytes of the document. The caret rests
// between grapheme clusters only; offsets given from outside are brought there.
package editor
