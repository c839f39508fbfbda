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

// Inside reports whether a path lies in a directory, or is it, both as written and
// where links lead. What does not exist is judged by the nearest thing above it that
// does.
func Inside(w World, dir, name string) bool {
	dir, name = path.Clean(dir), path.Clean(name)
	if !below(dir, name) {
		return false
	}
	real := dir
	if r, err := w.RealPath(dir); err == nil {
		real = r
	}
	for at := name; below(dir, at); at = path.Dir(at) {
		if r, err := w.RealPath(at); err == nil {
			return below(real, r)
		}
		if _, err := w.Lstat(at); err == nil {
			return false // a link that leads nowhere, or that cannot be followed
		}
		if at == dir {
			break
		}
	}
	return true
}

// below reports whether name is dir or lies in it.
func below(dir, name string) bool {
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
}
