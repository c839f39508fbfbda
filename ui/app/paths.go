package app

import (
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/ui/dialog"
	"galley/ui/list"
)

// listing completes typed paths. Directories are read in the background: one may have
// 200,000 entries, or lie on a mount that does not answer.
type listing struct {
	world facts.World
	cwd   string

	seq     uint64   // of the newest question; older answers are stale
	known   *entries // the directory that was read last
	reading string   // the directory that is being read, or ""
	next    *question

	tree *tree // below cwd, or nil
}

// tree is the files below a directory, which are read once.
type tree struct {
	world facts.World
	dir   string
	at    time.Time
	once  sync.Once
	files []string
}

// paths returns the files' paths. It may block.
func (t *tree) paths() []string {
	t.once.Do(func() { t.files = walk(t.world, t.dir) })
	return t.files
}

// entries are a directory's entries: directories first, each group sorted by name.
type entries struct {
	dir string
	at  time.Time
	all []entry

	// below returns the paths of files in subdirectories, relative to dir. Its first
	// call may block.
	below func() []string
}

type entry struct {
	name, folded string
	dir          bool
}

// question requests the completions of a typed path.
type question struct {
	seq   uint64
	typed string
	below bool
	take  func(found []string) tea.Cmd
}

// listedMsg carries a directory's entries and the answer to a question.
type listedMsg struct {
	question
	entries *entries
	found   []string
}

// freshness is how long a directory's entries answer further keys.
const freshness = 2 * time.Second

// mostPaths bounds how many names completion offers.
const mostPaths = 500

// ask asks for the completions of a typed path: directories first, hidden names only
// on request. take gets at most mostPaths paths, as they would be typed, directories
// with a final slash. With below, they are followed by paths further down in the
// working directory that match the typed letters.
func (l *listing) ask(typed string, below bool, now time.Time, take func(found []string) tea.Cmd) tea.Cmd {
	l.seq++
	q := question{l.seq, typed, below, take}
	dir := l.dir(typed)
	known, world, cwd := l.known, l.world, l.cwd
	if known != nil && (known.dir != dir || now.Sub(known.at) > freshness) {
		known = nil
	}
	if known == nil && l.reading == dir {
		l.next = &q // one directory is read at a time
		return nil
	}
	if known == nil {
		l.reading = dir
	}
	var project *tree
	if below && lettersOfAPath(typed) {
		project = l.project(now)
	}
	return func() tea.Msg {
		if known == nil {
			known = read(world, dir, now)
		}
		found := known.matching(typed)
		if _, name := path.Split(typed); below && name != "" && facts.Within(dir, cwd) {
			found = known.further(found, typed)
		}
		if project != nil {
			found = ranked(found, typed, "", project.paths())
		}
		return listedMsg{q, known, found}
	}
}

// lettersOfAPath reports whether a typed text with a slash may be letters of a path in the
// project, and is not the beginning of a path outside.
func lettersOfAPath(typed string) bool {
	return strings.Contains(typed, "/") && !strings.HasPrefix(typed, "/") && !strings.HasPrefix(typed, "~") && !strings.HasPrefix(typed, ".")
}

// project returns the files below the working directory, for a while the same.
func (l *listing) project(now time.Time) *tree {
	if l.tree == nil || now.Sub(l.tree.at) > freshness {
		l.tree = &tree{world: l.world, dir: l.cwd, at: now}
	}
	return l.tree
}

// took accepts an answer and passes it on unless a newer question was asked.
func (l *listing) took(msg listedMsg, now time.Time) tea.Cmd {
	l.known = msg.entries
	if l.reading == msg.entries.dir {
		l.reading = ""
	}
	if q := l.next; q != nil && l.dir(q.typed) == msg.entries.dir {
		l.next = nil
		if q.seq == l.seq {
			return l.ask(q.typed, q.below, now, q.take)
		}
	}
	if msg.seq != l.seq {
		return nil
	}
	return msg.take(msg.found)
}

