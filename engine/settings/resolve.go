package settings

import (
	"strings"

	"galley/engine/facts"
)

// Resolve returns the absolute path that a setting means: ~/ is the home
// directory, anything relative lies in dir.
func Resolve(w facts.World, dir, file string) string {
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		if home := facts.Home(w); home != "" {
			return facts.Join(home, rest)
		}
	}
	return facts.Resolve(dir, facts.Slash(file))
}
