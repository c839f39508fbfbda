package clinecli

import (
	"testing"

	"galley/engine/source"
)

func TestALineOfTabsInFrontMatterIsBlank(t *testing.T) {
	t.Parallel()
	h := readHeader(source.Literal("---\nname: a\tb\n\t\ndescription: c\n---\nA"))
	if h.values["name"] != "a\tb" || h.values["description"] != "c" || h.broken != "" {
		t.Errorf("got %q, broken %q", h.values, h.broken)
	}
}
