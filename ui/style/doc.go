// Package style turns a theme into the styles that panes draw with. A theme is data:
// a palette and a style for each name. It is resolved once, for the terminal's
// colours, into [Styles], whose fields are cell styles; panes never name a colour.
//
// Nothing here queries the terminal. Whether it is light or dark comes from the
// user's settings and the environment: see [Choose].
package style
