package facts

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// Unsaved is the text of a file in an editor: the content that the file would have if it were saved
// now, including a byte order mark.
type Unsaved struct {
	Path string // absolute and slash-separated; the file need not exist
	Text string
}

// Overlay is a world in which some files have unsaved texts. Reads and sizes of these files are
// answered from memory, whichever path leads to them: links are followed as in the world below,
// which is the one that the overlay wraps. A file that does not exist yet exists in the overlay,
// also in the listing of its directory, and so do the directories that saving it would create.
// Everything else, including git, comes from the world below.
//
// A text that equals its file changes nothing. Neither does a text that could not be saved, because
// its path is below a file, is a directory, or is behind a link that the world below does not
// follow.
type Overlay struct {
	World
	most  int64
	texts []Unsaved

	settle sync.Once // sets the fields below on first use
	known  []*overlaid
	made   map[string]bool // directories that do not exist yet and that saving would create
	found  sync.Map        // the texts, as *overlaid, that affected an answer
}

// overlaid is one of the unsaved texts.
type overlaid struct {
	Unsaved
	real string // the real path of the file
	info Info   // of the world's file, with the size of the text; or of a new file
	new  bool   // the file does not exist yet
	same bool   // the file already has this text
}

// NewOverlay returns w with these texts as the contents of files. most is a limit in bytes: a
// longer text is too large to read, like a file of that size.
func NewOverlay(w World, most int64, texts []Unsaved) *Overlay {
	return &Overlay{World: w, most: most, texts: texts}
}

// Unwrap returns the world below.
func (o *Overlay) Unwrap() World { return o.World }

// Used returns the texts that have affected an answer so far, in the given order: those that were
// read or whose size was asked for. This includes a text that equals its file.
func (o *Overlay) Used() []Unsaved {
	var used []Unsaved
	for _, f := range o.known {
		if _, ok := o.found.Load(f); ok {
			used = append(used, f.Unsaved)
		}
	}
	return used
}

// files returns the texts that can be saved. The first call asks the world below about each of
// them.
func (o *Overlay) files() []*overlaid {
	o.settle.Do(func() {
		o.made = map[string]bool{}
		for _, t := range o.texts {
			f, ok := o.saveTarget(t)
			if !ok {
				continue
			}
			o.known = append(o.known, f)
			if !f.new {
				continue
			}
			for dir := range Up(Dir(f.real)) {
				if _, err := o.World.Lstat(dir); err == nil {
					break
				}
				o.made[dir] = true
			}
		}
	})
	return o.known
}

// saveTarget finds the path at which a text would be saved; the second result is false if it could not
// be saved.
func (o *Overlay) saveTarget(t Unsaved) (*overlaid, bool) {
	f := &overlaid{Unsaved: t, real: o.lead(t.Path)}
	if f.real == "" {
		return nil, false
	}
	info, err := o.World.Stat(f.real)
	switch {
	case err == nil && info.IsRegular():
		f.info = info
		if text, err := o.World.ReadFile(f.real); err == nil && text == t.Text {
			f.same = true
			return f, true
		}
	case errors.Is(err, fs.ErrNotExist):
		f.new, f.info = true, Info{Mode: 0o644}
	default:
		return nil, false
	}
	f.info.Size, f.info.ModTime = int64(len(t.Text)), o.World.Now()
	return f, true
}

// lead returns the real path to which a path leads. For a path that does not exist, it is the path
// where the file would be created, or "".
func (o *Overlay) lead(name string) string {
	name = Clean(name)
	for range maxLinks {
		if real, err := o.World.RealPath(name); err == nil {
			return real
		} else if !absent(err) {
			return ""
		}
		if info, err := o.World.Lstat(name); err == nil && info.IsLink() {
			target, err := o.World.Readlink(name)
			if err != nil {
				return ""
			}
			name = Resolve(Dir(name), target)
			continue
		} else if !absent(err) {
			return ""
		}
		for dir := range Up(Dir(name)) {
			real, err := o.World.RealPath(dir)
			if err == nil {
				if info, err := o.World.Stat(real); err != nil || !info.IsDir() {
					return ""
				}
				return Join(real, strings.TrimPrefix(name, strings.TrimSuffix(dir, "/")+"/"))
			}
			if _, there := o.World.Lstat(dir); !absent(err) || there == nil {
				return "" // the path is refused, or its directory is behind a dangling link
			}
		}
		return ""
	}
	return ""
}

// absent reports whether an error says that a file does not exist; a refusal to follow a link does
// not say that.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) && !errors.Is(err, ErrRefused)
}

