package app

import (
	"path"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/ui/dialog"
)

// listing answers what a typed path may go on to. Directories are read beside the
// keys: one may have 200,000 entries, or lie on a mount that does not answer.
type listing struct {
	world facts.World
	cwd   string

	seq     uint64   // of the newest question: older answers are stale
	known   *entries // the directory that was read last
	reading string   // the directory that is being read; "" for none
	next    *question
}

// entries are those of a directory: directories first, each sorted by name.
type entries struct {
	dir string
	at  time.Time
	all []entry
}

type entry struct {
	name, folded string
	dir          bool
}

// question asks what a typed path may go on to.
type question struct {
	seq   uint64
	typed string
	take  func(found []string) tea.Cmd
}

// listedMsg brings what a directory holds and what of it answers a question.
type listedMsg struct {
	question
	entries *entries
	found   []string
}

// freshness is how long a directory that was read answers further keys.
const freshness = 2 * time.Second

// mostPaths bounds how many names completion offers.
const mostPaths = 500

// ask asks what a typed path may go on to: directories first, hidden names only
// when asked for. take gets at most mostPaths paths, each as it would be typed,
// directories with a slash at the end.
func (l *listing) ask(typed string, now time.Time, take func(found []string) tea.Cmd) tea.Cmd {
	l.seq++
	q := question{l.seq, typed, take}
	dir := l.dir(typed)
	known, world := l.known, l.world
	if known != nil && (known.dir != dir || now.Sub(known.at) > freshness) {
		known = nil
	}
	if known == nil && l.reading == dir {
		l.next = &q // one reading of a directory at a time
		return nil
	}
	if known == nil {
		l.reading = dir
	}
	return func() tea.Msg {
		if known == nil {
			known = read(world, dir, now)
		}
		return listedMsg{q, known, known.matching(typed)}
	}
}

// took takes an answer and hands it on unless a newer question has been asked.
func (l *listing) took(msg listedMsg, now time.Time) tea.Cmd {
	l.known = msg.entries
	if l.reading == msg.entries.dir {
		l.reading = ""
	}
	if q := l.next; q != nil && l.dir(q.typed) == msg.entries.dir {
		l.next = nil
		if q.seq == l.seq {
			return l.ask(q.typed, now, q.take)
		}
	}
	if msg.seq != l.seq {
		return nil
	}
	return msg.take(msg.found)
}

// dir is the directory that a typed path is in.
func (l *listing) dir(typed string) string {
	dir, _ := path.Split(typed)
	return facts.Resolve(l.cwd, dir)
}

// read reads a directory. It may block.
func read(world facts.World, dir string, now time.Time) *entries {
	e := &entries{dir: dir, at: now}
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

// matching returns the paths that a typed one may go on to.
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

// askPath asks for a path, beginning with typed, with completion from the disk.
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
		return m.listing.ask(text, m.o.Clock(), func(found []string) tea.Cmd {
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
