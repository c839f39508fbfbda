package document

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Errors that Save returns.
var (
	// ErrChanged says that the file differs from the one from which the edit started. The error is
	// a *ConflictError.
	ErrChanged = errors.New("changed by another program")
	// ErrReadOnly says that the file may not be written.
	ErrReadOnly = errors.New("the file is read-only")
)

// ConflictKind says how another program changed the file.
type ConflictKind string

// The kinds of conflicts.
const (
	Changed ConflictKind = "changed" // it has another text
	Created ConflictKind = "created" // it did not exist, and now does
	Deleted ConflictKind = "deleted" // it existed, and now does not
)

// ConflictError says that the file on disk differs from the one from which the edit started. It
// describes the present file.
type ConflictError struct {
	Path   string
	Kind   ConflictKind
	Text   string // the file's text now, without byte order mark; "" if deleted or Large
	Large  bool   // the file is larger than MaxCompared, so its text was not read
	Size   int64  // bytes on disk
	BOM    bool
	Digest string // identifies the bytes now; "" if deleted
}

// Error implements error.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s was %s by another program since it was read", e.Path, e.Kind)
}

// Is reports whether target is ErrChanged, for errors.Is.
func (e *ConflictError) Is(target error) bool { return target == ErrChanged }

// SaveOptions say what a save is allowed to do.
type SaveOptions struct {
	// Over is a conflict that the user has seen and wants to overwrite. If the file has changed
	// since, Save returns a new conflict.
	Over *ConflictError
	// Force overwrites the file whatever it contains.
	Force bool
	// ReadOnly allows writing to a read-only file, which stays read-only.
	ReadOnly bool
}

// Saved says how a file was saved.
type Saved struct {
	Path    string // the path of the real file
	Created bool
	Size    int64 // bytes written
	// InPlace says that the file was overwritten instead of replaced as a whole, so a crash during
	// the write could have left it incomplete. Why says why.
	InPlace bool
	Why     string
}

// Save writes the text to the file to which the path leads, after a byte order mark if the file
// has one. It creates missing directories. If another program changed, created or deleted the file
// since it was read, Save writes nothing and returns a *ConflictError, whose Text the caller can
// show before asking the user. After any error the document is unchanged and nothing on disk is
// lost.
func (d *Document) Save(text string, o SaveOptions) (Saved, error) {
	d.disk.Lock()
	defer d.disk.Unlock()
	d.mu.Lock()
	base, bom := d.base, d.bom
	d.mu.Unlock()
	now, err := look(d.path)
	if err != nil && !o.Force {
		return Saved{}, saveError(d.path, err)
	}
	if err != nil { // an unreadable file can perhaps still be replaced
		if now, err = unread(d.path); err != nil {
			return Saved{}, saveError(d.path, err)
		}
	}
	bytes := encode(text, bom)
	c := compare(d.path, base, now)
	switch {
	case c == nil, o.Force, c.Digest == digest(bytes):
	case o.Over != nil && o.Over.Kind == c.Kind && o.Over.Digest == c.Digest:
	default:
		return Saved{}, c
	}
	if now.exists && !o.ReadOnly && readOnly(now.place.real, now.stat) {
		return Saved{}, fmt.Errorf("saving %s: %w", d.path, ErrReadOnly)
	}
	saved, err := write(now, bytes)
	if errors.Is(err, errOvertaken) {
		if again, readErr := look(d.path); readErr == nil {
			if c := compare(d.path, now, again); c != nil {
				return Saved{}, c
			}
		}
	}
	if err != nil {
		return Saved{}, saveError(d.path, err)
	}
	s := snapshot{place: now.place, exists: true, digest: digest(bytes)}
	if s.stat, err = os.Stat(now.place.real); err != nil {
		return Saved{}, saveError(d.path, err)
	}
	d.adopt(s, text, bom)
	return saved, nil
}

// SaveAs writes the text to another path and returns a document for that path. The new file has a
// byte order mark if this document has one. If the file exists, SaveAs returns a conflict of the
// kind Created.
func (d *Document) SaveAs(path, text string, o SaveOptions) (*Document, Saved, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, Saved{}, err
	}
	d.mu.Lock()
	to := &Document{path: abs, bom: d.bom}
	d.mu.Unlock()
	saved, err := to.Save(text, o)
	if err != nil {
		return nil, Saved{}, err
	}
	return to, saved, nil
}

// unread returns the state of a file without its content.
func unread(path string) (snapshot, error) {
	p, err := resolve(path)
	if err != nil {
		return snapshot{}, err
	}
	fi, err := os.Stat(p.real)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return snapshot{place: p}, nil
	case err != nil:
		return snapshot{}, err
	case !fi.Mode().IsRegular():
		return snapshot{}, errors.New("not a regular file: only ordinary files can be edited")
	}
	return snapshot{place: p, exists: true, stat: fi}, nil
}

// compare returns the conflict between the file as it was read and the file now, or nil.
func compare(path string, base, now snapshot) *ConflictError {
	if base.exists == now.exists && base.digest == now.digest {
		return nil
	}
	c := &ConflictError{Path: path, Kind: Changed, Digest: now.digest, Large: now.large}
	if now.stat != nil {
		c.Size = now.stat.Size()
	}
	switch {
	case !base.exists:
		c.Kind = Created
	case !now.exists:
		c.Kind = Deleted
	}
	text, bom, err := decode(now.bytes)
	if err != nil { // the file is UTF-16 now, so show its bytes
		text = now.bytes
	}
	c.Text, c.BOM = text, bom
	return c
}

// saveError names the file that could not be saved. The user does not know the temporary file beside
// it, so an error of that file gets the file's own path.
func saveError(path string, err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok && leftoverName().MatchString(filepath.Base(at.Path)) && at.Error() == err.Error() {
		err = &fs.PathError{Op: at.Op, Path: path, Err: at.Err}
	}
	return fmt.Errorf("saving %s: %w", path, err)
}
