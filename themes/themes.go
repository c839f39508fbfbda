// Package themes holds the built-in themes. Each is a TOML file with a palette and a style for
// every name that package style knows. A user's own theme is a file of the same form.
package themes

import "embed"

// FS holds the theme files, named after the themes: dark.toml and so on.
//
//go:embed *.toml
var FS embed.FS
