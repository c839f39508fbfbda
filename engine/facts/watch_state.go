package facts

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// target is one watched path; name is reported when it changes.
type target struct {
	name    string
	path    string
	entries bool // only the names in the directory matter, not changes of the directory itself
}

// watchState is what a Watch follows. A place is a name in a directory. If the name appears,
// disappears or changes, that matters to the targets of the place. The name "" means any name.
type watchState struct {
	watch   *Watch
	targets []target
	seen    map[target]string // the last signature of each
	places  map[string]map[string][]target
	watched map[string]bool
}

func newWatchState(w *Watch) *watchState {
	return &watchState{watch: w, seen: map[target]string{}, watched: map[string]bool{}}
}

// set replaces the targets that are followed with named and those of questions. It returns the names
// of the targets that changed before it began to follow them.
func (s *watchState) set(questions []Question, named []string) []string {
	s.targets = nil
	for _, n := range named {
		s.targets = append(s.targets, target{name: n, path: n})
	}
	for _, q := range questions {
		switch {
		case q.Op == OpGit:
			s.targets = append(s.targets, s.gitTargets(q)...)
		case q.Path() != "" && !s.watch.options.ignored(q.Path()):
			s.targets = append(s.targets, target{q.Path(), q.Path(), q.Op == OpReadDir})
		}
	}
	s.targets = slices.DeleteFunc(s.targets, func(t target) bool { return !isAbs(t.path) })
	old := s.seen
	s.seen = map[target]string{}
	s.watchDirectories()
	for _, t := range s.targets {
		s.seen[t] = s.signature(t)
	}
	var changed []string
	for t, was := range old {
		if now, still := s.seen[t]; still && now != was {
			changed = append(changed, t.name)
		}
	}
	for _, q := range questions {
		if p := q.Path(); p != "" && !s.watch.options.ignored(p) && q.Changed(s.watch.world) {
			changed = append(changed, p)
		}
	}
	return changed
}

// watchDirectories determines which directories to watch and starts watching them.
func (s *watchState) watchDirectories() {
	s.places = map[string]map[string][]target{}
	for _, t := range s.targets {
		for _, at := range s.steps(t) {
			names := s.places[at.dir]
			if names == nil {
				names = map[string][]target{}
				s.places[at.dir] = names
			}
			if !slices.Contains(names[at.base], t) {
				names[at.base] = append(names[at.base], t)
			}
		}
	}
	if s.watch.notices == nil {
		return
	}
	for dir := range s.watched {
		if s.places[dir] == nil {
			_ = s.watch.notices.Remove(filepath.FromSlash(dir))
			delete(s.watched, dir)
		}
	}
	for dir := range s.places {
		// Add each directory every time, because another directory of the same name may have
		// replaced it. A directory that cannot be added is polled.
		if s.watch.notices.Add(filepath.FromSlash(dir)) == nil {
			s.watched[dir] = true
		}
	}
}

type step struct{ dir, base string }

// steps returns the places on the way to a target: each link that is followed, and at the end the
// file itself or the first name that is missing.
func (s *watchState) steps(t target) []step {
	var out []step
	at, todo := Root(t.path), namesBelow(t.path)
	for links := 0; len(todo) > 0; {
		part := todo[0]
		todo = todo[1:]
		if part == "." {
			continue
		}
		if part == ".." {
			at = Dir(at)
			continue
		}
		dir := at
		at = Join(at, part)
		i, err := s.watch.world.Lstat(at)
		if err != nil {
			return append(out, step{dir, part})
		}
		if i.IsLink() {
			out = append(out, step{dir, part})
			link, err := s.watch.world.Readlink(at)
			if links++; err != nil || links > maxLinks {
				return out
			}
			at = dir
			if isAbs(link) {
				at = Root(link)
			}
			todo = append(namesBelow(link), todo...)
			continue
		}
		if len(todo) == 0 {
			out = append(out, step{dir, part})
		}
	}
	if t.entries {
		out = append(out, step{at, ""})
	}
	return out
}

// event returns the names of the targets that a notification affects.
func (s *watchState) event(e fsnotify.Event) []string {
	name := filepath.ToSlash(e.Name)
	structure := e.Has(fsnotify.Create) || e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)
	var hit []target
	hit = append(hit, s.places[Dir(name)][path.Base(name)]...)
	if structure && !s.watch.options.ignored(name) {
		hit = append(hit, s.places[Dir(name)][""]...)
	}
	var changed []string
	for _, t := range hit {
		now := s.signature(t)
		// Writes, creations and removals always count, because two changes within the resolution of
		// the clock look the same. A change of attributes counts only if the signature changes.
		if structure || e.Has(fsnotify.Write) && !t.entries || now != s.seen[t] {
			changed = append(changed, t.name)
		}
		s.seen[t] = now
	}
	// Paths may now lead elsewhere: a link changed, a missing directory appeared, or a watched
	// directory disappeared with everything in it.
	if structure && (len(hit) > 0 || s.places[name] != nil) {
		s.watchDirectories()
		changed = append(changed, s.look()...)
	}
	return changed
}

// look compares each target with its last signature and returns the names of the changed ones.
func (s *watchState) look() []string {
	var changed []string
	for _, t := range s.targets {
		if now := s.signature(t); now != s.seen[t] {
			s.seen[t] = now
			changed = append(changed, t.name)
		}
	}
	if len(changed) > 0 {
		s.watchDirectories()
	}
	return changed
}

// signature describes a target: which file it is, its size and time, or which names it contains.
func (s *watchState) signature(t target) string {
	i, err := s.watch.world.Stat(t.path)
	if err != nil {
		link, _ := s.watch.world.Readlink(t.path)
		return errorName(err) + " " + link
	}
	if !t.entries {
		real, _ := s.watch.world.RealPath(t.path)
		return infoKey(i) + " " + real
	}
	list, err := s.watch.world.ReadDir(t.path)
	if err != nil {
		return errorName(err)
	}
	var b strings.Builder
	for _, e := range list {
		if !s.watch.options.ignored(Join(t.path, e.Name)) {
			fmt.Fprintf(&b, "%q %o\n", e.Name, uint32(e.Type))
		}
	}
	return b.String()
}

// gitTargets returns the files on which answers about branch and status depend: HEAD and index of
// the repository, and the names in the directory of the question. Changes deep in the working tree
// are not detected; ask again for the present status.
func (s *watchState) gitTargets(q Question) []target {
	dir, _, _ := strings.Cut(q.Arg, "\x00")
	out := []target{{name: dir, path: dir, entries: true}}
	for at := range Up(dir) {
		dotGit := Join(at, ".git")
		if i, err := s.watch.world.Stat(dotGit); err == nil {
			if i.IsRegular() { // in a linked worktree or a submodule, this file names the real directory
				text, _ := s.watch.world.ReadHead(dotGit, 4096)
				where, found := strings.CutPrefix(strings.TrimSpace(text), "gitdir: ")
				if !found {
					return out
				}
				if dotGit = where; !isAbs(where) {
					dotGit = Join(at, where)
				}
			}
			return append(out,
				target{name: dir, path: Join(dotGit, "HEAD")},
				target{name: dir, path: Join(dotGit, "index")})
		}
	}
	return append(out, target{name: dir, path: Join(dir, ".git"), entries: false})
}
