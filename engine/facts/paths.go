package facts

import (
	"os"
	"path"
	"strings"
)

// Slash spells a path of this system as worlds do: with slashes, whatever the
// system writes.
func Slash(p string) string {
	if separator == '/' {
		return p
	}
	return strings.ReplaceAll(p, string(separator), "/")
}

// IsAbs reports whether a slash-separated path is absolute: it begins with a
// slash, or with a drive letter on a system that has them.
func IsAbs(p string) bool {
	if path.IsAbs(p) {
		return true
	}
	return separator != '/' && len(p) >= 3 && p[1] == ':' && p[2] == '/'
}

// separator is the character between the elements of a path on this system.
const separator = os.PathSeparator
