package glob

import (
	"errors"
	"io/fs"
	"strings"

	"galley/engine/facts"
)

// Options configure a scan.
type Options struct {
	Dot    bool // wildcards match names that begin with a dot
	Follow bool // only for Bun: follow links, and accept links to files
}

// bunHint says how Bun's walker treats a segment of a pattern.
type bunHint uint8

const (
	bunOther  bunHint = iota
	bunDot            // "."
	bunUp             // ".."
	bunPlain          // a segment without special characters
	bunDouble         // "**"
)

type bunPart struct {
	text     string
	hint     bunHint
	trailing bool // the pattern ends with a slash after this segment
	match    func(name string) bool
}

// bunParts splits a pattern at its slashes, including the slashes inside braces. So an alternative
// that contains a slash never matches.
func (t *Tree) bunParts(cwd, pattern string) []bunPart {
	if parts, known := t.bun[pattern]; known {
		return parts
	}
	var parts []bunPart
	add := func(text, rest string, trailing bool) {
		if text == "" {
			return
		}
		p := bunPart{text: text, trailing: trailing}
		switch {
		case text == ".":
			p.hint = bunDot
		case text == "..":
			p.hint = bunUp
		case !strings.ContainsAny(text, "*[{?!"):
			p.hint = bunPlain
		case text == "**":
			p.hint = bunDouble
		}
		if p.hint != bunDouble && t.stopped == "" {
			made, match := bunSegment(text)
			p.match = t.counted(cwd, made, match)
			t.step(cwd, len(made.code))
		}
		// If "*.ext" has no special characters up to the pattern's end, Bun compares it literally,
		// so a backslash in it stands for itself.
		if strings.HasPrefix(text, "*.") && len(rest) > 2 && !strings.ContainsAny(rest[2:], "[{?*") {
			p.match = func(name string) bool { return strings.HasSuffix(name, text[1:]) }
		}
		if p.hint == bunDouble {
			p.match = func(string) bool { return true }
		}
		parts = append(parts, p)
	}
	start := 0
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '/' {
			add(pattern[start:i], pattern[start:], i == len(pattern)-1)
			start = i + 1
		}
	}
	add(pattern[start:], pattern[start:], false)
	if t.stopped == "" { // otherwise a segment may not be compiled
		t.bun[pattern] = parts
	}
	return parts
}

// Bun returns the files that Bun.Glob 1.3.5 finds; pattern is relative to the directory cwd. The
// paths are absolute and plain, in Bun's order: the files of a directory as the file system lists
// them, then its subdirectories in reverse. ok is false if Bun's scan fails because a directory
// cannot be opened; paths is then nil.
func Bun(t *Tree, cwd, pattern string, o Options) (paths []string, ok bool) {
	w := &bunWalk{t: t, o: o, parts: t.bunParts(cwd, pattern), found: map[string]bool{}, been: map[bunTask]bool{}}
	if len(w.parts) == 0 {
		return nil, true
	}
	if strings.HasPrefix(pattern, "/") {
		cwd = facts.Root(cwd)
	}
	root, there := t.open(facts.Clean(cwd))
	if !there {
		return nil, false
	}
	w.todo = []bunTask{{treeDir: root}}
	return w.run()
}

// bunTask is a directory, or a link, with the index of the segment that the entries of the
// directory, or the link itself, must match.
type bunTask struct {
	treeDir
	part int
	base string // the name of the link, if the task is a link
	link bool
	dead bool // Bun has already closed the handle of this directory
}

type bunWalk struct {
	t     *Tree
	o     Options
	parts []bunPart
	todo  []bunTask
	been  map[bunTask]bool
	found map[string]bool
	out   []string
	fail  bool
}

func (w *bunWalk) run() ([]string, bool) {
	for len(w.todo) > 0 && !w.fail && w.t.stopped == "" {
		task := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		// Bun visits some directories several times. One visit is enough here, because the matches
		// form a set.
		if w.been[task] {
			continue
		}
		w.been[task] = true
		switch {
		case task.dead:
			w.fail = true
		case task.link:
			w.follow(task)
		default:
			w.directory(task)
		}
	}
	if w.fail {
		return nil, false
	}
	return w.out, true
}

func (w *bunWalk) add(name string) {
	name = facts.Clean(name)
	if !w.found[name] {
		w.found[name] = true
		w.out = append(w.out, name)
	}
}

func (w *bunWalk) push(p treeDir, part int) {
	w.todo = append(w.todo, bunTask{treeDir: p, part: part})
}

