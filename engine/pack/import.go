package pack

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"galley/engine/diag"
	"galley/engine/document"
	"galley/engine/facts"
)

// Imported is one imported entry.
type Imported struct {
	Name     string // the entry's name
	From, To string // the files' paths
	Bytes    int
	State    string // "new", "same" or "replaced"
}

// Import copies texts into a user's pack, the directory To/FAMILY.
type Import struct {
	Pack   *Pack // its entries are the ones that can be imported
	Family string
	// Name is the entry whose text is the file From. If it is "", From is a directory, such as a
	// checkout of an agent's source. It is searched for files whose path ends with the name of an
	// entry (…/session/prompt/beast.txt is prompt/beast) and, two levels deep, also for files that
	// have only the last part of the name (beast.txt).
	Name    string
	From    string // From is a path in the world from which Run reads
	To      string // a directory of this machine, which is created if missing
	Replace bool   // overwrite entries that have another text
	// Now is the time from which the ages of temporary files are measured.
	Now time.Time
}

// Run reads files through w and writes to this machine. It writes each file in one step. It
// overwrites a file that has another text only if Replace is set. It returns the imported entries,
// sorted by name, also when it returns an error.
func (i Import) Run(w facts.World) ([]Imported, error) {
	names := i.Pack.Names(i.Family)
	if len(names) == 0 {
		families := i.Pack.Families()
		if near, ok := diag.Nearest(i.Family, families); ok {
			return nil, fmt.Errorf("no profile has a pack called %s; did you mean %s?", i.Family, near)
		}
		return nil, fmt.Errorf("no profile has a pack called %s; known are %s", i.Family, strings.Join(families, ", "))
	}
	found := map[string]string{}
	if name := strings.TrimSuffix(i.Name, ".txt"); name != "" {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("the pack %s has no entry %s; `galley pack list %s` names them", i.Family, name, i.Family)
		}
		found[name] = i.From
	} else {
		found = i.search(w, names)
		if len(found) == 0 {
			return nil, fmt.Errorf("%s holds no file named as an entry of %s; `galley pack list %s` names them", i.From, i.Family, i.Family)
		}
	}
	var all []Imported
	var failed []error
	for _, name := range names {
		from, ok := found[name]
		if !ok {
			continue
		}
		one, err := i.take(w, name, from)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		all = append(all, one)
	}
	return all, errors.Join(failed...)
}

// search finds the files of entries below From. If several files fit an entry, a file whose path
// ends with the whole name of the entry wins, then the file nearest to From.
func (i Import) search(w facts.World, names []string) map[string]string {
	found, whole := map[string]string{}, map[string]bool{}
	for _, file := range textsBelow(w, i.From) {
		for _, name := range names {
			full := strings.HasSuffix("/"+file, "/"+name+".txt")
			near := strings.Count(file, "/") < 2 && path.Base(file) == path.Base(name)+".txt"
			if full && !whole[name] || near && found[name] == "" {
				found[name], whole[name] = facts.Join(i.From, file), full
			}
		}
	}
	return found
}

// The limits of a search for entries.
const (
	searchDepth = 10
	searchNames = 50_000
)

// textsBelow lists the text files below a directory as relative paths, level by level. It skips
// foreign directories.
func textsBelow(w facts.World, dir string) (all []string) {
	left := searchNames
	for level, depth := []string{""}, 0; depth < searchDepth; depth++ {
		var next []string
		for _, below := range level {
			entries, _ := w.ReadDir(facts.Join(dir, below)) // an unreadable directory has no entries
			for _, e := range entries {
				if left--; left < 0 {
					return all
				}
				name := facts.Join(below, e.Name)
				switch {
				case e.Type.IsDir() && !foreign(e.Name):
					next = append(next, name)
				case !e.Type.IsDir() && strings.HasSuffix(name, ".txt"):
					all = append(all, name)
				}
			}
		}
		slices.Sort(next)
		level = next
	}
	return all
}

func (i Import) take(w facts.World, name, from string) (Imported, error) {
	text, err := w.ReadFile(from)
	if err != nil {
		return Imported{}, fmt.Errorf("%s: %w", name, err)
	}
	to := filepath.Join(i.To, i.Family, filepath.FromSlash(name)+".txt")
	one := Imported{Name: name, From: from, To: to, Bytes: len(text), State: "new"}
	old, err := os.ReadFile(to)
	switch {
	case err == nil && string(old) == text:
		one.State = "same"
		return one, nil
	case err == nil && !i.Replace:
		return Imported{}, fmt.Errorf("%s: %s exists and differs; use --replace to overwrite it", name, to)
	case err == nil:
		one.State = "replaced"
	case !errors.Is(err, fs.ErrNotExist):
		return Imported{}, fmt.Errorf("%s: %w", name, err)
	}
	if err = os.MkdirAll(filepath.Dir(to), 0o755); err == nil {
		document.ClearLeftovers(i.Now, filepath.Dir(to)) // the temporary files of an interrupted import
		err = document.Put(to, text, 0o644)
	}
	if err != nil {
		return Imported{}, fmt.Errorf("%s: %w", name, err)
	}
	return one, nil
}
