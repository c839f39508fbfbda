// Package facts is the engine's only access to the outside world.
//
// Everything outside its arguments on which a prompt depends (files, the environment, the clock,
// git, the network) comes from a [World]. The main worlds are [Live], which is this machine;
// [Memory], which is made up for a test or a replay; and [Recording], which wraps another world and
// records every question with a digest of the answer. The record shows when a result is out of
// date, what to watch, and what a replay needs.
//
// This package limits all reads: it never opens devices, pipes and sockets, it reads files up to a
// maximum size, and git and fetches have time-outs.
package facts

import (
	"context"
	"errors"
	"io/fs"
	"time"
)

// DefaultFileCap is the default for the most bytes that are read from one file: 4 MiB.
const DefaultFileCap = 4 << 20

// MaxFileCap is the highest file cap: 1 GiB.
const MaxFileCap = 1 << 30

// Errors of worlds in addition to the errors of io/fs. Test for them with errors.Is; their
// messages name the path.
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

// Info describes a file. Stat returns it for the target of a link, Lstat for the link itself.
type Info struct {
	Name    string // the last element of the requested path
	Size    int64  // bytes
	Mode    fs.FileMode
	ModTime time.Time
	// Device and Inode identify the file; both are 0 if the system has no such numbers.
	Device, Inode uint64
}

// IsDir reports whether it is a directory.
func (i Info) IsDir() bool { return i.Mode.IsDir() }

// IsRegular reports whether it is a regular file.
func (i Info) IsRegular() bool { return i.Mode.IsRegular() }

// IsLink reports whether it is a symbolic link, which only Lstat shows.
func (i Info) IsLink() bool { return i.Mode&fs.ModeSymlink != 0 }

// Entry is one name in a directory. Type has only the type bits of the mode.
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
	FinalURL string // the URL after redirects
}

// World answers questions about the outside. Paths are absolute and slash-separated. Errors match
// fs.ErrNotExist, fs.ErrPermission or the errors of this package. Worlds are safe for concurrent
// use.
type World interface {
	// Stat follows links, Lstat does not.
	Stat(path string) (Info, error)
	Lstat(path string) (Info, error)
	// Readlink returns the target of a link as it is written, which may be a relative path.
	Readlink(path string) (string, error)
	// RealPath resolves every link on the way to an existing path.
	RealPath(path string) (string, error)
	// ReadDir lists a directory in the file system's order.
	ReadDir(path string) ([]Entry, error)
	// ReadFile returns the bytes of a regular file, or ErrTooLarge if it is larger than the world's
	// maximum.
	ReadFile(path string) (string, error)
	// ReadHead returns at most the first limit bytes of a regular file of any size.
	ReadHead(path string, limit int) (string, error)

	LookupEnv(key string) (string, bool)
	Now() time.Time
	Zone() *time.Location // the user's time zone
	Locale() string       // a BCP 47 tag: "en-US"
	Hostname() (string, error)
	Platform() string // as node names it: "linux", "darwin", "win32"

	// Git runs git in a directory. If the command fails, its exit status is part of the answer; an
	// error means that git could not run or took too long.
	Git(ctx context.Context, dir string, args ...string) (GitAnswer, error)
	// Fetch gets the document of a URL if the world's policy allows it; by default it returns
	// ErrRefused.
	Fetch(ctx context.Context, url string) (Response, error)
}
