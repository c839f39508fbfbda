// Package keymap is the single table of what keys do. Dispatch, the help screen, the
// palette, hints and KEYS.md are all made from it, so that they agree.
//
// Only keys that every terminal sends are used: a terminal sends bytes, and many key
// combinations send the same byte as another key. [unsendable] lists them. Keys are
// written as bubbletea prints them: "ctrl+p", "alt+up", "f1".
package keymap
