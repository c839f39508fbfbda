package agent

import (
	"slices"
	"strings"

	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
)

// Here returns the registry in the order in which lists about a project show agents. After the
// template alone come the agents whose program is installed, then those for which a rule file exists
// in cwd or above it, up to the root of the project, then the others. Each group keeps the order of
// the registry. Here may block.
func (r *Registry) Here(w facts.World, cwd string) *Registry {
	root, _, found := facts.Nearest(w, cwd, ".git")
	if !found {
		root = cwd
	}
	there := map[string]bool{} // whether a path exists, for the paths that were looked for
	exists := func(path string) bool {
		is, known := there[path]
		if !known {
			_, err := w.Stat(path)
			is = err == nil
			there[path] = is
		}
		return is
	}
	return r.sorted(func(a Agent) int {
		if a.Name == profile.Default {
			return 0
		}
		if a.Start != nil {
			if _, installed := start.Find(w, *a.Start, root); installed {
				return 1
			}
		}
		if a.hasFiles(cwd, root, exists) {
			return 2
		}
		return 3
	})
}

// hasFiles reports whether a file or directory that the agent looks for exists in cwd or above it,
// up to root.
func (a Agent) hasFiles(cwd, root string, exists func(path string) bool) bool {
	names := slices.Clone(a.RuleNames.Names)
	for _, f := range a.RuleNames.Folders {
		if !f.Borrowed {
			names = append(names, f.Dir)
		}
	}
	for dir := range facts.Up(cwd) {
		if slices.ContainsFunc(names, func(name string) bool { return exists(facts.Join(dir, name)) }) {
			return true
		}
		if dir == root {
			break
		}
	}
	return false
}

// Leading returns the registry with an agent at its front; full is its name, which may include a
// version.
func (r *Registry) Leading(full string) *Registry {
	name, _, _ := strings.Cut(full, "@")
	return r.sorted(func(a Agent) int {
		if a.Name == name {
			return 0
		}
		return 1
	})
}

// sorted returns the registry ordered by rank; agents of the same rank keep their order.
func (r *Registry) sorted(rank func(a Agent) int) *Registry {
	ranks := map[string]int{}
	for _, a := range r.list() {
		ranks[a.Name] = rank(a)
	}
	all := r.All()
	slices.SortStableFunc(all, func(a, b Agent) int { return ranks[a.Name] - ranks[b.Name] })
	return New(all...)
}

// Order sorts the traces of a survey by the positions of their agents in the registry.
func (r *Registry) Order(traces []*discovery.Trace) {
	place := map[string]int{}
	for i, a := range r.list() {
		place[a.Name] = i
	}
	slices.SortStableFunc(traces, func(a, b *discovery.Trace) int { return place[a.Agent] - place[b.Agent] })
}
