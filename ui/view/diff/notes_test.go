package diff

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/session"
	"galley/ui/dialog"
	"galley/ui/view"
)

// sidesOf are the sides of a desk's comparisons.
func sidesOf(v *Tab) sides {
	return sides{bench: engine.New(v.o.World), world: v.o.World, store: v.o.Sessions, load: v.o.Load, request: v.request, file: "/p/t.md"}
}

// notes compares with another prompt and returns the notes, one in a line.
func notes(t *testing.T, s sides, with other) string {
	t.Helper()
	c, err := s.of(t.Context(), with)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(c.notes, "\n")
}

// If the other prompt is made from the disk or from git, a note names the unsaved texts.
func TestUnsavedTextsAreNoted(t *testing.T) {
	v, _ := desk(t)
	withHistory(v)
	v.request.Unsaved = []facts.Unsaved{{Path: "/p/AGENTS.md", Text: "Unsaved rule.\n"}}
	const unsaved = "unsaved text is included: AGENTS.md"
	for name, c := range map[string]struct {
		with other
		want string
	}{
		"disk": {other{disk: true}, unsaved}, "a revision of the template": {other{rev: "HEAD"}, unsaved}, "another agent": {other{profile: "codex"}, ""},
		"a revision of all files": {past("HEAD~1"), unsaved + "\ngit has no template in HEAD~1: both sides use the current one"},
	} {
		if got := notes(t, sidesOf(v), c.with); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// If two templates differ and make the same prompt, a note says so.
func TestTemplatesThatMakeTheSamePromptAreNoted(t *testing.T) {
	v, _ := desk(t)
	v.o.World.(*facts.Memory).File("/p/t.md", "same[if file:none]x[endif]\n")
	for template, want := range map[string]string{"same\n": "the templates differ, but not the prompts", "same[if file:none]x[endif]\n": "", "other\n": ""} {
		v.request.Template.Text = template
		if got := notes(t, sidesOf(v), other{disk: true}); got != want {
			t.Errorf("%q: %q, want %q", template, got, want)
		}
	}
}

// If anything has changed since a prompt was stored, a note names it.
func TestWhatChangedSinceAPromptWasKeptIsNamed(t *testing.T) {
	v, _ := desk(t)
	s := sidesOf(v)
	build := func(id, cwd string) {
		request := v.request
		request.Scenario.ConversationID = id
		r, err := s.bench.Render(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		place := session.LocationOf(v.o.World, request)
		if cwd != "" {
			place.Cwd = cwd
		}
		if _, _, err := v.o.Sessions.Prompt(t.Context(), id, place, func(context.Context) (session.Draft, error) { return session.DraftOf(request, r), nil }); err != nil {
			t.Fatal(err)
		}
	}
	build("same", "")
	build("moved", "/elsewhere")
	for id, want := range map[string]string{"same": "", "moved": "also changed: the directory"} {
		_, got, _ := strings.Cut(notes(t, s, other{kept: id}), "\n")
		if got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// A revision's template is used if git has one, and a commit where the branch left the revision is named.
func TestTheTemplateOfARevisionIsUsed(t *testing.T) {
	v, _ := desk(t)
	withHistory(v)
	base := strings.Repeat("c", 40)
	v.o.World.(*facts.Memory).
		OnGit("/p", "merge-base "+strings.Repeat("a", 40)+" HEAD", facts.GitAnswer{Stdout: base + "\n"}).
		OnGit("/p", "diff-tree -r -z --raw --no-renames --no-abbrev "+base+" HEAD", facts.GitAnswer{Stdout: ":100644 100644 1111 2222 M\x00t.md\x00"}).
		OnGit("/p", "status --porcelain=v1 -z --no-renames --untracked-files=all", facts.GitAnswer{}).
		OnGit("/p", "cat-file blob 1111", facts.GitAnswer{Stdout: "\ufeffMy former template.\n"})
	s := sidesOf(v)
	c, err := s.of(t.Context(), past("HEAD~1"))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(c.notes, "\n"); got != "compared with the commit where this branch left HEAD~1" {
		t.Errorf("notes %q", got)
	}
	if was := c.was.Messages[0].Text().String(); was != "My former template.\n" {
		t.Errorf("the former prompt is %q", was)
	}
	if s.file = ""; notes(t, s, past("HEAD~1")) != "compared with the commit where this branch left HEAD~1" {
		t.Errorf("without a file of the template: %q", notes(t, s, past("HEAD~1")))
	}
}

// ending is a context that ends after its error has been asked for a number of times.
type ending struct {
	context.Context
	left *atomic.Int64
}

func (e ending) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A comparison that is cancelled at any moment is an error.
func TestAComparisonThatIsCancelledIsAnError(t *testing.T) {
	v, _ := desk(t)
	withHistory(v)
	for _, with := range []other{past("HEAD~1"), {disk: true}, {saved: "system.txt"}, {kept: "c-1"}} {
		ask := func(n int64) (comparison, int64, error) {
			ctx := ending{context.Background(), &atomic.Int64{}}
			ctx.left.Store(n)
			c, err := sidesOf(v).of(ctx, with)
			return c, n - ctx.left.Load(), err
		}
		_, all, err := ask(1 << 40)
		if err != nil || all < 2 {
			t.Fatalf("%+v: %v after %d questions", with, err, all)
		}
		for i := range int64(12) {
			if c, _, err := ask(all * i / 12); !errors.Is(err, context.Canceled) || c.was.Name != "" || c.notes != nil {
				t.Errorf("%+v, cancelled at %d of %d: %v", with, all*i/12, all, err)
			}
		}
	}
}

// A blank name compares nothing, and each revision is offered once.
func TestNothingIsComparedWithoutARevision(t *testing.T) {
	v, host := desk(t)
	before := v.other
	v.chooseRevision()
	field := host.Dialog.(*dialog.Field)
	field.Paste("  ")
	if _, cmd := field.Key(tea.KeyMsg{Type: tea.KeyEnter}); cmd != nil || v.other != before || len(v.revs) != 0 {
		t.Errorf("compared with %+v, revisions %q", v.other, v.revs)
	}
	list := dialog.NewList("t", "", nil, nil)
	for range 2 {
		v.Take(revisionsMsg{list, []string{"main", "v1", "main"}})
	}
	if strings.Join(v.revs, " ") != "main v1" {
		t.Errorf("revisions %q", v.revs)
	}
	asked := v.asked
	for _, msg := range []tea.Msg{view.Changed{}, view.Saved{}} {
		v.Take(msg)
	}
	if v.asked != asked+2 {
		t.Errorf("asked %d times more", v.asked-asked)
	}
}

// The revisions are listed even if conversations are not stored.
func TestRevisionsAreListedWithoutConversations(t *testing.T) {
	v, host := desk(t)
	withHistory(v)
	v.o.Sessions = nil
	cmd := v.Choose()
	if cmd == nil {
		t.Fatal("nothing is listed")
	}
	msg, ok := cmd().(revisionsMsg)
	if !ok || msg.open != host.Dialog || strings.Join(msg.revs, " ") != "HEAD HEAD~1 main" {
		t.Errorf("%+v", msg)
	}
}
