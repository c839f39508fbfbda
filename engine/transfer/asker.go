package transfer

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// asker runs the discoveries of agents as if some changes had been made to files. It reads each
// file from the disk once. The result of a discovery depends only on the places where it looked, so
// asker runs an agent's discovery again only if a change is at one of these places.
type asker struct {
	ctx     context.Context
	disk    facts.World // every file is read once, so that all answers see the same state
	options discovery.Options
	known   map[string]*cachedTrace
}

// cachedTrace caches the traces of one agent.
type cachedTrace struct {
	sight  *footprint
	traces map[string]*discovery.Trace // key: the changes at places where the agent looked
}

func newAsker(ctx context.Context, w facts.World, o discovery.Options) *asker {
	return &asker{ctx: ctx, disk: facts.NewRecording(w), options: o, known: map[string]*cachedTrace{}}
}

// world returns a view of the disk in which the changes were made.
func (a *asker) world(changes []Change) facts.World {
	all := map[string]facts.Instead{}
	for i := range changes {
		all[changes[i].Path] = changes[i].instead()
	}
	return facts.Altered(a.disk, all)
}

// discover runs the discoveries of agents in a view of the disk in which the changes were made. It
// returns shared traces, which the caller must not modify.
func (a *asker) discover(changes []Change, agents ...discovery.SurveyAgent) ([]*discovery.Trace, error) {
	var out []*discovery.Trace
	for _, one := range agents {
		t, err := a.trace(changes, one)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

func (a *asker) trace(changes []Change, one discovery.SurveyAgent) (*discovery.Trace, error) {
	name := one.Agent + "@" + one.Version
	k := a.known[name]
	if k == nil {
		traces, questions, err := discovery.Survey(a.ctx, a.disk, []discovery.SurveyAgent{one}, a.options)
		if err != nil {
			return nil, err
		}
		k = &cachedTrace{newFootprint(a.disk, questions), map[string]*discovery.Trace{"": traces[0]}}
		a.known[name] = k
	}
	key := k.sight.key(changes)
	if k.traces[key] == nil {
		traces, _, err := discovery.Survey(a.ctx, a.world(changes), []discovery.SurveyAgent{one}, a.options)
		if err != nil {
			return nil, err
		}
		k.traces[key] = traces[0]
	}
	return k.traces[key], nil
}

// footprint records where a discovery looked.
type footprint struct {
	disk   facts.World
	paths  []string        // the paths that the discovery asked about, sorted; also with links resolved
	listed map[string]bool // the directories that it listed
	far    bool            // it listed more directories than are recorded
}

func newFootprint(disk facts.World, questions []facts.Question) *footprint {
	s := &footprint{disk: disk, listed: map[string]bool{}}
	seen := map[string][]string{}
	lists := 0
	for _, q := range questions {
		name := q.Path()
		if name == "" {
			continue
		}
		if seen[name] == nil {
			seen[name] = places(disk, name)
			s.paths = append(s.paths, seen[name]...)
		}
		if q.Op == facts.OpReadDir {
			lists++
			for _, place := range seen[name] {
				s.listed[place] = true
			}
		}
	}
	slices.Sort(s.paths)
	s.paths = slices.Compact(s.paths)
	s.far = lists >= discovery.BelowWatched
	return s
}

// places returns the paths under which a change to the file called name may be made: the path
// itself, and the path to which its links lead.
func places(disk facts.World, name string) []string {
	if real, err := disk.RealPath(name); err == nil {
		return []string{name, real}
	}
	out := []string{name}
	if to, err := disk.Readlink(name); err == nil { // the target of the link may be a file that a change creates
		out = append(out, facts.Resolve(facts.Dir(name), to))
	}
	if real, err := disk.RealPath(facts.Dir(name)); err == nil && real != facts.Dir(name) {
		out = append(out, facts.Join(real, path.Base(name)))
	}
	return out
}

// key returns a text that identifies those of the changes that can influence the discovery. It is
// the key of a cached trace.
func (s *footprint) key(changes []Change) string {
	var b strings.Builder
	for i := range changes {
		if c := &changes[i]; s.far || s.sees(c.Path) {
			fmt.Fprintf(&b, "%q %q %q\n", c.Path, c.Link, c.After)
		}
	}
	return b.String()
}

// sees reports whether the result of the discovery may change if a file with this path is created
// or changed.
func (s *footprint) sees(name string) bool {
	below, _ := slices.BinarySearch(s.paths, name+"/")
	if _, asked := slices.BinarySearch(s.paths, name); asked || below < len(s.paths) && strings.HasPrefix(s.paths[below], name+"/") {
		return true
	}
	child := name
	for dir := range facts.Up(facts.Dir(name)) {
		if _, err := s.disk.Lstat(child); err != nil && s.listed[dir] {
			return true
		}
		if _, err := s.disk.Lstat(dir); err == nil {
			return false // no change creates one of its parent directories
		}
		if _, asked := slices.BinarySearch(s.paths, dir); asked {
			return true
		}
		child = dir
	}
	return false
}
