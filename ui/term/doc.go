// Package term connects a bubbletea v1 program to a real terminal and adds what that
// library lacks, so that the workbench can rely on its input, its screen and a clean
// end.
//
// Input. A [gate] reads the terminal itself and gives the program complete messages:
// whole keys and mouse events however the bytes were split, a bracketed paste as one
// [PasteMsg], unknown sequences as [unknownMsg] and never as typed text. Bubbletea's
// own reader gets an idle pipe. [parser] decodes; it is a plain struct without a
// clock.
//
// Output. An [output] wraps each frame in synchronised output, puts the real
// cursor at the caret (for input methods and screen readers), and carries the
// title and clipboard sequences between frames, never within one.
//
// Life. A [Session] opens the terminal, runs the program, gives the terminal to an
// external editor or to the shell and takes it back, turns signals into [EndMsg], and
// restores the terminal however the program ends.
//
// Clipboard. A [Clipboard] copies and pastes by the available means and claims no
// more than it knows.
//
// Bubbletea's key names are used throughout; keys without a name arrive as a
// [KeyName], spelled in the same way. On Windows the same code uses the console's
// virtual terminal input; it is built and vetted there, but not tested.
package term
