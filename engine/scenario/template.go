package scenario

import (
	_ "embed"
	"strings"
)

//go:embed template.toml
var template string

// Template returns a TOML scenario with every key explained and commented out, as a
// starting point.
func Template() string { return template }

// Example returns an example value of a key from the template, on one line or as a table with its
// header. It returns "" if the template has no example of the key.
func Example(key string) string {
	rows := strings.Split(template, "\n")
	for i, row := range rows {
		if value, ok := strings.CutPrefix(row, "# "+key+" = "); ok {
			value, _, _ := strings.Cut(value, " # ")
			return strings.TrimSpace(value)
		}
		if bare, ok := strings.CutPrefix(row, "# "); ok && headerOf(bare) == key {
			var all []string
			for _, row := range rows[i:] {
				if bare, ok = strings.CutPrefix(row, "# "); !ok {
					break
				}
				all = append(all, bare)
			}
			return strings.Join(all, "\n")
		}
	}
	return ""
}
