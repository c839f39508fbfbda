package facts

import (
	"os"
	"path/filepath"
)

// maxCommonDir is more bytes than a file "commondir" needs, which has one path.
const maxCommonDir = 64 << 10

// checkCommonDir returns an error if git would read a "commondir" without end for dir: git reads the
// whole of this file into memory, even a device.
func checkCommonDir(dir string) error {
	for at := range Up(dir) {
		for _, name := range []string{Join(at, "commondir"), Join(at, ".git/commondir")} {
			info, err := os.Stat(filepath.FromSlash(name))
			switch {
			case err != nil || info.IsDir():
			case !info.Mode().IsRegular():
				return liveError("git", name, ErrNotRegular)
			case info.Size() > maxCommonDir:
				return liveError("git", name, ErrTooLarge)
			}
		}
	}
	return nil
}
