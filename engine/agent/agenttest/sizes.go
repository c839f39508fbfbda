package agenttest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"galley/engine/profile"
	"galley/engine/prompt"
)

// Sizes compares the measured sizes that profiles give for prompts, by their names, with what
// testdata/sizes.txt records.
func Sizes(t testing.TB, prompts map[string]prompt.Prompt, profiles ...profile.Profile) {
	t.Helper()
	var b strings.Builder
	for _, p := range profiles {
		for _, name := range slices.Sorted(maps.Keys(prompts)) {
			sizes, measured := p.(profile.Sizer).Sizes(prompts[name])
			fmt.Fprintf(&b, "== %s, %s: %s", profile.FullName(p), name, measured)
			list(&b, "%d", sizes)
		}
	}
	Recorded(t, "sizes.txt", b.String())
}
