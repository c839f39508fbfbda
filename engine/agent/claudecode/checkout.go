package claudecode

import (
	"strings"

	"galley/engine/facts"
)

// checkoutOf returns the directory under whose path Claude Code stores the approvals, the servers
// and the memory of a project. In a repository this directory is the main checkout, even if cwd is
// in a linked worktree. For a bare repository it is the repository itself. Outside of a repository
// it is cwd.
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

// repository finds the repository around a directory and returns its root. In a linked worktree,
// common is the git directory that the worktree shares with the main checkout; otherwise common is
// "".
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

// mainCheckout returns a function that reports whether a directory belongs to the main checkout but
// not to the current worktree. The function always returns false unless the working directory is in
// a worktree that lies below the main checkout.
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
