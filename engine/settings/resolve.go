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
			return path.Join(home, rest)
		}
	}
	drive := len(file) > 2 && file[1] == ':' && (file[2] == '/' || file[2] == '\\')
	if path.IsAbs(file) || drive {
		return file
	}
	return path.Join(dir, file)
}
