// Package keymap has the one table of what keys do. The dispatch of keys, the help, the palette,
// the hints and KEYS.md are all made from it, so that they agree.
//
// The table uses only keys that every terminal sends: a terminal sends bytes, and many key
// combinations send the same bytes as other keys. [unsendable] lists these. Keys are written in the
// form that bubbletea prints: "ctrl+p", "alt+up", "f1".
package keymap
