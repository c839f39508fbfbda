package settings

import (
	"path"
	"strings"

	"galley/engine/facts"
)

// Resolve returns the absolute path that a setting means: ~/ is the home
// directory, anything relative lies in dir.
func Resolve(w facts.World, dir, file string) string {
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		if home, ok := w.LookupEnv("HOME"); ok && home != "" {
			return path.Join(facts.Slash(home), rest)
		}
	}
	if file = facts.Slash(file); facts.IsAbs(file) {
		return path.Clean(file)
	}
	return path.Join(dir, file)
}
