package agent_test

import (
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/profile"
)

// Each use of the template is described in words, and no two uses of one profile have the same
// words.
func TestEveryUseOfTheTemplateHasWords(t *testing.T) {
	t.Parallel()
	for _, p := range agent.Known().Profiles() {
		said := map[string]bool{}
		for _, as := range p.TemplateAs() {
			text := profile.Use(as)
			if other, instead := strings.CutPrefix(text, "left out for the prompt of "); instead {
				if _, unknown := agent.Known().Profile(other); len(unknown) > 0 {
					t.Errorf("%s: nothing says what the template is as %q", p.Name(), as)
				}
			}
			if said[text] {
				t.Errorf("%s: %q is said twice", p.Name(), text)
			}
			said[text] = true
		}
	}
}