// find returns the unsaved text at a path, or nil. below and err are what Stat of the world below
// returns for the path.
func (o *Overlay) find(name string, below Info, err error) *overlaid {
	for _, f := range o.files() {
		switch {
		case err == nil && f.new, err != nil && !f.new:
		case err == nil && (f.info.Device != 0 || f.info.Inode != 0):
			if f.info.Device == below.Device && f.info.Inode == below.Inode {
				return o.use(f)
			}
		case err == nil && below.IsRegular() && Base(name) == Base(f.real):
			if real, err := o.World.RealPath(name); err == nil && real == f.real {
				return o.use(f)
			}
		case err != nil && absent(err):
			if o.mayLead(name, f.real) && o.lead(name) == f.real {
				return o.use(f)
			}
		}
	}
	return nil
}

// mayLead reports whether a path that does not exist could lead to the file with the path real. It
// could if both paths end with the same name, or if the first one contains a link.
func (o *Overlay) mayLead(name, real string) bool {
	if Base(name) == Base(real) {
		return true
	}
	info, err := o.World.Lstat(name)
	return err == nil && info.IsLink()
}

func (o *Overlay) use(f *overlaid) *overlaid {
	o.found.Store(f, true)
	return f
}

// isMade reports whether a path that does not exist is a directory that saving would create.
func (o *Overlay) isMade(name string, err error) bool {
	if len(o.files()) == 0 || len(o.made) == 0 || !absent(err) {
		return false
	}
	return o.made[o.lead(name)]
}

// Stat implements [World].
func (o *Overlay) Stat(name string) (Info, error) { return o.look(name, o.World.Stat) }

// Lstat implements [World].
func (o *Overlay) Lstat(name string) (Info, error) { return o.look(name, o.World.Lstat) }

func (o *Overlay) look(name string, ask func(string) (Info, error)) (Info, error) {
	below, err := ask(name)
	if err == nil && !below.IsRegular() {
		return below, nil
	}
	if f := o.find(name, below, err); f != nil && !f.same {
		info := f.info
		info.Name = Base(name)
		return info, nil
	}
	if o.isMade(name, err) {
		return Info{Name: Base(name), Mode: fs.ModeDir | 0o755, ModTime: o.World.Now()}, nil
	}
	return below, err
}

// Readlink implements [World].
func (o *Overlay) Readlink(name string) (string, error) {
	target, err := o.World.Readlink(name)
	if err != nil && (o.find(name, Info{}, err) != nil || o.isMade(name, err)) {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	return target, err
}

// RealPath implements [World].
func (o *Overlay) RealPath(name string) (string, error) {
	real, err := o.World.RealPath(name)
	if err != nil && (o.find(name, Info{}, err) != nil || o.isMade(name, err)) {
		return o.lead(name), nil
	}
	return real, err
}

// ReadDir implements [World]. New names are inserted before the first name that sorts after them,
// because the order of the file system is not known.
func (o *Overlay) ReadDir(name string) ([]Entry, error) {
	entries, err := o.World.ReadDir(name)
	if o.files(); !slices.ContainsFunc(o.known, func(f *overlaid) bool { return f.new }) {
		return entries, err
	}
	if err != nil && !o.isMade(name, err) {
		if absent(err) && o.find(name, Info{}, err) != nil {
			err = &fs.PathError{Op: "readdir", Path: name, Err: ErrNotDir}
		}
		return nil, err
	}
	dir, entries := o.lead(name), slices.Clone(entries)
	add := func(path string, mode fs.FileMode) {
		if Dir(path) != dir {
			return
		}
		at := slices.IndexFunc(entries, func(e Entry) bool { return e.Name >= Base(path) })
		if at < 0 {
			at = len(entries)
		}
		entries = slices.Insert(entries, at, Entry{Name: Base(path), Type: mode})
	}
	for path := range o.made {
		add(path, fs.ModeDir)
	}
	for _, f := range o.known {
		if f.new {
			add(f.real, 0)
		}
	}
	return entries, nil
}

// ReadFile implements [World].
func (o *Overlay) ReadFile(name string) (string, error) {
	f, err := o.unsaved(name)
	switch {
	case err != nil:
		return "", err
	case f == nil:
		return o.World.ReadFile(name)
	case int64(len(f.Text)) > o.most:
		return "", &fs.PathError{Op: "read", Path: name, Err: ErrTooLarge}
	}
	return f.Text, nil
}

// ReadHead implements [World].
func (o *Overlay) ReadHead(name string, limit int) (string, error) {
	f, err := o.unsaved(name)
	switch {
	case err != nil:
		return "", err
	case f == nil:
		return o.World.ReadHead(name, limit)
	}
	return f.Text[:min(len(f.Text), max(limit, 0))], nil
}

// unsaved returns the text for reading a path, or nil if the world below must be read.
func (o *Overlay) unsaved(name string) (*overlaid, error) {
	if len(o.files()) == 0 {
		return nil, nil
	}
	below, err := o.World.Stat(name)
	if f := o.find(name, below, err); f != nil && !f.same {
		return f, nil
	}
	if o.isMade(name, err) {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	}
	return nil, nil
}
