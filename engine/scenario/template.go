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

// Example returns a value of a key as a file writes it, from the template: on one line, or
// a table with its header. It is "" for a key that the template does not have so.
func Example(key string) string {
	rows := strings.Split(template, "\n")
	for i, row := range rows {
		if value, ok := strings.CutPrefix(row, "# "+key+" = "); ok {
			value, _, _ = strings.Cut(value, "  ")
			value, _, _ = strings.Cut(value, " # ")
			return strings.TrimSpace(value)
		}
		if bare, ok := strings.CutPrefix(row, "# "); ok && headerOf(bare) == key {
			var all []string
			for ; i < len(rows) && strings.HasPrefix(rows[i], "# "); i++ {
				all = append(all, rows[i][len("# "):])
			}
			return strings.Join(all, "\n")
		}
	}
	return ""
}
