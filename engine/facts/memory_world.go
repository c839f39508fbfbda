package facts

import (
	"context"
	"io/fs"
	"path"
	"sort"
	"time"
)

var _ World = (*Memory)(nil)

// Stat implements [World].
func (m *Memory) Stat(name string) (Info, error) { return m.info("stat", name, true) }

// Lstat implements [World].
func (m *Memory) Lstat(name string) (Info, error) { return m.info("lstat", name, false) }

func (m *Memory) info(op, name string, follow bool) (Info, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	p, err := m.walk(op, name, follow, true)
	if err != nil {
		return Info{}, err
	}
	n := p.node()
	size := int64(len(n.data))
	if n.mode&fs.ModeSymlink != 0 {
		size = int64(len(n.target))
	}
	return Info{Name: path.Base(name), Size: size, Mode: n.mode, ModTime: n.modTime, Device: 1, Inode: n.inode}, nil
}

// Readlink implements [World].
func (m *Memory) Readlink(name string) (string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	p, err := m.walk("readlink", name, false, true)
	if err != nil {
		return "", err
	}
	if p.node().mode&fs.ModeSymlink == 0 {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	return p.node().target, nil
}

// RealPath implements [World].
func (m *Memory) RealPath(name string) (string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	p, err := m.walk("realpath", name, true, true)
	if err != nil {
		return "", err
	}
	return p.path(), nil
}

// ReadDir implements [World].
func (m *Memory) ReadDir(name string) ([]Entry, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	p, err := m.walk("open", name, true, true)
	if err != nil {
		return nil, err
	}
	dir := p.node()
	fail := func(err error) ([]Entry, error) {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	switch {
	case !dir.mode.IsDir():
		return fail(ErrNotDir)
	case dir.mode&0o400 == 0:
		return fail(fs.ErrPermission)
	case dir.throw != nil:
		return fail(dir.throw)
	}
	entries := make([]Entry, 0, len(dir.children))
	for _, base := range dir.names() {
		entries = append(entries, Entry{Name: base, Type: dir.children[base].mode.Type()})
	}
	return entries, nil
}

// names lists the names in a directory, in the order of ReadDir.
func (n *node) names() []string {
	out := make([]string, 0, len(n.children))
	listed := map[string]bool{}
	for _, base := range n.order {
		if n.children[base] != nil && !listed[base] {
			listed[base] = true
			out = append(out, base)
		}
	}
	ordered := len(out)
	for base := range n.children {
		if !listed[base] {
			out = append(out, base)
		}
	}
	sort.Strings(out[ordered:])
	return out
}

// ReadFile implements [World].
func (m *Memory) ReadFile(name string) (string, error) {
	return m.read(name, func(data string) (string, error) {
		if int64(len(data)) > m.fileCap {
			return "", ErrTooLarge
		}
		return data, nil
	})
}

// ReadHead implements [World].
func (m *Memory) ReadHead(name string, limit int) (string, error) {
	return m.read(name, func(data string) (string, error) {
		return data[:min(len(data), max(limit, 0))], nil
	})
}

func (m *Memory) read(name string, take func(data string) (string, error)) (string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	p, err := m.walk("open", name, true, true)
	if err != nil {
		return "", err
	}
	n := p.node()
	var text string
	switch {
	case !n.mode.IsRegular():
		err = ErrNotRegular
	case n.mode&0o400 == 0:
		err = fs.ErrPermission
	case n.throw != nil:
		err = n.throw
	default:
		text, err = take(n.data)
	}
	if err != nil {
		return "", &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return text, nil
}

// LookupEnv implements [World].
func (m *Memory) LookupEnv(key string) (string, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	v, ok := m.env[key]
	return v, ok
}

// Now implements [World]. The time changes only when the test sets it.
func (m *Memory) Now() time.Time {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.now
}

// Zone implements [World].
func (m *Memory) Zone() *time.Location {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.zone
}

// Locale implements [World].
func (m *Memory) Locale() string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.locale
}

// Hostname implements [World].
func (m *Memory) Hostname() (string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.hostErr != nil {
		return "", m.hostErr
	}
	return m.hostname, nil
}

// Platform implements [World].
func (m *Memory) Platform() string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.platform
}

// Git implements [World]; a command that OnGit does not know exits 128, as outside a repository.
func (m *Memory) Git(ctx context.Context, dir string, args ...string) (GitAnswer, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := ctx.Err(); err != nil {
		return GitAnswer{}, err
	}
	if m.gitErr != nil {
		return GitAnswer{}, gitError(dir, args, m.gitErr)
	}
	joined := joinArgs(args)
	for _, d := range []string{Clean(dir), ""} {
		if a, ok := m.git[gitKey{d, joined}]; ok {
			return a, nil
		}
	}
	return GitAnswer{Exit: 128, Stderr: "fatal: not a git repository (or any of the parent directories): .git\n"}, nil
}

// Fetch implements [World]; a URL that was not added with URL is refused.
func (m *Memory) Fetch(ctx context.Context, url string) (Response, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	a, ok := m.urls[url]
	if !ok {
		if a, ok = m.urls["*"]; !ok {
			a.err = ErrRefused
		}
	}
	if a.err != nil {
		return Response{}, fetchError(url, a.err)
	}
	if a.response.FinalURL == "" {
		a.response.FinalURL = url
	}
	return a.response, nil
}
