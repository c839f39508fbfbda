package app

import (
	"fmt"
	"slices"
	"testing"
)

// A project full of files of one name must not slow down each frame.
func TestNamesakesAreBounded(t *testing.T) {
	t.Parallel()
	names := map[string]bool{"AGENTS.md": true}
	for _, n := range []int{mostNamesakes, 4 * mostNamesakes} {
		paths := []string{"docs/README.md"}
		for i := range n {
			paths = append(paths, fmt.Sprintf("%d/AGENTS.md", i))
		}
		found := namesakes("/p", paths, names)
		if len(found) != mostNamesakes || found[0] != "/p/0/AGENTS.md" || slices.Contains(found, "/p/docs/README.md") {
			t.Errorf("of %d: %d, first %q", n, len(found), found[0])
		}
	}
}
