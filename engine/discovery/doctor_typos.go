package discovery

import (
	"path"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
)

// findTypos reports files whose names are one typing mistake away from a name that an agent looks
// for. In the directories that the agent searches, these names are its RuleNames. In other
// directories they are the files that the agent looked for and did not find. The trace contains all
// of this, so the agents' packages need no code for it.
func (d *doctor) findTypos() {
	l := &listings{w: d.w, kept: map[string][]facts.Entry{}, typos: map[string][]string{}}
	for _, t := range d.traces {
		met := map[string]bool{}
		for _, c := range t.Candidates {
			met[c.Path] = c.Verdict != NotLoaded || c.Reason != Missing
		}
		for _, wanted := range t.lookedFor() {
			for _, file := range l.near(wanted) {
				if met[file] || t.isName(file, wanted) {
					continue
				}
				met[file] = true
				d.near = append(d.near, nearMiss{t.Agent, &Candidate{Path: file, Detail: lookedFor + shortest(t, wanted)}, wanted})
			}
		}
	}
}

// lookedFor returns the paths for which an agent looks, whether or not they exist.
func (t *Trace) lookedFor() (files []string) {
	for _, dir := range t.searched() {
		for _, name := range t.names() {
			files = append(files, facts.Join(dir, strings.TrimSuffix(name, "/")))
		}
	}
	for _, c := range t.Candidates {
		if c.Kind == Rule && c.Reason == Missing && facts.Absolute(t.Cwd, c.Path) && !strings.ContainsAny(c.Path, "*?{[") {
			files = append(files, c.Path)
		}
	}
	return Unique(files)
}

// shortest returns the shortest way to name a wanted file for people: relative to a searched
// directory that contains it, otherwise its whole path.
func shortest(t *Trace, wanted string) string {
	for _, dir := range t.searched() {
		if rel, ok := RelativeTo(wanted, dir); ok {
			return rel
		}
	}
	return wanted
}

// listings caches the entries of directories and the typos found for a path, because several agents
// look for the same files.
type listings struct {
	w     facts.World
	kept  map[string][]facts.Entry
	typos map[string][]string
}

func (l *listings) entries(dir string) []facts.Entry {
	entries, known := l.kept[dir]
	if !known {
		entries, _ = l.w.ReadDir(dir)
		l.kept[dir] = entries
	}
	return entries
}

// near returns the files that are one typing mistake away from a wanted file: the files in its
// directory with almost its name. If it finds no such file, it returns the files with its name in a
// directory with almost the same name.
func (l *listings) near(wanted string) []string {
	files, known := l.typos[wanted]
	if !known {
		files = l.find(wanted)
		l.typos[wanted] = files
	}
	return files
}

func (l *listings) find(wanted string) (files []string) {
	dir, name := facts.Dir(wanted), path.Base(wanted)
	spelled := spellingOf(name)
	for _, e := range l.entries(dir) {
		if !e.Type.IsDir() && e.Name != name && spelled.near(e.Name) != "" && (private(e.Name) == private(name) || private(name) && nearWord(e.Name, name)) {
			files = append(files, facts.Join(dir, e.Name))
		}
	}
	above, folder := facts.Dir(dir), path.Base(dir)
	if !strings.HasPrefix(folder, ".") {
		return files
	}
	for _, e := range l.entries(above) {
		if !e.Type.IsDir() || e.Name == folder || !nearDir(e.Name, folder) {
			continue
		}
		for _, below := range l.entries(facts.Join(above, e.Name)) {
			if below.Name == name && !below.Type.IsDir() {
				files = append(files, facts.Join(above, e.Name, below.Name))
			}
		}
	}
	return files
}

// nearDir reports whether a directory's name differs from another only in case or by one typing
// mistake. In short names only an added or missing letter counts, because a changed letter often
// makes another word.
func nearDir(name, of string) bool {
	a, b := []rune(strings.ToLower(name)), []rune(strings.ToLower(of))
	slip := diag.Distance(a, b, 2)
	return name != of && (slip == 0 || slip == 1 && (len(b) >= 4 || len(a) != len(b)))
}

// searched returns the directories in which an agent looks for its names: the
// session's and those above it up to the root.
func (t *Trace) searched() []string {
	dirs := []string{t.Cwd}
	if t.Root == "" || facts.IsRoot(t.Root) {
		return dirs
	}
	for dir := range facts.Up(t.Cwd) {
		dirs = append(dirs, dir)
		if dir == t.Root {
			break
		}
	}
	return slices.Compact(dirs)
}
