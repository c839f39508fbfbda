package facts

import "io/fs"

// Contained returns a world that refuses to read a path within dir if links on it lead out of dir.
// It does not affect other paths, nor questions about the links themselves.
func Contained(w World, dir string) World {
	return &Guard{w, func(op, name string) error {
		switch {
		case op == "lstat", op == "readlink", op == "realpath":
		case Within(name, dir) && !Inside(w, dir, name):
			return &fs.PathError{Op: op, Path: name, Err: ErrRefused}
		}
		return nil
	}}
}
