package facts

import (
	"io/fs"
	"path"
	"strings"
)

// maxLinks is the most links that resolving one path may follow, as on Linux.
const maxLinks = 40

// resolvedPath is the result of resolving a path: the directories on it, beginning with the root,
// and at the end the file itself.
type resolvedPath struct {
	root  string // "/", "//" before a share, "" before a drive
	fixed int    // how many names belong to the volume
	nodes []*node
	names []string // one fewer than nodes, because the root has no name
}

func (p resolvedPath) node() *node { return p.nodes[len(p.nodes)-1] }

func (p resolvedPath) path() string {
	if len(p.names) == p.fixed && p.root == "" {
		return p.names[0] + "/"
	}
	return p.root + strings.Join(p.names, "/")
}

// walk finds the file of a path as the system does: it follows link by link, and ".." means the
// parent of the real directory. If follow is set, it also follows a link at the end. If obey is
// set, it fails at a directory that may not be searched. The caller must hold the lock.
func (m *Memory) walk(op, name string, follow, obey bool) (resolvedPath, error) {
	fail := func(err error) (resolvedPath, error) {
		return resolvedPath{}, &fs.PathError{Op: op, Path: name, Err: err}
	}
	if !isAbs(name) || strings.ContainsRune(name, 0) {
		return fail(fs.ErrInvalid)
	}
	p := m.start(name)
	todo := parts(name)
	// A final slash asks for a directory, so a link at the end must be followed.
	wantDir := strings.HasSuffix(name, "/")
	links := 0
	for len(todo) > 0 {
		part := todo[0]
		todo = todo[1:]
		dir := p.node()
		if !dir.mode.IsDir() {
			return fail(errThroughFile)
		}
		if obey && dir.mode&0o100 == 0 {
			return fail(fs.ErrPermission)
		}
		switch part {
		case ".":
			continue
		case "..":
			if len(p.names) > p.fixed {
				p.nodes, p.names = p.nodes[:len(p.nodes)-1], p.names[:len(p.names)-1]
			}
			continue
		}
		part = m.key(dir, part)
		child := dir.children[part]
		if child == nil {
			return fail(fs.ErrNotExist)
		}
		last := len(todo) == 0
		if child.mode&fs.ModeSymlink != 0 && (!last || follow || wantDir) {
			if links++; links > maxLinks {
				return fail(ErrLoop)
			}
			if child.target == "" {
				return fail(fs.ErrNotExist)
			}
			if isAbs(child.target) {
				p = m.start(child.target)
			}
			if last && strings.HasSuffix(child.target, "/") {
				wantDir = true
			}
			todo = append(parts(child.target), todo...)
			continue
		}
		p.nodes, p.names = append(p.nodes, child), append(p.names, part)
	}
	if wantDir && !p.node().mode.IsDir() {
		return fail(errThroughFile)
	}
	return p, nil
}

func (m *Memory) start(name string) resolvedPath {
	p := resolvedPath{root: m.rootOf(name), nodes: []*node{m.root}}
	if p.root != "/" {
		p.fixed = len(parts(Volume(name)))
	}
	return p
}

// parts splits a path at its slashes. A drive ("C:") is an ordinary directory below the root;
// RealPath does not put a slash before it.
func parts(name string) []string {
	var out []string
	for _, s := range strings.Split(name, "/") {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// namesBelow lists the names below a path's root.
func namesBelow(name string) []string { return parts(name[len(Volume(name)):]) }

func isAbs(name string) bool { return path.IsAbs(name) || isDrive(name) }

// isDrive reports whether a path begins with a drive: "C:" or "C:/".
func isDrive(name string) bool {
	if len(name) < 2 || name[1] != ':' || len(name) > 2 && name[2] != '/' {
		return false
	}
	c := name[0] | 0x20
	return 'a' <= c && c <= 'z'
}

// rootOf returns the part of a path before its first name, in the form in which walk shows it.
func (m *Memory) rootOf(name string) string {
	switch {
	case isDrive(name):
		return ""
	case m.platform == "win32" && Volume(name) != "":
		return "//"
	}
	return "/"
}

// key returns the name under which a directory has a file: the given name or, if case does not
// matter, the name as it was first written.
func (m *Memory) key(dir *node, name string) string {
	if dir.children[name] == nil && m.foldCase {
		for other := range dir.children {
			if strings.EqualFold(other, name) {
				return other
			}
		}
	}
	return name
}
