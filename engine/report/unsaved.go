package report

import (
	"strings"

	"galley/engine"
)

// UnsavedNote names the files whose unsaved texts a request contains; nil if it contains none.
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
