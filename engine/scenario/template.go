package scenario

import _ "embed"

//go:embed template.toml
var template string

// Template returns a scenario in TOML with every key explained and commented
// out, to begin one from.
func Template() string { return template }
