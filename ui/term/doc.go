// Package term is what stands between a bubbletea v1 program and a real
// terminal: it makes good what that library lacks, so that the workbench can
// rely on its input, its screen and its clean end.
//
// Input. A [gate] reads the terminal itself and hands the program finished
// messages: whole keys and mouse events however the bytes were cut, a
// bracketed paste as one [PasteMsg], unknown sequences as [unknownMsg] and
// never as typed text. Bubbletea's own reader sees an idle pipe. The decoding
// is [parser], a plain struct that knows no clock.
//
// Output. An [output] wraps each frame in synchronised output, puts the real
// cursor at the caret (for input methods and screen readers), and carries the
// title and clipboard sequences between frames, never within one.
//
// Life. A [Session] opens the terminal, runs the program, lends the terminal
// to an external editor or to the shell and takes it back, turns signals into
// [EndMsg], and leaves the terminal as it was found on every way out.
//
// Clipboard. A [Clipboard] copies and pastes by the means there are and
// claims no more than it knows.
//
// Bubbletea's key names are used throughout; keys it has no name for arrive
// as a [KeyName], spelled in the same manner. On Windows the same path is
// taken over the console's virtual terminal input; it is built and vetted
// there, and not tested.
package term
