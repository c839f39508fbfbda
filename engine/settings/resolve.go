package settings

import (
	"strings"

	"galley/engine/facts"
)

// Resolve returns the absolute path that a setting names: ~/ means the home directory, and other
// relative paths are relative to dir.
func Resolve(w facts.World, dir, file string) string {
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		if home := facts.Home(w); home != "" {
			return facts.Join(home, rest)
		}
	}
	return facts.Resolve(dir, facts.Slash(file))
}
