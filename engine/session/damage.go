package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	sqlite3 "modernc.org/sqlite/lib"
)

// damage reports that a file is not a valid database.
type damage struct {
	err  error
	file fs.FileInfo // the file that was examined
}

func (d *damage) Error() string { return "damaged: " + d.err.Error() }

// ErrDamaged says that the kept data of one conversation differs from what was stored. Other
// conversations are not affected.
var ErrDamaged = errors.New("is damaged")

// damagedError returns the error of a conversation with damaged rows.
func damagedError(id, format string, args ...any) error {
	return fmt.Errorf("the stored prompt of %q %w (%s): its next turn builds another", id, ErrDamaged, fmt.Sprintf(format, args...))
}

// extended returns SQLite's result code of an error, or 0.
func extended(err error) int {
	var e interface{ Code() int } // a *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

// code returns the primary part of the result code of an error, or 0.
func code(err error) int { return extended(err) & 0xff }

// movedAway reports whether SQLite could not read, map or delete one of its files. A possible
// cause is that another program set the database aside at that moment.
func movedAway(err error) bool { return code(err) == sqlite3.SQLITE_IOERR && !full(err) }

func busy(err error) bool {
	c := code(err)
	return c == sqlite3.SQLITE_BUSY || c == sqlite3.SQLITE_LOCKED
}

// full reports whether an error means that the disk is full. The shared-memory file beside the
// database needs space too.
func full(err error) bool {
	return code(err) == sqlite3.SQLITE_FULL || extended(err) == sqlite3.SQLITE_IOERR_SHMSIZE || errors.Is(err, syscall.ENOSPC)
}

// judge converts an error that means damage into a *damage of this file.
func (d *database) judge(err error) error {
	var known *damage
	switch {
	case errors.As(err, &known):
		known.file = d.file
		return known
	case code(err) == sqlite3.SQLITE_CORRUPT, code(err) == sqlite3.SQLITE_NOTADB:
		return &damage{err: err, file: d.file}
	}
	return err
}

// explain turns an error of the database into a message for people.
func (s *Store) explain(err error) error {
	var kind error
	switch {
	case err == nil, errors.Is(err, ErrUnknown), errors.Is(err, ErrID), errors.Is(err, ErrDamaged),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, errNewer):
		return fmt.Errorf("%s was %w", s.path, err)
	case full(err):
		return fmt.Errorf("%w: %s has no room for another prompt; prompts stored before are intact: free some space and try again", errFull, s.path)
	case busy(err):
		return fmt.Errorf("%s is %w: try again when it is done", s.path, errBusy)
	case code(err) == sqlite3.SQLITE_READONLY, errors.Is(err, fs.ErrPermission):
		kind = errors.New("you may not write it")
	default:
		kind = err
	}
	return fmt.Errorf("the conversations in %s %w: %w", s.path, errUnusable, kind)
}

// setAside renames a damaged database and its files, so that a new database can be created. It
// deletes nothing. If another program has already set the database aside, it does nothing.
func (s *Store) setAside(ctx context.Context, broken *damage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return os.ErrClosed
	}
	_ = s.shut() // its error could only report the damage again
	// If two programs find the damage, only one may rename, because the other would rename the new
	// database. A transaction on a second file excludes the other program on every system. It ends
	// at the latest when the program ends.
	lock := s.wait.connect(s.path+".lock", "_txlock=exclusive")
	defer func() { _ = lock.Close() }()
	tx, err := s.wait.begin(ctx, lock)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	now, err := os.Stat(s.path)
	if err != nil || !os.SameFile(now, broken.file) {
		return nil
	}
	name, err := s.rename()
	if err != nil {
		return fmt.Errorf("damaged (%w) and could not be moved away: %w", broken.err, err)
	}
	saved := "nothing of it could be read"
	if n := s.salvage(context.WithoutCancel(ctx), name); n > 0 {
		saved = fmt.Sprintf("%d conversations were recovered, and the rest is lost", n)
	}
	s.note(fmt.Sprintf("the database of conversations was damaged (%s): galley moved it to %s and started a new one; %s; `sqlite3 %s .recover` may save more",
		reason(broken.err), name, saved, filepath.Base(name)))
	return nil
}

// rename moves the database and its journal to a name that is not in use, and returns that name.
func (s *Store) rename() (string, error) {
	base := strings.TrimSuffix(s.path, ".db") + ".damaged-" + s.now().UTC().Format("20060102T150405Z")
	name := base + ".db"
	for n := 2; exists(name); n++ {
		name = fmt.Sprintf("%s-%d.db", base, n)
	}
	if err := os.Rename(s.path, name); err != nil {
		return "", err
	}
	for _, tail := range []string{"-wal", "-shm"} {
		if err := os.Rename(s.path+tail, name+tail); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return name, nil
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// reason returns the text of an error without SQLite's number at its end.
func reason(err error) string {
	return strings.TrimSuffix(err.Error(), fmt.Sprintf(" (%d)", extended(err)))
}
