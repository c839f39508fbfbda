package facts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Past is a repository as it was at a revision.
type Past struct {
	World  World  // the world with the repository's files as the revision has them
	Top    string // the repository's root
	Commit string // the full commit id
	Base   bool   // Commit is where the branch began, and not the named revision
	// Paths are the paths at which the commit and the disk differ, absolute and sorted.
	Paths []string
}

// mostPast is the most paths at which a commit may differ from the disk.
const mostPast = 50_000

// PastOf returns the repository around a directory as it was at the point where the current branch
// left a revision, such as the main branch. If the local history does not show that point, PastOf
// returns the repository as it was at the revision itself. Files that git ignores are taken from
// the disk. It returns an error if git fails.
func PastOf(ctx context.Context, w World, dir, rev string) (*Past, error) {
	if strings.HasPrefix(rev, "-") || strings.ContainsAny(rev, ":\x00\n") || rev == "" {
		return nil, fmt.Errorf("%q is not a revision", rev)
	}
	g := gitReader{ctx: ctx, w: w, dir: dir}
	p := &Past{Top: Slash(g.line("rev-parse", "--show-toplevel"))}
	if g.err != nil {
		return nil, g.err
	}
	g.dir = p.Top
	p.Commit = g.line("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if g.err != nil && rev == "HEAD" {
		return nil, errors.New("git has no revision HEAD here: nothing has been committed yet")
	}
	if g.err != nil {
		return nil, fmt.Errorf("git has no revision %s here; a shallow clone may have to fetch it first", rev)
	}
	if base, err := w.Git(ctx, p.Top, "merge-base", p.Commit, "HEAD"); err == nil && base.Exit == 0 {
		if at := strings.TrimSpace(base.Stdout); at != "" && at != p.Commit {
			p.Commit, p.Base = at, true
		}
	}
	others, err := g.differing(p.Commit)
	if err != nil {
		return nil, err
	}
	full := map[string]Instead{}
	for name, other := range others {
		name = Join(p.Top, name)
		full[name] = other
		p.Paths = append(p.Paths, name)
	}
	slices.Sort(p.Paths)
	p.World = Altered(w, full)
	return p, nil
}

// gitReader calls git several times; after the first error it makes no more calls.
type gitReader struct {
	ctx context.Context
	w   World
	dir string
	err error
}

func (g *gitReader) ask(args ...string) string {
	if g.err != nil {
		return ""
	}
	answer, err := g.w.Git(g.ctx, g.dir, args...)
	switch {
	case err != nil:
		g.err = err
	case answer.Exit != 0:
		why, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(answer.Stderr), "fatal: "), "\n")
		if why == "" {
			why = fmt.Sprintf("git %s ended with %d", args[0], answer.Exit)
		}
		g.err = errors.New(why)
	}
	return answer.Stdout
}

func (g *gitReader) line(args ...string) string { return strings.TrimSpace(g.ask(args...)) }

// differing returns the paths, relative to the root, at which a commit differs from the disk, each
// with the commit's content.
func (g *gitReader) differing(commit string) (map[string]Instead, error) {
	others := map[string]Instead{}
	// The differences between the commit and the current one, in the form ":MODE MODE HASH HASH
	// STATUS", path.
	words := strings.Split(g.ask("diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", commit, "HEAD"), "\x00")
	for i := 0; i+1 < len(words); i += 2 {
		fields := strings.Fields(strings.TrimPrefix(words[i], ":"))
		if len(fields) == 5 && fields[0] != submodule {
			others[words[i+1]] = g.other(fields[0], fields[2])
		}
	}
	// The differences between the current commit and the disk, including untracked files.
	var changed []string
	for _, entry := range strings.Split(g.ask("status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all"), "\x00") {
		if len(entry) < 4 {
			continue
		}
		name := entry[3:]
		if _, known := others[name]; known {
			continue
		}
		if others[name] = (Instead{Gone: true}); entry[:2] != "??" {
			changed = append(changed, name)
		}
	}
	if g.err != nil {
		return nil, g.err
	}
	if len(others) > mostPast {
		return nil, fmt.Errorf("%d files differ, and galley compares %d at most", len(others), mostPast)
	}
	for chunk := range slices.Chunk(changed, 200) {
		// Each line has the form "MODE TYPE HASH", tab, path.
		args := append([]string{"--literal-pathspecs", "ls-tree", "-z", commit, "--"}, chunk...)
		for _, line := range strings.Split(g.ask(args...), "\x00") {
			head, name, ok := strings.Cut(line, "\t")
			switch fields := strings.Fields(head); {
			case !ok || len(fields) != 3:
			case fields[0] == submodule:
				delete(others, name)
			default:
				others[name] = g.other(fields[0], fields[2])
			}
		}
	}
	return others, g.err
}

// submodule is git's mode for a submodule. Its files are taken from the disk.
const submodule = "160000"

// other returns an entry of a git tree in the form of a file on disk.
func (g *gitReader) other(mode, hash string) Instead {
	blob := func() (string, error) {
		one := gitReader{ctx: g.ctx, w: g.w, dir: g.dir}
		text := one.ask("cat-file", "blob", hash)
		return text, one.err
	}
	switch mode {
	case "100644", "100755", "100664":
		return Instead{Read: sync.OnceValues(blob)}
	case "120000":
		if target, err := blob(); err == nil && target != "" {
			return Instead{Link: target}
		}
	}
	return Instead{Gone: true}
}
