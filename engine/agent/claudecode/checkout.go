package claudecode

import (
	"strings"

	"galley/engine/facts"
)

// checkoutOf returns the directory under which Claude Code stores what it knows of a project: its
// approvals, its servers and its memory. That is the repository's main checkout, even in a linked
// worktree; for a bare repository, the repository itself; and outside of a repository, the working
// directory.
func checkoutOf(w facts.World, cwd string) string {
	root, common, found := repository(w, cwd)
	switch {
	case !found:
		return cwd
	case common == "":
		return root
	case facts.Base(common) == ".git":
		return facts.Dir(common)
	}
	return common
}

// repository finds the root of the repository around a directory. common is the directory that a
// linked worktree shares with the main checkout, and "" in any other repository.
func repository(w facts.World, cwd string) (root, common string, found bool) {
	root, marker, found := facts.Nearest(w, cwd, ".git")
	if !found {
		return "", "", false
	}
	text, err := w.ReadHead(marker, 4096)
	dir, ok := strings.CutPrefix(strings.TrimSpace(text), "gitdir:")
	if err != nil || !ok {
		return root, "", true
	}
	dir = facts.Resolve(root, strings.TrimSpace(dir))
	common, err = w.ReadHead(facts.Join(dir, "commondir"), 4096)
	if err != nil {
		return root, "", true // a submodule: it shares no directory with a main checkout
	}
	return root, facts.Resolve(dir, strings.TrimSpace(common)), true
}

// mainCheckout returns a function that reports whether a directory belongs to the main checkout and
// not to the worktree. It returns false for every directory unless the working directory is in a
// worktree below the main checkout.
func (r *claudeRun) mainCheckout() func(string) bool {
	none := func(string) bool { return false }
	root, common, _ := repository(r.World, r.Trace.Cwd)
	if common == "" {
		return none
	}
	main := checkoutOf(r.World, r.Trace.Cwd)
	if main == root || !facts.Within(root, main) {
		return none
	}
	return func(dir string) bool { return facts.Within(dir, main) && !facts.Within(dir, root) }
}
