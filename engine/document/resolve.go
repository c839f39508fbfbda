package document

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"galley/engine/facts"
)

// maxLinks is the most links that resolving one path may follow, as on Linux.
const maxLinks = 40

// resolvedPath is the result of resolving a path.
type resolvedPath struct {
	real  string   // the path without links; the file there need not exist
	links []string // the links on the way, in order
}

// resolve follows every link on the way, including one at the end, step by step: ".." means the
// parent of a link's target. For a dangling link it returns the target, although nothing is there.
func resolve(path string) (resolvedPath, error) {
	volume := filepath.VolumeName(path)
	root := volume + string(filepath.Separator)
	p := resolvedPath{real: root}
	todo := elements(path[len(volume):])
	missing := false
	for len(todo) > 0 {
		part := todo[0]
		todo = todo[1:]
		switch {
		case part == ".":
			continue
		case part == ".." && missing:
			return p, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		case part == "..":
			p.real = filepath.Dir(p.real)
			continue
		}
		at := filepath.Join(p.real, part)
		var fi fs.FileInfo
		var err error
		if !missing {
			fi, err = os.Lstat(at)
		}
		switch {
		case missing, errors.Is(err, fs.ErrNotExist):
			missing = true
			p.real = at
		case err != nil:
			return p, err
		case fi.Mode()&fs.ModeSymlink == 0:
			p.real = at
		default:
			p.links = append(p.links, at)
			if len(p.links) > maxLinks {
				return p, fmt.Errorf("%s: %w", path, facts.ErrLoop)
			}
			target, err := os.Readlink(at)
			if err != nil {
				return p, err
			}
			if filepath.IsAbs(target) {
				volume = filepath.VolumeName(target)
				p.real = volume + string(filepath.Separator)
				target = target[len(volume):]
			}
			todo = append(elements(target), todo...)
		}
	}
	return p, nil
}

func elements(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) })
}
