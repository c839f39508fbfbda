//go:build !unix

package document

import (
	"io/fs"
	"os"
)

const noFollow = 0

// hardLinks returns 1: this system does not tell the number without opening the file.
func hardLinks(fs.FileInfo) int { return 1 }

// readOnly reports whether a file has the read-only attribute.
func readOnly(_ string, fi fs.FileInfo) bool { return fi.Mode()&0o222 == 0 }

func isReadOnlyFS(error) bool { return false }

// keepOwner does nothing, because a new file gets the owner of its directory.
func keepOwner(*os.File, fs.FileInfo) error { return nil }

// alive reports whether a process with this number runs on this machine.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}

// ownedByUs returns true: this system does not tell a file's owner, and files in the user's folders
// count as the user's.
func ownedByUs(fs.FileInfo) bool { return true }
