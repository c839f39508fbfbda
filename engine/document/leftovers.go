package document

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"time"
)

// A save writes a temporary file beside the file and renames it. A kill in between
// leaves it behind. Its name says whose it is:
//
//	.NAME.galley-MMMMMMMMPPPPPPPPSSSSSSSSRRRRRRRRRRRRRRRR
//
// M is a digest of the machine's run and of the set of processes, P the number of
// the process, S a digest of its start, R is random; all are hexadecimal.

// leftoverAge is how old a temporary file must be before it is removed although
// its process cannot be asked after: it is another machine's, or the name of an
// earlier version's, which does not say whose it is.
const leftoverAge = time.Hour

// maxLeftovers bounds how many names of a directory are looked at.
const maxLeftovers = 20_000

var leftoverName = regexp.MustCompile(`^\..+\.galley-(?:([0-9a-f]{8})([0-9a-f]{8})([0-9a-f]{8}))?[0-9a-f]{16}$`)

// machine names this machine's run and set of processes in temporary names.
var machine = sync.OnceValue(func() string {
	p := thisProgram()
	return digest(p.Boot + "\n" + p.Space)[:8]
})

// processSuffix is what a temporary name of this process ends with.
func processSuffix(random []byte) string {
	p := thisProgram()
	return fmt.Sprintf("%s%08x%s%s", machine(), uint32(p.PID), digest(p.Start)[:8], hex.EncodeToString(random))
}

// SaveDirectories are those in which saving a file leaves temporary files: beside its
// name, and beside the file that the name leads to.
func SaveDirectories(path string) []string {
	dirs := []string{filepath.Dir(path)}
	if at, err := resolve(path); err == nil {
		dirs = append(dirs, filepath.Dir(at.real))
	}
	return dirs
}

// ClearLeftovers removes from directories, not from those within them, the
// temporary files that saves of programs which are gone left there. Those of a
// process that may still run, of another user, and files that are not regular stay.
// now is the time to count ages from. It returns how many were removed.
func ClearLeftovers(now time.Time, dirs ...string) (removed int) {
	seen := map[string]bool{}
	for _, dir := range dirs {
		if dir == "" || seen[dir] {
			continue
		}
		seen[dir] = true
		removed += clearLeftovers(now, dir)
	}
	return removed
}

func clearLeftovers(now time.Time, dir string) (removed int) {
	f, err := os.Open(dir)
	if err != nil {
		return 0
	}
	names, _ := f.Readdirnames(maxLeftovers)
	_ = f.Close()
	for _, name := range names {
		m := leftoverName.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		name = filepath.Join(dir, name)
		fi, err := os.Lstat(name)
		if err != nil || !fi.Mode().IsRegular() || !ownedByUs(fi) || !abandoned(m[1], m[2], m[3], now.Sub(fi.ModTime())) {
			continue
		}
		if os.Remove(name) == nil {
			removed++
		}
	}
	return removed
}

// abandoned reports whether the writer of a temporary file is gone: the parts of its
// name say who that is, and are empty when it does not tell.
func abandoned(where, pid, start string, age time.Duration) bool {
	if where != machine() {
		return age > leftoverAge
	}
	n, err := strconv.ParseUint(pid, 16, 32)
	if err != nil || !alive(int(n)) {
		return err == nil
	}
	now, dead := startOf(int(n))
	return dead || now != "" && digest(now)[:8] != start
}
