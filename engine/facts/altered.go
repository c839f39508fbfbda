package facts

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Instead says what is at a path instead of the world's file.
type Instead struct {
	Gone bool                   // nothing is at the path
	Link string                 // if not "", a symbolic link to this target
	Read func() (string, error) // if not Gone, reads the regular file at the path
}

// Text returns a file that has this text.
func Text(text string) Instead {
	return Instead{Read: func() (string, error) { return text, nil }}
}

// Altered returns the world w with other files at some absolute paths: a project at another
// revision, or after a change that has not been made yet. Directories appear and disappear with
// their files. Everything else, including git, comes from w. For texts in an editor see [Overlay].
func Altered(w World, others map[string]Instead) World {
	o := &altered{World: w, others: map[string]Instead{}, inodes: map[string]uint64{}, below: map[string][]string{}, thin: map[string]bool{}}
	names := make([]string, 0, len(others))
	for name, other := range others {
		o.others[Clean(name)] = other
		names = append(names, Clean(name))
	}
	slices.Sort(names)
	for i, name := range names {
		o.inodes[name] = uint64(i + 1)
		other := o.others[name]
		o.links = o.links || other.Link != ""
		child := name
		for dir := range Up(Dir(name)) {
			if other.Gone {
				o.thin[dir] = true
			} else if !slices.Contains(o.below[dir], path.Base(child)) {
				o.below[dir] = append(o.below[dir], path.Base(child))
			}
			child = dir
		}
	}
	return o
}

// alteredDevice is the device number of files that only the altered world has.
const alteredDevice = ^uint64(0)

// altered is the world that [Altered] returns.
type altered struct {
	World
	others map[string]Instead
	inodes map[string]uint64
	below  map[string][]string // from a directory to the names that the alteration adds
	thin   map[string]bool     // directories below which files are removed
	links  bool                // some of the replacements are links
}

// Unwrap returns the world that is altered.
func (o *altered) Unwrap() World { return o.World }

// spot is the place to which a path leads.
type spot struct {
	name  string   // its path
	other *Instead // what the alteration puts there; nil if it leaves this file as it is
	dir   bool     // it is a directory that exists only because of the alteration
}

// find returns the place to which a path leads. follow also follows a link at the end. If the path
// leads nowhere, the error says why.
func (o *altered) find(op, name string, follow bool) (spot, error) {
	missing := func() (spot, error) {
		return spot{}, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	at := Clean(name)
	for range maxLinks {
		if next := o.throughLink(at); next != "" {
			at = next
			continue
		}
		at = o.withoutLinks(at, follow)
		other, changed := o.others[at]
		switch {
		case changed && other.Gone:
			return missing()
		case changed && other.Link != "" && follow:
			at = Resolve(Dir(at), other.Link)
			continue
		case changed:
			return spot{name: at, other: &other}, nil
		}
		if _, err := o.World.Lstat(at); err != nil {
			if len(o.below[at]) > 0 {
				return spot{name: at, dir: true}, nil
			}
			return spot{name: at}, nil // the altered world returns the error
		}
		if o.thin[at] && o.empty(at) {
			return missing()
		}
		return spot{name: at}, nil
	}
	return missing()
}

// throughLink resolves a directory on the way that is a link of the alteration; otherwise it
// returns "".
func (o *altered) throughLink(name string) string {
	if !o.links {
		return ""
	}
	for dir := range Up(Dir(name)) {
		if other := o.others[dir]; other.Link != "" {
			return Join(Resolve(Dir(dir), other.Link), strings.TrimPrefix(name, dir+"/"))
		}
	}
	return ""
}

// withoutLinks returns a path with the links of the altered world resolved.
func (o *altered) withoutLinks(name string, follow bool) string {
	if _, changed := o.others[name]; changed {
		return name
	}
	if follow {
		if real, err := o.World.RealPath(name); err == nil {
			return real
		}
		// The target of the link exists only because of the alteration.
		if target, err := o.World.Readlink(name); err == nil {
			if to := Resolve(Dir(name), target); len(o.below[to]) > 0 || o.others[to].Read != nil || o.others[to].Link != "" {
				return to
			}
		}
	}
	for dir := range Up(Dir(name)) {
		real, err := o.World.RealPath(dir)
		if err != nil {
			continue
		}
		if real != dir && dir != name {
			return Join(real, strings.TrimPrefix(name, dir))
		}
		break
	}
	return name
}

// empty reports whether the alteration leaves nothing in a directory of the altered world.
func (o *altered) empty(dir string) bool {
	if len(o.below[dir]) > 0 {
		return false
	}
	entries, err := o.World.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return false
	}
	return !slices.ContainsFunc(entries, func(e Entry) bool { return !o.removed(dir, e) })
}

