package continuecli

import (
	"testing"

	"galley/engine/source"
)

// Front matter that is a list is valid YAML: Continue cuts it off and sends the rest.
func TestFrontMatterThatIsAListIsCutOff(t *testing.T) {
	_, body, broken := cut(source.Literal("---\n- a\n---\nA"))
	if body.String() != "A" || broken != "" {
		t.Errorf("body %q, broken %q", body.String(), broken)
	}
}
