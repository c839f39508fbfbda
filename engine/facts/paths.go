package facts

import (
	"iter"
	"path"
	"path/filepath"
	"strings"
)

// The paths of a world are absolute and use slashes. A Windows world has two more
// kinds of root besides "/": a drive ("C:/") and a share ("//server/share"). Package
// path does not know them, so only the functions of this file may cut, join and climb
// world paths.

// Slash converts a path of this system to slashes.
func Slash(p string) string { return filepath.ToSlash(p) }

// IsAbs reports whether a slash-separated path is absolute on this system: it begins with a slash
// or, on a system with drives, with a drive letter. For a path that is written in a file of a
// world, see [Resolve].
func IsAbs(p string) bool {
	return path.IsAbs(p) || filepath.IsAbs(p)
}

// Volume returns the part of a path before the slash of its root: "C:", "//server/share", or "".
func Volume(p string) string {
	if isDrive(p) {
		return p[:2]
	}
	if !strings.HasPrefix(p, "//") || strings.HasPrefix(p, "///") {
		return ""
	}
	server, rest, _ := strings.Cut(p[2:], "/")
	share, _, _ := strings.Cut(rest, "/")
	if server == "" || share == "" || strings.Trim(server, ".") == "" || strings.Trim(share, ".") == "" {
		return ""
	}
	return p[:2+len(server)+1+len(share)]
}

// Clean is path.Clean, but it keeps the volume of a path. A volume alone becomes its root: "C:"
// becomes "C:/".
func Clean(p string) string {
	volume := Volume(p)
	if volume == "" {
		return path.Clean(p)
	}
	rest := path.Clean("/" + p[len(volume):])
	if rest == "/" && volume[0] == '/' {
		return volume
	}
	return volume + rest
}

// Join joins the elements with slashes and cleans the result. The path has a volume if the first
// element has one.
func Join(elements ...string) string {
	for i, e := range elements {
		if e == "" {
			continue
		}
		if Volume(e) == "" {
			return path.Join(elements[i:]...)
		}
		return Clean(strings.Join(elements[i:], "/"))
	}
	return ""
}

// Dir returns the parent directory of a path; a root is its own parent.
func Dir(p string) string {
	volume := Volume(p)
	if volume == "" {
		return path.Dir(p)
	}
	dir := path.Dir("/" + strings.TrimLeft(p[len(volume):], "/"))
	return Clean(volume + dir)
}

// Base returns the last name of a path, or "/" for a root.
func Base(p string) string {
	if Volume(p) != "" && IsRoot(p) {
		return "/"
	}
	return path.Base(p)
}

// IsRoot reports whether a directory is a root, which has no parent.
func IsRoot(dir string) bool { return Dir(dir) == Clean(dir) }

// Root returns the root above a directory: "/", "C:/" or "//server/share".
func Root(dir string) string {
	if volume := Volume(dir); volume != "" {
		return Clean(volume)
	}
	return "/"
}

// Within reports whether a clean path is dir or lies below it.
func Within(name, dir string) bool {
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
}

// Inside reports whether name is dir or lies below it, both as written and after links are resolved.
// If name does not exist, its nearest existing parent is resolved instead.
func Inside(w World, dir, name string) bool {
	dir, name = Clean(dir), Clean(name)
	if !Within(name, dir) {
		return false
	}
	real := dir
	if r, err := w.RealPath(dir); err == nil {
		real = r
	}
	for at := range Up(name) {
		if r, err := w.RealPath(at); err == nil {
			return Within(r, real)
		}
		if _, err := w.Lstat(at); err == nil {
			return false // the path is a dangling link, or a link that cannot be followed
		}
		if at == dir {
			break
		}
	}
	return true
}

// Absolute reports whether name, which is written in a file of the directory dir, is an absolute
// path. Drive letters, shares and backslashes count only if dir is on a drive or a share.
func Absolute(dir, name string) bool {
	if Volume(dir) == "" {
		return path.IsAbs(name)
	}
	name = strings.ReplaceAll(name, `\`, "/")
	return path.IsAbs(name) || Volume(name) != ""
}

// Resolve returns the path that name means if it is written in a file of the directory dir: name
// itself if it is absolute, otherwise a path below dir. Drive letters, shares and backslashes count
// only if dir is on a drive or a share.
func Resolve(dir, name string) string {
	volume := Volume(dir)
	if volume == "" {
		if path.IsAbs(name) {
			return path.Clean(name)
		}
		return path.Join(dir, name)
	}
	name = strings.ReplaceAll(name, `\`, "/")
	switch {
	case Volume(name) != "":
		return Clean(name)
	case path.IsAbs(name):
		return Clean(volume + name)
	}
	return Join(dir, name)
}

// Up yields a directory and all directories above it, nearest first, up to its root of any kind.
func Up(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for dir = Clean(dir); yield(dir); {
			above := Dir(dir)
			if above == dir {
				return
			}
			dir = above
		}
	}
}

// Nearest returns the nearest directory, dir or one above it, that contains one of the names.
// marker is the path of that name.
func Nearest(w World, dir string, names ...string) (at, marker string, found bool) {
	return NearestFunc(dir, func(name string) bool {
		_, err := w.Stat(name)
		return err == nil
	}, names...)
}

// NearestFunc is Nearest with a function that reports whether a path counts.
func NearestFunc(dir string, is func(name string) bool, names ...string) (at, marker string, found bool) {
	for at := range Up(dir) {
		for _, name := range names {
			if marker := Join(at, name); is(marker) {
				return at, marker, true
			}
		}
	}
	return "", "", false
}

// EnvPath returns the path in an environment variable, with slashes, or "" if the
// variable is unset or empty.
func EnvPath(w World, key string) string {
	p, _ := w.LookupEnv(key)
	if w.Platform() == "win32" {
		return strings.ReplaceAll(p, `\`, "/")
	}
	if rest := strings.TrimLeft(p, "/"); strings.HasPrefix(p, "//") {
		return "/" + rest
	}
	return p
}

// Home returns the user's home directory: HOME or, on Windows, USERPROFILE if HOME is
// not set; "" if neither is known.
func Home(w World) string {
	home := EnvPath(w, "HOME")
	if home == "" && w.Platform() == "win32" {
		home = EnvPath(w, "USERPROFILE")
	}
	return home
}
