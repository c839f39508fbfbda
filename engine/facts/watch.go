package facts

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"galley/engine/pathmatch"
)

// DefaultIgnore is what no change is reported of, unless it is a named file or a
// git question depends on it: git's own files and what editors leave beside a
// file while they save it.
var DefaultIgnore = []string{"**/.git/**/*", "**/*~", "**/.*.sw[a-p]", "**/.#*", "**/4913"}

// WatchOptions says how to watch; the zero value is good.
type WatchOptions struct {
	// Ignore are doublestar patterns over absolute paths; one that does not start
	// with a slash or a star stands at any depth. Nil means DefaultIgnore.
	Ignore []string
	// Root is the project: inside it, a pattern that matches a directory covers
	// all that is in it. Directories above it never count, wherever it lies.
	Root string
	// Delay is how long to wait for more after a change: 50 ms when 0.
	Delay time.Duration
	// Poll is how often everything is looked at again, for what the system does
	// not tell: network disks, a renamed parent directory, no notices left (inotify
	// has limits). 2 s when 0.
	Poll time.Duration
	// PollOnly does without the system's notices.
	PollOnly bool
}

// Watch tells when answers of a world on disk no longer hold. It watches
// directories, not files, so a file that is replaced by a rename, deleted and
// made again, or not there yet is seen like one that is written in place. Links
// are watched at each step.
type Watch struct {
	world   World
	options WatchOptions
	notices *fsnotify.Watcher // nil: polling alone
	changes chan []string
	follow  chan followed
	stop    chan struct{}
	done    chan struct{}
	once    sync.Once
}

// followed is what Follow asks for.
type followed struct {
	questions []Question
	named     []string
	ready     chan struct{}
}

// NewWatch starts watching nothing; Follow says what. The world is the one that
// the questions were asked of: with another file cap it would answer otherwise,
// and everything would always look changed. The error is about a pattern.
func NewWatch(w World, o WatchOptions) (*Watch, error) {
	if o.Ignore == nil {
		o.Ignore = DefaultIgnore
	}
	o.Ignore = slices.Clone(o.Ignore)
	for i, p := range o.Ignore {
		if !pathmatch.Valid(p) {
			return nil, fmt.Errorf("watch: the ignore pattern %q is malformed: check its brackets and braces", p)
		}
		if p != "" && p[0] != '/' && p[0] != '*' {
			o.Ignore[i] = "**/" + p
		}
	}
	if o.Delay == 0 {
		o.Delay = 50 * time.Millisecond
	}
	if o.Poll == 0 {
		o.Poll = 2 * time.Second
	}
	watch := &Watch{
		world: w, options: o,
		changes: make(chan []string), follow: make(chan followed),
		stop: make(chan struct{}), done: make(chan struct{}),
	}
	if !o.PollOnly {
		// If no watcher can be made (a limit is reached), poll instead.
		watch.notices, _ = fsnotify.NewWatcher()
	}
	go watch.run()
	return watch, nil
}

// Changes gives the paths that changed, sorted, as they were asked for: the
// path of a question, the directory of a listing or a git question, a named
// file. While nobody receives, changes are gathered. It is closed by Close.
func (w *Watch) Changes() <-chan []string { return w.changes }

// Follow watches what these questions depend on, and the named files, in place
// of what was watched before. What changed between the asking and now is
// reported at once, what git would answer aside. It returns when the watch
// stands, having looked at every path: not from where a key is handled.
func (w *Watch) Follow(questions []Question, named ...string) {
	f := followed{questions: questions, named: named, ready: make(chan struct{})}
	select {
	case w.follow <- f:
		<-f.ready
	case <-w.done:
	}
}

// Close ends the watch and waits for its end; it may be called again.
func (w *Watch) Close() {
	w.once.Do(func() { close(w.stop) })
	<-w.done
}

// run owns all state; nothing else touches it.
func (w *Watch) run() {
	defer close(w.done)
	defer close(w.changes)
	var events chan fsnotify.Event
	var failures chan error
	if w.notices != nil {
		defer func() { _ = w.notices.Close() }()
		events, failures = w.notices.Events, w.notices.Errors
	}
	poll := time.NewTicker(w.options.Poll)
	defer poll.Stop()

	s := newWatchState(w)
	pending := newGathering(w.options.Delay)
	defer pending.stop()
	for {
		var out chan []string
		var list []string
		if pending.ready {
			out, list = w.changes, pending.list()
		}
		select {
		case <-w.stop:
			return
		case f := <-w.follow:
			pending.add(s.set(f.questions, f.named)...)
			close(f.ready)
		case e := <-events:
			pending.add(s.event(e)...)
		case <-failures:
			// Notices were lost: look at everything.
			pending.add(s.look()...)
		case <-poll.C:
			pending.add(s.look()...)
		case <-pending.timer.C:
			pending.ready = true
		case out <- list:
			pending.clear()
		}
	}
}

// gathering collects changed paths until a while after the last of them; a
// steady stream does not put it off for ever.
type gathering struct {
	delay time.Duration
	first time.Time
	paths map[string]bool
	timer *time.Timer
	ready bool
}

// patience is how many delays the first change waits at most.
const patience = 10

func newGathering(delay time.Duration) *gathering {
	g := &gathering{delay: delay, paths: map[string]bool{}, timer: time.NewTimer(time.Hour)}
	g.timer.Stop()
	return g
}

func (g *gathering) add(paths ...string) {
	if len(paths) == 0 {
		return
	}
	if len(g.paths) == 0 {
		g.first = time.Now()
	}
	for _, p := range paths {
		g.paths[p] = true
	}
	if !g.ready {
		g.timer.Reset(min(g.delay, max(0, time.Until(g.first.Add(patience*g.delay)))))
	}
}

func (g *gathering) list() []string {
	out := make([]string, 0, len(g.paths))
	for p := range g.paths {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

func (g *gathering) clear() { g.paths, g.ready = map[string]bool{}, false }

func (g *gathering) stop() { g.timer.Stop() }

// ignored reports whether a pattern covers a path.
func (o WatchOptions) ignored(name string) bool {
	for {
		for _, p := range o.Ignore {
			if pathmatch.Match(p, name) {
				return true
			}
		}
		name = Dir(name)
		if o.Root == "" || !strings.HasPrefix(name, Clean(o.Root)+"/") {
			return false
		}
	}
}
