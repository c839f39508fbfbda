package launch

import "galley/engine/facts"

// Project returns the root of the repository around a directory, or the directory itself.
func Project(w facts.World, cwd string) string {
	for dir := range facts.Up(cwd) {
		if _, err := w.Lstat(facts.Join(dir, ".git")); err == nil {
			return dir
		}
	}
	return cwd
}