// skip skips the segments "." and "..", which change the directory, and all but the last of several
// "**". The name of the directory keeps the dots.
func (w *bunWalk) skip(p treeDir, part int) (treeDir, int, bool) {
	for part < len(w.parts) && (w.parts[part].hint == bunDot || w.parts[part].hint == bunUp) {
		if w.parts[part].hint == bunUp { // the system's "..", which is the parent of a link's target
			p.real = facts.Dir(p.real)
		}
		p.name = join(p.name, w.parts[part].text)
		part++
	}
	for part+1 < len(w.parts) && w.parts[part].hint == bunDouble && w.parts[part+1].hint == bunDouble {
		part++
	}
	return p, part, part < len(w.parts)
}

// below returns the subdirectory base. After the segments "." and ".." Bun opens the name without
// them. This is another directory if a link came before "..".
func (w *bunWalk) below(p treeDir, base string) (treeDir, bool) {
	name := join(p.name, base)
	if plain := facts.Clean(name); plain != name {
		return w.t.open(plain)
	}
	return p.child(base), true
}

func (w *bunWalk) directory(task bunTask) {
	p, part, more := w.skip(task.treeDir, task.part)
	if !more {
		return
	}
	now := &w.parts[part]
	last := part == len(w.parts)-1
	if last && now.hint == bunPlain {
		w.literal(p, now.text)
		return
	}
	entries, err := w.t.list(p.real, 1)
	if err != nil {
		w.fail = err != errStopped
		return
	}
	for _, e := range entries {
		switch {
		case e.Type.IsRegular():
			if w.fileFits(e.Name, part) {
				w.add(join(p.name, e.Name))
			}
		case e.Type.IsDir():
			w.descend(e.Name, part, false, func() (treeDir, bool) { return w.below(p, e.Name) })
		case e.Type&fs.ModeSymlink != 0 && w.o.Follow && w.fits(now, e.Name):
			name := facts.Clean(join(p.name, e.Name))
			// Bun finds the start of the link's name in the path with the dots, but cuts the name
			// out of the path without the dots. So after "./" the name loses its first two
			// letters.
			base := name[min(len(join(p.name, "")), len(name)):]
			w.todo = append(w.todo, bunTask{treeDir: treeDir{name: name}, part: part, base: base, link: true})
		}
	}
}

// literal looks up a last segment without special characters directly. This also finds hidden names
// and, even if links are not followed, a link to a file.
func (w *bunWalk) literal(p treeDir, name string) {
	info, err := w.t.world.Stat(join(p.real, name))
	switch {
	case err == nil && info.IsRegular():
		w.add(join(p.name, name))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		w.fail = true
	}
}

// descend enters a directory if a segment allows it. If a "**" both ends at the directory and
// continues below it, Bun visits the directory twice. If a link led to the directory, the second
// visit finds the handle closed and the whole scan fails.
func (w *bunWalk) descend(base string, part int, link bool, where func() (treeDir, bool)) {
	if !w.o.Dot && strings.HasPrefix(base, ".") {
		return
	}
	now := &w.parts[part]
	last := part == len(w.parts)-1
	twice := now.hint == bunDouble && part+2 < len(w.parts) && w.fits(&w.parts[part+1], base)
	if now.hint != bunDouble && (last || !w.fits(now, base)) {
		return
	}
	p, there := where()
	switch {
	case !there:
		w.fail = true
	case twice:
		w.todo = append(w.todo, bunTask{treeDir: p, part: part + 2, dead: link})
		w.push(p, part)
	case now.hint == bunDouble:
		w.push(p, part)
	default:
		w.push(p, part+1)
	}
}

// follow examines the target of a link.
func (w *bunWalk) follow(task bunTask) {
	// Stat gets the name with all its links, because the system gives up after forty of them; this
	// ends a walk round a loop of links.
	info, err := w.t.world.Stat(task.name)
	switch {
	case err != nil:
	case !info.IsDir():
		if task.part == len(w.parts)-1 || w.fileFits(task.base, task.part) {
			w.add(task.name)
		}
	default:
		w.descend(task.base, task.part, true, func() (treeDir, bool) { return w.t.open(task.name) })
	}
}

// fits reports whether a name matches a segment. A hidden name matches only with the option Dot.
func (w *bunWalk) fits(p *bunPart, name string) bool {
	return (w.o.Dot || !strings.HasPrefix(name, ".")) && p.match(name)
}

// fileFits reports whether a file's name ends a match at the segment part. This is so if part is
// the last segment and matches the name, or if part is a "**" and the last segment, which follows
// it, matches the name.
func (w *bunWalk) fileFits(name string, part int) bool {
	now := &w.parts[part]
	switch {
	case now.trailing:
		return false
	case part == len(w.parts)-1:
		return w.fits(now, name)
	}
	next := &w.parts[part+1]
	return now.hint == bunDouble && part+1 == len(w.parts)-1 && next.hint != bunDouble && w.fits(next, name)
}
