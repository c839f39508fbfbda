//go:build !windows

package term

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// closable returns the same file, but its Close interrupts a pending read.
func closable(f *os.File) (*os.File, error) {
	defer f.Close()
	fd, err := unix.Dup(int(f.Fd()))
	if err != nil {
		return nil, err
	}
	unix.CloseOnExec(fd)
	if err := unix.SetNonblock(fd, true); err != nil { // must precede NewFile, which checks the mode
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// control runs work on a terminal's descriptor. It avoids File.Fd, which could make Close wait for
// reads again.
func control(f *os.File, work func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) { failed = work(int(fd)) })
	return errors.Join(err, failed)
}

// resize sets the size of a terminal.
func resize(end *os.File, width, height uint16) error {
	return control(end, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: height, Col: width})
	})
}

// foreground returns the foreground process group of a terminal.
func foreground(end *os.File) (group int, err error) {
	err = control(end, func(fd int) (err error) {
		group, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	return group, err
}
