// Package cell is the terminal's surface: what a character looks like, how many
// columns it takes, and a grid of such characters to draw on.
//
// Two promises hold for whatever text comes in. A line that leaves a [Grid] is
// exactly as wide as the grid, so borders stay straight; and no character that a
// terminal could obey or that the eye could miss ever reaches it: controls,
// bidirectional overrides, zero-width and tag characters and invalid bytes are
// drawn as marks. The bytes themselves are never changed, only their picture.
//
// The grid is galley's own: cellbuf and ultraviolet, which belong to the next bubbletea,
// draw what they are given and make neither promise, and their width functions are not
// the one here. Clusters and widths come from uax29 and displaywidth. How the terminal
// counts is said once for the whole process ([UseWcwidth]): it is a fact about it.
//
// Everything that measures text measures it here. Two width functions in one
// program are one too many: they disagree on emoji, and the screen tears.
package cell
