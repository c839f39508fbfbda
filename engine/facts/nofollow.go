package facts

import (
	"errors"
	"io/fs"
)

// NoFollow is a world in which links lead nowhere: what a link stands for is not
// there, and the error matches fs.ErrNotExist as well as ErrRefused. The link
// itself can still be seen. Links on the way to one of the bases are followed: a
// home or a project may well lie behind one.
func NoFollow(w World, bases ...string) World {
	n := &noFollow{World: w, open: map[string]bool{}}
	for _, b := range bases {
		n.allow(b)
		if real, err := w.RealPath(b); err == nil {
			n.allow(real)
		}
	}
	return n
}

// allow lets links count in a directory's path.
func (n *noFollow) allow(dir string) {
	for at := range Up(dir) {
		n.open[at] = true
	}
}

type noFollow struct {
	World
	open map[string]bool // the bases, and what encloses them
}

// errLink is for a path that goes through a link which is not followed.
type errLink struct{}

func (errLink) Error() string { return "it is a link, or lies behind one, and links are not followed" }

func (errLink) Is(target error) bool { return target == fs.ErrNotExist || target == ErrRefused }

// check gives an error when a link stands on the way to name; last tells whether
// name itself counts.
func (n *noFollow) check(op, name string, last bool) error {
	name = Clean(name)
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
			return nil // it is not there: the world says so in its own words
		}
		if info.IsLink() {
			return &fs.PathError{Op: op, Path: name, Err: errLink{}}
		}
	}
	return nil
}

func (n *noFollow) Stat(name string) (Info, error) {
	if err := n.check("stat", name, true); err != nil {
		return Info{}, err
	}
	return n.World.Stat(name)
}

func (n *noFollow) Lstat(name string) (Info, error) {
	if err := n.check("lstat", name, false); err != nil {
		return Info{}, err
	}
	return n.World.Lstat(name)
}

func (n *noFollow) Readlink(name string) (string, error) {
	if err := n.check("readlink", name, false); err != nil {
		return "", err
	}
	return n.World.Readlink(name)
}

func (n *noFollow) RealPath(name string) (string, error) {
	if err := n.check("realpath", name, true); err != nil {
		return "", err
	}
	return n.World.RealPath(name)
}

func (n *noFollow) ReadDir(name string) ([]Entry, error) {
	if err := n.check("readdir", name, true); err != nil {
		return nil, err
	}
	return n.World.ReadDir(name)
}

func (n *noFollow) ReadFile(name string) (string, error) {
	if err := n.check("read", name, true); err != nil {
		return "", err
	}
	return n.World.ReadFile(name)
}

func (n *noFollow) ReadHead(name string, limit int) (string, error) {
	if err := n.check("read", name, true); err != nil {
		return "", err
	}
	return n.World.ReadHead(name, limit)
}

// LinkRefused reports whether an error is that of a link which [NoFollow] keeps
// from leading anywhere.
func LinkRefused(err error) bool {
	var e errLink
	return errors.As(err, &e)
}
