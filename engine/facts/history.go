package facts

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// History reads the past states of a repository. It is not safe for concurrent use.
type History struct {
	g       gitReader
	top     string
	heads   []head // the commits that were checked out, from the reflog, newest first
	commits []head // the commits of the current branch, newest first
	known   map[string]*committed
}

// head is a commit, and the time at which it was checked out.
type head struct {
	at     int64
	commit string
}

// committed is a commit after it was compared with the files on disk.
type committed struct {
	others  map[string]Instead   // the files that differ, by absolute path
	changed map[string]time.Time // the files in others that are on disk, with their modification times
}

// Limits of a history.
const (
	mostHeads   = 20_000
	mostCommits = 50 // commits that are compared with the disk
)

// HistoryOf reads the history of the repository around a directory. It returns an
// error if git cannot answer.
func HistoryOf(ctx context.Context, w World, dir string) (*History, error) {
	h := &History{g: gitReader{ctx: ctx, w: w, dir: dir}, known: map[string]*committed{}}
	h.top = Slash(h.g.line("rev-parse", "--show-toplevel"))
	if h.g.err != nil {
		return nil, h.g.err
	}
	h.g.dir = h.top
	most := strconv.Itoa(mostHeads)
	// --no-show-signature: a repository's settings could make git run a program to check
	// signatures.
	if heads, err := w.Git(ctx, h.top, "log", "-g", "--no-show-signature", "--date=unix", "--format=%gd %H", "-n", most, "HEAD"); err == nil && heads.Exit == 0 {
		for line := range strings.Lines(heads.Stdout) {
			_, rest, _ := strings.Cut(line, "@{")
			at, commit, _ := strings.Cut(rest, "} ")
			h.heads = appendHead(h.heads, at, commit)
		}
	}
	for line := range strings.Lines(h.g.ask("rev-list", "--first-parent", "--timestamp", "-n", most, "HEAD")) {
		at, commit, _ := strings.Cut(line, " ")
		h.commits = appendHead(h.commits, at, commit)
	}
	return h, h.g.err
}

func appendHead(all []head, at, commit string) []head {
	seconds, err := strconv.ParseInt(at, 10, 64)
	if commit = strings.TrimSpace(commit); err != nil || commit == "" {
		return all
	}
	return append(all, head{seconds, commit})
}

// At returns the repository as it was at a time. It uses the commit that was checked out at that
// time. If the reflog does not reach back so far, it uses the newest commit of the current branch
// that is older than that time. Files on disk that have not changed since that time are taken from
// the disk. Uncommitted changes to other files are lost.
func (h *History) At(at time.Time) (*Past, error) {
	p := &Past{Top: h.top}
	for _, list := range [][]head{h.heads, h.commits} {
		if i := slices.IndexFunc(list, func(x head) bool { return x.at <= at.Unix() }); i >= 0 {
			p.Commit = list[i].commit
			break
		}
	}
	if p.Commit == "" {
		return nil, fmt.Errorf("git has no commit here from before %s", at.UTC().Format(time.RFC3339))
	}
	c, err := h.commit(p.Commit)
	if err != nil {
		return nil, err
	}
	then := map[string]Instead{}
	for name, other := range c.others {
		if changed, ok := c.changed[name]; ok && !changed.After(at) {
			continue
		}
		then[name] = other
		p.Paths = append(p.Paths, name)
	}
	slices.Sort(p.Paths)
	p.World = Altered(h.g.w, then)
	return p, nil
}

func (h *History) commit(commit string) (*committed, error) {
	if c := h.known[commit]; c != nil {
		return c, nil
	}
	if len(h.known) >= mostCommits {
		return nil, fmt.Errorf("galley compares %d commits with what is on disk at most", mostCommits)
	}
	asked := gitReader{ctx: h.g.ctx, w: h.g.w, dir: h.top}
	others, err := asked.differing(commit)
	if err != nil {
		return nil, err
	}
	c := &committed{map[string]Instead{}, map[string]time.Time{}}
	for name, other := range others {
		name = Join(h.top, name)
		c.others[name] = other
		if info, err := h.g.w.Lstat(name); err == nil && info.Mode.IsRegular() {
			c.changed[name] = info.ModTime
		}
	}
	h.known[commit] = c
	return c, nil
}

// Basis says how galley knows the text of a file at a past time.
type Basis string

// The values of Basis.
const (
	Unchanged Basis = "unchanged on disk since" // the file has not changed since before that time
	Committed Basis = "as committed then"
	Present   Basis = "as it is now" // its past content is not known
)

// Basis returns the basis for a file of a past that [History.At] returned.
func (h *History) Basis(p *Past, name string, at time.Time) Basis {
	if _, differs := slices.BinarySearch(p.Paths, name); differs {
		return Committed
	}
	if info, err := h.g.w.Stat(name); err == nil && !info.ModTime.After(at) {
		return Unchanged
	}
	below, inside := strings.CutPrefix(name, h.top+"/")
	if !inside {
		return Present
	}
	one := gitReader{ctx: h.g.ctx, w: h.g.w, dir: h.top}
	if one.line("--literal-pathspecs", "ls-tree", "--name-only", p.Commit, "--", below) != "" {
		return Committed
	}
	return Present
}
