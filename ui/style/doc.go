// Package style turns a theme into the styles with which panes draw. A theme is data: a palette,
// and a style for each name. It is resolved once, for the colours of the terminal, into [Styles],
// whose fields are cell styles. Panes never name a colour.
//
// The package does not query the terminal. Whether the terminal is light or dark follows from the
// user's settings and the environment: see [Choose].
package style
