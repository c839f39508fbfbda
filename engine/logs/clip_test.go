package logs

import (
	"strings"
	"testing"
)

// A log may hold anything. Of a model's name only the first line is kept, cut after 100 bytes.
// Names in angle brackets are markers of the agents and not models.
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
