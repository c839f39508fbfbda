//go:build unix

package document

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// noFollow makes opening a file fail if a link was put in its place.
const noFollow = syscall.O_NOFOLLOW

// hardLinks returns the number of hard links to a file.
func hardLinks(fi fs.FileInfo) int {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 1
}

// readOnly reports whether a file may not be written, by its mode or because the system refuses. It
// respects the mode even for root.
func readOnly(name string, fi fs.FileInfo) bool {
	if fi.Mode()&0o222 == 0 {
		return true
	}
	err := unix.Faccessat(unix.AT_FDCWD, name, unix.W_OK, unix.AT_EACCESS)
	return errors.Is(err, fs.ErrPermission) || isReadOnlyFS(err)
}

func isReadOnlyFS(err error) bool { return errors.Is(err, syscall.EROFS) }

// keepOwner sets a new file's owner and group to the old one's.
func keepOwner(f *os.File, old fs.FileInfo) error {
	now, err := f.Stat()
	if err != nil {
		return err
	}
	was, ok1 := old.Sys().(*syscall.Stat_t)
	is, ok2 := now.Sys().(*syscall.Stat_t)
	if !ok1 || !ok2 || was.Uid == is.Uid && was.Gid == is.Gid {
		return nil
	}
	return f.Chown(int(was.Uid), int(was.Gid))
}

// alive reports whether a process with this number runs on this machine.
func alive(pid int) bool {
	if pid <= 0 { // such numbers stand for groups of processes
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// ownedByUs reports whether a file belongs to the user who runs this program.
func ownedByUs(fi fs.FileInfo) bool {
	st, ok := fi.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}
