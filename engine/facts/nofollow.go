package facts

import (
	"errors"
	"io/fs"
)

// NoFollow returns a world that does not follow links. For such a path, the error matches
// fs.ErrNotExist as well as ErrRefused. The links themselves are visible. Links on the way to one
// of the bases are followed, because a home or a project may itself be behind a link.
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

// allow permits links on the path of a directory.
func (n *noFollow) allow(dir string) {
	for at := range Up(dir) {
		n.open[at] = true
	}
}

type noFollow struct {
	World
	open map[string]bool // the bases and the directories above them
}

// errLink is the error for a path with a link that is not followed.
type errLink struct{}

func (errLink) Error() string { return "it is a link, or lies behind one, and links are not followed" }

func (errLink) Is(target error) bool { return target == fs.ErrNotExist || target == ErrRefused }

// check returns an error if the path name contains a link. If last is set, its last element counts
// too.
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
			return nil // the path does not exist, so the world returns its own error
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

// LinkRefused reports whether an error says that [NoFollow] did not follow a link.
func LinkRefused(err error) bool {
	var e errLink
	return errors.As(err, &e)
}
