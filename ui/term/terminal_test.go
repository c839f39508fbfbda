//go:build !windows

package term

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// closable is the same file, but one whose Close ends a read under way.
func closable(f *os.File) (*os.File, error) {
	defer f.Close()
	fd, err := unix.Dup(int(f.Fd()))
	if err != nil {
		return nil, err
	}
	unix.CloseOnExec(fd)
	if err := unix.SetNonblock(fd, true); err != nil { // before NewFile, which looks at it
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// control works on a terminal's descriptor without asking the file for it as a
// number: that could make reads block its Close once more.
func control(f *os.File, work func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) { failed = work(int(fd)) })
	return errors.Join(err, failed)
}

// resize sets a terminal's size.
func resize(end *os.File, width, height uint16) error {
	return control(end, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: height, Col: width})
	})
}

// foreground is the process group that has a terminal.
func foreground(end *os.File) (group int, err error) {
	err = control(end, func(fd int) (err error) {
		group, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	return group, err
}
