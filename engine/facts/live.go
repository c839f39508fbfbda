package facts

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// readDeadline is the most time for reading one file, if the system supports it: some files below
// /proc and /sys claim to be regular but have no end, or no data yet.
const readDeadline = 5 * time.Second

// Live is this machine. It writes nothing and starts no process except git. Without a policy it
// refuses every fetch.
type Live struct {
	fileCap    int64
	gitTimeout time.Duration
	version    *gitVersion
	fetch      func(ctx context.Context, url string) (Response, error)
}

var _ World = (*Live)(nil)

// Option configures a Live world.
type Option func(*Live)

// WithFileCap sets the most bytes that ReadFile returns and that git may print, up to
// [MaxFileCap].
func WithFileCap(n int64) Option {
	return func(l *Live) { l.fileCap = min(max(n, 0), MaxFileCap) }
}

// WithFetch makes Fetch call f, which must apply the policy about URLs itself.
func WithFetch(f func(ctx context.Context, url string) (Response, error)) Option {
	return func(l *Live) { l.fetch = f }
}

// NewLive returns this machine as a world.
func NewLive(options ...Option) *Live {
	l := &Live{fileCap: DefaultFileCap, gitTimeout: 5 * time.Second, version: new(gitVersion)}
	for _, o := range options {
		o(l)
	}
	return l
}

// With returns the same world with further options.
func (l *Live) With(options ...Option) *Live {
	changed := *l
	for _, o := range options {
		o(&changed)
	}
	return &changed
}

// Stat implements [World].
func (l *Live) Stat(name string) (Info, error) { return liveInfo("stat", name, os.Stat) }

// Lstat implements [World].
func (l *Live) Lstat(name string) (Info, error) { return liveInfo("lstat", name, os.Lstat) }

func liveInfo(op, name string, ask func(string) (fs.FileInfo, error)) (Info, error) {
	if err := checkPath(op, name); err != nil {
		return Info{}, err
	}
	fi, err := ask(filepath.FromSlash(name))
	if err != nil {
		return Info{}, liveError(op, name, err)
	}
	return newInfo(fi), nil
}

func newInfo(fi fs.FileInfo) Info {
	i := Info{Name: fi.Name(), Size: fi.Size(), Mode: fi.Mode(), ModTime: fi.ModTime()}
	i.Device, i.Inode = identity(fi)
	return i
}

// Readlink implements [World].
func (l *Live) Readlink(name string) (string, error) {
	if err := checkPath("readlink", name); err != nil {
		return "", err
	}
	target, err := os.Readlink(filepath.FromSlash(name))
	if err != nil {
		return "", liveError("readlink", name, err)
	}
	return filepath.ToSlash(target), nil
}

// RealPath implements [World].
func (l *Live) RealPath(name string) (string, error) {
	if err := checkPath("realpath", name); err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(filepath.FromSlash(name))
	if err != nil {
		// filepath.EvalSymlinks has no error of its own for a loop of links, but the system has.
		if _, e := os.Stat(filepath.FromSlash(name)); e != nil {
			err = e
		}
		return "", liveError("realpath", name, err)
	}
	return filepath.ToSlash(real), nil
}

