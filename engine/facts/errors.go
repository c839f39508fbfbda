package facts

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// The errors about paths that io/fs has no word for.
var (
	ErrNotDir = errors.New("not a directory")
	ErrLoop   = errors.New("too many levels of symbolic links")
)

// errThroughFile is for a path that goes on below a file: nothing is there,
// and the reason is that its parent is not a directory. It matches both.
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
