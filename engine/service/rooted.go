package service

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
)

// rooted is a world in which only some directories are visible. It refuses all other paths, whether
// they exist or not, even if a link points to them.
type rooted struct {
	facts.Guard
	roots []string // with links resolved
}

// Unwrap returns the whole world.
func (r *rooted) Unwrap() facts.World { return r.World }

func newRooted(w facts.World, roots []string) *rooted {
	r := &rooted{}
	r.Guard = facts.Guard{World: w, Check: r.check}
	for _, root := range roots {
		root = facts.Clean(root)
		if real, err := w.RealPath(root); err == nil {
			root = real
		}
		r.roots = append(r.roots, root)
	}
	return r
}

// machine lists the files that describe the machine, for the variable system:os. They can be read
// but not found in any other way, so that a template cannot name them as files.
var machine = map[string]bool{
	"/etc/os-release": true, "/proc/version": true, "/proc/sys/fs/binfmt_misc/WSLInterop": true,
}

// within reports whether a path without links lies in a served directory.
func (r *rooted) within(real string) bool { return r.rootOf(real) != "" }

// rootOf returns the served directory of a path without links, or "".
func (r *rooted) rootOf(real string) string {
	for _, root := range r.roots {
		if facts.Within(real, root) {
			return root
		}
	}
	return ""
}

// find returns the path without links for a path. For a missing file it returns the path that the
// file would have.
func (r *rooted) find(op, name string) (string, error) {
	real, rest := facts.Clean(name), ""
	for {
		found, err := r.World.RealPath(real)
		if err == nil {
			real = facts.Join(found, rest)
			break
		}
		// A file that is missing or cannot be looked at lies where its parent lies.
		if facts.IsRoot(real) {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			return "", refused(op, name)
		}
		rest, real = facts.Join(path.Base(real), rest), facts.Dir(real)
	}
	if !r.within(real) {
		return "", refused(op, name)
	}
	return real, nil
}

func refused(op, name string) error {
	return &fs.PathError{Op: op, Path: name, Err: facts.ErrRefused}
}

// check checks a path for the operation op. It follows a link at the end of the path unless op is
// about the link itself.
func (r *rooted) check(op, name string) error {
	if op == "lstat" || op == "readlink" {
		return r.entry(op, name)
	}
	_, err := r.find(op, name)
	return err
}

// entry checks a path, but does not follow a link at its end.
func (r *rooted) entry(op, name string) error {
	name = facts.Clean(name)
	parent, err := r.World.RealPath(facts.Dir(name))
	if err == nil && r.within(facts.Join(parent, path.Base(name))) {
		return nil
	}
	_, err = r.find(op, name)
	return err
}

// ReadDir implements [facts.World].
func (r *rooted) ReadDir(name string) ([]facts.Entry, error) {
	real, err := r.find("readdir", name)
	if err != nil {
		return nil, err
	}
	return r.World.ReadDir(real)
}

// ReadFile implements [facts.World]. It reads the path that was checked, even if links have changed
// since.
func (r *rooted) ReadFile(name string) (string, error) {
	if machine[name] {
		return r.World.ReadFile(name)
	}
	real, err := r.find("open", name)
	if err != nil {
		return "", err
	}
	return r.World.ReadFile(real)
}

// ReadHead implements [facts.World].
func (r *rooted) ReadHead(name string, limit int) (string, error) {
	real, err := r.find("open", name)
	if err != nil {
		return "", err
	}
	return r.World.ReadHead(real, limit)
}

// Git implements [facts.World]. The answer about a status names no file outside the served
// directory of dir, even if the repository begins above that directory.
func (r *rooted) Git(ctx context.Context, dir string, args ...string) (facts.GitAnswer, error) {
	real, err := r.find("git", dir)
	if err != nil {
		return facts.GitAnswer{}, err
	}
	if slices.Contains(args, "status") && !slices.Contains(args, "--") {
		top, err := r.World.Git(ctx, dir, "rev-parse", "--show-toplevel")
		if err != nil {
			return top, err
		}
		if top.Exit == 0 && !r.within(strings.TrimSuffix(top.Stdout, "\n")) {
			args = append(slices.Clone(args), "--", r.rootOf(real))
		}
	}
	return r.World.Git(ctx, dir, args...)
}
