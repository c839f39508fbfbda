package continuecli

import (
	"testing"

	"galley/engine/source"
)

// Front matter that is a YAML list is valid: Continue removes it and sends the rest.
func TestFrontMatterThatIsAListIsCutOff(t *testing.T) {
	_, body, broken := cut(source.Literal("---\n- a\n---\nA"))
	if body.String() != "A" || broken != "" {
		t.Errorf("body %q, broken %q", body.String(), broken)
	}
}

func TestALineOfTabsInFrontMatterIsBlank(t *testing.T) {
	t.Parallel()
	head, _, broken := cut(source.Literal("---\nname: a\tb\n\t\ndescription: c\n---\nA"))
	if head["name"] != "a\tb" || head["description"] != "c" || broken != "" {
		t.Errorf("got %q, broken %q", head, broken)
	}
}
