package glob

import (
	"io/fs"
	"path"
	"strings"

	"galley/engine/facts"
)

// modeOf returns the type of a path, without following links; the second result is false if the
// path does not exist.
func (w *npmWalk) modeOf(name string) (fs.FileMode, bool) {
	if k := w.kinds[name]; k.known {
		return k.mode, true
	}
	mode, there := w.t.kindOf(name)
	if there {
		w.kinds[name] = npmKind{mode, true}
	}
	return mode, there
}

func (w *npmWalk) isLink(name string) bool { return w.kinds[name].mode&fs.ModeSymlink != 0 }

// mayList reports whether a path could be a directory: it is one, it is a link, or its type is not
// known yet.
func (w *npmWalk) mayList(name string) bool {
	k := w.kinds[name]
	return !k.known || k.mode.IsDir() || k.mode&fs.ModeSymlink != 0
}

// match adds a path to the result unless it is a directory.
func (w *npmWalk) match(name string) {
	if w.seen[name] {
		return
	}
	if mode, there := w.modeOf(name); there && !mode.IsDir() {
		w.seen[name] = true
		w.out = append(w.out, name)
	}
}

// resolve appends a plain segment, which may be "." or "..", to a path.
func resolve(from, segment string) string {
	return facts.Resolve(from, segment)
}

// process follows the plain segments of patterns, and queues the directories whose names the next
// segments must match.
func (w *npmWalk) process(steps []npmStep) {
	var order []string
	groups := map[string][]npmStep{}
	add := func(s npmStep) {
		if w.been[s] || !w.mayList(s.path) {
			return
		}
		w.been[s] = true
		if groups[s.path] == nil {
			order = append(order, s.path)
		}
		groups[s.path] = append(groups[s.path], s)
	}
	for _, s := range steps {
		last := len(s.p.parts) - 1
		for !s.p.parts[s.part].star && s.p.parts[s.part].test == nil && s.part < last {
			s.path = resolve(s.path, s.p.parts[s.part].text)
			s.part++
		}
		switch now := s.p.parts[s.part]; {
		case now.star:
			if !w.isLink(s.path) || s.part > 0 && !s.p.marked[s.part] {
				add(s)
			}
			if s.part == last {
				w.match(s.path)
			} else if s.p.globs[s.part+1] == ".." && s.part+1 < last {
				add(npmStep{facts.Dir(s.path), s.p, s.part + 2})
			}
		case now.test != nil:
			add(s)
		case now.text != "" && now.text != "." && now.text != "..": // more segments follow, so it must be a directory
			w.match(resolve(s.path, now.text))
		}
	}
	for _, dir := range order {
		w.queue = append(w.queue, npmGroup{dir, groups[dir]})
	}
}

// enter lists a directory, matches its names and continues with those that match.
func (w *npmWalk) enter(g npmGroup) {
	real, there := w.realOf(g.dir)
	if !there {
		return
	}
	entries, err := w.t.list(real, len(g.steps))
	if err != nil {
		return
	}
	f := &npmFilter{w: w, groups: map[string][]npmStep{}}
	for i := len(entries) - 1; i >= 0; i-- {
		e := entries[i]
		f.name, f.path = e.Name, join(g.dir, e.Name)
		w.kinds[f.path] = npmKind{e.Type, true}
		for _, s := range g.steps {
			if s.p.parts[s.part].star {
				f.star(s)
			} else {
				f.one(s)
			}
		}
	}
	for _, name := range f.found {
		w.match(name)
	}
	for _, name := range f.order {
		w.process(f.groups[name])
	}
}

// realOf returns the real path of a directory. If the parent's real path is known and the directory
// is not a link, it does not ask the world.
func (w *npmWalk) realOf(dir string) (string, bool) {
	if real, known := w.reals[facts.Dir(dir)]; known && w.kinds[dir].mode.IsDir() {
		real = join(real, path.Base(dir))
		w.reals[dir] = real
		return real, true
	}
	real, err := w.t.world.RealPath(dir)
	if err == nil {
		w.reals[dir] = real
	}
	return real, err == nil
}

// npmFilter matches the names of one directory with segments.
type npmFilter struct {
	w          *npmWalk
	name, path string
	found      []string
	order      []string
	groups     map[string][]npmStep
}

func (f *npmFilter) next(name string, p *npmPattern, part int) {
	if !f.w.mayList(name) {
		return
	}
	if f.groups[name] == nil {
		f.order = append(f.order, name)
	}
	f.groups[name] = append(f.groups[name], npmStep{name, p, part})
}

// one matches the name with a segment other than "**".
func (f *npmFilter) one(s npmStep) {
	now := s.p.parts[s.part]
	if now.test != nil && !now.test(f.name) || now.test == nil && now.text != f.name {
		return
	}
	if s.part == len(s.p.parts)-1 {
		f.found = append(f.found, f.path)
		return
	}
	f.next(f.path, s.p, s.part+1)
}

// star matches the name with "**": the name may be one of the directories that "**" covers, or
// match the segment after it. "**" goes through one link at most, and through none if it begins the
// pattern.
func (f *npmFilter) star(s npmStep) {
	last := s.part == len(s.p.parts)-1
	if f.w.dot || !strings.HasPrefix(f.name, ".") {
		if last {
			f.found = append(f.found, f.path)
		}
		if f.w.mayList(f.path) {
			switch {
			case !f.w.isLink(f.path):
				f.next(f.path, s.p, s.part)
			case s.part == 0 || s.p.marked[s.part]:
			case !last:
				f.next(f.path, s.p, s.part+1)
			default:
				s.p.marked[s.part] = true
				f.next(f.path, s.p, s.part)
			}
		}
	}
	if last {
		return
	}
	switch rest := s.p.parts[s.part+1]; {
	case rest.test != nil || rest.text != "" && rest.text != "." && rest.text != "..":
		f.one(npmStep{s.path, s.p, s.part + 1})
	case rest.text == "..":
		f.next(facts.Dir(f.path), s.p, s.part+1)
	}
}
