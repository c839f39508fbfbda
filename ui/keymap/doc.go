// Package keymap is the one table of what keys do. Dispatch, the help screen, the
// palette, hints and the README's table are all made from it, so that none can
// say anything the others do not.
//
// Only keys that every terminal sends are used: a terminal sends bytes, and many
// a combination that a keyboard has shares its byte with another. [unsendable]
// knows which. Keys are written as bubbletea prints them: "ctrl+p", "alt+up", "f1".
package keymap
