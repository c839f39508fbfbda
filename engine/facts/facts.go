// Package facts is the engine's only access to the outside world.
//
// Whatever a prompt depends on outside its arguments (files, the environment, the
// clock, git, the network) is asked of a [World]. The main ones are [Live], which is
// this machine, [Memory], which is made up for a test or a replay, and [Recording],
// which wraps another one and records every question with a digest of its answer. The
// record tells when a result is stale, what to watch, and what a replay needs.
//
// All reads are limited here: devices, pipes and sockets are never opened, files are
// read up to a cap, git and fetches have time-outs.
package facts

import (
	"context"
	"errors"
	"io/fs"
	"time"
)

// DefaultFileCap is the default of the most bytes read from one file: 4 MiB.
const DefaultFileCap = 4 << 20

// MaxFileCap is the highest file cap: 1 GiB.
const MaxFileCap = 1 << 30

// Errors of worlds besides those of io/fs. Test with errors.Is; the errors name the
// path.
var (
	ErrTooLarge    = errors.New("larger than the file cap")
	ErrNotRegular  = errors.New("not a regular file")
	ErrTimeout     = errors.New("took too long")
	ErrRefused     = errors.New("refused by policy")
	ErrNoGit       = errors.New("git could not be started")
	ErrOldGit      = errors.New("this git is too old")
	ErrGitSettings = errors.New("git cannot read the settings of the repository")
	ErrUnavailable = errors.New("not available in this world")
)

// Info describes a file, after or before following links.
type Info struct {
	Name    string // the last element of the requested path
	Size    int64  // bytes
	Mode    fs.FileMode
	ModTime time.Time
	// Device and Inode identify the file if the system has them; else both are 0.
	Device, Inode uint64
}

// IsDir reports whether it is a directory.
func (i Info) IsDir() bool { return i.Mode.IsDir() }

// IsRegular reports whether it is a regular file.
func (i Info) IsRegular() bool { return i.Mode.IsRegular() }

// IsLink reports whether it is a symbolic link, which only Lstat shows.
func (i Info) IsLink() bool { return i.Mode&fs.ModeSymlink != 0 }

// Entry is one name in a directory; Type has only the type bits.
type Entry struct {
	Name string
	Type fs.FileMode
}

// GitAnswer is the result of a git command.
type GitAnswer struct {
	Exit   int
	Stdout string
	Stderr string
}

// Response is a fetched document.
type Response struct {
	Status   int
	Body     string
	FinalURL string // after redirects
}

// World answers questions. Paths are absolute and slash-separated; errors match
// fs.ErrNotExist, fs.ErrPermission or the errors of this package. Worlds are safe for
// concurrent use.
type World interface {
	// Stat follows links, Lstat does not.
	Stat(path string) (Info, error)
	Lstat(path string) (Info, error)
	// Readlink returns the target as written, perhaps relative.
	Readlink(path string) (string, error)
	// RealPath resolves every link on the way to an existing path.
	RealPath(path string) (string, error)
	// ReadDir lists a directory in the file system's order.
	ReadDir(path string) ([]Entry, error)
	// ReadFile returns a regular file's bytes, or ErrTooLarge if it exceeds the
	// world's cap.
	ReadFile(path string) (string, error)
	// ReadHead returns at most the first limit bytes of a regular file of any size.
	ReadHead(path string, limit int) (string, error)

	LookupEnv(key string) (string, bool)
	Now() time.Time
	Zone() *time.Location // the user's time zone
	Locale() string       // a BCP 47 tag: "en-US"
	Hostname() (string, error)
	Platform() string // as node names it: "linux", "darwin", "win32"

	// Git runs git in a directory. A command that failed is an answer with its exit
	// status; an error means that it could not run or took too long.
	Git(ctx context.Context, dir string, args ...string) (GitAnswer, error)
	// Fetch gets a URL if the world's policy allows; by default it returns
	// ErrRefused.
	Fetch(ctx context.Context, url string) (Response, error)
}
