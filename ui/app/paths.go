package app

import (
	"cmp"
	"fmt"
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

// listing completes typed paths. It reads directories in the background, because a directory may
// have 200,000 entries or be on a mount that does not answer.
type listing struct {
	world facts.World
	cwd   string

	seq     uint64   // seq numbers the newest question; answers to older ones are discarded
	known   *entries // the directory that was read last
	reading string   // the directory that is being read, or ""
	next    *question

	tree *tree // tree has the files below cwd, or is nil
	cut  bool  // cut is true if the last answer covers only the first mostWalked files
}

// tree holds the files below a directory, which it reads once.
type tree struct {
	world facts.World
	dir   string
	at    time.Time
	once  sync.Once
	files []string
	cut   bool // cut is true if there are more files than were read
	most  int  // most limits how many entries are read; 0 means mostWalked
}

// paths returns the files' paths. cut reports that there are more files, which were not read.
// paths may block.
func (t *tree) paths() (files []string, cut bool) {
	t.once.Do(func() { t.files, t.cut = walk(t.world, t.dir, cmp.Or(t.most, mostWalked)) })
	return t.files, t.cut
}

// entries are a directory's entries: directories first, each group sorted by name.
type entries struct {
	dir string
	at  time.Time
	all []entry

	// below has the files in the subdirectories, with paths relative to dir.
	below *tree
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
	cut     bool // only the first mostWalked files were searched
}

// freshness is how long the entries of a directory are cached, and treeFreshness how long the files
// below a directory are. Finding all files takes longer, so they are cached for a longer time.
const (
	freshness     = 2 * time.Second
	treeFreshness = 15 * time.Second
)

// mostPaths is the most paths that a completion offers.
const mostPaths = 500

// ask finds the completions of a typed path: directories first, hidden names only if the typed name
// begins with a dot. It calls take with at most mostPaths paths in the form in which they would be
// typed, directories with a final slash. If below is true, paths further down in the working
// directory that match the typed letters follow.
func (l *listing) ask(typed string, below bool, now time.Time, take func(found []string) tea.Cmd) tea.Cmd {
	l.seq++
	q := question{l.seq, typed, below, take}
	dir := l.dir(typed)
	known, world, cwd := l.known, l.world, l.cwd
	if known != nil && (known.dir != dir || now.Sub(known.at) > freshness) {
		known = nil
	}
	if known == nil && l.reading == dir {
		l.next = &q // the directory is being read already; the question is asked again afterwards
		return nil
	}
	if known == nil {
		l.reading = dir
	}
	var project *tree
	if below && (lettersOfAPath(typed) || dir == l.cwd) {
		project = l.project(now)
	}
	return func() tea.Msg {
		if known == nil {
			known = read(world, dir, now)
			if dir == cwd && project != nil {
				known.below = project
			}
		}
		found, cut := known.matching(typed), false
		if _, name := path.Split(typed); below && name != "" && facts.Within(dir, cwd) {
			found, cut = known.further(found, typed)
		}
		if project != nil && lettersOfAPath(typed) {
			files, more := project.paths()
			found, cut = ranked(found, typed, "", files), cut || more
		}
		return listedMsg{q, known, found, cut}
	}
}

// lettersOfAPath reports whether a typed text with a slash may be letters of a path in the
// project, and is not the beginning of a path outside.
func lettersOfAPath(typed string) bool {
	return strings.Contains(typed, "/") && !strings.HasPrefix(typed, "/") && !strings.HasPrefix(typed, "~") && !strings.HasPrefix(typed, ".")
}

// project returns the files below the working directory. It reads them again when they are too old.
func (l *listing) project(now time.Time) *tree {
	if l.tree == nil || now.Sub(l.tree.at) > treeFreshness {
		l.tree = &tree{world: l.world, dir: l.cwd, at: now}
	}
	return l.tree
}

// handleAnswer handles an answer: it passes the answer to the caller of ask, unless a newer question was
// asked.
func (l *listing) handleAnswer(msg listedMsg, now time.Time) tea.Cmd {
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
	l.cut = msg.cut
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
	e.below = &tree{world: world, dir: dir}
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

// mostWalked is the largest number of entries that a search below a directory reads. deepest is
// the largest depth of such a search.
const (
	mostWalked = 200_000
	deepest    = 24
)

// passedOver has the directories that are not searched because nobody edits their files: version
// control, installed packages, caches.
var passedOver = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".jj": true, "node_modules": true, "vendor": true, ".venv": true, ".tox": true, ".cache": true,
	".next": true, ".nuxt": true, ".gradle": true, ".terraform": true, ".yarn": true, ".pnpm-store": true, ".turbo": true,
	".mypy_cache": true, ".pytest_cache": true, ".ruff_cache": true, "__pycache__": true,
}

// walk returns the paths of the files below dir, those nearest to dir first. It reads no more
// entries than the number most, and cut reports that there are more. It does not follow links.
// It may block.
func walk(world facts.World, dir string, most int) (files []string, cut bool) {
	level, seen := []string{""}, 0
	for depth := 0; depth < deepest && len(level) > 0; depth++ {
		var next []string
		for _, at := range level {
			if seen >= most {
				return files, true
			}
			found, err := world.ReadDir(facts.Join(dir, at))
			if err != nil {
				continue
			}
			for _, f := range found {
				if seen++; seen > most {
					return files, true
				}
				p := facts.Join(at, f.Name)
				switch {
				case f.Type.IsDir() && passedOver[f.Name]:
				case f.Type.IsDir():
					next = append(next, p)
				case depth > 0:
					files = append(files, p)
				}
			}
		}
		level = next
	}
	return files, len(level) > 0
}

// further appends to the slice found the paths that match the typed text fuzzily, best first.
// cut reports that not all files were searched. It may block.
func (e *entries) further(found []string, typed string) (all []string, cut bool) {
	dir, name := path.Split(typed)
	var names []string
	for _, f := range e.all {
		if !f.dir {
			names = append(names, f.name)
		}
	}
	files, cut := e.below.paths()
	return ranked(found, name, dir, append(names, files...)), cut
}

// ranked appends to the slice found the names that match the typed letters, each with dir before
// it, the best match first.
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

// searched returns a note if not all files were searched for the last answer, or "".
func (l *listing) searched() string {
	if !l.cut {
		return ""
	}
	return fmt.Sprintf("; only the first %d files were searched", mostWalked)
}

func (m *Model) listed(msg listedMsg) tea.Cmd { return m.listing.handleAnswer(msg, m.o.Clock()) }

// askPath asks for a path with completion, and calls take with the path. The field contains
// typed at the start. The completion offers only files whose names end in ending.
func (m *Model) askPath(title, typed, ending string, take func(p string) tea.Cmd) tea.Cmd {
	list := dialog.NewList(title, "No such file here: Enter uses the path as typed.", nil,
		func(item dialog.Item) tea.Cmd {
			if strings.HasSuffix(item.Label, "/") {
				return m.askPath(title, item.Label, ending, take)
			}
			return take(item.Label)
		}).Free(take)
	m.screen.Open(list)
	first := list.Query(func(text string) tea.Cmd {
		return m.listing.ask(text, false, m.o.Clock(), func(found []string) tea.Cmd {
			items := make([]dialog.Item, 0, len(found))
			for _, p := range found {
				if strings.HasSuffix(p, "/") || strings.HasSuffix(p, ending) {
					items = append(items, dialog.Item{Label: p})
				}
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
