package facts

import (
	"iter"
	"os"
	"path"
	"strings"
)

// separator is the character between the elements of a path on this system.
const separator = os.PathSeparator

// The paths of a world are absolute and use slashes. A world of Windows has two
// more kinds of root than "/": a drive ("C:/") and a share ("//server/share").
// Package path knows neither, so world paths are cut, joined and climbed with the
// functions of this file alone.

// Slash spells a path of this system as worlds do: with slashes, whatever the
// system writes.
func Slash(p string) string {
	if separator == '/' {
		return p
	}
	return strings.ReplaceAll(p, string(separator), "/")
}

// IsAbs reports whether a slash-separated path is absolute on this system: it
// begins with a slash, or with a drive letter on a system that has them. For a
// path that is written in a file of a world, see [Resolve].
func IsAbs(p string) bool {
	if path.IsAbs(p) {
		return true
	}
	return separator != '/' && isDrive(p) && len(p) > 2
}

// Volume is what stands before the first slash that separates names: "C:",
// "//server/share", or "".
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

// Clean is path.Clean that keeps a path's volume. A volume alone is its root:
// "C:" becomes "C:/".
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

// Join joins the elements with slashes and cleans the result. The first element
// decides whether there is a volume.
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

// Dir is the directory that holds a path; a root holds itself.
func Dir(p string) string {
	volume := Volume(p)
	if volume == "" {
		return path.Dir(p)
	}
	dir := path.Dir("/" + strings.TrimLeft(p[len(volume):], "/"))
	return Clean(volume + dir)
}

// Base is the last name of a path; "/" of a root.
func Base(p string) string {
	if Volume(p) != "" && IsRoot(p) {
		return "/"
	}
	return path.Base(p)
}

// IsRoot reports whether nothing lies above a directory.
func IsRoot(dir string) bool { return Dir(dir) == Clean(dir) }

// Root is the root above a directory: "/", "C:/" or "//server/share".
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

// Inside reports whether a path lies in a directory, or is it, both as written and
// where links lead. What does not exist is judged by the nearest thing above it that
// does.
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
			return false // a link that leads nowhere, or that cannot be followed
		}
		if at == dir {
			break
		}
	}
	return true
}

// Absolute reports whether name, written in a file of the directory dir, stands
// for the same path in every directory. Drive letters, shares and backslashes
// mean something only if dir lies on a drive or a share.
func Absolute(dir, name string) bool {
	if Volume(dir) == "" {
		return path.IsAbs(name)
	}
	name = strings.ReplaceAll(name, `\`, "/")
	return path.IsAbs(name) || Volume(name) != ""
}

// Resolve gives the path that name means in the directory dir: name itself when
// it is absolute, else below dir. Drive letters, shares and backslashes mean
// something only if dir lies on a drive or a share.
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

// Up gives a directory and all above it, the nearest first. It ends at every
// root.
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

// Nearest finds the nearest directory, dir or one above it, that holds one of
// the names, and the path of the name that it holds.
func Nearest(w World, dir string, names ...string) (at, marker string, found bool) {
	return NearestFunc(dir, func(name string) bool {
		_, err := w.Stat(name)
		return err == nil
	}, names...)
}

// NearestFunc is Nearest with is to decide whether a path counts.
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

// EnvPath is the path that an environment variable holds, spelled as worlds do;
// "" when the variable is unset or empty.
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

// Home is the user's home directory: HOME, on Windows USERPROFILE where HOME is
// not set; "" when neither is known.
func Home(w World) string {
	home := EnvPath(w, "HOME")
	if home == "" && w.Platform() == "win32" {
		home = EnvPath(w, "USERPROFILE")
	}
	return home
}
