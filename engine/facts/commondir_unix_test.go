//go:build unix

package facts

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// git is not started where it would read a device, or a file without end, into memory.
func TestGitIsNotStartedForAnEndlessCommonDir(t *testing.T) {
	t.Parallel()
	for _, name := range []string{".git/commondir", "commondir"} {
		dir := t.TempDir()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Join(dir, ".git", "sub"), 0o755); err != nil {
			t.Fatal(err)
		}
		for want, write := range map[error]func() error{
			ErrNotRegular: func() error { return os.Symlink("/dev/null", file) },
			ErrTooLarge:   func() error { return os.WriteFile(file, make([]byte, maxCommonDir+1), 0o644) },
		} {
			if err := write(); err != nil {
				t.Fatal(err)
			}
			for _, from := range []string{dir, filepath.Join(dir, ".git", "sub")} {
				if _, err := NewLive().Git(context.Background(), from, "rev-parse", "--git-dir"); !errors.Is(err, want) {
					t.Errorf("%s from %s: %v", name, from, err)
				}
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
	}
}
