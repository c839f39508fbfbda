// Package style turns a theme into the looks that panes draw with. A theme is
// data: a palette and a style for each name. It is resolved once, for the colours
// that the terminal has, into [Styles], whose fields are plain cell styles; no
// pane ever names a colour.
//
// Nothing here asks the terminal anything. Whether it is light or dark is taken
// from what the user said and from the environment: see [Choose].
package style
