package facts

import (
	"errors"
	"io/fs"
)

// NoFollow returns a world that does not follow links. The error for a path with a link matches
// both fs.ErrNotExist and ErrRefused. The links themselves are visible. Links on the way to one of
// the bases are followed, because a home or a project may itself be behind a link.
func NoFollow(w World, bases ...string) World {
	n := &noFollow{open: map[string]bool{}}
	n.Guard = Guard{w, n.check}
	for _, b := range bases {
		n.allow(b)
		if real, err := w.RealPath(b); err == nil {
			n.allow(real)
		}
	}
	return n
}

// allow permits links on the path of a directory.
func (n *noFollow) allow(dir string) {
	for at := range Up(dir) {
		n.open[at] = true
	}
}

type noFollow struct {
	Guard
	open map[string]bool // the bases and the directories above them
}

// errLink is the error for a path with a link that is not followed.
type errLink struct{}

func (errLink) Error() string {
	return "it is a symbolic link, or reached through one, and links are not followed"
}

func (errLink) Is(target error) bool { return target == fs.ErrNotExist || target == ErrRefused }

// check returns an error if an element of a path is a link. The last element counts too, unless
// the question is about the link itself.
func (n *noFollow) check(op, name string) error {
	name = Clean(name)
	last := op != "lstat" && op != "readlink"
	for end := len(Volume(name)) + 1; end <= len(name); end++ {
		if end < len(name) && name[end] != '/' {
			continue
		}
		at := name[:end]
		if n.open[at] || at == name && !last {
			continue
		}
		info, err := n.World.Lstat(at)
		if err != nil {
			return nil // the path does not exist, so the world returns its own error
		}
		if info.IsLink() {
			return &fs.PathError{Op: op, Path: name, Err: errLink{}}
		}
	}
	return nil
}

// LinkRefused reports whether an error says that [NoFollow] did not follow a link.
func LinkRefused(err error) bool {
	var e errLink
	return errors.As(err, &e)
}
