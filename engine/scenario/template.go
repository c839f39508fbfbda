package scenario

import (
	_ "embed"
	"strings"
)

//go:embed template.toml
var template string

// Template returns a scenario in TOML with every key explained and commented
// out, to begin one from.
func Template() string { return template }

// Example returns a value of a key as a file writes it, from the template; "" when it has
// none on one line.
func Example(key string) string {
	for line := range strings.SplitSeq(template, "\n") {
		if value, ok := strings.CutPrefix(line, "# "+key+" = "); ok {
			value, _, _ = strings.Cut(value, "  ")
			value, _, _ = strings.Cut(value, " # ")
			return strings.TrimSpace(value)
		}
	}
	return ""
}
