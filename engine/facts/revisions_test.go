package facts_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestRevisionsAreHeadTheOneBeforeBranchesAndTags(t *testing.T) {
	t.Parallel()
	const refs = "for-each-ref --count=200 --sort=-creatordate --format=%(refname:short) refs/heads refs/tags"
	commit := func(rev string) string { return "rev-parse --verify --quiet --end-of-options " + rev + "^{commit}" }
	w := facts.NewMemory().Dir("/r").
		OnGit("/r", commit("HEAD"), facts.GitAnswer{Stdout: "c\n"}).
		OnGit("/r", commit("HEAD~1"), facts.GitAnswer{Exit: 1}).
		OnGit("/r", refs, facts.GitAnswer{Stdout: "main\nv1.0\n\n"})
	if got := facts.Revisions(t.Context(), w, "/r"); !slices.Equal(got, []string{"HEAD", "main", "v1.0"}) {
		t.Errorf("with one commit: %q", got)
	}
	w.OnGit("/r", commit("HEAD~1"), facts.GitAnswer{Stdout: "b\n"}).OnGit("/r", refs, facts.GitAnswer{Stdout: strings.Repeat("tag\n", 500)})
	if got := facts.Revisions(t.Context(), w, "/r"); len(got) != 200 || got[1] != "HEAD~1" || got[2] != "tag" {
		t.Errorf("%d revisions, %q first", len(got), got[:3])
	}
	if got := facts.Revisions(t.Context(), facts.NewMemory().Dir("/q"), "/q"); got != nil {
		t.Errorf("outside a repository: %q", got)
	}
}
