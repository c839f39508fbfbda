package launch

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/bmatcuk/doublestar/v4"

	"galley/engine/capture/start"
)

// maxListed is the most files of a project that are compared before and after a run.
const maxListed = 50000

// listing is the state of a project's files and git refs at one moment.
type listing struct {
	root  string
	files map[string]stamp  // paths are relative to the root, with slashes
	refs  map[string]string // the value of each ref, by name
	cut   bool              // whether there are more files than are listed
}

type stamp struct {
	size  int64
	when  time.Time
	isDir bool
}

// look lists the files of a project, but no more than the number most, and the project's git
// refs. It leaves out the directories of git and of package managers.
func look(root string, most int) listing {
	l := listing{root: root, files: map[string]stamp{}, refs: map[string]string{}}
	filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil || rel == "." {
			return nil
		}
		if len(l.files) >= most {
			l.cut = true
			return filepath.SkipAll
		}
		rel = filepath.ToSlash(rel)
		if info, err := d.Info(); err == nil {
			l.files[rel] = stamp{info.Size(), info.ModTime(), d.IsDir()}
		}
		if d.IsDir() && (rel == ".git/objects" || rel == ".git/refs" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		return nil
	})
	readRefs(root, l.refs)
	return l
}

// readRefs reads the refs of a repository from its files. It reads nothing if .git is not a
// directory.
func readRefs(root string, into map[string]string) {
	git := filepath.Join(root, ".git")
	if packed, err := os.ReadFile(filepath.Join(git, "packed-refs")); err == nil && len(packed) < 16<<20 {
		for line := range strings.Lines(string(packed)) {
			if value, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && strings.HasPrefix(name, "refs/") {
				into[name] = value
			}
		}
	}
	filepath.WalkDir(filepath.Join(git, "refs"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || len(into) >= maxListed {
			return nil
		}
		if value, err := os.ReadFile(name); err == nil && len(value) < 1000 {
			rel, _ := filepath.Rel(git, name)
			into[filepath.ToSlash(rel)] = strings.TrimSpace(string(value))
		}
		return nil
	})
}

// clear removes files that the run left in the project, if the starter says that its agent
// leaves such files. It removes only files that did not exist before and that were written
// during the run. The notes name other changes.
func (before listing) clear(after listing, s start.Starter, began time.Time) (notes []string) {
	var told []string
	names := slices.Sorted(maps.Keys(after.files))
	slices.Reverse(names) // so that a directory comes after its contents
	for _, name := range names {
		now := after.files[name]
		was, existed := before.files[name]
		switch {
		case existed && (was.isDir || was == now):
		case strings.HasPrefix(name, ".git/") && !fits(s.Leavings, name):
			// Ignore git's own files, because they change with every command.
		case existed:
			told = append(told, "changed "+quoted(name))
		case fits(s.Leavings, name) && !now.when.Before(began.Add(-2*time.Second)) && before.known():
			if err := os.Remove(filepath.Join(before.root, filepath.FromSlash(name))); err != nil && !now.isDir {
				told = append(told, "left "+quoted(name))
			}
		case !now.isDir && before.known():
			told = append(told, "left "+quoted(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(after.refs)) {
		value := after.refs[name]
		switch _, existed := before.refs[name]; {
		case existed:
		case fits(s.Refs, name) && removeRef(before.root, name, value):
		default:
			told = append(told, fmt.Sprintf("left the ref %s; `git update-ref -d %s %s` removes it", name, name, value))
		}
	}
	slices.Sort(told)
	for _, t := range told[:min(len(told), mostTold)] {
		notes = append(notes, "the run "+t+" in the project")
	}
	if n := len(told) - mostTold; n > 0 {
		notes = append(notes, fmt.Sprintf("the run left or changed %d more in the project", n))
	}
	return notes
}

// mostTold is the most files and refs of a run that the notes name.
const mostTold = 20

// quoted returns a file's name for a sentence. It puts the name in quotes if it contains a line end
// or another control character.
func quoted(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}

// known reports whether the listing is complete, so that a file that is not listed certainly
// does not exist.
func (l listing) known() bool { return !l.cut }

func fits(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { ok, _ := doublestar.Match(p, name); return ok })
}

// removeRef removes a ref that the run made, if the ref still has the run's value. It does not run
// git, because git would run the repository's hooks.
func removeRef(root, name, value string) bool {
	file := filepath.Join(root, ".git", filepath.FromSlash(name))
	now, err := os.ReadFile(file)
	return err == nil && strings.TrimSpace(string(now)) == value && os.Remove(file) == nil
}
