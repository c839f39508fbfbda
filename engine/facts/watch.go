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

// DefaultIgnore matches files whose changes are not reported unless they are named or a question to
// git depends on them: git's own files, and temporary files of editors.
var DefaultIgnore = []string{"**/.git/**/*", "**/*~", "**/.*.sw[a-p]", "**/.#*", "**/4913"}

// WatchOptions configure a watch; the zero value is usable.
type WatchOptions struct {
	// Ignore lists doublestar patterns for absolute paths. A pattern that does not begin with a
	// slash or a star matches at any depth. Nil means DefaultIgnore.
	Ignore []string
	// Root is the project. Inside it, a pattern that matches a directory covers everything in the
	// directory. Directories above Root never match.
	Root string
	// Delay is how long to wait for further changes after a change; 0 means 50 ms.
	Delay time.Duration
	// Poll is how often everything is checked for changes that the system does not report: on
	// network disks, of a renamed parent directory, or beyond the limits of inotify. 0 means 2 s.
	Poll time.Duration
	// PollOnly disables the notifications of the system.
	PollOnly bool
}

// Watch tells when answers of a world on disk become invalid. It watches directories and not
// files. So it sees files that are written in place, replaced by a rename, deleted and created
// again, or created later. It also watches each link on the path of a file.
type Watch struct {
	world   World
	options WatchOptions
	notices *fsnotify.Watcher // nil if the watch only polls
	changes chan []string
	follow  chan followed
	stop    chan struct{}
	done    chan struct{}
	once    sync.Once
}

// followed holds the arguments of a call of Follow.
type followed struct {
	questions []Question
	named     []string
	ready     chan struct{}
}

// NewWatch returns a watch that watches nothing until Follow is called. w must be the world that
// was asked the questions: with another file size limit, for example, answers would always seem to
// have changed. It returns an error for a malformed pattern.
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
		// If a limit of the system prevents a watcher, poll instead.
		watch.notices, _ = fsnotify.NewWatcher()
	}
	go watch.run()
	return watch, nil
}

// Changes returns a channel that receives the changed paths, sorted: the path of a question, the
// directory of a listing or of a question to git, or a named file. While nobody receives, changes
// are collected. Close closes the channel.
func (w *Watch) Changes() <-chan []string { return w.changes }

// Follow watches what these questions depend on, and the named files, instead of what was watched
// before. It reports at once what has changed since the questions were asked, except answers of
// git. It returns after checking every path, so do not call it while handling a key.
func (w *Watch) Follow(questions []Question, named ...string) {
	f := followed{questions: questions, named: named, ready: make(chan struct{})}
	select {
	case w.follow <- f:
		<-f.ready
	case <-w.done:
	}
}

// Close ends the watch and waits until it has ended. It may be called repeatedly.
func (w *Watch) Close() {
	w.once.Do(func() { close(w.stop) })
	<-w.done
}

// run owns all state of the watch; no other goroutine uses it.
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
			// Some notifications were lost, so check everything.
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

// pendingChanges collects changed paths until no further one comes for some time, but at most for
// patience delays after the first.
type pendingChanges struct {
	delay time.Duration
	first time.Time
	paths map[string]bool
	timer *time.Timer
	ready bool
}

// patience limits how long the first change waits for further ones, as a number of delays.
const patience = 10

func newGathering(delay time.Duration) *pendingChanges {
	g := &pendingChanges{delay: delay, paths: map[string]bool{}, timer: time.NewTimer(time.Hour)}
	g.timer.Stop()
	return g
}

func (g *pendingChanges) add(paths ...string) {
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

func (g *pendingChanges) list() []string {
	out := make([]string, 0, len(g.paths))
	for p := range g.paths {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

func (g *pendingChanges) clear() { g.paths, g.ready = map[string]bool{}, false }

func (g *pendingChanges) stop() { g.timer.Stop() }

// ignored reports whether a pattern matches a path.
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
