package diff

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/facts"
	"galley/ui/dialog"
)

// withHistory gives the project of desk an earlier commit, in which AGENTS.md has another text.
func withHistory(v *Tab) {
	id := strings.Repeat("a", 40)
	v.o.World.(*facts.Memory).
		OnGit("/p", "rev-parse --verify --quiet --end-of-options HEAD^{commit}", facts.GitAnswer{Stdout: strings.Repeat("b", 40) + "\n"}).
		OnGit("/p", "rev-parse --verify --quiet --end-of-options HEAD~1^{commit}", facts.GitAnswer{Stdout: id + "\n"}).
		OnGit("/p", "for-each-ref --count=200 --sort=-creatordate --format=%(refname:short) refs/heads refs/tags", facts.GitAnswer{Stdout: "main\n"}).
		OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"}).
		OnGit("/p", "merge-base "+id+" HEAD", facts.GitAnswer{Stdout: id + "\n"}).
		OnGit("/p", "diff-tree -r -z --raw --no-renames --no-abbrev "+id+" HEAD", facts.GitAnswer{Stdout: ":100644 100644 1111 2222 M\x00AGENTS.md\x00"}).
		OnGit("/p", "status --porcelain=v1 -z --no-renames --untracked-files=all", facts.GitAnswer{Stdout: "?? t.md\x00"}).
		OnGit("/p", "cat-file blob 1111", facts.GitAnswer{Stdout: "Rule before.\n"})
}

// The prompt at a revision has the rule files of that revision, and no unsaved text. A note names
// the unsaved text of the present prompt.
func TestThePromptAtARevisionHasItsRuleFiles(t *testing.T) {
	v, _ := desk(t)
	withHistory(v)
	v.request.Profile = "codex"
	v.request.Unsaved = []facts.Unsaved{{Path: "/p/AGENTS.md", Text: "Unsaved rule.\n"}}
	s := sides{bench: engine.New(v.o.World), world: v.o.World, request: v.request, file: "/p/t.md"}
	m := s.makeText(context.Background(), past("HEAD~1"))
	all := strings.Join(m.Head, "\n") + "\n" + m.Text
	for _, want := range []string{"against the prompt at HEAD~1", "unsaved text is included: AGENTS.md", "git has no template in HEAD~1: both sides use the current one", "-Rule before.", "+Unsaved rule."} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, all)
		}
	}
	if strings.Contains(all, "First rule.") {
		t.Errorf("the file on disk is in the comparison:\n%s", all)
	}
	if m = s.makeText(context.Background(), past("-x")); m.Text != "" || !strings.Contains(strings.Join(m.Head, " "), "not a revision") {
		t.Errorf("an option as a revision: %q %q", m.Head, m.Text)
	}
}

// The revisions join the list when git has answered; another one can be typed, and stays in the list.
func TestRevisionsAreOffered(t *testing.T) {
	v, host := desk(t)
	withHistory(v)
	choose := func(typed string) tea.Cmd {
		cmd := v.Choose()
		list := host.Dialog.(*dialog.List)
		for _, one := range cmd().(tea.BatchMsg) {
			send(v, one())
		}
		list.SetText(typed)
		_, then := list.Key(tea.KeyMsg{Type: tea.KeyEnter})
		return then
	}
	choose("prompt at HEAD~1")
	if want := past("HEAD~1"); v.other != want || host.Shown != "Diff" {
		t.Errorf("it chooses %+v and shows %q", v.other, host.Shown)
	}
	choose("a revision")
	field, ok := host.Dialog.(*dialog.Field)
	if !ok {
		t.Fatalf("no revision is asked for: %T", host.Dialog)
	}
	for _, r := range "v1.2" {
		field.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	if _, then := field.Key(tea.KeyMsg{Type: tea.KeyEnter}); then != nil {
		then()
	}
	if v.other != past("v1.2") {
		t.Errorf("typed: %+v", v.other)
	}
	if choose("prompt at v1.2"); v.other != past("v1.2") {
		t.Errorf("offered again: %+v", v.other)
	}
}
