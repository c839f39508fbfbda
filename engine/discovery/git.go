package discovery

import (
	"context"
	"slices"
	"strings"

	"galley/engine/facts"
)

// mostAsked is the largest number of paths of one repository about which AskGit asks git.
const mostAsked = 1000

// AskGit records what git says about existing candidates: ignored, untracked or changed. A rule
// file that differs from the commit, or was never committed, may have been put there by a program.
// AskGit calls git once for each repository, with at most mostAsked of its paths, and records
// nothing if git fails.
func AskGit(ctx context.Context, w facts.World, traces []*Trace) {
	repositories := map[string][]string{}
	tops := map[string]string{}
	for _, t := range traces {
		for i := range t.Candidates {
			c := &t.Candidates[i]
			if c.RealPath == "" {
				continue
			}
			if top := repositoryOf(w, facts.Dir(c.Path), tops); top != "" && !slices.Contains(repositories[top], c.Path) {
				repositories[top] = append(repositories[top], c.Path)
			}
		}
	}
	states := map[string]string{}
	for _, top := range sortedNames(repositories) {
		askGit(ctx, w, top, repositories[top], states)
	}
	for _, t := range traces {
		for i := range t.Candidates {
			t.Candidates[i].Git = states[t.Candidates[i].Path]
		}
	}
}

// repositoryOf returns the nearest directory with a ".git", or "".
func repositoryOf(w facts.World, dir string, known map[string]string) string {
	if top, ok := known[dir]; ok {
		return top
	}
	top := ""
	if _, err := w.Lstat(facts.Join(dir, ".git")); err == nil {
		top = dir
	} else if !facts.IsRoot(dir) {
		top = repositoryOf(w, facts.Dir(dir), known)
	}
	known[dir] = top
	return top
}

func sortedNames(m map[string][]string) (out []string) {
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func askGit(ctx context.Context, w facts.World, top string, paths []string, states map[string]string) {
	slices.Sort(paths)
	if len(paths) > mostAsked {
		paths = paths[:mostAsked]
	}
	args := []string{"--literal-pathspecs", "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignored=matching", "--"}
	for _, p := range paths {
		args = append(args, strings.TrimPrefix(p, strings.TrimSuffix(top, "/")+"/"))
	}
	answer, err := w.Git(ctx, top, args...)
	if err != nil || answer.Exit != 0 {
		return
	}
	for _, line := range strings.Split(answer.Stdout, "\x00") {
		if len(line) < 4 {
			continue
		}
		state := "changed"
		switch line[:2] {
		case "??":
			state = "untracked"
		case "!!":
			state = "ignored"
		}
		named := facts.Join(top, line[3:]) // the path of a directory, if everything in it has this state
		for _, p := range paths {
			if p == named || strings.HasSuffix(line, "/") && facts.Within(p, named) {
				states[p] = state
			}
		}
	}
}
