package logs

import (
	"strings"
	"testing"
)

// A log may contain anything. Only the first line of a model's name is kept, up to 100 bytes. A
// name in angle brackets is a marker of the agent and not a model.
func TestModelNameIsClipped(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("m", 100)
	for name, want := range map[string]string{"": "before", "<synthetic>": "before", "claude-x": "claude-x", "one\ntwo": "one", long: long, long + "m": long + "…"} {
		b := &builder{log: Log{}}
		b.log.Model = "before"
		if b.model(name); b.log.Model != want {
			t.Errorf("%q is kept as %q, want %q", name, b.log.Model, want)
		}
	}
}