// ReadDir implements [World].
func (l *Live) ReadDir(name string) ([]Entry, error) {
	f, _, err := openGuarded(name, fs.FileMode.IsDir, ErrNotDir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	// ReadDir of os.File keeps the file system's order; os.ReadDir would sort.
	list, err := f.ReadDir(-1)
	entries := make([]Entry, len(list))
	for i, d := range list {
		entries[i] = Entry{Name: d.Name(), Type: d.Type()}
	}
	return entries, liveError("readdir", name, err)
}

// ReadFile implements [World].
func (l *Live) ReadFile(name string) (string, error) {
	f, size, err := openGuarded(name, fs.FileMode.IsRegular, ErrNotRegular)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	if size > l.fileCap {
		return "", &fs.PathError{Op: "read", Path: name, Err: ErrTooLarge}
	}
	// The size is only a hint: files below /proc report 0, and other files may grow meanwhile.
	text, err := readUpTo(f, size, l.fileCap+1)
	if err != nil {
		return "", liveError("read", name, err)
	}
	if int64(len(text)) > l.fileCap {
		return "", &fs.PathError{Op: "read", Path: name, Err: ErrTooLarge}
	}
	return text, nil
}

// ReadHead implements [World].
func (l *Live) ReadHead(name string, limit int) (string, error) {
	f, size, err := openGuarded(name, fs.FileMode.IsRegular, ErrNotRegular)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	text, err := readUpTo(f, size, int64(max(limit, 0)))
	if err != nil {
		return "", liveError("read", name, err)
	}
	return text, nil
}

// openGuarded opens a file if Stat reports that it has the wanted kind, and checks the kind again
// after opening. A pipe that replaced the file in between does not block and is closed without
// reading. otherwise is the error for a file of another kind. openGuarded returns the size of the
// opened file in bytes.
func openGuarded(name string, wanted func(fs.FileMode) bool, otherwise error) (f *os.File, size int64, err error) {
	if err := checkPath("open", name); err != nil {
		return nil, 0, err
	}
	fi, err := os.Stat(filepath.FromSlash(name))
	if err != nil {
		return nil, 0, liveError("open", name, err)
	}
	if !wanted(fi.Mode()) {
		return nil, 0, &fs.PathError{Op: "open", Path: name, Err: otherwise}
	}
	f, err = os.OpenFile(filepath.FromSlash(name), os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, 0, liveError("open", name, err)
	}
	fi, err = f.Stat()
	if err == nil && !wanted(fi.Mode()) {
		err = otherwise
	}
	if err != nil {
		_ = f.Close()
		return nil, 0, liveError("open", name, err)
	}
	return f, fi.Size(), nil
}

// readUpTo reads at most limit bytes. size is only a hint.
func readUpTo(f *os.File, size, limit int64) (string, error) {
	// Ordinary files have no deadlines and need none.
	_ = f.SetReadDeadline(time.Now().Add(readDeadline))
	var b strings.Builder
	b.Grow(int(min(size, limit)))
	// The buffer of io.Copy would have 32 KB for a file of one byte.
	buffer := make([]byte, min(max(size+1, 512), 32<<10))
	_, err := io.CopyBuffer(&b, io.LimitReader(f, limit), buffer)
	return b.String(), err
}

// LookupEnv implements [World].
func (l *Live) LookupEnv(name string) (string, bool) { return os.LookupEnv(name) }

// Now implements [World].
func (l *Live) Now() time.Time { return time.Now() }

// Zone implements [World].
func (l *Live) Zone() *time.Location { return time.Local }

// Locale implements [World]. It is the first of LC_ALL, LC_TIME and LANG that is set, or en-US if
// none is set or the value is the C locale.
func (l *Live) Locale() string {
	for _, name := range []string{"LC_ALL", "LC_TIME", "LANG"} {
		if v := os.Getenv(name); v != "" {
			return localeTag(v)
		}
	}
	return localeTag("")
}

// Hostname implements [World].
func (l *Live) Hostname() (string, error) { return os.Hostname() }

// Platform implements [World].
func (l *Live) Platform() string { return nodePlatform(runtime.GOOS) }

func nodePlatform(goos string) string {
	switch goos {
	case "windows":
		return "win32"
	case "solaris", "illumos":
		return "sunos"
	}
	return goos
}

// Fetch implements [World].
func (l *Live) Fetch(ctx context.Context, url string) (Response, error) {
	if l.fetch == nil {
		return Response{}, fetchError(url, ErrRefused)
	}
	return l.fetch(ctx, url)
}

// checkPath refuses invalid paths and those relative to the process's directory.
func checkPath(op, name string) error {
	if !filepath.IsAbs(filepath.FromSlash(name)) || strings.ContainsRune(name, 0) {
		return &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return nil
}

// liveError converts a system error into one of this package.
func liveError(op, name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNotDir), errors.Is(err, ErrNotRegular):
	case errors.Is(err, syscall.ELOOP):
		err = ErrLoop
	case errors.Is(err, syscall.ENOTDIR):
		err = errThroughFile
	case errors.Is(err, syscall.EINVAL): // Readlink was called for a file that is not a link
		err = fs.ErrInvalid
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = ErrTimeout
	default:
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}
