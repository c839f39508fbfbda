package facts

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Errors about paths that io/fs does not have.
var (
	ErrNotDir = errors.New("not a directory")
	ErrLoop   = errors.New("too many levels of symbolic links")
)

// errThroughFile is the error for a path in which a file stands where a directory is needed. errors.Is
// reports that it is fs.ErrNotExist, and also that it is ErrNotDir.
var errThroughFile = throughFile{}

type throughFile struct{}

func (throughFile) Error() string { return ErrNotDir.Error() }

func (throughFile) Is(target error) bool {
	return target == ErrNotDir || target == fs.ErrNotExist
}

func joinArgs(args []string) string { return strings.Join(args, " ") }

func gitError(dir string, args []string, err error) error {
	return fmt.Errorf("git %s in %s: %w", joinArgs(args), dir, err)
}

func fetchError(url string, err error) error {
	return fmt.Errorf("fetching %s: %w", url, err)
}
