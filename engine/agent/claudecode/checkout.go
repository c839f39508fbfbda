package claudecode

import (
	"strings"

	"galley/engine/facts"
)

// checkoutOf returns the directory under which Claude Code keeps what it knows of a
// project, such as its approvals, its servers and its memory: the repository's main
// checkout, also from within a linked worktree, a bare repository itself, and the working
// directory outside of a repository.
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

// repository finds the root of the repository around a directory. common is the
// directory that a linked worktree shares with the main checkout, "" of any other
// repository.
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
		return root, "", true // the checkout is a submodule
	}
	return root, facts.Resolve(dir, strings.TrimSpace(common)), true
}

// mainCheckout returns a function that reports whether a directory belongs to the main checkout, if
// the working directory is in a worktree below it.
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