// dir returns the directory of a typed path.
func (l *listing) dir(typed string) string {
	dir, _ := path.Split(typed)
	return facts.Resolve(l.cwd, dir)
}

// read reads a directory. It may block.
func read(world facts.World, dir string, now time.Time) *entries {
	e := &entries{dir: dir, at: now}
	e.below = sync.OnceValue(func() []string { return walk(world, dir) })
	found, err := world.ReadDir(dir)
	if err != nil {
		return e
	}
	for _, f := range found {
		e.all = append(e.all, entry{f.Name, strings.ToLower(f.Name), f.Type.IsDir()})
	}
	slices.SortFunc(e.all, func(a, b entry) int {
		if a.dir != b.dir {
			if a.dir {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	return e
}

// mostWalked bounds the entries read below a directory, and deepest the depth.
const (
	mostWalked = 5000
	deepest    = 8
)

// walk returns the paths of the files below dir, nearest first. It follows no links
// and skips hidden directories and those of installed packages. It may block.
func walk(world facts.World, dir string) (files []string) {
	level, seen := []string{""}, 0
	for depth := 0; depth < deepest && len(level) > 0; depth++ {
		var next []string
		for _, at := range level {
			if seen >= mostWalked {
				return files
			}
			found, err := world.ReadDir(facts.Join(dir, at))
			if err != nil {
				continue
			}
			for _, f := range found {
				if seen++; seen > mostWalked {
					return files
				}
				p := facts.Join(at, f.Name)
				switch {
				case strings.HasPrefix(f.Name, "."), f.Name == "node_modules", f.Name == "vendor":
				case f.Type.IsDir():
					next = append(next, p)
				case depth > 0:
					files = append(files, p)
				}
			}
		}
		level = next
	}
	return files
}

// further appends to found the paths that match the typed text fuzzily, best first.
func (e *entries) further(found []string, typed string) []string {
	dir, name := path.Split(typed)
	var all []string
	for _, f := range e.all {
		if !f.dir && !strings.HasPrefix(f.name, ".") {
			all = append(all, f.name)
		}
	}
	all = append(all, e.below()...)
	return ranked(found, name, dir, all)
}

// ranked appends to found the names, after dir, that match the typed letters, best first.
func ranked(found []string, typed, dir string, all []string) []string {
	for _, m := range list.Rank(typed, all) {
		if p := dir + all[m.Row]; len(found) < mostPaths && !slices.Contains(found, p) {
			found = append(found, p)
		}
	}
	return found
}

// matching returns the paths that begin with the typed one.
func (e *entries) matching(typed string) []string {
	dir, prefix := path.Split(typed)
	folded, hidden := strings.ToLower(prefix), strings.HasPrefix(prefix, ".")
	var found []string
	for _, f := range e.all {
		if !strings.HasPrefix(f.folded, folded) || strings.HasPrefix(f.name, ".") && !hidden {
			continue
		}
		p := dir + f.name
		if f.dir {
			p += "/"
		}
		if found = append(found, p); len(found) == mostPaths {
			break
		}
	}
	return found
}

func (m *Model) listed(msg listedMsg) tea.Cmd { return m.listing.took(msg, m.o.Clock()) }

// askPath asks for a path, starting with typed, with completion from the disk.
func (m *Model) askPath(title, typed string, take func(p string) tea.Cmd) tea.Cmd {
	list := dialog.NewList(title, "No such file here: Enter takes the path as typed.", nil,
		func(item dialog.Item) tea.Cmd {
			if strings.HasSuffix(item.Label, "/") {
				return m.askPath(title, item.Label, take)
			}
			return take(item.Label)
		}).Free(take)
	m.screen.Open(list)
	first := list.Query(func(text string) tea.Cmd {
		return m.listing.ask(text, false, m.o.Clock(), func(found []string) tea.Cmd {
			items := make([]dialog.Item, len(found))
			for i, p := range found {
				items[i].Label = p
			}
			list.Found(text, items)
			return nil
		})
	})
	if typed == "" {
		return first
	}
	return list.SetText(typed)
}
