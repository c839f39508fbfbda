package document

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// newFileMode is the mode of a new file, from which the umask is subtracted.
const newFileMode = 0o644

var (
	// errOvertaken says that another program changed the file between the check and the write.
	errOvertaken = errors.New("changed at the moment of saving")
	// errKeep says that replacing the file would lose one of its properties; Saved.Why says which.
	errKeep = errors.New("the file cannot be replaced as it is")
)

// write writes bytes to the file of a snapshot, if the file has not changed since. It replaces the
// file as a whole if that loses nothing.
func write(seen snapshot, bytes string) (Saved, error) {
	saved := Saved{Path: seen.place.real, Created: !seen.exists, Size: int64(len(bytes))}
	if !seen.exists {
		return saved, create(seen.place.real, bytes)
	}
	if n := hardLinks(seen.stat); n > 1 {
		saved.Why = fmt.Sprintf("the file has %d names (hard links)", n)
		saved.InPlace = true
		return saved, overwrite(seen, bytes)
	}
	why, err := replace(seen, bytes)
	if errors.Is(err, errKeep) {
		saved.Why, saved.InPlace = why, true
		err = overwrite(seen, bytes)
	}
	return saved, err
}

// create creates a file and its directories, completely or not at all. It does not touch a file
// that has appeared in the meantime.
func create(name, bytes string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	temp, err := writeTemp(name, bytes, newFileMode, nil)
	if err != nil {
		return err
	}
	// Give the temporary file a second name: unlike a rename, this never replaces another file.
	err = os.Link(temp, name)
	switch {
	case err == nil:
		_ = os.Remove(temp)
	case errors.Is(err, fs.ErrExist):
		_ = os.Remove(temp)
		return errOvertaken
	default: // the file system does not support hard links
		if _, err := os.Lstat(name); err == nil {
			_ = os.Remove(temp)
			return errOvertaken
		}
		if err := os.Rename(temp, name); err != nil {
			_ = os.Remove(temp)
			return err
		}
	}
	syncDir(filepath.Dir(name))
	return nil
}

// replace replaces the old file by a new one. If it returns errKeep, it has changed nothing, and
// why says what replacing would lose.
func replace(seen snapshot, bytes string) (why string, err error) {
	name := seen.place.real
	temp, err := writeTemp(name, bytes, 0o600, func(f *os.File) error {
		if err := keepOwner(f, seen.stat); err != nil {
			why = "a new file could not have the owner of the old one"
			return errors.Join(errKeep, err)
		}
		if err := keepAttributes(f, name); err != nil {
			why = "a new file could not have the attributes of the old one"
			return errors.Join(errKeep, err)
		}
		// Set the mode last, because a change of owner clears the setuid bits.
		return f.Chmod(seen.stat.Mode())
	})
	if err != nil {
		if errors.Is(err, errKeep) {
			return why, err
		}
		if errors.Is(err, fs.ErrPermission) || isReadOnlyFS(err) {
			return "the directory is read-only", errors.Join(errKeep, err)
		}
		return "", err
	}
	if fi, err := os.Lstat(name); err != nil || !unchanged(fi, seen.stat) {
		_ = os.Remove(temp)
		return "", errOvertaken
	}
	if err := os.Rename(temp, name); err != nil {
		_ = os.Remove(temp)
		// The file is a mount point, or belongs to another user in a sticky directory.
		return "the system refuses to replace the file", errors.Join(errKeep, err)
	}
	syncDir(filepath.Dir(name))
	return "", nil
}

// Put writes a text to a file in one step, through a temporary file beside it. If the program is
// killed meanwhile, [ClearLeftovers] removes that file later.
func Put(name, text string, perm fs.FileMode) error {
	temp, err := writeTemp(name, text, perm, nil)
	if err != nil {
		return err
	}
	if err := os.Rename(temp, name); err != nil {
		_ = os.Remove(temp)
		return err
	}
	return nil
}

// writeTemp writes and syncs a new file beside name and returns its path. finish may change the
// file before it is closed. After an error the file is removed.
func writeTemp(name, bytes string, perm fs.FileMode, finish func(*os.File) error) (temp string, err error) {
	return writeNew(name, bytes, perm, finish, true)
}

// writeNew is writeTemp, but syncs only if sync is set. Without it, the file survives the end of
// the program, but perhaps not that of the machine.
func writeNew(name, bytes string, perm fs.FileMode, finish func(*os.File) error, sync bool) (temp string, err error) {
	f, err := openTemp(name, perm)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = io.WriteString(f, bytes); err != nil {
		return "", err
	}
	if finish != nil {
		if err = finish(f); err != nil {
			return "", err
		}
	}
	if sync {
		if err = f.Sync(); err != nil {
			return "", err
		}
	}
	return f.Name(), f.Close()
}

// tempSuffix identifies the program that wrote a temporary file. It has a random part, so that
// nobody can place a link under the name in advance. A test replaces it.
var tempSuffix = func() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // rand.Read never fails
	return processSuffix(b[:])
}

// openTemp creates a new file beside name. With O_EXCL it fails if a file or link has that name.
func openTemp(name string, perm fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(name)
	// A name may have at most 255 bytes in most file systems.
	base = base[:min(len(base), 200)]
	var err error
	for range 100 {
		var f *os.File
		f, err = os.OpenFile(dir+"."+base+".galley-"+tempSuffix(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, err
}

// overwrite writes into the file itself. If that fails half-way, for example because the disk is
// full, it restores the old bytes, which need no more room than before.
func overwrite(seen snapshot, bytes string) (err error) {
	f, err := os.OpenFile(seen.place.real, os.O_WRONLY|noFollow, 0)
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
	}()
	if fi, err := f.Stat(); err != nil || !unchanged(fi, seen.stat) {
		return errOvertaken
	}
	if err := fill(f, bytes); err != nil {
		if seen.digest != "" {
			if undo := fill(f, seen.bytes); undo != nil {
				return fmt.Errorf("%w; and the old text could not be put back: %w", err, undo)
			}
		}
		return err
	}
	return nil
}

// fill makes bytes the whole content of an open file.
func fill(f *os.File, bytes string) error {
	if _, err := f.WriteAt([]byte(bytes), 0); err != nil {
		return err
	}
	if err := f.Truncate(int64(len(bytes))); err != nil {
		return err
	}
	return f.Sync()
}

// syncDir syncs a directory, so that the entry of a new file is on disk, if the system can. It
// ignores errors, because the file exists in any case.
func syncDir(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}
