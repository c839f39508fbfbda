//go:build linux || darwin

package document

import (
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// keepAttributes copies the extended attributes of the old file to a new one: access lists, labels,
// tags. It ignores attributes that the system sets itself and nobody can copy, such as a security
// label.
func keepAttributes(f *os.File, old string) error {
	size, err := unix.Listxattr(old, nil)
	if err != nil || size == 0 {
		return nil // the file system has no extended attributes
	}
	names := make([]byte, size)
	if size, err = unix.Listxattr(old, names); err != nil {
		return err
	}
	for _, name := range strings.Split(string(names[:size]), "\x00") {
		if name == "" {
			continue
		}
		value, err := attribute(old, name)
		if err != nil {
			return err
		}
		if err := unix.Fsetxattr(int(f.Fd()), name, value, 0); err != nil {
			if has, _ := attribute(f.Name(), name); string(has) != string(value) {
				return errors.Join(errors.New(name), err)
			}
		}
	}
	return nil
}

func attribute(file, name string) ([]byte, error) {
	size, err := unix.Getxattr(file, name, nil)
	if err != nil {
		return nil, err
	}
	value := make([]byte, size)
	size, err = unix.Getxattr(file, name, value)
	// For an empty buffer, Getxattr returns only the size of a value that was set meanwhile.
	if err != nil || size > len(value) {
		return nil, err
	}
	return value[:size], nil
}
