package follow

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine"
	"galley/ui/keymap"
	"galley/ui/view"
)

// shown gives the tab the prompt of a profile in /p, and returns it.
func (b *bench) shown(profile string) *engine.Result {
	b.t.Helper()
	r, err := engine.New(b.w).Render(b.t.Context(), engine.Request{Cwd: "/p", Profile: profile, Template: engine.Template{Text: "T\n"}})
	if err != nil {
		b.t.Fatal(err)
	}
	b.sends(view.Result{Result: r, Request: engine.Request{}}, view.Shown{})
	return r
}

// Enter on "the prompt then" shows what is left of the prompt in the workbench, if that is the agent's. It follows
// later prompts.
func TestThePromptAfterAnEventIsShown(t *testing.T) {
	b := open(t, project()).sends(keymap.Survive)
	b.sends(keymap.Jump).hears("").sees("What claude-code")
	b.shown("codex")
	b.sends(view.Agent{Name: "claude-code"}, view.Shown{}, keymap.Jump).hears("The prompt shown is not that of claude-code: choose that agent first").sees("What claude-code")
	b.shown("claude-code")
	b.sends(keymap.Jump).hears("").sees("The prompt after compaction", " tokens of the system text and the messages are sent after compaction, as predicted ", "+ system · ").misses("another rule")
	if l := b.level(); l.subject.title != "after compaction" || !l.page.diff || !strings.Contains(l.page.text, "one two three\n") {
		t.Errorf("%q, a diff: %v:\n%s", l.subject.title, l.page.diff, l.page.text)
	}
	b.w.File("/p/CLAUDE.md", "another rule\n")
	b.sends(view.Changed{}, view.Shown{})
	if text := b.level().page.text; !strings.Contains(text, "one two three\n") {
		t.Errorf("a file changed, but not the prompt:\n%s", text)
	}
	b.shown("claude-code")
	if text := b.level().page.text; !strings.Contains(text, "another rule\n") || strings.Contains(text, "one two three\n") {
		t.Errorf("the prompt changed:\n%s", text)
	}
}

// A walk says how large the whole request is if the prompt in the workbench is the agent's.
func TestAWalkSaysHowLargeTheRequestIs(t *testing.T) {
	b := open(t, project()).sends(keymap.Walk)
	says := func(want string) {
		t.Helper()
		told := b.level().page.rows[0].told
		_, got, _ := strings.Cut(told, "; the whole request ")
		if got, _, _ = strings.Cut(got, ","); got != want {
			t.Errorf("it says %q, want %q", told, want)
		}
	}
	says("")
	r := b.shown("claude-code@2.1.332")
	before := fmt.Sprintf("≈%d tokens", r.Whole.All().Tokens.Tokens)
	says(before)
	r.Whole.System.Tokens.Tokens += 1000 // the count changes as it does when a vocabulary has been loaded
	b.sends(view.Shown{})
	after := fmt.Sprintf("≈%d tokens", r.Whole.All().Tokens.Tokens)
	says(after)
	if before == after {
		t.Error("the size is the same: the test shows nothing")
	}
	b.sends(keymap.NextAgent)
	says("")
	b.sends(keymap.PrevAgent)
	says(after)
}
