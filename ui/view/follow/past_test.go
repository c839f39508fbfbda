package follow

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/wire"
	"galley/ui/keymap"
	"galley/ui/view"
)

// past gives the repository in /p a branch main, which began when CLAUDE.md had another text and src/CLAUDE.md
// did not exist.
func past(w *facts.Memory) *facts.Memory {
	return revision(w, "main").OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"}).
		OnGit("/p", "status --porcelain=v1 -z --no-renames --untracked-files=all", facts.GitAnswer{}).
		OnGit("/p", "cat-file blob 1111", facts.GitAnswer{Stdout: "one\n"})
}

// revision adds a revision, with the files of [past].
func revision(w *facts.Memory, name string) *facts.Memory {
	id := fmt.Sprintf("%-40s", name)
	id = strings.ReplaceAll(id, " ", "a")
	return w.OnGit("/p", "rev-parse --verify --quiet --end-of-options "+name+"^{commit}", facts.GitAnswer{Stdout: id + "\n"}).
		OnGit("/p", "merge-base "+id+" HEAD", facts.GitAnswer{Stdout: id + "\n"}).
		OnGit("/p", "diff-tree -r -z --raw --no-renames --no-abbrev "+id+" HEAD", facts.GitAnswer{Stdout: ":100644 100644 1111 2222 M\x00CLAUDE.md\x00:000000 100644 0000 3333 A\x00src/CLAUDE.md\x00"})
}

// keep stores captures of Claude Code in /p, an hour apart, the first one now.
func keep(t *testing.T, store capture.Store, more ...func(*capture.Capture)) (ids []string) {
	t.Helper()
	for i, change := range append(more, func(*capture.Capture) {})[:max(len(more), 1)] {
		c := capture.Capture{Agent: "claude-code", Project: "/p", Cwd: "/p", Form: wire.Anthropic, Created: time.Date(2026, 3, 4, 5-i, 6, 7, 0, time.Local), Body: []byte(`{"system":"You help.","messages":[{"role":"user","content":"hello"}]}`)}
		change(&c)
		if err := store.Save(&c); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.ID)
	}
	return ids
}

// branched opens the tab for a project with a past and a home, and for few agents.
func branched(t *testing.T) (*bench, capture.Store) {
	t.Helper()
	b := logged(t, nil)
	past(b.w)
	b.o.Agents = few()
	store := b.asking("").store()
	return b, store
}

// rows returns the rows on screen, each as its sign, name, note and right end.
func (b *bench) rows() (all []string) {
	for _, r := range b.level().page.rows {
		all = append(all, strings.Join(strings.Fields(r.heading+" "+r.sign+" "+r.name+" "+r.note+" "+r.right), " "))
	}
	return all
}

func (b *bench) lists(want ...string) *bench {
	b.t.Helper()
	if got := b.rows(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		b.t.Fatalf("under %q it lists\n%s\nwant\n%s", b.level().page.head, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return b
}

// A branch is compared with the first default revision that exists, or with the revision that the
// user named. Unsaved texts are included.
func TestABranchIsComparedWithWhereItBegan(t *testing.T) {
	b, _ := branched(t)
	b.sends(keymap.Branch).sees("Against main (mainaaaaaa)").misses("unsaved").lists("• claude-code@2.1.332 +3 tokens ≈32 → ≈35",
		"~ CLAUDE.md changed, rule ≈32 → ≈35", "+ src/CLAUDE.md added, rule, on demand +≈3", "unchanged", "= 1 agent codex@0.171.0")
	request := engine.Request{Cwd: "/p", Unsaved: []facts.Unsaved{{Path: "/p/CLAUDE.md", Text: "one\n"}}, Config: config.Config{}}
	request.Config.Check.Tokens, request.Config.Check.Growth = map[string]int{"all": 31}, map[string]int{"claude-code": -1}
	b.o.Request = func() engine.Request { return request }
	b.sends(view.Changed{}, view.Shown{}).sees("unsaved text is included: CLAUDE.md").lists(
		"✗ what files bring into the prompt of claude-code weighs 32 tokens, 1 more than check.tokens allows",
		"• claude-code@2.1.332 +0 tokens ≈32 → ≈32", "+ src/CLAUDE.md added, rule, on demand +≈3", "unchanged", "= 1 agent codex@0.171.0")
	b.rev = "v1"
	b.sends(view.Shown{}).sees("git has no revision v1 here").lists()
	if got := b.Details(); got != "" {
		t.Errorf("without a row the details are %q", got)
	}
	revision(b.w, "v1")
	b.sends(view.Changed{}, view.Shown{}).sees("Against v1 (v1aaaaaaaa)")
}

// The footer names what can be done on the row under the bar.
func TestHintsFollowTheRow(t *testing.T) {
	b, _ := branched(t)
	b.sends(keymap.Branch)
	for i, want := range []string{
		"the difference, with another revision, back", "the difference, with another revision, edit, back", "the difference, with another revision, edit, back", "with another revision, back",
	} {
		var words []string
		for _, h := range b.Hints() {
			words = append(words, h.Word)
		}
		if got := strings.Join(words, ", "); got != want {
			t.Errorf("on the row %d down: %s, want %s", i, got, want)
		}
		b.sends(view.Move{Rows: 1})
	}
}

// Without a branch main, the last default revision, HEAD, is used.
func TestTheUsualRevisionsAreTriedInOrder(t *testing.T) {
	for _, c := range []struct{ there, want string }{{"HEAD", "Against HEAD ("}, {"master HEAD", "Against master ("}, {"", "git has no revision HEAD here"}} {
		w := project().OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"}).OnGit("/p", "status --porcelain=v1 -z --no-renames --untracked-files=all", facts.GitAnswer{})
		for _, name := range strings.Fields(c.there) {
			revision(w, name)
		}
		b := open(t, w)
		b.o.Agents = few()
		b.sends(keymap.Branch).sees(c.want)
	}
}

// The size of an agent's whole request comes from the shown capture if that is the agent's,
// otherwise from the newest capture of the agent in this directory.
func TestABranchWeighsTheCapturedRequest(t *testing.T) {
	b, store := branched(t)
	long := func(n int) func(*capture.Capture) {
		return func(c *capture.Capture) {
			c.Body = []byte(`{"system":"` + strings.Repeat("You help. ", n) + `","messages":[{"role":"user","content":"hello"}]}`)
		}
	}
	weighs := func(want string) {
		t.Helper()
		b.sends(view.Changed{}, view.Shown{})
		got := ""
		for _, row := range b.rows() {
			if strings.HasPrefix(row, "= the whole request") {
				got += row[len("= the whole request "):]
			}
		}
		if got != want {
			t.Errorf("the request: %q, want %q", got, want)
		}
	}
	b.sends(keymap.Branch)
	weighs("")
	keep(t, store, func(c *capture.Capture) { c.Cwd = "/p/src" })
	weighs("")
	keep(t, store, long(10))
	weighs("by its capture here ≈69 → ≈71")
	request := engine.Request{Cwd: "/p", AsCaptured: true}
	b.o.Request = func() engine.Request { return request }
	for _, shown := range []struct{ agent, want string }{{"codex", "≈69 → ≈71"}, {"claude-code", "≈639 → ≈641"}} {
		c := capture.Capture{ID: "x", Agent: shown.agent, Cwd: "/p", Form: wire.Anthropic}
		long(200)(&c)
		request.Capture = &c
		weighs("by its capture here " + shown.want)
	}
	request.Unsaved = []facts.Unsaved{{Path: "/p/CLAUDE.md", Text: strings.Repeat("more ", 100)}}
	weighs("by its capture here ≈639 → ≈738")
}
