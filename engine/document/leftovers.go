package document

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"galley/engine/textutil"
)

// A save writes a temporary file beside the file and renames it. If the program is
// killed in between, the temporary file remains. Its name says which program made it:
//
//	.NAME.galley-MMMMMMMMPPPPPPPPSSSSSSSSRRRRRRRRRRRRRRRR
//
// M is a digest of the machine's run and of the set of processes, P the number of
// the process, S a digest of its start, R is random; all are hexadecimal.

// leftoverAge is how old a temporary file must be to be removed if it is not known whether its
// program still runs: the file is from another machine, or from an earlier version whose file names
// do not identify the program.
const leftoverAge = time.Hour

// maxLeftovers is how many names of a directory are checked.
const maxLeftovers = 20_000

var leftoverName = textutil.LazyRegexp(`^\..+\.galley-(?:([0-9a-f]{8})([0-9a-f]{8})([0-9a-f]{8}))?[0-9a-f]{16}$`)

// machine identifies this run of the machine and its set of processes in the names of temporary
// files.
var machine = sync.OnceValue(func() string {
	p := thisProgram()
	return digest(p.Boot + "\n" + p.Space)[:8]
})

// processSuffix returns the end of the names of this process's temporary files.
func processSuffix(random []byte) string {
	p := thisProgram()
	return fmt.Sprintf("%s%08x%s%s", machine(), uint32(p.PID), digest(p.Start)[:8], hex.EncodeToString(random))
}

// SaveDirectories returns the directories in which saving a file may leave temporary files: the
// directory of path, and the directory of the target if path is a link.
func SaveDirectories(path string) []string {
	dirs := []string{filepath.Dir(path)}
	if at, err := resolve(path); err == nil {
		dirs = append(dirs, filepath.Dir(at.real))
	}
	return dirs
}

// ClearLeftovers removes temporary files of programs that have ended from these directories, but
// not from their subdirectories. It keeps files of processes that may still run, files of other
// users, and files that are not regular. Ages are measured from now. It returns how many files it
// removed.
func ClearLeftovers(now time.Time, dirs ...string) (removed int) {
	for _, dir := range slices.Compact(slices.Sorted(slices.Values(dirs))) {
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
		m := leftoverName().FindStringSubmatch(name)
		if m == nil {
			continue
		}
		name = filepath.Join(dir, name)
		fi, err := os.Lstat(name)
		if err != nil || !fi.Mode().IsRegular() || !ownedByUs(fi) || !isLeftover(m[1], m[2], m[3], now.Sub(fi.ModTime())) {
			continue
		}
		if os.Remove(name) == nil {
			removed++
		}
	}
	return removed
}

// isLeftover reports whether the program that wrote a temporary file has ended. where, pid and
// start are the parts of the file's name that identify the program, or "".
func isLeftover(where, pid, start string, age time.Duration) bool {
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
