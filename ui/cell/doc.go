// Package cell draws text on a terminal: it decides what a character looks like and
// how many columns it takes, and provides a grid of such characters.
//
// Two guarantees hold for any text. A line of a [Grid] is exactly as wide as the
// grid, so borders stay straight. And no character that a terminal could obey or that
// a reader could miss reaches the terminal: controls, bidirectional overrides,
// zero-width and tag characters and invalid bytes are drawn as marks. The text itself
// is never changed, only its display.
//
// The grid is galley's own. The packages cellbuf and ultraviolet, which newer versions of
// bubbletea use, give neither guarantee and measure widths differently. Clusters come from uax29
// and widths from displaywidth. The way in which the terminal counts columns is set once for the
// whole process, with [UseWcwidth].
//
// All of galley measures text with this package. Width functions disagree on emoji, so with two of
// them the screen would break.
package cell
