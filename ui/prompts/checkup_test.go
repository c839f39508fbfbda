package prompts

import (
	"testing"

	"galley/engine/diag"
	"galley/engine/source"
)

// A problem that both the prompt and the search have is listed once. Of the file that is being
// edited, only the prompt's own problems are listed.
func TestAProblemIsListedOnce(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		at := func(code diag.Code, file string, line int) diag.Problem {
			p := diag.New(code, source.NoSpan, "text", "")
			p.File, p.Start.Line = file, line
			return p
		}
		b.result.Problems = []diag.Problem{at(diag.Unreadable, "/p/a.md", 0), at(diag.DeadImport, "/p/open.md", 1)}
		b.rendering.request.File = []string{"/p/open.md"}
		b.checkup.found = []diag.Problem{
			at(diag.Unreadable, "/p/a.md", 0), at(diag.Unreadable, "/p/b.md", 0), at(diag.DeadImport, "/p/a.md", 0),
			at(diag.Unreadable, "/p/a.md", 2), at(diag.DeadImport, "/p/open.md", 7), at(diag.UnreadFile, "/p/c.md", 0),
		}
		b.Checkup().collect()
		if got := len(b.Problems()); got != 6 {
			t.Errorf("%d problems: %+v", got, b.Problems())
		}
		if got := b.Checkup().Unread(); len(got) != 1 || got[0] != "/p/c.md" {
			t.Errorf("unread: %q", got)
		}
	})
}
