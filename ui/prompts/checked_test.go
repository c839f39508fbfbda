package prompts

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"galley/engine/diag"
	"galley/engine/facts"
)

// checked opens a prompt of Claude Code in a project whose rule files have problems, and searches them.
func checked(t *testing.T, story func(b *bench)) {
	t.Helper()
	t.Parallel()
	tell(t, "x\n", func(o *Options, w *facts.Memory) {
		o.Checkup, o.Request.Profile = true, "claude-code"
		w.File("/p/claude.md", "x\n").File("/p/docs/claude.md", "a page about Claude\n").File("/p/CLAUDE.md", "@missing.md\n").File("/p/GEMINI.md", "x\n")
	}, story)
}

// found says what the search found.
func (b *bench) found() string {
	c := b.Checkup()
	return fmt.Sprintf("%v: unread %q, misnamed %q, %d problems", c.Checking(), c.Unread(), c.Misnamed(), len(b.checkup.found))
}

// For another agent, the files are searched at once. After a change they are searched a while
// later, so that a burst of changes makes one search. Until then the findings stay.
func TestTheRuleFilesAreSearchedForProblems(t *testing.T) {
	checked(t, func(b *bench) {
		const claude = `unread ["/p/GEMINI.md"], misnamed ["/p/claude.md"], 4 problems`
		expect := func(want string) {
			t.Helper()
			if got := b.found(); got != want {
				t.Errorf("found %s\nwant %s", got, want)
			}
		}
		expect("false: " + claude)
		if got := b.Checkup().MisnamedFor("claude-code"); fmt.Sprint(got) != "[/p/claude.md]" {
			t.Errorf("for the agent: %q", got)
		}
		if got := b.Checkup().MisnamedFor("codex"); got != nil {
			t.Errorf("for another agent: %q", got)
		}
		if got := b.Problems(); len(got) != len(b.Result().Problems)+4 {
			t.Errorf("%d problems in all", len(got))
		}
		asked := b.checkup.asked
		if b.Run(b.Render()); b.checkup.asked != asked {
			t.Error("a key alone begins a search")
		}

		b.world.Remove("/p/claude.md")
		b.AskAgain()
		waits := b.Render()
		expect("true: " + claude)
		began := time.Now()
		b.Run(waits)
		if took := time.Since(began); took != checkPause {
			t.Errorf("the search waits %v", took)
		}
		expect(`false: unread ["/p/GEMINI.md"], misnamed [], 3 problems`)

		other := b.Use("codex", nil)
		expect("true: unread [], misnamed [], 0 problems")
		began = time.Now()
		b.Run(other)
		if took := time.Since(began); took != 0 {
			t.Errorf("the search for another agent waits %v", took)
		}
		expect(`false: unread ["/p/CLAUDE.md" "/p/GEMINI.md"], misnamed [], 2 problems`)
		b.Run(b.Use("template", nil))
		expect("false: unread [], misnamed [], 2 problems")
	})
}

// A newer search cancels an older one, whose answer is dropped. If a search fails, the findings
// stay.
func TestOnlyTheNewestSearchCounts(t *testing.T) {
	checked(t, func(b *bench) {
		before := b.found()
		b.AskAgain()
		first := b.Checkup().check()
		b.AskAgain()
		second := b.Checkup().check()
		if msg := first(); msg != nil {
			t.Errorf("the cancelled search answers %v", msg)
		}
		b.Checkup().took(checkedMsg{asked: b.checkup.asked - 1})
		if !b.Checkup().Checking() || b.checkup.found == nil {
			t.Error("the answer of an older search counts")
		}
		b.Prompts.Update(checkedMsg{err: errors.New("broken"), asked: b.checkup.asked})
		if got := b.found(); got != before {
			t.Errorf("after a search that failed: %s, want %s", got, before)
		}
		msg, ok := second().(checkedMsg)
		if !ok || len(msg.found) != 4 || msg.err != nil {
			t.Errorf("the newer search answers %+v", msg)
		}
		if cmd := b.Checkup().check(); cmd != nil {
			t.Error("nothing changed, and a search begins")
		}
		b.o.Checkup = false
		b.AskAgain()
		if cmd := b.Checkup().check(); cmd != nil {
			t.Error("a search begins although it is off")
		}
	})
}

// Problems in the text of the file that is being edited come from the result, so that they follow
// each key. Problems of the file's name come from the search.
func TestProblemsOfTheEditedFileComeFromTheResult(t *testing.T) {
	checked(t, func(b *bench) {
		n := len(b.Problems())
		for file, fewer := range map[string]int{"/p/CLAUDE.md": 1, "/p/claude.md": 0, "/p/GEMINI.md": 0} {
			b.rendering.request.File = []string{file}
			b.Checkup().collect()
			if got := n - len(b.Problems()); got != fewer {
				t.Errorf("%s is edited: %d fewer problems, want %d", file, got, fewer)
			}
		}
		b.rendering.request.File = nil
		b.Checkup().collect()
		if all := b.Problems(); !isSorted(all) {
			t.Errorf("they are not in order: %+v", all)
		}
	})
}

func isSorted(all []diag.Problem) bool {
	sorted := append([]diag.Problem{}, all...)
	diag.Sort(sorted)
	return fmt.Sprint(sorted) == fmt.Sprint(all)
}