// removed reports whether the alteration removes an entry of a directory that the original world
// has.
func (o *altered) removed(dir string, e Entry) bool {
	full := Join(dir, e.Name)
	return o.others[full].Gone || e.Type.IsDir() && o.thin[full] && o.empty(full)
}

// info returns the information about the file at a spot.
func (o *altered) info(op, name string, at spot) (Info, error) {
	info := Info{Name: path.Base(name), Device: alteredDevice, Inode: o.inodes[at.name]}
	if below, err := o.World.Lstat(at.name); err == nil {
		info.ModTime, info.Device, info.Inode = below.ModTime, below.Device, below.Inode
	}
	switch {
	case at.dir:
		info.Mode = fs.ModeDir | 0o755
	case at.other.Link != "":
		info.Mode, info.Size = fs.ModeSymlink|0o777, int64(len(at.other.Link))
	default:
		text, err := at.other.Read()
		if err != nil {
			return Info{}, &fs.PathError{Op: op, Path: name, Err: err}
		}
		info.Mode, info.Size = 0o644, int64(len(text))
	}
	if info.ModTime.IsZero() {
		info.ModTime = time.Unix(0, 0)
	}
	return info, nil
}

// Stat implements [World].
func (o *altered) Stat(name string) (Info, error) {
	at, err := o.find("stat", name, true)
	if err != nil {
		return Info{}, err
	}
	if at.other == nil && !at.dir {
		info, err := o.World.Stat(at.name)
		info.Name = path.Base(name)
		return info, err
	}
	return o.info("stat", name, at)
}

// Lstat implements [World].
func (o *altered) Lstat(name string) (Info, error) {
	at, err := o.find("lstat", name, false)
	if err != nil {
		return Info{}, err
	}
	if at.other == nil && !at.dir {
		return o.World.Lstat(at.name)
	}
	return o.info("lstat", name, at)
}

// Readlink implements [World].
func (o *altered) Readlink(name string) (string, error) {
	at, err := o.find("readlink", name, false)
	switch {
	case err != nil:
		return "", err
	case at.other != nil && at.other.Link != "":
		return at.other.Link, nil
	case at.other != nil || at.dir:
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	return o.World.Readlink(at.name)
}

// RealPath implements [World].
func (o *altered) RealPath(name string) (string, error) {
	at, err := o.find("realpath", name, true)
	if err != nil || at.other != nil || at.dir {
		return at.name, err
	}
	return o.World.RealPath(at.name)
}

// ReadDir implements [World]. Added names come last, sorted.
func (o *altered) ReadDir(name string) ([]Entry, error) {
	at, err := o.find("readdir", name, true)
	if err != nil {
		return nil, err
	}
	if at.other != nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: ErrNotDir}
	}
	var out []Entry
	if !at.dir {
		entries, err := o.World.ReadDir(at.name)
		if err != nil || !o.thin[at.name] && len(o.below[at.name]) == 0 {
			return entries, err
		}
		for _, e := range entries {
			if !slices.Contains(o.below[at.name], e.Name) && !o.removed(at.name, e) {
				out = append(out, e)
			}
		}
	}
	for _, base := range o.below[at.name] {
		other, file := o.others[Join(at.name, base)]
		e := Entry{Name: base}
		switch {
		case !file:
			e.Type = fs.ModeDir
		case other.Link != "":
			e.Type = fs.ModeSymlink
		}
		out = append(out, e)
	}
	return out, nil
}

// ReadFile implements [World].
func (o *altered) ReadFile(name string) (string, error) {
	at, err := o.find("read", name, true)
	switch {
	case err != nil:
		return "", err
	case at.dir:
		return "", &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	case at.other == nil:
		return o.World.ReadFile(at.name)
	}
	text, err := at.other.Read()
	if err != nil {
		return "", &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return text, nil
}

// ReadHead implements [World].
func (o *altered) ReadHead(name string, limit int) (string, error) {
	at, err := o.find("read", name, true)
	if err == nil && at.other == nil && !at.dir {
		return o.World.ReadHead(at.name, limit)
	}
	text, err := o.ReadFile(name)
	return text[:min(len(text), max(limit, 0))], err
}
