package facts

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"
)

// Memory is a world held in memory, for tests, replays and "what if" previews. It behaves like a
// Linux disk that an ordinary user sees: it obeys modes (a file with mode 000 cannot be read, a
// directory without x cannot be entered), follows links as the system does, and keeps names as
// given, so the composed and the decomposed form of a letter name two files. The answers of git and
// the documents of the network are set in advance.
//
// The builders return the world, so that calls can be chained. They ignore modes, create missing
// parent directories and follow links in the directory part of a path, but replace a link at its
// end. They panic if the world cannot exist (for example with a file as a parent directory),
// because that is a mistake in the test. A Memory may be changed while it is used.
//
// A new Memory is empty: only "/" exists, no variable is set, the clock is stopped at 2026-01-02
// 03:04:05.678 UTC, the zone is UTC, the locale en-US, the host "host", the platform linux. Git
// finds no repository (exit status 128), and every fetch is refused.
type Memory struct {
	mu       sync.RWMutex
	root     *node
	inodes   uint64
	changes  int64
	env      map[string]string
	now      time.Time
	zone     *time.Location
	locale   string
	hostname string
	hostErr  error
	platform string
	foldCase bool
	fileCap  int64
	git      map[gitKey]GitAnswer
	gitErr   error
	urls     map[string]urlAnswer
}

type gitKey struct{ dir, args string }

type urlAnswer struct {
	response Response
	err      error
}

// node is one file of any kind; which fields matter depends on its mode.
type node struct {
	mode     fs.FileMode
	inode    uint64
	modTime  time.Time
	data     string           // regular: the content
	throw    error            // of a regular file or directory: the error of reading it
	target   string           // of a link: its target as written
	children map[string]*node // of a directory: its entries
	order    []string         // of a directory: names that come first, in this order
}

// NewMemory returns an empty world.
func NewMemory() *Memory {
	m := &Memory{
		env:      map[string]string{},
		now:      time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC),
		zone:     time.UTC,
		locale:   "en-US",
		hostname: "host",
		platform: "linux",
		fileCap:  DefaultFileCap,
		git:      map[gitKey]GitAnswer{},
		urls:     map[string]urlAnswer{},
	}
	m.root = m.newNode(fs.ModeDir | 0o755)
	return m
}

// File adds a regular file with this content and mode 0644. An existing regular file is rewritten
// in place: it keeps its mode and inode and gets a later time.
func (m *Memory) File(name, text string) *Memory {
	return m.build(name, func(dir *node, base string) {
		if n := dir.children[base]; n != nil && n.mode.IsRegular() {
			n.data, n.throw, n.modTime = text, nil, m.tick()
			return
		}
		n := m.newNode(0o644)
		n.data = text
		m.put(dir, base, n)
	})
}

// Dir adds a directory with mode 0755; an existing one is unchanged.
func (m *Memory) Dir(name string) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mkdir(name, name)
	return m
}

// Link adds a symbolic link with this target, absolute or relative to the link's
// directory; it may dangle.
func (m *Memory) Link(name, target string) *Memory {
	return m.build(name, func(dir *node, base string) {
		n := m.newNode(fs.ModeSymlink | 0o777)
		n.target = target
		m.put(dir, base, n)
	})
}

// Special adds a file that must never be opened; kind is fs.ModeNamedPipe,
// fs.ModeSocket, fs.ModeDevice or fs.ModeDevice|fs.ModeCharDevice.
func (m *Memory) Special(name string, kind fs.FileMode) *Memory {
	if kind.Type() == 0 || kind.IsDir() {
		panic(fmt.Sprintf("facts.Memory: %s: %v is not a special file", name, kind))
	}
	return m.build(name, func(dir *node, base string) {
		m.put(dir, base, m.newNode(kind.Type()|0o644))
	})
}

// Throw makes reading a file or listing a directory fail with err, while Stat still succeeds. It
// first adds a missing file. A nil err means an input/output error.
func (m *Memory) Throw(name string, err error) *Memory {
	if err == nil {
		err = fmt.Errorf("input/output error")
	}
	return m.build(name, func(dir *node, base string) {
		n := dir.children[base]
		if n == nil {
			n = m.newNode(0o644)
			m.put(dir, base, n)
		}
		n.throw = err
	})
}

// Mode sets the permission bits of a file or of a link's target, including setuid, setgid and
// sticky.
func (m *Memory) Mode(name string, perm fs.FileMode) *Memory {
	return m.change(name, func(n *node) { n.mode = n.mode.Type() | perm&^fs.ModeType })
}

// ModTime sets the modification time of a file. Without it, each change to the world is one second
// later than the one before.
func (m *Memory) ModTime(name string, t time.Time) *Memory {
	return m.change(name, func(n *node) { n.modTime = t })
}

// ReadDirOrder sets the order in which a directory is listed: first these names, if they exist,
// then the others in byte order. By default the whole directory is listed in byte order.
func (m *Memory) ReadDirOrder(name string, names ...string) *Memory {
	return m.change(name, func(n *node) { n.order = append([]string(nil), names...) })
}

