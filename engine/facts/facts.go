// Package facts is the only way from the engine to the world.
//
// Whatever a prompt depends on outside its arguments (files, the environment,
// the clock, git, the network) is asked of a [World]. There are three: [Live]
// is this machine, [Memory] is a world made up for a test or a replay, and
// [Recording] wraps another one and notes every question with a digest of its
// answer. The notes tell when a result is stale, what to watch, and what a
// replay needs.
//
// Reading is guarded here, once for all: no device, pipe or socket is ever
// opened, a file is read up to a cap, git and fetches have time-outs.
package facts

import (
	"context"
	"errors"
	"io/fs"
	"time"
)

// DefaultFileCap is the most bytes read from one file unless a world is told
// otherwise: 4 MiB.
const DefaultFileCap = 4 << 20

// MaxFileCap is the highest cap that a world takes: 1 GiB.
const MaxFileCap = 1 << 30

// The errors that a world adds to those of io/fs. Test with errors.Is; the
// error itself names the path.
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
	Name    string // the last element of the path asked for
	Size    int64  // bytes
	Mode    fs.FileMode
	ModTime time.Time
	// Device and Inode identify the file where the system has them; both 0 elsewhere.
	Device, Inode uint64
}

// IsDir reports whether it is a directory.
func (i Info) IsDir() bool { return i.Mode.IsDir() }

// IsRegular reports whether it is a regular file.
func (i Info) IsRegular() bool { return i.Mode.IsRegular() }

// IsLink reports whether it is a symbolic link (only Lstat can say so).
func (i Info) IsLink() bool { return i.Mode&fs.ModeSymlink != 0 }

// Entry is one name in a directory; Type holds the type bits alone.
type Entry struct {
	Name string
	Type fs.FileMode
}

// GitAnswer is what a git command ended with.
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
// fs.ErrNotExist, fs.ErrPermission or the errors of this package. All methods
// may be called from several goroutines at once.
type World interface {
	// Stat follows links, Lstat does not.
	Stat(path string) (Info, error)
	Lstat(path string) (Info, error)
	// Readlink returns the target as written, perhaps relative.
	Readlink(path string) (string, error)
	// RealPath resolves every link on the way to an existing path.
	RealPath(path string) (string, error)
	// ReadDir lists a directory in the order in which the file system gives it.
	ReadDir(path string) ([]Entry, error)
	// ReadFile returns a regular file's bytes up to the world's cap; beyond it the
	// error is ErrTooLarge and no bytes are given.
	ReadFile(path string) (string, error)
	// ReadHead returns at most the first limit bytes of a regular file of any size.
	ReadHead(path string, limit int) (string, error)

	LookupEnv(key string) (string, bool)
	Now() time.Time
	Zone() *time.Location // where the user's day begins
	Locale() string       // a BCP 47 tag: "en-US"
	Hostname() (string, error)
	Platform() string // as node names it: "linux", "darwin", "win32"

	// Git runs git in a directory. A command that ran and failed is an answer with
	// its exit status; an error means it could not run or took too long.
	Git(ctx context.Context, dir string, args ...string) (GitAnswer, error)
	// Fetch gets a URL under the world's policy; by default ErrRefused.
	Fetch(ctx context.Context, url string) (Response, error)
}
