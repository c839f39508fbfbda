package codex_test

import (
	"context"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// A name in project_doc_fallback_filenames has no effect in a directory that has an AGENTS.md. The
// advice about a file there must not mention this setting.
func TestAdviceForAFileOfAnotherNameHoldsWhereTheFileIs(t *testing.T) {
	for _, c := range []struct {
		beside    string // another file
		says, not string
	}{
		{"/p/AGENTS.md", "copy its text into AGENTS.md, which is loaded", "project_doc_fallback_filenames"},
		{"/AGENTS.md", "project_doc_fallback_filenames", "write what it says"}, // in another directory
		{"/p/other.md", "project_doc_fallback_filenames", "write what it says"},
	} {
		w := agenttest.Bare().Dir("/.git").File(c.beside, "a").File("/p/CLAUDE.md", "c")
		answers, err := discovery.Explain(context.Background(), w, []discovery.SurveyAgent{agent.Known().Ask("codex", "")}, discovery.Options{Cwd: "/p"}, "/p/CLAUDE.md")
		if err != nil || len(answers) != 1 {
			t.Fatal(answers, err)
		}
		a := answers[0]
		text := a.Remedy
		if a.Candidate != nil {
			text += "; " + a.Candidate.Detail
		}
		if !strings.Contains(text, c.says) || strings.Contains(text, c.not) {
			t.Errorf("beside %s: %s", c.beside, text)
		}
	}
}