// Remove removes a file, a link or a directory with its content; it ignores missing
// files.
func (m *Memory) Remove(name string) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	clean := Clean(name)
	if p, err := m.walk("remove", Dir(clean), true, false); err == nil && p.node().mode.IsDir() {
		dir := p.node()
		if base := m.key(dir, path.Base(clean)); dir.children[base] != nil {
			delete(dir.children, base)
			dir.modTime = m.tick()
		}
	}
	return m
}

// Env sets an environment variable.
func (m *Memory) Env(key, value string) *Memory {
	return m.set(func() { m.env[key] = value })
}

// Clock stops the clock at t.
func (m *Memory) Clock(t time.Time) *Memory { return m.set(func() { m.now = t }) }

// SetZone sets the user's time zone.
func (m *Memory) SetZone(l *time.Location) *Memory { return m.set(func() { m.zone = l }) }

// SetLocale sets the user's locale, a BCP 47 tag.
func (m *Memory) SetLocale(tag string) *Memory { return m.set(func() { m.locale = tag }) }

// SetHostname sets the host's name.
func (m *Memory) SetHostname(name string) *Memory {
	return m.set(func() { m.hostname, m.hostErr = name, nil })
}

// HostnameThrow makes asking for the host's name fail.
func (m *Memory) HostnameThrow(err error) *Memory { return m.set(func() { m.hostErr = err }) }

// SetPlatform sets the platform, in node's spelling.
func (m *Memory) SetPlatform(name string) *Memory { return m.set(func() { m.platform = name }) }

// FoldCase makes names that differ only in case mean the same file, as on disks of Windows and
// macOS. A name is shown as it was first written.
func (m *Memory) FoldCase() *Memory { return m.set(func() { m.foldCase = true }) }

// SetFileCap sets the most bytes that ReadFile returns.
func (m *Memory) SetFileCap(n int64) *Memory { return m.set(func() { m.fileCap = n }) }

// OnGit sets git's answer in a directory to these arguments, which are joined by one space:
// OnGit("/p", "rev-parse --abbrev-ref HEAD", GitAnswer{Stdout: "main
// "}). The directory "" stands for every directory without an answer of its own.
func (m *Memory) OnGit(dir, args string, answer GitAnswer) *Memory {
	if dir != "" {
		dir = Clean(dir)
	}
	return m.set(func() { m.git[gitKey{dir, args}] = answer })
}

// GitThrow makes every call of git fail with err, or with ErrNoGit if err is nil.
func (m *Memory) GitThrow(err error) *Memory {
	if err == nil {
		err = ErrNoGit
	}
	return m.set(func() { m.gitErr = err })
}

// URL sets the document at a URL; "*" stands for all other URLs. An empty FinalURL becomes the
// requested URL.
func (m *Memory) URL(url string, r Response) *Memory {
	return m.set(func() { m.urls[url] = urlAnswer{response: r} })
}

// URLThrow makes fetching a URL fail; "*" stands for all other URLs.
func (m *Memory) URLThrow(url string, err error) *Memory {
	return m.set(func() { m.urls[url] = urlAnswer{err: err} })
}

func (m *Memory) set(f func()) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	return m
}

// build calls f with the parent directory of name, creating it if necessary.
func (m *Memory) build(name string, f func(dir *node, base string)) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	clean := Clean(name)
	base := path.Base(clean)
	if base == "/" || base == "." || strings.ContainsRune(name, 0) {
		panic(fmt.Sprintf("facts.Memory: %q names no file", name))
	}
	dir := m.mkdir(Dir(clean), name)
	f(dir, m.key(dir, base))
	return m
}

func (m *Memory) change(name string, f func(*node)) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.walk("change", name, true, false)
	if err != nil {
		panic("facts.Memory: " + err.Error())
	}
	f(p.node())
	return m
}

// mkdir creates a directory and its parents; wanted is the path to name in error messages.
func (m *Memory) mkdir(name, wanted string) *node {
	if !isAbs(name) {
		panic(fmt.Sprintf("facts.Memory: %q is not an absolute path", wanted))
	}
	at := m.rootOf(name)
	dir := m.root
	for i, part := range parts(name) {
		if part = m.key(dir, part); i > 0 {
			at = strings.TrimSuffix(at, "/") + "/"
		}
		at += part
		if dir.children[part] == nil {
			m.put(dir, part, m.newNode(fs.ModeDir|0o755))
		}
		p, err := m.walk("mkdir", at, true, false)
		if err != nil || !p.node().mode.IsDir() {
			panic(fmt.Sprintf("facts.Memory: %s: %s is not a directory", wanted, at))
		}
		dir = p.node()
	}
	return dir
}

func (m *Memory) put(dir *node, base string, n *node) {
	dir.children[base] = n
	dir.modTime = n.modTime
}

func (m *Memory) newNode(mode fs.FileMode) *node {
	m.inodes++
	n := &node{mode: mode, inode: m.inodes, modTime: m.tick()}
	if mode.IsDir() {
		n.children = map[string]*node{}
	}
	return n
}

// tick makes every change later than the one before, so that comparing times detects it.
func (m *Memory) tick() time.Time {
	m.changes++
	return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(m.changes) * time.Second)
}
