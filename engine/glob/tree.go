package glob

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"galley/engine/facts"
)

// Limits apply to all scans of one [Tree] together.
type Limits struct {
	Dirs  int           // directories visited; one that is reached by several names counts each time
	Names int           // directory entries that are read
	Time  time.Duration // 0 means no limit
}

// DefaultLimits allow a large repository but stop a walk over a whole disk.
var DefaultLimits = Limits{Dirs: 100_000, Names: 2_000_000, Time: 20 * time.Second}

// Tree is the part of a world that walks use. It lists each directory at most once
// and counts the work. It is not safe for concurrent use.
type Tree struct {
	world   facts.World
	ctx     context.Context
	cancel  context.CancelFunc
	left    Limits
	limits  Limits
	lists   map[string]listing
	bun     map[string][]bunPart // the compiled patterns of Bun
	stopped string
}

type listing struct {
	entries []facts.Entry
	err     error
}

// NewTree returns a tree for w. Close it after the scans.
func NewTree(ctx context.Context, w facts.World, l Limits) *Tree {
	t := &Tree{world: w, left: l, limits: l, lists: map[string]listing{}, bun: map[string][]bunPart{}}
	if l.Time > 0 {
		t.ctx, t.cancel = context.WithTimeout(ctx, l.Time)
	} else {
		t.ctx, t.cancel = context.WithCancel(ctx)
	}
	return t
}

// Narrow returns a tree that shares the listings of t but has other limits, except for the time. It
// ends with t.
func (t *Tree) Narrow(l Limits) *Tree {
	l.Time = t.limits.Time
	n := *t
	n.left, n.limits, n.cancel = l, l, func() {}
	return &n
}

// Close frees the tree's timer.
func (t *Tree) Close() { t.cancel() }

// Stopped returns the reason why walks ended early, in a sentence without a final stop, or "".
func (t *Tree) Stopped() string { return t.stopped }

// expand charges the n patterns to which braces expand one pattern. It returns false if the walk
// must end.
func (t *Tree) expand(place string, n int) bool {
	return t.charge(place, facts.Amounts{Expansions: int64(n)})
}

// step charges n steps of matching. It returns false if the scan must end.
func (t *Tree) step(place string, n int) bool {
	return t.charge(place, facts.Amounts{Steps: int64(n)})
}

func (t *Tree) charge(place string, a facts.Amounts) bool {
	if err := facts.BudgetOf(t.world).Charge(place, a); err != nil && t.stopped == "" {
		t.stopped = err.Error()
	}
	return t.stopped == ""
}

// counted returns a function that does the same as match and also charges the steps that matching
// takes.
func (t *Tree) counted(place string, p *program, match func(string) bool) func(string) bool {
	return func(name string) bool {
		before := p.steps
		ok := match(name)
		return t.step(place, p.steps-before+1) && ok
	}
}

// visit counts a directory and its entries. It returns false if the scan must end.
func (t *Tree) visit(names int) bool {
	if t.stopped != "" {
		return false
	}
	t.left.Dirs--
	t.left.Names -= names
	switch {
	case t.ctx.Err() != nil:
		t.stopped = fmt.Sprintf("the search was stopped after %v", t.limits.Time)
	case t.left.Dirs < 0:
		t.stopped = fmt.Sprintf("the search was stopped at %d directories", t.limits.Dirs)
	case t.left.Names < 0:
		t.stopped = fmt.Sprintf("the search was stopped at %d names", t.limits.Names)
	}
	return t.stopped == ""
}

// list returns the entries of a directory, given by its real path, in the file system's order.
// Each entry is charged once for each segment with which it is compared.
func (t *Tree) list(real string, segments int) ([]facts.Entry, error) {
	l, known := t.lists[real]
	if !known {
		l.entries, l.err = t.world.ReadDir(real)
		t.lists[real] = l
	}
	if !t.visit(len(l.entries) * segments) {
		return nil, errStopped
	}
	return l.entries, l.err
}

var errStopped = fmt.Errorf("walk stopped")

// treeDir is a directory, as a scan reached it.
type treeDir struct {
	name string // the agent's name for it; absolute, cleaned
	real string // the real path
}

// open returns the directory at the path name; ok is false if no directory is there.
func (t *Tree) open(name string) (dir treeDir, ok bool) {
	info, err := t.world.Stat(name)
	if err != nil || !info.IsDir() {
		return treeDir{}, false
	}
	real, err := t.world.RealPath(name)
	if err != nil {
		return treeDir{}, false
	}
	return treeDir{name: name, real: real}, true
}

// child returns the subdirectory base, which must not be a link.
func (p treeDir) child(base string) treeDir {
	return treeDir{name: join(p.name, base), real: join(p.real, base)}
}

// join appends a plain name to a clean directory path.
func join(dir, base string) string {
	return strings.TrimSuffix(dir, "/") + "/" + base
}

// kindOf returns the type of the file name itself, not that of a link's target.
func (t *Tree) kindOf(name string) (fs.FileMode, bool) {
	info, err := t.world.Lstat(name)
	if err != nil {
		return 0, false
	}
	return info.Mode.Type(), true
}

// Files calls visit for every file below dir, in the file system's order, with the file's path
// relative to dir. Links count as files and are not followed.
func (t *Tree) Files(dir string, visit func(rel string)) {
	root, there := t.open(dir)
	if !there {
		return
	}
	type at struct {
		treeDir
		rel string
	}
	for todo := []at{{root, ""}}; len(todo) > 0 && t.stopped == ""; {
		now := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		entries, err := t.list(now.real, 1)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.Type.IsDir() {
				todo = append(todo, at{now.child(e.Name), now.rel + e.Name + "/"})
			} else {
				visit(now.rel + e.Name)
			}
		}
	}
}
