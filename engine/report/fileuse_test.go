package report

import (
	"strings"
	"testing"

	"galley/engine/discovery"
)

func TestFateOfAFileInAWordAndASentence(t *testing.T) {
	candidate := func(v discovery.Verdict, r discovery.Reason, used int) discovery.FileUse {
		return discovery.FileUse{Agent: "codex", Version: "1", Cwd: "/p", Candidates: []discovery.Candidate{
			{Path: "/p/A.md", Shown: "/p/A.md", Verdict: v, Reason: r, Bytes: 40_000, Used: used},
		}}
	}
	imported := discovery.FileUse{Agent: "codex", Cwd: "/p", Imports: []discovery.Reference{
		{By: "/p/B.md", Import: discovery.Import{Path: "/p/A.md", Verdict: discovery.NotLoaded, Reason: discovery.Missing}},
		{By: "/p/C.md", Import: discovery.Import{Path: "/p/A.md", Verdict: discovery.Loaded}},
	}}
	for _, c := range []struct {
		use   discovery.FileUse
		word  string
		text  string
		whole bool
	}{
		{candidate(discovery.Loaded, "", 40_000), "loaded", "codex@1: loaded, 40000 bytes", true},
		{candidate(discovery.Loaded, "", 39_999), "loaded", "codex@1: loaded, 39999 of 40000 bytes", true}, // the agent removes the final line end
		{candidate(discovery.Loaded, discovery.Cut, 32_768), "cut", "codex@1 cuts this file: loaded, 32768 of 40000 bytes", false},
		{candidate(discovery.Later, "", 0), "on demand", "codex@1: on demand", false},
		{candidate(discovery.NotLoaded, discovery.ShadowedByKind, 0), "not loaded", "codex@1 does not load this file: ", false},
		{candidate(discovery.NotLoaded, discovery.Missing, 0), "nothing to load", "codex@1: this file is empty: nothing to load yet", false},
		{candidate(discovery.NotLoaded, discovery.Empty, 0), "nothing to load", "codex@1: this file is empty: nothing to load yet", false},
		{candidate(discovery.Unknown, "", 0), "not known", "codex@1 may or may not load this file", false},
		{imported, "imported", "codex imports this file in C.md", true},
		{discovery.FileUse{Agent: "codex", Cwd: "/p", Instead: "/p/x/A.md"}, "not loaded", "codex does not load this file", false},
	} {
		word, text, whole := FileUseText(c.use)
		if word != c.word || !strings.HasPrefix(text, c.text) || whole != c.whole {
			t.Errorf("%q, %q, %v: want %q, %q, %v", word, text, whole, c.word, c.text, c.whole)
		}
	}
}
