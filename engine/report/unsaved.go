package report

import (
	"strings"

	"galley/engine"
)

// UnsavedNote says that a request contains unsaved texts, and of which files; nil if it has none.
func UnsavedNote(r engine.Request) []string {
	if len(r.Unsaved) == 0 {
		return nil
	}
	var names []string
	for _, u := range r.Unsaved {
		names = append(names, Nearby(u.Path, r.Cwd))
	}
	return []string{"unsaved text is included: " + strings.Join(names, ", ")}
}
